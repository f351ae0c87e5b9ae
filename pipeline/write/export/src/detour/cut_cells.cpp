// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts cells of a navmesh, and their portals, along parallel lines across both axes of the plan: the lines between
// tiles, which all cells share, or lines that are a cell's own. Only cells where somebody can stand are in the result.
//
// 1. cut_along() runs one Cutter for each axis; the second cuts the strips that the first has made.
// 2. Cutter::place() gives a point one integer: even on a line, odd in the column between two lines. choose_columns()
//    finds the columns in which each cell has an area, and counts the parts, so that too many are refused before any is
//    made.
// 3. cut() makes the parts of each cell. choose_facets() lists facets by column, in_column() clips their rings between
//    two lines, join_parts() adds the flush portal between a part and the next one, whose ends are the only two places
//    where the line passes the outline of the cell.
// 4. cut_portal() splits a portal where either of its sides passes a line. Where both sides are one stretch of the
//    plan, each new end is one of the two places that step 3 has found, and nothing is computed. Else
//    (cut_by_shares()) it is a fraction of the way along the portal. part_at() finds the part on which each piece lies.
//    AddedPoints gives equal new points one number.
//
// Cost: linear in points, portals and corners, times the columns that a facet or portal crosses; sorting the portals
// takes n log n. A portal across which places differ searches the facets of its cell for each of its ends. Memory:
// linear in the result.
// Exact: CuttingLines::place() decides by intervals of doubles; a fraction is made where these hold two answers. New
// points are names with doubles around them, which become fractions when something asks (AddedPoints).
// Source: clipping is that of Sutherland & Hodgman (1974), between two lines at once; the rest is ours.
#include "detour/cut_cells.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "detour/detour_points.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/int64.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using PointIndex = NavMesh::PointIndex;
using CellIndex = NavMesh::CellIndex;
using Ring = boost::container::small_vector<PointIndex, 4>;

// Where a coordinate lies: 2 i on line i, 2 i + 1 between lines i and i + 1, which is column 2 i + 1.
using Place = std::int64_t;

Place column_after(Place place) { return place | 1; }
Place column_before(Place place) { return (place - 1) | 1; }

constexpr Place whole = 1;  // the place of all points of a cell that no line cuts: one column holds it

// Parallel lines, and doubles around their origin and spacing.
struct CuttingLines {
  explicit CuttingLines(const GridLines& lines)
      : exact(&lines), origin(kernel::interval_of(lines.origin)), spacing(kernel::interval_of(lines.spacing)) {}

  // The place of a coordinate, if doubles tell it.
  std::optional<Place> place(const kernel::Interval& at) const {
    const kernel::Interval away = at - origin, lines = away / spacing;
    const double i = std::floor(lines.low);
    if (!(std::fabs(i) < most)) return std::nullopt;
    if (i < lines.low && std::floor(lines.high) == i) return 2 * static_cast<Place>(i) + 1;
    // If all three numbers are doubles, a line through the coordinate is a double away from the origin, too.
    const double near = std::rint(at.low / spacing.low - origin.low / spacing.low), line = near * spacing.low,
                 to_line = at.low - origin.low;
    if (kernel::is_exact(at) && kernel::is_exact(origin) && kernel::is_exact(spacing) && to_line == line &&
        kernel::is_exact_product(near, spacing.low, line) && kernel::is_exact_difference(at.low, origin.low, to_line))
      return 2 * static_cast<Place>(near);
    return std::nullopt;
  }

  const GridLines* exact;
  kernel::Interval origin, spacing;

 private:
  static constexpr double most = 0x1p40;
};

// The lines that cut a cell; null if none do.
using LinesOf = std::function<const CuttingLines*(CellIndex)>;

// Cuts a navmesh along the lines across one axis.
class Cutter {
 public:
  // `common`: all cells have the same lines. `points`: those of the mesh, in the same order; if lines are not common,
  // all are known.
  Cutter(const NavMesh& mesh, std::shared_ptr<AddedPoints> points, LinesOf lines_of, bool common, std::size_t axis)
      : mesh_(mesh),
        lines_of_(std::move(lines_of)),
        common_(common),
        axis_(axis),
        points_(std::move(points)),
        located_(mesh.points.size()) {
    for (PointIndex p = 0; common_ && p < mesh.points.size(); ++p, cancellation_point(p)) {
      located_[p].place = place(*lines_of_(0), p);
      if (located_[p].place % 2 == 0) points_->make_known(p);
    }
  }

  // Returns how many cells there will be.
  std::uint64_t choose_columns() {
    std::uint64_t parts = 0;
    for (CellIndex c = 0; c < mesh_.cells.size(); ++c) {
      const NavMesh::Cell& cell = mesh_.cells[c];
      if (lines_of_(c) == nullptr) {
        columns_.push_back({whole, whole});
      } else {
        Place low = std::numeric_limits<Place>::max(), high = std::numeric_limits<Place>::min();
        for (const NavMesh::Facet& facet : cell.facets)
          for (const PointIndex p : facet.corners) widen(low, high, place(c, p));
        columns_.push_back({column_after(low), column_before(high)});
      }
      parts += cell.open_to() > kernel::blocked ? part_count(columns_.back()) : 0;
    }
    return parts;
  }

  // of_part: by cell of the result, the one that it is a part of; columns: by cell of the result.
  NavMesh cut(std::vector<CellIndex>& of_part, std::vector<Place>& columns) {
    NavMesh out;
    out.info = mesh_.info;
    out.denominator = mesh_.denominator;
    for (CellIndex c = 0; c < mesh_.cells.size(); ++c) {
      cancellation_point(c);
      first_part_.push_back(static_cast<CellIndex>(out.cells.size()));
      first_line_.push_back(line_ends_.size());
      if (mesh_.cells[c].open_to() <= kernel::blocked) continue;
      choose_facets(c);
      for (Place column = columns_[c].first; column <= columns_[c].last; column += 2) {
        if (column > columns_[c].first) join_parts(out, c, column - 1);
        out.cells.push_back(part(c, column));
        of_part.push_back(c);
        columns.push_back(column);
      }
    }
    for (const NavMesh::Portal& portal : mesh_.portals) {
      cancellation_point();
      cut_portal(portal, out);
    }
    std::stable_sort(out.portals.begin(), out.portals.end(), [](const NavMesh::Portal& p, const NavMesh::Portal& q) {
      return std::pair(p.a, p.b) < std::pair(q.a, q.b);
    });
    out.points = AddedPoints::all(points_);
    return out;
  }

 private:
  struct Columns {
    Place first, last;
  };

  static std::uint64_t part_count(const Columns& c) { return static_cast<std::uint64_t>((c.last - c.first) / 2 + 1); }

  static void widen(Place& low, Place& high, Place at) { low = std::min(low, at), high = std::max(high, at); }

  const mpq_class& at(PointIndex p, std::size_t axis) const { return points_->exact(p)[axis]; }

  Place place(const CuttingLines& lines, PointIndex p) const {
    if (const auto near = lines.place(in_input_units(mesh_.points, points_->near(p)[axis_]))) return *near;
    const mpq_class away = (at(p, axis_) - lines.exact->origin) / lines.exact->spacing;
    mpz_class i;
    mpz_fdiv_q(i.get_mpz_t(), away.get_num_mpz_t(), away.get_den_mpz_t());
    return 2 * kernel::to_int64(i) + (away.get_den() == 1 ? 0 : 1);
  }
  Place place(CellIndex cell, PointIndex p) {
    Located& known = located_[p];
    if (common_ || known.cell == cell) return known.place;
    const CuttingLines* lines = lines_of_(cell);
    if (lines == nullptr) return whole;
    known = {cell, place(*lines, p)};
    return known.place;
  }

  mpq_class value_of(CellIndex cell, Place line) const {
    const GridLines& lines = *lines_of_(cell)->exact;
    return lines.origin + lines.spacing * kernel::to_gmp(line / 2);
  }

  // The point where the edge from p to q passes a line of a cell strictly between its ends.
  PointIndex cut_edge(CellIndex cell, PointIndex p, PointIndex q, Place line) {
    if (const auto key = std::pair(lines_of_(cell)->exact, line); key != last_line_) {
      const auto [known, is_new] = line_numbers_.try_emplace(key, 0u);
      if (is_new) known->second = points_->add_line(axis_, value_of(cell, line));
      last_line_ = key, last_number_ = known->second;
    }
    const PointIndex made = points_->cut(p, q, last_number_);
    if (made == located_.size()) located_.push_back({cell, line});
    return made;
  }
  PointIndex number(const ExactPoint& point) {
    const PointIndex p = points_->add(point);
    if (p == located_.size()) {
      located_.emplace_back();
      if (common_) located_[p].place = place(*lines_of_(0), p);
    }
    return p;
  }

  // The lines that are crossed strictly between two places, in that order.
  static std::vector<Place> crossed(Place from, Place to) {
    std::vector<Place> out;
    for (Place l = std::min(from, to) / 2 * 2; l < std::max(from, to); l += 2)
      if (l > std::min(from, to)) out.push_back(l);
    if (from > to) std::reverse(out.begin(), out.end());
    return out;
  }

  Ring in_column(CellIndex cell, std::span<const PointIndex> ring, Place column) {
    Ring out;
    Place to = place(cell, ring[0]);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const PointIndex p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
      const Place from = to;
      to = place(cell, q);
      if (from >= column - 1 && from <= column + 1) out.push_back(p);
      const Place first = from < to ? column - 1 : column + 1, second = 2 * column - first;
      for (const Place l : {first, second})
        if (l > std::min(from, to) && l < std::max(from, to)) out.push_back(cut_edge(cell, p, q, l));
    }
    return out;
  }

  // The facets that have an area in each column.
  void choose_facets(CellIndex cell) {
    facets_.clear();
    if (columns_[cell].first == columns_[cell].last) return;
    facets_.resize(part_count(columns_[cell]));
    const auto& facets = mesh_.cells[cell].facets;
    for (std::uint32_t f = 0; f < facets.size(); ++f) {
      Place low = std::numeric_limits<Place>::max(), high = std::numeric_limits<Place>::min();
      for (const PointIndex p : facets[f].corners) widen(low, high, place(cell, p));
      const Place first = column_after(low), last = column_before(high);
      for (Place column = first; column <= last; column += 2)
        facets_[static_cast<std::size_t>(column - columns_[cell].first) / 2].push_back({f, first == last});
    }
  }

  NavMesh::Cell part(CellIndex cell, Place column) {
    NavMesh::Cell out;
    out.stance = mesh_.cells[cell].open_to();
    if (facets_.empty()) {
      out.facets = mesh_.cells[cell].facets;
      return out;
    }
    const auto& facets = facets_[static_cast<std::size_t>(column - columns_[cell].first) / 2];
    out.facets.reserve(facets.size());
    for (const auto& [f, is_whole] : facets) {
      out.facets.push_back(mesh_.cells[cell].facets[f]);
      if (!is_whole) out.facets.back().corners = in_column(cell, mesh_.cells[cell].facets[f].ring(), column);
    }
    return out;
  }

  // Adds a portal along a line through a cell, from the part that was made last to the next one.
  void join_parts(NavMesh& out, CellIndex cell, Place line) {
    const std::size_t other = 1 - axis_;
    const auto order = [&](PointIndex p, PointIndex q) {
      return kernel::compare(
          points_->near(p)[other], [&]() -> const mpq_class& { return at(p, other); }, points_->near(q)[other],
          [&]() -> const mpq_class& { return at(q, other); });
    };
    std::optional<PointIndex> low, high;
    for (const NavMesh::Facet& facet : out.cells.back().facets)
      for (const PointIndex p : facet.corners) {
        if (place(cell, p) != line || p == low || p == high) continue;
        if (!low || order(p, *low) < 0) low = p;
        if (!high || order(p, *high) > 0) high = p;
      }
    line_ends_.push_back({*low, *high});
    const auto next = static_cast<CellIndex>(out.cells.size());
    // Counter-clockwise around the part before the line.
    const std::array ends = axis_ == 0 ? std::array{*low, *high} : std::array{*high, *low};
    out.portals.push_back({next - 1, next, PortalKind::flush, mesh_.cells[cell].stance, ends, ends});
  }

  // Where a line that passes through a cell passes its outline. `ascending`: in the direction of the axis, as one walks
  // around the cell counter-clockwise.
  PointIndex line_end(CellIndex cell, Place line, bool ascending) const {
    const auto at = static_cast<std::size_t>(line - 1 - columns_[cell].first) / 2;
    return line_ends_[first_line_[cell] + at][ascending == (axis_ == 0) ? 0 : 1];
  }

  // The part of a cell that has a stretch of its boundary that crosses no line.
  CellIndex part_at(CellIndex cell, PointIndex p, PointIndex q) {
    const auto& [first, last] = columns_[cell];
    if (first == last) return first_part_[cell];
    const Place from = place(cell, p), to = place(cell, q);
    Place column = column_after(std::min(from, to));
    // A stretch along a line has the cell on one side.
    if (from == to && column > last) column = last;
    return first_part_[cell] + static_cast<CellIndex>((std::clamp(column, first, last) - first) / 2);
  }

  void cut_portal(const NavMesh::Portal& portal, NavMesh& out) {
    if (lines_of_(portal.a) == nullptr && lines_of_(portal.b) == nullptr) {
      out.portals.push_back(portal);
      out.portals.back().a = first_part_[portal.a];
      out.portals.back().b = first_part_[portal.b];
    } else if (portal.kind == PortalKind::flush || (portal.kind == PortalKind::step && common_)) {
      cut_by_ends(portal, out);
    } else {
      cut_by_shares(portal, out);
    }
  }

  void add_piece(const NavMesh::Portal& portal, const std::array<PointIndex, 2>& on_a,
                 const std::array<PointIndex, 2>& on_b, NavMesh& out) {
    NavMesh::Portal piece = portal;
    piece.on_a = on_a;
    piece.on_b = on_b;
    piece.a = part_at(portal.a, on_a[0], on_a[1]);
    piece.b = part_at(portal.b, on_b[0], on_b[1]);
    out.portals.push_back(piece);
  }

  // A portal both sides of which are one stretch of the plan: a line passes both at one place. Around b it runs
  // clockwise. On both sides of a flush portal the places are the same points; a step has lines in common.
  void cut_by_ends(const NavMesh::Portal& portal, NavMesh& out) {
    struct Crossing {
      CellIndex cell;
      Place line;
      PointIndex on_a, on_b;
    };
    std::vector<Crossing> crossings;
    const auto add = [&](CellIndex cell, const std::array<PointIndex, 2>& ends) {
      const Place from = place(cell, ends[0]), to = place(cell, ends[1]);
      const bool ascending = from < to;
      for (const Place l : crossed(from, to)) {
        const PointIndex on_a = line_end(cell, l, (cell == portal.a) == ascending);
        const bool is_step = portal.kind == PortalKind::step;
        crossings.push_back({cell, l, on_a, is_step ? line_end(portal.b, l, !ascending) : on_a});
      }
      return ascending;
    };
    const bool ascending = add(portal.a, portal.on_a);
    if (!common_) {
      const auto of_a = static_cast<std::ptrdiff_t>(crossings.size());
      add(portal.b, portal.on_b);
      const bool both = of_a > 0 && crossings.size() > static_cast<std::size_t>(of_a);
      if (both) {
        const auto before = [&](const Crossing& c, const Crossing& d) {
          const int order = cmp(value_of(c.cell, c.line), value_of(d.cell, d.line));
          return ascending ? order < 0 : order > 0;
        };
        std::inplace_merge(crossings.begin(), crossings.begin() + of_a, crossings.end(), before);
        const auto same = [](const Crossing& c, const Crossing& d) { return c.on_a == d.on_a; };
        crossings.erase(std::unique(crossings.begin(), crossings.end(), same), crossings.end());
      }
    }
    std::array from{portal.on_a[0], portal.on_b[0]};
    for (const Crossing& c : crossings) {
      add_piece(portal, {from[0], c.on_a}, {from[1], c.on_b}, out);
      from = {c.on_a, c.on_b};
    }
    add_piece(portal, {from[0], portal.on_a[1]}, {from[1], portal.on_b[1]}, out);
  }

  // The share of the way from p to q at which it meets a line of a cell.
  mpq_class share(CellIndex cell, PointIndex p, PointIndex q, Place line) const {
    return (value_of(cell, line) - at(p, axis_)) / (at(q, axis_) - at(p, axis_));
  }

  // The end of a part of a portal. Between its ends a portal is straight in plan alone.
  PointIndex end_at(CellIndex cell, const std::array<PointIndex, 2>& ends, const mpq_class& share) {
    if (sgn(share) == 0) return ends[0];
    if (share == 1) return ends[1];
    ExactPoint at = kernel::point_along(points_->exact(ends[0]), points_->exact(ends[1]), share);
    if (const auto height = cell_height(mesh_, cell, at[0], at[1])) at[2] = *height;
    return number(at);
  }

  void cut_by_shares(const NavMesh::Portal& portal, NavMesh& out) {
    std::vector<mpq_class> shares{0};
    for (const auto& [cell, ends] : {std::pair(portal.a, portal.on_a), std::pair(portal.b, portal.on_b)})
      for (const Place l : crossed(place(cell, ends[0]), place(cell, ends[1])))
        shares.push_back(share(cell, ends[0], ends[1], l));
    shares.emplace_back(1);
    std::sort(shares.begin(), shares.end());
    shares.erase(std::unique(shares.begin(), shares.end()), shares.end());
    for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
      std::array<PointIndex, 2> on_a, on_b;
      for (std::size_t end = 0; end < 2; ++end) {
        on_a[end] = end_at(portal.a, portal.on_a, shares[i + end]);
        on_b[end] = end_at(portal.b, portal.on_b, shares[i + end]);
      }
      add_piece(portal, on_a, on_b, out);
    }
  }

  const NavMesh& mesh_;
  LinesOf lines_of_;
  bool common_;
  std::size_t axis_;
  std::shared_ptr<AddedPoints> points_;  // those that may be on lines are known
  // By point: its place among the lines of a cell, the last that was asked for or the one that all share.
  struct Located {
    CellIndex cell = std::numeric_limits<CellIndex>::max();
    Place place = 0;
  };
  std::vector<Located> located_;
  using LineKey = std::pair<const GridLines*, Place>;
  std::map<LineKey, std::uint32_t> line_numbers_;
  LineKey last_line_{nullptr, 0};
  std::uint32_t last_number_ = 0;
  std::vector<Columns> columns_;                      // by cell: the first and the last where it has an area
  std::vector<CellIndex> first_part_;                 // by cell
  std::vector<std::size_t> first_line_;               // by cell, into line_ends_
  std::vector<std::array<PointIndex, 2>> line_ends_;  // of each line between parts: the lower and the higher end
  struct FacetInColumn {
    std::uint32_t facet;
    bool is_whole;  // no line cuts it
  };
  std::vector<std::vector<FacetInColumn>> facets_;  // of the cell at work by column, if there is more than one
};

// Gives the parts of cells the one-way links of these: each whole link from the part with its middle, to the part with
// the middle of where it leads.
void carry_links(const NavMesh& mesh, CutCells& cut) {
  if (mesh.one_way_links.empty()) return;
  std::vector<std::vector<CellIndex>> parts(mesh.cells.size());
  for (CellIndex c = 0; c < cut.of.size(); ++c) parts[cut.of[c]].push_back(c);
  const auto part_at = [&](CellIndex cell, const std::array<ExactPoint, 2>& ends) -> std::optional<CellIndex> {
    const mpq_class x = (ends[0][0] + ends[1][0]) / 2, y = (ends[0][1] + ends[1][1]) / 2;
    for (const CellIndex part : parts[cell])
      if (cell_height(cut.mesh, part, x, y)) return part;
    return std::nullopt;
  };
  for (NavMesh::OneWayLink l : mesh.one_way_links) {
    const auto a = part_at(l.a, l.on_a), b = part_at(l.b, l.on_b);
    if (!a || !b) continue;  // a cell on which nobody may stand any more
    l.a = *a, l.b = *b;
    cut.mesh.one_way_links.push_back(std::move(l));
  }
}

// lines_of(cell, axis)
template <class Lines>
std::optional<CutCells> cut_along(const NavMesh& mesh, Lines&& lines_of, bool common, std::uint64_t most) {
  CutCells out;
  std::vector<Place> columns[2];
  std::vector<CellIndex> of_part[2];
  const NavMesh* from = &mesh;
  const auto points = std::make_shared<AddedPoints>(mesh.points);
  if (!common) points->make_all_known();
  for (const std::size_t axis : {0, 1}) {
    const auto lines = [&](CellIndex c) -> const CuttingLines* {
      return lines_of(common || axis == 0 ? c : of_part[0][c], axis);
    };
    Cutter cutter(*from, points, lines, common, axis);
    if (cutter.choose_columns() > most) return std::nullopt;
    out.mesh = cutter.cut(of_part[axis], columns[axis]);
    from = &out.mesh;
  }
  std::vector<std::uint32_t> parts(mesh.cells.size());
  for (CellIndex c = 0; c < out.mesh.cells.size(); ++c) {
    const CellIndex strip = of_part[1][c];
    out.square.push_back({(columns[0][strip] - 1) / 2, (columns[1][c] - 1) / 2});
    out.of.push_back(of_part[0][strip]);
    if (++parts[out.of.back()] == 2) ++out.cut;
  }
  carry_links(mesh, out);
  return out;
}

}  // namespace

std::optional<CutCells> cut_cells(const NavMesh& mesh, const PlanLines& lines, std::uint64_t most) {
  const std::array cutting{CuttingLines(lines[0]), CuttingLines(lines[1])};
  return cut_along(
      mesh, [&](CellIndex, std::size_t axis) { return &cutting[axis]; }, true, most);
}

CutCells cut_cells(const NavMesh& mesh, const std::map<CellIndex, PlanLines>& lines) {
  std::vector<std::array<CuttingLines, 2>> cutting;
  std::vector<std::uint32_t> of_cell(mesh.cells.size(), 0);  // which, counted from 1
  for (const auto& [cell, its_lines] : lines) {
    cutting.push_back({CuttingLines(its_lines[0]), CuttingLines(its_lines[1])});
    of_cell[cell] = static_cast<std::uint32_t>(cutting.size());
  }
  const auto lines_of = [&](CellIndex cell, std::size_t axis) -> const CuttingLines* {
    return of_cell[cell] == 0 ? nullptr : &cutting[of_cell[cell] - 1][axis];
  };
  return *cut_along(mesh, lines_of, false, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace plumb::pipeline
