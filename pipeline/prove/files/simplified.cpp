// SPDX-License-Identifier: LGPL-3.0-or-later
// A navmesh with --simplify against the certificate, where somebody stands (docs/theory/files.md, J with --simplify).
//
// 1. check_floor(): facets minus the certificate's pieces are nothing, no two facets overlap, and pieces minus facets
//    are what is lost. is_near() cuts that, in halves and at ends of facets by turns, until each part is near one facet
//    of its component: within the tolerance in plan, and not on another storey (find_near).
//    check_lost(): all of it is joined to the certificate's border.
// 2. check_borders(): the certificate's border, as stretches, runs through no facet and along nothing that is open: no
//    edge between facets of a cell, no flush portal. Where cells meet at one height off that border, one is open.
// 3. check_components(): components over flush portals, and over all, are as many, one for one. So are the holes of
//    each: by Euler's number, cells less stretches that join two of them plus points around which cells close.
//
// Cost: each facet is cut by the pieces whose boxes touch it, at worst by all. Memory: linear.
// Exact: clipping with lines, corners are where two of these meet. Doubles choose where to cut, and which facets to
// try. Source: ours.
#include <algorithm>
#include <map>
#include <numeric>

#include "base/box_tree.h"
#include "base/sets.h"
#include "base/square.h"
#include "files/navmesh_check.h"

namespace plumb::checker {

Convex clip(const Convex& p, const Line& line) {
  const std::size_t n = p.corners.size();
  std::vector<int> sides(n);
  for (std::size_t i = 0; i < n; ++i) sides[i] = side(line, p.corners[i]);
  Convex out;
  if (std::none_of(sides.begin(), sides.end(), [](int s) { return s > 0; })) return out;
  for (std::size_t i = 0; i < n; ++i) {
    const int here = sides[i], next = sides[i + 1 == n ? 0 : i + 1];
    if (here >= 0) {
      out.corners.push_back(p.corners[i]);
      out.sides.push_back(here == 0 && next < 0 ? line : p.sides[i]);
    }
    if (here * next >= 0) continue;
    out.corners.push_back(meet(p.sides[i], line));
    out.sides.push_back(here > 0 ? line : p.sides[i]);
  }
  return out;
}

namespace {

constexpr int most_cuts = 40;

Line reversed(const Line& l) { return {-l.a, -l.b, -l.c}; }

Convex common(Convex p, const Convex& q) {
  for (const Line& line : q.sides)
    if (!p.corners.empty()) p = clip(p, line);
  return p;
}

// What is left of convex polygons without another one.
void take_away(std::vector<Convex>& from, const Convex& taken) {
  std::vector<Convex> left;
  for (Convex& p : from) {
    if (common(p, taken).corners.empty()) {
      left.push_back(std::move(p));
      continue;
    }
    for (const Line& line : taken.sides) {
      Convex outside = clip(p, reversed(line));
      if (!outside.corners.empty()) left.push_back(std::move(outside));
      p = clip(p, line);
      if (p.corners.empty()) break;
    }
  }
  from.swap(left);
}

// Around a polygon, at the height of the number of its surface: those of other surfaces do not touch.
Box box_on(const Convex& p, Index surface) {
  Box box = box_of(p.corners);
  box.low[2] = box.high[2] = surface;
  return box;
}

// The square of the distance from a polygon, about.
double near_distance(const Convex& p, double x, double y) {
  double least = HUGE_VAL;
  bool outside = false;
  for (std::size_t i = 0; i < p.corners.size(); ++i) {
    const Vertex &a = p.corners[i], &b = p.corners[i + 1 == p.corners.size() ? 0 : i + 1];
    const double dx = b.fx - a.fx, dy = b.fy - a.fy, square = dx * dx + dy * dy;
    const double t = std::clamp(((x - a.fx) * dx + (y - a.fy) * dy) / square, 0.0, 1.0);
    outside = outside || dx * (y - a.fy) < dy * (x - a.fx);
    const double u = x - a.fx - t * dx, v = y - a.fy - t * dy;
    least = std::min(least, u * u + v * v);
  }
  return outside ? least : 0;
}

// Whether a place is within a distance, by its square, of a polygon.
bool is_within(const Convex& p, const Vertex& v, const Fraction& squared) {
  if (std::all_of(p.sides.begin(), p.sides.end(), [&](const Line& l) { return side(l, v) >= 0; })) return true;
  const Place at = place_of(v);
  for (std::size_t i = 0; i < p.corners.size(); ++i) {
    const Place a = place_of(p.corners[i]), b = place_of(p.corners[i + 1 == p.corners.size() ? 0 : i + 1]);
    const Place along{b[0] - a[0], b[1] - a[1]}, from{at[0] - a[0], at[1] - a[1]};
    Fraction t = (from[0] * along[0] + from[1] * along[1]) / (along[0] * along[0] + along[1] * along[1]);
    t = std::clamp(t, Fraction(0), Fraction(1));
    const Fraction x = from[0] - t * along[0], y = from[1] - t * along[1];
    if (x * x + y * y <= squared) return true;
  }
  return false;
}

// By component, named by `sets`: its things, less joints, plus the points around which things close: at each of these,
// each thing has two joints. Things are simply connected, so this is Euler's number of what is open.
using Joint = NavMeshCheck::Joint;
std::map<std::size_t, std::int64_t> euler(const std::vector<Index>& things, const std::vector<Joint>& joints,
                                          Sets& sets) {
  std::map<std::size_t, std::int64_t> sum;
  for (const Index thing : things) ++sum[sets.find(thing)];
  std::vector<std::pair<Index, Index>> corners;  // a thing, and a place where it has an end of a joint
  for (const Joint& j : joints)
    for (const Index thing : {j.a, j.b})
      for (const Index place : {j.from, j.to}) corners.emplace_back(thing, place);
  std::sort(corners.begin(), corners.end());
  const auto number = [&](Index thing, Index place) {
    return static_cast<std::size_t>(std::lower_bound(corners.begin(), corners.end(), std::pair(thing, place)) -
                                    corners.begin());
  };
  Sets around(corners.size());
  std::vector<int> ends(corners.size(), 0);
  for (const Joint& j : joints) {
    --sum[sets.find(j.a)];
    for (const Index place : {j.from, j.to}) {
      around.unite(number(j.a, place), number(j.b, place));
      ++ends[number(j.a, place)];
      ++ends[number(j.b, place)];
    }
  }
  std::map<std::size_t, bool> closes;
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (number(corners[i].first, corners[i].second) == i) {
      bool& all = closes.try_emplace(around.find(i), true).first->second;
      all = all && ends[i] == 2;
    }
  for (const auto& [first, all] : closes)
    if (all) ++sum[sets.find(corners[first].first)];
  return sum;
}

}  // namespace

// With weights 1 - t and t of the ends, a side's value changes linearly.
bool runs_through(const Convex& p, const Vertex& from, const Vertex& to) {
  Fraction low = 0, high = 1;
  for (const Line& line : p.sides) {
    const int s = side(line, from), t = side(line, to);
    if (s <= 0 && t <= 0) return false;
    if (s >= 0 && t >= 0) continue;
    const Fraction a = quotient(value(line, from), from.w), b = quotient(value(line, to), to.w), u = a / (a - b);
    if (s > 0) high = std::min(high, u);
    else low = std::max(low, u);
  }
  return low < high;
}

Convex NavMeshCheck::convex(std::span<const Index> ring) const {
  Convex out;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Index p = ring[i == 0 ? ring.size() - 1 : i - 1], q = ring[i], r = ring[i + 1 == ring.size() ? 0 : i + 1];
    if (places_.turn(p, q, r) == 0) continue;
    out.corners.push_back(places_[q]);
  }
  for (std::size_t i = 0; i < out.corners.size(); ++i) {
    const Vertex &v = out.corners[i], &w = out.corners[i + 1 == out.corners.size() ? 0 : i + 1];
    out.sides.emplace_back(v.y * w.w - w.y * v.w, w.x * v.w - v.x * w.w, v.x * w.y - v.y * w.x);
  }
  return out;
}

void NavMeshCheck::check_simplified() {
  if (mesh_.stances.size() != 1) throw Unequal("the option simplify is of bakes with one stance");
  for (Index c = 0; c < mesh_.cells.size(); ++c)
    for (Index f = mesh_.cells[c].first; mesh_.cells[c].stance > 0 && f < mesh_.cells[c].end; ++f) {
      require(mesh_.facets[f].witness == none, c, "a facet of the highest stance has a witness");
      ring_.clear();
      for (const Index point : mesh_.ring(mesh_.facets[f])) ring_.push_back(place_[point]);
      floor_.push_back({convex(ring_), mesh_.facets[f].surface, c});
    }
  find_joints();
  check_floor();
  check_lost();
  check_borders();
  check_components();
}

// The stretches along which cells, and the certificate's pieces, are one floor.
void NavMeshCheck::find_joints() {
  for (const NavMesh::Portal& p : mesh_.portals)
    if (p.kind == NavMesh::Kind::flush) joints_.push_back({p.a, p.b, place_[p.on_a[0]], place_[p.on_a[1]]});
  const WayPart add_joint = [&](Index, Index piece, Index other, Index from, Index to) {
    if (kept_[piece]) true_joints_.push_back({piece, other, from, to});
  };
  for (const Proven::Way& way : proven_.ways)
    if (way.kind == Proven::Kind::flush) for_parts(proven_, way, add_joint);
  for_cuts(proven_, add_joint);
}

// What is near: as far as the tolerance in plan; in height as far as the steepest floor of the level leads on twice
// that way or, if that is more, half of the lowest stance, so that floors over one another are not near. Of one
// component over flush portals.
void NavMeshCheck::find_near(const std::vector<Floor>& pieces) {
  near_.tolerance = option_value(mesh_, "simplify") * fraction(proven_.world->scene.scale);
  Fraction steepest = 0;  // the square of a tangent; 1 more than it is at least twice the tangent
  for (const Floor& piece : pieces) {
    const Plane& n = polygon(piece.surface).plane;
    const Integer run = n.nx * n.nx + n.ny * n.ny, rise = n.nz * n.nz;
    steepest = std::max(steepest, quotient(run, rise));
  }
  near_.height =
      std::max(Fraction(mesh_.stances.front().height / 2), Fraction(option_value(mesh_, "simplify") * (1 + steepest)));
  Sets sets(proven_.pieces.size());
  for (const Joint& j : true_joints_) sets.unite(j.a, j.b);
  near_.component_of_piece.resize(proven_.pieces.size());
  for (Index i = 0; i < proven_.pieces.size(); ++i) near_.component_of_piece[i] = sets.find(i);
  for (const Floor& facet : floor_) near_.component.push_back(near_.component_of_piece[piece_of_[facet.of]]);
}

void NavMeshCheck::check_floor() {
  std::vector<Floor> pieces;
  for (Index i = 0; i < proven_.pieces.size(); ++i)
    if (kept_[i] && proven_.pieces[i].label > 0)
      pieces.push_back({convex(proven_.ring(proven_.pieces[i])), proven_.pieces[i].surface, i});
  const auto tree_of = [](const std::vector<Floor>& floor) {
    std::vector<Box> boxes;
    for (const Floor& f : floor) boxes.push_back(box_on(f.polygon, f.surface));
    return BoxTree(std::move(boxes));
  };
  const BoxTree of_pieces = tree_of(pieces), of_facets = tree_of(floor_);
  piece_of_.assign(mesh_.cells.size(), none);
  for (Index i = 0; i < floor_.size(); ++i) {
    const Floor& facet = floor_[i];
    std::vector<Convex> left{facet.polygon};
    of_pieces.query(box_on(facet.polygon, facet.surface), [&](Index p) {
      if (pieces[p].surface != facet.surface || common(facet.polygon, pieces[p].polygon).corners.empty()) return;
      piece_of_[facet.of] = pieces[p].of;
      take_away(left, pieces[p].polygon);
    });
    require(left.empty(), facet.of, "a facet reaches beyond the floor of its surface");
    of_facets.query(box_on(facet.polygon, facet.surface), [&](Index j) {
      require(j <= i || floor_[j].surface != facet.surface || common(facet.polygon, floor_[j].polygon).corners.empty(),
              facet.of, "a facet overlaps another one");
    });
  }
  find_near(pieces);
  std::vector<Box> boxes;  // in plan
  for (const Floor& f : floor_) boxes.push_back(box_on(f.polygon, 0));
  const BoxTree in_plan(std::move(boxes));
  for (const Floor& piece : pieces) {
    std::vector<Convex> lost{piece.polygon};
    of_facets.query(box_on(piece.polygon, piece.surface), [&](Index f) {
      if (floor_[f].surface == piece.surface) take_away(lost, floor_[f].polygon);
    });
    for (Convex& part : lost) {
      if (!is_near(part, piece, in_plan, most_cuts))
        throw Unequal("polygon " + std::to_string(piece.surface) +
                      ": floor is lost that is farther than the tolerance from what is left, at " +
                      at(place_of(part.corners[0])));
      lost_.push_back({std::move(part), piece.surface, piece.of});
    }
  }
}

// What is lost lies along the certificate's border: each part does, or is joined to one that does. So no loop is cut
// through with a hole elsewhere in its place.
void NavMeshCheck::check_lost() {
  Sets sets(lost_.size());
  std::vector<Flanks> of_part(lost_.size());
  std::vector<std::vector<Flank>> of_piece(proven_.pieces.size());
  std::vector<Box> boxes;
  for (Index i = 0; i < lost_.size(); ++i) {
    const Outline& corners = lost_[i].polygon.corners;
    for (std::size_t k = 0; k < corners.size(); ++k)
      of_part[i].all.push_back(
          {places_.number(corners[k]), places_.number(corners[k + 1 == corners.size() ? 0 : k + 1]), i});
    auto& all = of_piece[lost_[i].of];
    all.insert(all.end(), of_part[i].all.begin(), of_part[i].all.end());
    boxes.push_back(box_on(lost_[i].polygon, lost_[i].surface));
  }
  const Shared unite = [&](Index, Index, Index part, Index other) { sets.unite(part, other); };
  for (const Joint& j : true_joints_)
    for_way(places_, {{j.from, j.to}, {j.from, j.to}}, of_piece[j.a], of_piece[j.b], unite);
  for (std::vector<Flank>& flanks : of_piece) {
    if (flanks.empty()) continue;
    pair_equal(flanks, unite);
    pair_parts(places_, flanks, unite);
  }
  const BoxTree parts(std::move(boxes));
  std::vector<bool> at_border(lost_.size());
  for (const Stretch& s : left_over(places_, true_border_, Sides::two))
    parts.query(box_on({{places_[s.from], places_[s.to]}, {}}, s.group[1]), [&](Index i) {
      const std::vector<Flank>& sides = of_part[i].all;
      if (lost_[i].surface == s.group[1] && (!flanks_along(places_, s.from, s.to, sides).empty() ||
                                             !flanks_against(places_, s.from, s.to, sides).empty()))
        at_border[sets.find(i)] = true;
    });
  for (Index i = 0; i < lost_.size(); ++i)
    if (!at_border[sets.find(i)])
      throw Unequal("polygon " + std::to_string(lost_[i].surface) +
                    ": floor is lost that is not beside a border of the certificate, at " +
                    at(place_of(lost_[i].polygon.corners[0])));
}

// The places that are within the tolerance of a convex polygon in plan, and of its heights there, are convex: they hold
// all of another polygon if they hold its corners.
bool NavMeshCheck::is_near(const Convex& lost, const Floor& piece, const BoxTree& facets, int cuts) const {
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  for (const Vertex& v : lost.corners)
    for (const auto& [axis, at] : {std::pair(0, v.fx), {1, v.fy}}) {
      low[axis] = std::min(low[axis], at);
      high[axis] = std::max(high[axis], at);
    }
  const std::size_t axis = high[0] - low[0] > high[1] - low[1] ? 0 : 1;
  const double reach = widened(near_.tolerance.get_d(), 1), middle = low[axis] + (high[axis] - low[axis]) / 2;
  Box box = box_on(lost, 0);
  for (std::size_t k = 0; k < 2; ++k) {
    box.low[k] -= reach;
    box.high[k] += reach;
  }
  std::vector<std::pair<double, Index>> candidates;
  std::optional<double> seam;  // an end of a facet, the nearest to the middle
  facets.query(box, [&](Index f) {
    if (near_.component[f] != near_.component_of_piece[piece.of]) return;
    for (const Vertex& v : floor_[f].polygon.corners)
      if (const double at = axis == 0 ? v.fx : v.fy;
          low[axis] < at && at < high[axis] && (!seam || std::fabs(at - middle) < std::fabs(*seam - middle)))
        seam = at;
    double most = 0;
    for (const Vertex& v : lost.corners) most = std::max(most, near_distance(floor_[f].polygon, v.fx, v.fy));
    if (most <= 2 * reach * reach) candidates.emplace_back(most, f);
  });
  std::sort(candidates.begin(), candidates.end());
  for (const auto& [distance, f] : candidates)
    if (std::all_of(lost.corners.begin(), lost.corners.end(),
                    [&](const Vertex& v) { return is_near(v, piece.surface, floor_[f]); }))
      return true;
  if (cuts == 0 || !std::isfinite(middle)) return false;
  const Fraction cut = cuts % 2 == 0 && seam ? near_corner(facets, box, axis, *seam) : Fraction(middle);
  for (const bool above : {false, true}) {
    const Convex half = clip(lost, line_across(axis, cut, above));
    if (!half.corners.empty() && !is_near(half, piece, facets, cuts - 1)) return false;
  }
  return true;
}

// Where exactly that end is.
Fraction NavMeshCheck::near_corner(const BoxTree& facets, const Box& box, std::size_t axis, double at) const {
  std::optional<Fraction> found;
  facets.query(box, [&](Index f) {
    for (const Vertex& v : floor_[f].polygon.corners)
      if (!found && (axis == 0 ? v.fx : v.fy) == at) found = place_of(v)[axis];
  });
  return *found;
}

bool NavMeshCheck::is_near(const Vertex& v, Index surface, const Floor& facet) const {
  const Fraction squared = near_.tolerance * near_.tolerance;
  if (!is_within(facet.polygon, v, squared)) return false;
  if (surface == facet.surface) return true;
  const Fraction z = height_on(polygon(surface).plane, place_of(v)) / fraction(proven_.world->scene.scale);
  const Convex level = between(facet.polygon, facet.surface, {z - near_.height, z + near_.height});
  return !level.corners.empty() && is_within(level, v, squared);
}

void NavMeshCheck::check_borders() {
  const std::vector<Stretch> border = left_over(places_, true_border_, Sides::two);
  std::vector<Box> boxes;
  for (const Floor& f : floor_) boxes.push_back(box_on(f.polygon, f.surface));
  const BoxTree facets(std::move(boxes));
  for (const Stretch& s : border) {
    const Vertex &from = places_[s.from], &to = places_[s.to];
    facets.query(box_on({{from, to}, {}}, s.group[1]), [&](Index f) {
      require(floor_[f].surface != s.group[1] || !runs_through(floor_[f].polygon, from, to), floor_[f].of,
              "a border of the certificate runs through it");
    });
  }
  std::vector<Stretch> sum = border;
  sum.insert(sum.end(), open_.begin(), open_.end());
  for (const Stretch& s : left_over(places_, sum, Sides::two))
    if (s.times > 1)
      throw Unequal("polygon " + std::to_string(s.group[1]) +
                    ": what is open twice, or a border of the certificate, is open at " + at(s.from) + " - " +
                    at(s.to));
  // What is neither open nor border is beside lost floor, not beside another cell.
  sum = border_;
  for (const Stretch& s : border) sum.push_back({s.group, s.from, s.to, -s.times});
  std::vector<std::pair<Index, Stretch>> beside;  // by line
  for (const Stretch& s : left_over(places_, sum, Sides::two))
    if (s.times > 0) beside.emplace_back(places_.line(s.from, s.to), s);
  std::stable_sort(beside.begin(), beside.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < beside.size(); ++i)
    for (std::size_t j = i + 1; j < beside.size() && beside[j].first == beside[i].first; ++j) {
      const Stretch &s = beside[i].second, &t = beside[j].second;
      const Flank other{t.from, t.to, t.group[1]};
      for (const Flank& f : flanks_against(places_, s.from, s.to, {&other, 1}))
        if (have_one_height(s.group[1], f.what, f.from) && have_one_height(s.group[1], f.what, f.to))
          throw Unequal("polygon " + std::to_string(s.group[1]) + ": a flush portal is missing at " + at(f.from) +
                        " - " + at(f.to));
    }
}

void NavMeshCheck::check_components() {
  Sets cells(mesh_.cells.size()), pieces(proven_.pieces.size());
  std::vector<Index> standing, known;
  for (Index c = 0; c < mesh_.cells.size(); ++c)
    if (mesh_.cells[c].stance > 0) standing.push_back(c);
  for (Index i = 0; i < proven_.pieces.size(); ++i)
    if (kept_[i] && proven_.pieces[i].label > 0) known.push_back(i);
  for (const Joint& j : joints_) cells.unite(j.a, j.b);
  for (const Joint& j : true_joints_) pieces.unite(j.a, j.b);
  const auto require_pairs = [&](const char* over) {
    std::map<std::size_t, std::size_t> to, back;
    for (const Index c : standing) {
      const std::size_t a = cells.find(c), b = pieces.find(piece_of_[c]);
      if (to.try_emplace(a, b).first->second != b || back.try_emplace(b, a).first->second != a)
        require(false, c, (std::string("its component over ") + over + " is none of the certificate's").c_str());
    }
    for (const Index i : known)
      if (!back.contains(pieces.find(i)))
        throw Unequal("polygon " + std::to_string(proven_.pieces[i].surface) + ": a component over " + over +
                      " is lost");
  };
  require_pairs("flush portals");
  auto mine = euler(standing, joints_, cells), wanted = euler(known, true_joints_, pieces);
  for (const Index c : standing)
    require(mine[cells.find(c)] == wanted[pieces.find(piece_of_[c])], c,
            "its component has more holes, or fewer, than the certificate's");
  for (const NavMesh::Portal& p : mesh_.portals) cells.unite(p.a, p.b);
  for (const Proven::Way& way : proven_.ways)
    for_parts(proven_, way, [&](Index, Index piece, Index other, Index, Index) { pieces.unite(piece, other); });
  require_pairs("all portals");
}

}  // namespace plumb::checker
