// SPDX-License-Identifier: LGPL-3.0-or-later
// Volume Collision Decomposition of one surface: cells with verdicts (covered, blocked, or the greatest stance that
// fits), and obstruction edges, from all obstacles that are near it.
//
// 1. decompose() rejects obstacles that certainly do nothing (ObstacleFilter, in doubles), and sorts the others by size
//    (sort_near). owner_of_all() ends it at once if the lowest coplanar owner covers the whole surface.
// 2. find_effect() computes what each obstacle does, in lines of plan_: a wall leaves a WallTrace (trace_wall), whose
//    obstruction edges are recorded (add_obstructions); any other obstacle is cut by the surface's plane and by every
//    stance's height above it into Slices, each a convex region with a verdict (slice); an obstacle that bounds a solid
//    also leaves the Crossing where it passes through the surface.
// 3. decompose_part() halves a part with more than few_obstacles obstacles by an axis-parallel line at a median
//    (split_part), recursively.
// 4. cut_part() cuts a part by the slices, the strongest verdict first and covered by the lowest owner (cut_by_slices,
//    or cut_by_owners where many owners overlap), and cells by wall traces (cut_by_walls) and crossings
//    (cut_by_crossings).
// 5. emit() stores each cell as a list of lines by provenance; keep() copies the lines' numbers to kept_, as the lines
//    of plan_ are erased with the part.
//
// Cost: N scattered obstacles about N log N, as each part has few. N obstacles that all overlap make up to N^2 cells.
// The effects of all obstacles are kept while there are at most many_obstacles; beyond that each part computes its own.
// Exact: verdicts and cells, by the ladders of ImplicitPlan and rise(). The filter, certainly_apart() and the medians
// use doubles with certain bounds, or have no effect but on the number of cells. Source: Budde & Kausch (2012),
// chapters 5 to 8; owners, crossings, splits and traces over stances are ours.
#include "plumb/vcd/volume.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "plumb/kernel/bounded_double.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/median_split.h"
#include "plumb/vcd/slice.h"

namespace plumb::vcd {
using namespace kernel;

namespace {

// A part with more obstacles is split at a median, as the cost of cutting grows with cells times obstacles.
constexpr std::size_t few_obstacles = 12;
constexpr int max_depth = 48;
// If more owners than this overlap in a part, cut_by_owners() cuts them, from the highest to the lowest. Fewer owners
// make a few hundred cells at most.
constexpr std::size_t many_owners = 32;
// The effects of up to so many obstacles are kept while a surface is cut. With more, each part computes its own, which
// bounds memory.
constexpr std::size_t many_obstacles = 4096;

}  // namespace

VolumeDecomposer::VolumeDecomposer(const PointTable& points, const Levels& levels, Decomposition decomposition)
    : points_(points), levels_(levels), decomposition_(decomposition), plan_(points, 0), kept_(points, 0) {}

void VolumeDecomposer::decompose(const Polygon& surface, std::span<const Obstacle> obstacles, CellTable& out) {
  surface_ = surface;
  out_ = &out;
  plane_.emplace(points_, surface.corners);
  plan_.reset(origin_corner(points_, surface.corners));
  vertex_bounds_.clear();
  const ObstacleFilter filter(points_, surface, *plane_, levels_[levels_.stance_count()].approx,
                              levels_[levels_.step()].approx);
  std::size_t found = 0;  // elements of found_ in use; their buffers serve many surfaces
  for (const Obstacle& o : obstacles) {
    if (found == found_.size()) found_.emplace_back();
    Near& near = found_[found];
    if (filter.certainly_harmless(o, near.reach)) continue;
    near.obstacle = o;
    near.bounds = bounds_of(o.polygon);
    near.whole = points_.are_whole(o.polygon.corners);
    near.certain = near.bounds;
    for (int axis = 0; axis < 2 && !near.whole; ++axis)
      for (const PointId p : o.polygon.corners) {
        const Interval at = interval_of(points_, p, axis);
        near.certain.low[axis] = std::min(near.certain.low[axis], at.low);
        near.certain.high[axis] = std::max(near.certain.high[axis], at.high);
      }
    near.count = count_of(o, filter);
    ++found;
  }

  if (found == 0) {
    out.cells.push_back({surface.id, no_polygon, 0, 0, static_cast<Label>(levels_.stance_count())});
    return;
  }
  const ConvexCell outline = make_cell(plan_, surface.id, surface.corners);
  sort_near(found);
  if (const PolygonId owner = owner_of_all(outline); owner != no_polygon) {
    out.cells.push_back({surface.id, owner, 0, 0, covered});
    return;
  }
  const std::size_t first_cell = out.cells.size(), first_obstruction = out.obstructions.size();
  kept_.reset(plan_.origin());
  is_kept_.clear();
  kept_equal_.clear();
  if (!kept_across_.empty()) start_anew(kept_across_);
  if (keeps_)  // the first lines of plan_ are the surface's edges, in their order
    for (LineId l = 0; l < 2 * surface.corners.size(); l += 2) keep(l);
  prepared_ = near_.size() <= many_obstacles;
  effects_.clear();
  if (prepared_) effects_.reserve(near_.size());
  for (const Near* n : near_) {
    if (!prepared_ && !n->obstacle.vertical) continue;
    const ImplicitPlan::Mark mark = plan_.mark();
    Effect& effect = effects_.emplace_back();
    find_effect(*n, effect);
    if (effect.trace) add_obstructions(*effect.trace, outline);
    if (prepared_) continue;
    effects_.clear();
    rewind(mark);
  }
  all_.resize(near_.size());
  for (std::uint32_t i = 0; i < all_.size(); ++i) all_[i] = i;
  untouched_ = true;
  decompose_part(outline, all_, 0);
  // A surface that is covered as a whole has no obstructions, as nobody walks on it.
  if (std::all_of(out.cells.begin() + static_cast<std::ptrdiff_t>(first_cell), out.cells.end(),
                  [](const Cell& c) { return c.label == covered; }))
    out.obstructions.resize(first_obstruction);
  if (keeps_) out.kept.append(surface.id, kept_);
}

// The number of obstacles that this one counts as: itself, and those of equal outline that it stands for and that the
// filter would not reject. Splits are chosen by these counts, so the cells are as if each of them had been given.
std::uint32_t VolumeDecomposer::count_of(const Obstacle& obstacle, const ObstacleFilter& filter) {
  std::uint32_t count = 1 + obstacle.equal_owners;
  if (obstacle.equal_others == 0) return count;
  Obstacle other = obstacle;
  other.owner = false;
  Reach reach;
  if (!obstacle.owner || !filter.certainly_harmless(other, reach)) count += obstacle.equal_others;
  return count;
}

std::size_t VolumeDecomposer::count_of(const Subset& subset) const {
  std::size_t count = 0;
  for (const std::uint32_t i : subset) count += near_[i]->count;
  return count;
}

void VolumeDecomposer::rewind(const ImplicitPlan::Mark& mark) {
  plan_.rewind(mark);
  is_kept_.resize(std::min<std::size_t>(is_kept_.size(), mark.lines));
  kept_equal_.resize(std::min<std::size_t>(kept_equal_.size(), mark.lines));
  vertex_bounds_.resize(std::min<std::size_t>(vertex_bounds_.size(), mark.vertices));
}

void VolumeDecomposer::add_obstructions(const WallTrace& trace, const ConvexCell& outline) {
  exported_diagonals_.clear();
  const auto kept = [this](const LineAcross& across) {
    if (across.line != no_line) return keep(across.line);
    const auto [kind, reversed, point, index] = across.source;
    // Walls that meet in a corner share this line, so it is kept once.
    if (keeps_ && kept_across_.insert({pair_key(point, kind == at_x_kind), 0}).second)
      kind == at_x_kind ? kept_.at_x(point) : kept_.at_y(point);
    return across.source;
  };
  for (const TracePiece& piece : trace_pieces(plan_, outline, trace))
    out_->obstructions.push_back(
        {surface_.id, trace.wall, keep(trace.line), kept(piece.from), kept(piece.to), piece.may_cross});
}

// Sorts the largest obstacle first: cells that it takes as a whole are not cut by smaller ones, so there are fewer.
void VolumeDecomposer::sort_near(std::size_t found) {
  by_size_.clear();
  for (std::uint32_t i = 0; i < found; ++i) {
    const Bounds& b = found_[i].bounds;
    const double size = (b.high[0] - b.low[0]) * (b.high[1] - b.low[1]);
    by_size_.push_back({std::isnan(size) ? 0 : -size, found_[i].obstacle.polygon.id, i});
  }
  std::ranges::sort(by_size_);
  near_.clear();
  for (const auto& [size, id, i] : by_size_) near_.push_back(&found_[i]);
}

// The lowest owner, if it covers the whole surface. Nothing else matters then; levels may have many copies of a face.
PolygonId VolumeDecomposer::owner_of_all(const ConvexCell& outline) {
  const Near* owner = nullptr;
  for (const Near* n : near_)
    if (n->obstacle.owner && !n->obstacle.vertical && (!owner || n->obstacle.polygon.id < owner->obstacle.polygon.id))
      owner = n;
  if (!owner) return no_polygon;
  const Bounds whole = bounds_of(surface_);
  const Bounds& b = owner->bounds;
  if (b.low[0] > whole.low[0] || b.low[1] > whole.low[1] || b.high[0] < whole.high[0] || b.high[1] < whole.high[1])
    return no_polygon;
  over_level(*owner, 0, over_);
  if (slice_exit(plane_case({over_.data(), over_.size()})) != SliceExit::in_plane) return no_polygon;
  const ImplicitPlan::Mark mark = plan_.mark();
  classify_outlines(plan_, outline, make_cell(plan_, owner->obstacle.polygon.id, owner->obstacle.polygon.corners), true,
                    sides_);
  const bool takes_all = sides_.relation == OutlineRelation::traversable_in_blocker;
  plan_.rewind(mark);
  return takes_all ? owner->obstacle.polygon.id : no_polygon;
}

VolumeDecomposer::Bounds VolumeDecomposer::bounds_of(const Polygon& polygon) const {
  Bounds b;
  for (int axis = 0; axis < 2; ++axis) {
    b.low[axis] = b.high[axis] = points_.approx(polygon.corners[0], axis);
    for (const PointId p : polygon.corners) {
      b.low[axis] = std::min(b.low[axis], points_.approx(p, axis));
      b.high[axis] = std::max(b.high[axis], points_.approx(p, axis));
    }
  }
  return b;
}

void VolumeDecomposer::decompose_part(const ConvexCell& part, const Subset& subset, int depth) {
  if (count_of(subset) > few_obstacles && depth < max_depth && split_part(part, subset, depth)) return;
  const ImplicitPlan::Mark mark = plan_.mark();
  cut_part(part, subset);
  rewind(mark);
}

bool VolumeDecomposer::split_part(const ConvexCell& part, const Subset& subset, int depth) {
  const auto low = [&](std::uint32_t i, int axis) { return near_[i]->bounds.low[axis]; };
  const auto high = [&](std::uint32_t i, int axis) { return near_[i]->bounds.high[axis]; };
  const auto middle = median_split(
      subset, low, high, [&](std::uint32_t i) { return near_[i]->count; }, lows_);
  if (!middle) return false;
  const int best_axis = middle->axis;
  const double at = middle->at;
  const std::uint32_t best = *std::ranges::find_if(subset, [&](auto i) { return low(i, best_axis) == at; });
  const auto& corners = near_[best]->obstacle.polygon.corners;
  const PointId corner = *std::ranges::find_if(corners, [&](PointId p) { return points_.approx(p, best_axis) == at; });
  const bool line_is_exact = points_.is_whole(corner, best_axis);
  const ImplicitPlan::Mark mark = plan_.mark();
  const LineId line = best_axis == 0 ? plan_.at_x(corner) : plan_.at_y(corner);
  const Signs signs = sides(plan_, part, line);
  const bool inside = std::ranges::find(signs, Sign::positive) != signs.end(),
             outside = std::ranges::find(signs, Sign::negative) != signs.end();
  if (halves_.size() <= static_cast<std::size_t>(depth)) halves_.resize(static_cast<std::size_t>(depth) + 1);
  auto& [below, above] = halves_[static_cast<std::size_t>(depth)];
  below.clear();
  above.clear();
  for (const std::uint32_t i : subset) {
    // If a coordinate was rounded, an end that is equal to the line's may be on either side.
    const bool rounded = !points_.doubles_are_exact() || !line_is_exact || !near_[i]->whole;
    if (low(i, best_axis) < at || (rounded && low(i, best_axis) == at)) below.push_back(i);
    if (high(i, best_axis) > at || (rounded && high(i, best_axis) == at)) above.push_back(i);
    // A wall on the line cuts neither side; one of the two lists has it.
    else if (near_[i]->obstacle.vertical && low(i, best_axis) == at) below.push_back(i);
  }
  if (inside && outside) {
    untouched_ = false;
    const SplitCell halves = split(plan_, part, line, {signs.data(), signs.size()});
    decompose_part(halves.outside, below, depth + 1);
    decompose_part(halves.inside, above, depth + 1);
  } else {
    rewind(mark);
    decompose_part(part, inside ? above : below, depth + 1);
  }
  rewind(mark);
  return true;
}

void VolumeDecomposer::cut_part(const ConvexCell& part, const Subset& subset) {
  traces_.clear();
  crossings_.clear();
  if (!prepared_) {
    effects_.clear();
    for (const std::uint32_t i : subset) find_effect(*near_[i], effects_.emplace_back());
  }
  const auto effect = [&](std::size_t k) -> const Effect& { return effects_[prepared_ ? subset[k] : k]; };
  for (std::size_t k = 0; k < subset.size(); ++k) {
    if (effect(k).trace) traces_.push_back({&*effect(k).trace, &near_[subset[k]]->certain});
    if (effect(k).crossing) crossings_.push_back(&*effect(k).crossing);
  }
  // The strongest verdict first: what it takes is not cut again.
  slices_.clear();
  for (Label label = covered; label < static_cast<Label>(levels_.stance_count()); ++label)
    for (std::size_t k = 0; k < subset.size(); ++k)
      for (const Slice& s : effect(k).slices)
        if (s.label == label) slices_.push_back(&s);
  // A covered point belongs to its lowest owner.
  const auto others = std::ranges::find_if(slices_, [](const Slice* s) { return s->label != covered; });
  std::sort(slices_.begin(), others, [](const Slice* a, const Slice* b) { return a->witness < b->witness; });
  cut_by_slices(part);
  cut_by_walls();
  cut_by_crossings();
  const bool whole = untouched_ && done_.size() == 1;
  exported_diagonals_.clear();
  for (const LabelledCell& c : done_) emit(c, whole);
}

void VolumeDecomposer::find_effect(const Near& near, Effect& effect) {
  if (near.obstacle.vertical) effect.trace = trace_wall(plan_, *plane_, near.obstacle.polygon, levels_, near.reach);
  else slice(near, effect);
  if (near.obstacle.counts) effect.crossing = crossing_of(near);
}

std::optional<Crossing> VolumeDecomposer::crossing_of(const Near& near) {
  const Polygon& polygon = near.obstacle.polygon;
  const bool at_surface = !near.obstacle.vertical || sgn(levels_[levels_.step()].numerator) == 0;
  Signs over;
  if (near.reach.known && at_surface) over = near.reach.bottom;
  else
    for (const PointId p : polygon.corners)
      over.push_back(rise(points_, *plane_, p, levels_, 0, false, plan_.counts()));
  return cross_surface(plan_, *plane_, polygon, near.obstacle.vertical, {over.data(), over.size()}, levels_);
}

// The sides of a level over the surface on which the corners of an obstacle are. The obstacle must not be a wall.
void VolumeDecomposer::over_level(const Near& near, std::uint32_t level, Signs& over) {
  over.clear();
  if (near.reach.known && level == 0) over = near.reach.bottom;
  else if (near.reach.known && level == levels_.stance_count()) over = near.reach.top;
  else
    for (const PointId p : near.obstacle.polygon.corners)
      over.push_back(level == 0 && is_corner(p) ? Sign::zero
                                                : rise(points_, *plane_, p, levels_, level, false, plan_.counts()));
}

// Whether a point is a corner of the surface, so in its plane; of one with many corners nobody asks.
bool VolumeDecomposer::is_corner(PointId p) const {
  constexpr std::size_t many = 16;
  return surface_.corners.size() <= many && std::ranges::find(surface_.corners, p) != surface_.corners.end();
}

// Slices one obstacle at the surface's plane and at every stance's height above it. The part beneath the surface is cut
// off first.
void VolumeDecomposer::slice(const Near& near, Effect& effect) {
  const Obstacle& obstacle = near.obstacle;
  const auto& corners = obstacle.polygon.corners;
  Signs over;
  over_level(near, 0, over);
  const SliceExit beneath = slice_exit(plane_case({over.data(), over.size()}));
  if (beneath == SliceExit::in_plane && obstacle.owner) {
    effect.slices.push_back(
        {covered, obstacle.polygon.id, make_cell(plan_, obstacle.polygon.id, corners), near.certain});
    return;
  }
  if (beneath == SliceExit::below || beneath == SliceExit::in_plane) return;

  std::optional<Plane> plane;  // made if something is cut
  if (beneath == SliceExit::cut && surface_misses(plane.emplace(points_, corners))) return;
  ConvexCell rest = make_cell(plan_, obstacle.polygon.id, corners);
  Signs signs;
  for (std::uint32_t level = beneath == SliceExit::cut ? 0 : 1; level <= levels_.stance_count(); ++level) {
    if (level > 0) over_level(near, level, over);
    // A corner made by the slice before lies in the plane of that slice, which is below this one.
    signs.assign(rest.size(), Sign::negative);
    for (std::size_t i = 0; i < rest.size(); ++i)
      if (const PointId p = plan_.point_of(rest[i].vertex); p != no_point)
        signs[i] = over[std::ranges::find(corners, p) - corners.begin()];
    const SliceExit exit = slice_exit(plane_case({signs.data(), signs.size()}));
    if (exit == SliceExit::above || exit == SliceExit::in_plane) continue;  // nothing is below this level
    LineId trace = no_line;
    if (exit == SliceExit::cut) {
      if (!plane) plane.emplace(points_, corners);
      trace = *slab_line(plan_, *plane_, *plane, levels_, level, {slab_kind, false, obstacle.polygon.id, level});
    }
    BlockerSlices slices = slice_blocker(plan_, rest, {signs.data(), signs.size()}, trace);
    if (level > 0)
      effect.slices.push_back(
          {static_cast<Label>(level - 1), obstacle.polygon.id, std::move(slices.lower), near.certain});
    if (slices.upper.size() == 0) return;
    rest = std::move(slices.upper);
  }
}

// The second rejection, by the corners of the surface: all are above the blocker's plane, or all too far below it.
bool VolumeDecomposer::surface_misses(const Plane& blocker) {
  Signs signs(surface_.corners.size());
  const auto exit_at = [&](std::uint32_t level) {
    for (std::size_t i = 0; i < signs.size(); ++i)
      signs[i] = rise(points_, blocker, surface_.corners[i], levels_, level, true, plan_.counts());
    return slice_exit(plane_case({signs.data(), signs.size()}));
  };
  if (exit_at(0) == SliceExit::above) return true;
  const SliceExit top = exit_at(levels_.stance_count());
  return top == SliceExit::below || top == SliceExit::in_plane;
}

// Bounds that certainly contain a vertex. They are exact if it is an input point or lies on an axis-parallel line
// through one, so that the bounds of neighbours only touch.
VolumeDecomposer::Bounds VolumeDecomposer::certain_bounds(VertexId vertex) const {
  Bounds b;
  const PointId point = plan_.point_of(vertex);
  PointId on[2] = {point, point};
  if (point == no_point)
    for (const LineId l : plan_.lines_of(vertex)) {
      const LineRecord& r = plan_.record(l);
      if (r.b == 0) on[0] = r.from;
      else if (r.a == 0) on[1] = r.from;
    }
  std::optional<ImplicitPlan::ApproxVertex> near;
  for (int axis = 0; axis < 2; ++axis) {
    Interval at;
    if (on[axis] != no_point) {
      at = interval_of(points_, on[axis], axis);
    } else {
      if (!near) near = plan_.approx(vertex);
      const BoundedDouble away{axis == 0 ? near->x : near->y, near->error};
      const BoundedDouble place = near_number(points_, plan_.origin(), axis) + away;
      at = around(place.at, enlarged(place.error));
    }
    b.low[axis] = at.low;
    b.high[axis] = at.high;
  }
  return b;
}

// Bounds that certainly contain a cell. Cells share vertices, so those of vertices are kept.
VolumeDecomposer::Bounds VolumeDecomposer::certain_bounds(const ConvexCell& cell) {
  Bounds b = unknown_bounds;
  for (const Corner& c : cell) {
    if (c.vertex >= vertex_bounds_.size()) vertex_bounds_.resize(plan_.mark().vertices, unknown_bounds);
    Bounds& v = vertex_bounds_[c.vertex];
    if (v.high[0] == -HUGE_VAL) v = certain_bounds(c.vertex);
    for (int axis = 0; axis < 2; ++axis) {
      b.low[axis] = std::min(b.low[axis], v.low[axis]);
      b.high[axis] = std::max(b.high[axis], v.high[axis]);
    }
  }
  return b;
}

// Whether the bounds of a cell are apart from others. Bounds that touch are apart, as cells are open.
bool VolumeDecomposer::certainly_apart(LabelledCell& cell, const Bounds& other) {
  if (!points_.doubles_are_exact()) return false;
  if (!cell.bounds) cell.bounds = certain_bounds(cell.cell);
  const Bounds& own = *cell.bounds;
  return own.high[0] <= other.low[0] || other.high[0] <= own.low[0] || own.high[1] <= other.low[1] ||
         other.high[1] <= own.low[1];
}

// Cuts a part by many overlapping owners, from the highest to the lowest. Each takes its whole region, which is
// subtracted from what is free and from what higher owners have. N owners in a row, each a little beside the last, make
// 2 N cells. From the lowest to the highest, the free part would be cut up into N pieces, and each owner's region along
// with it.
void VolumeDecomposer::cut_by_owners(const ConvexCell& part, std::span<const Slice* const> owners) {
  owned_.clear();
  owned_.push_back({part, static_cast<Label>(levels_.stance_count()), no_polygon, everywhere});
  for (auto at = owners.rbegin(); at != owners.rend(); ++at) {
    const Slice* owner = *at;
    if (!decompose_traversable(plan_, part, owner->region, decomposition_, false, sides_, pieces_)) continue;
    if (pieces_.obstructed.size() == 0) continue;
    LabelledCell own{std::move(pieces_.obstructed), covered, owner->witness, {}};
    own.bounds = certain_bounds(own.cell);
    next_owned_.clear();
    for (LabelledCell& c : owned_) {
      if (certainly_apart(c, *own.bounds) ||
          !decompose_traversable(plan_, c.cell, owner->region, decomposition_, false, sides_, pieces_)) {
        next_owned_.push_back(std::move(c));
        continue;
      }
      for (ConvexCell& piece : pieces_.free) next_owned_.push_back({std::move(piece), c.label, c.witness, {}});
    }
    next_owned_.push_back(std::move(own));
    owned_.swap(next_owned_);
  }
  for (LabelledCell& c : owned_) (c.label == covered ? done_ : free_).push_back(std::move(c));
}

void VolumeDecomposer::cut_by_slices(const ConvexCell& part) {
  done_.clear();
  free_.clear();
  std::span<const Slice* const> slices = slices_;
  const auto others = std::ranges::find_if(slices, [](const Slice* s) { return s->label != covered; });
  if (const std::span owners(slices.begin(), others); owners.size() > many_owners) {
    cut_by_owners(part, owners);
    slices = slices.subspan(owners.size());
  } else {
    free_.push_back({part, static_cast<Label>(levels_.stance_count()), no_polygon, everywhere});
  }
  for (const Slice* slice : slices) {
    next_.clear();
    for (LabelledCell& c : free_) {
      if (certainly_apart(c, slice->bounds) ||
          !decompose_traversable(plan_, c.cell, slice->region, decomposition_, false, sides_, pieces_)) {
        next_.push_back(std::move(c));
        continue;
      }
      if (pieces_.obstructed.size() > 0)
        done_.push_back({std::move(pieces_.obstructed), slice->label, slice->witness, {}});
      for (ConvexCell& piece : pieces_.free) next_.push_back({std::move(piece), c.label, c.witness, {}});
    }
    free_.swap(next_);
    if (free_.empty()) break;
  }
  std::move(free_.begin(), free_.end(), std::back_inserter(done_));
}

// Replaces every cell for which `cut` returns two parts. Usually there is none, and nothing is copied.
template <class Cut>
void VolumeDecomposer::cut_cells(const Cut& cut) {
  walled_.clear();
  bool any = false;
  for (std::size_t i = 0; i < done_.size(); ++i) {
    LabelledCell& c = done_[i];
    std::optional<SplitCell> parts = cut(c);
    if (parts && !any) {
      std::move(done_.begin(), done_.begin() + static_cast<std::ptrdiff_t>(i), std::back_inserter(walled_));
      any = true;
    }
    if (parts) {
      walled_.push_back({std::move(parts->inside), c.label, c.witness, {}});
      walled_.push_back({std::move(parts->outside), c.label, c.witness, {}});
    } else if (any) {
      walled_.push_back(std::move(c));
    }
  }
  if (any) done_.swap(walled_);
}

void VolumeDecomposer::cut_by_walls() {
  for (const auto& [trace, bounds] : traces_)
    cut_cells([&, trace = trace, bounds = bounds](LabelledCell& c) {
      // The highest stance has the longest stretch. A cell where no stance fits is not cut, as nobody crosses it.
      return c.label > blocked && !certainly_apart(c, *bounds)
                 ? cut_along(plan_, c.cell, static_cast<Label>(levels_.stance_count()), *trace)
                 : std::nullopt;
    });
}

void VolumeDecomposer::cut_by_crossings() {
  for (const Crossing* crossing : crossings_)
    cut_cells([&](const LabelledCell& c) {
      return c.label == covered ? std::nullopt : cut_along(plan_, c.cell, crossing->line, crossing->stretch);
    });
}

void VolumeDecomposer::emit(const LabelledCell& cell, bool whole) {
  Cell c{surface_.id, cell.witness, static_cast<std::uint32_t>(out_->lines.size()), 0, cell.label};
  if (!whole) {
    c.line_count = static_cast<std::uint32_t>(cell.cell.size());
    for (const Corner& corner : cell.cell) out_->lines.push_back(keep(corner.line));
  }
  out_->cells.push_back(c);
}

// The source under which the table knows a line. Copies the line's numbers to kept_ if they are to be kept.
LineSource VolumeDecomposer::keep(LineId line) {
  LineSource source = exported(plan_.source(line & ~1u));
  const std::size_t number = line >> 1;
  if (keeps_ && (number >= is_kept_.size() || !is_kept_[number])) {
    is_kept_.resize(std::max(is_kept_.size(), number + 1));
    is_kept_[number] = true;
    // Lines that are equal in plan_ are equal in kept_.
    const LineId made = line & ~1u, canonical = plan_.representative(made);
    const LineId turned = plan_.equal_directed(made, canonical) ? 0 : 1;
    kept_equal_.resize(std::max<std::size_t>(kept_equal_.size(), (canonical >> 1) + 1), no_line);
    LineId& known = kept_equal_[canonical >> 1];
    const LineId copy = kept_.adopt(plan_, made, source, known == no_line ? no_line : known ^ turned);
    if (known == no_line) known = copy ^ turned;
  }
  source.reversed ^= (line & 1) != 0;
  return source;
}

// The source of a line as the table has it. Diagonals of the plan are erased with the part, so those that a cell needs
// are copied to the table, after the diagonals that these need themselves.
LineSource VolumeDecomposer::exported(LineSource source) {
  if (source.kind != diagonal_kind) return source;
  exported_diagonals_.resize(plan_.diagonals().size(), no_line);
  if (exported_diagonals_[source.id] == no_line) {
    Diagonal d = plan_.diagonals()[source.id];
    for (LineSource& s : d.from) s = exported(s);
    for (LineSource& s : d.to) s = exported(s);
    exported_diagonals_[source.id] = static_cast<std::uint32_t>(out_->diagonals.size());
    out_->diagonals.push_back(d);
  }
  source.id = exported_diagonals_[source.id];
  return source;
}

}  // namespace plumb::vcd
