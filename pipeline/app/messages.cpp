// SPDX-License-Identifier: GPL-3.0-or-later
#include "messages.h"

#include <cstdio>

namespace plumb::app {

std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  return text;
}

int fail(const std::string& message) {
  const std::string line = "plumb: " + one_line(message) + "\n";
  std::fputs(line.c_str(), stderr);
  return exit_refused;
}

}  // namespace plumb::app
