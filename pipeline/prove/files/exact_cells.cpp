// SPDX-License-Identifier: LGPL-3.0-or-later
// What the check of a rounded mesh asks about the exact navmesh, on a grid.
//
// make_grid() chooses the grid: with 2^28 steps to a power of two above the greatest coordinate of a wanted cell,
// relative to the mesh's origin, so that regions.h decides in integers. Points are rounded to it once, by less than a
// step, and everything after that is exact on these numbers; e has 16 steps or more, and what is found to be within e
// there is within e and two steps (docs/theory/files.md says so). make_cells() takes the convex hulls of the corners of
// facets and cells, which are these but for less than a step, and a tree of boxes around facets. make_portals() lists
// portals by cell.
//
// border() is a cell's sides without the ways to cells that have polygons, and the ends of these ways. A side and a way
// that lies along it are rounded apart, by two steps at most, and a way may lie along two sides that were one; so a way
// takes from each side that runs as it does what is within three steps of it.
//
// Cost: n log n for n corners; a border is the product of the cell's sides and ways. Memory: linear.
#include <algorithm>
#include <cmath>

#include "files/rounded_check.h"

namespace plumb::checker {
namespace {

constexpr int grid_bits = 28, text_bits = 21;  // steps of the grid; e of binary32, from the greatest coordinate

// Counter-clockwise, without straight corners; of two or one where all lie on a line.
std::vector<GridPlace> hull(std::vector<GridPlace> points) {
  const auto order = [](const GridPlace& p, const GridPlace& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; };
  std::ranges::sort(points, order);
  const auto same = [](const GridPlace& p, const GridPlace& q) { return p.x == q.x && p.y == q.y; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  std::vector<GridPlace> out;
  for (int half = 0; half < 2 && points.size() > 1; ++half) {
    const std::size_t first = out.size();
    for (const GridPlace& p : points) {
      while (out.size() > first + 1 && cross(out[out.size() - 2], out.back(), p) <= 0) out.pop_back();
      out.push_back(p);
    }
    out.pop_back();
    std::ranges::reverse(points);
  }
  return out.empty() ? points : out;
}

}  // namespace

std::int64_t RoundedCheck::steps(double at) const {
  constexpr double most = 1LL << 40;  // what is as far is nowhere near
  return std::llround(std::clamp(at / step_, -most, most));
}

void RoundedCheck::make_grid() {
  for (const NavMesh::Cell& c : exact_.cells) {
    const Index number = static_cast<Index>(label_.size());
    const auto state = exact_.states.find(number);
    const int stance = state != exact_.states.end() && state->second.blocked_by != 0 ? 0 : c.stance;
    label_.push_back(stance < mesh_.lowest ? unwanted : std::min(stance, mesh_.highest));
  }
  const bool moved = mesh_.origin != std::array<double, 3>{};
  for (const NavMesh::Point& p : exact_.points) {
    auto& at = near_.emplace_back();
    const double w = p.w.truncated();
    for (std::size_t k = 0; k < 3; ++k) {
      const Integer& v = k == 0 ? p.x : k == 1 ? p.y : p.z;
      at[k] = v.truncated() / w;
      if (moved || !std::isfinite(at[k])) at[k] = Fraction(quotient(v, p.w) - Fraction(mesh_.origin[k])).get_d();
    }
  }
  double greatest = 0;
  for (std::size_t c = 0; c < label_.size(); ++c)
    if (label_[c] != unwanted)
      for (const NavMesh::Facet& f : exact_.of(exact_.cells[c]))
        for (const Index p : exact_.ring(f))
          for (const double v : near_[p]) greatest = std::max(greatest, std::fabs(v));
  if (!(greatest > 0 && std::isfinite(greatest))) greatest = 1;
  const int power = std::ilogb(greatest) + 1;
  step_ = std::ldexp(1, std::max(power, -900) - grid_bits);
  e_ = static_cast<std::int64_t>(std::ldexp(greatest, -text_bits) / step_);
  if (mesh_.names_neighbours) e_ = steps(2 * mesh_.grid);
  else if (mesh_.grid > 0 && mesh_.grid < std::ldexp(greatest, 3 - text_bits)) e_ = std::max(e_, steps(4 * mesh_.grid));
  high_ = std::max(e_, steps(exact_.stances[0].height.get_d() / 4));
  facts_.within = static_cast<double>(e_ + 2) * step_;
  for (const auto& v : near_) points_.push_back({steps(v[0]), steps(v[1]), steps(v[2])});
}

void RoundedCheck::make_cells() {
  std::vector<Box> boxes;
  cell_of_facet_.assign(exact_.facets.size(), none);
  for (Index c = 0; c < label_.size(); ++c) {
    if (label_[c] != unwanted) {
      std::vector<GridPlace> corners;
      const auto facets = exact_.of(exact_.cells[c]);
      for (const NavMesh::Facet& f : facets) {
        const std::size_t first = corners.size();
        Box box{{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
        for (const Index p : exact_.ring(f)) {
          const GridPlace& at = points_[p];
          corners.push_back(at);
          const double x = static_cast<double>(at.x), y = static_cast<double>(at.y), z = static_cast<double>(at.z);
          box.grow({{x, y, z}, {x, y, z}});
        }
        boxes.push_back(box);
        wanted_facets_.push_back(static_cast<Index>(&f - exact_.facets.data()));
        cell_of_facet_[wanted_facets_.back()] = c;
        for (const GridPlace& p : hull({corners.begin() + static_cast<std::ptrdiff_t>(first), corners.end()}))
          facet_rings_.all.push_back(p);
        facet_rings_.end();
      }
      for (const GridPlace& p : hull(std::move(corners))) rings_.all.push_back(p);
    }
    rings_.end();
  }
  tree_.emplace(std::move(boxes));
  slopes_.resize(wanted_facets_.size());
}

bool RoundedCheck::is_way(const NavMesh::Portal& p) const {
  return p.kind == NavMesh::Kind::flush && p.stance >= std::min(label_[p.a], label_[p.b]);
}

void RoundedCheck::make_portals() {
  std::vector<std::vector<PortalSide>> ways(label_.size()), soft(label_.size());
  for (Index i = 0; i < exact_.portals.size(); ++i) {
    const NavMesh::Portal& p = exact_.portals[i];
    if (label_[p.a] == unwanted || label_[p.b] == unwanted) continue;
    if (p.kind == NavMesh::Kind::flush && !is_way(p)) continue;
    auto& lists = p.kind == NavMesh::Kind::flush ? ways : soft;
    lists[p.a].push_back({i, false});
    lists[p.b].push_back({i, true});
  }
  for (std::size_t c = 0; c < label_.size(); ++c) {
    ways_.all.insert(ways_.all.end(), ways[c].begin(), ways[c].end());
    ways_.end();
    soft_.all.insert(soft_.all.end(), soft[c].begin(), soft[c].end());
    soft_.end();
  }
}

// Counter-clockwise around its cell.
GridSegment RoundedCheck::stretch(const PortalSide& side) const {
  const NavMesh::Portal& p = exact_.portals[side.portal];
  return side.of_b ? GridSegment{points_[p.on_b[1]], points_[p.on_b[0]]}
                   : GridSegment{points_[p.on_a[0]], points_[p.on_a[1]]};
}

Index RoundedCheck::beyond(const PortalSide& side) const {
  const NavMesh::Portal& p = exact_.portals[side.portal];
  return side.of_b ? p.a : p.b;
}

std::vector<GridSegment> RoundedCheck::border(Index cell) {
  const auto ring = rings_[cell];
  std::vector<GridSegment> ways, out;
  for (const PortalSide& w : ways_[cell])
    if (has_polygon_[beyond(w)]) ways.push_back(stretch(w));
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const GridSegment side{ring[i], ring[(i + 1) % ring.size()]};
    std::vector<Part> taken;
    for (const GridSegment& w : ways) {
      const std::int64_t along =
          (side[1].x - side[0].x) * (w[1].x - w[0].x) + (side[1].y - side[0].y) * (w[1].y - w[0].y);
      if (along <= 0) continue;
      if (const auto found = part(around(w, 3), side)) taken.push_back(*found);
    }
    const std::vector<GridSegment> left = without(std::move(taken), side);
    out.insert(out.end(), left.begin(), left.end());
  }
  for (const GridSegment& w : ways)
    for (const GridPlace& end : w) out.push_back({end, end});
  return out;
}

// Whether a place is within e of a wanted facet in plan, and within high of it in height.
bool RoundedCheck::is_near(Index wanted, const GridPlace& p) {
  const NavMesh::Facet& facet = exact_.facets[wanted_facets_[wanted]];
  const auto ring = facet_rings_[wanted];
  for (std::size_t i = 0; i < ring.size(); ++i)
    if (left_of(ring[i], ring[(i + 1) % ring.size()], e_).at(p) < 0) return false;
  GridPlace low = points_[exact_.ring(facet)[0]], high = low;
  for (const Index corner : exact_.ring(facet)) {
    const GridPlace& q = points_[corner];
    if (std::abs(q.x - p.x) <= e_ && std::abs(q.y - p.y) <= e_ && std::abs(q.z - p.z) <= high_) return true;
    low = {std::min(low.x, q.x), std::min(low.y, q.y), std::min(low.z, q.z)};
    high = {std::max(high.x, q.x), std::max(high.y, q.y), std::max(high.z, q.z)};
  }
  if (p.x < low.x - e_ || p.x > high.x + e_ || p.y < low.y - e_ || p.y > high.y + e_) return false;
  if (p.z < low.z - high_ || p.z > high.z + high_) return false;
  return high.z - low.z <= high_ || is_high_as(wanted, p);
}

// Of a facet that is higher than `high`: whether the height is within that of one that its plane has within e of the
// place. The slopes along both axes are exact but for 2^-30, and so the height but for two steps.
bool RoundedCheck::is_high_as(Index wanted, const GridPlace& p) {
  constexpr int bits = 30;
  constexpr std::int64_t steepest = std::int64_t{1} << (2 * bits);
  const auto ring = exact_.ring(exact_.facets[wanted_facets_[wanted]]);
  auto& slope = slopes_[wanted];
  if (!slope) {
    const auto at = [&](Index point) {
      const NavMesh::Point& v = exact_.points[point];
      return std::array{quotient(v.x, v.w), quotient(v.y, v.w), quotient(v.z, v.w)};
    };
    const std::array<Fraction, 3> o = at(ring[0]);
    std::array<std::array<Fraction, 3>, 2> d;  // from there to two corners
    Fraction area = 0;
    for (std::size_t i = 1; i + 1 < ring.size() && sgn(area) == 0; ++i) {
      for (std::size_t n = 0; n < 2; ++n) {
        d[n] = at(ring[i + n]);
        for (std::size_t k = 0; k < 3; ++k) d[n][k] -= o[k];
      }
      area = d[0][0] * d[1][1] - d[1][0] * d[0][1];
    }
    slope.emplace();
    for (std::size_t k = 0; k < 2 && sgn(area) != 0; ++k) {
      Fraction v = (d[0][2] * d[1][1 - k] - d[1][2] * d[0][1 - k]) / area * (k == 0 ? 1 : -1);
      mpq_mul_2exp(v.get_mpq_t(), v.get_mpq_t(), bits);
      const mpz_class whole = v.get_num() / v.get_den();
      (*slope)[k] = mpz_sizeinbase(whole.get_mpz_t(), 2) <= 2 * bits ? whole.get_si() : steepest;
    }
  }
  const auto& [x, y] = *slope;
  const std::int64_t steep = std::abs(x) + std::abs(y);
  if (steep >= steepest) return true;  // every height that it has is one within e
  const GridPlace& o = points_[ring[0]];
  const Wide off = (static_cast<Wide>(o.z - p.z) << bits) + static_cast<Wide>(x) * (p.x - o.x) +
                   static_cast<Wide>(y) * (p.y - o.y),
             most = (static_cast<Wide>(high_ + 2) << bits) + static_cast<Wide>(e_ + 1) * steep;
  return -most <= off && off <= most;
}

}  // namespace plumb::checker
