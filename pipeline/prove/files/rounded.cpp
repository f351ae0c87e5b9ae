// SPDX-License-Identifier: LGPL-3.0-or-later
// Whether a mesh in rounded numbers is the exact navmesh: the statements (1) to (6) of docs/theory/files.md, "Rounded
// meshes", which also proves what follows from them.
//
// 1. number_places() makes equal places one vertex. require_convex() decides on the file's own numbers, in integers of
//    128 bits, or in fractions where a number is much smaller than the greatest. find_twins() pairs edges.
// 2. find_parts_near() finds for each vertex, with a tree of boxes, the facets that are near it. A polygon may stand
//    for a cell with a facet that is near all of its corners; mostly there is one. If there are several, as for a
//    sliver beside a wall, choose_cells() takes the one with which the fewest edges are wrong.
// 3. check_middles() counts the polygons around the centroid of a facet: one, or the facet is thin.
// 4. check_edges() and check_ways(): where edges are, that are in common and that are not.
// 5. count() counts islands and components.
// 6. check_links() is in rounded_links.cpp. Links have groups of their own in an .obj and a .glb. In a .tres they come
//    behind the cells and what was cut off them, both in the order of cells; what these two runs leave is of links.
//
// Cost: n log n for n corners; for a border that of the product of a cell's sides and ways. Memory: linear.
// Exact: on the grid of exact_cells.cpp and on the file's numbers.
// Source: our own.
#include "files/rounded.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <sstream>

#include "files/rounded_check.h"

namespace plumb::checker {
namespace {

// The sign of the turn at b in plan, exactly. `scale` is a power of two that makes whole numbers below 2^61 of places
// that are not much smaller than the greatest.
int turn(const RoundedMesh::Place& a, const RoundedMesh::Place& b, const RoundedMesh::Place& c, double scale) {
  std::array<std::int64_t, 6> v;
  bool whole = true;
  for (std::size_t i = 0; i < 6; ++i) {
    const double at = scale * (i < 2 ? a : i < 4 ? b : c)[i % 2];
    whole = whole && std::fabs(at) < 0x1p61 && std::nearbyint(at) == at;
    v[i] = whole ? static_cast<std::int64_t>(at) : 0;
  }
  if (whole) {
    const Wide p = static_cast<Wide>(v[2] - v[0]) * (v[5] - v[1]), q = static_cast<Wide>(v[3] - v[1]) * (v[4] - v[0]);
    return (p > q) - (p < q);
  }
  const Fraction x(a[0]), y(a[1]);
  return sgn(Fraction((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)));
}

bool before(const RoundedMesh::Place& a, const RoundedMesh::Place& b) {
  return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
}

// Whether a place a little to the right of p, and less above, is in a convex ring.
template <class At>
bool surrounds(std::size_t corners, At&& at, const GridPlace& p) {
  for (std::size_t i = 0; i < corners; ++i) {
    const GridPlace &a = at(i), &b = at((i + 1) % corners);
    const std::int64_t w = cross(a, b, p);
    if (w < 0 || (w == 0 && (b.y > a.y || (b.y == a.y && b.x < a.x)))) return false;
  }
  return true;
}

}  // namespace

std::string RoundedCheck::name(std::size_t polygon) const { return "polygon " + std::to_string(polygon); }

std::string RoundedCheck::name(const GridPlace& p) const {
  std::ostringstream out;
  out.precision(9);
  out << '(' << static_cast<double>(p.x) * step_ + mesh_.origin[0] << ", "
      << static_cast<double>(p.y) * step_ + mesh_.origin[1] << ", "
      << static_cast<double>(p.z) * step_ + mesh_.origin[2] << ')';
  return out.str();
}

RoundedFacts RoundedCheck::run() {
  make_grid();
  make_cells();
  make_portals();
  number_places();
  for (std::size_t p = 0; p < mesh_.polygons.size(); ++p) require_convex(p);
  find_parts_near();
  find_cells();
  has_strips_ = mesh_.may_link || links_from_ < mesh_.polygons.size();
  set_strip_width();
  find_twins();
  choose_cells();
  check_links();
  check_edges();
  check_middles();
  check_ways();
  count();
  return facts_;
}

void RoundedCheck::number_places() {
  std::vector<Index> order(mesh_.places.size()), number(order.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(order, {}, [&](Index p) { return mesh_.places[p]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const RoundedMesh::Place& at = mesh_.places[order[i]];
    if (i == 0 || at != mesh_.places[order[i - 1]]) {
      first_of_.push_back(order[i]);
      places_.push_back({steps(at[0]), steps(at[1]), steps(at[2])});
    }
    number[order[i]] = static_cast<Index>(places_.size() - 1);
  }
  for (const Index corner : mesh_.corners) vertex_.push_back(number[corner]);
  polygon_of_.resize(vertex_.size());
  for (std::size_t p = 0; p < mesh_.polygons.size(); ++p)
    for (std::size_t c = mesh_.polygons[p].first; c < mesh_.end(p); ++c) polygon_of_[c] = static_cast<Index>(p);
  facts_.polygons = mesh_.polygons.size();
}

// It turns left or goes straight on, somewhere left; and goes forward once and back once, in the order of places.
void RoundedCheck::require_convex(std::size_t polygon) const {
  const std::size_t n = size(polygon), first = mesh_.polygons[polygon].first;
  const auto place = [&](std::size_t i) -> const RoundedMesh::Place& {
    return mesh_.places[mesh_.corners[first + i % n]];
  };
  int changes = 0;
  bool turns = false, convex = true;
  for (std::size_t i = 0; i < n && convex; ++i) {
    const auto &a = place(i), &b = place(i + 1), &c = place(i + 2);
    const int sign = turn(a, b, c, 0x1p32 / step_);
    const bool changed = before(a, b) != before(b, c);
    changes += changed ? 1 : 0;
    turns = turns || sign > 0;
    convex = sign >= 0 && !(changed && sign == 0) && (a[0] != b[0] || a[1] != b[1]);
  }
  if (!convex || !turns || changes != 2)
    throw Refutation(name(polygon) + " at " + name(at(first)) + " is not convex and counter-clockwise, with an area");
}

void RoundedCheck::find_parts_near() {
  std::vector<Index> found;
  for (const GridPlace& p : places_) {
    found.clear();
    const auto box = [](std::int64_t v, std::int64_t reach) { return static_cast<double>(v + reach); };
    tree_->query({{box(p.x, -e_), box(p.y, -e_), box(p.z, -high_)}, {box(p.x, e_), box(p.y, e_), box(p.z, high_)}},
                 [&](Index facet) {
                   const Index part = part_of(wanted_facets_[facet]);
                   if (std::ranges::find(found, part) == found.end() && is_near(facet, p)) found.push_back(part);
                 });
    std::ranges::sort(found);
    parts_near_.all.insert(parts_near_.all.end(), found.begin(), found.end());
    parts_near_.end();
  }
}

// The parts, of the polygon's label, that are near all corners of a polygon.
std::vector<Index> RoundedCheck::candidates(std::size_t polygon) const {
  std::vector<Index> out;
  const std::size_t first = mesh_.polygons[polygon].first;
  for (const Index part : parts_near_[vertex_[first]]) {
    bool all = label_[cell_of(part)] == label(polygon);
    for (std::size_t i = first + 1; i < mesh_.end(polygon) && all; ++i)
      all = std::ranges::binary_search(parts_near_[vertex_[i]], part);
    if (all) out.push_back(part);
  }
  return out;
}

void RoundedCheck::find_cells() {
  const std::size_t n = mesh_.polygons.size();
  cell_.assign(n, none);
  links_from_ = n;
  bool second_run = false;
  Index last = 0;
  for (std::size_t p = 0; p < n; ++p) {
    if (mesh_.polygons[p].link != NavMesh::Kind::flush) {
      links_from_ = std::min(links_from_, p);
      continue;
    }
    std::vector<Index> cells;
    for (const Index part : candidates(p))
      if (cells.empty() || cells.back() != cell_of(part)) cells.push_back(cell_of(part));
    if (mesh_.may_link) {
      auto at = std::ranges::lower_bound(cells, last);
      if (at == cells.end() && !second_run) second_run = true, at = cells.begin();
      if (at == cells.end()) {
        links_from_ = p;
        return;
      }
      last = *at;
    }
    if (cells.empty())
      throw Refutation(name(p) + " at " + name(this->at(mesh_.polygons[p].first)) + " stands for no cell");
    cell_[p] = cells[0];
    if (cells.size() > 1) choices_.push_back({p, std::move(cells)});
  }
}

// Of polygons where somebody can stand.
void RoundedCheck::find_twins() {
  twin_.assign(vertex_.size(), alone);
  over_step_.assign(vertex_.size(), none);
  note_polygons();
  edges_.reserve(vertex_.size());
  for (std::size_t p = 0; p < mesh_.polygons.size(); ++p)
    for (std::size_t c = mesh_.polygons[p].first; c < mesh_.end(p); ++c)
      edges_.push_back({label(p) <= 0, vertex_[c], vertex_[next(p, c)], c});
  std::ranges::sort(edges_, {}, &Edge::key);
  const auto is_twice = [](const Edge& a, const Edge& b) { return !a.nobody && a.key() == b.key(); };
  const auto twice = mesh_.names_neighbours ? edges_.end() : std::ranges::adjacent_find(edges_, is_twice);
  if (twice != edges_.end()) throw edge_twice(*twice, twice[1]);
  for (const Edge& e : edges_) {
    const Index named = mesh_.names_neighbours ? mesh_.beyond[e.corner] : none;
    if (e.nobody || (mesh_.names_neighbours && named == none)) continue;
    for (const Edge& other : between(e.nobody, e.to, e.from))
      if (!mesh_.names_neighbours || named == polygon_of_[other.corner] ||
          (named == RoundedMesh::side && mesh_.beyond[other.corner] == RoundedMesh::side))
        twin_[e.corner] = other.corner;
    if (!mesh_.names_neighbours || twin_[e.corner] != alone) continue;
    if (named == RoundedMesh::side)
      throw Refutation(name(polygon_of_[e.corner]) + " has an edge on the side of a tile, at " + name(places_[e.from]) +
                       ", and none is equal to it");
    over_step_[e.corner] = named;
  }
}

std::span<const RoundedCheck::Edge> RoundedCheck::between(bool nobody, Index from, Index to) const {
  const auto key = std::tuple(nobody, from, to);
  const auto first = std::ranges::lower_bound(edges_, key, {}, &Edge::key);
  return {first, std::ranges::upper_bound(first, edges_.end(), key, {}, &Edge::key)};
}

Refutation RoundedCheck::edge_twice(const Edge& a, const Edge& b) const {
  return Refutation(name(polygon_of_[a.corner]) + " and " + name(polygon_of_[b.corner]) +
                    " have an edge in one direction, at " + name(places_[a.from]));
}

// Where rounding leaves a choice: at first what lies between the cells of the polygons before and behind it in the
// file, as files are in the order of cells. Then, one polygon after another, what has the fewest faults, without a look
// at edges in common with polygons about which there is a choice, too.
void RoundedCheck::choose_cells() {
  std::vector<std::size_t> choice_of(cell_.size() + 1, alone), waiting;
  for (std::size_t i = 0; i < choices_.size(); ++i) choice_of[choices_[i].polygon] = i, waiting.push_back(i);
  for (Choice& choice : choices_) {
    std::size_t low = choice.polygon, high = choice.polygon;
    while (low > 0 && choice_of[low] != alone) --low;
    while (choice_of[high] != alone) ++high;
    const auto counts = [&](std::size_t p) {
      return p < cell_.size() && choice_of[p] == alone && cell_[p] != none && label(p) == label(choice.polygon);
    };
    std::vector<Index> between;
    std::ranges::copy_if(choice.cells, std::back_inserter(between), [&](Index c) {
      return (!counts(low) || cell_[low] <= c) && (!counts(high) || c <= cell_[high]);
    });
    if (!between.empty()) choice.cells = std::move(between);
  }
  for (std::size_t next = 0; next < choices_.size();) {
    const bool force = waiting.empty();
    const std::size_t i = force ? next++ : waiting.back();
    if (!force) waiting.pop_back();
    const std::size_t p = choices_[i].polygon;
    if (choice_of[p] == alone) continue;
    std::vector<Index> best;
    int fewest = std::numeric_limits<int>::max();
    for (const Index c : choices_[i].cells) {
      cell_[p] = c;
      const int found = faults(p, choice_of);
      if (found < fewest) fewest = found, best.clear();
      if (found == fewest) best.push_back(c);
    }
    choices_[i].cells = std::move(best);
    cell_[p] = choices_[i].cells[0];
    if (!force && choices_[i].cells.size() > 1) continue;
    choice_of[p] = alone;
    note_polygons(cell_[p]);
    for (std::size_t c = mesh_.polygons[p].first; c < mesh_.end(p); ++c)
      if (twin_[c] != alone && choice_of[polygon_of_[twin_[c]]] != alone)
        waiting.push_back(choice_of[polygon_of_[twin_[c]]]);
  }
  if (mesh_.may_link) part_links(choice_of);
  note_polygons();
}

// Of a cell that has one more.
void RoundedCheck::note_polygons(Index cell) {
  has_polygon_[cell] = 1;
  border_cell_ = none;
}

void RoundedCheck::note_polygons() {
  has_polygon_.assign(label_.size(), 0);
  has_edge_.assign(exact_.portals.size(), 0);
  for (std::size_t p = 0; p < cell_.size(); ++p)
    if (cell_[p] != none) has_polygon_[cell_[p]] = 1;
  border_cell_ = none;
}

// Edges of a polygon that are wrong, but for those in common with links or with polygons of which there is a choice.
int RoundedCheck::faults(std::size_t polygon, const std::vector<std::size_t>& choice_of) {
  int found = 0;
  for (std::size_t c = mesh_.polygons[polygon].first; c < mesh_.end(polygon); ++c) {
    const Index other = twin_[c] == alone ? over_step_[c] : polygon_of_[twin_[c]];
    if (other != none && (cell_[other] == none || choice_of[other] != alone)) continue;
    if (fault(polygon, c) != nullptr) ++found;
  }
  return found;
}

bool RoundedCheck::near(const GridPlace& p, const GridSegment& s) const {
  const auto [left, right] = std::minmax(s[0].x, s[1].x);
  const auto [low, high] = std::minmax(s[0].y, s[1].y);
  return p.x >= left - e_ && p.x <= right + e_ && p.y >= low - e_ && p.y <= high + e_ &&
         std::abs(cross(s[0], s[1], p)) <= e_ * (right - left + high - low);
}

// Whether a stretch is within e of others, or in other regions.
bool RoundedCheck::is_along(std::span<const GridSegment> list, const GridSegment& s, std::vector<Region> more) const {
  for (const GridSegment& t : list)
    if (near(s[0], t) && near(s[1], t)) return true;
  for (const GridSegment& t : list) more.push_back(around(t, e_));
  return cover(more, s);
}

// The cell, and those to which ways lead from it within e of a stretch.
std::vector<Index> RoundedCheck::around_place(Index cell, const GridSegment& s) const {
  std::vector<Index> found{cell};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const PortalSide& w : ways_[found[i]])
      if (std::ranges::find(found, beyond(w)) == found.end() && part(around(stretch(w), e_), s))
        found.push_back(beyond(w));
  return found;
}

// An edge that is one polygon's alone lies at a side of its cell, and at the border of that or, where this is thin, of
// a cell beyond.
const char* RoundedCheck::alone_fault(Index cell, const GridSegment& s) {
  if (border_cell_ != cell) border_ = border(cell), border_cell_ = cell;
  if (is_along(border_, s)) return nullptr;
  std::vector<GridSegment> sides, borders;
  std::vector<Region> given_up;
  const auto ring = rings_[cell];
  for (std::size_t i = 0; i < ring.size(); ++i) sides.push_back({ring[i], ring[(i + 1) % ring.size()]});
  for (const Index c : around_place(cell, s)) {
    const std::vector<GridSegment> more = border(c);
    borders.insert(borders.end(), more.begin(), more.end());
    for (const PortalSide& side : has_strips_ ? soft_[c] : std::span<const PortalSide>())
      given_up.push_back(strip(c, stretch(side)));
  }
  if (is_along(sides, s, given_up) && is_along(borders, s, given_up)) return nullptr;
  if (is_between_tiles(s)) {
    ++facts_.closed;
    return nullptr;
  }
  return " is no polygon's but this one's, and not at its cell's border";
}

bool RoundedCheck::is_between_tiles(const GridSegment& s) const {
  return std::ranges::any_of(mesh_.lines, [&](const auto& l) {
    const std::int64_t at = steps(l.second);
    return l.first == 0 ? s[0].x == at && s[1].x == at : s[0].y == at && s[1].y == at;
  });
}

// What is wrong with the edge that begins at a corner; null if nothing is.
const char* RoundedCheck::fault(std::size_t polygon, std::size_t corner) {
  const Index a = cell_[polygon];
  const GridSegment s = edge(polygon, corner);
  if (label(polygon) <= 0) {
    for (const Edge& other : between(true, vertex_[next(polygon, corner)], vertex_[corner]))
      if (cell_[polygon_of_[other.corner]] == a) return nullptr;
    return alone_fault(a, s);
  }
  const std::size_t twin = twin_[corner];
  if (twin == alone && over_step_[corner] == none) return alone_fault(a, s);
  const Index other = twin == alone ? over_step_[corner] : polygon_of_[twin], b = cell_[other];
  if (b == none) return nullptr;  // check_link() has looked at it
  over_step_[corner] = none;
  if (twin != alone && (a == b || is_along(ways(ways_[a], a, b, s), s) || leads_over_others(a, b, s))) return nullptr;
  if (mesh_.names_neighbours && is_along(ways(soft_[a], a, b, s), s)) {
    over_step_[corner] = other;
    return nullptr;
  }
  return " is in common with another polygon, and no way leads across";
}

// Those of the portals of a that lead to b for all who stand there, flush ones or steps. Notes that they have an edge.
std::vector<GridSegment> RoundedCheck::ways(std::span<const PortalSide> portals, Index a, Index b,
                                            const GridSegment& s) {
  std::vector<GridSegment> out;
  for (const PortalSide& side : portals) {
    const NavMesh::Portal& p = exact_.portals[side.portal];
    if (beyond(side) != b || p.kind == NavMesh::Kind::weld || p.stance < std::min(label_[a], label_[b])) continue;
    out.push_back(stretch(side));
    if (!has_edge_[side.portal] && part(around(out.back(), e_), s)) has_edge_[side.portal] = 1;
  }
  return out;
}

// Whether ways lead from a cell to another, for all who stand on both, each within e of all of a stretch; or from or to
// a cell without a polygon within e of it; or within e of a stretch that is as short as a place.
bool RoundedCheck::leads_over_others(Index a, Index b, const GridSegment& s) {
  const bool is_short = std::abs(s[0].x - s[1].x) <= 2 * e_ && std::abs(s[0].y - s[1].y) <= 2 * e_;
  const int least = std::min(label_[a], label_[b]);
  std::vector<Index> reached{a};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Index c = reached[i];
    for (const PortalSide& w : ways_[c]) {
      const Index d = beyond(w);
      if (label_[d] < least || std::ranges::find(reached, d) != reached.end()) continue;
      const Region region = around(stretch(w), e_);
      const bool over_lost =
          (!has_polygon_[c] || part(around(rings_[d], e_), s)) && !(has_polygon_[c] && has_polygon_[d]);
      if (!over_lost && !has(region, s) && !(is_short && part(region, s))) continue;
      if (part(region, s)) has_edge_[w.portal] = 1;
      if (d == b) return true;
      reached.push_back(d);
    }
  }
  return false;
}

void RoundedCheck::check_edges() {
  facts_.closed = 0;
  // Where nobody can stand, edges are of a cell.
  for (auto e = edges_.begin(); e != edges_.end(); ++e)
    for (auto f = e + 1; e->nobody && f != edges_.end() && e->key() == f->key(); ++f)
      if (cell_[polygon_of_[e->corner]] == cell_[polygon_of_[f->corner]]) throw edge_twice(*e, *f);
  for (std::size_t p = 0; p < mesh_.polygons.size(); ++p) {
    if (cell_[p] == none) continue;
    for (std::size_t c = mesh_.polygons[p].first; c < mesh_.end(p); ++c)
      if (const char* wrong = fault(p, c))
        throw Refutation(name(p) + ", of cell " + std::to_string(cell_[p]) + ": the edge from " + name(at(c)) + " to " +
                         name(at(next(p, c))) + wrong);
  }
}

// The centroid of a part is a third of its width or more from each side; if it is near one, the part is thin.
void RoundedCheck::check_middles() {
  is_thin_.assign(label_.size(), 1);
  std::vector<std::vector<Index>> polygons(mesh_.names_neighbours ? label_.size() : exact_.facets.size());
  std::vector<std::uint8_t> may_have(polygons.size());
  for (Index p = 0; p < cell_.size(); ++p)
    for (const Index part : candidates(p)) {
      may_have[part] = 1;
      if (cell_of(part) == cell_[p]) polygons[part].push_back(p);
    }
  for (Index wanted = 0; wanted < wanted_facets_.size(); ++wanted) {
    const Index facet = wanted_facets_[wanted], cell = cell_of_facet_[facet], part = part_of(facet);
    if (mesh_.names_neighbours && facet != exact_.cells[cell].first) continue;
    if (!may_have[part]) ++facts_.without;
    const auto ring = mesh_.names_neighbours ? rings_[cell] : facet_rings_[wanted];
    Wide x = 0, y = 0, area = 0;
    for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
      const Wide w = cross(ring[0], ring[i], ring[i + 1]);
      x += w * (ring[0].x + ring[i].x + ring[i + 1].x), y += w * (ring[0].y + ring[i].y + ring[i + 1].y);
      area += 3 * w;
    }
    if (area <= 0) continue;
    const GridPlace middle{static_cast<std::int64_t>(x / area), static_cast<std::int64_t>(y / area), 0};
    const std::int64_t margin = e_ + 4 + (has_strips_ && !soft_[cell].empty() ? strip_ : 0);
    bool thin = false;
    for (std::size_t i = 0; i < ring.size(); ++i)
      thin = thin || left_of(ring[i], ring[(i + 1) % ring.size()], -margin).at(middle) <= 0;
    if (thin) continue;
    is_thin_[cell] = 0;
    const auto found = std::ranges::count_if(polygons[part], [&](Index p) {
      return surrounds(
          size(p), [&](std::size_t i) -> const GridPlace& { return at(mesh_.polygons[p].first + i); }, middle);
    });
    if (found != 1)
      throw Refutation("the middle of a facet of cell " + std::to_string(cell) + ", at " + name(middle) + ", is in " +
                       std::to_string(found) + " of its polygons");
  }
}

// A way of more than 4e between cells that are not thin has an edge in common, unless that is closed on a line between
// tiles.
void RoundedCheck::check_ways() const {
  const std::int64_t longest = 4 * e_ + (has_strips_ ? 2 * strip_ : 0);
  std::size_t missing = 0;
  for (Index i = 0; i < exact_.portals.size(); ++i) {
    const NavMesh::Portal& p = exact_.portals[i];
    if (label_[p.a] == unwanted || label_[p.b] == unwanted || !is_way(p) || has_edge_[i]) continue;
    if (!has_polygon_[p.a] || !has_polygon_[p.b] || is_thin_[p.a] || is_thin_[p.b]) continue;
    const GridSegment s = stretch({i, false});
    if (std::max(std::abs(s[1].x - s[0].x), std::abs(s[1].y - s[0].y)) <= longest) continue;
    if (++missing > facts_.closed)
      throw Refutation("the way between the cells " + std::to_string(p.a) + " and " + std::to_string(p.b) + ", from " +
                       name(s[0]) + " to " + name(s[1]) + ", has no edge in common");
  }
}

void RoundedCheck::count() {
  for (std::size_t p = 0; p < mesh_.polygons.size() && !mesh_.lines.empty(); ++p)
    for (std::size_t c = mesh_.polygons[p].first; c < mesh_.end(p); ++c)
      if (twin_[c] == alone && is_between_tiles(edge(p, c))) ++facts_.between_tiles;
  for (int s = std::max(1, mesh_.lowest); s <= mesh_.highest; ++s) {
    Sets polygons(mesh_.polygons.size()), cells(label_.size());
    for (std::size_t c = 0; c < vertex_.size(); ++c)
      if (twin_[c] != alone && over_step_[c] == none &&
          std::min(label(polygon_of_[c]), label(polygon_of_[twin_[c]])) >= s)
        polygons.unite(polygon_of_[c], polygon_of_[twin_[c]]);
    for (Index i = 0; i < exact_.portals.size(); ++i) {
      const NavMesh::Portal& p = exact_.portals[i];
      if (std::min({label_[p.a], label_[p.b]}) < s) continue;
      if (is_way(p) || (linked_[i] && p.stance >= s)) cells.unite(p.a, p.b);
    }
    std::set<std::size_t> islands, left;
    for (std::size_t p = 0; p < mesh_.polygons.size(); ++p) {
      if (label(p) < s) continue;
      islands.insert(polygons.find(p));
      if (cell_[p] != none) left.insert(cells.find(cell_[p]));
    }
    std::set<std::size_t> lost;
    for (std::size_t c = 0; c < label_.size(); ++c)
      if (label_[c] >= s && !left.contains(cells.find(c))) lost.insert(cells.find(c));
    facts_.islands.push_back(islands.size());
    facts_.lost.push_back(lost.size());
    if (islands.size() < left.size()) throw Refutation("fewer islands are left than components");
    facts_.lost_ways.push_back(islands.size() - left.size());
  }
}

RoundedFacts check_rounded(const NavMesh& exact, const RoundedMesh& mesh) { return RoundedCheck(exact, mesh).run(); }

std::string text(const RoundedFacts& facts) {
  std::ostringstream out;
  const auto list = [&](const char* what, const std::vector<std::size_t>& numbers) {
    out << what;
    for (std::size_t i = 0; i < numbers.size(); ++i) out << (i == 0 ? " " : ", ") << numbers[i];
  };
  out << facts.polygons << " polygons within " << facts.within;
  list("; islands", facts.islands);
  list("; components lost", facts.lost);
  list("; ways lost", facts.lost_ways);
  if (facts.links > 0) out << "; links " << facts.links;
  if (facts.closed > 0) out << "; edges closed between tiles " << facts.closed;
  return out.str();
}

}  // namespace plumb::checker
