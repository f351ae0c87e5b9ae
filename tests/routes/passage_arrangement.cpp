// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/passage_arrangement.h"

#include <CGAL/Arr_segment_traits_2.h>
#include <CGAL/Arr_walk_along_line_point_location.h>
#include <CGAL/Arrangement_2.h>

#include <algorithm>
#include <variant>

#include "plumb/kernel/cgal.h"

namespace plumb::tests {
namespace {

using Traits = CGAL::Arr_segment_traits_2<kernel::CgalKernel>;
using Arrangement = CGAL::Arrangement_2<Traits>;
using Face = Arrangement::Face_const_handle;

Traits::Point_2 to_point(const kernel::PlanPoint& p) { return {kernel::to_cgal(p[0]), kernel::to_cgal(p[1])}; }

}  // namespace

struct PassageArrangement::State {
  Arrangement arrangement;
  CGAL::Arr_walk_along_line_point_location<Arrangement> location;

  // The faces at a point: several only where it is on an obstacle, which a disc of radius 0 may touch.
  std::vector<Face> faces(const kernel::PlanPoint& p) const {
    const auto found = location.locate(to_point(p));
    if (const auto* face = boost::get<Face>(&found)) return {*face};
    if (const auto* edge = boost::get<Arrangement::Halfedge_const_handle>(&found))
      return {(*edge)->face(), (*edge)->twin()->face()};
    std::vector<Face> out;
    auto around = boost::get<Arrangement::Vertex_const_handle>(found)->incident_halfedges();
    const auto first = around;
    do out.push_back(around->face());
    while (++around != first);
    return out;
  }
};

PassageArrangement::PassageArrangement(const plan::Obstacles& obstacles, const mpq_class& squared_radius)
    : state_(std::make_unique<State>()) {
  std::vector<Traits::X_monotone_curve_2> segments;
  for (const auto s : obstacles.segments())
    segments.emplace_back(to_point(obstacles.begin(s).at), to_point(obstacles.end(s).at));
  for (const plan::Passage& p : plan::narrow_passages(obstacles, squared_radius))
    segments.emplace_back(to_point(p.from), to_point(p.to));
  CGAL::insert(state_->arrangement, segments.begin(), segments.end());
  state_->location.attach(state_->arrangement);
}
PassageArrangement::PassageArrangement(PassageArrangement&&) noexcept = default;
PassageArrangement::~PassageArrangement() = default;

bool PassageArrangement::passable(const kernel::PlanPoint& p, const kernel::PlanPoint& q) const {
  const std::vector<Face> at_p = state_->faces(p), at_q = state_->faces(q);
  return std::ranges::any_of(at_p, [&](Face f) { return std::ranges::find(at_q, f) != at_q.end(); });
}

}  // namespace plumb::tests
