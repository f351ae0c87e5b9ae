// SPDX-License-Identifier: GPL-3.0-or-later
// Windows tells a console's programs by a call on a thread of its own, where others have signals.
#include "host.h"

#include <windows.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

namespace plumb::app {
namespace {

std::atomic<SignalHandler> handler_of_endings{nullptr};

BOOL WINAPI ended_by_console(DWORD event) {
  const SignalHandler handler = handler_of_endings;
  if (handler == nullptr) return FALSE;
  handler(event == CTRL_C_EVENT ? SIGINT : SIGTERM);
  // The process ends once this returns, or some seconds later, unless it ends before: so it may put things away.
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
  return TRUE;
}

}  // namespace

SignalHandler handle_endings(SignalHandler handler) {
  const SignalHandler before = handler_of_endings.exchange(handler);
  if (before == nullptr) ::SetConsoleCtrlHandler(ended_by_console, TRUE);
  return before;
}

void handle_broken_output(SignalHandler) {}  // both are errors of writing

// The status that a shell gives it elsewhere.
void end_by(int signal) { std::_Exit(128 + signal); }

void wait_for_the_end() {
  for (;;) ::Sleep(INFINITE);
}

int run_with_stack(const std::function<int()>& run) { return run(); }  // the linker says how large it is

}  // namespace plumb::app
