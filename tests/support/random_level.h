// SPDX-License-Identifier: GPL-3.0-or-later
// Small levels on a tiny grid, where much coincides: floors in one plane, ceilings that touch, walls that end on edges.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace plumb::tests {

/// OBJ text, z up, coordinates multiples of 1/2. The same seed gives the same level.
inline std::string random_level(unsigned seed) {
  using Corner = std::array<int, 3>;  // in halves
  std::mt19937 random(seed);
  const auto at = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  std::ostringstream out;
  const int faces = at(3, 10);
  for (int i = 0; i < faces; ++i) {
    const int x = at(0, 6), y = at(0, 6), w = at(1, 8), h = at(1, 8), z = at(0, 1) ? 2 * at(0, 2) : at(0, 8);
    std::vector<Corner> face;
    switch (at(0, 5)) {
      case 0:
      case 1: face = {{x, y, z}, {x + w, y, z}, {x + w, y + h, z}, {x, y + h, z}}; break;
      case 2: face = {{x, y, z}, {x + w, y, z + at(1, 3)}, {x + w, y + h, 0}, {x, y + h, z}}; break;  // tilted
      case 3: face = {{x, y, z}, {x + w, y + h, z}, {x + w, y + h, z + 4}, {x, y, z + 3}}; break;     // a wall
      case 4: face = {{x, y, z}, {x, y + h, z + 1}, {x, y + h / 2, z + 5}}; break;                    // a gable
      default: face = {{at(0, 9), at(0, 9), at(0, 8)}, {at(0, 9), at(0, 9), at(0, 8)}, {at(0, 9), at(0, 9), at(0, 8)}};
    }
    if (face.size() == 4 && face[2][2] == 0) face[2][2] = face[1][2];
    if (at(0, 1)) std::ranges::reverse(face);
    for (const Corner& c : face) out << "v " << c[0] / 2.0 << ' ' << c[1] / 2.0 << ' ' << c[2] / 2.0 << '\n';
    out << 'f';
    for (std::size_t k = face.size(); k > 0; --k) out << " -" << k;
    out << '\n';
  }
  return out.str();
}

/// The same level, strained and moved: what coincided still does, but no double holds the coordinates. Needs
/// Numbers::decimal. Requires coordinates that are multiples of 1/2 (numbers of random_level); heights stay.
inline std::string beyond_doubles(const std::string& obj) {
  // In units of 10^-21.
  const mpz_class a("1000000000000000000123"), b("300000000000000000071"), c("30001234567890123456789012");
  const auto decimal = [](const mpz_class& v) { return v.get_str() + "e-21"; };
  std::istringstream in(obj);
  std::ostringstream out;
  for (std::string line; std::getline(in, line);) {
    double x, y, z;
    if (line.rfind("v ", 0) != 0 || !(std::istringstream(line.substr(2)) >> x >> y >> z)) {
      out << line << '\n';
      continue;
    }
    const mpz_class i = static_cast<long>(2 * x), j = static_cast<long>(2 * y);
    out << "v " << decimal(c + i * (a / 2) + j * (b / 2)) << ' ' << decimal(c + j * (a / 2) - i * (b / 3)) << ' ' << z
        << '\n';
  }
  return out.str();
}

}  // namespace plumb::tests
