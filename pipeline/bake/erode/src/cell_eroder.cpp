// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts the cells of surfaces by the bodies of a border, so that over all of a piece the same stances are left to an
// agent with a radius. A body is what one stretch of border takes from the surfaces around it (border_body.h).
//
// 1. erode() enters a surface, finds the bodies near it (find_near()), restores its kept lines, and handles one cell
//    after the other. copy() appends a cell that stays as it is.
// 2. erode_cell() lists the bodies whose boxes overlap the cell's. erode_part() halves a part with many bodies at their
//    median (split_part()), as cutting takes time for pieces times bodies.
// 3. cut_part() cuts a part stance by stance, from the highest down, and for each by the bodies that take it: those
//    that leave the lowest stance first. BodySections::in() makes a body's section; take_stance() lets
//    decompose_traversable() subtract it from the pieces and keeps what is obstructed, with the body as its taker.
// 4. emit() appends a piece; keep() keeps its lines for the table of the map.
//
// Cost: for a part, pieces times bodies; halving keeps bodies few where they lie apart. Where more than a few overlap
// in one place, halving does not help, and pieces may grow with the square of the bodies. Memory: the pieces of a part;
// sections and lines of all bodies of a surface, or where these are many, of one part and one cell at a time.
// Exact: pieces and stances, by the signs of ImplicitPlan and its filters. Boxes only name candidates; medians and the
// order of bodies choose among correct decompositions. Source: bodies are obstacles grown by an agent's shape
// (Lozano-Perez 1983); cutting is that of Budde & Kausch (2012), chapter 7; halving and the order are ours.
#include "cell_eroder.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/bounded_double.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/median_split.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using kernel::ConvexCell;
using kernel::Label;
using kernel::LineId;

// A part that more bodies than this are near is halved: the cost of cutting grows with pieces times bodies.
constexpr std::size_t few_bodies = 12;
constexpr int max_depth = 48;
// Up to so many bodies near a surface are tested one by one for each of its cells; of more, the tree finds those that
// are near the cell.
constexpr std::size_t looked_through = 64;
// Up to here the sections of all bodies are kept while a surface is cut; beyond, each part makes its own, which bounds
// memory.
constexpr std::size_t many_bodies = 4096;

kernel::Interval united(const kernel::Interval& a, const kernel::Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

}  // namespace

kernel::BoxTree body_boxes(const Clearance& clearance, const FineBodies* fine) {
  const Border& border = clearance.border;
  std::vector<kernel::Box> boxes;
  boxes.reserve(border.stretches.size());
  const vcd::BodyShape& shape = clearance.shape;
  const double in_plan = fine ? std::max(shape.reach.high, fine->shape.reach.high) : shape.reach.high;
  for (const BorderStretch& s : border.stretches) {
    kernel::Box& box = boxes.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      const double reach = k < 2 ? in_plan : shape.window_near.high;
      const kernel::Interval at =
          united(border.ends[s.from].near[k], border.ends[s.to].near[k]) + kernel::Interval{-reach, reach};
      box.low[k] = at.low;
      box.high[k] = at.high;
    }
  }
  return kernel::BoxTree(std::move(boxes));
}

void ErodedCells::clear() {
  cells.clear();
  lines.clear();
  kept.clear();
  parents.clear();
  taker_counts.clear();
  takers.clear();
}

CellEroder::CellEroder(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                       const kernel::BoxTree& boxes, const FineBodies* fine)
    : points_(points),
      map_(map),
      clearance_(*map.clearance),
      boxes_(boxes),
      fine_(fine),
      surface_(points, set, map),
      kept_(points, 0) {}

void CellEroder::erode(const SurfaceRange& range, ErodedCells& out) {
  const std::span cells = std::span(map_.table.cells).subspan(range.first_cell, range.last_cell - range.first_cell);
  const kernel::PolygonId surface = cells[0].surface;
  out_ = &out;
  surface_.enter(surface);
  near_.clear();
  kernel::start_anew(end_lines_);
  const kernel::LineTable& kept = map_.table.kept;
  const kernel::LineTable::Group* group = kept.find(surface);
  const bool undivided = cells.size() == 1 && cells[0].line_count == 0;
  keeps_lines_ = group || undivided;
  if (std::ranges::any_of(cells, [](const vcd::Cell& c) { return c.label > kernel::blocked; })) find_near(surface);
  is_kept_.clear();
  kept_.reset(surface_.plan().origin());
  if (group) {
    kept_.restore(kept, *group);
    is_kept_.assign(group->count, true);
  } else if (undivided) {
    const auto corners = surface_.corners(surface);
    for (std::uint32_t i = 0; i < corners.size(); ++i)
      kept_.edge(corners[i], corners[i + 1 == corners.size() ? 0 : i + 1], {kernel::edge_kind, false, surface, i});
  }
  const std::size_t before = out.cells.size();
  for (const vcd::Cell& c : cells) {
    cancellation_point();  // one surface may have most of the cells
    if (c.label > kernel::blocked && !near_.empty()) erode_cell(c, out);
    else copy(c, out);
  }
  const bool still_undivided = out.cells.size() - before == 1 && out.cells.back().line_count == 0;
  if (keeps_lines_ && !still_undivided) out.kept.append(surface, kept_);
}

void CellEroder::find_near(kernel::PolygonId surface) {
  kernel::Box& box = box_;
  box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  for (const kernel::PointId p : surface_.corners(surface))
    for (int k = 0; k < 3; ++k) {
      const kernel::Interval at = kernel::interval_of(points_, p, k);
      box.low[k] = std::min(box.low[k], at.low);
      box.high[k] = std::max(box.high[k], at.high);
    }
  boxes_.query(box, [&](std::uint32_t stretch) {
    const vcd::WindowCase window =
        vcd::window_case(points_, surface_.plane(), clearance_.border.edge(stretch), shape(stretch));
    if (window == vcd::WindowCase::misses) return;
    const kernel::Box& b = boxes_.box(stretch);
    const double size = (b.high[0] - b.low[0]) * (b.high[1] - b.low[1]);
    near_.push_back({stretch, window, {{b.low[0], b.low[1]}, {b.high[0], b.high[1]}}, std::isnan(size) ? 0 : size, {}});
  });
  std::ranges::sort(near_, {}, &Near::stretch);
  keeps_sections_ = near_.size() <= many_bodies;
}

void CellEroder::copy(const vcd::Cell& cell, ErodedCells& out) {
  vcd::Cell c = cell;
  c.first_line = static_cast<std::uint32_t>(out.lines.size());
  const auto lines = map_.table.lines_of(cell);
  out.lines.insert(out.lines.end(), lines.begin(), lines.end());
  out.cells.push_back(c);
  out.parents.push_back(number(cell));
  out.taker_counts.push_back(0);
}

void CellEroder::erode_cell(const vcd::Cell& cell, ErodedCells& out) {
  const ConvexCell part = convex(cell);
  const kernel::ImplicitPlan::Mark mark = surface_.plan().mark();
  const Bounds bounds = bounds_of(part);
  subset_.clear();
  const auto add = [&](std::uint32_t i) {
    const Bounds& b = near_[i].bounds;
    if (b.low[0] < bounds.high[0] && bounds.low[0] < b.high[0] && b.low[1] < bounds.high[1] &&
        bounds.low[1] < b.high[1] && clearance_.border.stretches[near_[i].stretch].lowest <= cell.label)
      subset_.push_back(i);
  };
  if (near_.size() <= looked_through) {
    for (std::uint32_t i = 0; i < near_.size(); ++i) add(i);
  } else {
    boxes_.query({{bounds.low[0], bounds.low[1], box_.low[2]}, {bounds.high[0], bounds.high[1], box_.high[2]}},
                 [&](std::uint32_t stretch) {
                   const auto at = std::ranges::lower_bound(near_, stretch, {}, &Near::stretch);
                   if (at != near_.end() && at->stretch == stretch) add(static_cast<std::uint32_t>(at - near_.begin()));
                 });
    std::ranges::sort(subset_);
  }
  if (subset_.empty()) return copy(cell, out);
  cell_ = &cell;
  untouched_ = true;
  erode_part(part, bounds, Subset(subset_), 0);
  if (keeps_sections_) return;
  surface_.plan().rewind(mark);
  kernel::start_anew(end_lines_);
  is_kept_.resize(std::min<std::size_t>(is_kept_.size(), mark.lines));
}

ConvexCell CellEroder::convex(const vcd::Cell& cell) {
  if (cell.line_count == 0) return kernel::make_cell(surface_.plan(), cell.surface, surface_.corners(cell.surface));
  ConvexCell out;
  const auto lines = map_.table.lines_of(cell);
  for (std::size_t i = 0; i < lines.size(); ++i)
    out.push_back({surface_.line(lines[i]), surface_.corner(lines[i], lines[i + 1 == lines.size() ? 0 : i + 1])});
  return out;
}

CellEroder::Bounds CellEroder::bounds_of(const ConvexCell& cell) const {
  Bounds b{{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
  for (const kernel::Corner& c : cell) {
    const NearVertex v = surface_.near(c.vertex, surface_.approx(c.vertex));
    for (int axis = 0; axis < 2; ++axis) {
      const kernel::Interval at = v.near(axis);
      b.low[axis] = std::min(b.low[axis], at.low);
      b.high[axis] = std::max(b.high[axis], at.high);
    }
  }
  return b;
}

void CellEroder::erode_part(const ConvexCell& part, const Bounds& bounds, const Subset& subset, int depth) {
  if (subset.size() > few_bodies && depth < max_depth && split_part(part, bounds, subset, depth)) return;
  cut_part(part, bounds, subset);
}

bool CellEroder::split_part(const ConvexCell& part, const Bounds& bounds, const Subset& subset, int depth) {
  // The boxes of bodies are cut to that of the part.
  const auto low = [&](std::uint32_t i, int axis) { return std::max(near_[i].bounds.low[axis], bounds.low[axis]); };
  const auto high = [&](std::uint32_t i, int axis) { return std::min(near_[i].bounds.high[axis], bounds.high[axis]); };
  const auto middle = kernel::median_split(
      subset, low, high, [](std::uint32_t) { return std::size_t{1}; }, lows_);
  if (!middle || !std::isfinite(middle->at)) return false;
  kernel::ImplicitPlan& plan = surface_.plan();
  const LineId line = vcd::split_line(plan, vcd::split_source(middle->axis, middle->at));
  const kernel::Signs signs = sides(plan, part, line);
  if (std::ranges::find(signs, kernel::Sign::positive) == signs.end() ||
      std::ranges::find(signs, kernel::Sign::negative) == signs.end())
    return false;
  if (halves_.size() <= static_cast<std::size_t>(depth)) halves_.resize(static_cast<std::size_t>(depth) + 1);
  auto& [below, above] = halves_[static_cast<std::size_t>(depth)];
  below.clear();
  above.clear();
  for (const std::uint32_t i : subset) {
    if (near_[i].bounds.low[middle->axis] < middle->at) below.push_back(i);
    if (near_[i].bounds.high[middle->axis] > middle->at) above.push_back(i);
  }
  untouched_ = false;
  const kernel::SplitCell parts = split(plan, part, line, {signs.data(), signs.size()});
  erode_part(parts.outside, bounds_of(parts.outside), below, depth + 1);
  erode_part(parts.inside, bounds_of(parts.inside), above, depth + 1);
  return true;
}

// Cuts a part stance by stance, from the highest down. What a body takes is left with the stance below the lowest that
// the body takes. Bodies that leave the lowest stance are the first to cut, and of these the largest: what they take is
// not cut by the others.
void CellEroder::cut_part(const ConvexCell& part, const Bounds& bounds, const Subset& subset) {
  const auto stretch = [&](std::uint32_t i) -> const BorderStretch& {
    return clearance_.border.stretches[near_[i].stretch];
  };
  order_ = subset;
  std::ranges::stable_sort(order_, [&](std::uint32_t i, std::uint32_t j) {
    if (stretch(i).lowest != stretch(j).lowest) return stretch(i).lowest < stretch(j).lowest;
    return near_[i].size > near_[j].size;
  });
  kernel::ImplicitPlan& plan = surface_.plan();
  pieces_.clear();
  pieces_.push_back({part, cell_->label, bounds, {}});
  for (Label s = cell_->label; s >= 1; --s)
    for (const std::uint32_t i : order_) {
      if (stretch(i).lowest > s || stretch(i).highest < s) continue;
      if (std::ranges::none_of(pieces_, [&](const CellPiece& p) { return p.stance == s; })) break;
      const std::optional<vcd::PlanBox> box = left_near(i, s);
      if (!box) continue;
      Near& near = near_[i];
      if (!near.sections)
        near.sections.emplace(plan, surface_.plane(), clearance_.border.edge(near.stretch), shape(near.stretch),
                              near.window, end_lines_);
      const ConvexCell section = near.sections->in(*box);
      if (section.size() >= 3) take_stance(i, s, section);
    }
  const bool whole = untouched_ && pieces_.size() == 1 && pieces_[0].takers.empty();
  for (const CellPiece& p : pieces_)
    if (whole) copy(*cell_, *out_);
    else emit(p);
  if (!keeps_sections_)
    for (const std::uint32_t i : order_) near_[i].sections.reset();
}

bool CellEroder::is_apart(const CellPiece& piece, const Near& near) {
  return near.bounds.high[0] <= piece.bounds.low[0] || piece.bounds.high[0] <= near.bounds.low[0] ||
         near.bounds.high[1] <= piece.bounds.low[1] || piece.bounds.high[1] <= near.bounds.low[1];
}

// The box around all pieces that have a stance left and are near a body; none if there are none.
std::optional<vcd::PlanBox> CellEroder::left_near(std::uint32_t i, Label s) const {
  std::optional<vcd::PlanBox> out;
  for (const CellPiece& p : pieces_) {
    if (p.stance != s || is_apart(p, near_[i])) continue;
    if (!out) out.emplace(vcd::PlanBox{{kernel::Interval(HUGE_VAL, -HUGE_VAL), kernel::Interval(HUGE_VAL, -HUGE_VAL)}});
    for (std::size_t k = 0; k < 2; ++k) out->at[k] = united(out->at[k], {p.bounds.low[k], p.bounds.high[k]});
  }
  return out;
}

// Subtracts the section of a body from the pieces that have stance s left.
void CellEroder::take_stance(std::uint32_t i, Label s, const ConvexCell& section) {
  const Near& near = near_[i];
  const BorderStretch& stretch = clearance_.border.stretches[near.stretch];
  next_.clear();
  for (CellPiece& p : pieces_) {
    if (p.stance != s || is_apart(p, near) ||
        !decompose_traversable(surface_.plan(), p.cell, section, kernel::Decomposition::bounded, false, sides_,
                               parts_)) {
      next_.push_back(std::move(p));
      continue;
    }
    if (parts_.obstructed.size() > 0) {
      CellPiece taken{std::move(parts_.obstructed), static_cast<Label>(stretch.lowest - 1), {}, p.takers};
      taken.bounds = bounds_of(taken.cell);
      taken.takers.push_back(near.stretch);
      next_.push_back(std::move(taken));
    }
    for (ConvexCell& free : parts_.free) {
      const Bounds bounds = bounds_of(free);
      next_.push_back({std::move(free), s, bounds, p.takers});
    }
  }
  pieces_.swap(next_);
}

void CellEroder::emit(const CellPiece& piece) {
  vcd::Cell c = *cell_;
  c.label = piece.stance > 0 ? piece.stance : kernel::too_close;
  c.first_line = static_cast<std::uint32_t>(out_->lines.size());
  c.line_count = static_cast<std::uint32_t>(piece.cell.size());
  for (const kernel::Corner& corner : piece.cell) out_->lines.push_back(keep(corner.line));
  out_->cells.push_back(c);
  out_->parents.push_back(number(*cell_));
  out_->taker_counts.push_back(static_cast<std::uint32_t>(piece.takers.size()));
  out_->takers.insert(out_->takers.end(), piece.takers.begin(), piece.takers.end());
}

// Returns the source of a line for the table, and keeps its coefficients when it is first used.
kernel::LineSource CellEroder::keep(LineId line) {
  const kernel::ImplicitPlan& plan = surface_.plan();
  kernel::LineSource source = plan.source(line & ~1u);
  const std::size_t number = line >> 1;
  if (keeps_lines_ && (number >= is_kept_.size() || !is_kept_[number])) {
    is_kept_.resize(std::max(is_kept_.size(), number + 1));
    is_kept_[number] = true;
    kept_.adopt(plan, line & ~1u, source);
  }
  source.reversed ^= (line & 1) != 0;
  return source;
}

}  // namespace plumb::pipeline
