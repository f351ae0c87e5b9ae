// SPDX-License-Identifier: GPL-3.0-or-later
#include "footprint.h"

#include <algorithm>
#include <cassert>

#include "lines.h"
#include "plumb/kernel/formulas.h"

namespace plumb::partition {

namespace {

// A stretch of the outline, the inside on its left.
struct Side {
  PointNumber from, to;
  std::uint32_t line;
  auto operator<=>(const Side&) const = default;
};

std::vector<Side> outline_of(const EdgesByLine& sorted) {
  std::vector<Side> out;
  std::size_t here[2] = {0, 0};  // how many polygons, by side; at most one where none overlap
  walk_along_lines(
      sorted, [&](std::size_t edge) { ++here[sorted.edges[edge].left]; },
      [&](std::size_t edge) { --here[sorted.edges[edge].left]; },
      [&](std::uint32_t line, PointNumber from, PointNumber to) {
        if (here[true] > 0 && here[false] == 0) out.push_back({from, to, line});
        if (here[false] > 0 && here[true] == 0) out.push_back({to, from, line});
      });
  std::ranges::sort(out);
  return out;
}

class Stitcher {
 public:
  Stitcher(const CornerPoints& points, std::vector<Side> sides)
      : points_(points), sides_(std::move(sides)), used_(sides_.size()) {}

  std::vector<std::vector<PointNumber>> rings() {
    std::vector<std::vector<PointNumber>> out;
    for (std::size_t i = 0; i < sides_.size(); ++i)
      if (!used_[i]) out.push_back(ring_from(i));
    std::ranges::sort(out);
    return out;
  }

 private:
  std::vector<PointNumber> ring_from(std::size_t start) {
    std::vector<PointNumber> ring;
    for (std::size_t i = start, next; !used_[i]; i = next) {
      used_[i] = true;
      next = after(i);
      if (sides_[next].line != sides_[i].line) ring.push_back(sides_[i].to);
      assert(!used_[next] || next == start);
    }
    // It begins at its least point; if it comes there twice, so that what follows is least.
    std::vector<PointNumber> best;
    const PointNumber least = *std::ranges::min_element(ring);
    for (std::size_t k = 0; k < ring.size(); ++k) {
      if (ring[k] != least) continue;
      std::vector<PointNumber> turned = ring;
      std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(k), turned.end());
      if (best.empty() || turned < best) best = std::move(turned);
    }
    return best;
  }

  // The side by which the outline goes on: of those that leave its end, the first clockwise from the way back. Between
  // the two lies inside and nothing else, so that each side follows one other, and rings do not cross.
  std::size_t after(std::size_t i) const {
    const PointNumber v = sides_[i].to;
    const auto first = std::ranges::lower_bound(sides_, v, {}, &Side::from);
    auto best = first;
    for (auto s = first; s != sides_.end() && s->from == v; ++s)
      if (s != best && earlier_clockwise(v, sides_[i].from, s->to, best->to)) best = s;
    return static_cast<std::size_t>(best - sides_.begin());
  }

  // Turning clockwise around v from the ray through u, does one come to p before q?
  bool earlier_clockwise(PointNumber v, PointNumber u, PointNumber p, PointNumber q) const {
    const auto half = [&](PointNumber w) { return 1 + turn(v, u, w); };  // 0: less than half a turn, 1: half, 2: more
    if (half(p) != half(q)) return half(p) < half(q);
    return turn(v, p, q) < 0;
  }

  int turn(PointNumber o, PointNumber p, PointNumber q) const {
    return sgn(kernel::formulas::orient2d(*points_.point[o], *points_.point[p], *points_.point[q]));
  }

  const CornerPoints& points_;
  std::vector<Side> sides_;  // ascending
  std::vector<bool> used_;
};

}  // namespace

std::vector<std::vector<std::array<mpq_class, 2>>> footprint_of(std::span<const Polygon* const> polygons) {
  const CornerPoints points = number_corners(polygons, 2);
  std::vector<std::vector<std::array<mpq_class, 2>>> out;
  for (const std::vector<PointNumber>& ring :
       Stitcher(points, outline_of(edges_by_line(polygons, points, 2))).rings()) {
    auto& coordinates = out.emplace_back();
    for (const PointNumber p : ring) coordinates.push_back({(*points.point[p])[0], (*points.point[p])[1]});
  }
  return out;
}

}  // namespace plumb::partition
