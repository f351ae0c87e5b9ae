// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace plumb::checker {

/// The SHA-256 digest (FIPS 180-4) of a text, as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view text);

}  // namespace plumb::checker
