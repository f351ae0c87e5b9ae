// SPDX-License-Identifier: GPL-3.0-or-later
// What is so near a floor's border that another baker's grid may explain it.
// BorderBodies answers whether a face is within a distance of the border:
// 1. The constructor makes a box around the body of each stretch of border: what the polygon around a disc sweeps along
//    the stretch, rising with it.
// 2. certainly_holds() proves in doubles that all of a face is near one stretch, without making its body.
// 3. near() makes the bodies of the other stretches that may meet a face, as faces of a floor: blame cuts by these.
//    add_swept() lifts the outline of a body (vcd::visit_outline) to the stretch.
// NearStep answers whether a face is narrower than the step of a file's grid and no farther than that from a floor.
// Cost: a query of a tree of boxes for each face. Exact: bodies, widths and distances are fractions; doubles only
// answer first where they are certain.
#include "compare/near_border.h"

#include <algorithm>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/file_grid.h"
#include "plumb/vcd/border_body.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

kernel::BoxTree boxes_of(const NearFloor& floor) {
  std::vector<kernel::Box> boxes;
  boxes.reserve(floor.exact().faces.size());
  for (FloorFaces::Index f = 0; f < floor.exact().faces.size(); ++f) boxes.push_back(floor.box(f));
  return kernel::BoxTree(std::move(boxes));
}

}  // namespace

BorderBodies::BorderBodies(DerivedMesh& derived, kernel::Label stance, const mpq_class& reach,
                           std::uint32_t disc_points, const HeightWindow& window)
    : mesh_(derived.mesh()),
      disc_(kernel::disc_polygon(disc_points, kernel::DiscBound::tangents, reach)),
      window_(window),
      squared_reach_(kernel::interval_of(mpq_class(reach * reach))),
      low_(kernel::interval_of(window.low)),
      high_(kernel::interval_of(window.high)),
      farthest_(0) {
  for (const kernel::PlanPoint& p : disc_.corners) {
    const Interval x = kernel::interval_of(p[0]), y = kernel::interval_of(p[1]);
    farthest_ = std::max({farthest_, -x.low, x.high, -y.low, y.high});
    const double corner = kernel::root(kernel::formulas::dot2d(x, y, x, y)).high;
    farthest_corner_ = Interval(std::max(farthest_corner_.high, corner));
  }
  std::vector<kernel::Box> boxes;
  for (const BorderInterval& b : derived.border(stance)) {
    const FilteredPoint from = bounds(mesh_.points, b.from), to = bounds(mesh_.points, b.to);
    stretches_.push_back({b, from, {to[0] - from[0], to[1] - from[1], to[2] - from[2]}});
    boxes.push_back(box_of(stretches_.back()));
  }
  tree_.emplace(std::move(boxes));
}

// Of its body: it goes on beyond the stretch, and rises there as the stretch does.
kernel::Box BorderBodies::box_of(const Stretch& s) const {
  kernel::Box box = kernel::no_box;
  const Interval shorter = kernel::formulas::dot2d(s.run[0], s.run[1], s.run[0], s.run[1]);
  const Interval rise = kernel::root(s.run[2] * s.run[2] / shorter) * Interval(2 * farthest_);
  for (std::size_t k = 0; k < 3; ++k) {
    const Interval more(k < 2 ? farthest_ : rise.high), end = s.from[k] + s.run[k];
    box.low[k] = (Interval(std::min(s.from[k].low, end.low)) - more).low;
    box.high[k] = (Interval(std::max(s.from[k].high, end.high)) + more).high;
  }
  return box;
}

// Of where bodies are within the window over a face.
kernel::Box BorderBodies::box_over(const FloorFaces& floor, FloorFaces::Index face) const {
  kernel::Box box = pipeline::box_of(floor, face);
  box.low[2] = (Interval(box.low[2]) + low_).low;
  box.high[2] = (Interval(box.high[2]) + high_).high;
  return box;
}

// A point of the stretch is certainly near enough, and the body is certainly within the window there.
bool BorderBodies::certainly_holds(const Stretch& s, const Near& p) const {
  const Interval dx = p[0] - s.from[0], dy = p[1] - s.from[1];
  const Interval along = kernel::formulas::dot2d(dx, dy, s.run[0], s.run[1]) /
                         kernel::formulas::dot2d(s.run[0], s.run[1], s.run[0], s.run[1]);
  const Interval height = s.from[2] + along * s.run[2] - p[2];
  if (!(height.low > low_.high && height.high < high_.low)) return false;
  const Interval share(std::clamp(along.low, 0.0, 1.0));
  const Interval x = dx - share * s.run[0], y = dy - share * s.run[1];
  return kernel::formulas::dot2d(x, y, x, y).high < squared_reach_.low;
}

bool BorderBodies::certainly_holds(const FloorFaces& floor, FloorFaces::Index face) const {
  std::vector<Near> corners;
  for (const FloorFaces::Index c : floor.faces[face].corners) corners.push_back(floor.near_point(c));
  return tree_->any(box_over(floor, face), [&](std::uint32_t i) {
    return std::ranges::all_of(corners, [&](const Near& p) { return certainly_holds(stretches_[i], p); });
  });
}

// All of a face is on one side of the stretch's line, in plan, farther than the disc's polygon reaches.
bool BorderBodies::is_certainly_beside(const Stretch& s, const std::vector<Near>& face) const {
  const Interval squared_length = kernel::formulas::dot2d(s.run[0], s.run[1], s.run[0], s.run[1]);
  const double reach = (kernel::root(squared_length) * farthest_corner_).high;
  bool left = true, right = true;
  for (const Near& p : face) {
    const Interval away = kernel::formulas::determinant(s.run[0], s.run[1], p[0] - s.from[0], p[1] - s.from[1]);
    left = left && away.low > reach;
    right = right && away.high < -reach;
  }
  return left || right;
}

FloorFaces BorderBodies::near(const FloorFaces& floor) const {
  std::vector<bool> wanted(stretches_.size());
  std::vector<Near> corners;
  for (FloorFaces::Index f = 0; f < floor.faces.size(); ++f) {
    corners.clear();
    for (const FloorFaces::Index c : floor.faces[f].corners) corners.push_back(floor.near_point(c));
    tree_->query(box_over(floor, f), [&](std::uint32_t i) {
      if (!wanted[i] && !is_certainly_beside(stretches_[i], corners)) wanted[i] = true;
    });
  }
  FloorFaces out;
  out.unit = unit_of(mesh_);
  const auto bodies = static_cast<std::size_t>(std::ranges::count(wanted, true));
  out.faces.reserve(bodies);
  out.points.reserve(bodies * (disc_.corners.size() + 2));  // to move a point takes memory
  for (std::uint32_t i = 0; i < stretches_.size(); ++i)
    if (wanted[i]) {
      const BorderInterval& b = stretches_[i].border;
      add_swept(out, mesh_.points[b.from], mesh_.points[b.to], b.cell, disc_);
    }
  return out;
}

void add_swept(FloorFaces& out, const ExactPoint& from, const ExactPoint& to, FloorFaces::Index owner,
               const kernel::DiscPolygon& disc) {
  const mpq_class dx = to[0] - from[0], dy = to[1] - from[1];
  const Interval near_x = kernel::interval_of(dx), near_y = kernel::interval_of(dy);
  const mpq_class rise = (to[2] - from[2]) / kernel::formulas::dot2d(dx, dy, dx, dy);
  FloorFaces::Face face;
  face.owner = owner;
  const auto add = [&](const ExactPoint& end, const kernel::PlanPoint& corner) {
    face.corners.push_back(static_cast<FloorFaces::Index>(out.points.size()));
    out.points.push_back(
        {end[0] + corner[0], end[1] + corner[1],
         rise == 0 ? end[2] : mpq_class(end[2] + kernel::formulas::dot2d(corner[0], corner[1], dx, dy) * rise)});
  };
  const auto along = [&](std::size_t edge) {
    const auto& [x, y] = disc.edges[edge].normal;
    const Interval nx = kernel::interval_of(x), ny = kernel::interval_of(y);
    if (const auto sign = kernel::formulas::dot2d(nx, ny, near_x, near_y).sign()) return static_cast<int>(*sign);
    return sgn(kernel::formulas::dot2d(mpq_class(x), mpq_class(y), dx, dy));
  };
  vcd::visit_outline(disc.corners.size(), along,
                     [&](std::size_t k, bool at_end) { add(at_end ? to : from, disc.corners[k]); });
  out.faces.push_back(std::move(face));
}

NearStep::NearStep(const FloorFaces& floor, const mpq_class& step, const HeightWindow& window)
    : floor_(floor),
      step_(step),
      square_(step * step),
      near_step_(kernel::interval_of(step)),
      low_(kernel::interval_of(window.low)),
      high_(kernel::interval_of(window.high)),
      near_(floor),
      tree_(boxes_of(near_)) {}

bool NearStep::holds(const FloorFaces& pieces, FloorFaces::Index face, const mpq_class& area) const {
  if (is_certainly_as_wide(kernel::interval_of(area), box_of(pieces, face), near_step_)) return false;
  const kernel::PlanRing ring = pieces.ring(face);
  if (!is_narrower({&ring, 1}, step_)) return false;
  for (const FloorFaces::Index c : pieces.faces[face].corners)
    if (!is_near(pieces.points[c])) return false;
  return true;
}

bool NearStep::is_near(const ExactPoint& corner) const {
  const Interval x = kernel::interval_of(corner[0]), y = kernel::interval_of(corner[1]),
                 z = kernel::interval_of(corner[2]);
  const kernel::Box around{{(x - near_step_).low, (y - near_step_).low, (z + low_).low},
                           {(x + near_step_).high, (y + near_step_).high, (z + high_).high}};
  return tree_.any(around, [&](std::uint32_t face) { return is_near(corner, face); });
}

bool NearStep::is_near(const ExactPoint& corner, FloorFaces::Index face) const {
  const auto& corners = floor_.faces[face].corners;
  const auto plan = near_.plan(face);
  const kernel::PlanRef at(corner);
  bool inside = true;
  for (std::size_t i = 0; i < plan.size() && inside; ++i)
    inside = orientation(plan[i], plan[i + 1 == plan.size() ? 0 : i + 1], at) >= 0;
  if (inside) return true;
  const auto place = [](const ExactPoint& p) { return kernel::FilteredPoint({p[0], p[1]}); };
  const kernel::FilteredPoint point = place(corner);
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (kernel::compare_squared_distance(point, place(floor_.points[corners[i]]),
                                         place(floor_.points[corners[i + 1 == corners.size() ? 0 : i + 1]]),
                                         square_) <= 0)
      return true;
  return false;
}

}  // namespace plumb::pipeline
