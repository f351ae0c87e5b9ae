// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace plumb::checker {

/// How the program gets its memory. To be called before any number is made, so libraries have no numbers that are made
/// before main(). GMP's small blocks come from lists by size, one set a
/// thread, cut from slabs, which costs a third of malloc and free, and less memory; large blocks go back to the system
/// when they are freed.
/// `out_of_memory` is called where GMP finds none and does not return.
void prepare_memory(void (*out_of_memory)());

}  // namespace plumb::checker
