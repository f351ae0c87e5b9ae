// SPDX-License-Identifier: GPL-3.0-or-later
// Arbitrary bytes as a small level on a lattice, where much coincides, and as the options of its bake.
#pragma once
#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "bytes.h"
#include "plumb/pipeline/bake_options.h"

/// OBJ text, z up, of at most `most_faces` faces: for each a byte for its kind, then coordinates as multiples of 1/4. A
/// face is a triangle, a level rectangle, one that slopes, or an upright one.
inline std::string lattice_level(Bytes& bytes, std::size_t most_faces = 12) {
  struct Corner {
    int x, y, z;
  };
  std::ostringstream out;
  const auto at = [&] { return bytes.below(25); };  // up to 6 units
  for (std::size_t faces = 0; faces < most_faces && !bytes.at_end(); ++faces) {
    const int kind = bytes.below(4);
    const Corner p{at(), at(), at()};
    std::vector<Corner> face;
    if (kind == 0) {
      face = {p, {at(), at(), at()}, {at(), at(), at()}};
    } else {
      const int width = 1 + at(), depth = 1 + at(), rise = kind == 2 ? bytes.below(9) : 0;
      face = {p, {p.x + width, p.y, p.z + rise}, {p.x + width, p.y + depth, p.z + rise}, {p.x, p.y + depth, p.z}};
      if (kind == 3) face = {p, {p.x + width, p.y, p.z}, {p.x + width, p.y, p.z + depth}, {p.x, p.y, p.z + depth}};
    }
    for (const Corner& c : face) out << "v " << c.x / 4.0 << ' ' << c.y / 4.0 << ' ' << c.z / 4.0 << '\n';
    out << 'f';
    for (std::size_t k = face.size(); k > 0; --k) out << " -" << k;
    out << '\n';
  }
  return out.str();
}

/// The options of a bake of such a level, of two bytes.
inline plumb::pipeline::BakeArguments lattice_options(Bytes& bytes) {
  plumb::pipeline::BakeArguments out;
  out.up = "z";
  out.numbers = "decimal";
  out.bad_faces = "drop";
  out.threads = "1";
  const int agent = bytes();
  out.sides = agent % 2 ? "up" : "both";
  out.solids = agent / 2 % 2 ? "closed" : "none";
  out.stances = agent / 4 % 2 ? std::vector<std::string>{"low=1", "high=2"} : std::vector<std::string>{"stand=1.5"};
  out.step = std::array{"0", "0", "0.25", "0.5"}[static_cast<std::size_t>(agent / 8 % 4)];
  out.weld = std::array{"0", "0.25"}[static_cast<std::size_t>(agent / 32 % 2)];
  out.radius = std::array{"0", "0", "0.25", "0.3"}[static_cast<std::size_t>(agent / 64 % 4)];
  out.slope = std::array{"45", "30"}[static_cast<std::size_t>(bytes.below(2))];
  return out;
}
