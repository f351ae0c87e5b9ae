// SPDX-License-Identifier: LGPL-3.0-or-later
// Cuts a convex polygon by many convex areas, and the plan of lines in which one part of it is cut (LeafPlan).
//
// 1. Cutter::cut_part() asks of each area whose box overlaps that of a part how the two lie (convex_relation): areas
//    apart are left out, areas around the part are named and cut nothing.
// 2. cut_by() halves a part that more than few_areas areas cross, by an axis-parallel line at a median (split_part).
// 3. cut_leaf() cuts all other parts, one area after the other: decompose_traversable() splits each piece into what
//    lies within the area and convex pieces of the rest. AreaCuts says which of these are cut further.
// LeafPlan holds the lines of one such part: rings whose corners are multiples of 1 / unit as points of a table, others
// by their half-planes. It is used by CellSubdivision, too.
//
// Cost: n scattered areas about n log n; areas that all overlap as many pieces as they make.
// Exact: cells are cut by the ladder of ImplicitPlan, and all lines are those of the polygon, the areas and the splits,
// so numbers do not grow. Medians are doubles, which affects the number of pieces alone. Source: Budde & Kausch (2012),
// chapter 7, for the cutting; the rest is ours.
#include "plumb/kernel/cut_by_areas.h"

#include <algorithm>
#include <limits>

#include "leaf_plan.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/decompose.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/median_split.h"

namespace plumb::kernel {
namespace {

int bits(const mpz_class& v) { return static_cast<int>(mpz_sizeinbase(v.get_mpz_t(), 2)); }

}  // namespace

LeafPlan::LeafPlan(std::span<const PlanRing* const> rings, const mpz_class& unit) : rings_(rings), unit_(unit) {
  for (std::size_t k = 0; k < 2; ++k) {
    const auto by_axis = [k](const PlanPoint& p) -> const mpq_class& { return p[k]; };
    const mpq_class& least = (*std::ranges::min_element(*rings[0], {}, by_axis))[k];
    const mpz_class scaled = least.get_num() * unit_;
    mpz_fdiv_q(origin_[k].get_mpz_t(), scaled.get_mpz_t(), least.get_den_mpz_t());
  }
  std::size_t count = 1;
  first_.reserve(rings.size());
  for (const PlanRing* ring : rings) {
    const bool on_grid = ring && is_on_grid(*ring, unit_);
    first_.push_back(on_grid ? static_cast<PointId>(count) : no_point);
    if (on_grid) count += ring->size();
  }
  corners_.reserve(count);
  for (std::size_t i = 0; i < rings.size(); ++i)
    if (first_[i] != no_point)
      for (const PlanPoint& p : *rings[i]) corners_.push_back(&p);
  make_points();
  plan_.emplace(*points_, 0);
}

void LeafPlan::make_points() {
  mpz_class integer, from_origin;
  // Calls see(integer) for each coordinate. The corners are on the grid.
  const auto for_each = [&](const auto& see) {
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      for (std::size_t k = 0; k < 2; ++k) {
        if (i == 0) {
          see(origin_[k]);
          continue;
        }
        const mpq_class& v = (*corners_[i])[k];
        if (v.get_den() == unit_) {
          integer = v.get_num();
        } else {
          mpz_divexact(integer.get_mpz_t(), unit_.get_mpz_t(), v.get_den_mpz_t());
          integer *= v.get_num();
        }
        from_origin = integer - origin_[k];
        coordinate_bits_ = std::max(coordinate_bits_, bits(from_origin));
        see(integer);
      }
      see(zero_);
    }
  };
  std::vector<double> doubles;
  doubles.reserve(3 * corners_.size());
  bool are_doubles = true;
  for_each([&](const mpz_class& v) {
    are_doubles = are_doubles && bits(v) <= std::numeric_limits<double>::digits;
    if (are_doubles) doubles.push_back(v.get_d());
  });
  if (are_doubles) {
    points_.emplace(PointTable::from_scaled_doubles(std::move(doubles), unit_));
    return;
  }
  std::vector<mpz_class> integers;
  integers.reserve(3 * corners_.size());
  for_each([&](const mpz_class& v) { integers.push_back(v); });
  points_.emplace(PointTable::from_integers(std::move(integers), unit_));
}

ConvexCell LeafPlan::whole_cell(std::size_t place, PolygonId name, std::span<const HalfPlane> sides) {
  const PlanRing& ring = *rings_[place];
  const auto n = static_cast<std::uint32_t>(ring.size());
  if (first_[place] != no_point) {
    std::vector<PointId> corners;
    for (std::uint32_t i = n; i-- > 0;) corners.push_back(first_[place] + i);
    return make_cell(*plan_, name, corners);
  }
  std::vector<HalfPlane> made;
  if (sides.empty()) sides = made = sides_of(ring, unit_);
  std::vector<LineId> lines;
  for (std::uint32_t i = 0; i < n; ++i) lines.push_back(line(sides[i], {edge_kind, false, name, i}));
  ConvexCell out;
  for (std::uint32_t i = n; i-- > 0;)  // side i runs from corner i + 1 to corner i
    out.push_back({lines[i], plan_->vertex(lines[i], lines[i == 0 ? n - 1 : i - 1])});
  return out;
}

ConvexCell LeafPlan::cell(std::size_t place, PolygonId name, std::span<const HalfPlane> sides,
                          std::span<const HalfPlane> limits) {
  ConvexCell out = whole_cell(place, name, sides);
  auto number = static_cast<std::uint32_t>(rings_[place]->size());
  for (const HalfPlane& h : limits) {
    const LineId limit = line(h, {edge_kind, false, name, number++});
    const Signs signs = kernel::sides(*plan_, out, limit);
    const bool any_inside = std::ranges::find(signs, Sign::positive) != signs.end();
    if (!any_inside) return {};
    if (std::ranges::find(signs, Sign::negative) != signs.end())
      out = split(*plan_, out, limit, {signs.data(), signs.size()}).inside;
  }
  return out;
}

PlanRing LeafPlan::ring(const ConvexCell& cell) {
  PlanRing out;
  out.reserve(cell.size());
  for (std::size_t i = cell.size(); i-- > 0;) out.push_back(place(cell[i].vertex));
  return out;
}

SubdivisionPiece LeafPlan::piece(const ConvexCell& cell, std::vector<AreaId> areas) {
  SubdivisionPiece out{ring(cell), std::move(areas), {}};
  // Clockwise, a side ends where it starts the other way around.
  for (std::size_t i = cell.size(); i-- > 0;) out.lines.push_back(plan_->representative(cell[i].line) >> 1);
  const auto least = std::ranges::min_element(out.ring) - out.ring.begin();
  std::rotate(out.ring.begin(), out.ring.begin() + least, out.ring.end());
  std::rotate(out.lines.begin(), out.lines.begin() + least, out.lines.end());
  return out;
}

// Moves a half-plane's line so that it is relative to the origin. The line stays in lowest terms.
LineId LeafPlan::line(const HalfPlane& h, LineSource source) {
  Coefficients<mpz_class> out{h.a, h.b, h.c + h.a * origin_[0] + h.b * origin_[1]};
  normal_bits_ = std::max({normal_bits_, bits(out.a), bits(out.b)});
  offset_bits_ = std::max(offset_bits_, bits(out.c));
  return plan_->line(std::move(out), source);
}

const PlanPoint& LeafPlan::place(VertexId v) {
  if (const PointId p = plan_->point_of(v); p != no_point) return *corners_[p];
  const auto [at, is_new] = places_.try_emplace(v);
  if (is_new) {
    auto [x, y, w] = plan_->exact_vertex(v);
    mpz_class* const from_origin[2] = {&x, &y};
    for (std::size_t k = 0; k < 2; ++k) {
      mpz_addmul(from_origin[k]->get_mpz_t(), origin_[k].get_mpz_t(), w.get_mpz_t());
      mpz_swap(at->second[k].get_num_mpz_t(), from_origin[k]->get_mpz_t());
    }
    w *= unit_;
    at->second[0].get_den() = w;
    mpz_swap(at->second[1].get_den_mpz_t(), w.get_mpz_t());
    for (mpq_class& c : at->second) c.canonicalize();
  }
  return at->second;
}

namespace {

class Cutter {
 public:
  Cutter(std::span<const NamedArea> areas, const mpz_class& unit, AreaCuts cuts, const MakeArea& make)
      : areas_(areas.begin(), areas.end()), unit_(unit), cuts_(cuts), make_(make), made_(areas.size()) {
    boxes_.reserve(areas.size());
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      NamedArea& a = areas_[i];
      if (a.near.empty()) a.near = made_[i] = plan_refs(*a.ring);
      boxes_.push_back(box_of(a.near));
    }
  }

  std::vector<AreaPiece> run(const PlanRing& ring) {
    Subset all(areas_.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    cut_by(ring, all, {});
    return std::move(out_);
  }

 private:
  using Subset = std::vector<std::uint32_t>;  // of areas_, ascending

  // A box around corners in plan.
  static Box box_of(std::span<const PlanRef> refs) {
    Box out = no_box;
    for (const PlanRef& p : refs) grow(out, {{p.ix.low, p.iy.low, 0}, {p.ix.high, p.iy.high, 0}});
    return out;
  }

  // Cuts a part by the areas of a subset that cross it. `around` has the names of areas that contain all of it.
  void cut_part(const PlanRing& ring, const Subset& subset, std::vector<std::uint32_t> around) {
    const std::vector<PlanRef> refs = plan_refs(ring);
    const Box box = box_of(refs);
    Subset crossing;
    for (const std::uint32_t i : subset) {
      if (!box.overlaps_in_plan(boxes_[i])) continue;
      switch (convex_relation(refs, areas_[i].near)) {
        case ConvexRelation::apart: break;
        case ConvexRelation::within:
          if (!areas_[i].limits.empty()) {
            crossing.push_back(i);
            break;
          }
          if (cuts_ == AreaCuts::outside) return;
          if (cuts_ == AreaCuts::all) {
            around.push_back(areas_[i].name);
            break;
          }
          if (!crossing.empty()) {
            crossing.push_back(i);  // it gets what those before it leave
            return cut_leaf(ring, crossing, around);
          }
          out_.push_back({ring, {areas_[i].name}});
          return;
        default: crossing.push_back(i);
      }
    }
    cut_by(ring, crossing, around);
  }

  // Cuts a part by all areas of a subset, which may cross it or not: halves it if these are many.
  void cut_by(const PlanRing& ring, const Subset& subset, const std::vector<std::uint32_t>& around) {
    if (subset.size() <= few_areas || !split_part(ring, subset, around)) cut_leaf(ring, subset, around);
  }

  bool split_part(const PlanRing& ring, const Subset& subset, const std::vector<std::uint32_t>& around) {
    const auto middle = median_split(
        subset, [&](std::uint32_t i, int k) { return boxes_[i].low[static_cast<std::size_t>(k)]; },
        [&](std::uint32_t i, int k) { return boxes_[i].high[static_cast<std::size_t>(k)]; },
        [](std::uint32_t) { return 1; }, buffer_);
    if (!middle) return false;
    const auto axis = static_cast<std::size_t>(middle->axis);
    const mpq_class at(middle->at);
    PlanRing halves[2];
    for (const bool upper : {false, true}) {
      PlanRing half = ring;
      clip_half_plane(
          half, [&](const PlanPoint& p) { return upper ? cmp(p[axis], at) : cmp(at, p[axis]); },
          [&](const PlanPoint& p, int, const PlanPoint& q, int) {
            return point_along(p, q, mpq_class((at - p[axis]) / (q[axis] - p[axis])));
          });
      if (half.size() < 3) return false;  // the line misses the part
      halves[upper] = normal_convex_ring(std::move(half));
      if (halves[upper].empty()) return false;
    }
    for (const bool upper : {false, true}) cut_part(halves[upper], subset, around);
    return true;
  }

  void cut_leaf(const PlanRing& ring, const Subset& subset, std::vector<std::uint32_t> around) {
    std::ranges::sort(around);
    if (subset.empty()) return out_.push_back({ring, std::move(around)});
    std::vector<const PlanRing*> rings{&ring};
    for (const std::uint32_t i : subset) {
      if (!areas_[i].ring && is_on_grid(areas_[i].near, unit_)) make_(areas_[i]);
      rings.push_back(areas_[i].ring);
    }
    LeafPlan leaf(rings, unit_);
    struct Part {
      ConvexCell cell;
      std::vector<std::uint32_t> areas;
    };
    std::vector<Part> parts(1), next, done;
    bool is_cut = false;
    parts[0].cell = leaf.cell(0, no_polygon);
    for (std::size_t k = 0; k < subset.size() && !parts.empty(); ++k) {
      NamedArea& cutting = areas_[subset[k]];
      if (!cutting.ring) make_(cutting);
      rings[k + 1] = cutting.ring;
      const std::uint32_t name = cutting.name;
      const ConvexCell area = leaf.cell(k + 1, name, cutting.sides, cutting.limits);
      if (area.size() == 0) continue;
      next.clear();
      for (Part& part : parts) {
        if (!decompose_traversable(leaf.plan(), part.cell, area, Decomposition::bounded, false, sides_, pieces_) ||
            pieces_.obstructed.size() < 3) {
          next.push_back(std::move(part));
          continue;
        }
        is_cut = true;
        for (ConvexCell& free : pieces_.free) next.push_back({std::move(free), part.areas});
        if (cuts_ == AreaCuts::outside) continue;
        part.areas.push_back(name);
        (cuts_ == AreaCuts::first ? done : next).push_back({std::move(pieces_.obstructed), std::move(part.areas)});
      }
      parts.swap(next);
    }
    if (!is_cut) return out_.push_back({ring, std::move(around)});
    for (auto* list : {&done, &parts})
      for (Part& part : *list) {
        AreaPiece& piece = out_.emplace_back();
        piece.ring = leaf.ring(part.cell);
        std::ranges::set_union(part.areas, around, std::back_inserter(piece.areas));
      }
  }

  std::vector<NamedArea> areas_;  // make_ puts rings into some of them
  const mpz_class& unit_;
  const AreaCuts cuts_;
  const MakeArea& make_;
  // By area.
  std::vector<std::vector<PlanRef>> made_;  // the corners of areas that came without any
  std::vector<Box> boxes_;
  std::vector<AreaPiece> out_;
  std::vector<double> buffer_;
  OutlineSides sides_;
  Pieces pieces_;
};

}  // namespace

std::vector<AreaPiece> cut_by_areas(const PlanRing& ring, std::span<const NamedArea> areas, const mpz_class& unit,
                                    AreaCuts cuts, const MakeArea& make) {
  return Cutter(areas, unit, cuts, make).run(ring);
}

}  // namespace plumb::kernel
