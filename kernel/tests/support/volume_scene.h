// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <map>

#include "plumb/vcd/volume.h"

namespace plumb::tests {

struct Point3 {
  double x, y, z;
};

/// A surface and what is over it, cut by the kernel and measured here: lines and vertices are worked out in fractions
/// from the provenance of the cells' lines alone.
class VolumeScene {
 public:
  explicit VolumeScene(const std::vector<Point3>& surface) { add(surface); }

  /// A polygon, clockwise seen from above unless vertical.
  VolumeScene& add(const std::vector<Point3>& corners, bool vertical = false, bool owner = false) {
    std::vector<kernel::PointId> ids;
    for (const Point3 p : corners) {
      std::size_t known = 0;
      while (share_ && known < xyz_.size() && !(xyz_[known] == p.x && xyz_[known + 1] == p.y && xyz_[known + 2] == p.z))
        known += 3;
      if (share_ && known < xyz_.size()) {
        ids.push_back(static_cast<kernel::PointId>(known / 3));
        continue;
      }
      ids.push_back(static_cast<kernel::PointId>(xyz_.size() / 3));
      xyz_.insert(xyz_.end(), {p.x, p.y, p.z});
    }
    polygons_.push_back(ids);
    flags_.push_back({vertical, owner});
    return *this;
  }
  VolumeScene& wall(const std::vector<Point3>& corners) { return add(corners, true); }
  /// A horizontal box.
  VolumeScene& slab(double x0, double y0, double x1, double y1, double z, bool owner = false) {
    return add({{x0, y0, z}, {x0, y1, z}, {x1, y1, z}, {x1, y0, z}}, false, owner);
  }
  /// All obstacles bound solids: cells end where one passes through the surface.
  VolumeScene& bound_solids() {
    counts_ = true;
    return *this;
  }
  /// Corners that follow are points that are there already, if they are in their place.
  VolumeScene& share_points() {
    share_ = true;
    return *this;
  }
  /// Every `every`-th point has long coordinates, which stand apart from the others; 0: none has.
  VolumeScene& long_points(std::size_t every) {
    long_every_ = every;
    return *this;
  }
  std::size_t obstacles() const { return polygons_.size() - 1; }

  struct Result {
    vcd::CellTable table;
    std::map<kernel::Label, mpq_class> areas;  ///< by label, no zero
    mpq_class total;
    kernel::LadderCounts counts;
  };

  Result decompose(const std::vector<mpq_class>& heights, const mpq_class& step = 0,
                   kernel::Decomposition decomposition = kernel::Decomposition::bounded, bool reversed_order = false) {
    using namespace kernel;
    using namespace vcd;
    const PointTable points = table();
    const Levels levels(points, heights, step);
    std::vector<Obstacle> obstacles;
    for (PolygonId i = 1; i < polygons_.size(); ++i)
      obstacles.push_back({{i, polygons_[i]}, flags_[i].first, flags_[i].second, counts_});
    if (reversed_order) std::reverse(obstacles.begin(), obstacles.end());
    VolumeDecomposer decomposer(points, levels, decomposition);
    Result r;
    decomposer.decompose({0, polygons_[0]}, obstacles, r.table);
    r.counts = decomposer.counts();
    levels_ = {0};
    levels_.insert(levels_.end(), heights.begin(), heights.end());
    levels_.push_back(step);
    for (const Cell& c : r.table.cells) {
      const mpq_class a = area(r.table, c);
      r.areas[c.label] += a;
      r.total += a;
    }
    return r;
  }

  mpq_class surface_area() const { return area({}, {}); }
  std::map<kernel::PolygonId, mpq_class> areas_by_witness(const vcd::CellTable& table, kernel::Label label) const {
    std::map<kernel::PolygonId, mpq_class> out;
    for (const vcd::Cell& c : table.cells)
      if (c.label == label) out[c.witness] += area(table, c);
    return out;
  }

  /// "x,y" of an obstruction's ends.
  std::array<std::string, 2> ends(const vcd::CellTable& table, const vcd::Obstruction& o) const {
    const auto text = [](const Vertex& v) { return v[0].get_str() + "," + v[1].get_str(); };
    return {text(meet(line(table, o.line), line(table, o.from))), text(meet(line(table, o.line), line(table, o.to)))};
  }

 private:
  using Line = std::array<mpq_class, 3>;
  using Vertex = std::array<mpq_class, 2>;

  kernel::PointTable table() const {
    if (long_every_ == 0) return kernel::PointTable::from_doubles(xyz_);
    const auto is_long = [&](std::size_t p) { return p % long_every_ == 0; };
    // Put elsewhere first: a coordinate becomes long when it changes.
    std::vector<double> elsewhere = xyz_;
    for (std::size_t i = 0; i < xyz_.size(); ++i)
      if (is_long(i / 3)) elsewhere[i] = xyz_[i] == 0 ? 1 : 0;
    kernel::PointTable points = kernel::PointTable::from_doubles(elsewhere);
    for (kernel::PointId p = 0; p < points.size(); ++p)
      if (is_long(p)) points.set_long(p, {at(p, 0), at(p, 1), at(p, 2)});
    return points;
  }
  mpq_class at(kernel::PointId p, int axis) const { return mpq_class(xyz_[3 * std::size_t{p} + axis]); }

  static Vertex meet(const Line& l, const Line& m) {
    const mpq_class w = l[0] * m[1] - l[1] * m[0];
    return {(l[1] * m[2] - l[2] * m[1]) / w, (l[2] * m[0] - l[0] * m[2]) / w};
  }
  Line through(const Vertex& p, const Vertex& q) const {
    const mpq_class a = q[1] - p[1], b = p[0] - q[0];
    return {a, b, -(a * p[0] + b * p[1])};
  }
  // z = p[0] x + p[1] y + p[2]
  Line height_of(kernel::PolygonId id) const {
    const auto& c = polygons_[id];
    for (std::size_t k = 2; k < c.size(); ++k) {
      mpq_class u[3], v[3];
      for (int i = 0; i < 3; ++i) {
        u[i] = at(c[1], i) - at(c[0], i);
        v[i] = at(c[k], i) - at(c[0], i);
      }
      const mpq_class nz = u[0] * v[1] - u[1] * v[0];
      if (nz == 0) continue;
      const mpq_class sx = -(u[1] * v[2] - u[2] * v[1]) / nz, sy = -(u[2] * v[0] - u[0] * v[2]) / nz;
      return {sx, sy, at(c[0], 2) - sx * at(c[0], 0) - sy * at(c[0], 1)};
    }
    return {};
  }
  Line line(const vcd::CellTable& table, kernel::LineSource s) const {
    const auto next = [&](kernel::PolygonId id, std::uint32_t k) {
      return polygons_[id][(k + 1) % polygons_[id].size()];
    };
    switch (s.kind) {
      case kernel::edge_kind: {
        const auto p = polygons_[s.id][s.index], q = next(s.id, s.index);
        return through({at(p, 0), at(p, 1)}, {at(q, 0), at(q, 1)});
      }
      case vcd::slab_kind: {
        const Line t = height_of(0), b = height_of(s.id);
        return {b[0] - t[0], b[1] - t[1], b[2] - t[2] - levels_[s.index]};
      }
      case kernel::at_x_kind: return {1, 0, -at(s.id, 0)};
      case kernel::at_y_kind: return {0, 1, -at(s.id, 1)};
      case vcd::wall_at_x_kind:
      case vcd::wall_at_y_kind: {
        const std::uint32_t k = s.index / vcd::level_stride;
        const auto p = polygons_[s.id][k], q = next(s.id, k);
        const Line t = height_of(0);
        const auto over = [&](kernel::PointId i) {
          return mpq_class(at(i, 2) - t[0] * at(i, 0) - t[1] * at(i, 1) - t[2] - levels_[s.index % vcd::level_stride]);
        };
        const mpq_class f = over(p) / (over(p) - over(q));
        const int axis = s.kind == vcd::wall_at_x_kind ? 0 : 1;
        const mpq_class c = at(p, axis) + f * (at(q, axis) - at(p, axis));
        return axis == 0 ? Line{1, 0, -c} : Line{0, 1, -c};
      }
      case kernel::diagonal_kind: {
        const kernel::Diagonal& d = table.diagonals[s.id];
        return through(meet(line(table, d.from[0]), line(table, d.from[1])),
                       meet(line(table, d.to[0]), line(table, d.to[1])));
      }
    }
    return {};
  }
  mpq_class area(const vcd::CellTable& table, const vcd::Cell& cell) const {
    std::vector<Vertex> v;
    if (cell.line_count == 0)
      for (const auto p : polygons_[0]) v.push_back({at(p, 0), at(p, 1)});
    else {
      std::vector<Line> lines;
      for (const auto& s : table.lines_of(cell)) lines.push_back(line(table, s));
      for (std::size_t i = 0; i < lines.size(); ++i) v.push_back(meet(lines[i], lines[(i + 1) % lines.size()]));
    }
    mpq_class sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
      const Vertex &p = v[i], &q = v[(i + 1) % v.size()];
      sum += q[0] * p[1] - p[0] * q[1];
    }
    return sum / 2;
  }

  std::vector<double> xyz_;
  std::vector<std::vector<kernel::PointId>> polygons_;
  std::vector<std::pair<bool, bool>> flags_;
  bool counts_ = false, share_ = false;
  std::size_t long_every_ = 0;
  std::vector<mpq_class> levels_;
};

}  // namespace plumb::tests
