// SPDX-License-Identifier: GPL-3.0-or-later
// Routes through random corridors are those of a visibility graph, and on random maps no worse than the way through
// midpoints.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <random>

#include "support/nav_builder.h"
#include "support/route_check.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

using Points = std::vector<ExactPoint>;

struct Tally {
  int turns = 0, straight = 0, touching = 0, steps = 0, welds = 0, bends = 0, corridors = 0;
};

ExactPoint moved(ExactPoint p, const ExactPoint& by) {
  for (int k = 0; k < 3; ++k) p[k] += by[k];
  return p;
}

// A corridor that is a simple polygon from left to right, cut at whole x, as a chain of cells; turned, and torn apart
// by steps and welds whose two sides are parallel. Each cell is one quadrilateral that two triangles make, or two cells
// of a triangle each.
class Strip {
 public:
  explicit Strip(unsigned seed) : random_(seed) {
    const int columns = 2 + pick(9);
    mesh_turn_ = {1 + pick(3), pick(4) - 1};
    for (int x = 0; x <= columns; ++x) {
      const int low = -pick(6), high = low + 1 + pick(3);
      low_.push_back({x, low, pick(3)});
      high_.push_back({x, high, pick(3)});
      // Neighbouring columns must see one another.
      if (x > 0 && low_[n(x)][1] >= high_[n(x - 1)][1]) high_[n(x - 1)][1] = low_[n(x)][1] + 1;
      if (x > 0 && high_[n(x)][1] <= low_[n(x - 1)][1]) high_[n(x)][1] = low_[n(x - 1)][1] + 1;
    }
    ExactPoint shift = {0, 0, 0};
    NavMesh::CellIndex last = 0;
    for (int x = 0; x < columns; ++x) {
      const ExactPoint before = shift;
      const int tear = x == 0 ? 9 : pick(5);
      if (tear == 0) shift[2] += half_ * (1 + pick(3));
      if (tear == 1) shift = moved(shift, turned({mpq_class(mpq_class(1 + pick(3)) / 4), 0, 0}));
      const ExactPoint a = at(low_[n(x)], shift), b = at(low_[n(x + 1)], shift), c = at(high_[n(x + 1)], shift),
                       d = at(high_[n(x)], shift);
      NavMesh::CellIndex first, next;
      const bool diagonal = pick(2) == 0;
      const Points one = diagonal ? Points{a, b, c} : Points{a, b, d},
                   two = diagonal ? Points{a, c, d} : Points{b, c, d};
      if (pick(3) > 0) {
        first = next = builder_.cell(2, {one, two});
        shifts_.push_back(shift);
      } else {
        // The triangle on the left first.
        first = builder_.cell(2, {diagonal ? two : one});
        next = builder_.cell(2, {diagonal ? one : two});
        shifts_.insert(shifts_.end(), 2, shift);
        diagonal ? builder_.flush(first, next, a, c) : builder_.flush(first, next, b, d);
      }
      const std::array<ExactPoint, 2> near = {at(low_[n(x)], before), at(high_[n(x)], before)}, far = {a, d};
      if (x > 0) {
        const PortalKind kind = tear == 0 ? PortalKind::step : tear == 1 ? PortalKind::weld : PortalKind::flush;
        if (kind == PortalKind::weld && pick(2) == 0)
          builder_.portal(kind, first, last, {far[1], far[0]}, {near[1], near[0]});
        else builder_.portal(kind, last, first, near, far);
      }
      last = next;
    }
    mesh_ = builder_.mesh();
  }

  const NavMesh& mesh() const { return mesh_; }

  // A point of a cell: inside, on an edge, or a corner.
  ExactPoint point_of(NavMesh::CellIndex cell) {
    const auto& f = mesh_.cells[cell].facets[n(pick(static_cast<int>(mesh_.cells[cell].facets.size())))];
    mpq_class total = 0;
    ExactPoint p = {0, 0, 0};
    while (total == 0) {
      const bool rough = pick(2) == 0;
      for (const auto i : f.corners) {
        const mpq_class weight = rough ? pick(2) : pick(100);
        total += weight;
        for (int k = 0; k < 3; ++k) p[k] += weight * mesh_.points[i][k];
      }
    }
    for (int k = 0; k < 3; ++k) p[k] /= total;
    return p;
  }

  NavMesh::CellIndex random_cell() {
    return static_cast<NavMesh::CellIndex>(pick(static_cast<int>(mesh_.cells.size())));
  }

  // Back to the polygon before it was turned, torn apart and given heights.
  ExactPoint home(const ExactPoint& p, NavMesh::CellIndex cell) const {
    const mpq_class x = p[0] - shifts_[cell][0], y = p[1] - shifts_[cell][1];
    const mpq_class c = mesh_turn_[0], s = mesh_turn_[1], d = c * c + s * s;
    return {(c * x + s * y) / d, (c * y - s * x) / d, 0};
  }

  // The turns of the shortest way in the polygon, by Dijkstra on the graph of all that see one another.
  Points shortest(const ExactPoint& from, const ExactPoint& to) const {
    Points nodes = {from, to};
    for (const auto& p : low_) nodes.push_back({p[0], p[1], 0});
    for (const auto& p : high_) nodes.push_back({p[0], p[1], 0});
    const std::size_t count = nodes.size();
    std::vector<long double> distance(count, std::numeric_limits<long double>::infinity());
    std::vector<std::size_t> previous(count, 0);
    std::vector<bool> done(count);
    distance[0] = 0;
    for (std::size_t round = 0; round < count; ++round) {
      std::size_t u = count;
      for (std::size_t v = 0; v < count; ++v)
        if (!done[v] && (u == count || distance[v] < distance[u])) u = v;
      done[u] = true;
      for (std::size_t v = 0; v < count; ++v) {
        const long double d = distance[u] + plan_distance(nodes[u], nodes[v]);
        if (done[v] || d >= distance[v] || !sees(nodes[u], nodes[v])) continue;
        distance[v] = d;
        previous[v] = u;
      }
    }
    Points way;
    for (std::size_t v = 1; v != 0; v = previous[v]) way.push_back(nodes[v]);
    way.push_back(from);
    std::ranges::reverse(way);
    return turns_of(way);
  }

  // Ends and turns only.
  static Points turns_of(const Points& way) {
    Points out;
    for (const ExactPoint& p : way) {
      if (!out.empty() && same_plan(out.back(), p)) continue;
      while (out.size() > 1 && cross(out[out.size() - 2], out.back(), p) == 0) out.pop_back();
      out.push_back(p);
    }
    return out;
  }

 private:
  static std::size_t n(int i) { return static_cast<std::size_t>(i); }
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  ExactPoint turned(const ExactPoint& p) const {
    return {mesh_turn_[0] * p[0] - mesh_turn_[1] * p[1], mesh_turn_[1] * p[0] + mesh_turn_[0] * p[1], p[2]};
  }
  ExactPoint at(const ExactPoint& p, const ExactPoint& shift) const { return moved(turned(p), shift); }

  bool sees(const ExactPoint& p, const ExactPoint& q) const {
    if (p[0] == q[0]) {
      // Between two points of one column everything is inside, but columns end where the polygon is.
      return true;
    }
    const ExactPoint &a = p[0] < q[0] ? p : q, &b = p[0] < q[0] ? q : p;
    for (std::size_t i = 0; i < low_.size(); ++i) {
      const mpq_class& x = low_[i][0];
      if (x < a[0] || x > b[0]) continue;
      const mpq_class y = a[1] + (x - a[0]) / (b[0] - a[0]) * (b[1] - a[1]);
      if (y < low_[i][1] || y > high_[i][1]) return false;
    }
    return true;
  }

  std::mt19937 random_;
  const mpq_class half_{1, 2};
  std::array<int, 2> mesh_turn_{};
  Points low_, high_;
  NavBuilder builder_;
  std::vector<ExactPoint> shifts_;
  NavMesh mesh_;
};

std::string text(const Points& points) {
  std::string out;
  for (const auto& p : points) out += "(" + p[0].get_str() + " " + p[1].get_str() + ") ";
  return out;
}

long double through_midpoints(const NavMesh& mesh, const Route& r) {
  long double sum = 0;
  ExactPoint at = r.corners.front().point;
  for (std::size_t i = 0; i < r.portals.size(); ++i) {
    const auto& p = mesh.portals[r.portals[i]];
    const auto middle = [&](const auto& on) {
      return between(mesh.points[on[0]], mesh.points[on[1]], mpq_class(1, 2));
    };
    const ExactPoint leave = middle(p.a == r.cells[i] ? p.on_a : p.on_b),
                     enter = middle(p.a == r.cells[i] ? p.on_b : p.on_a);
    sum += plan_distance(at, leave) + plan_distance(leave, enter);
    at = enter;
  }
  return sum + plan_distance(at, r.corners.back().point);
}

}  // namespace

TEST_CASE("property: a route through a corridor is the shortest way in its polygon") {
  Tally tally;
  for (unsigned seed = 0; seed < 600; ++seed) {
    Strip strip(seed);
    REQUIRE(is_valid(strip.mesh()));
    const NavQuery query(strip.mesh());
    for (int i = 0; i < 4; ++i) {
      const auto first = strip.random_cell(), last = strip.random_cell();
      const ExactPoint from = strip.point_of(first), to = strip.point_of(last);
      INFO("seed " << seed << " pair " << i << " cells " << first << " " << last);
      const auto r = query.route(from, to, {.stance = 2, .reach = mpq_class(0)});
      REQUIRE(r);
      REQUIRE(fault_of(strip.mesh(), *r, 2, from, to) == "");
      Points home;
      for (const auto& c : r->corners) home.push_back(strip.home(c.point, c.cell));
      INFO(text(home));
      const Points expected = strip.shortest(home.front(), home.back());
      INFO(text(expected));
      REQUIRE(Strip::turns_of(home) == expected);
      REQUIRE(r->plan_length.low.get_d() <= through_midpoints(strip.mesh(), *r) * (1 + 1e-12L) + 1e-12L);

      ++(expected.size() > 2 ? tally.turns : tally.straight);
      tally.corridors += r->cells.size() > 3;
      tally.bends += r->line.size() > r->corners.size();
      for (const auto p : r->portals) {
        tally.steps += strip.mesh().portals[p].kind == PortalKind::step;
        tally.welds += strip.mesh().portals[p].kind == PortalKind::weld;
      }
      for (std::size_t k = 1; k + 1 < home.size(); ++k) tally.touching += home[k] == home[k + 1];
    }
  }
  CHECK(tally.turns >= 300);
  CHECK(tally.straight >= 300);
  CHECK(tally.corridors >= 300);
  CHECK(tally.bends >= 300);
  CHECK(tally.steps >= 300);
  CHECK(tally.welds >= 300);
  CHECK(tally.touching >= 300);
}

TEST_CASE("property: on a grid with holes routes are valid, symmetric in reach and no longer than through midpoints") {
  int found = 0, cut_off = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    NavBuilder b;
    const int size = 3 + static_cast<int>(random() % 10);
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x)
        if (random() % 3 != 0) b.box(x, y, x + 1, y + 1, 0, random() % 8 == 0 ? 1 : 2);
    const NavMesh mesh = b.link_edges().mesh();
    const NavQuery query(mesh);
    NavQuery prepared(mesh);
    prepared.prepare(2);
    NavQuery::Path path;
    const auto component = components(mesh, 2);
    for (int i = 0; i < 20; ++i) {
      const auto quarter = [&]() -> mpq_class {
        return mpq_class(random() % (4 * static_cast<unsigned>(size) + 1)) / 4;
      };
      const auto point = [&] { return ExactPoint{quarter(), quarter(), 0}; };
      const ExactPoint from = point(), to = point();
      const auto start = query.locate(from, 2), goal = query.locate(to, 2);
      if (!start || !goal) continue;
      INFO("seed " << seed << " pair " << i);
      bool together = false;
      for (const auto c : start->cells)
        for (const auto d : goal->cells) together = together || component[c] == component[d];
      const auto r = query.route(from, to, {.stance = 2});
      REQUIRE(static_cast<bool>(r) == together);
      // The same in doubles, whether the query is prepared or not.
      for (const NavQuery* asked : {&query, static_cast<const NavQuery*>(&prepared)}) {
        const auto answer =
            asked->path({from[0].get_d(), from[1].get_d(), 0}, {to[0].get_d(), to[1].get_d(), 0}, {.stance = 2}, path);
        REQUIRE(answer == (r ? NavQuery::PathFound::found : NavQuery::PathFound::unreachable));
        if (!r) continue;
        REQUIRE(std::abs(path.length - r->plan_length.low.get_d()) <= 0x1p-40 * (1 + path.length));
        REQUIRE(path.cells.size() == path.portals.size() + 1);
        double sum = 0;
        for (std::size_t k = 1; k < path.points.size(); ++k)
          sum += std::hypot(path.points[k][0] - path.points[k - 1][0], path.points[k][1] - path.points[k - 1][1]);
        REQUIRE(std::abs(path.length - sum) <= 0x1p-40 * (1 + sum));
      }
      if (!r) {
        CHECK(r.error().code == ErrorCode::unreachable);
        ++cut_off;
        continue;
      }
      REQUIRE(fault_of(mesh, *r, 2, from, to) == "");
      REQUIRE(r->length.low.get_d() <= through_midpoints(mesh, *r) + 1e-9L);
      REQUIRE(r->length.low.get_d() >= plan_distance(from, to) - 1e-9L);
      ++found;
    }
  }
  CHECK(found >= 200);
  CHECK(cut_off >= 20);
}

TEST_CASE("property: border and portals go once around every cell") {
  int pieces = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Strip strip(seed);
    const NavMesh& mesh = strip.mesh();
    std::vector<ExactPoint> sum(mesh.cells.size(), {0, 0, 0});
    std::vector<mpq_class> doubled(mesh.cells.size());
    const auto add = [&](NavMesh::CellIndex c, const ExactPoint& p, const ExactPoint& q) {
      for (int k = 0; k < 3; ++k) sum[c][k] += q[k] - p[k];
      doubled[c] += p[0] * q[1] - p[1] * q[0];
      ++pieces;
    };
    for (const auto& i : border(mesh, 1)) add(i.cell, mesh.points[i.from], mesh.points[i.to]);
    for (const auto& p : mesh.portals) {
      add(p.a, mesh.points[p.on_a[0]], mesh.points[p.on_a[1]]);
      add(p.b, mesh.points[p.on_b[1]], mesh.points[p.on_b[0]]);
    }
    INFO("seed " << seed);
    for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
      REQUIRE(sum[c] == ExactPoint{0, 0, 0});
      mpq_class area = 0;
      for (const auto& f : mesh.cells[c].facets)
        for (std::size_t i = 1; i + 1 < f.corners.size(); ++i)
          area += cross(mesh.points[f.corners[0]], mesh.points[f.corners[i]], mesh.points[f.corners[i + 1]]);
      REQUIRE(doubled[c] == area);
    }
  }
  CHECK(pieces >= 3000);
}
