// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/passability.h"

#include <algorithm>

namespace plumb::pipeline {

MapParts::MapParts(PlanTriangulation triangulation)
    : triangulation_(std::move(triangulation)),
      walk_(triangulation_),
      sets_(static_cast<std::uint32_t>(triangulation_.triangle_count())) {
  for (Index h = 0; h < 3 * triangulation_.triangle_count(); ++h)
    if (triangulation_.is_open(h)) sets_.unite(h / 3, triangulation_.twin(h) / 3);
}

bool MapParts::joined(const kernel::PlanPoint& p, const kernel::PlanPoint& q) {
  const std::vector<Index> at_p = triangles_at(p), at_q = triangles_at(q);
  return std::ranges::any_of(
      at_p, [&](Index a) { return std::ranges::any_of(at_q, [&](Index b) { return part(a) == part(b); }); });
}

PassabilityQuery::PassabilityQuery(const PlanMap& map)
    : map_(map), obstacles_(map), clearance_(clearance_triangulation(map)), open_(parts({})) {}

std::unique_ptr<MapParts> PassabilityQuery::parts(std::span<const Passage> barriers) const {
  return std::make_unique<MapParts>(triangulate(map_, KeptSegments::obstacles, segments_of(barriers)));
}

Passability PassabilityQuery::operator()(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                         const mpq_class& squared_radius) {
  using Answer = Passability::Answer;
  if (open_->triangles_at(from).empty()) return {Answer::start_blocked, {}, {}};
  if (open_->triangles_at(to).empty()) return {Answer::goal_blocked, {}, {}};
  if (const auto near = obstacles_.stops_at(from, squared_radius)) return {Answer::start_touched, near, {}};
  if (const auto near = obstacles_.stops_at(to, squared_radius)) return {Answer::goal_touched, near, {}};
  if (!open_->joined(from, to)) return {Answer::unreachable, {}, {}};
  if (!left_ || left_->squared_radius != squared_radius) {
    left_ = Left{squared_radius, barriers(clearance_, squared_radius), nullptr};
    left_->parts = parts(left_->barriers);
  }
  if (left_->parts->joined(from, to)) return {};
  return {Answer::too_narrow, {}, narrowest(from, to, left_->barriers)};
}

// The narrowest passage of the widest way: with the barriers narrower than it there is a way, with it as well there is
// none.
std::optional<Passage> PassabilityQuery::narrowest(const kernel::PlanPoint& from, const kernel::PlanPoint& to,
                                                   std::vector<Passage> barriers) const {
  std::ranges::stable_sort(barriers, {}, squared_width);
  std::size_t open = 0, closed = barriers.size();  // so many of the narrowest
  while (closed - open > 1) {
    const std::size_t middle = (open + closed) / 2;
    (parts(std::span(barriers).first(middle))->joined(from, to) ? open : closed) = middle;
  }
  return barriers[open];
}

}  // namespace plumb::pipeline
