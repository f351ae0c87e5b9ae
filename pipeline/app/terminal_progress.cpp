// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal_progress.h"

#include <cstdio>

namespace plumb::app {

void TerminalProgress::stage(std::string_view name, int number, int count) {
  stage_ = "[" + std::to_string(number) + "/" + std::to_string(count) + "] " + std::string(name);
  begun_ = Clock::now();
  show(stage_ + " ...");
}

void TerminalProgress::advance(double done) {
  const auto now = Clock::now();
  if (now - shown_ < std::chrono::milliseconds(100)) return;
  const double passed = std::chrono::duration<double>(now - begun_).count();
  char text[64];
  if (done > 0.02) std::snprintf(text, sizeof text, "  %3.0f %%, %.0f s left", 100 * done, passed * (1 - done) / done);
  else std::snprintf(text, sizeof text, "  %3.0f %%", 100 * done);
  show(stage_ + text);
}

void TerminalProgress::clear() {
  if (visible_) std::fputs("\r\033[K", stderr);
  visible_ = false;
}

void TerminalProgress::show(const std::string& text) {
  std::fprintf(stderr, "\r\033[Kplumb: %s", text.c_str());
  std::fflush(stderr);
  shown_ = Clock::now();
  visible_ = true;
}

}  // namespace plumb::app
