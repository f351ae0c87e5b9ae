// SPDX-License-Identifier: GPL-3.0-or-later
// OBJ text made of faces whose corners are fractions. z is up.
#pragma once
#include <gmpxx.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

namespace plumb::tests {

class LevelText {
 public:
  using Corner = std::array<mpq_class, 3>;
  LevelText& face(std::vector<Corner> corners) {
    faces_.push_back(std::move(corners));
    return *this;
  }
  /// A horizontal rectangle that faces up.
  LevelText& slab(const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1,
                  const mpq_class& z) {
    return face({{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}});
  }
  /// An upright rectangle.
  LevelText& wall(const std::array<mpq_class, 2>& p, const std::array<mpq_class, 2>& q, const mpq_class& z0,
                  const mpq_class& z1) {
    return face({{p[0], p[1], z0}, {q[0], q[1], z0}, {q[0], q[1], z1}, {p[0], p[1], z1}});
  }
  /// Requires decimals of at most 200 digits after the point.
  std::string obj() const {
    std::string out;
    for (const std::vector<Corner>& face : faces_) {
      for (const Corner& c : face) {
        out += 'v';
        for (const mpq_class& x : c) out += ' ' + decimal(x);
        out += '\n';
      }
      out += 'f';
      for (std::size_t i = face.size(); i > 0; --i) out += " -" + std::to_string(i);
      out += '\n';
    }
    return out;
  }

 private:
  static std::string decimal(mpq_class x) {
    std::size_t digits = 0;
    for (const mpq_class given = x; x.get_den() != 1; ++digits, x *= 10)
      if (digits == 200) throw std::logic_error("no short decimal: " + given.get_str());
    return x.get_num().get_str() + (digits == 0 ? "" : "e-" + std::to_string(digits));
  }
  std::vector<std::vector<Corner>> faces_;
};

}  // namespace plumb::tests
