// SPDX-License-Identifier: GPL-3.0-or-later
// What the program wants of the system that it runs on: host_posix.cpp, host_windows.cpp, host_wasi.cpp.
#pragma once
#include <functional>

namespace plumb::app {

using SignalHandler = void (*)(int signal);

/// From now on signals that ask the program to end are handled so: SIGINT, SIGTERM, and what a terminal that is closed
/// sends. What the caller has set to be ignored, as nohup does, stays ignored. Returns what handled them before.
SignalHandler handle_endings(SignalHandler handler);
/// A closed pipe ends the program in the same way; a file too large is an error of writing.
void handle_broken_output(SignalHandler handler);
/// Ends the program as this signal does whose handler is the system's.
void end_by(int signal);

/// For a thread that has nothing to do any more while another one ends the program.
[[noreturn]] void wait_for_the_end();

/// Calls run() where there is room on the stack, and returns what it does; exit_refused where there is none.
int run_with_stack(const std::function<int()>& run);

}  // namespace plumb::app
