// SPDX-License-Identifier: GPL-3.0-or-later
#include "vertex_predicates.h"

namespace plumb::pipeline {
namespace formulas = kernel::formulas;
namespace {

// Whether the coordinates are integers so small that products of two of their differences fit 128 bits.
bool small_integer(const GraphVertex& v) {
  return v.error == 0 && std::abs(v.x) < 0x1p61 && std::abs(v.y) < 0x1p61 && v.x == std::trunc(v.x) &&
         v.y == std::trunc(v.y);
}

using Wide = kernel::Int128;

// The greatest error of a vertex, relative to its coordinates, with which doubles are tried first. For other vertices
// they would decide too little, and integers and fractions are used at once.
constexpr kernel::Hint useful_error{0x1p-40};

template <class Number>
int sign(Number v) {
  return (v > 0) - (v < 0);
}

}  // namespace

VertexPredicates::VertexPredicates(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                                   const NavGraph& graph)
    : points_(points),
      set_(set),
      map_(map),
      graph_(graph),
      exact_(points, set, map, graph),
      lines_(graph.vertices.size(), {no_line, no_line, no_line, no_line}) {
  double size = 0, error = 0;
  near_.reserve(graph.vertices.size());
  for (const GraphVertex& v : graph.vertices) {
    const double most = std::max(std::abs(v.x), std::abs(v.y));
    if (v.error <= useful_error * most) {
      near_.push_back({v.x, v.y});
      size = std::max(size, most);
      error = std::max(error, v.error);
    } else {
      near_.push_back({NAN, NAN});
    }
  }
  safe_ = off_by(8 * size * size, 8 * size, 3 * error);  // as differences of coordinates are at most 2 * size
}

// The derivation of off_by(): a difference d of two doubles carries one rounding, and a product of two such differences
// carries three in all. Rounding the difference of the two products does not change its sign. So det_error covers
// (1 + u)^3 - 1 and the roundings of the bound itself. A difference of coordinates is off by at most e, the sum of the
// vertices' errors, so a product d d' is off by at most e (|d| + |d'|) + e^2 (spread()). What is lost to underflow,
// here or in the bound, is far below the last term.

int VertexPredicates::side_close(VertexRef a, VertexRef b, VertexRef c) {
  if (a == c || b == c) return 0;
  const GraphVertex &p = graph_.vertices[a], &q = graph_.vertices[b], &r = graph_.vertices[c];
  const double ux = q.x - p.x, uy = q.y - p.y, vx = r.x - p.x, vy = r.y - p.y;
  const double det = formulas::determinant(ux, uy, vx, vy);
  if (std::abs(det) > off_by(formulas::determinant_size(ux, uy, vx, vy),
                             std::abs(ux) + std::abs(uy) + std::abs(vx) + std::abs(vy), p.error + q.error + r.error))
    return sign(det);
  if (one_line(a, b, c)) return 0;
  return side_exact(a, b, c);
}

bool VertexPredicates::one_line(VertexRef a, VertexRef b, VertexRef c) const {
  const Lines &p = lines_[b], &q = lines_[c];
  const auto among = [](const Lines& lines, std::uint32_t l) {
    return (lines[0] == l) | (lines[1] == l) | (lines[2] == l) | (lines[3] == l);
  };
  bool any = false;
  for (const std::uint32_t l : lines_[a]) any |= (l != no_line) & among(p, l) & among(q, l);
  return any;
}

int VertexPredicates::side_exact(VertexRef a, VertexRef b, VertexRef c) {
  const GraphVertex &p = graph_.vertices[a], &q = graph_.vertices[b], &r = graph_.vertices[c];
  if (small_integer(p) && small_integer(q) && small_integer(r)) {
    const auto integers = [](const GraphVertex& v) {
      return std::array<Wide, 2>{static_cast<std::int64_t>(v.x), static_cast<std::int64_t>(v.y)};
    };
    return sign(formulas::orient2d(integers(p), integers(q), integers(r)));
  }
  if (p.exact_x && q.exact_x && r.exact_x && p.x == q.x && p.x == r.x) return 0;
  if (p.exact_y && q.exact_y && r.exact_y && p.y == q.y && p.y == r.y) return 0;
  return static_cast<int>(orientation_(exact_.plan(a), exact_.plan(b), exact_.plan(c)));
}

int VertexPredicates::compare(VertexRef a, VertexRef b, int axis) {
  if (a == b) return 0;
  const GraphVertex &p = graph_.vertices[a], &q = graph_.vertices[b];
  const double d = axis == 0 ? p.x - q.x : p.y - q.y;
  // A difference of doubles has the sign of the exact difference, and is within one rounding of it.
  if (std::abs(d) > kernel::enlarged(p.error + q.error)) return sign(d);
  if (d == 0 && (axis == 0 ? p.exact_x && q.exact_x : p.exact_y && q.exact_y)) return 0;
  const kernel::PlanIntegers &s = exact_.plan(a), &t = exact_.plan(b);
  return sign(axis == 0 ? cmp(s.x * t.w, t.x * s.w) : cmp(s.y * t.w, t.y * s.w));
}

int VertexPredicates::side_of_end(HalfEdgeId half_edge, HalfEdgeId other, bool one_line) {
  const VertexRef a = graph_.half_edges[half_edge].from, b = graph_.half_edges[half_edge].to,
                  c = graph_.half_edges[other].to;
  const double det = orient(a, b, c);
  if (std::abs(det) > safe_) return sign(det);
  return one_line || equal_lines(half_edge, other) ? 0 : side_close(a, b, c);
}

bool VertexPredicates::equal_lines(HalfEdgeId half_edge, HalfEdgeId other) const {
  const auto l = input_line(half_edge), m = input_line(other);
  if (!l || !m) return false;
  const std::int64_t ux = points_.native_difference(m->point, l->point, 0),
                     uy = points_.native_difference(m->point, l->point, 1);
  const Wide dx = l->dx, dy = l->dy;
  return formulas::parallel(dx, dy, m->dx, m->dy) && formulas::parallel(dx, dy, ux, uy);
}

std::optional<VertexPredicates::InputLine> VertexPredicates::input_line(const kernel::LineSource& s) const {
  if (!points_.native()) return std::nullopt;
  const bool across = s.kind == kernel::at_x_kind || s.kind == kernel::at_y_kind;
  if (across && !points_.is_whole_in_plan(s.id)) return std::nullopt;
  if (s.kind == kernel::at_x_kind) return InputLine{s.id, 0, 1};
  if (s.kind == kernel::at_y_kind) return InputLine{s.id, 1, 0};
  if (s.kind != kernel::edge_kind) return std::nullopt;
  const auto c = set_.corners_of(set_.surfaces[s.id]);
  const kernel::PointId p = c[s.index], q = c[s.index + 1 == c.size() ? 0 : s.index + 1];
  if (!points_.is_whole_in_plan(p) || !points_.is_whole_in_plan(q)) return std::nullopt;
  return InputLine{p, points_.native_difference(q, p, 0),
                   points_.native_difference(q, p, 1)};  // not both are 0, since the edge has a projection
}

// Finds the edge of its cell that a half-edge is a part of. The half-edges of a cell run along its edges in order, so
// the line changes where the next edge begins. This tells the edge only if neighbouring edges have different lines,
// which is so if the changes are as many as the edges.
std::optional<VertexPredicates::InputLine> VertexPredicates::input_line(HalfEdgeId half_edge) const {
  const CellId c = graph_.half_edges[half_edge].cell;
  const vcd::Cell& cell = map_.table.cells[c];
  std::uint32_t edges = 1, edge = 0;
  for (HalfEdgeId s = graph_.first_half_edge[c] + 1; s < graph_.first_half_edge[c + 1]; ++s) {
    edges += graph_.half_edges[s].line != graph_.half_edges[s - 1].line;
    if (s == half_edge) edge = edges - 1;
  }
  if (cell.line_count > 0) return edges == cell.line_count ? input_line(map_.table.lines_of(cell)[edge]) : std::nullopt;
  if (edges != set_.corners_of(set_.surfaces[cell.surface]).size()) return std::nullopt;
  return input_line(kernel::LineSource{kernel::edge_kind, false, cell.surface, edge});
}

}  // namespace plumb::pipeline
