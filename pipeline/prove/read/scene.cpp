// SPDX-License-Identifier: LGPL-3.0-or-later
// From the text of an OBJ file to points and faces. This reader is the checker's own, so that an error of the baker's
// reader shows (docs/reference/certificate.md); what is read is in docs/reference/bake.md.
//
// 1. ObjRecords reads vertices and faces. Three coordinates are kept of each vertex, as doubles or fractions.
// 2. number_points() sorts the vertices that faces use. Equal ones become one point, numbered by their first record.
// 3. choose_unit() chooses the scale in which the coordinates are whole numbers, but for a few that would make all
//    numbers long; point() converts to it. Those few have a denominator of their own.
//
// Cost: linear in the text, and n log n comparisons for n vertices that are used. Memory: linear; all coordinates are
// kept until the points are made.
// Exact: what the numerals say, or the double or float that is nearest to it, as the option `numbers` wants. The
// logarithm in choose_unit() is rounded, but only decides how long numbers are, never where a point is.
// Source: the Wavefront OBJ format.
#include "read/scene.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "base/verdict.h"

namespace plumb::checker {
namespace {

class Reader {
 public:
  Reader(std::string_view text, Numbers numbers, bool y_up) : records_(text), numbers_(numbers), y_up_(y_up) {}

  Scene read() {
    for (ObjRecords::Kind kind; (kind = records_.next()) != ObjRecords::Kind::end;)
      if (kind == ObjRecords::Kind::vertex) {
        to_index(given_.size() / 3, "vertices");
        for (Coordinate& v : records_.vertex(numbers_, y_up_)) given_.push_back(std::move(v));
      } else {
        records_.corners(given_.size() / 3, [&](std::uint64_t v) {
          if (v >= none) throw records_.refused("there is no vertex " + std::to_string(v + 1));
          scene_.face_points.push_back(to_index(v, "vertices"));
        });
        scene_.face_begin.push_back(to_index(scene_.face_points.size(), "corners of faces"));
      }
    for (const Index p : scene_.face_points)
      if (p >= given_.size() / 3) throw no_such_vertex(p);
    if (scene_.face_count() == 0) throw Refused("there is no face; name a level with faces");
    number_points();
    return std::move(scene_);
  }

 private:
  void number_points() {
    const std::size_t n = given_.size() / 3;
    const auto at = [&](Index p, std::size_t k) -> const Coordinate& { return given_[3 * std::size_t{p} + k]; };
    std::vector<bool> used(n);
    for (const Index p : scene_.face_points) used[p] = true;
    const auto hash = [&](Index p) {
      std::size_t sum = 0;
      for (std::size_t k = 0; k < 3; ++k)  // 0 and -0 are equal
        sum = (sum ^ std::bit_cast<std::uint64_t>(at(p, k).near() + 0.0)) * 0x9e3779b97f4a7c15u, sum ^= sum >> 29;
      return sum;
    };
    const auto equal = [&](Index p, Index q) {
      return at(p, 0).equals(at(q, 0)) && at(p, 1).equals(at(q, 1)) && at(p, 2).equals(at(q, 2));
    };
    // The first vertex at each position that a face uses, and the number of it by vertex.
    std::vector<Index> first, number(n);
    std::unordered_map<Index, Index, decltype(hash), decltype(equal)> known(n, hash, equal);
    for (Index p = 0; p < n; ++p) {
      if (!used[p]) continue;
      const auto [same, is_new] = known.emplace(p, static_cast<Index>(first.size()));
      if (is_new) first.push_back(p);
      number[p] = same->second;
    }
    choose_unit(first);
    for (const Index p : first) scene_.points.push_back(point(at(p, 0), at(p, 1), at(p, 2)));
    for (Index& p : scene_.face_points) p = number[p];
  }

  // The scale is the common denominator of all coordinates, but for those whose denominators have more bits than a
  // short point has room for and more than 99 in 100 of all have. One of these would make every number of the level as
  // long.
  void choose_unit(const std::vector<Index>& points) {
    std::vector<std::size_t> bits;
    double greatest = 1;
    for (const Index p : points)
      for (std::size_t k = 0; k < 3; ++k) {
        bits.push_back(given_[3 * std::size_t{p} + k].denominator_bits());
        greatest = std::max(greatest, std::fabs(given_[3 * std::size_t{p} + k].near()));
      }
    std::vector<std::size_t> sorted = bits;
    const auto usual = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) * 99 / 100);
    std::nth_element(sorted.begin(), usual, sorted.end());
    int before = 0;  // bits before the point; a hint, as is the rest
    std::frexp(greatest, &before);
    const std::size_t longest = std::max(*usual, static_cast<std::size_t>(std::max(61 - before, 0)));
    mpz_class scale = 1;
    std::size_t power = 0;  // of two
    auto at = bits.begin();
    for (const Index p : points)
      for (std::size_t k = 0; k < 3; ++k, ++at) {
        if (*at > longest) continue;
        if (const Fraction* v = given_[3 * std::size_t{p} + k].fraction()) scale = lcm(scale, v->get_den());
        else power = std::max(power, *at - 1);
      }
    scale = lcm(scale, mpz_class(mpz_class(1) << power));
    scene_.scale = scale;
    if (mpz_popcount(scale.get_mpz_t()) == 1) power_ = static_cast<int>(mpz_scan1(scale.get_mpz_t(), 0));
  }

  static Integer whole(double v) {
    return std::fabs(v) < 0x1p63 ? Integer(static_cast<std::int64_t>(v)) : Integer(mpz_class(v));
  }

  Point point(const Coordinate& x, const Coordinate& y, const Coordinate& z) const {
    if (power_)
      if (const auto u = x.whole_times_two_to(*power_), v = y.whole_times_two_to(*power_),
          w = z.whole_times_two_to(*power_);
          u && v && w)
        return {whole(*u), whole(*v), whole(*w)};
    return point_at({x.times(scene_.scale), y.times(scene_.scale), z.times(scene_.scale)});
  }

  ObjRecords records_;
  Numbers numbers_;
  bool y_up_;
  std::vector<Coordinate> given_;  // x0 y0 z0 x1 ...
  Scene scene_;
  std::optional<int> power_;  // of two, that the scale is
};

}  // namespace

Scene read_scene(std::string_view text, Numbers numbers, bool y_up) { return Reader(text, numbers, y_up).read(); }

}  // namespace plumb::checker
