// SPDX-License-Identifier: LGPL-3.0-or-later
// Regions of the plan: point location, areas, and boolean operations on polygons with holes by a binary space
// partition, in convex cells all of whose edges lie on lines of the input.
//
// RegionLocator counts the edges to the right of a point. combine() and convex_cells() partition:
// 1. table_of() brings all corners to integers over one denominator, and adds a box around both regions.
// 2. start() makes a line for every edge, and one Part, the box, with all edges as Stretches.
// 3. cut(), from part to part: line_to_cut() tries a few of the part's edges and takes the line for which the larger
//    side gets the fewest edges and the fewest edges are split. The cell and the edges are split along it, until no
//    edge runs through a part (Fuchs, Kedem & Naylor 1980).
// 4. wanted() then asks for one point within the part whether it is inside of each region, which is the same for all
//    its points.
// 5. join_alike() undoes cuts whose two sides are alike, from the last cut to the first; cells() joins what is wanted
//    (CellJoiner) where the union of cells is convex.
//
// Cost: n edges take n log n to n^2 cuts, depending on how they lie; each final part takes a point location in each
// region, linear in its edges. Memory: the parts of all levels. No recursion.
// Exact: cuts by the ladder of ImplicitPlan, point location by intervals and then fractions. The choice of lines
// affects the number of cells alone. Integers are as long as the common denominator of all corners makes them.
// Source: Fuchs, Kedem & Naylor (1980), On visible surface generation by a priori tree structures.
#include "plumb/kernel/plan_region.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/conforming_rings.h"
#include "plumb/kernel/convex_pieces.h"
#include "plumb/kernel/formulas.h"

namespace plumb::kernel {

RegionLocator::RegionLocator(const PlanRegion& region) {
  for (const PlanRing& ring : region.rings) {
    const std::size_t first = corners_.size(), n = ring.size();
    corners_.insert(corners_.end(), ring.begin(), ring.end());
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t p = first + i, q = first + (i + 1 == n ? 0 : i + 1);
      const int by_y = cmp(corners_[p][1], corners_[q][1]),
                order = by_y != 0 ? by_y : cmp(corners_[p][0], corners_[q][0]);
      if (order != 0) edges_.push_back(order < 0 ? Edge{p, q} : Edge{q, p});
    }
  }
  near_.reserve(corners_.size());
  for (const PlanPoint& p : corners_) near_.push_back({interval_of(p[0]), interval_of(p[1])});
}

// The point moved a little to the right and, by far less, up is inside if an odd number of edges lie to its right.
// Edges through the point itself are not counted. They leave the point as rays, and the point is on the boundary if an
// odd number of rays have one direction.
Location RegionLocator::operator()(const PlanPoint& point) const {
  const PlanRef p(point);
  const auto corner = [&](std::size_t i) { return PlanRef(corners_[i], near_[i][0], near_[i][1]); };
  const auto by_y = [](const PlanRef& a, const PlanRef& b) { return compare_y(a, b); };
  const auto by_x = [](const PlanRef& a, const PlanRef& b) { return compare_x(a, b); };
  bool inside = false;
  struct Ray {
    const Edge* along;
    bool up;
  };
  std::vector<Ray> rays;
  for (const Edge& e : edges_) {
    const PlanRef lower = corner(e.lower), upper = corner(e.upper);
    const int from_lower = by_y(p, lower);
    if (from_lower < 0) continue;
    const int from_upper = by_y(p, upper);
    if (from_upper > 0) continue;
    const Sign side = orientation(lower, upper, p);
    if (side > 0) inside ^= from_upper < 0;
    if (side != 0) continue;
    const int after = from_lower != 0 ? from_lower : by_x(p, lower),
              before = from_upper != 0 ? from_upper : by_x(p, upper);
    if (after < 0 || before > 0) continue;  // beyond a level edge
    if (before != 0) rays.push_back({&e, true});
    if (after != 0) rays.push_back({&e, false});
  }
  const auto one_way = [&](const Ray& r, const Ray& s) {
    return r.up == s.up && orientation_of_vectors(corner(r.along->lower), corner(r.along->upper),
                                                  corner(s.along->lower), corner(s.along->upper)) == 0;
  };
  for (const Ray& r : rays)
    if (std::ranges::count_if(rays, [&](const Ray& s) { return one_way(r, s); }) % 2 != 0) return Location::boundary;
  return inside ? Location::inside : Location::outside;
}

mpq_class signed_area(const PlanRing& ring) {
  // In integers: fractions would be reduced at every step.
  mpz_class unit[2] = {1, 1};
  for (const PlanPoint& p : ring)
    for (std::size_t k = 0; k < 2; ++k)
      if (!mpz_divisible_p(unit[k].get_mpz_t(), p[k].get_den_mpz_t())) unit[k] = lcm(unit[k], p[k].get_den());
  std::vector<std::array<mpz_class, 2>> scaled(ring.size());
  for (std::size_t i = 0; i < ring.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k) {
      const mpq_class& v = ring[i][k];
      mpz_class& to = scaled[i][k];
      if (v.get_den() == unit[k]) {
        to = v.get_num();
        continue;
      }
      mpz_divexact(to.get_mpz_t(), unit[k].get_mpz_t(), v.get_den_mpz_t());
      to *= v.get_num();
    }
  mpq_class out(formulas::doubled_area<mpz_class>(
                    ring.size(), [&](std::size_t i) -> const auto& { return scaled[i]; }),
                2 * unit[0] * unit[1]);
  out.canonicalize();
  return out;
}

namespace {

using Pieces = ConvexPieces<const NumberedPlaces>;
using Id = Pieces::Id;

constexpr std::uint32_t no_id = 0xffffffffu;
constexpr std::size_t tried = 5;  // so many edges are tried to find the line to cut along

// The corners of all rings as points over one denominator, followed by the four corners of a box around them.
PointTable table_of(const std::vector<const PlanRegion*>& regions) {
  mpz_class denominator = 1;
  for (const PlanRegion* region : regions)
    for (const PlanRing& ring : region->rings)
      for (const PlanPoint& p : ring)
        for (const mpq_class& v : p) denominator = lcm(denominator, v.get_den());
  std::vector<mpz_class> xyz;
  mpz_class low[2], high[2];
  for (const PlanRegion* region : regions)
    for (const PlanRing& ring : region->rings)
      for (const PlanPoint& p : ring) {
        for (int k = 0; k < 2; ++k) {
          const mpz_class v = p[k].get_num() * (denominator / p[k].get_den());
          if (xyz.size() < 3 || v < low[k]) low[k] = v;
          if (xyz.size() < 3 || v > high[k]) high[k] = v;
          xyz.push_back(v);
        }
        xyz.push_back(0);
      }
  const mpz_class corners[4][2] = {
      {low[0] - 1, low[1] - 1}, {low[0] - 1, high[1] + 1}, {high[0] + 1, high[1] + 1}, {high[0] + 1, low[1] - 1}};
  for (const auto& c : corners) xyz.insert(xyz.end(), {c[0], c[1], 0});
  return PointTable::from_integers(std::move(xyz), denominator);
}

// Joins convex cells whose interiors do not meet, over what they have in common of a line.
class CellJoiner {
 public:
  using Side = ConformingRings::Side;
  // A cell, clockwise.
  void add(std::vector<Side> cell);
  // Counter-clockwise, each from its lowest corner on, without straight corners.
  std::vector<PlanRing> joined();

 private:
  ConformingRings cells_;
};

void CellJoiner::add(std::vector<Side> cell) {
  // From its lowest corner: where it was begun shall leave no trace.
  std::rotate(cell.begin(), std::ranges::min_element(cell, {}, &Side::end), cell.end());
  cells_.add(std::move(cell));
}

std::vector<PlanRing> CellJoiner::joined() {
  const NumberedPlaces places(cells_.points());
  Pieces pieces(places);
  std::vector<std::uint32_t> ring;
  for (const auto& cell : cells_.conforming()) {
    ring.clear();
    for (const ConformingRings::Corner& c : cell) ring.push_back(c.point);
    pieces.add_face(ring);
  }
  pieces.glue_all();

  // Long cuts go first: that leaves fewer cells and rounder ones.
  std::vector<Id> cuts;
  pieces.find_inner(cuts);
  std::vector<std::pair<mpq_class, Id>> by_length;
  for (const Id e : cuts) by_length.emplace_back(-places.squared_length(pieces[e].from, pieces.to(e)), e);
  std::ranges::sort(by_length);
  std::ranges::transform(by_length, cuts.begin(), &std::pair<mpq_class, Id>::second);
  remove_cuts(pieces, std::span<const Id>(cuts));

  std::vector<PlanRing> out;
  std::vector<bool> done(pieces.size());
  for (Id first = 0; first < pieces.size(); ++first) {
    if (!pieces.alive(first) || done[first]) continue;
    PlanRing ring;
    for (Id e = first; !done[e]; e = pieces[e].prev) {  // counter-clockwise
      done[e] = true;
      const std::uint32_t v = pieces[e].from;
      if (places.side(pieces[pieces[e].prev].from, v, pieces.to(e)) != 0) ring.push_back(cells_.point(v));
    }
    std::rotate(ring.begin(), std::ranges::min_element(ring), ring.end());
    out.push_back(std::move(ring));
  }
  return out;
}

class RegionPartition {
 public:
  RegionPartition(const PlanRegion& a, const PlanRegion* b, BooleanOperation operation)
      : regions_(b ? std::vector{&a, b} : std::vector{&a}),
        operation_(operation),
        points_(table_of(regions_)),
        plan_(points_, 0) {
    for (const PlanRegion* region : regions_) locators_.emplace_back(*region);
  }

  std::vector<PlanRing> run() {
    start();
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i].edges.empty()) parts_[i].wanted = wanted(parts_[i].cell);
      else cut(i);
    }
    join_alike();
    return cells();
  }

 private:
  // A stretch of an input edge.
  struct Stretch {
    LineId line;
    VertexId from, to;
  };
  // A convex part of the box: an inner node, which is cut in two further parts, or a leaf.
  struct Part {
    ConvexCell cell;
    std::vector<Stretch> edges;   // that run through it
    std::uint32_t parts = no_id;  // the first of its two parts, which are neighbours; none in a leaf
    bool wanted = false;          // in a leaf: whether it belongs to the result
  };

  void start() {
    Part box;
    PointId next = 0;
    for (const PlanRegion* region : regions_)
      for (const PlanRing& ring : region->rings) {
        const auto n = static_cast<PointId>(ring.size());
        for (PointId i = 0; i < n; ++i) {
          const PointId p = next + i, q = next + (i + 1 == n ? 0 : i + 1);
          if (ring[i] == ring[i + 1 == n ? 0 : i + 1]) continue;
          const LineId line = plan_.edge(p, q, {edge_kind, false, p, 0});
          box.edges.push_back({line, plan_.vertex_on(p, line), plan_.vertex_on(q, line)});
        }
        next += n;
      }
    const PointId corners[] = {next, next + 1, next + 2, next + 3};
    box.cell = make_cell(plan_, 0, corners);
    parts_.push_back(std::move(box));
  }

  // The cost of a line: the edges on the larger side, and those on both sides together.
  std::size_t cost(const std::vector<Stretch>& edges, LineId line) const {
    std::size_t inside = 0, outside = 0;
    for (const Stretch& e : edges) {
      const Sign s = plan_.side(e.from, line), t = plan_.side(e.to, line);
      inside += s == Sign::positive || t == Sign::positive;
      outside += s == Sign::negative || t == Sign::negative;
    }
    return std::max(inside, outside) + (inside + outside);
  }
  LineId line_to_cut(const std::vector<Stretch>& edges) const {
    LineId best = no_line;
    std::size_t least = 0;
    for (std::size_t k = 0; k < std::min(tried, edges.size()); ++k) {
      const LineId line = edges[k * edges.size() / std::min(tried, edges.size())].line;
      const std::size_t c = edges.size() == 1 ? 0 : cost(edges, line);
      if (best == no_line || c < least) best = line, least = c;
    }
    return best;
  }

  void cut(std::uint32_t i) {
    const std::vector<Stretch> edges = std::move(parts_[i].edges);
    const LineId line = line_to_cut(edges);
    Part sides_of[2];
    for (const Stretch& e : edges) {
      const Sign s = plan_.side(e.from, line), t = plan_.side(e.to, line);
      if (s != Sign::negative && t != Sign::negative) {
        if (s != t || s == Sign::positive) sides_of[0].edges.push_back(e);
      } else if (s != Sign::positive && t != Sign::positive) {
        sides_of[1].edges.push_back(e);
      } else {
        const bool right = plan_.turn(e.line, line) == Sign::negative;
        const VertexId meet = plan_.vertex(e.line, right ? line : reversed(line));
        const Stretch first{e.line, e.from, meet}, second{e.line, meet, e.to};
        sides_of[s == Sign::negative].edges.push_back(first);
        sides_of[t == Sign::negative].edges.push_back(second);
      }
    }
    const Signs signs = sides(plan_, parts_[i].cell, line);
    assert(std::ranges::count(signs, Sign::positive) > 0 && std::ranges::count(signs, Sign::negative) > 0);
    SplitCell halves = split(plan_, parts_[i].cell, line, {signs.data(), signs.size()});
    sides_of[0].cell = std::move(halves.inside);
    sides_of[1].cell = std::move(halves.outside);
    parts_[i].parts = static_cast<std::uint32_t>(parts_.size());
    for (Part& p : sides_of) parts_.push_back(std::move(p));
  }

  PlanPoint place(VertexId v) const {
    PlanPoint p = exact_point(plan_, v);
    for (int k = 0; k < 2; ++k) p[k] = (p[k] + points_.exact(plan_.origin(), k)) / points_.denominator();
    return p;
  }

  // Whether a cell that no edge runs through belongs to the result.
  bool wanted(const ConvexCell& cell) const {
    PlanPoint middle = place(cell[0].vertex);
    for (std::size_t c = 1; c < 3; ++c) {
      const PlanPoint p = place(cell[c].vertex);
      for (int k = 0; k < 2; ++k) middle[k] += p[k];
    }
    for (mpq_class& v : middle) v /= 3;
    const auto in = [&](std::size_t r) { return locators_[r](middle) == Location::inside; };
    const bool a = in(0), b = locators_.size() > 1 && in(1);
    switch (operation_) {
      case BooleanOperation::unite: return a || b;
      case BooleanOperation::intersect: return a && b;
      case BooleanOperation::subtract: return a && !b;
      default: return a != b;
    }
  }

  // Undoes every cut whose two sides are both wanted as a whole, or both not.
  void join_alike() {
    for (std::size_t i = parts_.size(); i-- > 0;) {
      Part& p = parts_[i];
      if (p.parts == no_id) continue;
      const Part &first = parts_[p.parts], &second = parts_[p.parts + 1];
      if (first.parts != no_id || second.parts != no_id || first.wanted != second.wanted) continue;
      p.wanted = first.wanted;
      p.parts = no_id;
    }
  }

  // The wanted parts, in the order of cutting, joined where their union is convex.
  std::vector<PlanRing> cells() const {
    CellJoiner joiner;
    std::vector<std::uint32_t> stack{0};
    while (!stack.empty()) {
      const Part& p = parts_[stack.back()];
      stack.pop_back();
      if (p.parts != no_id) {
        stack.insert(stack.end(), {p.parts + 1, p.parts});
      } else if (p.wanted) {
        std::vector<CellJoiner::Side> cell;
        for (const Corner& c : p.cell) cell.push_back({place(c.vertex), plan_.representative(c.line) >> 1});
        joiner.add(std::move(cell));
      }
    }
    return joiner.joined();
  }

  const std::vector<const PlanRegion*> regions_;
  const BooleanOperation operation_;
  const PointTable points_;
  ImplicitPlan plan_;
  std::vector<RegionLocator> locators_;
  std::vector<Part> parts_;  // the two sides of a cut come after the part that was cut
};

bool has_corner(const PlanRegion& region) {
  return std::ranges::any_of(region.rings, [](const PlanRing& r) { return !r.empty(); });
}

}  // namespace

std::vector<PlanRing> combine(const PlanRegion& a, const PlanRegion& b, BooleanOperation operation) {
  if (!has_corner(a) && !has_corner(b)) return {};
  return RegionPartition(a, &b, operation).run();
}

std::vector<PlanRing> convex_cells(const PlanRegion& region) {
  if (!has_corner(region)) return {};
  return RegionPartition(region, nullptr, BooleanOperation::unite).run();
}

mpq_class area(const PlanRegion& region) {
  mpq_class sum = 0;
  for (const PlanRing& cell : convex_cells(region)) sum += signed_area(cell);
  return sum;
}

}  // namespace plumb::kernel
