// SPDX-License-Identifier: LGPL-3.0-or-later
// The shortest path in plan through the portals of a corridor, and the path in space that it stands for.
//
// The funnel (kernel/funnel.h) finds the shortest path through a list of gates, if each two that follow one another are
// on one convex region. A portal is such a gate, but for three cases. An isometry of all that follows brings the first
// two to that form; the third splits the path:
// 1. A weld whose two sides are parallel and equally long (CrossedPortal::rigid) is closed: what lies beyond is
//    translated, so that straight across the gap is no distance.
// 2. A cell that is left over the line by which it was entered (is_fold) is unfolded: what lies beyond is mirrored at
//    that line (Unfolding::mirror), and the path goes straight on. cross_rigid() does both.
// 3. Any other weld splits the path. cross_slipping() finds the shortest path that may slip along gaps, with both sides
//    of each as gates; the weld is crossed halfway between where that path leaves and enters (cross), and the path is
//    the shortest before and after.
// CorridorRoute then finds heights: the corners on the floors of cells (on_floor), the bends where the path passes from
// one facet to the next (walk_to_last), and steps and gaps; straighten() erases corners at flush portals, and points,
// where nothing turns.
//
// Cost: linear in portals and facets, sorting of bends and equal corners aside, times the length of numbers, which
// mirrors at different lines add up. Lengths are intervals of `precision` bits.
// Exact: all but lengths. Points are fractions, and mirrors at lines through rational points have rational matrices.
// Sources: Lee & Preparata (1984) for the funnel; unfolding is textbook; the treatment of welds is ours.
#include "route_path.h"

#include <algorithm>
#include <cassert>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/funnel.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {
namespace {

// The length of a line between two rationals; with two dimensions, that of its projection.
template <int dimensions>
LengthInterval length_in(const std::vector<ExactPoint>& line, int precision) {
  kernel::RootSum sum(precision);
  for (std::size_t i = 1; i < line.size(); ++i) {
    mpq_class square = 0;
    for (int k = 0; k < dimensions; ++k) {
      const mpq_class d = line[i][k] - line[i - 1][k];
      square += d * d;
    }
    sum.add_root(square);
  }
  return sum.value();
}

kernel::PlanPoint operator+(const kernel::PlanPoint& a, const kernel::PlanPoint& b) {
  return {a[0] + b[0], a[1] + b[1]};
}
kernel::PlanPoint operator-(const kernel::PlanPoint& a, const kernel::PlanPoint& b) {
  return {a[0] - b[0], a[1] - b[1]};
}

// A portal in the direction of the path: the side where a cell is left, and the side where the next one is entered.
struct CrossedPortal {
  kernel::Gate leave, enter;  // in plan the same, except for welds
  bool turns_back = false;    // the next cell lies on the side where the path came from
  // Whether one side is a translation of the other.
  bool rigid() const { return leave.right - leave.left == enter.right - enter.left; }
};

// The position of a point on a gate, from 0 at its left end to 1 at its right end; 0 on a gate without length.
mpq_class fraction(const kernel::Gate& g, const kernel::PlanPoint& p) {
  return g.left == g.right ? mpq_class(0) : kernel::share_along(g.left, g.right, p);
}
kernel::PlanPoint at_fraction(const kernel::Gate& g, const mpq_class& t) {
  return kernel::point_along(g.left, g.right, t);
}

struct Crossing {
  kernel::PlanPoint leave, enter;
};

// Whether a point is on a gate; asserted of every crossing.
[[maybe_unused]] bool is_on(const kernel::PlanPoint& p, const kernel::Gate& g) {
  if (g.left == g.right) return p == g.left;
  if (kernel::orient2d(g.left, g.right, p) != 0) return false;
  const mpq_class share = fraction(g, p);
  return share >= 0 && share <= 1;
}

// The isometry from the plan beyond a passage to the unfolded plane: mirrors at folds, translations at closed gaps.
class Unfolding {
 public:
  kernel::PlanPoint unfolded(const kernel::PlanPoint& p) const { return (turned_ ? times(p[0], p[1]) : p) + shift_; }
  kernel::PlanPoint folded(const kernel::PlanPoint& p) const {
    const kernel::PlanPoint q = p - shift_;
    // The inverse of an orthogonal matrix is its transpose.
    if (!turned_) return q;
    return {rows_[0][0] * q[0] + rows_[1][0] * q[1], rows_[0][1] * q[0] + rows_[1][1] * q[1]};
  }
  kernel::Gate unfolded(const kernel::Gate& gate) const {
    const kernel::PlanPoint left = unfolded(gate.left), right = unfolded(gate.right);
    return mirrored_ ? kernel::Gate{right, left} : kernel::Gate{left, right};
  }

  /// Translates what is beyond by a vector of the plan.
  void move(const kernel::PlanPoint& by) { shift_ = shift_ + (turned_ ? times(by[0], by[1]) : by); }
  /// Mirrors what is beyond at the line of a gate of the plan.
  void mirror(const kernel::Gate& line) {
    const kernel::PlanPoint along = line.right - line.left;
    const mpq_class nx = -along[1], ny = along[0], twice = 2 / mpq_class(nx * nx + ny * ny);
    const mpq_class away = twice * (nx * line.left[0] + ny * line.left[1]);
    move({away * nx, away * ny});
    std::array<kernel::PlanPoint, 2> rows;
    for (std::size_t i = 0; i < 2; ++i) {
      const mpq_class n = twice * (rows_[i][0] * nx + rows_[i][1] * ny);
      rows[i] = {rows_[i][0] - n * nx, rows_[i][1] - n * ny};
    }
    rows_ = std::move(rows);
    mirrored_ = !mirrored_;
    turned_ = rows_ != std::array<kernel::PlanPoint, 2>{{{1, 0}, {0, 1}}};
  }

 private:
  kernel::PlanPoint times(const mpq_class& x, const mpq_class& y) const {
    return {rows_[0][0] * x + rows_[0][1] * y, rows_[1][0] * x + rows_[1][1] * y};
  }

  std::array<kernel::PlanPoint, 2> rows_{{{1, 0}, {0, 1}}};
  kernel::PlanPoint shift_{0, 0};
  bool mirrored_ = false, turned_ = false;  // turned: the matrix is not the identity
};

// Whether a cell is entered and left over one line. As the cell is convex, both gates are then on one side of it.
bool is_fold(const kernel::Gate& enter, const kernel::Gate& leave) {
  return enter.left != enter.right && leave.left != leave.right &&
         kernel::orient2d(enter.left, enter.right, leave.left) == 0 &&
         kernel::orient2d(enter.left, enter.right, leave.right) == 0;
}

// Writes where the shortest path crosses passages that are all rigid.
void cross_rigid(const kernel::PlanPoint& start, const kernel::PlanPoint& goal, const CrossedPortal* passages,
                 std::size_t count, Crossing* out) {
  std::vector<kernel::Gate> gates;
  gates.reserve(count);
  std::vector<Unfolding> before;  // by passage: the isometry of the cell that is left
  before.reserve(count);
  Unfolding plane;
  for (std::size_t i = 0; i < count; ++i) {
    const CrossedPortal& p = passages[i];
    if (i > 0 && is_fold(passages[i - 1].enter, p.leave)) plane.mirror(p.leave);
    gates.push_back(plane.unfolded(p.leave));
    before.push_back(plane);
    if (p.leave.left != p.enter.left) plane.move(p.leave.left - p.enter.left);
    if (p.turns_back) plane.mirror(p.enter);
  }
  const auto crossed = shortest_crossings(start, gates, plane.unfolded(goal));
  for (std::size_t i = 0; i < count; ++i) {
    out[i].leave = before[i].folded(crossed[i]);
    out[i].enter = out[i].leave + (passages[i].enter.left - passages[i].leave.left);
  }
}

// Returns where the shortest path that may slip along gaps crosses both sides of each passage.
std::vector<Crossing> cross_slipping(const kernel::PlanPoint& start, const kernel::PlanPoint& goal,
                                     const std::vector<CrossedPortal>& passages) {
  std::vector<kernel::Gate> gates;
  std::vector<std::size_t> last;  // by passage: its last gate
  std::vector<Unfolding> planes;  // by passage
  Unfolding plane;
  for (std::size_t i = 0; i < passages.size(); ++i) {
    const CrossedPortal& p = passages[i];
    if (i > 0 && is_fold(passages[i - 1].enter, p.leave)) plane.mirror(p.leave);
    planes.push_back(plane);
    gates.push_back(plane.unfolded(p.leave));
    if (p.leave.left != p.enter.left || p.leave.right != p.enter.right) gates.push_back(plane.unfolded(p.enter));
    last.push_back(gates.size() - 1);
    if (p.turns_back) plane.mirror(p.enter);
  }
  const auto crossed = shortest_crossings(start, gates, plane.unfolded(goal));
  std::vector<Crossing> out;
  for (std::size_t i = 0, first = 0; i < passages.size(); first = last[i++] + 1)
    out.push_back({planes[i].folded(crossed[first]), planes[i].folded(crossed[last[i]])});
  return out;
}

std::vector<Crossing> cross(const kernel::PlanPoint& start, const kernel::PlanPoint& goal,
                            const std::vector<CrossedPortal>& passages) {
  std::vector<Crossing> out(passages.size());
  std::vector<std::size_t> loose;  // passages that are not rigid
  for (std::size_t i = 0; i < passages.size(); ++i)
    if (!passages[i].rigid()) loose.push_back(i);
  if (!loose.empty()) {
    const auto crossed = cross_slipping(start, goal, passages);
    for (const std::size_t i : loose) {
      const CrossedPortal& p = passages[i];
      const mpq_class t = (fraction(p.leave, crossed[i].leave) + fraction(p.enter, crossed[i].enter)) / 2;
      out[i] = {at_fraction(p.leave, t), at_fraction(p.enter, t)};
    }
  }
  std::size_t first = 0;
  kernel::PlanPoint from = start;
  for (const std::size_t i : loose) {
    cross_rigid(from, out[i].leave, passages.data() + first, i - first, out.data() + first);
    from = out[i].enter;
    first = i + 1;
  }
  cross_rigid(from, goal, passages.data() + first, passages.size() - first, out.data() + first);
  return out;
}

// Whether the path from a over b to c goes straight on, in so many dimensions.
bool straight(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, int dimensions) {
  mpq_class dot = 0;
  for (int i = 0; i < dimensions; ++i) {
    const int j = (i + 1) % dimensions;
    if (!kernel::formulas::parallel(b[i] - a[i], b[j] - a[j], c[i] - b[i], c[j] - b[j])) return false;
    dot += (b[i] - a[i]) * (c[i] - b[i]);
  }
  return dot >= 0;
}

class CorridorRoute {
 public:
  CorridorRoute(const NavMesh& mesh, const MoveGraph& graph) : mesh_(mesh), graph_(graph) {}

  Route run(NavMesh::CellIndex first, const std::vector<Move>& moves, const ExactPoint& start, const ExactPoint& goal,
            int precision) {
    out_.cells.push_back(first);
    std::vector<CrossedPortal> passages;
    for (const Move m : moves) {
      out_.portals.push_back(m / 2);
      out_.cells.push_back(graph_.to(m));
      passages.push_back(passage(m));
    }
    const auto crossings = cross(plan_of(start), plan_of(goal), passages);
    for (std::size_t i = 0; i < crossings.size(); ++i)
      assert(is_on(crossings[i].leave, passages[i].leave) && is_on(crossings[i].enter, passages[i].enter));

    add({start, first, Route::no_portal});
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const NavMesh::Portal& p = mesh_.portals[moves[i] / 2];
      const auto &on_left = moves[i] % 2 == 0 ? p.on_a : p.on_b, &on_reached = moves[i] % 2 == 0 ? p.on_b : p.on_a;
      add({on_floor(out_.cells[i], crossings[i].leave, on_left), out_.cells[i], moves[i] / 2});
      walk_to_last(out_.cells[i]);
      add({on_floor(out_.cells[i + 1], crossings[i].enter, on_reached), out_.cells[i + 1], moves[i] / 2});
      out_.line.push_back(out_.corners.back().point);
    }
    add({goal, out_.cells.back(), Route::no_portal});
    walk_to_last(out_.cells.back());
    straighten();

    out_.length = length_in<3>(out_.line, precision);
    std::vector<ExactPoint> turns;
    for (const Route::Corner& c : out_.corners) turns.push_back(c.point);
    out_.plan_length = length_in<2>(turns, precision);
    return std::move(out_);
  }

 private:
  CrossedPortal passage(Move m) const {
    const NavMesh::Portal& p = mesh_.portals[m / 2];
    const auto gate = [&](const std::array<NavMesh::PointIndex, 2>& on) -> kernel::Gate {
      return {plan_of(mesh_.points[on[1]]), plan_of(mesh_.points[on[0]])};
    };
    const bool turns_back = lies_left(p.b, p.on_b);
    if (m % 2 == 0) return {gate(p.on_a), gate(p.on_b), turns_back};
    if (turns_back) return {gate(p.on_b), gate(p.on_a), true};
    // In the other direction, left and right are exchanged.
    const auto back = [&](const std::array<NavMesh::PointIndex, 2>& on) -> kernel::Gate {
      return {plan_of(mesh_.points[on[0]]), plan_of(mesh_.points[on[1]])};
    };
    return {back(p.on_b), back(p.on_a)};
  }

  // Whether a cell lies to the left of one of its segments: of a portal's b, on the side where a lies.
  bool lies_left(NavMesh::CellIndex cell, const std::array<NavMesh::PointIndex, 2>& on) const {
    const auto from = mesh_.points.place(on[0]), to = mesh_.points.place(on[1]);
    for (const NavMesh::Facet& f : mesh_.cells[cell].facets)
      for (const NavMesh::PointIndex p : f.corners)
        if (const kernel::Sign s = kernel::orientation(from, to, mesh_.points.place(p)); s != 0) return s > 0;
    return false;
  }

  // A point of a portal's segment, at the height of the cell's facets, or of the segment if no facet is over the point.
  ExactPoint on_floor(NavMesh::CellIndex cell, const kernel::PlanPoint& p,
                      const std::array<NavMesh::PointIndex, 2>& on) const {
    if (auto z = cell_height(mesh_, cell, p[0], p[1])) return {p[0], p[1], *z};
    const ExactPoint &a = mesh_.points[on[0]], &b = mesh_.points[on[1]];
    return {p[0], p[1], a[2] + fraction({plan_of(a), plan_of(b)}, p) * (b[2] - a[2])};
  }

  void add(Route::Corner corner) {
    if (out_.corners.empty()) out_.line.push_back(corner.point);
    out_.corners.push_back(std::move(corner));
  }

  // Appends to the line the path over the facets of a cell from the last corner but one to the last.
  void walk_to_last(NavMesh::CellIndex cell) {
    const ExactPoint &a = out_.corners[out_.corners.size() - 2].point, &b = out_.corners.back().point;
    const auto& facets = mesh_.cells[cell].facets;
    if (facets.size() > 1 && plan_of(a) != plan_of(b)) {
      std::vector<std::pair<mpq_class, ExactPoint>> bends;
      for (const NavMesh::Facet& f : facets) {
        const auto part =
            kernel::part_over({0, 1}, plan_of(a), plan_of(b) - plan_of(a), f.corners.size(),
                              [&](std::size_t i) -> const ExactPoint& { return mesh_.points[f.corners[i]]; });
        if (!part) continue;
        for (const mpq_class& t : {part->from, part->to}) {
          if (t == 0 || t == 1) continue;
          const mpq_class x = a[0] + t * (b[0] - a[0]), y = a[1] + t * (b[1] - a[1]);
          bends.push_back({t, {x, y, plane_height(mesh_, f, x, y)}});
        }
      }
      std::ranges::sort(bends);
      for (const auto& [t, p] : bends) out_.line.push_back(p);
    }
    out_.line.push_back(b);
  }

  // Erases corners at flush portals, and points of the line, where the path goes straight on.
  void straighten() {
    std::vector<Route::Corner> corners;
    for (std::size_t i = 0; i < out_.corners.size(); ++i) {
      Route::Corner& c = out_.corners[i];
      const bool flush = c.portal != Route::no_portal && mesh_.portals[c.portal].kind == PortalKind::flush;
      if (flush) {
        const ExactPoint& before = corners.back().point;
        std::size_t next = i + 1;
        while (out_.corners[next].point == c.point && next + 1 < out_.corners.size()) ++next;
        if (before == c.point || straight(before, c.point, out_.corners[next].point, 2)) continue;
      }
      corners.push_back(std::move(c));
    }
    out_.corners = std::move(corners);

    std::vector<ExactPoint> line;
    for (ExactPoint& p : out_.line) {
      if (!line.empty() && line.back() == p) continue;
      while (line.size() > 1 && straight(line[line.size() - 2], line.back(), p, 3)) line.pop_back();
      line.push_back(std::move(p));
    }
    out_.line = std::move(line);
  }

  const NavMesh& mesh_;
  const MoveGraph& graph_;
  Route out_;
};

}  // namespace

Route make_route(const NavMesh& mesh, const MoveGraph& graph, NavMesh::CellIndex first, const std::vector<Move>& moves,
                 const ExactPoint& start, const ExactPoint& goal, int precision) {
  return CorridorRoute(mesh, graph).run(first, moves, start, goal, precision);
}

}  // namespace plumb::pipeline
