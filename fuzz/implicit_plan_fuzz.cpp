// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and implicit vertices of a plan, and those of a plan on a plane in space, against fractions: where their
// coordinates are constructed by Cramer's rule, and each question is a sign of mpq_class.
//
// 1. Lines through two points, through two vertices, and parallel to an axis: their coefficients, turn, equality.
// 2. Vertices where two lines meet, at input points and elsewhere: their places, the doubles around them, the side of
//    each to each line by each stage of the ladder, and their order along the lines through them.
// 3. Planes through three points: which cut that of the plan, where, and on which side of each plane that place is.
//
// Bytes: points (near_points.h), then a byte for each kind of line and for each number. Cost: below a millisecond.
#include <cstdint>
#include <optional>

#include "near_points.h"
#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/implicit_plan_on_plane.h"
#include "require.h"

namespace {

using namespace plumb::kernel;

// a x + b y + c >= 0 is the inside, in input units.
struct TrueLine {
  mpq_class a, b, c;
  mpq_class at(const PlanPoint& p) const { return a * p[0] + b * p[1] + c; }
};
// The line from p to q, its inside on the right.
TrueLine through(const PlanPoint& p, const PlanPoint& q) {
  const mpq_class a = q[1] - p[1], b = p[0] - q[0];
  return {a, b, -(a * p[0] + b * p[1])};
}
mpq_class turned(const TrueLine& l, const TrueLine& m) { return l.a * m.b - l.b * m.a; }
PlanPoint meeting(const TrueLine& l, const TrueLine& m) {
  const mpq_class w = turned(l, m);
  return {(l.b * m.c - l.c * m.b) / w, (l.c * m.a - l.a * m.c) / w};
}
bool are_equal(const TrueLine& l, const TrueLine& m) {
  return turned(l, m) == 0 && l.a * m.c == l.c * m.a && l.b * m.c == l.c * m.b;
}
bool is_or_none(const std::optional<Sign>& found, int truth) { return !found || *found == sign_of(truth); }

class Plan {
 public:
  Plan(const NearPoints& points, PointId origin) : points_(points), plan_(points.table, origin), origin_(origin) {}

  void add_line(Bytes& bytes) {
    const auto point = [&] { return static_cast<PointId>(static_cast<std::size_t>(bytes()) % points_.at.size()); };
    const int kind = bytes.below(8);
    if (kind < 2) {
      const PointId p = point();
      const PlanPoint at = place(p);
      const bool is_x = kind == 0;
      const LineId l = is_x ? plan_.at_x(p) : plan_.at_y(p);
      add(l, is_x ? TrueLine{1, 0, -at[0]} : TrueLine{0, 1, -at[1]});
    } else if (kind == 2 && vertices_.size() >= 2) {
      const auto v = static_cast<std::size_t>(bytes()) % vertices_.size(),
                 w = static_cast<std::size_t>(bytes()) % vertices_.size();
      if (vertices_[v].at == vertices_[w].at) return;
      // A longer line than this one makes needs diagonals of diagonals: numbers grow with their depth.
      if (diagonals_++ == 3) return;
      add(plan_.diagonal(vertices_[v].id, vertices_[w].id), through(vertices_[v].at, vertices_[w].at));
    } else {
      const PointId p = point(), q = point();
      if (place(p) == place(q)) return;
      add(plan_.edge(p, q, {}), through(place(p), place(q)));
    }
    if (kind == 7 && !lines_.empty()) lines_.push_back(opposite(lines_.back()));
  }

  // The vertices of the newest line with the earlier ones.
  void meet_newest() {
    if (lines_.empty()) return;
    const std::size_t last = lines_.size() - 1;
    for (std::size_t k = 0; k < last && vertices_.size() < 12; ++k) {
      const int turn = sgn(turned(lines_[k].truth, lines_[last].truth));
      if (turn == 0) continue;
      const Line &first = turn < 0 ? lines_[k] : lines_[last], &second = turn < 0 ? lines_[last] : lines_[k];
      const PlanPoint at = meeting(first.truth, second.truth);
      vertices_.push_back({plan_.vertex(first.id, second.id), at});
      for (PointId p = 0; p < points_.at.size(); ++p)
        if (place(p) == at) {
          vertices_.push_back({plan_.vertex(p, first.id, second.id), at});
          break;
        }
    }
  }

  void check() const {
    for (const Line& l : lines_) check_line(l);
    for (const Vertex& v : vertices_) check_vertex(v);
  }

 private:
  struct Line {
    LineId id;
    TrueLine truth;
  };
  struct Vertex {
    VertexId id;
    PlanPoint at;
  };

  PlanPoint place(PointId p) const { return {points_.at[p][0], points_.at[p][1]}; }
  static Line opposite(const Line& l) { return {reversed(l.id), {-l.truth.a, -l.truth.b, -l.truth.c}}; }
  void add(LineId id, TrueLine truth) { lines_.push_back({id, std::move(truth)}); }
  // In input units, of coordinates relative to the origin in the table's unit.
  PlanPoint absolute(const mpq_class& x, const mpq_class& y) const {
    const mpz_class& unit = points_.table.denominator();
    return {x / unit + place(origin_)[0], y / unit + place(origin_)[1]};
  }

  void check_line(const Line& l) const {
    const auto exact = plan_.exact(l.id);
    const TrueLine relative{mpq_class(exact.a), mpq_class(exact.b), mpq_class(exact.c)};
    const mpz_class& unit = points_.table.denominator();
    const PlanPoint o = place(origin_);
    // a (x - o.x) unit + b (y - o.y) unit + c
    const TrueLine found{relative.a * unit, relative.b * unit,
                         relative.c - (relative.a * o[0] + relative.b * o[1]) * unit};
    require(are_equal(found, l.truth) && found.a * l.truth.a + found.b * l.truth.b > 0, "the coefficients of a line");
    // Rounding keeps order, and takes at most a part of 2^-53 from each.
    const mpq_class a = abs(l.truth.a), b = abs(l.truth.b);
    if (b >= a || b < a * (1 - mpq_class(0x1p-51)))
      require(plan_.crosses_x_lines(l.id) == (b >= a), "which axis a line is nearer to");
    for (const Line& m : lines_) {
      require(plan_.turn(l.id, m.id) == sign_of(sgn(turned(l.truth, m.truth))), "the turn of lines");
      const bool equal = are_equal(l.truth, m.truth);
      require(plan_.equal_lines(l.id, m.id) == equal, "equal lines");
      const bool alike = l.truth.a * m.truth.a + l.truth.b * m.truth.b > 0;
      require(plan_.equal_directed(l.id, m.id) == (equal && alike), "equal lines in one direction");
      check_meeting(l, m);
    }
  }

  void check_meeting(const Line& l, const Line& m) const {
    if (turned(l.truth, m.truth) == 0) return;
    const PlanPoint at = meeting(l.truth, m.truth);
    const auto near = plan_.approx_meet(l.id, m.id);
    for (std::size_t k = 0; k < 2; ++k) {
      if (!std::isfinite(near[k])) continue;
      const mpq_class truth = (at[k] - place(origin_)[k]) * points_.table.denominator();
      const double bound = ImplicitPlan::meet_error * 1.0;
      require(abs(mpq_class(near[k]) - truth) <= abs(truth) * mpq_class(bound), "doubles of where lines meet");
    }
  }

  void check_vertex(const Vertex& v) const {
    const auto exact = plan_.exact_vertex(v.id);
    require(exact[2] > 0, "a positive denominator");
    mpq_class x(exact[0], exact[2]), y(exact[1], exact[2]);
    x.canonicalize();
    y.canonicalize();
    require(absolute(x, y) == v.at, "the place of a vertex");
    const auto near = plan_.approx(v.id);
    if (std::isfinite(near.error) && std::isfinite(near.x) && std::isfinite(near.y))
      require(
          abs(mpq_class(near.x) - x) <= mpq_class(near.error) && abs(mpq_class(near.y) - y) <= mpq_class(near.error),
          "doubles of a vertex");
    for (const Line& l : lines_) {
      const int truth = sgn(l.truth.at(v.at));
      require(is_or_none(plan_.side_combinatorial(v.id, l.id), truth), "side without arithmetic");
      require(is_or_none(plan_.side_filtered(v.id, l.id), truth), "side in doubles");
      require(is_or_none(plan_.side_interval(v.id, l.id), truth), "side in intervals");
      require(is_or_none(plan_.side_fixed(v.id, l.id), truth), "side in integers of fixed width");
      require(plan_.side_exact(v.id, l.id) == sign_of(truth), "side in integers");
      require(plan_.side(v.id, l.id) == sign_of(truth), "side");
      if (truth != 0) continue;
      for (const Vertex& w : vertices_) {
        if (l.truth.at(w.at) != 0) continue;
        // How far w is beyond v along (-b, a).
        const mpq_class beyond = l.truth.a * (w.at[1] - v.at[1]) - l.truth.b * (w.at[0] - v.at[0]);
        require(plan_.order_along(l.id, v.id, w.id) == sign_of(-sgn(beyond)), "order along a line");
      }
    }
  }

  const NearPoints& points_;
  ImplicitPlan plan_;
  PointId origin_;
  int diagonals_ = 0;
  std::vector<Line> lines_;
  std::vector<Vertex> vertices_;
};

// --- Planes in space

struct TruePlane {
  ExactPlace n;
  mpq_class d;
  mpq_class at(const ExactPlace& p) const { return n[0] * p[0] + n[1] * p[1] + n[2] * p[2] + d; }
};
ExactPlace cross_product(const ExactPlace& p, const ExactPlace& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
mpq_class dot(const ExactPlace& p, const ExactPlace& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }
bool is_zero(const ExactPlace& p) { return p[0] == 0 && p[1] == 0 && p[2] == 0; }

struct Plane3 {
  SpacePlane plane;
  TruePlane truth;
};

std::optional<Plane3> plane_of(const NearPoints& points, Bytes& bytes) {
  const auto point = [&] { return static_cast<PointId>(static_cast<std::size_t>(bytes()) % points.at.size()); };
  const PointId a = point(), b = point(), c = point();
  ExactPlace u, v;
  for (std::size_t k = 0; k < 3; ++k) {
    u[k] = points.at[b][k] - points.at[a][k];
    v[k] = points.at[c][k] - points.at[a][k];
  }
  const ExactPlace n = cross_product(u, v);
  if (is_zero(n)) return std::nullopt;
  return Plane3{plane_through(points.table, a, b, c), {n, -dot(n, points.at[a])}};
}

void check_planes(const NearPoints& points, const AxisTables& tables, PointId origin, Bytes& bytes) {
  const auto p = plane_of(points, bytes);
  if (!p) return;
  for (PointId i = 0; i < points.at.size(); ++i)
    require(side(p->plane, points.table, i) == sign_of(sgn(p->truth.at(points.at[i]))), "the side of a point");
  ImplicitPlanOnPlane plan(tables, p->plane, origin);
  std::vector<Plane3> others;
  struct Met {
    VertexId id;
    ExactPlace at;
  };
  std::vector<Met> vertices;
  for (int k = 0; k < 3; ++k)
    if (auto q = plane_of(points, bytes)) others.push_back(std::move(*q));
  for (std::size_t i = 0; i < others.size(); ++i) {
    const auto line = plan.cut(others[i].plane, {});
    require(line.has_value() == !is_zero(cross_product(p->truth.n, others[i].truth.n)), "which planes cut a plane");
    for (std::size_t j = 0; j < i; ++j) {
      const TruePlane &q = others[i].truth, &r = others[j].truth;
      const mpq_class volume = dot(p->truth.n, cross_product(q.n, r.n));
      const auto v = plan.meet(others[i].plane, {}, others[j].plane, {});
      require(v.has_value() == (volume != 0), "which planes meet in a point");
      if (!v) continue;
      const ExactPlace x = cross_product(q.n, r.n), y = cross_product(r.n, p->truth.n),
                       z = cross_product(p->truth.n, q.n);
      ExactPlace at;
      for (std::size_t k = 0; k < 3; ++k) at[k] = -(p->truth.d * x[k] + q.d * y[k] + r.d * z[k]) / volume;
      require(plan.point(*v) == at, "where three planes meet");
      vertices.push_back({*v, at});
    }
  }
  for (const Met& v : vertices)
    for (const Plane3& q : others) {
      const Sign truth = sign_of(sgn(q.truth.at(v.at)));
      require(plan.side(v.id, q.plane) == truth, "the side of a vertex to a plane");
      if (const auto line = plan.cut(q.plane, {}))
        require(plan.plan().side(v.id, *line) == truth, "the side of a vertex to where a plane cuts");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4 || size > 300) return 0;
  Bytes bytes(data, size);
  const NearPoints points = near_points(bytes);
  const auto origin = static_cast<PointId>(static_cast<std::size_t>(bytes()) % points.at.size());
  Plan plan(points, origin);
  for (int k = 0; k < 8; ++k) {
    plan.add_line(bytes);
    plan.meet_newest();
  }
  plan.check();
  const AxisTables tables(points.table);
  for (int k = 0; k < 2; ++k) check_planes(points, tables, origin, bytes);
  return 0;
}
