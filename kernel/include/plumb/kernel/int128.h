// SPDX-License-Identifier: LGPL-3.0-or-later
// Integers of 128 bits, which ISO C++ does not have: GCC and clang have them as an extension.
#pragma once

namespace plumb::kernel {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

}  // namespace plumb::kernel
