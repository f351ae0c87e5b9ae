// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/cut_by_areas.h"

#include <algorithm>

#include "leaf_plan.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/convex_relation.h"
#include "plumb/kernel/decompose.h"
#include "plumb/kernel/half_plane.h"
#include "plumb/kernel/median_split.h"

namespace plumb::kernel {
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

  // In plan.
  static Box box_of(std::span<const PlanRef> refs) {
    Box out = no_box;
    for (const PlanRef& p : refs) grow(out, {{p.ix.low, p.iy.low, 0}, {p.ix.high, p.iy.high, 0}});
    return out;
  }

  // `around`: names of areas that hold all of it.
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
            crossing.push_back(i);  // takes what those before it leave
            return cut_leaf(ring, crossing, around);
          }
          out_.push_back({ring, {areas_[i].name}});
          return;
        default: crossing.push_back(i);
      }
    }
    cut_by(ring, crossing, around);
  }

  // Areas of which none need be known to cross the part.
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

  std::vector<NamedArea> areas_;  // rings are put in
  const mpz_class& unit_;
  const AreaCuts cuts_;
  const MakeArea& make_;
  // By area.
  std::vector<std::vector<PlanRef>> made_;  // corners, of those that have none
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
