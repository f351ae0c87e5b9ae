// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#ifndef PLUMB_CHECKER_INDEX  // a test makes it narrower, to see it overflow
#define PLUMB_CHECKER_INDEX std::uint32_t
#endif

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

/// Something is wrong with this file, not with the one that is read: with a status, 1 for no and 2 for bad input.
struct InFile {
  std::string path;
  std::uint64_t line;
  std::string what;
  int status;
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

/// The number of a vertex, corner, face, polygon, line, cell, side or portal, each from 0.
using Index = PLUMB_CHECKER_INDEX;
static_assert(std::numeric_limits<Index>::min() == 0 && sizeof(Index) <= 4);

inline constexpr Index none = std::numeric_limits<Index>::max();

/// There are more things of one kind than indices.
struct TooMany : Refused {
  explicit TooMany(const std::string& things)
      : Refused("there are more " + things + " than can be counted; cut the level up") {}
};

/// n, the number of a thing or of all of a kind, as an index; the only way to one, called where things are added.
/// Throws TooMany unless n < none, so that none is nobody's number.
inline Index to_index(std::size_t n, const char* things) {
  if (n >= none) throw TooMany(things);
  return static_cast<Index>(n);
}

}  // namespace plumb::checker
