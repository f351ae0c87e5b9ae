// SPDX-License-Identifier: LGPL-3.0-or-later
#include "command.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>

#include "base/system.h"
#ifndef PLUMB_CHECK_PLAIN
#include "program_memory.h"
#endif

namespace plumb::checker {
namespace {

// Names of files and words of the level may hold anything; a message is one line.
std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  return text;
}

// Memory may run out within GMP, which cannot be unwound, and within streams, which would only end early: so the
// process ends there, with words that were made before.
std::string last_words;

[[noreturn]] void out_of_memory() {
  std::fputs(last_words.c_str(), stderr);
  std::_Exit(2);
}

}  // namespace

int say(const char* name, const std::string& message, int status) {
  std::cerr << name << ": " << one_line(message) << "\n";
  return status;
}

int print(const char* name, const std::string& text) {
  std::cout << text << std::flush;
  return std::cout ? 0 : say(name, "standard output cannot be written; see where it is sent", 2);
}

std::string place(const std::string& path, std::uint64_t line) {
  return (path.empty() ? "(no name)" : path) + (line > 0 ? ":" + std::to_string(line) : "") + ": ";
}

void prepare_for_little_memory(const char* name, const std::string& path) {
  last_words = one_line(name + (": " + place(path, 0)) + "there is not enough memory; use a machine with more") + "\n";
  std::set_new_handler(out_of_memory);
#ifndef PLUMB_CHECK_PLAIN
  prepare_memory(out_of_memory);
#endif
}

TerminalProgress::TerminalProgress(const char* name) : name_(name), terminal_(system::errors_are_seen()) {}

TerminalProgress::~TerminalProgress() {
  if (visible_) std::fputs("\r\033[K", stderr);
}

void TerminalProgress::show(double done) {
  if (!terminal_) return;
  const auto now = Clock::now();
  if (now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  visible_ = true;
  const double passed = std::chrono::duration<double>(now - begun_).count();
  std::fprintf(stderr, "\r\033[K%s: %3.0f %%", name_, 100 * done);
  if (done > 0.05 && passed > 1) std::fprintf(stderr, ", %.0f s left", passed * (1 - done) / done);
  std::fflush(stderr);
}

}  // namespace plumb::checker
