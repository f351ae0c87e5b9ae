// SPDX-License-Identifier: GPL-3.0-or-later
// Faces that look the wrong way: along the other axis, away from who would stand on them, or out of bodies that are
// turned inside out.
//
// warn_of_facing():
// 1. FacingSums adds up which areas of the level look which way, seen along each axis. Polygons are within the limit of
//    slope to the other axis by the predicate that decides it for this one.
// 2. warn_of_axis(): with the other axis up there would be much more floor; or more, in a level that is flat along that
//    axis and alike along the two others, as levels are along the two that lie in the plan. Else nothing is floor.
// 3. warn_of_turned_faces(): with Sides::up, faces that belong to no closed body look down where floor would be.
// 4. warn_of_undersides() and warn_of_inside_out(): floor within closed bodies, which is their undersides, or their
//    bottoms where they are turned inside out.
//
// Cost: linear in corners. The closed bodies of a level (N log N) are found only where areas say that they may matter.
// Memory: two bits for each polygon.
// Exact: sums are intervals, and where these do not decide, fractions (FacingSums::holds). Shares in texts are doubles.
// Source: our own; docs/reference/bake.md, "Warnings", has the criteria.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/points.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "warnings.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

// What an area must exceed of another to be a cause for a warning.
constexpr int many_times = 4;

// Areas in plan or seen along another axis, doubled, in squares of the scene's integer units.
enum AreaKind : std::size_t {
  traversable,
  facing_down,        // of the traversable area, what faces down in the file
  turned_away,        // within the limit of slope, but facing down where Sides::up is given
  other_traversable,  // what would be traversable with the other axis up
  area_kinds
};
template <class Number>
using Areas = std::array<Number, area_kinds>;

template <class Number>
Number coordinate_as(const kernel::PointTable& points, kernel::PointId p, int axis) {
  if constexpr (std::is_same_v<Number, Interval>) return kernel::interval_of(points, p, axis);
  else return points.exact(p, axis);
}

Interval magnitude(const Interval& v) {
  return v.low >= 0 ? v : v.high <= 0 ? -v : Interval(0, std::max(-v.low, v.high));
}
mpq_class magnitude(const mpq_class& v) { return abs(v); }

// Twice the area of a polygon, seen along an axis.
template <class Number>
Number seen_along(int axis, const kernel::PointTable& points, std::span<const kernel::PointId> corners) {
  const auto point = [&](std::size_t i) {
    return std::array<Number, 2>{coordinate_as<Number>(points, corners[i], (axis + 1) % 3),
                                 coordinate_as<Number>(points, corners[i], (axis + 2) % 3)};
  };
  return magnitude(kernel::formulas::doubled_area<Number>(corners.size(), point));
}

// Corners run clockwise seen from above, which the file's orientation need not.
bool is_turned(const Surface& s) { return s.kind != SurfaceKind::vertical && s.faces_up; }

std::optional<bool> is_less(const Interval& a, const Interval& b) {
  if (a.high < b.low) return true;
  if (a.low >= b.high) return false;
  return std::nullopt;
}
std::optional<bool> is_less(const mpq_class& a, const mpq_class& b) { return a < b; }

class FacingSums {
 public:
  FacingSums(const SceneSurfaces& level, const BakeOptions& o)
      : level_(level), limit_(slope_limit(o)), flags_(level.set.surfaces.size()) {
    // With y up, (x, y, z) was read as (x, -z, y).
    const int other_up = o.up == UpAxis::y ? -1 : 1;
    for (std::size_t i = 0; i < flags_.size(); ++i) {
      const Surface& s = level.set.surfaces[i];
      if (const int side = side_along(s, 1); side == other_up || (side != 0 && o.sides == Sides::both))
        flags_[i] |= faces_other;
      if (s.kind == SurfaceKind::blocker && !s.faces_up && side_along(s, 2) != 0) flags_[i] |= faces_down;
    }
    near_ = sums<Interval>();
  }

  // From now on, faces of closed bodies are none that are turned away.
  void keep_open(const ClosedFaces& closed) {
    for (std::size_t i = 0; i < flags_.size(); ++i)
      if (closed.component[level_.set.surfaces[i].face] != ClosedFaces::open) flags_[i] &= faces_other;
    near_ = sums<Interval>();
    exact_.reset();
  }

  // Whether a formula over the areas holds: a template on the type of numbers, which gives no answer where intervals
  // do not decide.
  template <class Formula>
  bool holds(const Formula& formula) const {
    if (const std::optional<bool> near = formula(near_)) return *near;
    if (!exact_) exact_ = sums<mpq_class>();
    return *formula(*exact_);
  }
  // Whether the first is more than so many times the second.
  bool is_more(AreaKind first, int times, AreaKind second) const {
    return holds(
        [&]<class Number>(const Areas<Number>& a) { return is_less(Number(Number(times) * a[second]), a[first]); });
  }
  bool is_none(AreaKind kind) const { return !is_more(kind, 0, kind); }
  // For texts: an area's share of the traversable one.
  double part(const mpq_class& doubled_area) const {
    return doubled_area.get_d() / (near_[traversable].low / 2 + near_[traversable].high / 2);
  }

 private:
  static constexpr std::uint8_t faces_other = 1, faces_down = 2;

  // The sign of the front's normal along axis 1 or 2, if the polygon is within the limit of slope with that axis up.
  int side_along(const Surface& s, int axis) const {
    const kernel::PointTable& points = level_.scene.points;
    const auto [a, b, c] = kernel::spanning_corners(points, level_.set.corners_of(s));
    kernel::FilteredNormal near = kernel::filtered_normal(points, a, b, c);
    if (axis == 1) std::swap(near.y, near.z), std::swap(near.error_y, near.error_z);
    if (near.z == 0 && near.error_z == 0) return 0;
    const std::optional<bool> known = limit_.is_traversable_filtered(near);
    if (known == false) return 0;
    int side = std::fabs(near.z) > near.error_z ? (near.z > 0 ? 1 : -1) : 0;
    if (!known || side == 0) {
      kernel::ExactNormal n = kernel::normal_of<mpz_class>(points, a, b, c);
      if (axis == 1) std::swap(n.y, n.z);
      if (!limit_.is_traversable(n)) return 0;
      side = sgn(n.z);
    }
    return is_turned(s) ? -side : side;
  }

  template <class Number>
  Areas<Number> sums() const {
    Areas<Number> out;
    out.fill(Number(0));
    for (std::size_t i = 0; i < flags_.size(); ++i) {
      const Surface& s = level_.set.surfaces[i];
      const auto add = [&](AreaKind kind, int axis) {
        out[kind] = out[kind] + seen_along<Number>(axis, level_.scene.points, level_.set.corners_of(s));
      };
      if (s.kind == SurfaceKind::traversable) add(traversable, 2);
      if (s.kind == SurfaceKind::traversable && !s.faces_up) add(facing_down, 2);
      if (flags_[i] & faces_down) add(turned_away, 2);
      if (flags_[i] & faces_other) add(other_traversable, 1);
    }
    return out;
  }

  const SceneSurfaces& level_;
  kernel::SlopeLimit limit_;
  std::vector<std::uint8_t> flags_;  // by polygon
  Areas<Interval> near_;
  mutable std::optional<Areas<mpq_class>> exact_;
};

bool is_gltf(const BakeOptions& o) {
  const std::string extension = extension_of(o.scene);
  return extension == ".gltf" || extension == ".glb";
}

// Whether all that is seen along x is nearer in area, as a ratio, to what is seen along z than to that along y. So it
// is in a level that is laid over: levels are alike along the axes of the plan.
template <class Number>
std::optional<bool> more_alike(const SceneSurfaces& level) {
  std::array<Number, 3> seen;
  for (int axis = 0; axis < 3; ++axis) {
    Number& sum = seen[static_cast<std::size_t>(axis)] = Number(0);
    for (const Surface& s : level.set.surfaces)
      sum = sum + seen_along<Number>(axis, level.scene.points, level.set.corners_of(s));
  }
  const auto& [x, y, z] = seen;
  const auto x_below_y = is_less(x, y), x_below_z = is_less(x, z);
  if (!x_below_y || !x_below_z) return std::nullopt;
  const Number &most_y = *x_below_y ? y : x, &least_y = *x_below_y ? x : y, &most_z = *x_below_z ? z : x,
               &least_z = *x_below_z ? x : z;
  return is_less(Number(most_z * least_y), Number(most_y * least_z));
}

bool is_more_alike(const SceneSurfaces& level) {
  const std::optional<bool> near = more_alike<Interval>(level);
  return near ? *near : *more_alike<mpq_class>(level);
}

// With the other axis up there would be more floor, the level would be flatter by so much that the two together are
// many times, and what is seen along the two axes of the plan would be more alike.
bool looks_laid_over(const FacingSums& areas, const SceneSurfaces& level, const BakeReport& r) {
  const bool y_up = r.options.up == UpAxis::y;
  const mpq_class high = r.bounds.size(y_up ? 1 : 2), other_high = r.bounds.size(y_up ? 2 : 1);
  return areas.is_more(other_traversable, 1, traversable) && areas.holds([&]<class Number>(const Areas<Number>& a) {
    const auto number = [](const mpq_class& v) {
      if constexpr (std::is_same_v<Number, Interval>) return kernel::interval_of(v);
      else return v;
    };
    return is_less(Number(a[traversable] * number(other_high * many_times)),
                   Number(a[other_traversable] * number(high)));
  }) && is_more_alike(level);
}

void warn_of_axis(const FacingSums& areas, const SceneSurfaces& level, const BakeReport& r, std::vector<Warning>& out) {
  const BakeOptions& o = r.options;
  const std::string other = o.up == UpAxis::y ? "--up z" : "--up y";
  if (o.up == UpAxis::z && is_gltf(o))
    out.push_back({"gltf_axis",
                   "--up z, but a glTF is y up by its specification; leave --up out unless this file is not",
                   "--up y"});
  const bool much_more = areas.is_more(other_traversable, many_times, traversable);
  if (much_more || looks_laid_over(areas, level, r))
    out.push_back({"other_axis",
                   (r.traversable == 0 ? "nothing here can be stood on, and much could be with "
                    : much_more        ? "more than four times as much could be stood on with the other axis up; give "
                                : "more could be stood on with the other axis up, along which the level is flatter; "
                                  "give ") +
                       other,
                   other});
  else if (r.traversable == 0)
    out.push_back(
        {"no_floor",
         "nothing here can be stood on; are faces turned away (--sides both), or is all steeper than --slope?",
         areas.is_none(turned_away) ? "--slope" : "--sides both"});
}

// Where floor would be, faces of no closed body look down, many times as much as what can be stood on.
bool warn_of_turned_faces(FacingSums& areas, const SceneSurfaces& level, std::vector<Warning>& out) {
  const auto are_many = [&] {
    return areas.is_more(turned_away, many_times, traversable) && !areas.is_more(other_traversable, 1, turned_away);
  };
  if (!are_many()) return false;
  areas.keep_open(closed_faces(level.scene));
  if (!are_many()) return false;
  out.push_back({"turned_away",
                 std::string(areas.is_none(traversable) ? "nothing" : "less than a quarter as much") +
                     " faces up as down, so faces look away, or the level is upside down; give --sides both, or turn "
                     "the faces over in the program that exports the level",
                 "--sides both"});
  return true;
}

// Twice the area in plan of the traversable polygons of bodies that a condition chooses.
template <class Choose>
mpq_class area_of_bodies(const SceneSurfaces& level, const ClosedFaces& closed, bool up, const Choose& choose) {
  mpq_class sum = 0;
  for (const Surface& s : level.set.surfaces)
    if (const std::uint32_t body = closed.component[s.face];
        s.kind == SurfaceKind::traversable && s.faces_up == up && body != ClosedFaces::open && choose(body))
      sum += abs(kernel::doubled_area(level.scene.points, level.set.corners_of(s)));
  return sum;
}

// Whether an area is at least a part of the traversable one.
bool is_part(const mpq_class& doubled_area, int one_of, const FacingSums& areas) {
  return !areas.holds([&]<class Number>(const Areas<Number>& a) {
    const mpq_class whole = doubled_area * one_of;
    if constexpr (std::is_same_v<Number, Interval>) return is_less(kernel::interval_of(whole), a[traversable]);
    else return is_less(whole, a[traversable]);
  });
}

// Undersides of bodies, on which one would stand inside them.
void warn_of_undersides(const FacingSums& areas, const SceneSurfaces& level, std::vector<Warning>& out) {
  constexpr int much = 4;  // one part of so many of the traversable area
  if (areas.is_none(facing_down) || areas.is_more(traversable, much, facing_down)) return;
  const ClosedFaces closed = closed_faces(level.scene);
  const mpq_class undersides = area_of_bodies(
      level, closed, false, [&](std::uint32_t body) { return closed.components[body].kind == ComponentKind::solid; });
  if (sgn(undersides) == 0 || !is_part(undersides, much, areas)) return;
  out.push_back({"undersides",
                 percent(areas.part(undersides)) +
                     " of the traversable area is the undersides of closed bodies, on which one would stand inside "
                     "them; give --sides up --solids closed",
                 "--sides up --solids closed"});
}

// Little can be stood on, and what faces up is the bottoms of bodies of negative volume, below their own tops. So they
// are no rooms.
void warn_of_inside_out(const FacingSums& areas, const SceneSurfaces& level, const BakeReport& r,
                        std::vector<Warning>& out) {
  constexpr int much = 2;  // one part of so many of the traversable area
  if (!little_share(r)) return;
  const ClosedFaces closed = closed_faces(level.scene);
  const mpq_class bottoms =
      area_of_bodies(level, closed, true, [&](std::uint32_t body) { return sgn(closed.components[body].volume) < 0; });
  if (sgn(bottoms) == 0 || !is_part(bottoms, much, areas)) return;
  out.push_back({"inside_out",
                 percent(areas.part(bottoms)) +
                     " of what faces up belongs to closed bodies that are turned inside out, and hardly any of it can "
                     "be stood on; give --sides both, or turn the faces over in the program that exports the level",
                 "--sides both"});
}

}  // namespace

void warn_of_facing(const SceneSurfaces& level, const Navigation& navigation, const BakeReport& r,
                    std::vector<Warning>& out) {
  FacingSums areas(level, r.options);
  if (r.options.sides == Sides::up && warn_of_turned_faces(areas, level, out)) return;
  warn_of_axis(areas, level, r, out);
  if (r.options.sides == Sides::up) {
    if (!navigation.nothing_left) warn_of_inside_out(areas, level, r, out);
  } else if (r.options.solids == Solids::none) {
    warn_of_undersides(areas, level, out);
  }
}

}  // namespace plumb::pipeline
