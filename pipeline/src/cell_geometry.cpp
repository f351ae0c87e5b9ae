// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/cell_geometry.h"

#include <cassert>

#include "plumb/kernel/exact.h"
#include "plumb/kernel/plane.h"

namespace plumb::pipeline {

using kernel::Frame;
using kernel::LineId;
using kernel::LineKind;
using kernel::LineSource;
using kernel::VertexId;

struct CellGeometry::State {
  State(const kernel::PointTable& p, const SurfaceSet& s, const StanceMap& m)
      : points(p), set(s), map(m), levels(p, heights(m), m.step), frame(p, 0) {}

  static std::vector<mpq_class> heights(const StanceMap& m) {
    std::vector<mpq_class> h;
    for (const Stance& s : m.stances) h.push_back(s.height);
    return h;
  }

  std::span<const kernel::PointId> corners(kernel::PolygonId id) const { return set.corners_of(set.surfaces[id]); }

  // Moves to a surface: its plane and an empty frame.
  void enter(kernel::PolygonId id) {
    if (surface == id) return;
    surface = id;
    plane.emplace(points, corners(id));
    frame.reset(corners(id)[0]);
    lines.clear();
    normal = plane->exact(points);
  }

  LineId resolve(LineSource source) {
    const bool reversed = source.reversed;
    source.reversed = false;
    for (const auto& [known, line] : lines)
      if (known == source) return line ^ static_cast<LineId>(reversed);
    const LineId line = make(source);
    lines.push_back({source, line});
    return line ^ static_cast<LineId>(reversed);
  }

  LineId make(const LineSource& s) {
    switch (s.kind) {
      case LineKind::edge: {
        const auto c = corners(s.id);
        return frame.edge(c[s.index], c[(s.index + 1) % c.size()], s);
      }
      case LineKind::slab: return *kernel::slab_line(frame, *plane, kernel::Plane(points, corners(s.id)), levels, s.index, s);
      case LineKind::at_x: return frame.at_x(s.id);
      case LineKind::at_y: return frame.at_y(s.id);
      case LineKind::wall_at_x:
      case LineKind::wall_at_y: {
        const auto c = corners(s.id);
        const std::uint32_t edge = s.index / kernel::level_stride;
        return kernel::crossing_line(frame, *plane, c[edge], c[(edge + 1) % c.size()], levels, s.index % kernel::level_stride,
                                     s.kind == LineKind::wall_at_x, s);
      }
      case LineKind::diagonal: {
        const kernel::Diagonal d = map.table.diagonals[s.id];
        return frame.diagonal(meet(resolve(d.from[0]), resolve(d.from[1])), meet(resolve(d.to[0]), resolve(d.to[1])));
      }
    }
    assert(false);
    return kernel::no_line;
  }

  VertexId meet(LineId l, LineId m) { return frame.turn(l, m) == kernel::Sign::negative ? frame.vertex(l, m) : frame.vertex(m, l); }

  // Corners as vertices of the frame. Two consecutive edges of one polygon meet at an input point: shorter numbers.
  std::vector<VertexId> vertices(const kernel::Cell& cell) {
    const auto sources = map.table.lines_of(cell);
    std::vector<VertexId> out;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const LineSource &s = sources[i], &t = sources[i + 1 == sources.size() ? 0 : i + 1];
      const LineId l = resolve(s), m = resolve(t);
      if (s.kind == LineKind::edge && t.kind == LineKind::edge && s.id == t.id) {
        const auto c = corners(s.id);
        const std::uint32_t n = static_cast<std::uint32_t>(c.size());
        if ((s.index + 1) % n == t.index && !s.reversed && !t.reversed) {
          out.push_back(frame.vertex(c[t.index], l, m));
          continue;
        }
      }
      out.push_back(frame.vertex(l, m));
    }
    return out;
  }

  ExactPoint lift(VertexId v) const {
    const auto [x, y] = kernel::exact_point(frame, v);
    const mpq_class z = -(normal[0] * x + normal[1] * y) / normal[2];
    ExactPoint p = {x, y, z};
    for (int k = 0; k < 3; ++k) p[k] = (p[k] + points.exact(frame.origin(), k)) / points.denominator();
    return p;
  }

  const kernel::PointTable& points;
  const SurfaceSet& set;
  const StanceMap& map;
  kernel::Levels levels;
  Frame frame;
  kernel::PolygonId surface = kernel::no_polygon;
  std::optional<kernel::Plane> plane;
  std::array<mpz_class, 3> normal;
  std::vector<std::pair<LineSource, LineId>> lines;
};

CellGeometry::CellGeometry(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map)
    : state_(std::make_unique<State>(points, set, map)) {}
CellGeometry::~CellGeometry() = default;

std::vector<ExactPoint> CellGeometry::vertices(const kernel::Cell& cell) {
  std::vector<ExactPoint> out;
  if (cell.line_count == 0) {
    for (const kernel::PointId p : state_->corners(cell.surface)) {
      ExactPoint& e = out.emplace_back();
      for (int k = 0; k < 3; ++k) {
        e[k] = mpq_class(state_->points.exact(p, k), state_->points.denominator());
        e[k].canonicalize();
      }
    }
    return out;
  }
  state_->enter(cell.surface);
  for (const VertexId v : state_->vertices(cell)) out.push_back(state_->lift(v));
  return out;
}

std::array<ExactPoint, 2> CellGeometry::ends(const kernel::Obstruction& o) {
  state_->enter(o.surface);
  const LineId line = state_->resolve(o.line);
  return {state_->lift(state_->meet(line, state_->resolve(o.from))), state_->lift(state_->meet(line, state_->resolve(o.to)))};
}

mpq_class CellGeometry::area(const kernel::Cell& cell) {
  std::vector<std::array<mpq_class, 2>> p;
  if (cell.line_count == 0) {
    const auto corners = state_->corners(cell.surface);
    for (const kernel::PointId c : corners)
      p.push_back({state_->points.exact(c, 0) - state_->points.exact(corners[0], 0), state_->points.exact(c, 1) - state_->points.exact(corners[0], 1)});
  } else {
    state_->enter(cell.surface);
    for (const VertexId v : state_->vertices(cell)) p.push_back(kernel::exact_point(state_->frame, v));
  }
  mpq_class area = kernel::doubled_area(p) / (2 * state_->points.denominator() * state_->points.denominator());
  return area;
}

}  // namespace plumb::pipeline
