// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

namespace plumb::app {

/// Calls run() where there is room on the stack: here, or, where the system limits the stack to less than a program
/// counts on (`ulimit -s 64`), on a thread with a stack of its own, and so are those that are started later. None runs
/// where there is no memory for that: a line says so. Returns what run() does, or exit_refused.
int run_with_stack(const std::function<int()>& run);

}  // namespace plumb::app
