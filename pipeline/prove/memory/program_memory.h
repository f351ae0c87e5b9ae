// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstddef>

namespace plumb::checker {

/// How the program gets its memory. To be called before any number is made, so libraries have no numbers that are made
/// before main(). GMP's small blocks come from lists by size, one set a
/// thread, cut from slabs, which costs a third of malloc and free, and less memory; large blocks go back to the system
/// when they are freed.
/// `out_of_memory` is called where GMP finds none and does not return.
void prepare_memory(void (*out_of_memory)());

/// A block of these lists, or a large one. The size is to be given back with it.
void* take_block(std::size_t size);
void give_back_block(void* memory, std::size_t size);

}  // namespace plumb::checker
