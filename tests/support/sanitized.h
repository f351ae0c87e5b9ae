// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plumb::tests {

/// Under AddressSanitizer a process needs terabytes of address space, which no limit on memory leaves it.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool under_address_sanitizer = true;
#elif defined(__has_feature)
constexpr bool under_address_sanitizer = __has_feature(address_sanitizer);
#else
constexpr bool under_address_sanitizer = false;
#endif

}  // namespace plumb::tests
