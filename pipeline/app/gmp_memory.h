// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plumb::app {

/// Gives GMP's small blocks from lists by size, one set a thread, which costs a third of malloc and free.
/// `out_of_memory` is called where there is none and does not return. Before any number is made.
void install_gmp_memory(void (*out_of_memory)());

}  // namespace plumb::app
