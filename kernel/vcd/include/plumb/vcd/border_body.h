// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "plumb/kernel/cell.h"
#include "plumb/kernel/disc.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/numbering.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/segment_frame.h"

// What a border edge takes away of the surfaces around it: the convex body edge + (disc polygon x [-window, window]),
// open. Its section with a surface is bounded by lines that come from the edge alone, never from another cut.
namespace plumb::vcd {

/// Kinds of lines that bodies make, over a surface. The first two are the same over every surface.
inline constexpr kernel::LineKind body_side_kind{20};   ///< edge `id` moved outward: to its left (index 0) or right (1)
inline constexpr kernel::LineKind body_end_kind{21};    ///< edge `index` of the disc's polygon around end `id`
inline constexpr kernel::LineKind body_level_kind{22};  ///< the window above (index 1) or below (0) end `id`
/// Spanned by edge `id` and edge index / 2 of the disc's polygon, over (odd) or under it; where edges are not level.
inline constexpr kernel::LineKind body_slant_kind{23};

/// x (y) = the double whose bits are `id` and, the lower half, `index`, in the integer units of a PointTable: where
/// crowded cells are halved.
inline constexpr kernel::LineKind split_at_x_kind{24}, split_at_y_kind{25};

/// Doubles around an edge of the disc's polygon and the corner that it ends in.
struct NearDiscEdge {
  std::array<kernel::Interval, 2> normal;
  kernel::Interval offset;
  std::array<kernel::Interval, 2> corner_after;
};

/// What all bodies share, in the integer units of a PointTable.
struct BodyShape {
  kernel::DiscPolygon disc;
  std::vector<NearDiscEdge> near;  ///< by edge of the disc's polygon
  mpq_class window;
  kernel::Interval reach;        ///< from nearest to farthest corner of the disc's polygon
  kernel::Interval window_near;  ///< around window

  /// radius, window > 0, in input units; `unit`: PointTable::denominator().
  BodyShape(std::uint32_t disc_points, kernel::DiscBound bound, const mpq_class& radius, const mpq_class& window,
            const mpz_class& unit);
};

/// An end of a border edge, in the integer units of a PointTable.
struct BodyEnd {
  kernel::PlanIntegers plan;
  kernel::HeightIntegers height;
  std::array<kernel::Interval, 3> near;  ///< around x, y and z
};

/// A border edge. Its ends differ in plan.
struct BorderEdge {
  std::uint32_t id = 0;
  std::array<std::uint32_t, 2> end_ids{};
  const BodyEnd *from = nullptr, *to = nullptr;
};

/// How an edge's body lies to a surface's plane, as far as doubles tell: it certainly misses it; or the window
/// certainly passes all of it within reach of the edge; or the window may cut it.
enum class WindowCase : std::uint8_t { misses, passes, cuts };
WindowCase window_case(const kernel::PointTable& points, const kernel::Plane& surface, const BorderEdge& edge,
                       const BodyShape& shape);
/// The same by how far the surface is above the edge, at all places within reach of it. `window`: doubles around it.
WindowCase window_case(const kernel::Interval& above, const kernel::Interval& window);

/// The outline of a body in plan, where the window does not matter: a convex polygon of `count` corners swept along the
/// edge. along(k) is the sign of the normal of the polygon's edge k, which starts at corner k, along the border edge.
/// Calls visit(k, at_end), counter-clockwise, for each corner k around the start or the end. A polygon's edge whose
/// normal is square to the border edge is part of a side.
template <class Along, class Visit>
void visit_outline(std::size_t count, Along&& along, Visit&& visit) {
  int before = along(count - 1);
  for (std::size_t k = 0; k < count; ++k) {
    const int after = along(k);
    const bool at_start = before < 0 || after < 0;
    if (at_start && after > 0) visit(k, false);
    if (before > 0 || after > 0) visit(k, true);
    if (at_start && after <= 0) visit(k, false);
    before = after;
  }
}

/// A box in plan around what is to be cut, in the integer units of a PointTable, ends rounded outward.
struct PlanBox {
  std::array<kernel::Interval, 2> at;
};

/// The section of an edge's body with a surface, seen from above, in a plan whose origin lies on the surface's
/// plane: fewer than three corners if there is none. `window`: window_case().
kernel::ConvexCell body_section(kernel::ImplicitPlan& implicit_plan, const kernel::Plane& surface,
                                const BorderEdge& edge, const BodyShape& shape, WindowCase window);

/// Lines around ends over a surface, which all edges that meet at an end have in common: by end and edge of the disc's
/// polygon, those that bodies have made.
using EndLines = kernel::PairMap<kernel::LineId>;

/// The same in one box after another. What was made for one is kept for the others.
class BodySections {
 public:
  /// Keeps references. Lines that it has made, and those of `end_lines`, must stay in the plan.
  BodySections(kernel::ImplicitPlan& implicit_plan, const kernel::Plane& surface, const BorderEdge& edge,
               const BodyShape& shape, WindowCase window, EndLines& end_lines);
  ~BodySections();
  BodySections(BodySections&&) noexcept;
  BodySections& operator=(BodySections&&) noexcept;

  /// The section as far as the box reaches. Lines that doubles put all of the box to the inside of are left out, so
  /// that it may be larger beyond.
  kernel::ConvexCell in(const PlanBox& box);
  kernel::ConvexCell everywhere();

 private:
  class SectionBuilder;
  std::unique_ptr<SectionBuilder> builder_;
};

/// One of its lines again, by kind and index. Of an end's line the edge may be any that ends there.
kernel::LineId body_line(kernel::ImplicitPlan& implicit_plan, const kernel::Plane& surface, const BorderEdge& edge,
                         const BodyShape& shape, kernel::LineSource source);

/// Where a cell is halved, and which line a source of that kind stands for. Requires a finite number.
kernel::LineSource split_source(int axis, double at);
kernel::LineId split_line(kernel::ImplicitPlan& implicit_plan, kernel::LineSource source);

}  // namespace plumb::vcd
