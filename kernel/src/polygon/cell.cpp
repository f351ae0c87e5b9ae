// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/cell.h"

#include <algorithm>
#include <cassert>

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {

void CellBuilder::add(LineId line, VertexId vertex) {
  auto& c = cell_.corners_;
  if (!c.empty() && c.back().vertex == vertex) return;
  if (!c.empty() && plan_->equal_directed(c.back().line, line)) c.back().vertex = vertex;
  else c.push_back({line, vertex});
}

ConvexCell CellBuilder::finish() {
  auto& c = cell_.corners_;
  // The last edge runs into the first: its end is a corner only if the line changes there.
  if (c.size() > 1 && plan_->equal_directed(c.back().line, c.front().line)) c.pop_back();
  ConvexCell done = std::move(cell_);
  cell_.clear();
  return done;
}

ConvexCell make_cell(ImplicitPlan& plan, PolygonId id, std::span<const PointId> corners) {
  const std::size_t n = corners.size();
  assert(n >= 3);
  boost::container::small_vector<LineId, 16> lines(n);
  for (std::size_t i = 0; i < n; ++i)
    lines[i] = plan.edge(corners[i], corners[(i + 1) % n], {edge_kind, false, id, static_cast<std::uint32_t>(i)});
  ConvexCell cell;
  for (std::size_t i = 0; i < n; ++i) {
    const LineId next = lines[(i + 1) % n];
    if (plan.equal_directed(lines[i], next)) continue;  // a corner in the middle of a side
    cell.push_back({lines[i], plan.vertex(corners[(i + 1) % n], lines[i], next)});
  }
  return cell;
}

Signs sides(const ImplicitPlan& plan, const ConvexCell& cell, LineId line) {
  Signs s(cell.size(), boost::container::default_init);
  plan.sides({cell.data(), cell.size()}, line, s.data());
  return s;
}

namespace {

// The part of the cell where the signs are positive. enter and leave are the new vertices on the cut, or an existing
// one where the line passes through a corner.
ConvexCell part(const ConvexCell& cell, LineId line, std::span<const Sign> signs, Sign keep, VertexId leave,
                VertexId enter) {
  ConvexCell out;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const Sign from = signs[cell.previous(i)] * keep, to = signs[i] * keep;
    if (from == Sign::positive) {
      out.push_back({cell[i].line, to == Sign::negative ? leave : cell[i].vertex});
    } else if (to == Sign::positive) {
      out.push_back({line, enter});
      out.push_back(cell[i]);
    }
  }
  return out;
}

[[maybe_unused]] bool on_both_sides(std::span<const Sign> signs) {
  return std::ranges::find(signs, Sign::positive) != signs.end() &&
         std::ranges::find(signs, Sign::negative) != signs.end();
}

}  // namespace

// Clockwise, with the inside on the right of the line, the outline leaves the inside where the chord begins.
std::optional<Chord> chord(ImplicitPlan& plan, const ConvexCell& cell, LineId line, std::span<const Sign> signs) {
  std::optional<VertexId> from, to;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const Sign before = signs[cell.previous(i)], at = signs[i], after = signs[cell.next(i)];
    if (at == Sign::zero) {
      if (before == Sign::zero) {  // an edge in the line
        const VertexId start = cell[cell.previous(i)].vertex, end = cell[i].vertex;
        return after == Sign::positive ? Chord{start, end} : Chord{end, start};
      }
      if (before == Sign::positive && after == Sign::negative) from = cell[i].vertex;
      if (before == Sign::negative && after == Sign::positive) to = cell[i].vertex;
    } else if (before == Sign::positive && at == Sign::negative) {
      from = plan.vertex(cell[i].line, line);
    } else if (before == Sign::negative && at == Sign::positive) {
      to = plan.vertex(line, cell[i].line);
    }
  }
  if (!from || !to) return std::nullopt;
  return Chord{*from, *to};
}

SplitCell split(ImplicitPlan& plan, const ConvexCell& cell, LineId line, std::span<const Sign> signs) {
  assert(signs.size() == cell.size() && on_both_sides(signs));
  const Chord cut = *chord(plan, cell, line, signs);
  return split(cell, line, signs, cut);
}

SplitCell split(const ConvexCell& cell, LineId line, std::span<const Sign> signs, const Chord& cut) {
  return {part(cell, line, signs, Sign::positive, cut.from, cut.to),
          part(cell, reversed(line), signs, Sign::negative, cut.to, cut.from)};
}

Sign contains(const ImplicitPlan& plan, const ConvexCell& cell, VertexId vertex) {
  Sign least = Sign::positive;
  for (const Corner& c : cell) least = std::min(least, plan.side(vertex, c.line));
  return least;
}

bool interiors_overlap(const ImplicitPlan& plan, const ConvexCell& a, const ConvexCell& b) {
  const auto separates = [&plan](LineId line, const ConvexCell& cell) {
    return std::ranges::all_of(cell, [&](const Corner& c) { return plan.side(c.vertex, line) != Sign::positive; });
  };
  for (const Corner& c : a)
    if (separates(c.line, b)) return false;
  for (const Corner& c : b)
    if (separates(c.line, a)) return false;
  return true;
}

bool is_valid(const ImplicitPlan& plan, const ConvexCell& cell) {
  if (cell.size() < 3) return false;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (plan.turn(cell[i].line, cell[cell.next(i)].line) != Sign::negative) return false;
    for (std::size_t j = 0; j < cell.size(); ++j) {
      const bool own = j == i || j == cell.next(i);
      if (plan.side(cell[i].vertex, cell[j].line) != (own ? Sign::zero : Sign::positive)) return false;
    }
  }
  return true;
}

std::array<mpq_class, 2> exact_point(const ImplicitPlan& plan, VertexId vertex) {
  const auto [x, y, w] = plan.exact_vertex(vertex);
  std::array<mpq_class, 2> p = {mpq_class(x, w), mpq_class(y, w)};
  if (w != 1)
    for (auto& c : p) c.canonicalize();
  return p;
}

std::vector<std::array<mpq_class, 2>> exact_points(const ImplicitPlan& plan, const ConvexCell& cell) {
  std::vector<std::array<mpq_class, 2>> points;
  points.reserve(cell.size());
  for (const Corner& c : cell) points.push_back(exact_point(plan, c.vertex));
  return points;
}

mpq_class doubled_area(const std::vector<std::array<mpq_class, 2>>& p) {
  return -formulas::doubled_area<mpq_class>(
      p.size(), [&](std::size_t i) -> const auto& { return p[i]; });
}

mpq_class doubled_area(const ImplicitPlan& plan, const ConvexCell& cell) {
  return doubled_area(exact_points(plan, cell));
}

}  // namespace plumb::kernel
