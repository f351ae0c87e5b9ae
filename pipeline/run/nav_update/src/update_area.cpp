// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/update_area.h"

#include <algorithm>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/face_outline.h"
#include "plumb/pipeline/lowest_terms.h"

namespace plumb::pipeline {
namespace {

Error bad_area(const char* what) {
  return {ErrorCode::bad_face, std::string("the area ") + what + "; give the corners of a simple polygon, in order", "",
          0};
}

}  // namespace

Result<UpdateArea> make_update_area(const kernel::PlanRing& polygon, std::optional<HeightRange> heights) {
  kernel::PlanRing ring = polygon;
  LowestTerms lowest;
  lowest("the area", ring);
  if (heights) lowest("the heights", heights->low)("the heights", heights->high);
  if (lowest.refused()) return *lowest.refused();
  if (heights && heights->low > heights->high)
    return Error{ErrorCode::out_of_range, "the heights do not ascend; give the lower one first", "", 0};
  ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
  while (ring.size() > 1 && ring.back() == ring.front()) ring.pop_back();
  if (ring.size() < 3) return bad_area("has fewer than three corners");
  if (std::ranges::all_of(ring, [&](const kernel::PlanPoint& p) { return kernel::orient2d(ring[0], ring[1], p) == 0; }))
    return bad_area("lies on one line");

  UpdateArea out{{}, std::move(heights), 1};
  for (const kernel::PlanPoint& p : ring)
    for (const mpq_class& v : p) out.unit = lcm(out.unit, v.get_den());
  if (kernel::PlanRing convex = kernel::normal_convex_ring(ring); !convex.empty()) {
    out.parts.push_back(std::move(convex));
    return out;
  }
  std::vector<mpz_class> xyz;
  std::vector<kernel::PointId> corners;
  for (const kernel::PlanPoint& p : ring) {
    corners.push_back(static_cast<kernel::PointId>(corners.size()));
    for (const mpq_class& v : p) xyz.push_back(v.get_num() * (out.unit / v.get_den()));
    xyz.push_back(0);
  }
  const auto points = kernel::PointTable::from_integers(std::move(xyz), out.unit);
  const kernel::FaceShape shape = kernel::shape_of(points, 2, corners);
  if (shape.kind == kernel::FaceOutline::bad) return bad_area("crosses or touches itself");
  const kernel::CornerLists parts = kernel::convex_parts(points, 2, shape.sign, corners);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    kernel::PlanRing part;
    for (std::uint32_t k = parts.begin[i]; k < parts.begin[i + 1]; ++k) part.push_back(ring[parts.corners[k]]);
    out.parts.push_back(kernel::normal_convex_ring(std::move(part)));
  }
  return out;
}

std::optional<Error> refusal(const Change& change) {
  if (sgn(change.cost.get_den()) == 0) return bad_option("the cost has the denominator 0; give a number");
  const bool has_cost = change.kind == Change::Kind::set_cost || change.kind == Change::Kind::add_cost;
  if (has_cost && change.cost < 0)
    return Error{ErrorCode::out_of_range,
                 "the cost " + change.cost.get_str() +
                     " is negative, so that a revert could leave less than nothing; give 0 or more",
                 "", 0};
  const bool has_tag = change.kind == Change::Kind::tag || change.kind == Change::Kind::untag;
  if (has_tag && change.tag.empty()) return Error{ErrorCode::bad_option, "the tag is empty; give it a name", "", 0};
  return std::nullopt;
}

void apply(const Change& change, UpdateId id, CellState& state) {
  const auto at = std::ranges::lower_bound(state.tags, change.tag);
  const bool has_tag = at != state.tags.end() && *at == change.tag;
  switch (change.kind) {
    case Change::Kind::block: state.blocked_by = id; break;
    case Change::Kind::unblock: state.blocked_by = 0; break;
    case Change::Kind::set_cost: state.cost = change.cost; break;
    case Change::Kind::add_cost: state.cost += change.cost; break;
    case Change::Kind::tag:
      if (!has_tag) state.tags.insert(at, change.tag);
      break;
    case Change::Kind::untag:
      if (has_tag) state.tags.erase(at);
      break;
  }
}

}  // namespace plumb::pipeline
