// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh as plain arrays.
//
// Problem. An engine wants polygons, neighbours and links by numbers, while rounding and cutting leave a cell of the
// navmesh as one polygon, as several, or as none.
// 1. beyond_reach() refuses what binary32 does not reach.
// 2. conform() makes the polygons of one stance, z up. Their vertices are turned to the axes of the input.
// 3. add_links() takes each step and weld that the stance may use. The portal's stretch is divided where a corner of
//    the polygons of its cells lies along it (shares_of), and each part leads from the polygon that is nearest to its
//    middle on one side to that on the other (nearest_to).
// Cost. That of conform(), and for each portal the corners of the polygons of its two cells.
// Exactness. What conform() guarantees of polygons and neighbours. Links are placed by doubles.
// Source. Ours.
#include "plumb/pipeline/float_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {
namespace {

using Position = std::array<double, 3>;
using PositionPair = std::array<Position, 2>;
using kernel::formulas::dot2d;

// Parts of a portal that are shorter, as shares of it, are no links of their own.
constexpr double shortest_part = 1.0 / 4096;

// z up to the axes of the input, as to_input_frame() turns exact points.
template <class Number>
std::array<Number, 3> turned(const std::array<Number, 3>& p, UpAxis up) {
  if (up == UpAxis::z) return p;
  return {p[0], p[2], p[1] == 0 ? Number(0) : -p[1]};
}

Position between(const PositionPair& s, double share) {
  Position out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = s[0][k] + share * (s[1][k] - s[0][k]);
  return out;
}

// In plan, from a place to the nearest point of the way from p to q, and the share of that point.
struct Foot {
  double squared_distance, share;
};
template <class From, class To>
Foot foot_on(const Position& at, const From& p, const To& q) {
  const double x = q[0] - p[0], y = q[1] - p[1], squared_length = dot2d(x, y, x, y);
  const double along = dot2d(at[0] - p[0], at[1] - p[1], x, y);
  const double share = squared_length > 0 ? std::clamp(along / squared_length, 0.0, 1.0) : 0;
  const double off_x = at[0] - p[0] - share * x, off_y = at[1] - p[1] - share * y;
  return {dot2d(off_x, off_y, off_x, off_y), share};
}

class LinkMaker {
 public:
  LinkMaker(DerivedMesh& derived, const ConformingMesh& conforming, kernel::Label stance, FloatMesh& out)
      : mesh_(derived.mesh()), points_(derived.doubles()), conforming_(conforming), stance_(stance), out_(out) {
    polygons_of_.resize(mesh_.cells.size());
    for (std::uint32_t p = 0; p < conforming.polygons.size(); ++p)
      polygons_of_[conforming.polygons[p].cell].push_back(p);
  }

  void add_links() {
    for (const NavMesh::Portal& portal : mesh_.portals)
      if (portal.kind != PortalKind::flush && portal.stance >= stance_) add(portal);
    std::ranges::stable_sort(out_.links, {}, [](const FloatMesh::Link& l) { return std::tuple(l.a, l.b); });
  }

 private:
  Position vertex(std::uint32_t v) const {
    Position out;
    for (std::size_t k = 0; k < 3; ++k)
      out[k] = static_cast<double>(conforming_.vertices[v][k]) + conforming_.origin[k];
    return out;
  }
  PositionPair segment(const std::array<NavMesh::PointIndex, 2>& ends) const {
    return {points_[ends[0]], points_[ends[1]]};
  }

  // The polygon of a cell whose boundary is nearest to a place; none if none is left.
  std::optional<std::uint32_t> nearest_to(const Position& at, NavMesh::CellIndex cell) const {
    std::optional<std::uint32_t> nearest;
    double least = HUGE_VAL;
    for (const std::uint32_t p : polygons_of_[cell]) {
      const auto ring = conforming_.ring(p);
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const double d = foot_on(at, vertex(ring[i]), vertex(ring[i + 1 == ring.size() ? 0 : i + 1])).squared_distance;
        if (d < least) least = d, nearest = p;
      }
    }
    return nearest;
  }

  // Adds where corners of several polygons of a cell lie along a stretch of its boundary, as shares of the stretch.
  void add_shares(const PositionPair& s, NavMesh::CellIndex cell, std::vector<double>& shares) const {
    if (polygons_of_[cell].size() < 2) return;
    const double near = shortest_part * kernel::hypotenuse(s[1][0] - s[0][0], s[1][1] - s[0][1]);
    for (const std::uint32_t p : polygons_of_[cell])
      for (const std::uint32_t v : conforming_.ring(p)) {
        const Foot foot = foot_on(vertex(v), s[0], s[1]);
        if (foot.squared_distance <= near * near) shares.push_back(foot.share);
      }
  }

  // Where the stretch of a portal is divided, ascending from 0 to 1.
  std::vector<double> shares_of(const NavMesh::Portal& portal, const PositionPair& on_a,
                                const PositionPair& on_b) const {
    std::vector<double> found, out{0};
    add_shares(on_a, portal.a, found);
    add_shares(on_b, portal.b, found);
    std::ranges::sort(found);
    for (const double share : found)
      if (share - out.back() >= shortest_part && 1 - share >= shortest_part) out.push_back(share);
    out.push_back(1);
    return out;
  }

  void add(const NavMesh::Portal& portal) {
    const PositionPair on_a = segment(portal.on_a), on_b = segment(portal.on_b);
    const std::vector<double> shares = shares_of(portal, on_a, on_b);
    const std::size_t first = out_.links.size();
    for (std::size_t i = 1; i < shares.size(); ++i) {
      const double middle = (shares[i - 1] + shares[i]) / 2;
      const auto a = nearest_to(between(on_a, middle), portal.a), b = nearest_to(between(on_b, middle), portal.b);
      if (!a || !b) {
        ++out_.lost_links;
        continue;
      }
      const auto end_a = rounded(between(on_a, shares[i])), end_b = rounded(between(on_b, shares[i]));
      if (out_.links.size() > first && out_.links.back().a == *a && out_.links.back().b == *b) {
        out_.links.back().on_a[1] = end_a;
        out_.links.back().on_b[1] = end_b;
        continue;
      }
      out_.links.push_back({*a,
                            *b,
                            portal.kind,
                            portal.stance,
                            {rounded(between(on_a, shares[i - 1])), end_a},
                            {rounded(between(on_b, shares[i - 1])), end_b}});
    }
  }
  std::array<float, 3> rounded(const Position& p) const {
    const Position to = turned(p, mesh_.info.up);
    std::array<float, 3> out;
    for (std::size_t k = 0; k < 3; ++k) out[k] = static_cast<float>(to[k] - out_.origin[k]);
    return out;
  }

  const NavMesh& mesh_;
  const std::vector<Position>& points_;  // z up
  const ConformingMesh& conforming_;
  const kernel::Label stance_;
  FloatMesh& out_;
  std::vector<std::vector<std::uint32_t>> polygons_of_;  // by cell
};

// Why the points cannot be told in binary32 as seen from an origin, z up.
std::optional<Error> beyond_reach(DerivedMesh& derived, const std::array<double, 3>& origin) {
  for (const double v : origin)
    if (!std::isfinite(v)) return bad_option("the origin is not finite; give three numbers");
  if (derived.mesh().points.empty()) return std::nullopt;
  for (std::size_t k = 0; k < 3; ++k) {
    const DerivedMesh::Extent& e = derived.extent()[k];
    if (std::max(std::fabs(e.low - origin[k]), std::fabs(e.high - origin[k])) >= std::numeric_limits<float>::max())
      return Error{ErrorCode::too_large,
                   "the level reaches farther from the origin than binary32, 3.4e38; scale it, or give another origin",
                   "", 0};
  }
  return std::nullopt;
}

double area_of(const ConformingMesh& mesh, std::size_t polygon) {
  const auto ring = mesh.ring(polygon);
  return kernel::formulas::doubled_area<double>(ring.size(),
                                                [&](std::size_t i) {
                                                  const auto& v = mesh.vertices[ring[i]];
                                                  return std::array<double, 2>{v[0], v[1]};
                                                }) /
         2;
}

}  // namespace

Result<FloatMesh> float_mesh(DerivedMesh& derived, const FloatMeshSettings& settings) {
  if (settings.most_corners < 3)
    return bad_option("most_corners '" + std::to_string(settings.most_corners) + "' is fewer than 3; give 3 or more");
  if (auto error = no_such_stance(derived.mesh().info, settings.stance)) return *error;
  const UpAxis up = derived.mesh().info.up;
  const std::array<double, 3>& origin = settings.origin;
  ConformOptions options{.wanted = {.lowest = settings.stance, .highest = settings.stance},
                         .most_corners = settings.most_corners,
                         .threads = settings.threads};
  options.grid.origin = up == UpAxis::z ? origin : std::array{origin[0], -origin[2], origin[1]};
  if (auto error = beyond_reach(derived, options.grid.origin)) return *error;
  const ConformingMesh conforming = conform(derived, options);
  FloatMesh out;
  out.origin = origin;
  std::vector<std::uint32_t> number(conforming.vertices.size(), FloatMesh::none);  // used vertices alone
  out.offsets.push_back(0);
  for (std::size_t p = 0; p < conforming.polygons.size(); ++p) {
    for (const ConformingMesh::VertexIndex v : conforming.ring(p)) {
      if (number[v] == FloatMesh::none) {
        number[v] = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(turned(conforming.vertices[v], up));
      }
      out.corners.push_back(number[v]);
    }
    out.offsets.push_back(static_cast<std::uint32_t>(out.corners.size()));
    out.cells.push_back(conforming.polygons[p].cell);
    out.stances.push_back(derived.mesh().cells[out.cells.back()].open_to());
    out.areas.push_back(area_of(conforming, p));
  }
  out.neighbours = conforming.neighbours;
  LinkMaker(derived, conforming, settings.stance, out).add_links();
  return out;
}

}  // namespace plumb::pipeline
