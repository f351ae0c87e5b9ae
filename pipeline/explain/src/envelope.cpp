// SPDX-License-Identifier: GPL-3.0-or-later
#include "envelope.h"

#include <algorithm>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/interval_of.h"
#include "plumb/kernel/exact.h"
#include "plumb/kernel/normal.h"
#include "plumb/kernel/exact_polygon.h"

namespace plumb::pipeline {
namespace {

using namespace plumb::kernel;

constexpr std::uint32_t none = 0xffffffffu;
// More polygons than this, and a part is split at a median: the cost of cutting grows with pieces times polygons.
constexpr std::size_t few = 10;
constexpr int max_depth = 48;

bool has(const Signs& signs, Sign which) { return std::ranges::find(signs, which) != signs.end(); }

// Sideways; equal ends touch.
bool apart(const Box& a, const Box& b) {
  return a.low[0] >= b.high[0] || a.high[0] <= b.low[0] || a.low[1] >= b.high[1] || a.high[1] <= b.low[1];
}

}  // namespace

IntegerPlane integer_plane(const PointTable& points, std::span<const PointId> corners, PointId origin) {
  auto n = upward_normal<mpz_class>(points, corners);
  const std::array normal = {n.x, n.y, n.z};
  auto corner = exact_difference(points, corners[0], origin);
  corner[2] = points.exact(corners[0], 2);
  return {normal[0], normal[1], normal[2], formulas::dot(normal, corner)};
}

Coefficients<mpz_class> rise_of(const IntegerPlane& low, const IntegerPlane& high) {
  return {formulas::determinant(low.x, high.x, low.up, high.up), formulas::determinant(low.y, high.y, low.up, high.up),
          formulas::determinant(high.constant, low.constant, high.up, low.up)};
}

Envelope::Envelope(const PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const mpq_class& top)
    : points_(points), set_(set), index_(index), levels_(points, {top}, 0), reach_(kernel::interval_of(mpq_class(top * points.denominator())).high), frame_(points, 0) {}

void Envelope::find(PolygonId floor, EnvelopeVisitor& visitor) {
  floor_ = floor;
  visitor_ = &visitor;
  if (!gather(floor)) return;
  const auto corners = set_.corners_of(set_.surfaces[floor]);
  floor_plane_ = integer_plane(points_, corners, frame_.origin());
  Subset all(ceilings_.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  part(make_cell(frame_, floor, corners), all, 0);
}

mpq_class Envelope::uncovered_area() {
  const auto corners = set_.corners_of(set_.surfaces[floor_]);
  Subset owners;
  for (std::uint32_t i = 0; i < ceilings_.size() && ceilings_[i].owner; ++i) owners.push_back(i);
  if (owners.empty()) return kernel::plan_area(points_, corners);
  visitor_ = nullptr;
  doubled_areas_.clear();
  part(make_cell(frame_, floor_, corners), owners, 0);
  const auto sum = kernel::balanced_sum(0, doubled_areas_.size(), 0, [&](std::size_t i) -> std::optional<mpq_class> { return doubled_areas_[i]; });
  return *sum / (2 * points_.denominator() * points_.denominator());
}

// What is over the floor, from low to high: what comes later is seldom lower. Owners come first of all.
bool Envelope::gather(PolygonId floor) {
  const auto corners = set_.corners_of(set_.surfaces[floor]);
  const Plane plane(points_, corners);
  frame_.reset(corners[0]);
  ceilings_.clear();
  Box q = index_.box(floor);
  q.high[2] = kernel::interval_of(points_, q.high[2]).high + reach_;  // rounding keeps order: nothing within reach begins beyond it
  bool any = false;
  index_.query(q, [&](std::uint32_t id) {
    const Surface& s = set_.surfaces[id];
    if (id == floor || s.kind == SurfaceKind::vertical) return;
    if (points_.approx_is_exact() && apart(q, index_.box(id))) return;
    bool coplanar = false;
    if (!matters(s, plane, coplanar)) return;
    if (coplanar && (id > floor || s.kind != SurfaceKind::traversable)) return;
    const auto c = set_.corners_of(s);
    ceilings_.push_back({id, make_cell(frame_, id, c), integer_plane(points_, c, frame_.origin()), index_.box(id), coplanar});
    any = any || !coplanar;
  });
  std::ranges::sort(ceilings_, [](const Ceiling& a, const Ceiling& b) {
    if (a.owner != b.owner) return a.owner;
    return a.box.low[2] != b.box.low[2] ? a.box.low[2] < b.box.low[2] : a.id < b.id;
  });
  return any;
}

// Some of it over the floor's plane and below the top; or all of it in that plane.
bool Envelope::matters(const Surface& s, const Plane& plane, bool& coplanar) {
  bool over = false, below_top = false;
  coplanar = true;
  for (const PointId c : set_.corners_of(s)) {
    const Sign sign = rise(points_, plane, c, levels_, 0, false, frame_.counts());
    over = over || sign == Sign::positive;
    coplanar = coplanar && sign == Sign::zero;
    below_top = below_top || rise(points_, plane, c, levels_, 1, false, frame_.counts()) != Sign::positive;
  }
  return coplanar || (over && below_top);
}

void Envelope::part(const ConvexCell& cell, const Subset& subset, int depth) {
  if (visitor_ && std::ranges::all_of(subset, [&](auto i) { return ceilings_[i].owner; })) return;
  if (subset.size() > few && depth < max_depth && split_part(cell, subset, depth)) return;
  const Frame::Mark mark = frame_.mark();
  cut_part(cell, subset);
  frame_.rewind(mark);
}

// At a polygon's lower end in x or y, near the middle of them; where that leaves each side fewer.
bool Envelope::split_part(const ConvexCell& cell, const Subset& subset, int depth) {
  int axis = -1;
  double at = 0;
  std::size_t least = subset.size() * 3 / 4 + 1;
  std::vector<double> lows;
  for (int k = 0; k < 2; ++k) {
    lows.clear();
    for (const auto i : subset) lows.push_back(ceilings_[i].box.low[k]);
    const auto middle = lows.begin() + static_cast<std::ptrdiff_t>(lows.size() / 2);
    std::ranges::nth_element(lows, middle);
    const auto below = static_cast<std::size_t>(std::ranges::count_if(subset, [&](auto i) { return ceilings_[i].box.low[k] <= *middle; }));
    const auto above = static_cast<std::size_t>(std::ranges::count_if(subset, [&](auto i) { return ceilings_[i].box.high[k] >= *middle; }));
    const auto strictly = [&](auto i) { return ceilings_[i].box.low[k] < *middle; };
    const auto under = points_.approx_is_exact() ? static_cast<std::size_t>(std::ranges::count_if(subset, strictly)) : below;
    if (under + above <= subset.size() * 3 / 2 && std::max(under, above) < least) {
      least = std::max(under, above);
      axis = k;
      at = *middle;
    }
  }
  if (axis < 0) return false;
  const auto chosen = *std::ranges::find_if(subset, [&](auto i) { return ceilings_[i].box.low[axis] == at; });
  const auto corners = set_.corners_of(set_.surfaces[ceilings_[chosen].id]);
  const PointId corner = *std::ranges::find_if(corners, [&](PointId p) { return points_.approx(p, axis) == at; });
  const Frame::Mark mark = frame_.mark();
  const LineId line = axis == 0 ? frame_.at_x(corner) : frame_.at_y(corner);
  Subset below, above;
  for (const auto i : subset) {
    const bool exact = points_.approx_is_exact();  // where it is not, equal ends may be on either side
    if (ceilings_[i].box.low[axis] < at || (!exact && ceilings_[i].box.low[axis] == at)) below.push_back(i);
    if (ceilings_[i].box.high[axis] > at || (!exact && ceilings_[i].box.high[axis] == at)) above.push_back(i);
  }
  const Signs signs = sides(frame_, cell, line);
  const bool inside = has(signs, Sign::positive), outside = has(signs, Sign::negative);
  if (inside && outside) {
    const SplitCell halves = split(frame_, cell, line, {signs.data(), signs.size()});
    part(halves.outside, below, depth + 1);
    part(halves.inside, above, depth + 1);
  } else {
    part(cell, inside ? above : below, depth + 1);
  }
  frame_.rewind(mark);
  return true;
}

void Envelope::cut_part(const ConvexCell& cell, const Subset& subset) {
  pieces_.assign(1, {cell, none});
  for (const auto c : subset) {
    next_.clear();
    for (Piece& piece : pieces_) lower(std::move(piece), c);
    pieces_.swap(next_);
  }
  for (const Piece& p : pieces_) {
    if (!visitor_)
      doubled_areas_.push_back(doubled_area(frame_, p.cell));
    else if (p.ceiling != none)
      visitor_->visit(frame_, p.cell, floor_, floor_plane_, ceilings_[p.ceiling].id, ceilings_[p.ceiling].plane);
  }
}

// Where the polygon is over the floor and lower than what the piece has, it becomes the piece's ceiling; an owner takes the piece away.
void Envelope::lower(Piece piece, std::uint32_t ceiling) {
  const Ceiling& c = ceilings_[ceiling];
  if (!interiors_overlap(frame_, piece.cell, c.region)) return next_.push_back(std::move(piece));
  const std::size_t before = next_.size();
  ConvexCell inside = piece.cell;
  bool takes = c.owner || (clip_above(inside, piece.ceiling, floor_plane_, c.plane) &&
                           (piece.ceiling == none || clip_above(inside, piece.ceiling, c.plane, ceilings_[piece.ceiling].plane)));
  for (std::size_t i = 0; takes && i < c.region.size(); ++i) takes = clip(inside, piece.ceiling, c.region[i].line);
  if (takes) {
    if (!c.owner) next_.push_back({std::move(inside), ceiling});
  } else {
    next_.resize(before, {ConvexCell(), none});  // nothing taken: the piece stays whole
    next_.push_back(std::move(piece));
  }
}

// Keeps what is inside of the line; the rest stays with its old ceiling. False if nothing is inside.
bool Envelope::clip(ConvexCell& inside, std::uint32_t old, LineId line) {
  const Signs signs = sides(frame_, inside, line);
  if (!has(signs, Sign::positive)) return false;
  if (!has(signs, Sign::negative)) return true;
  SplitCell halves = split(frame_, inside, line, {signs.data(), signs.size()});
  next_.push_back({std::move(halves.outside), old});
  inside = std::move(halves.inside);
  return true;
}

// The same by the line where one plane begins to be strictly lower than another. Of equal planes neither is.
bool Envelope::clip_above(ConvexCell& inside, std::uint32_t old, const IntegerPlane& low, const IntegerPlane& high) {
  Coefficients<mpz_class> line = rise_of(low, high);
  if (line.a == 0 && line.b == 0) return line.c > 0;
  return clip(inside, old, frame_.line(std::move(line), {}));
}

}  // namespace plumb::pipeline
