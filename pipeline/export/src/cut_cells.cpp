// SPDX-License-Identifier: GPL-3.0-or-later
#include "cut_cells.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {
namespace {

using PointIndex = NavMesh::PointIndex;
using CellIndex = NavMesh::CellIndex;
using Ring = boost::container::small_vector<PointIndex, 4>;

// Where a coordinate lies: 2 i on line i, 2 i + 1 between lines i and i + 1, which is column 2 i + 1.
using Place = long;

Place column_after(Place place) { return place | 1; }
Place column_before(Place place) { return (place - 1) | 1; }

constexpr Place whole = 1;  // of what no line cuts: all is in one column

// The lines of each cell, or null; of a cell, or of all.
using LinesOf = std::function<const GridLines*(CellIndex)>;

// Cuts a navmesh along the lines across one axis.
class Cutter {
 public:
  // `common`: all cells have the same lines.
  Cutter(const NavMesh& mesh, LinesOf lines_of, bool common, std::size_t axis)
      : mesh_(mesh), lines_of_(std::move(lines_of)), common_(common), axis_(axis), points_(exact_points(mesh)) {
    for (PointIndex p = 0; p < points_.size(); ++p) {
      cancellation_point(p);
      if (common_) places_.push_back(place(*lines_of_(0), points_[p]));
      if (!common_ || places_[p] % 2 == 0) known_.emplace(points_[p], p);
    }
  }

  // How many cells there will be.
  std::uint64_t choose_columns() {
    std::uint64_t parts = 0;
    for (CellIndex c = 0; c < mesh_.cells.size(); ++c) {
      const NavMesh::Cell& cell = mesh_.cells[c];
      Place low = std::numeric_limits<Place>::max(), high = std::numeric_limits<Place>::min();
      for (const NavMesh::Facet& facet : cell.facets)
        for (const PointIndex p : facet.corners) {
          const Place at = place(c, p);
          low = std::min(low, at), high = std::max(high, at);
        }
      columns_.push_back({column_after(low), column_before(high)});
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
      if (mesh_.cells[c].open_to() <= kernel::blocked) continue;
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
    out.points = MeshPoints(std::move(points_));
    return out;
  }

 private:
  struct Columns {
    Place first, last;
  };

  static std::vector<ExactPoint> exact_points(const NavMesh& mesh) {
    std::vector<ExactPoint> out;
    for (PointIndex p = 0; p < mesh.points.size(); ++p) out.push_back(mesh.points[p]);
    return out;
  }
  static std::uint64_t part_count(const Columns& c) { return static_cast<std::uint64_t>((c.last - c.first) / 2 + 1); }

  Place place(const GridLines& lines_of_cell, const ExactPoint& p) const {
    const mpq_class lines = (p[axis_] - lines_of_cell.origin) / lines_of_cell.spacing;
    mpz_class i;
    mpz_fdiv_q(i.get_mpz_t(), lines.get_num_mpz_t(), lines.get_den_mpz_t());
    return 2 * i.get_si() + (lines.get_den() == 1 ? 0 : 1);
  }
  Place place(CellIndex cell, PointIndex p) const {
    if (common_) return places_[p];
    const GridLines* lines = lines_of_(cell);
    return lines == nullptr ? whole : place(*lines, points_[p]);
  }

  // How far along from p to q a line of a cell is.
  mpq_class share(CellIndex cell, PointIndex p, PointIndex q, Place at) const {
    const GridLines& lines = *lines_of_(cell);
    return (lines.origin + lines.spacing * mpz_class(at / 2) - points_[p][axis_]) /
           (points_[q][axis_] - points_[p][axis_]);
  }

  ExactPoint on_line(PointIndex p, PointIndex q, const mpq_class& share) const {
    return kernel::point_along(points_[p], points_[q], share);
  }
  PointIndex number(const ExactPoint& point) {
    const auto [at, is_new] = known_.try_emplace(point, static_cast<PointIndex>(points_.size()));
    if (is_new) {
      if (common_) places_.push_back(place(*lines_of_(0), point));
      points_.push_back(point);
    }
    return at->second;
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
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const PointIndex p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
      const Place from = place(cell, p), to = place(cell, q);
      if (from >= column - 1 && from <= column + 1) out.push_back(p);
      const Place first = from < to ? column - 1 : column + 1, second = 2 * column - first;
      for (const Place l : {first, second})
        if (l > std::min(from, to) && l < std::max(from, to))
          out.push_back(number(on_line(p, q, share(cell, p, q, l))));
    }
    return out;
  }

  bool has_area(CellIndex cell, std::span<const PointIndex> ring, Place column) const {
    const auto in_or_before = [&](PointIndex p) { return place(cell, p) <= column; };
    const auto in_or_after = [&](PointIndex p) { return place(cell, p) >= column; };
    return std::ranges::any_of(ring, in_or_before) && std::ranges::any_of(ring, in_or_after);
  }

  NavMesh::Cell part(CellIndex cell, Place column) {
    NavMesh::Cell out;
    out.stance = mesh_.cells[cell].open_to();
    for (const NavMesh::Facet& facet : mesh_.cells[cell].facets) {
      if (!has_area(cell, facet.ring(), column)) continue;
      NavMesh::Facet cut = facet;
      cut.corners = in_column(cell, facet.ring(), column);
      out.facets.push_back(std::move(cut));
    }
    return out;
  }

  // A portal along a line through a cell, from the part that was made last to the one that comes next.
  void join_parts(NavMesh& out, CellIndex cell, Place line) {
    const std::size_t other = 1 - axis_;
    std::optional<PointIndex> low, high;
    for (const NavMesh::Facet& facet : out.cells.back().facets)
      for (const PointIndex p : facet.corners) {
        if (place(cell, p) != line) continue;
        if (!low || points_[p][other] < points_[*low][other]) low = p;
        if (!high || points_[p][other] > points_[*high][other]) high = p;
      }
    const auto next = static_cast<CellIndex>(out.cells.size());
    // Counter-clockwise around the part before the line.
    const std::array ends = axis_ == 0 ? std::array{*low, *high} : std::array{*high, *low};
    out.portals.push_back({next - 1, next, PortalKind::flush, mesh_.cells[cell].stance, ends, ends});
  }

  // The part of a cell that has a stretch of its boundary that crosses no line.
  CellIndex part_at(CellIndex cell, PointIndex p, PointIndex q) const {
    const auto& [first, last] = columns_[cell];
    const Place from = place(cell, p), to = place(cell, q);
    Place column = column_after(std::min(from, to));
    // Along a line the cell lies on one side.
    if (from == to && column > last) column = last;
    return first_part_[cell] + static_cast<CellIndex>((std::clamp(column, first, last) - first) / 2);
  }

  // The end of a part of a portal. Between its ends a portal is straight in plan alone.
  PointIndex end_at(CellIndex cell, const std::array<PointIndex, 2>& ends, const mpq_class& share) {
    if (sgn(share) == 0) return ends[0];
    if (share == 1) return ends[1];
    ExactPoint at = on_line(ends[0], ends[1], share);
    if (const auto height = cell_height(mesh_, cell, at[0], at[1])) at[2] = *height;
    return number(at);
  }

  void cut_portal(const NavMesh::Portal& portal, NavMesh& out) {
    std::vector<mpq_class> shares{0};
    for (const auto& [cell, ends] : {std::pair(portal.a, portal.on_a), std::pair(portal.b, portal.on_b)})
      for (const Place l : crossed(place(cell, ends[0]), place(cell, ends[1])))
        shares.push_back(share(cell, ends[0], ends[1], l));
    shares.emplace_back(1);
    std::sort(shares.begin(), shares.end());
    shares.erase(std::unique(shares.begin(), shares.end()), shares.end());
    for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
      NavMesh::Portal cut = portal;
      for (std::size_t end = 0; end < 2; ++end) {
        cut.on_a[end] = end_at(portal.a, portal.on_a, shares[i + end]);
        cut.on_b[end] = end_at(portal.b, portal.on_b, shares[i + end]);
      }
      cut.a = part_at(portal.a, cut.on_a[0], cut.on_a[1]);
      cut.b = part_at(portal.b, cut.on_b[0], cut.on_b[1]);
      out.portals.push_back(cut);
    }
  }

  const NavMesh& mesh_;
  LinesOf lines_of_;
  bool common_;
  std::size_t axis_;
  std::vector<ExactPoint> points_;
  std::vector<Place> places_;               // by point, where all cells have the same lines
  std::map<ExactPoint, PointIndex> known_;  // those that may be on lines, and new ones
  std::vector<Columns> columns_;            // by cell: the first and the last where it has an area
  std::vector<CellIndex> first_part_;       // by cell
};

}  // namespace

namespace {

// lines_of(cell, axis)
template <class Lines>
std::optional<CutCells> cut_along(const NavMesh& mesh, Lines&& lines_of, bool common, std::uint64_t most) {
  CutCells out;
  std::vector<Place> columns[2];
  std::vector<CellIndex> of_part[2];
  const NavMesh* from = &mesh;
  for (const std::size_t axis : {0, 1}) {
    const auto lines = [&](CellIndex c) -> const GridLines* {
      return lines_of(common || axis == 0 ? c : of_part[0][c], axis);
    };
    Cutter cutter(*from, lines, common, axis);
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
  return out;
}

}  // namespace

std::optional<CutCells> cut_cells(const NavMesh& mesh, const PlanLines& lines, std::uint64_t most) {
  return cut_along(
      mesh, [&](CellIndex, std::size_t axis) { return &lines[axis]; }, true, most);
}

CutCells cut_cells(const NavMesh& mesh, const std::map<CellIndex, PlanLines>& lines) {
  const auto lines_of = [&](CellIndex cell, std::size_t axis) {
    const auto found = lines.find(cell);
    return found == lines.end() ? nullptr : &found->second[axis];
  };
  return *cut_along(mesh, lines_of, false, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace plumb::pipeline
