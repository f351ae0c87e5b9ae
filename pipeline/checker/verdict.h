// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace plumb::checker {

/// A record of the certificate does not hold (or is no record): the answer is no.
struct Refutation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file cannot be judged: what is wrong; what to do.
struct Refused : std::runtime_error {
  explicit Refused(const std::string& what, std::uint64_t line_of_the_file = 0)
      : std::runtime_error(what), line(line_of_the_file) {}
  std::uint64_t line;  // 0: none
};

/// What should be a certificate begins like none.
struct NoCertificate : Refused {
  explicit NoCertificate(std::uint64_t line_of_the_file)
      : Refused("this is no certificate; name a file that `plumb bake -o FILE.cert` wrote", line_of_the_file) {}
};

/// Throws Refutation unless the statement holds.
inline void require(bool statement, const char* otherwise) {
  if (!statement) throw Refutation(otherwise);
}

}  // namespace plumb::checker
