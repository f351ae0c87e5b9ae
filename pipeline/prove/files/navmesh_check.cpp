// SPDX-License-Identifier: LGPL-3.0-or-later
// Whether a navmesh says what a certificate says (docs/theory/files.md, J).
//
// 1. check_options() (selection.cpp) and check_denominator() compare the head. kept_pieces() finds the components that
//    the navmesh is to have. find_places() numbers the places of its points among those of the certificate.
// 2. check_cells(): each facet lies on its polygon and is convex (check_facet()); the boundaries of a cell's facets,
//    paired, leave one convex ring, and paired ones have one height (check_boundary()).
// 3. check_regions(): polygon by polygon, boundaries of facets less those of pieces are nothing, by label and witness.
// 4. check_ways(): boundaries of cells less flush portals (add_portal()), less those of pieces and their ways
//    (add_proven()), are nothing by stance, polygon, line and side; so are steps and welds.
// 5. check_walls() compares obstructions one for one.
//
// Cost: n log n for n corners, and for each portal time for the corners of its cells. Memory: linear.
// Exact: all of it. Places are fractions with one number each; heights are compared as integers.
// Source: ours.
#include "files/navmesh_check.h"

#include <algorithm>
#include <numeric>
#include <sstream>

namespace plumb::checker {

void NavMeshCheck::require(bool statement, Index cell, const char* otherwise) const {
  if (!statement) throw Unequal("cell " + std::to_string(cell) + ": " + otherwise, mesh_.cells[cell].line);
}

std::string NavMeshCheck::at(const Place& p) const {
  const double unit = fraction(proven_.world->scene.scale).get_d();
  std::ostringstream out;
  out << "(" << p[0].get_d() / unit << ", " << p[1].get_d() / unit << ")";
  return out.str();
}

void NavMeshCheck::check() {
  check_options(proven_, mesh_);
  check_denominator();
  if (!mesh_.states.empty())
    throw Unequal("cell " + std::to_string(mesh_.states.begin()->first) + " is one that updates have changed",
                  mesh_.cells[mesh_.states.begin()->first].line);
  simplified_ = option_value(mesh_, "simplify") > 0;
  kept_ = kept_pieces(proven_, mesh_);
  find_places();
  check_cells();
  check_regions();
  check_ways();
  check_walls();
  if (simplified_) check_simplified();
}

// The least common denominator of all coordinates of the scene's points, crossings included.
void NavMeshCheck::check_denominator() const {
  const Scene& scene = proven_.world->scene;
  Integer least = 1, shared = scene.scale;  // of whole coordinates: scale / gcd(scale, all of them)
  for (const Point& p : scene.points)
    for (int axis = 0; axis < 3; ++axis) {
      if (p.is_whole()) {
        if (shared != 1) shared = gcd(shared, p[axis]);
        continue;
      }
      const Integer below = p.w * scene.scale, denominator = exact_quotient(below, gcd(below, p[axis]));
      least = least * exact_quotient(denominator, gcd(least, denominator));
    }
  const Integer whole = exact_quotient(scene.scale, shared);
  least = least * exact_quotient(whole, gcd(least, whole));
  if (mesh_.denominator != least) throw Unequal("the denominator is not that of the scene's points");
}

// A place of the file times the scene's scale.
void NavMeshCheck::find_places() {
  const Integer& scale = proven_.world->scene.scale;
  place_.reserve(mesh_.points.size());
  on_.assign(mesh_.points.size(), none);
  for (const NavMesh::Point& p : mesh_.points) {
    const Integer shared = p.w == 1 || scale == 1 ? Integer(1) : gcd(p.w, scale);
    const Integer times = shared == 1 ? scale : exact_quotient(scale, shared);
    place_.push_back(places_.number({p.x * times, p.y * times, shared == 1 ? p.w : exact_quotient(p.w, shared)}));
  }
}

bool NavMeshCheck::is_on(Index point, Index surface) {
  if (on_[point] == surface) return true;
  const NavMesh::Point& p = mesh_.points[point];
  const Plane& n = polygon(surface).plane;
  if ((n.nx * p.x + n.ny * p.y + n.nz * p.z) * proven_.world->scene.scale != n.d * p.w) return false;
  on_[point] = surface;
  return true;
}

bool NavMeshCheck::have_one_height(Index surface, Index other, Index place) const {
  if (surface == other) return true;
  const Vertex& v = places_[place];
  const Plane &n = polygon(surface).plane, &m = polygon(other).plane;
  const auto height = [&](const Plane& plane) { return plane.d * v.w - plane.nx * v.x - plane.ny * v.y; };
  return height(n) * m.nz == height(m) * n.nz;
}

void NavMeshCheck::check_cells() {
  const bool one_surface = mesh_.options.at("one_surface") == "true";
  std::vector<Flank> flanks;
  for (Index c = 0; c < mesh_.cells.size(); ++c) {
    const NavMesh::Cell& cell = mesh_.cells[c];
    flanks.clear();
    for (const NavMesh::Facet& facet : mesh_.of(cell)) {
      check_facet(c, facet);
      require(!one_surface || facet.surface == mesh_.of(cell)[0].surface, c, "it is of several surfaces");
      for (std::size_t i = 0; i < ring_.size(); ++i)
        flanks.push_back({ring_[i], ring_[i + 1 == ring_.size() ? 0 : i + 1], facet.surface});
    }
    if (cell.end - cell.first > 1) check_boundary(c, flanks);
    if (cell.stance > 0) flanks_.all.insert(flanks_.all.end(), flanks.begin(), flanks.end());
    flanks_.end_of_thing();
  }
}

void NavMeshCheck::check_facet(Index cell, const NavMesh::Facet& facet) {
  const auto& polygons = proven_.world->polygons;
  require(facet.surface < polygons.size() && polygons[facet.surface].traversable, cell, "there is no such surface");
  const Index face = polygons[facet.surface].face;
  require(facet.face == (proven_.faces.empty() ? face : proven_.faces[face]), cell, "the surface is of another face");
  ring_.clear();
  for (const Index point : mesh_.ring(facet)) {
    require(is_on(point, facet.surface), cell, "a corner is not on the surface of its facet");
    ring_.push_back(place_[point]);
  }
  require(places_.are_convex(ring_), cell, "a facet is not convex and counter-clockwise");
}

// What is left of the facets' boundaries has to be one convex ring.
void NavMeshCheck::check_boundary(Index cell, std::vector<Flank>& flanks) {
  const Shared inner = [&](Index from, Index to, Index surface, Index other) {
    require(have_one_height(surface, other, from) && have_one_height(surface, other, to), cell,
            "two facets have different heights where they meet");
    if (simplified_) add_open(surface, other, from, to);
  };
  const auto is_ring = [&] {
    std::sort(flanks.begin(), flanks.end(), [](const Flank& f, const Flank& g) { return f.from < g.from; });
    std::vector<Index> ring;
    for (Index at = flanks.empty() ? none : flanks[0].from; ring.size() < flanks.size();) {
      const auto next = std::lower_bound(flanks.begin(), flanks.end(), at,
                                         [](const Flank& f, Index place) { return f.from < place; });
      if (next == flanks.end() || next->from != at || (!ring.empty() && at == ring[0])) return false;
      ring.push_back(at);
      at = next->to;
      if (ring.size() == flanks.size() && at != ring[0]) return false;
    }
    return places_.are_convex(ring);
  };
  pair_equal(flanks, inner);
  if (is_ring()) return;
  require(pair_parts(places_, flanks, inner), cell, "its facets overlap");
  require(is_ring(), cell, "its facets do not make one convex polygon");
}

// By surface, label and witness, the boundaries of facets are those of pieces.
void NavMeshCheck::check_regions() {
  const std::size_t count = proven_.world->polygons.size();
  std::vector<std::pair<Index, Index>> facets;  // of each surface, with their cells
  for (Index c = 0; c < mesh_.cells.size(); ++c)
    for (Index f = mesh_.cells[c].first; f < mesh_.cells[c].end; ++f) facets.emplace_back(f, c);
  std::stable_sort(facets.begin(), facets.end(), [&](const auto& a, const auto& b) {
    return mesh_.facets[a.first].surface < mesh_.facets[b.first].surface;
  });
  std::vector<Stretch> sum;
  const auto add = [&](int label, Index witness, Index surface, std::size_t size, auto&& corner, int times) {
    for (std::size_t i = 0; i < size; ++i)
      sum.push_back(
          {{static_cast<Index>(label + 3), witness, surface, 0}, corner(i), corner(i + 1 == size ? 0 : i + 1), times});
  };
  std::size_t f = 0, p = 0;
  for (Index surface = 0; surface < count; ++surface) {
    sum.clear();
    for (; f < facets.size() && mesh_.facets[facets[f].first].surface == surface; ++f) {
      if (simplified_ && mesh_.cells[facets[f].second].stance > 0) continue;
      const NavMesh::Facet& facet = mesh_.facets[facets[f].first];
      const auto ring = mesh_.ring(facet);
      add(
          mesh_.cells[facets[f].second].stance, facet.witness, surface, ring.size(),
          [&](std::size_t i) { return place_[ring[i]]; }, 1);
    }
    for (; p < proven_.pieces.size() && proven_.pieces[p].surface == surface; ++p) {
      const Proven::Piece& piece = proven_.pieces[p];
      const auto ring = proven_.ring(piece);
      if (kept_[p] && !(simplified_ && piece.label > 0))
        add(
            piece.label, piece.witness, surface, ring.size(), [&](std::size_t i) { return ring[i]; }, -1);
    }
    const auto left = left_over(places_, sum, Sides::one);
    if (left.empty()) continue;
    const auto label = static_cast<int>(left[0].group[0]) - 3;
    throw Unequal("polygon " + std::to_string(surface) + ": beside " + at(left[0].from) + " - " + at(left[0].to) +
                  ", the region of stance " + std::to_string(label) +
                  " is not the certificate's, or has another witness");
  }
}

void NavMeshCheck::check_ways() {
  for (Index c = 0; c < mesh_.cells.size(); ++c)
    for (const Flank& f : flanks_.of(c))
      border_.push_back({{static_cast<Index>(mesh_.cells[c].stance), f.what, 0, 0}, f.from, f.to, 1});
  for (Index p = 0; p < mesh_.portals.size(); ++p) add_portal(p);
  add_proven();
  if (!simplified_) {
    std::vector<Stretch> border = border_;
    for (Stretch s : true_border_) border.push_back({s.group, s.from, s.to, -s.times});
    require_none(std::move(border), Sides::two, "the border");
  }
  require_none(std::move(steps_), Sides::one, "a step");
  require_none(std::move(welds_), Sides::two, "a weld");
}

void NavMeshCheck::require_none(std::vector<Stretch> sum, Sides sides, const char* what) {
  const std::vector<Stretch> left = left_over(places_, std::move(sum), sides);
  if (left.empty()) return;
  const auto& [group, from, to, times] = left[0];
  throw Unequal("polygon " + std::to_string(group[1]) + ": " + what + " of stance " + std::to_string(group[0]) +
                " is not the certificate's at " + at(from) + " - " + at(to));
}

void NavMeshCheck::add_portal(Index number) {
  const NavMesh::Portal& p = mesh_.portals[number];
  const auto require = [&](bool statement, const char* otherwise) {
    if (!statement) throw Unequal("portal " + std::to_string(number) + ": " + otherwise, p.line);
  };
  require(p.a != p.b && p.stance <= mesh_.cells[p.a].stance && p.stance <= mesh_.cells[p.b].stance,
          "it is for a greater stance than its cells, or leads from a cell to itself");
  const auto kind = static_cast<Proven::Kind>(p.kind);
  const auto places = [&](const std::array<Index, 2>& ends) { return std::array{place_[ends[0]], place_[ends[1]]}; };
  const WayEnds ends{places(p.on_a), places(p.on_b)};
  require(ends.on_a[0] != ends.on_a[1] && ends.on_b[0] != ends.on_b[1], "it has no length");
  if (kind != Proven::Kind::weld) require(ends.on_a == ends.on_b, "its ends on b are not above or below those on a");
  else require(places_.is_across(ends.on_a, ends.on_b), "its ends on b are not straight across");
  std::array<Index, 2> first{none, none}, last{none, none};
  const bool whole =
      for_way(places_, ends, flanks_.of(p.a), flanks_.of(p.b), [&](Index from, Index to, Index surface, Index other) {
        if (first[0] == none) first = {surface, other};
        last = {surface, other};
        if (kind == Proven::Kind::flush)
          require(have_one_height(surface, other, from) && have_one_height(surface, other, to),
                  "the cells have different heights there");
        add_way(kind, static_cast<Index>(p.stance), surface, other,
                {{from, to}, {places_.moved(from, ends.on_a, ends.on_b), places_.moved(to, ends.on_a, ends.on_b)}},
                false);
      });
  require(whole, "it does not lie on the boundaries of its cells, counter-clockwise around a");
  require(is_on(p.on_a[0], first[0]) && is_on(p.on_a[1], last[0]) && is_on(p.on_b[0], first[1]) &&
              is_on(p.on_b[1], last[1]),
          "an end is not on the surface of its cell");
}

void NavMeshCheck::add_way(Proven::Kind kind, Index stance, Index surface, Index other, const WayEnds& part,
                           bool is_proven) {
  const auto [from, to] = part.on_a;
  const std::int32_t times = is_proven ? -1 : 1;
  if (kind == Proven::Kind::flush) {
    std::vector<Stretch>& border = is_proven ? true_border_ : border_;
    border.push_back({{stance, surface, 0, 0}, from, to, -1});
    border.push_back({{stance, other, 0, 0}, to, from, -1});
    if (simplified_ && !is_proven) add_open(surface, other, from, to);
  } else if (kind == Proven::Kind::step) {  // what is on the left as the line ascends comes first
    if (places_.compare(from, to) < 0) steps_.push_back({{stance, surface, other, 0}, from, to, times});
    else steps_.push_back({{stance, other, surface, 0}, to, from, times});
  } else {
    const bool ascends = places_.compare(part.on_b[0], part.on_b[1]) < 0;
    const Index side = to_index(2 * std::size_t{places_.line(part.on_b[0], part.on_b[1])} + ascends, "lines");
    welds_.push_back({{stance, surface, other, side}, from, to, times});
  }
}

void NavMeshCheck::add_proven() {
  for (Index i = 0; i < proven_.pieces.size(); ++i) {
    const Proven::Piece& piece = proven_.pieces[i];
    const auto ring = proven_.ring(piece);
    for (std::size_t k = 0; kept_[i] && piece.label > 0 && k < ring.size(); ++k)
      true_border_.push_back(
          {{static_cast<Index>(piece.label), piece.surface, 0, 0}, ring[k], ring[k + 1 == ring.size() ? 0 : k + 1], 1});
  }
  const auto add = [&](Proven::Kind kind, const WayEnds& ends) {
    return [this, kind, &ends](Index stance, Index piece, Index other, Index from, Index to) {
      if (!kept_[piece]) return;
      add_way(kind, stance, proven_.pieces[piece].surface, proven_.pieces[other].surface,
              {{from, to}, {places_.moved(from, ends.on_a, ends.on_b), places_.moved(to, ends.on_a, ends.on_b)}}, true);
    };
  };
  for (const Proven::Way& way : proven_.ways) for_parts(proven_, way, add(way.kind, way.ends));
  const WayEnds nowhere{};
  for_cuts(proven_, add(Proven::Kind::flush, nowhere));
}

void NavMeshCheck::check_walls() {
  std::vector<std::pair<Proven::Wall, std::uint64_t>> found;
  for (Index i = 0; i < mesh_.obstructions.size(); ++i) {
    const NavMesh::Obstruction& o = mesh_.obstructions[i];
    const auto& polygons = proven_.world->polygons;
    if (o.surface >= polygons.size() || polygons[o.surface].vertical() || !is_on(o.ends[0], o.surface) ||
        !is_on(o.ends[1], o.surface))
      throw Unequal("obstruction " + std::to_string(i) + ": it is not on its surface", o.line);
    std::array<Index, 2> ends{place_[o.ends[0]], place_[o.ends[1]]};
    if (places_.compare(ends[0], ends[1]) > 0) std::swap(ends[0], ends[1]);
    found.push_back({{o.surface, o.wall, static_cast<Index>(o.may_cross), ends}, o.line});
  }
  std::sort(found.begin(), found.end());
  std::sort(proven_.walls.begin(), proven_.walls.end());
  for (std::size_t i = 0; i < std::max(found.size(), proven_.walls.size()); ++i) {
    if (i < found.size() && i < proven_.walls.size() && found[i].first == proven_.walls[i]) continue;
    const bool more = i == proven_.walls.size() || (i < found.size() && found[i].first < proven_.walls[i]);
    const Proven::Wall& wall = more ? found[i].first : proven_.walls[i];
    throw Unequal(std::string(more ? "the certificate has no such obstruction" : "an obstruction is missing") +
                      ": of wall " + std::to_string(wall.wall) + " on polygon " + std::to_string(wall.surface),
                  more ? found[i].second : 0);
  }
}

}  // namespace plumb::checker
