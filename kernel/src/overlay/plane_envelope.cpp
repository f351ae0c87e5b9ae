// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/plane_envelope.h"

#include <algorithm>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/cell.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/median_split.h"
#include "plumb/kernel/plane.h"

namespace plumb::kernel {
namespace {

constexpr std::uint32_t no_ceiling = 0xffffffffu;
// A part that more polygons than this are over is split at a median, since cutting it takes time in proportion to its
// pieces times the polygons.
constexpr std::size_t few = 10;
constexpr int max_depth = 48;

bool has(const Signs& signs, Sign which) { return std::ranges::find(signs, which) != signs.end(); }

}  // namespace

IntegerPlane integer_plane(const PointTable& points, std::span<const PointId> corners, PointId origin) {
  auto n = upward_normal<mpz_class>(points, corners);
  const mpz_class scale = common_scale(points, std::array{corners[0], origin});
  std::array<mpz_class, 3> corner;
  for (int k = 0; k < 3; ++k)
    corner[k] = points.scaled(corners[0], k, scale) - (k < 2 ? points.scaled(origin, k, scale) : mpz_class(0));
  const mpz_class constant = formulas::dot(std::array{n.x, n.y, n.z}, corner);
  return {n.x * scale, n.y * scale, n.z * scale, constant};
}

Coefficients<mpz_class> rise_of(const IntegerPlane& low, const IntegerPlane& high) {
  return {formulas::determinant(low.x, high.x, low.up, high.up), formulas::determinant(low.y, high.y, low.up, high.up),
          formulas::determinant(high.constant, low.constant, high.up, low.up)};
}

PlaneEnvelope::PlaneEnvelope(const PointTable& points) : points_(points), plan_(points, 0) {}

void PlaneEnvelope::enter(const Polygon& floor, std::span<const Polygon> polygons) {
  floor_ = floor;
  plan_.reset(origin_corner(points_, floor.corners));
  floor_plane_ = integer_plane(points_, floor.corners, plan_.origin());
  regions_.clear();
  for (const Polygon& c : polygons) {
    Region& r = regions_.emplace_back(
        Region{c, make_cell(plan_, c.id, c.corners), integer_plane(points_, c.corners, plan_.origin()), {}, {}});
    for (int axis = 0; axis < 2; ++axis) {
      const auto [low, high] = std::ranges::minmax(c.corners, {}, [&](PointId p) { return points_.approx(p, axis); });
      r.low[axis] = points_.approx(low, axis);
      r.high[axis] = points_.approx(high, axis);
    }
  }
}

void PlaneEnvelope::visit(EnvelopeVisitor& visitor) {
  visitor_ = &visitor;
  Subset all(regions_.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  part(make_cell(plan_, floor_.id, floor_.corners), all, 0);
}

mpq_class PlaneEnvelope::owned_area() {
  Subset owners;
  for (std::uint32_t i = 0; i < regions_.size() && regions_[i].polygon.owner; ++i) owners.push_back(i);
  if (owners.empty()) return plan_area(points_, floor_.corners);
  visitor_ = nullptr;
  doubled_areas_.clear();
  part(make_cell(plan_, floor_.id, floor_.corners), owners, 0);
  const auto sum = balanced_sum(0, doubled_areas_.size(), 0,
                                [&](std::size_t i) -> std::optional<mpq_class> { return doubled_areas_[i]; });
  return *sum / (2 * points_.denominator() * points_.denominator());
}

void PlaneEnvelope::part(const ConvexCell& cell, const Subset& subset, int depth) {
  if (visitor_ && std::ranges::all_of(subset, [&](auto i) { return regions_[i].polygon.owner; })) return;
  if (subset.size() > few && depth < max_depth && split_part(cell, subset, depth)) return;
  const ImplicitPlan::Mark mark = plan_.mark();
  cut_part(cell, subset);
  plan_.rewind(mark);
}

bool PlaneEnvelope::split_part(const ConvexCell& cell, const Subset& subset, int depth) {
  const auto low = [&](std::uint32_t i, int axis) { return regions_[i].low[axis]; };
  const auto high = [&](std::uint32_t i, int axis) { return regions_[i].high[axis]; };
  const auto middle = median_split(
      subset, low, high, [](std::uint32_t) { return 1u; }, lows_);
  if (!middle) return false;
  const int axis = middle->axis;
  const double at = middle->at;
  const auto& corners =
      regions_[*std::ranges::find_if(subset, [&](auto i) { return low(i, axis) == at; })].polygon.corners;
  const PointId corner = *std::ranges::find_if(corners, [&](PointId p) { return points_.approx(p, axis) == at; });
  const ImplicitPlan::Mark mark = plan_.mark();
  const LineId line = axis == 0 ? plan_.at_x(corner) : plan_.at_y(corner);
  Subset below, above;
  const bool exact = points_.approx_is_exact();  // where it is not, equal ends may be on either side
  for (const auto i : subset) {
    if (low(i, axis) < at || (!exact && low(i, axis) == at)) below.push_back(i);
    if (high(i, axis) > at || (!exact && high(i, axis) == at)) above.push_back(i);
  }
  const Signs signs = sides(plan_, cell, line);
  const bool inside = has(signs, Sign::positive), outside = has(signs, Sign::negative);
  if (inside && outside) {
    const SplitCell halves = split(plan_, cell, line, {signs.data(), signs.size()});
    part(halves.outside, below, depth + 1);
    part(halves.inside, above, depth + 1);
  } else {
    part(cell, inside ? above : below, depth + 1);
  }
  plan_.rewind(mark);
  return true;
}

void PlaneEnvelope::cut_part(const ConvexCell& cell, const Subset& subset) {
  pieces_.assign(1, {cell, no_ceiling});
  for (const auto c : subset) {
    next_.clear();
    for (Piece& piece : pieces_) lower(std::move(piece), c);
    pieces_.swap(next_);
  }
  for (const Piece& p : pieces_) {
    if (!visitor_) doubled_areas_.push_back(doubled_area(plan_, p.cell));
    else if (p.ceiling != no_ceiling)
      visitor_->visit(plan_, p.cell, floor_.id, floor_plane_, regions_[p.ceiling].polygon.id,
                      regions_[p.ceiling].plane);
  }
}

// Makes a polygon the ceiling of that part of a piece where it is above the floor and lower than the piece's ceiling.
// If the polygon is an owner, the part of the piece that it covers is dropped.
void PlaneEnvelope::lower(Piece piece, std::uint32_t ceiling) {
  const Region& c = regions_[ceiling];
  if (!interiors_overlap(plan_, piece.cell, c.cell)) return next_.push_back(std::move(piece));
  const std::size_t before = next_.size();
  ConvexCell inside = piece.cell;
  bool takes =
      c.polygon.owner ||
      (clip_above(inside, piece.ceiling, floor_plane_, c.plane) &&
       (piece.ceiling == no_ceiling || clip_above(inside, piece.ceiling, c.plane, regions_[piece.ceiling].plane)));
  for (std::size_t i = 0; takes && i < c.cell.size(); ++i) takes = clip(inside, piece.ceiling, c.cell[i].line);
  if (takes) {
    if (!c.polygon.owner) next_.push_back({std::move(inside), ceiling});
  } else {
    next_.resize(before, {ConvexCell(), no_ceiling});  // nothing was taken: the piece stays whole
    next_.push_back(std::move(piece));
  }
}

// Keeps of a cell what is inside of the line; the rest becomes a piece with its old ceiling. Returns false if nothing
// is inside.
bool PlaneEnvelope::clip(ConvexCell& inside, std::uint32_t old, LineId line) {
  const Signs signs = sides(plan_, inside, line);
  if (!has(signs, Sign::positive)) return false;
  if (!has(signs, Sign::negative)) return true;
  SplitCell halves = split(plan_, inside, line, {signs.data(), signs.size()});
  next_.push_back({std::move(halves.outside), old});
  inside = std::move(halves.inside);
  return true;
}

// Keeps of a cell where one plane is strictly lower than another, which is on one side of a line. Of two equal planes
// neither is strictly lower anywhere.
bool PlaneEnvelope::clip_above(ConvexCell& inside, std::uint32_t old, const IntegerPlane& low,
                               const IntegerPlane& high) {
  Coefficients<mpz_class> line = rise_of(low, high);
  if (line.a == 0 && line.b == 0) return line.c > 0;
  return clip(inside, old, plan_.line(std::move(line), {}));
}

}  // namespace plumb::kernel
