// SPDX-License-Identifier: GPL-3.0-or-later
#include "messages.h"

#include <cstdio>

namespace plumb::app {

std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  return text;
}

bool print(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

namespace {

void say(const std::string& message) {
  // What is quoted may be of any length.
  constexpr std::size_t longest = 1000;
  const bool cut = message.size() > longest;
  const std::string line =
      "plumb: " +
      one_line(cut ? message.substr(0, longest / 2) + " ... " + message.substr(message.size() - longest / 2)
                   : message) +
      "\n";
  std::fputs(line.c_str(), stderr);
}

}  // namespace

void warn(const std::string& text) { say("warning: " + text); }

int fail(const std::string& message) {
  say(message);
  return exit_refused;
}

}  // namespace plumb::app
