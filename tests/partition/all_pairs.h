// SPDX-License-Identifier: GPL-3.0-or-later
// Environments by comparing every polygon with every other (Saaltink, algorithm 1), in fractions, straight from the
// definitions.
#pragma once
#include <optional>
#include <set>

#include "plumb/partition/polygons.h"

namespace plumb::tests {

using kernel::ExactPoint;
using partition::Polygon;

/// Twice the area in plan.
inline mpq_class twice_area(const Polygon& p) {
  mpq_class sum;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const ExactPoint &a = p[i], &b = p[(i + 1) % p.size()];
    sum += a[0] * b[1] - b[0] * a[1];
  }
  return sum;
}

/// What of p lies over or under q: p clipped by the sides of q, one after the other.
inline mpq_class common_area(Polygon p, const Polygon& q) {
  for (std::size_t i = 0; i < q.size(); ++i) {
    const ExactPoint &a = q[i], &b = q[(i + 1) % q.size()];
    const auto height = [&](const ExactPoint& c) {
      return mpq_class((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    };
    Polygon kept;
    for (std::size_t k = 0; k < p.size(); ++k) {
      const ExactPoint &c = p[k], &d = p[(k + 1) % p.size()];
      const mpq_class hc = height(c), hd = height(d);
      if (hc >= 0) kept.push_back(c);
      if (sgn(hc) * sgn(hd) < 0) {
        const mpq_class t = hc / (hc - hd);
        kept.push_back({c[0] + t * (d[0] - c[0]), c[1] + t * (d[1] - c[1]), 0});
      }
    }
    p = kept;
  }
  return p.size() < 3 ? mpq_class() : twice_area(p);
}

class AllPairs {
 public:
  /// First node, second node, from, to: counter-clockwise around the first.
  using Arc = std::tuple<partition::NodeId, partition::NodeId, ExactPoint, ExactPoint>;

  explicit AllPairs(std::span<const Polygon> polygons) : polygons_(polygons), covered_(polygons.size()) {
    const partition::NodeId n = static_cast<partition::NodeId>(polygons.size());
    for (partition::NodeId i = 0; i < n; ++i)
      for (partition::NodeId k = i + 1; k < n; ++k) {
        if (common_area(polygons[i], polygons[k]) > 0) conflicts.push_back({i, k});
        add_arcs(i, k);
      }
    for (partition::NodeId i = 0; i < n; ++i) fully_connected.push_back(covered_[i] == perimeter(i));
  }

  std::vector<std::array<partition::NodeId, 2>> conflicts;
  std::multiset<Arc> arcs;
  std::vector<bool> fully_connected;
  std::size_t stopped_by_upper = 0, stopped_by_equal = 0;  ///< pieces that two polygons share and that are no arc

 private:
  // Lengths are measured along x, or y where x is constant: enough to compare sums over the same edges.
  static int axis(const ExactPoint& p, const ExactPoint& q) { return p[0] != q[0] ? 0 : 1; }
  static mpq_class length(const ExactPoint& p, const ExactPoint& q) { return abs(q[axis(p, q)] - p[axis(p, q)]); }
  mpq_class perimeter(std::size_t i) const {
    mpq_class sum;
    for (std::size_t k = 0; k < polygons_[i].size(); ++k)
      sum += length(polygons_[i][k], polygons_[i][(k + 1) % polygons_[i].size()]);
    return sum;
  }

  static bool on_line(const ExactPoint& p, const ExactPoint& q, const ExactPoint& r) {
    const mpq_class t = (r[axis(p, q)] - p[axis(p, q)]) / (q[axis(p, q)] - p[axis(p, q)]);
    for (int k = 0; k < 3; ++k)
      if (r[k] != p[k] + t * (q[k] - p[k])) return false;
    return true;
  }

  void add_arcs(partition::NodeId i, partition::NodeId k) {
    std::set<std::array<ExactPoint, 2>> pieces;
    for (std::size_t e = 0; e < polygons_[i].size(); ++e)
      for (std::size_t f = 0; f < polygons_[k].size(); ++f) add_pieces(i, e, k, f, pieces);
    // Joined where one ends and another goes on, straight.
    while (!pieces.empty()) {
      std::array<ExactPoint, 2> whole = *pieces.begin();
      pieces.erase(pieces.begin());
      for (bool grew = true; grew;) {
        grew = false;
        for (const auto& piece : pieces) {
          if (!on_line(whole[0], whole[1], piece[0]) || !on_line(whole[0], whole[1], piece[1])) continue;
          if (piece[0] == whole[1]) whole[1] = piece[1];
          else if (piece[1] == whole[0]) whole[0] = piece[0];
          else continue;
          pieces.erase(piece);
          grew = true;
          break;
        }
      }
      arcs.insert({i, k, whole[0], whole[1]});
    }
  }

  void add_pieces(partition::NodeId i, std::size_t e, partition::NodeId k, std::size_t f,
                  std::set<std::array<ExactPoint, 2>>& pieces) {
    const ExactPoint &p = polygons_[i][e], &q = polygons_[i][(e + 1) % polygons_[i].size()];
    const ExactPoint &r = polygons_[k][f], &s = polygons_[k][(f + 1) % polygons_[k].size()];
    if (!on_line(p, q, r) || !on_line(p, q, s)) return;
    const int x = axis(p, q);
    if ((q[x] > p[x]) == (s[x] > r[x])) return;
    const bool ascending = q[x] > p[x];
    const auto before = [&](const ExactPoint& a, const ExactPoint& b) { return ascending ? a[x] < b[x] : b[x] < a[x]; };
    const ExactPoint from = before(p, s) ? s : p, to = before(q, r) ? q : r;
    std::set<ExactPoint> cuts{from, to};
    for (const Polygon& polygon : polygons_)
      for (const ExactPoint& c : polygon)
        if (on_line(p, q, c) && before(from, c) && before(c, to)) cuts.insert(c);
    if (!before(from, to)) return;
    for (auto c = cuts.begin(); std::next(c) != cuts.end(); ++c) {
      const ExactPoint a = ascending ? *c : *std::next(c), b = ascending ? *std::next(c) : *c;
      if (!uppermost(i, e, a, b) || !uppermost(k, f, b, a)) continue;
      pieces.insert({a, b});
      covered_[i] += length(a, b);
      covered_[k] += length(a, b);
    }
  }

  // Is polygon i above all others that have a to b on their boundary, on the same side?
  bool uppermost(std::size_t i, std::size_t e, const ExactPoint& a, const ExactPoint& b) {
    const mpq_class own = height_beside(i, e, a, b);
    for (std::size_t k = 0; k < polygons_.size(); ++k)
      for (std::size_t f = 0; f < polygons_[k].size(); ++f) {
        if (k == i) continue;
        const ExactPoint &r = polygons_[k][f], &s = polygons_[k][(f + 1) % polygons_[k].size()];
        const int x = axis(a, b);
        if (!on_line(a, b, r) || !on_line(a, b, s) || (b[x] > a[x]) != (s[x] > r[x])) continue;
        if (std::min(r[x], s[x]) > std::min(a[x], b[x]) || std::max(r[x], s[x]) < std::max(a[x], b[x])) continue;
        const mpq_class other = height_beside(k, f, a, b);
        if (other == own) ++stopped_by_equal;
        if (other > own) ++stopped_by_upper;
        if (other >= own) return false;
      }
    return true;
  }

  // The height of the plane through edge e and the next corner off its line, on the left of a to b: where one comes
  // from the middle by a quarter of a turn.
  mpq_class height_beside(std::size_t i, std::size_t e, const ExactPoint& a, const ExactPoint& b) const {
    const Polygon& polygon = polygons_[i];
    for (std::size_t k = 2; k < polygon.size(); ++k) {
      const ExactPoint& c = polygon[(e + k) % polygon.size()];
      const mpq_class ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2], wx = c[0] - a[0], wy = c[1] - a[1],
                      wz = c[2] - a[2];
      const mpq_class d = ux * wy - uy * wx;
      if (d == 0) continue;
      const mpq_class x = ux / 2 - uy, y = uy / 2 + ux;
      return a[2] + (x * wy - y * wx) / d * uz + (ux * y - uy * x) / d * wz;
    }
    return 0;
  }

  std::span<const Polygon> polygons_;
  std::vector<mpq_class> covered_;
};

}  // namespace plumb::tests
