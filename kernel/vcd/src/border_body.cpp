// SPDX-License-Identifier: LGPL-3.0-or-later
// The section of a border edge's body with a surface, as a convex cell of an ImplicitPlan. The body is the Minkowski
// sum of the edge with a prism: the disc's polygon, times the window of heights. Seen from above, the section is
// bounded by
//   - two sides parallel to the edge, and edges of the disc's polygon around either end (add_outline());
//   - lines where the surface leaves the window around an end (keep_level());
//   - if the edge is not level, lines where it leaves a slanted facet of the body (keep_slant()).
//
// 1. BodyShape has what all bodies share; window_case() rejects by doubles the bodies that miss a surface, and finds
//    those of which only the outline matters.
// 2. BodySections::SectionBuilder makes the section in one box after another. By doubles (NearBody) it leaves out lines
//    to whose inside all of the box is, or what of the box the body may reach, and makes nothing where all is to the
//    outside.
// 3. BodyLines makes the exact coefficients of a line, when it first matters; keep_line() and keep_inside() split the
//    cell by it. body_line() makes one line again by its source.
// 4. split_line() is the line along an axis where crowded cells are halved; its source is the double itself.
// Every line comes from one edge and one surface alone, never from another cut, so numbers do not grow.
//
// Cost: for m edges of the disc's polygon, about 2 m lines at most, each made once and tested in each box; a line that
// cuts takes time for the cell's corners, m^2 at worst. Memory: linear in m.
// Exact: lines are shortest integers, and ImplicitPlan decides by its filter ladder. Doubles only leave out what
// certainly does not matter. Source: which lines suffice is shown in docs/theory/certificate.md, proof of 10; the
// Minkowski sum is textbook (Lozano-Perez 1983); the rest is ours.
#include "plumb/vcd/border_body.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "near_body.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

namespace plumb::vcd {
using namespace kernel;

namespace {

using Line = Coefficients<mpz_class>;

// Shortest integers of a x + b y + c >= 0.
Line reduced(mpz_class a, mpz_class b, mpz_class c) {
  const mpz_class shared = gcd(gcd(a, b), c);
  if (shared > 1)
    for (mpz_class* v : {&a, &b, &c}) mpz_divexact(v->get_mpz_t(), v->get_mpz_t(), shared.get_mpz_t());
  return {std::move(a), std::move(b), std::move(c)};
}

mpq_class fraction(const mpz_class& numerator, const mpz_class& denominator) {
  mpq_class q(numerator, denominator);
  q.canonicalize();
  return q;
}

// The last edge of the disc's polygon, counter-clockwise, whose normal points forward (backward) along the edge.
template <class Along>
std::size_t last_along(const Along& along, std::size_t count, int sign) {
  for (std::size_t k = 0;; ++k)
    if (along(k) == sign && along(k + 1 == count ? 0 : k + 1) != sign) return k;
}

// The lines of one body over one surface, relative to the plan's origin, their inside that of the body. The
// edge runs from the lower end to the higher one.
class BodyLines {
 public:
  // `near`: the same in doubles, if they know how the edge runs; or null.
  BodyLines(const ImplicitPlan& implicit_plan, const Plane& surface, const BorderEdge& edge, const BodyShape& shape,
            const NearBody* near)
      : points_(implicit_plan.points()),
        surface_(surface),
        shape_(shape),
        ends_{edge.from, edge.to},
        ids_(edge.end_ids) {
    const PlanIntegers origin = plan_integers(points_, implicit_plan.origin());
    const auto local = [&](const PlanIntegers& p) {
      if (origin.w == 1) return PlanIntegers{p.x - origin.x * p.w, p.y - origin.y * p.w, p.w};
      return PlanIntegers{p.x * origin.w - origin.x * p.w, p.y * origin.w - origin.y * p.w, p.w * origin.w};
    };
    origin_z_ = points_.exact(implicit_plan.origin(), 2);
    if (near ? near->is_swapped() : rise() < 0) {
      std::swap(ends_[0], ends_[1]);
      std::swap(ids_[0], ids_[1]);
    }
    for (int i = 0; i < 2; ++i) at_[i] = local(ends_[i]->plan);
    const PlanIntegers &a = at_[0], &b = at_[1];
    run_ = {b.x * a.w - a.x * b.w, b.y * a.w - a.y * b.w};
    length_ = gcd(run_[0], run_[1]);
    for (mpz_class& d : run_) mpz_divexact(d.get_mpz_t(), d.get_mpz_t(), length_.get_mpz_t());
    for (std::size_t k = 0; k < shape.disc.edges.size(); ++k)
      along_.push_back(near ? near->along(k) : sgn(along_run(shape.disc.edges[k])));
  }

  int along(std::size_t k) const { return along_[k]; }
  std::uint32_t end_id(int end) const { return ids_[end]; }
  // Which end has an id.
  int end_of(std::uint32_t id) const { return ids_[0] == id ? 0 : 1; }
  bool level() const { return rise() == 0; }

  Line side(bool right) const {
    const std::array<mpz_class, 2> normal{right ? run_[1] : mpz_class(-run_[1]), right ? mpz_class(-run_[0]) : run_[0]};
    const auto& [x, y] = shape_.disc.corner_after(
        last_along([this](std::size_t k) { return along_[k]; }, along_.size(), right ? -1 : 1));
    return inward(normal, at_[0],
                  formulas::dot2d(normal[0], normal[1], mpz_class(x.get_num() * y.get_den()),
                                  mpz_class(y.get_num() * x.get_den())),
                  x.get_den() * y.get_den());
  }

  Line end(int end, std::size_t k) const {
    const DiscPolygon::Edge& edge = shape_.disc.edges[k];
    return inward(edge.normal, at_[end], edge.offset.get_num(), edge.offset.get_den());
  }

  // Where the surface is lower than the window above an end, or higher than that below it.
  Line level(int end, bool up) const {
    const auto& n = normal();
    const mpq_class z = height(end != 0) - origin_z_ + (up ? shape_.window : mpq_class(-shape_.window));
    const int sign = up ? 1 : -1;
    return reduced(sign * n[0] * z.get_den(), sign * n[1] * z.get_den(), sign * n[2] * z.get_num());
  }

  // The facet through edge k of the disc's polygon. With t from 0 to 1 along the edge, E: a place p is within that edge
  // of the disc's polygon around t iff n.(p - A) - offset < t (n.E), and within the window iff z(p) - z(A) - window < t
  // E.z, or > likewise. The facet is where both bounds of t are equal. Any multiple of E gives the same line, and so
  // does any multiple of its numbers: their denominators are multiplied, not reduced.
  Line slant(std::size_t k, bool up) const {
    if (!rise_along_) {
      rise_along_ = rise() * at_[0].w * at_[1].w / length_;  // for one run_
      for (const bool u : {false, true})
        base_[u] = origin_z_ - height(false) - (u ? shape_.window : mpq_class(-shape_.window));
    }
    const auto& n = normal();
    const DiscPolygon::Edge& edge = shape_.disc.edges[k];
    const mpz_class &rise = rise_along_->get_num(), &run = rise_along_->get_den(), &base = base_[up].get_num(),
                    &base_unit = base_[up].get_den(), m = along_run(edge), at_unit = at_[0].w * edge.offset.get_den(),
                    at = beyond(edge.normal, at_[0], edge.offset.get_num(), edge.offset.get_den()),
                    unit = at_unit * base_unit, steep = rise * n[2], along = m * run;
    return reduced(-(edge.normal[0] * steep + along * n[0]) * unit, -(edge.normal[1] * steep + along * n[1]) * unit,
                   (at * rise * base_unit + along * base * at_unit) * n[2]);
  }

 private:
  mpz_class along_run(const DiscPolygon::Edge& e) const {
    return formulas::dot2d(e.normal[0], e.normal[1], run_[0], run_[1]);
  }

  // normal . at + n / d, times the denominators of both.
  static mpz_class beyond(const std::array<mpz_class, 2>& normal, const PlanIntegers& at, const mpz_class& n,
                          const mpz_class& d) {
    return formulas::dot2d(normal[0], normal[1], at.x, at.y) * d + n * at.w;
  }

  // normal . p <= normal . at + n / d. The normal is in shortest integers, so that its multiples have no more in common
  // than what they are multiplied by.
  static Line inward(const std::array<mpz_class, 2>& normal, const PlanIntegers& at, const mpz_class& n,
                     const mpz_class& d) {
    mpz_class scale = at.w * d, c = beyond(normal, at, n, d);
    const mpz_class shared = gcd(scale, c);
    if (shared > 1)
      for (mpz_class* v : {&scale, &c}) mpz_divexact(v->get_mpz_t(), v->get_mpz_t(), shared.get_mpz_t());
    return {-normal[0] * scale, -normal[1] * scale, std::move(c)};
  }

  const std::array<mpz_class, 3>& normal() const {
    if (!normal_) normal_ = surface_.exact(points_);
    return *normal_;
  }
  mpq_class height(bool high) const { return fraction(ends_[high]->height.z, ends_[high]->height.w); }
  mpq_class rise() const { return height(true) - height(false); }

  const PointTable& points_;
  const Plane& surface_;
  const BodyShape& shape_;
  const BodyEnd* ends_[2];
  std::array<std::uint32_t, 2> ids_;
  PlanIntegers at_[2];  // of the ends
  mpq_class origin_z_;
  mutable std::optional<std::array<mpz_class, 3>> normal_;  // of the surface
  mutable std::optional<mpq_class> rise_along_;
  mutable std::array<mpq_class, 2> base_;
  std::array<mpz_class, 2> run_;  // along the edge, its shortest integers
  mpz_class length_;              // (to - from) * both w, in run_
  boost::container::small_vector<int, 64> along_;
};

Interval length(const Interval& squared) {
  return outward(std::sqrt(std::max(squared.low, 0.0)), std::sqrt(squared.high));
}

// A line to whose inside a cell is cut. If there is none (id == no_line), all of the plane is inside, or nothing is.
struct KeptLine {
  bool made = false, all = false;
  LineId id = no_line;
};
KeptLine keep_line(ImplicitPlan& implicit_plan, const Line& line, LineSource source) {
  if (line.a == 0 && line.b == 0) return {true, line.c > 0};
  return {true, false, implicit_plan.line(line, source)};
}

void keep_inside(ImplicitPlan& implicit_plan, ConvexCell& cell, const KeptLine& line) {
  if (line.id == no_line) {
    if (!line.all) cell.clear();
    return;
  }
  const Signs signs = sides(implicit_plan, cell, line.id);
  const bool inside = std::ranges::find(signs, Sign::positive) != signs.end(),
             outside = std::ranges::find(signs, Sign::negative) != signs.end();
  if (!inside) cell.clear();
  else if (outside) cell = split(implicit_plan, cell, line.id, {signs.data(), signs.size()}).inside;
}

}  // namespace

BodyShape::BodyShape(std::uint32_t disc_points, DiscBound bound, const mpq_class& radius, const mpq_class& height,
                     const mpz_class& unit)
    : disc(disc_polygon(disc_points, bound, radius * unit)),
      window(height * unit),
      reach(HUGE_VAL, 0),
      window_near(interval_of(window)) {
  for (std::size_t k = 0; k < disc.edges.size(); ++k) {
    const auto& [normal, offset] = disc.edges[k];
    const PlanPoint& after = disc.corner_after(k);
    near.push_back({{interval_of(normal[0]), interval_of(normal[1])},
                    interval_of(offset),
                    {interval_of(after[0]), interval_of(after[1])}});
  }
  for (const PlanPoint& p : disc.corners) {
    const Interval away = length(interval_of(mpq_class(p[0] * p[0] + p[1] * p[1])));
    reach = {std::min(reach.low, away.low), std::max(reach.high, away.high)};
  }
}

WindowCase window_case(const Interval& above, const Interval& window) {
  if (above.low > window.high || above.high < -window.high) return WindowCase::misses;
  if (above.high < window.low && above.low > -window.low) return WindowCase::passes;
  return WindowCase::cuts;
}

WindowCase window_case(const PointTable& points, const Plane& surface, const BorderEdge& edge, const BodyShape& shape) {
  // Heights over the edge, less its own; along it they lie between those of its ends. Within reach of it the surface
  // rises by its slope at most.
  const NearPlane plane(points, surface);
  const Interval a = plane.above(*edge.from), b = plane.above(*edge.to);
  const auto& [sx, sy] = plane.descent();
  const Interval rise = length(sx * sx + sy * sy) * shape.reach;
  const Interval range = Interval{std::min(a.low, b.low), std::max(a.high, b.high)} + Interval{-rise.high, rise.high};
  return window_case(range, shape.window_near);
}

namespace {

// A line of the outline in plan: one of the two sides, or of edge k of the disc's polygon around an end.
struct OutlineLine {
  bool is_side, right;
  std::size_t k;  // of a side, the edge before the corner that it goes through
  LineId id = no_line;
};
using OutlineLines = boost::container::small_vector<OutlineLine, 64>;

// Clockwise, and so are the normals of its sides: that of the left one, those that point forward, that of the right
// one, those that point backward. A side of the disc's polygon that is parallel to the edge is part of a side.
template <class Along>
OutlineLines outline_lines(const Along& along, std::size_t count) {
  OutlineLines out;
  for (const bool right : {false, true}) {
    const int sign = right ? -1 : 1;
    const std::size_t last = last_along(along, count, sign);
    out.push_back({true, right, last});
    for (std::size_t k = last; along(k) == sign; k = k == 0 ? count - 1 : k - 1) out.push_back({false, right, k});
  }
  return out;
}

}  // namespace

// Exact lines are made one by one, when one first matters.
class BodySections::SectionBuilder {
 public:
  SectionBuilder(ImplicitPlan& implicit_plan, const Plane& surface, const BorderEdge& edge, const BodyShape& shape,
                 WindowCase window, EndLines& end_lines)
      : plan_(implicit_plan), surface_(surface), edge_(edge), shape_(shape), window_(window), end_lines_(end_lines) {}

  // Without a box: all of it.
  ConvexCell make(const PlanBox* box) {
    if (window_ == WindowCase::misses) return {};
    ConvexCell cell;
    if (!use(box) || !add_outline(cell)) return {};
    if (window_ == WindowCase::passes) return cell;
    for (const bool up : {true, false}) {
      // Within the window around the lower (higher) end, so within that of some place on the edge wherever the disc
      // reaches.
      if (near_ && is_positive(near_->level(up ? 0 : 1, up))) continue;
      if (!keep_level(cell, up)) return {};
      if (level()) continue;
      for (std::size_t k = 0; k < count(); ++k)
        if (along(k) == (up ? -1 : 1) && !keep_slant(cell, k, up)) return {};
    }
    return cell;
  }

 private:
  // Doubles, if there is a box and they know how the edge runs. False if the body does not reach into the box.
  bool use(const PlanBox* box) {
    if (!box) return near_.reset(), true;
    if (!near_ && !doubles_fail_) {
      near_.emplace(plan_.points(), surface_, edge_, shape_);
      if (!near_->is_known()) near_.reset();
      doubles_fail_ = !near_;
    }
    return !near_ || near_->enter(*box);
  }

  const BodyLines& exact() {
    if (!exact_) exact_.emplace(plan_, surface_, edge_, shape_, near_ ? &*near_ : nullptr);
    return *exact_;
  }
  std::size_t count() const { return shape_.disc.edges.size(); }
  int along(std::size_t k) { return near_ ? near_->along(k) : exact().along(k); }
  bool level() { return near_ ? near_->level() : exact().level(); }
  std::uint32_t end_id(int end) {
    return near_ ? edge_.end_ids[near_->is_swapped() != (end != 0) ? 1 : 0] : exact().end_id(end);
  }

  Interval near(const OutlineLine& l) const {
    return l.is_side ? near_->side(l.right, l.k) : near_->end(l.right ? 0 : 1, l.k);
  }

  LineId make_line(const OutlineLine& l) {
    if (l.is_side) return plan_.line(exact().side(l.right), {body_side_kind, false, edge_.id, l.right});
    const int end = l.right ? 0 : 1;
    const std::uint32_t id = end_id(end), k = static_cast<std::uint32_t>(l.k);
    const auto [known, is_new] = end_lines_.try_emplace(pair_key(id, k), no_line);
    if (is_new) known.value() = plan_.line(exact().end(end, l.k), {body_end_kind, false, id, k});
    return known->second;
  }
  LineId outline_line(std::size_t i) {
    LineId& known = lines_[i].id;
    return known == no_line ? known = make_line(lines_[i]) : known;
  }

  // Makes a cell of the outline's lines that matter in the box. Lines that all of the box is to the inside of are left
  // out, but for as many as it takes to close the cell. False if nothing of the body is in the box.
  bool add_outline(ConvexCell& cell) {
    if (lines_.empty()) lines_ = outline_lines([this](std::size_t k) { return along(k); }, count());
    std::vector<std::size_t>& kept = kept_;
    kept.clear();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const Interval inside = near_ ? near(lines_[i]) : unknown;
      if (inside.high <= 0) return false;
      if (!is_positive(inside)) kept.push_back(i);
    }
    if (kept.empty()) kept.push_back(0);
    for (std::size_t at = 0; at < kept.size();) {
      const std::size_t i = kept[at], j = kept[at + 1 == kept.size() ? 0 : at + 1], n = lines_.size(),
                        steps = i < j ? j - i : j + n - i;
      if (steps == 1 || plan_.turn(outline_line(i), outline_line(j)) == Sign::negative) ++at;
      else kept.insert(kept.begin() + static_cast<std::ptrdiff_t>(at) + 1, (i + steps / 2) % n);
    }
    for (std::size_t at = 0; at < kept.size(); ++at) {
      const LineId l = outline_line(kept[at]);
      cell.push_back({l, plan_.vertex(l, outline_line(kept[at + 1 == kept.size() ? 0 : at + 1]))});
    }
    return true;
  }

  // Cuts the cell to the window above the higher end, or below the lower one. False if nothing is left.
  bool keep_level(ConvexCell& cell, bool up) {
    return keep(cell, near_ ? near_->level(up, up) : unknown, levels_[up], [&] { return exact().level(up, up); },
                {body_level_kind, false, edge_.id, up});
  }

  bool keep_slant(ConvexCell& cell, std::size_t k, bool up) {
    slants_.resize(2 * count());
    return keep(cell, near_ ? near_->slant(k, up) : unknown, slants_[2 * k + up], [&] { return exact().slant(k, up); },
                {body_slant_kind, false, edge_.id, static_cast<std::uint32_t>(2 * k + up)});
  }

  template <class Make>
  bool keep(ConvexCell& cell, const Interval& inside, KeptLine& known, Make&& make, LineSource source) {
    if (inside.high <= 0) return false;
    if (is_positive(inside)) return true;
    if (!known.made) {
      if (source.kind == body_level_kind) source.id = exact().end_id(source.index != 0);
      known = keep_line(plan_, make(), source);
    }
    keep_inside(plan_, cell, known);
    return cell.size() >= 3;
  }

  static inline const Interval unknown{-1, 1};

  ImplicitPlan& plan_;
  const Plane& surface_;
  const BorderEdge edge_;
  const BodyShape& shape_;
  const WindowCase window_;
  EndLines& end_lines_;
  bool doubles_fail_ = false;
  std::optional<NearBody> near_;
  std::optional<BodyLines> exact_;
  OutlineLines lines_;
  std::vector<std::size_t> kept_;  // of lines_, those that matter in the box
  std::array<KeptLine, 2> levels_;
  std::vector<KeptLine> slants_;  // two for each edge of the disc's polygon
};

BodySections::BodySections(ImplicitPlan& implicit_plan, const Plane& surface, const BorderEdge& edge,
                           const BodyShape& shape, WindowCase window, EndLines& end_lines)
    : builder_(std::make_unique<SectionBuilder>(implicit_plan, surface, edge, shape, window, end_lines)) {}
BodySections::~BodySections() = default;
BodySections::BodySections(BodySections&&) noexcept = default;
BodySections& BodySections::operator=(BodySections&&) noexcept = default;

ConvexCell BodySections::in(const PlanBox& box) { return builder_->make(&box); }
ConvexCell BodySections::everywhere() { return builder_->make(nullptr); }

ConvexCell body_section(ImplicitPlan& implicit_plan, const Plane& surface, const BorderEdge& edge,
                        const BodyShape& shape, WindowCase window) {
  EndLines end_lines;
  return BodySections(implicit_plan, surface, edge, shape, window, end_lines).everywhere();
}

LineId body_line(ImplicitPlan& implicit_plan, const Plane& surface, const BorderEdge& edge, const BodyShape& shape,
                 LineSource source) {
  const BodyLines body(implicit_plan, surface, edge, shape, nullptr);
  const auto make = [&]() -> Line {
    if (source.kind == body_side_kind) return body.side(source.index != 0);
    if (source.kind == body_end_kind) return body.end(body.end_of(source.id), source.index);
    if (source.kind == body_level_kind) return body.level(body.end_of(source.id), source.index != 0);
    assert(source.kind == body_slant_kind);
    return body.slant(source.index / 2, source.index % 2 != 0);
  };
  return implicit_plan.line(make(), source);
}

LineSource split_source(int axis, double at) {
  const auto bits = std::bit_cast<std::uint64_t>(at);
  return {axis == 0 ? split_at_x_kind : split_at_y_kind, false, static_cast<std::uint32_t>(bits >> 32),
          static_cast<std::uint32_t>(bits)};
}

LineId split_line(ImplicitPlan& implicit_plan, LineSource source) {
  const int axis = source.kind == split_at_x_kind ? 0 : 1;
  const auto at = std::bit_cast<double>(std::uint64_t{source.id} << 32 | source.index);
  const mpq_class away = mpq_class(at) - implicit_plan.points().exact(implicit_plan.origin(), axis);
  return implicit_plan.line(
      Line{axis == 0 ? away.get_den() : mpz_class(0), axis == 1 ? away.get_den() : mpz_class(0), -away.get_num()},
      source);
}

}  // namespace plumb::vcd
