// SPDX-License-Identifier: GPL-3.0-or-later
// The polygons of a level and of obstacles that are added and removed, under numbers that stay.
// Problem. Baking parts of a level again needs one table of points, one list of polygons and boxes to find them by,
// though obstacles are added and removed. Points at equal places must have one number, polygons keep theirs while they
// are there, and the navmesh must be numbered as if removed ones had never been there.
// 1. The constructor takes the level, computes the boxes of its polygons and a tree over them, and hashes the points by
//    their rounded coordinates (number_places).
// 2. add() appends an obstacle: add_points() looks each point up (find) and appends the new ones, after making the
//    table's integers as fine as both need; add_polygons() appends polygons, faces and which faces count as solid;
//    add_box() notes the obstacle's box. If the integers of the table changed, boxes and hashes are made again, and the
//    caller has to bake again.
// 3. remove() only forgets the obstacle; its polygons stay in the lists, and no query returns them.
// 4. near(), traversable_near() and added_near() query the tree of the level and the boxes of obstacles with boxes
//    enlarged by a margin.
// 5. is_as_if_new() says whether the integers are those of a table of what is there, but for a power of two; numbers()
//    counts polygons and faces without removed ones.
// Cost. add() is linear in the obstacle, expected; a rescaling is linear in the level. Queries O(log N + k), and one
// look at each recent obstacle. Memory: everything that was ever added, until LiveBake begins again.
// Exactness. Equal places are found by hashes of doubles and confirmed as fractions. Margins are added to boxes with
// rounding outward; a margin of 0 leaves a box end as it is.
#include "live_level.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/numbering.h"

namespace plumb::pipeline {
namespace {

std::vector<Box> boxes_of_all(const kernel::PointTable& points, const SurfaceSet& set) {
  std::vector<Box> out;
  out.reserve(set.surfaces.size());
  for (const Surface& s : set.surfaces) out.push_back(surface_box(points, set.corners_of(s)));
  return out;
}

PolygonList first_numbers(PolygonId count) {
  PolygonList out(count);
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

// Points that are corners of faces come first; crossings of edges follow.
kernel::PointId corner_count(const Scene& scene) {
  return scene.face_points.empty() ? 0 : 1 + *std::ranges::max_element(scene.face_points);
}

std::uint64_t key_of(const std::array<double, 3>& place) {
  const kernel::KeyHash hash;
  std::uint64_t key = 0;
  for (const double c : place) key = hash(key ^ std::bit_cast<std::uint64_t>(c)) + (key << 7);
  return key;
}

Box enlarged(const kernel::PointTable& points, const Box& box, const Margin& m) {
  Box out;
  const double low[] = {m.plan, m.plan, m.below}, high[] = {m.plan, m.plan, m.above};
  for (std::size_t k = 0; k < 3; ++k) {
    // Without a margin the box end stays as it is: boxes that touch still do, since rounding keeps order.
    const auto at = [&](double v) { return kernel::interval_of(points, v); };
    out.low[k] = low[k] == 0 ? box.low[k] : (at(box.low[k]) - kernel::Interval(low[k])).low;
    out.high[k] = high[k] == 0 ? box.high[k] : (at(box.high[k]) + kernel::Interval(high[k])).high;
  }
  return out;
}

void sort_unique(PolygonList& list) {
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

LiveLevel::LiveLevel(SceneSurfaces base)
    : level_(std::move(base)),
      base_count_(static_cast<PolygonId>(level_.set.surfaces.size())),
      base_faces_(static_cast<std::uint32_t>(level_.scene.face_count())),
      next_face_(base_faces_),
      base_denominator_(points().common_denominator()),
      boxes_(std::make_shared<std::vector<Box>>(boxes_of_all(points(), set()))),
      base_index_(boxes_, first_numbers(base_count_)) {
  base_corners_ = corner_count(level_.scene);
  base_fixed_ = points().fixed();
  base_exact_ = points().approx_is_exact();
  number_places();
}

std::uint64_t LiveLevel::place_key(const kernel::PointTable& points, kernel::PointId p) {
  return key_of({points.approx(p, 0), points.approx(p, 1), points.approx(p, 2)});
}

void LiveLevel::number_places() {
  at_.clear();
  at_.reserve(points().size());
  for (kernel::PointId p = 0; p < points().size(); ++p) at_.emplace(place_key(points(), p), p);
}

kernel::PointId LiveLevel::find(const kernel::ExactPoint& place) const {
  std::array<mpq_class, 3> scaled;
  std::array<double, 3> rounded;
  for (std::size_t k = 0; k < 3; ++k) {
    scaled[k] = place[k] * points().denominator();
    rounded[k] = kernel::nearest_double(scaled[k]);
  }
  const auto [first, last] = at_.equal_range(key_of(rounded));
  for (auto i = first; i != last; ++i)
    if (points().exact(i->second, 0) == scaled[0] && points().exact(i->second, 1) == scaled[1] &&
        points().exact(i->second, 2) == scaled[2])
      return i->second;
  return kernel::no_point;
}

bool LiveLevel::touches_level(const Scene& other) const {
  for (kernel::PointId p = 0, count = corner_count(other); p < count; ++p)
    if (find(kernel::exact_point(other.points, p)) < base_corners_) return true;
  return false;
}

LiveLevel::Added LiveLevel::add(ObstacleId id, const SceneSurfaces& obstacle) {
  const kernel::PointTable& table = points();
  const auto scale = [&] {
    return std::tuple(table.denominator(), table.fixed(), table.approx_is_exact(), table.has_long());
  };
  const auto before = scale();
  const auto first_point = static_cast<kernel::PointId>(table.size());
  const auto first = static_cast<PolygonId>(set().surfaces.size());
  add_polygons(obstacle, add_points(obstacle.scene.points));
  const auto faces = static_cast<std::uint32_t>(obstacle.scene.face_count()),
             count = static_cast<std::uint32_t>(set().surfaces.size() - first);
  obstacles_.emplace(id, Obstacle{first, count, next_face_, faces, obstacle.scene.points.common_denominator()});
  next_face_ += faces;
  Added out{polygons_of(id), scale() != before};
  if (out.rescaled) {
    *boxes_ = boxes_of_all(table, set());
    base_index_ = SurfaceIndex(boxes_, first_numbers(base_count_));
    number_places();
    obstacle_boxes_.clear();
    for (const auto& [other, o] : obstacles_) add_box(other);
  } else {
    for (const PolygonId p : out.polygons) boxes_->push_back(surface_box(table, set().corners_of(set().surfaces[p])));
    for (kernel::PointId p = first_point; p < table.size(); ++p) at_.emplace(place_key(table, p), p);
    add_box(id);
  }
  return out;
}

// Appends the points that are new. Returns the numbers of all in the table.
std::vector<kernel::PointId> LiveLevel::add_points(const kernel::PointTable& more) {
  kernel::PointTable& table = level_.scene.points;
  std::vector<kernel::PointId> number(more.size());
  std::vector<kernel::ExactPoint> fresh;
  for (kernel::PointId p = 0; p < more.size(); ++p) {
    kernel::ExactPoint place = kernel::exact_point(more, p);
    number[p] = find(place);
    if (number[p] != kernel::no_point) continue;
    number[p] = static_cast<kernel::PointId>(table.size() + fresh.size());
    fresh.push_back(std::move(place));
  }
  // The unit becomes as fine as that of a scene of both, whatever these points need, unless that makes all numbers
  // long.
  mpz_class common;
  mpz_lcm(common.get_mpz_t(), table.denominator().get_mpz_t(), more.denominator().get_mpz_t());
  const mpz_class factor = common / table.denominator();
  if (factor != 1 && (table.stays_fixed(factor) || !table.fixed())) table.rescale(factor);
  table.append(fresh);
  return number;
}

// Appends the polygons of an obstacle. `number`: by point of the obstacle, its number in the table. Faces are numbered
// from next_face_ on.
void LiveLevel::add_polygons(const SceneSurfaces& obstacle, std::span<const kernel::PointId> number) {
  SurfaceSet& all = level_.set;
  if (all.covered_begin.empty()) all.covered_begin.push_back(0);
  for (std::size_t i = 0; i < obstacle.set.surfaces.size(); ++i) {
    Surface s = obstacle.set.surfaces[i];
    const auto corners = obstacle.set.corners_of(s);
    s.first_corner = static_cast<std::uint32_t>(all.corners.size());
    s.face += next_face_;
    for (const kernel::PointId p : corners) all.corners.push_back(number[p]);
    all.surfaces.push_back(s);
    for (const FacePart& part : obstacle.set.parts_of(i))
      all.covered_parts.push_back({part.face + next_face_, part.part});
    all.covered_begin.push_back(static_cast<std::uint32_t>(all.covered_parts.size()));
  }
  std::vector<bool>& counts = level_.solids.counts;
  const std::vector<bool>& more = obstacle.solids.counts;
  if (counts.empty() && more.empty()) return;
  counts.resize(next_face_, false);
  counts.insert(counts.end(), more.begin(), more.end());
  counts.resize(next_face_ + obstacle.scene.face_count(), false);
}

void LiveLevel::add_box(ObstacleId id) {
  const PolygonList polygons = polygons_of(id);
  if (polygons.empty()) return;
  Box box = kernel::no_box;
  for (const PolygonId p : polygons) grow(box, (*boxes_)[p]);
  obstacle_boxes_.add(id, box);
}

bool LiveLevel::is_as_if_new() const {
  if (!removed_) return true;
  if (points().fixed() != base_fixed_ || points().approx_is_exact() != base_exact_) return false;
  const mpz_class finer = points().common_denominator() / numbers().denominator;
  return mpz_popcount(finer.get_mpz_t()) == 1;
}

PolygonList LiveLevel::polygons_of(ObstacleId id) const {
  PolygonList out;
  if (const auto at = obstacles_.find(id); at != obstacles_.end())
    for (PolygonId p = at->second.first; p < at->second.first + at->second.count; ++p) out.push_back(p);
  return out;
}

void LiveLevel::remove(ObstacleId id) {
  const auto at = obstacles_.find(id);
  removed_ = true;
  gone_ += at->second.count;
  obstacles_.erase(at);
  obstacle_boxes_.remove(id);
}

template <class Visit>
void LiveLevel::query_added(const Box& q, Visit&& visit) const {
  obstacle_boxes_.query(q, [&](ObstacleId id) {
    for (const PolygonId p : polygons_of(id))
      if (q.touches((*boxes_)[p])) visit(p);
  });
}

template <class Visit>
void LiveLevel::query(const Box& q, Visit&& visit) const {
  base_index_.query(q, visit);
  query_added(q, visit);
}

PolygonList LiveLevel::near(std::span<const Box> boxes, const Margin& margin) const {
  PolygonList out;
  for (const Box& box : boxes) query(enlarged(points(), box, margin), [&](PolygonId p) { out.push_back(p); });
  sort_unique(out);
  return out;
}

PolygonList LiveLevel::traversable_near(std::span<const Box> boxes, const Margin& margin) const {
  PolygonList out;
  for (const Box& box : boxes)
    query(enlarged(points(), box, margin), [&](PolygonId p) {
      if (set().surfaces[p].kind == SurfaceKind::traversable) out.push_back(p);
    });
  sort_unique(out);
  return out;
}

PolygonList LiveLevel::added_near(const Box& box, const Margin& margin) const {
  PolygonList out;
  query_added(enlarged(points(), box, margin), [&](PolygonId p) { out.push_back(p); });
  std::ranges::sort(out);
  return out;
}

std::vector<Box> LiveLevel::boxes_of(const PolygonList& list) const {
  std::vector<Box> out;
  for (const PolygonId p : list) out.push_back((*boxes_)[p]);
  return out;
}

PolygonList LiveLevel::all() const {
  PolygonList out = first_numbers(base_count_);
  for (const auto& [id, o] : obstacles_)
    for (PolygonId p = o.first; p < o.first + o.count; ++p) out.push_back(p);
  return out;
}

PolygonList LiveLevel::traversable() const {
  PolygonList out = all();
  std::erase_if(out, [&](PolygonId p) { return set().surfaces[p].kind != SurfaceKind::traversable; });
  return out;
}

LiveLevel::Numbers LiveLevel::numbers() const {
  Numbers out{std::vector<PolygonId>(set().surfaces.size(), kernel::no_polygon),
              std::vector<std::uint32_t>(set().surfaces.size(), 0), base_denominator_};
  for (PolygonId p = 0; p < base_count_; ++p) {
    out.polygon[p] = p;
    out.face[p] = set().surfaces[p].face;
  }
  PolygonId next = base_count_;
  std::uint32_t next_face = base_faces_;
  for (const auto& [id, o] : obstacles_) {
    for (PolygonId p = o.first; p < o.first + o.count; ++p) {
      out.polygon[p] = next++;
      out.face[p] = set().surfaces[p].face - o.first_face + next_face;
    }
    next_face += o.faces;
    mpz_lcm(out.denominator.get_mpz_t(), out.denominator.get_mpz_t(), o.denominator.get_mpz_t());
  }
  return out;
}

}  // namespace plumb::pipeline
