// SPDX-License-Identifier: GPL-3.0-or-later
// Islands of a rounded mesh, the ways between parts of a navmesh that rounding has closed, and how they are opened.
//
// Islands are faces joined where they are neighbours. Where a component of the navmesh over flush portals has become
// several islands, SplitCounter counts it and count_islands() notes it among the facts. lost_ways() then searches, from
// each island through faces of which nothing is left, for the ways to others: those through the fewest such faces, and
// the widest of them.
//
// A way is lost where a neck is narrower than the distance of two numbers: the sides of such a neck must get different
// numbers. Reopener::open(), for each stance from the highest, as what the highest pass all pass:
// 1. open_partings(): where a face was pinched at a vertex through which an edge was bent, the vertex moves away from
//    that edge.
// 2. lost_ways() lists the ways that were closed, as edges of the exact mesh. put_back() undoes earlier moves for them.
// 3. part_ends(): of an edge of the way that has no length any more, the left end, seen along the way, moves to a next
//    number that lies left of the right end and of the faces before and behind (leftward, places_beside), so that both
//    sides of a chain of necks move apart. move_alike() moves the points with it that were rounded alike and lie on its
//    side of the edge's middle, so that no two change places.
// 4. widen(): where a face between two edges of the way has no depth, its points that are deeper than half of it move
//    inward.
// A move may close another way, or its number may be taken. So mend() rounds and mends again, and calls open() with the
// next attempt: right ends instead of left ones, then the second best number, and so on.
//
// Cost: linear in the mesh for each stance, and for each attempt, of which mend() makes at most 8; the search for ways
// takes n log n. Exact arithmetic for the few points of lost ways. Memory: linear.
// Exact: which points lie on which side, and which faces are flat. Doubles only rank the next numbers (places_beside)
// and the widths of ways.
// Source: our own.
#include "lost_ways.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using Id = EdgeMesh::Id;

// Components over flush portals that count, of the cells wanted that have at least a stance.
class Components {
 public:
  Components(const NavMesh& mesh, const WantedCells& wanted, kernel::Label stance)
      : mesh_(mesh), wanted_(wanted), stance_(stance), cells_(static_cast<std::uint32_t>(mesh.cells.size())) {
    for (const NavMesh::Portal& p : mesh.portals)
      if (p.kind == PortalKind::flush && has(p.a) && has(p.b) && joins(mesh, wanted, p)) cells_.unite(p.a, p.b);
  }

  bool has(NavMesh::CellIndex cell) const {
    return wanted_(mesh_.cells[cell].open_to()) && mesh_.cells[cell].open_to() >= stance_;
  }
  NavMesh::CellIndex of(NavMesh::CellIndex cell) { return cells_.find(cell); }
  std::uint64_t count() {
    std::uint64_t n = 0;
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c) n += has(c) && of(c) == c;
    return n;
  }

 private:
  const NavMesh& mesh_;
  const WantedCells& wanted_;
  kernel::Label stance_;
  kernel::UnionFind cells_;
};

// Whether a face had an area once its corners were rounded.
bool had_area(const EdgeMesh& exact, std::uint32_t face, const RoundedVertices& vertices,
              const std::vector<std::uint32_t>& vertex_of) {
  std::vector<kernel::RoundedPlace> ring;
  for (EdgeMesh::Id e = exact.faces[face].first;;) {
    ring.push_back(vertices.place(vertex_of[exact[e].from]));
    if ((e = exact[e].next) == exact.faces[face].first) break;
  }
  ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  const kernel::RingState state = kernel::state_of(ring);
  return ring.size() > 2 && (state == kernel::RingState::kept || state == kernel::RingState::not_convex);
}

// From every face of which something is left through those of which nothing is, breadth first.
class Search {
 public:
  Search(const EdgeMesh& exact, const EdgeMesh& mesh, const MeshPoints& points, kernel::Label stance,
         kernel::UnionFind& islands)
      : exact_(exact),
        points_(points),
        stance_(stance),
        islands_(islands),
        from_(exact.faces.size(), EdgeMesh::none),
        far_(exact.faces.size()),
        entry_(exact.faces.size(), EdgeMesh::none) {
    for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
      const EdgeMesh::Face& face = mesh.faces[f];
      if (face.first == EdgeMesh::none || face.stance < stance) continue;
      if (from_[face.origin] == EdgeMesh::none) from_[face.origin] = f;
      else islands_.unite(from_[face.origin], f);
    }
  }

  std::vector<LostWay> find() {
    spread();
    std::vector<Meeting> meetings;
    for (Id e = 0; e < exact_.size(); ++e) {
      if (!exact_.is_inner(e) || e > exact_[e].twin) continue;
      const std::uint32_t a = from_[exact_[e].face], b = from_[beyond(e)];
      if (a != EdgeMesh::none && b != EdgeMesh::none && islands_.find(a) != islands_.find(b))
        meetings.push_back({far_[exact_[e].face] + far_[beyond(e)], length(e), e});
    }
    std::sort(meetings.begin(), meetings.end());
    std::vector<LostWay> ways;
    for (const Meeting& m : meetings)
      if (islands_.unite(from_[exact_[m.e].face], from_[beyond(m.e)])) ways.push_back(way_over(m.e));
    return ways;
  }

 private:
  // Where what was reached from two islands meets.
  struct Meeting {
    std::uint32_t far;
    double length;
    Id e;
    bool operator<(const Meeting& o) const {
      return far != o.far ? far < o.far : length != o.length ? length > o.length : e < o.e;
    }
  };

  std::uint32_t beyond(Id e) const { return exact_[exact_[e].twin].face; }

  template <class Visit>
  void for_edges(std::uint32_t face, Visit&& visit) const {
    for (Id e = exact_.faces[face].first;;) {
      visit(e);
      if ((e = exact_[e].next) == exact_.faces[face].first) return;
    }
  }

  // A hint: which of several ways to open.
  double length(Id e) const {
    const FilteredPoint p = bounds(points_, exact_[e].from), q = bounds(points_, exact_.to(e));
    return kernel::hypotenuse(q[0].low - p[0].low, q[1].low - p[1].low);
  }

  void spread() {
    // Those beside one of which nothing is left, in their order.
    std::vector<std::uint32_t> reached;
    for (std::uint32_t f = 0; f < from_.size(); ++f)
      if (from_[f] == EdgeMesh::none && exact_.faces[f].stance >= stance_)
        for_edges(f, [&](Id e) {
          if (exact_[e].twin != EdgeMesh::none && from_[beyond(e)] != EdgeMesh::none) reached.push_back(beyond(e));
        });
    std::sort(reached.begin(), reached.end());
    reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const std::uint32_t f = reached[i];
      for_edges(f, [&](Id e) {
        if (exact_[e].twin == EdgeMesh::none) return;
        if (const std::uint32_t g = beyond(e); from_[g] == EdgeMesh::none && exact_.faces[g].stance >= stance_) {
          from_[g] = from_[f];
          far_[g] = far_[f] + 1;
          entry_[g] = e;
          reached.push_back(g);
        }
      });
    }
  }

  LostWay way_over(Id e) const {
    LostWay way;
    for (std::uint32_t f = exact_[e].face; entry_[f] != EdgeMesh::none; f = exact_[entry_[f]].face)
      way.push_back(entry_[f]);
    std::reverse(way.begin(), way.end());
    way.push_back(e);
    for (std::uint32_t f = beyond(e); entry_[f] != EdgeMesh::none; f = exact_[entry_[f]].face)
      way.push_back(exact_[entry_[f]].twin);
    return way;
  }

  const EdgeMesh& exact_;
  const MeshPoints& points_;
  kernel::Label stance_;
  kernel::UnionFind& islands_;
  std::vector<std::uint32_t> from_;  // by face of the exact mesh: the one of the other mesh that it was reached from
  std::vector<std::uint32_t> far_;   // through how many faces
  std::vector<Id> entry_;            // over which half-edge; none: something is left of it
};

PlanPoint difference(const ExactPoint& a, const ExactPoint& b) { return {a[0] - b[0], a[1] - b[1]}; }
mpq_class dot(const PlanPoint& a, const PlanPoint& b) { return kernel::formulas::dot2d(a[0], a[1], b[0], b[1]); }
PlanPoint reversed(const PlanPoint& v) { return {-v[0], -v[1]}; }

bool same_place(const RoundedVertices::Position& a, const RoundedVertices::Position& b) {
  return a[0] == b[0] && a[1] == b[1];
}

// A vector scaled to a length of about 1, whatever the size of its numbers.
std::array<double, 2> direction(const PlanPoint& v) {
  const mpq_class most = std::max<mpq_class>(abs(v[0]), abs(v[1]));
  if (most == 0) return {0, 0};
  const double x = mpq_class(v[0] / most).get_d(), y = mpq_class(v[1] / most).get_d(),
               length = kernel::hypotenuse(x, y);
  return {x / length, y / length};
}

}  // namespace

kernel::UnionFind islands_of(const EdgeMesh& mesh, kernel::Label stance) {
  kernel::UnionFind islands(static_cast<std::uint32_t>(mesh.faces.size()));
  const auto in = [&](EdgeMesh::Id e) { return mesh.faces[mesh[e].face].stance >= stance; };
  for (EdgeMesh::Id e = 0; e < mesh.size(); ++e)
    if (mesh.is_inner(e) && in(e) && in(mesh[e].twin)) islands.unite(mesh[e].face, mesh[mesh[e].twin].face);
  return islands;
}

SplitCounter::SplitCounter(const NavMesh& mesh, const WantedCells& wanted) : lowest_(wanted.lowest_stance()) {
  for (kernel::Label s = lowest_; s <= wanted.highest; ++s) {
    Components components(mesh, wanted, s);
    auto& of = component_.emplace_back(mesh.cells.size());
    for (NavMesh::CellIndex c = 0; c < of.size(); ++c) of[c] = components.of(c);
  }
}

std::uint64_t SplitCounter::count(const EdgeMesh& edges) {
  std::uint64_t split = 0;
  islands_.clear();
  for (std::size_t i = 0; i < component_.size(); ++i) {
    const auto stance = static_cast<kernel::Label>(lowest_ + static_cast<int>(i));
    kernel::UnionFind& islands = islands_.emplace_back(islands_of(edges, stance));
    seen_.assign(component_[i].size(), 0);
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f) {
      const EdgeMesh::Face& face = edges.faces[f];
      if (face.first != EdgeMesh::none && face.stance >= stance && islands.find(f) == f)
        split += std::exchange(seen_[component_[i][face.cell]], 1);
    }
  }
  return split;
}

void count_islands(const NavMesh& mesh, const WantedCells& wanted, const EdgeMesh& edges, const EdgeMesh& exact,
                   const std::vector<double>& exact_areas, const RoundedVertices& vertices,
                   const std::vector<std::uint32_t>& vertex_of, std::vector<kernel::UnionFind>* known,
                   ConformingFacts& facts) {
  for (kernel::Label s = wanted.lowest_stance(); s <= wanted.highest; ++s) {
    Components components(mesh, wanted, s);
    std::optional<kernel::UnionFind> found_here;
    kernel::UnionFind& islands = known != nullptr ? (*known)[static_cast<std::size_t>(s - wanted.lowest_stance())]
                                                  : found_here.emplace(islands_of(edges, s));
    std::vector<std::uint8_t> left(mesh.cells.size());
    std::uint64_t count = 0;
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f) {
      const EdgeMesh::Face& face = edges.faces[f];
      if (face.first == EdgeMesh::none || face.stance < s) continue;
      count += islands.find(f) == f;
      left[components.of(face.cell)] = 1;
    }
    const auto found = static_cast<std::uint64_t>(std::count(left.begin(), left.end(), 1)), all = components.count();
    facts.islands.push_back(count);
    facts.lost.push_back(all - found);
    facts.lost_ways.push_back(count - found);
    std::uint64_t with_area = 0;
    for (std::uint32_t f = 0; f < exact_areas.size() && found < all; ++f) {
      const NavMesh::CellIndex cell = exact.faces[f].cell;
      if (!components.has(cell) || left[components.of(cell)] == 1) continue;
      if (s == wanted.lowest_stance()) facts.area_lost += exact_areas[f];
      if (left[components.of(cell)] == 2 || !had_area(exact, f, vertices, vertex_of)) continue;
      left[components.of(cell)] = 2;
      ++with_area;
    }
    facts.lost_without_area.push_back(all - found - with_area);
  }
}

std::vector<LostWay> lost_ways(const EdgeMesh& exact, const EdgeMesh& mesh, const MeshPoints& points,
                               kernel::Label stance, kernel::UnionFind& islands) {
  return Search(exact, mesh, points, stance, islands).find();
}

bool Reopener::open(const RoundedMesh& rounded, kernel::Label lowest, unsigned attempt) {
  if (rounded_.empty()) {
    rounded_ = at_;
    sort_points(rounded.vertex_of);
  }
  opened_edges_.clear(), opened_faces_.clear(), opened_vertices_.clear();
  moved_ = false;
  std::vector<LostWay> ways;
  for (std::size_t i = rounded.islands.size(); i-- > 0;) {
    const auto s = static_cast<kernel::Label>(lowest + static_cast<int>(i));
    kernel::UnionFind& islands = rounded.islands[i];
    open_partings(rounded, islands);
    for (LostWay& way : lost_ways(exact_, rounded.mesh, points_, s, islands)) ways.push_back(std::move(way));
  }
  for (const LostWay& way : ways) put_back(way);
  for (const LostWay& way : ways) open_way(way, attempt);
  return moved_;
}

// Sorts points by vertex: a counting sort.
void Reopener::sort_points(const std::vector<std::uint32_t>& vertex_of) {
  vertex_of_ = vertex_of;
  first_.assign(vertex_of.size() + 1, 0);
  for (const std::uint32_t v : vertex_of)
    if (v != EdgeMesh::none) ++first_[v + 1];
  for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
  alike_.resize(first_.back());
  std::vector<std::uint32_t> next = first_;
  for (Point p = 0; p < vertex_of.size(); ++p)
    if (vertex_of[p] != EdgeMesh::none) alike_[next[vertex_of[p]]++] = p;
}

void Reopener::open_partings(const RoundedMesh& rounded, kernel::UnionFind& islands) {
  for (const FaceRepair::Parting& parting : rounded.repair.partings()) {
    const std::uint32_t a = rounded.mesh.left_of(parting.face), b = rounded.mesh.left_of(parting.made);
    if (rounded.vertices.is_new(parting.vertex) || a == EdgeMesh::none || b == EdgeMesh::none || !islands.unite(a, b))
      continue;
    const auto& bends = rounded.repair.bends();
    const auto bend =
        std::find_if(bends.rbegin(), bends.rend(), [&](const auto& b) { return b.vertex == parting.vertex; });
    if (bend == bends.rend() || !opened_vertices_.insert(parting.vertex).second) continue;
    const auto places = places_beside(parting.vertex, {{mpq_class(bend->away[0]), mpq_class(bend->away[1])}});
    if (!places.empty()) move_alike(parting.vertex, places[0], [](Point) { return true; });
  }
}

void Reopener::put_back(const LostWay& way) {
  const auto put = [&](Point point) {
    const std::uint32_t v = vertex_of_[point];
    for (std::uint32_t i = first_[v]; i < first_[v + 1]; ++i) at_[alike_[i]] = rounded_[alike_[i]];
  };
  for (const Id e : way) put(exact_[e].from), put(exact_.to(e));
  for (std::size_t i = 0; i + 1 < way.size(); ++i)
    for (const Point p : corners(exact_[exact_[way[i]].twin].face)) put(p);
}

void Reopener::open_way(const LostWay& way, unsigned attempt) {
  bool closed = false;
  for (std::size_t i = 0; i < way.size(); ++i)
    if (is_closed(way[i])) closed = true, part_ends(way, i, attempt);
  if (!closed && way.size() == 1) part_ends(way, 0, attempt);
  // Faces between two edges whose ends were moved apart may stay flat in this attempt: the faces beyond meet then.
  const bool bridged = closed && attempt / 2 % 2 == 0;
  for (std::size_t i = 0; i + 1 < way.size(); ++i)
    if (const std::uint32_t face = exact_[exact_[way[i]].twin].face;
        !bridged && is_flat(face) && opened_faces_.insert(face).second)
      widen(face, attempt % 2 == 1);
}

bool Reopener::is_closed(Id e) const { return same_place(at_[exact_[e].from], at_[exact_.to(e)]); }

std::vector<Reopener::Point> Reopener::corners(std::uint32_t face) const {
  std::vector<Point> out;
  for (Id e = exact_.faces[face].first;;) {
    out.push_back(exact_[e].from);
    if ((e = exact_[e].next) == exact_.faces[face].first) return out;
  }
}

bool Reopener::is_flat(std::uint32_t face) const {
  std::vector<kernel::RoundedPlace> ring;
  for (const Point p : corners(face))
    if (const kernel::RoundedPlace at{at_[p][0], at_[p][1]}; ring.empty() || ring.back() != at) ring.push_back(at);
  while (ring.size() > 1 && ring.back() == ring.front()) ring.pop_back();
  return ring.size() < 3 || kernel::state_of(ring) != kernel::RingState::kept;
}

// Moves one end of the way's i-th edge away from the other, where it is closed.
void Reopener::part_ends(const LostWay& way, std::size_t i, unsigned attempt) {
  const Id e = way[i];
  if (!opened_edges_.insert(std::min(e, exact_[e].twin)).second) return;
  const bool right = attempt % 2 == 1;
  const Point moved = right ? exact_[e].from : exact_.to(e), other = right ? exact_.to(e) : exact_[e].from;
  std::vector<PlanPoint> towards = leftward(way, i);
  if (right)
    for (PlanPoint& v : towards) v = reversed(v);
  const std::vector<Position> places = places_beside(moved, towards);
  if (places.empty()) return;
  const PlanPoint across = difference(points_[moved], points_[other]);
  const mpq_class half = dot(across, across) / 2;
  move_alike(moved, places[attempt / 2 % places.size()],
             [&](Point p) { return dot(difference(points_[p], points_[other]), across) >= half; });
}

// The directions that are left of a way at its i-th edge: along the edge, and square to the left sides of the faces
// before and behind it, as far as these have a length.
std::vector<PlanPoint> Reopener::leftward(const LostWay& way, std::size_t i) const {
  std::vector<PlanPoint> out = {difference(points_[exact_.to(way[i])], points_[exact_[way[i]].from])};
  const auto add = [&](Id from, Id to) {
    const Point a = exact_.to(from), b = exact_.to(to);
    if (same_place(rounded_[a], rounded_[b])) return;
    const PlanPoint along = difference(points_[b], points_[a]);
    out.push_back({-along[1], along[0]});
  };
  if (i > 0) add(way[i - 1], way[i]);
  if (i + 1 < way.size()) add(way[i], way[i + 1]);
  return out;
}

// The eight places on next numbers around a point, without those that lead against a direction: first those that follow
// all directions best, at least one.
std::vector<Reopener::Position> Reopener::places_beside(Point point, const std::vector<PlanPoint>& towards) const {
  const Position& here = at_[point];
  struct Place {
    double follows;
    Position at;
  };
  std::vector<Place> places;
  for (const int x : {0, -1, 1})
    for (const int y : {0, -1, 1}) {
      Position at = here;
      if (x != 0) at[0] = grid_.next(here[0], 0, x > 0);
      if (y != 0) at[1] = grid_.next(here[1], 1, y > 0);
      if ((x != 0 && at[0] == here[0]) || (y != 0 && at[1] == here[1]) || (x == 0 && y == 0)) continue;
      const double dx = static_cast<double>(at[0]) - static_cast<double>(here[0]),
                   dy = static_cast<double>(at[1]) - static_cast<double>(here[1]), length = kernel::hypotenuse(dx, dy);
      double follows = 1;
      for (const PlanPoint& v : towards) {
        const std::array<double, 2> d = direction(v);
        follows = std::min(follows, kernel::formulas::dot2d(dx, dy, d[0], d[1]) / length);
      }
      places.push_back({follows, at});
    }
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.follows > b.follows; });
  std::vector<Position> out;
  for (const Place& p : places)
    if (out.empty() || p.follows > 0) out.push_back(p.at);
  return out;
}

// Moves the deeper points of a flat face inward; if outer_side, the others outward instead.
void Reopener::widen(std::uint32_t face, bool outer_side) {
  const std::vector<Point> ring = corners(face);
  PlanPoint inward;
  mpq_class longest = -1;
  Point base = ring[0];
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const PlanPoint along = difference(points_[ring[i + 1 < ring.size() ? i + 1 : 0]], points_[ring[i]]);
    if (mpq_class length = dot(along, along); length > longest)
      longest = std::move(length), base = ring[i], inward = {-along[1], along[0]};
  }
  const auto depth = [&](Point p) { return dot(difference(points_[p], points_[base]), inward); };
  mpq_class half = 0;
  for (const Point p : ring) half = std::max(half, depth(p));
  half /= 2;
  const auto wanted = [&](Point p) { return (depth(p) > half) != outer_side; };
  std::vector<std::pair<Point, Position>> moves;
  for (const Point p : ring)
    if (wanted(p))
      if (const auto places = places_beside(p, {outer_side ? reversed(inward) : inward}); !places.empty())
        moves.emplace_back(p, places[0]);
  for (const auto& [p, to] : moves)
    if (at_[p] != to) move_alike(p, to, wanted);
}

// Moves a point, and the points that were rounded alike, are still where it is and are wanted.
template <class Wanted>
void Reopener::move_alike(Point point, const Position& to, Wanted&& wanted) {
  const Position here = at_[point];
  const std::uint32_t vertex = vertex_of_[point];
  for (std::uint32_t i = first_[vertex]; i < first_[vertex + 1]; ++i)
    if (Position& p = at_[alike_[i]]; same_place(p, here) && wanted(alike_[i])) p[0] = to[0], p[1] = to[1];
  moved_ = true;
}

}  // namespace plumb::pipeline
