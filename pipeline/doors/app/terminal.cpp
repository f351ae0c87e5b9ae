// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal.h"

#include <cmath>
#include <cstdio>

#include "plumb/pipeline/system.h"

namespace plumb::app {
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

std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  return text;
}

bool print(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

bool progress_is_seen(bool quiet) { return !quiet && pipeline::system::is_terminal(2); }

void warn(const std::string& text) { say("warning: " + text); }

int fail(const std::string& message) {
  say(message);
  return exit_refused;
}

int fail(const pipeline::Error& error) { return fail(error.command_text()); }

int answer_no(const std::string& why) {
  say(why);
  return exit_no;
}

void TerminalProgress::stage(const pipeline::StageProgress& begun) {
  stage_ = "[" + std::to_string(begun.number) + "/" + std::to_string(begun.count) + "] " + std::string(begun.name);
  before_ = begun.before;
  share_ = begun.share;
  show(before_);
}

void TerminalProgress::advance(double done) {
  if (Clock::now() - shown_ >= std::chrono::milliseconds(100)) show(before_ + share_ * done);
}

void TerminalProgress::clear() {
  if (visible_) std::fputs("\r\033[K", stderr);
  visible_ = false;
}

void TerminalProgress::show(double done) {
  constexpr double enough = 0.05, least_seconds = 1;  // to say how long the rest will take
  shown_ = Clock::now();
  const double passed = std::chrono::duration<double>(shown_ - begun_).count();
  // Rounded down: what is not done is not at 100 %.
  std::fprintf(stderr, "\r\033[Kplumb: %s  %3.0f %%", stage_.c_str(), std::floor(100 * done));
  if (done > enough && passed > least_seconds) std::fprintf(stderr, ", %.0f s left", passed * (1 - done) / done);
  std::fflush(stderr);
  visible_ = true;
}

}  // namespace plumb::app
