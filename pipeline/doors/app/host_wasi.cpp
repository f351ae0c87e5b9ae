// SPDX-License-Identifier: GPL-3.0-or-later
// A module of WebAssembly gets no signals and has one thread; its host ends it.
#include "host.h"

#include <cstdlib>

namespace plumb::app {

SignalHandler handle_endings(SignalHandler) { return nullptr; }
void handle_broken_output(SignalHandler) {}
void end_by(int signal) { std::_Exit(128 + signal); }
void wait_for_the_end() { std::_Exit(2); }
int run_with_stack(const std::function<int()>& run) { return run(); }  // the linker says how large it is

}  // namespace plumb::app
