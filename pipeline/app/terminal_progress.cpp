// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal_progress.h"

#include <cstdio>

namespace plumb::app {

void TerminalProgress::stage(const pipeline::StageProgress& begun) {
  stage_ = "[" + std::to_string(begun.number) + "/" + std::to_string(begun.count) + "] " + std::string(begun.name);
  before_ = begun.before;
  share_ = begun.share;
  begun_ = Clock::now();
  char text[16];
  std::snprintf(text, sizeof text, "  %3.0f %%", 100 * before_);
  show(stage_ + text);
}

void TerminalProgress::advance(double done) {
  const auto now = Clock::now();
  if (now - shown_ < std::chrono::milliseconds(100)) return;
  const double passed = std::chrono::duration<double>(now - begun_).count();
  char text[64];
  const double all = 100 * (before_ + share_ * done);
  if (done > 0.02)
    std::snprintf(text, sizeof text, "  %3.0f %%, %.0f s left in this stage", all, passed * (1 - done) / done);
  else std::snprintf(text, sizeof text, "  %3.0f %%", all);
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
