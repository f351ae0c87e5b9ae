// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace checker {

/// A record of the certificate does not hold (or is no record): the answer is no.
struct False : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The scene or the command line cannot be judged.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws False unless the statement holds.
inline void require(bool statement, const char* otherwise) {
  if (!statement) throw False(otherwise);
}

}  // namespace checker
