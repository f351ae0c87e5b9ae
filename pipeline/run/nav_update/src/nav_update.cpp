// SPDX-License-Identifier: LGPL-3.0-or-later
// A navmesh under updates that can be taken back in any order (*Trivial navigation mesh generation I*, 2010).
// Problem. An update changes the state of the places in a polygon in plan, perhaps between two heights: it blocks or
// prices them. The state of a place is what the live updates around it, in the order of their numbers, make of what its
// cell says. So updates are never undone step by step: pieces and states depend on the base and the set of live updates
// alone.
// 1. NavUpdate::Live keeps the points of the base, a tree of the boxes of walkable cells, the portals of each cell, the
//    live updates, and an UpdatedCell (updated_cell.h) for each cell that some live update meets.
// 2. cut() finds the cells whose boxes the area touches, inserts the area into each of them, and keeps those whose
//    interior it meets.
// 3. revert() erases the area from these cells, and drops cells that no update meets any more. Both are put off: the
//    last change waits until its facts() or a mesh() are asked for, or another one comes. Only if its facts are asked
//    for are the pieces made one change at a time, so that carry_out() can count what it cut; else they are made when a
//    navmesh is asked for, all at once.
// 4. set_enabled() switches a prepared update: its cuts are there already, so only a flag changes.
// 5. mesh() puts the navmesh together (MeshAssembly): untouched cells, pieces in place of cut cells with their states
//    (state_of), portals clipped to pieces. state_regions() joins pieces of one state to the normal form of
//    docs/theory/definitions.md.
// Cost. A change costs the cells that its area meets and the updates that lie there (in one spot, k overlapping areas
// make O(k^2) pieces); mesh() is linear. Memory: the base, and the pieces of cut cells.
// Exactness. Areas, pieces and heights are fractions; boxes in doubles only find candidates.
// Differences from the source: cells are convex polygons with heights instead of triangles in a plane, lines are not
// bent by rounding, and every live update can be taken back. `Decomposition::seed` splits triangles as the source does.
#include "plumb/pipeline/nav_update.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/lowest_terms.h"
#include "updated_cell.h"

namespace plumb::pipeline {
namespace {

using CellIndex = NavMesh::CellIndex;

// Builds a navmesh with pieces in place of cells: all cells are added in their order, then portals.
class MeshAssembly {
 public:
  /// `points`: the base's. Keeps references. `is_part`: only some cells will be added, and the points of these.
  MeshAssembly(const NavMesh& base, const std::vector<ExactPoint>& points, bool is_part);

  /// Adds a cell that no update meets.
  void add_whole(CellIndex c);
  /// Adds the pieces of a cell. state_of(updates): the state of a piece that lies in these updates.
  void add_pieces(CellIndex c, const UpdatedCell& updated,
                  const std::function<CellState(const std::vector<UpdateId>&)>& state_of);
  /// Adds a portal of the base or, where cells are cut, its parts: what a piece on each side has of it.
  void add_portal(std::uint32_t portal);
  NavMesh take();

 private:
  NavMesh::PointIndex own(NavMesh::PointIndex p) { return is_part_ ? number_(base_points_[p]) : p; }
  void add(const NavMesh::Portal& p);
  std::array<NavMesh::PointIndex, 2> part(const std::array<NavMesh::PointIndex, 2>& segment, CellIndex cell,
                                          const mpq_class& begin, const mpq_class& end);
  std::vector<PortalShare> shares_on(std::uint32_t portal, bool on_b, CellIndex cell) const;

  const NavMesh& base_;
  const std::vector<ExactPoint>& base_points_;
  bool is_part_;
  NavMesh out_;
  std::vector<ExactPoint> points_;
  kernel::PointNumbering number_{points_};
  std::vector<CellIndex> first_;                                             // by cell of the base
  std::map<std::uint32_t, std::array<std::vector<PortalShare>, 2>> shares_;  // by portal, on a and on b
};

MeshAssembly::MeshAssembly(const NavMesh& base, const std::vector<ExactPoint>& points, bool is_part)
    : base_(base),
      base_points_(points),
      is_part_(is_part),
      points_(is_part ? std::vector<ExactPoint>() : points),
      first_(base.cells.size()) {
  if (is_part) return;
  out_.info = base.info;
  out_.denominator = base.denominator;
  out_.obstructions = base.obstructions;
}

void MeshAssembly::add_whole(CellIndex c) {
  first_[c] = static_cast<CellIndex>(out_.cells.size());
  out_.cells.push_back(base_.cells[c]);
  for (NavMesh::Facet& f : out_.cells.back().facets)
    for (NavMesh::PointIndex& p : f.corners) p = own(p);
}

void MeshAssembly::add_pieces(CellIndex c, const UpdatedCell& updated,
                              const std::function<CellState(const std::vector<UpdateId>&)>& state_of) {
  const auto first = static_cast<CellIndex>(out_.cells.size());
  first_[c] = first;
  for (const UpdatedCell::Piece& piece : updated.pieces()) {
    NavMesh::Cell& cell = out_.cells.emplace_back();
    cell.stance = base_.cells[c].stance;
    if (CellState state = state_of(piece.updates); state != CellState{})
      cell.state = std::make_shared<const CellState>(std::move(state));
    for (const FacetPart& part : updated.surface().over(*piece.ring)) {
      NavMesh::Facet& facet = cell.facets.emplace_back(base_.cells[c].facets[part.facet]);
      facet.corners.clear();
      for (const ExactPoint& p : part.corners) facet.corners.push_back(number_(p));
    }
  }
  for (const Contact& contact : updated.contacts())
    for (const auto& way : updated.surface().straight_ways(contact.from, contact.to)) {
      const std::array on{number_(way[0]), number_(way[1])};
      add({first + contact.a, first + contact.b, PortalKind::flush, base_.cells[c].stance, on, on});
    }
  for (PortalShare& share : updated.shares()) {
    share.piece += first;
    shares_[share.portal][share.on_b].push_back(std::move(share));
  }
}

std::vector<PortalShare> MeshAssembly::shares_on(std::uint32_t portal, bool on_b, CellIndex cell) const {
  const auto known = shares_.find(portal);
  if (known != shares_.end() && !known->second[on_b].empty()) return known->second[on_b];
  return {{portal, on_b, first_[cell], {0, 1}}};
}

void MeshAssembly::add_portal(std::uint32_t portal) {
  const NavMesh::Portal& whole = base_.portals[portal];
  std::vector<PortalShare> of_a = shares_on(portal, false, whole.a), of_b = shares_on(portal, true, whole.b);
  each_common_stretch(of_a, of_b, &PortalShare::of,
                      [&](const PortalShare& s, const PortalShare& t, const mpq_class& begin, const mpq_class& end) {
                        add({s.piece, t.piece, whole.kind, whole.stance, part(whole.on_a, whole.a, begin, end),
                             part(whole.on_b, whole.b, begin, end)});
                      });
}

NavMesh MeshAssembly::take() {
  std::ranges::stable_sort(out_.portals, {}, [](const NavMesh::Portal& p) { return std::pair(p.a, p.b); });
  out_.points = MeshPoints(std::move(points_));
  return std::move(out_);
}

// Adds a portal, unless one of its cells is blocked.
void MeshAssembly::add(const NavMesh::Portal& p) {
  if (std::min(out_.cells[p.a].open_to(), out_.cells[p.b].open_to()) > kernel::blocked) out_.portals.push_back(p);
}

// A part of a segment, straight in plan, on the cell's surface: a portal of a merged cell may bend with it.
std::array<NavMesh::PointIndex, 2> MeshAssembly::part(const std::array<NavMesh::PointIndex, 2>& segment, CellIndex cell,
                                                      const mpq_class& begin, const mpq_class& end) {
  const auto at = [&](const mpq_class& share) {
    if (share == 0) return own(segment[0]);
    if (share == 1) return own(segment[1]);
    ExactPoint p = kernel::point_along(base_points_[segment[0]], base_points_[segment[1]], share);
    if (auto height = cell_height(base_, cell, p[0], p[1])) p[2] = std::move(*height);
    return number_(std::move(p));
  };
  const NavMesh::PointIndex first = at(begin);
  return {first, at(end)};
}

kernel::PlanRing ring_of(const NavMesh& mesh, std::span<const NavMesh::PointIndex> corners) {
  kernel::PlanRing ring;
  for (const NavMesh::PointIndex p : corners) ring.push_back({mesh.points[p][0], mesh.points[p][1]});
  return ring;
}

std::vector<ExactPoint> all_points(const MeshPoints& points) {
  points.make_exact(1);
  std::vector<ExactPoint> out;
  out.reserve(points.size());
  for (NavMesh::PointIndex i = 0; i < points.size(); ++i) out.push_back(points[i]);
  return out;
}

std::vector<kernel::Box> cell_boxes(const NavMesh& mesh, const std::vector<ExactPoint>& points,
                                    std::vector<std::uint32_t>& walkable) {
  std::vector<kernel::Box> out;
  for (CellIndex c = 0; c < mesh.cells.size(); ++c) {
    if (mesh.cells[c].stance >= 1) walkable.push_back(c);
    kernel::Box& box = out.emplace_back(kernel::no_box);
    for (const NavMesh::Facet& f : mesh.cells[c].facets)
      for (const NavMesh::PointIndex p : f.corners) {
        const ExactPoint corner[] = {points[p]};
        kernel::grow(box, kernel::box_of(corner));
      }
  }
  return out;
}

kernel::Box box_of(const UpdateArea& area) {
  kernel::Box box = kernel::no_box;
  for (const kernel::PlanRing& part : area.parts)
    for (const kernel::PlanPoint& p : part) {
      const ExactPoint low[] = {{p[0], p[1], area.heights ? area.heights->low : mpq_class(0)},
                                {p[0], p[1], area.heights ? area.heights->high : mpq_class(0)}};
      kernel::grow(box, kernel::box_of(low));
    }
  if (!area.heights) box.low[2] = -HUGE_VAL, box.high[2] = HUGE_VAL;
  return box;
}

}  // namespace

std::optional<std::string> unfit_for_updates(const NavMesh& mesh) {
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c)
    for (const NavMesh::Facet& f : mesh.cells[c].facets)
      if (mesh.cells[c].stance >= 1 && kernel::normal_convex_ring(ring_of(mesh, f.ring())).empty())
        return "a facet of cell " + std::to_string(c) + " is not convex or has no area, seen from above";
  for (const NavMesh::Portal& p : mesh.portals)
    for (const auto& on : {p.on_a, p.on_b})
      if (const kernel::PlanRing ends = ring_of(mesh, on); ends[0] == ends[1])
        return "a portal of cells " + std::to_string(p.a) + " and " + std::to_string(p.b) + " is upright";
  return std::nullopt;
}

struct NavUpdate::Update {
  UpdateArea area;
  Change change;
  bool prepared, enabled;
  std::vector<CellIndex> cells;  // those that it meets
};

// The base in the form that updates need, the live updates, and the cells that they meet.
struct NavUpdate::Live {
  explicit Live(const NavMesh& mesh)
      : points(all_points(mesh.points)), tree(cell_boxes(mesh, points, walkable), walkable) {
    first_portal.assign(mesh.cells.size() + 1, 0);
    for (const NavMesh::Portal& p : mesh.portals) ++first_portal[p.a + 1], ++first_portal[p.b + 1];
    for (std::size_t c = 0; c < mesh.cells.size(); ++c) first_portal[c + 1] += first_portal[c];
    portals.resize(first_portal.back());
    std::vector<std::uint32_t> next(first_portal.begin(), first_portal.end() - 1);
    for (std::uint32_t i = 0; i < mesh.portals.size(); ++i)
      for (const CellIndex c : {mesh.portals[i].a, mesh.portals[i].b}) portals[next[c]++] = i;
  }
  std::span<const std::uint32_t> portals_of(CellIndex c) const {
    return {portals.data() + first_portal[c], portals.data() + first_portal[c + 1]};
  }
  std::vector<CellPortal> cell_portals(const NavMesh& mesh, CellIndex c) const {
    std::vector<CellPortal> out;
    for (const std::uint32_t i : portals_of(c)) {
      const bool on_b = mesh.portals[i].b == c;
      const auto& segment = on_b ? mesh.portals[i].on_b : mesh.portals[i].on_a;
      const std::array ends{points[segment[0]], points[segment[1]]};
      out.push_back({i, on_b, ends, PlanBox(ends)});
    }
    return out;
  }

  // The last change, if it has not been carried out: an update that came or, if there is one here, that went.
  struct Waiting {
    UpdateId id;
    std::optional<Update> reverted;
  };

  std::vector<ExactPoint> points;  // by number
  std::vector<std::uint32_t> walkable;
  kernel::BoxTree tree;                              // over walkable cells
  std::vector<std::uint32_t> first_portal, portals;  // by cell
  std::map<UpdateId, Update> updates;
  std::map<CellIndex, UpdatedCell> updated;
  std::set<CellIndex> changed;  // of these, those whose pieces, or where they meet, are not known yet
  std::set<CellIndex> untold;   // whose pieces changed since take_changed()
  std::optional<Waiting> waiting;
  UpdateFacts facts;  // about the last change, once it is carried out
};

NavUpdate::NavUpdate(NavMesh base, kernel::Decomposition decomposition)
    : base_(std::move(base)), decomposition_(decomposition), live_(std::make_unique<Live>(base_)) {
  base_.one_way_links.clear();
}
NavUpdate::~NavUpdate() = default;
NavUpdate::NavUpdate(NavUpdate&&) noexcept = default;

Result<UpdateId> NavUpdate::update(UpdateArea area, Change change) {
  return add(std::move(area), std::move(change), false);
}
Result<UpdateId> NavUpdate::prepare(UpdateArea area, Change change) {
  return add(std::move(area), std::move(change), true);
}

Result<UpdateId> NavUpdate::add(UpdateArea area, Change change, bool prepared) {
  if (auto error = refusal(change)) return std::move(*error);
  LowestTerms lowest;
  lowest("the cost", change.cost)("the area", area.parts);
  if (area.heights) lowest("the heights", area.heights->low)("the heights", area.heights->high);
  if (lowest.refused()) return *lowest.refused();
  if (sgn(area.unit) <= 0) return bad_option("the area's unit is not above 0; make the area by make_update_area()");
  carry_out(false);
  const UpdateId id = next_++;
  live_->updates.emplace(id, Update{std::move(area), std::move(change), prepared, !prepared, {}});
  live_->waiting = {id, std::nullopt};
  return id;
}

void NavUpdate::carry_out(bool tells) const {
  if (!live_->waiting) return;
  const auto [id, reverted] = *std::exchange(live_->waiting, std::nullopt);
  live_->facts = {};
  if (!reverted) return cut(id, live_->updates.at(id), tells);
  live_->changed.insert(reverted->cells.begin(), reverted->cells.end());
  live_->untold.insert(reverted->cells.begin(), reverted->cells.end());
  for (const CellIndex c : reverted->cells) {
    UpdatedCell& cell = live_->updated.at(c);
    cell.erase(id, tells);
    if (tells) count(cell);
    if (cell.empty()) live_->updated.erase(c);
  }
}

void NavUpdate::count(const UpdatedCell& cell) const {
  const std::size_t before = cell.pieces_before(), after = cell.empty() ? 1 : cell.piece_count();
  UpdateFacts& facts = live_->facts;
  ++facts.met;
  facts.cuts += cell.cuts();
  facts.bits = std::max(facts.bits, static_cast<std::size_t>(cell.counts().longest_bits));
  facts.made += after > before ? after - before : 0;
  facts.joined += before > after ? before - after : 0;
}

void NavUpdate::settle() const {
  carry_out(true);
  for (const CellIndex c : std::exchange(live_->changed, {}))
    if (const auto at = live_->updated.find(c); at != live_->updated.end()) at->second.find_parts();
}

const UpdateFacts& NavUpdate::facts() const {
  carry_out(true);
  return live_->facts;
}

void NavUpdate::cut(UpdateId id, Update& update, bool tells) const {
  std::vector<CellIndex> candidates;
  live_->tree.query(box_of(update.area), [&](std::uint32_t c) { candidates.push_back(c); });
  std::ranges::sort(candidates);
  for (const CellIndex c : candidates) {
    auto at = live_->updated.find(c);
    const bool is_new = at == live_->updated.end();
    if (is_new)
      at = live_->updated.try_emplace(c, base_, live_->points, c, live_->cell_portals(base_, c), decomposition_).first;
    if (at->second.insert(id, update.area, tells)) {
      update.cells.push_back(c);
      live_->changed.insert(c);
      live_->untold.insert(c);
      if (tells) count(at->second);
    } else if (is_new) {
      live_->updated.erase(at);
    }
  }
}

void NavUpdate::set_base(NavMesh base) {
  carry_out(false);
  std::map<UpdateId, Update> updates = std::move(live_->updates);
  base_ = std::move(base);
  base_.one_way_links.clear();
  live_ = std::make_unique<Live>(base_);
  live_->updates = std::move(updates);
  for (auto& [id, update] : live_->updates) {
    update.cells.clear();
    cut(id, update, true);
  }
}

bool NavUpdate::revert(UpdateId id) {
  const auto at = live_->updates.find(id);
  if (at == live_->updates.end()) return false;
  carry_out(false);
  live_->waiting = {id, std::move(at->second)};
  live_->updates.erase(at);
  return true;
}

bool NavUpdate::is_live(UpdateId id) const { return live_->updates.contains(id); }

bool NavUpdate::is_prepared(UpdateId id) const {
  const auto at = live_->updates.find(id);
  return at != live_->updates.end() && at->second.prepared;
}

bool NavUpdate::set_enabled(UpdateId id, bool enabled) {
  if (!is_prepared(id) || live_->updates.at(id).enabled == enabled) return false;
  carry_out(false);
  live_->updates.at(id).enabled = enabled;
  live_->facts = {.met = live_->updates.at(id).cells.size()};
  return true;
}

CellState NavUpdate::state_of(CellIndex cell, std::span<const UpdateId> updates) const {
  CellState state = base_.cells[cell].updated();
  for (const UpdateId id : updates)
    if (const Update& u = live_->updates.at(id); u.enabled) apply(u.change, id, state);
  return state;
}

NavUpdate::StateRegions NavUpdate::state_regions(CellIndex cell) const {
  settle();
  std::vector<std::pair<CellState, kernel::PlanRing>> pieces;
  if (const auto at = live_->updated.find(cell); at != live_->updated.end()) {
    for (const UpdatedCell::Piece& p : at->second.pieces()) pieces.emplace_back(state_of(cell, p.updates), *p.ring);
  } else {
    auto& [state, ring] = pieces.emplace_back(state_of(cell, {}), kernel::PlanRing{});
    for (const NavMesh::PointIndex p : outline(base_, cell)) ring.push_back({live_->points[p][0], live_->points[p][1]});
  }
  StateRegions out;
  for (const auto& [state, ring] : pieces) out.states.push_back(state);
  const auto key = [](const CellState& s) { return std::tie(s.blocked_by, s.cost, s.tags); };
  const auto less = [&](const CellState& s, const CellState& t) { return key(s) < key(t); };
  std::ranges::sort(out.states, less);
  out.states.erase(std::unique(out.states.begin(), out.states.end()), out.states.end());
  std::vector<kernel::LabelledRing> rings;
  for (auto& [state, ring] : pieces) {
    const auto at = std::ranges::lower_bound(out.states, state, less);
    rings.push_back({std::move(ring), static_cast<std::uint32_t>(at - out.states.begin())});
  }
  out.regions = kernel::labelled_regions(rings);
  return out;
}

std::vector<NavUpdate::Piece> NavUpdate::pieces() const {
  settle();
  std::vector<Piece> out;
  std::size_t more = 0;  // cells of mesh() than of the base, so far
  for (const auto& [base, cell] : live_->updated) {
    for (UpdatedCell::Piece& p : cell.pieces())
      out.push_back({static_cast<CellIndex>(base + more++), base, std::move(p.updates)});
    --more;
  }
  return out;
}

std::vector<CellIndex> NavUpdate::take_changed() {
  settle();
  const std::set<CellIndex> changed = std::exchange(live_->untold, {});
  return {changed.begin(), changed.end()};
}

NavUpdate::Part NavUpdate::open_part(std::span<const CellIndex> cells) const {
  settle();
  std::set<CellIndex> around(cells.begin(), cells.end());
  std::set<std::uint32_t> portals;
  for (const CellIndex c : cells)
    for (const std::uint32_t i : live_->portals_of(c)) {
      portals.insert(i);
      around.insert({base_.portals[i].a, base_.portals[i].b});
    }
  Part out;
  MeshAssembly assembly(base_, live_->points, true);
  for (const CellIndex c : around) {
    const auto at = live_->updated.find(c);
    if (at == live_->updated.end()) {
      assembly.add_whole(c);
      out.pieces.push_back({static_cast<CellIndex>(out.pieces.size()), c, {}});
      continue;
    }
    assembly.add_pieces(c, at->second, [&](const std::vector<UpdateId>& ids) {
      CellState state = state_of(c, ids);
      state.blocked_by = 0;
      return state;
    });
    for (UpdatedCell::Piece& p : at->second.pieces())
      out.pieces.push_back({static_cast<CellIndex>(out.pieces.size()), c, std::move(p.updates)});
  }
  for (const std::uint32_t i : portals) assembly.add_portal(i);
  out.mesh = assembly.take();
  return out;
}

NavMesh NavUpdate::assembled(bool with_blocks) const {
  settle();
  if (live_->updated.empty()) return base_;
  MeshAssembly assembly(base_, live_->points, false);
  for (CellIndex c = 0; c < base_.cells.size(); ++c) {
    const auto at = live_->updated.find(c);
    if (at == live_->updated.end()) assembly.add_whole(c);
    else
      assembly.add_pieces(c, at->second, [&](const std::vector<UpdateId>& ids) {
        CellState state = state_of(c, ids);
        if (!with_blocks) state.blocked_by = 0;
        return state;
      });
  }
  for (std::uint32_t i = 0; i < base_.portals.size(); ++i) assembly.add_portal(i);
  return assembly.take();
}

}  // namespace plumb::pipeline
