// SPDX-License-Identifier: LGPL-3.0-or-later
// The overlay of a convex cell with convex areas that are inserted and erased one by one, kept up to date. The pieces
// must be a function of the live areas alone, whatever updates came before, and numbers must not grow with updates.
//
// Decomposition::bounded keeps a binary space partition of the cell (CellSubdivision::Node) whose leaves are overlays:
// 1. insert() and erase() descend from the root with each convex part of the area. A part that is apart from a node's
//    ring changes nothing there; one that contains the ring is listed in Node::around, and the descent ends; any other
//    part crosses the node.
// 2. Node::count() and Node::choose_split() maintain the line that splits a node which more than few_areas parts
//    cross: the axis-parallel line through the corner with the least hash, of the parts' corners within the node. The
//    hash of a place does not depend on the order of updates, and the least one seldom changes, as in a treap.
// 3. Where that line is still the same, the descent continues in both halves. Where it changed, make() rebuilds the
//    subtree of the node; or, if that is deferred, the node waits for settle(), and only collects parts.
// 4. cut() overlays a leaf: a LeafPlan holds the lines of its ring and of the parts that cross it. Each part, in the
//    order of the areas' names, splits every piece into what lies within the part, which gets the area's name, and
//    convex pieces of the rest (decompose_traversable).
// Decomposition::seed keeps a TriangleSubdivision instead. make_triangles() rebuilds it, unless the area inserted has
// the greatest name. triangles_of() makes conforming triangles of the pieces of either kind.
//
// Cost: an update takes a test of two convex polygons at each node that the area's boundary crosses, and cuts the
// leaves that it crosses again. A leaf has at most as many pieces as the square of the sides that cross it; few_areas
// bounds them, unless no axis-parallel line separates the areas. Where a line changes, n parts are inserted again:
// about n log n if they are small, n^2 at worst. Seed: linear in all triangles for each side of each area.
// Exact: all of it. Intervals of doubles come before fractions (convex_relation), the ladder of ImplicitPlan decides in
// leaves.
// Sources: *Trivial navigation mesh generation I* (2010) for the seed variant; Budde & Kausch (2012), chapter 7, for
// the cutting; treaps: Aragon & Seidel (1989).
#include "plumb/kernel/cell_subdivision.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "leaf_plan.h"
#include "plumb/kernel/conforming_rings.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/decompose.h"
#include "plumb/kernel/numbering.h"

namespace plumb::kernel {

/// A convex part of an area.
struct CellSubdivision::Part {
  AreaId area;
  std::uint32_t index;  ///< of the area's parts
  PlanRing ring;
  std::vector<PlanRef> places;  ///< of the ring
  PlanPoint low, high;          ///< its box
  const mpz_class* unit;
};

/// A node of the binary space partition: an inner node with two halves, or a leaf with pieces. All but the leaf's
/// number is a function of the node's ring and of the areas that meet it.
struct CellSubdivision::Node {
  struct InOrder {
    bool operator()(const Part* a, const Part* b) const {
      return a->area != b->area ? a->area < b->area : a->index < b->index;
    }
  };
  using Parts = std::set<const Part*, InOrder>;
  /// A corner of an area, ordered by the hash of its place: an order that looks random and depends on places alone.
  struct Lot {
    std::uint64_t number;
    PlanPoint at;
    bool operator<(const Lot& o) const { return number != o.number ? number < o.number : at < o.at; }
  };

  explicit Node(PlanRing r);

  /// Updates the counts after `part` was inserted into `crossing` (`more`) or erased from it. Corners are counted only
  /// while more than few_areas parts cross.
  void count(const Part& part, bool more);
  /// Chooses the line that splits the node, if more than few_areas parts cross it: through the corner of the least
  /// lot, across the longer side of the node's box if that separates the areas, else along it if that does; else none.
  /// @return whether the line is the same as before
  bool choose_split();
  /// Counts the corners anew.
  void recount();

  PlanRing ring;
  std::vector<PlanRef> places;  ///< of the ring
  PlanPoint low, high;          ///< its box
  Parts around;                 ///< areas that hold all of it
  Parts crossing;               ///< those whose boundary runs through it
  std::optional<AxisLine> split;
  std::unique_ptr<Node> halves[2];       ///< below and above the split; null in a leaf
  std::vector<SubdivisionPiece> pieces;  ///< of a leaf, with the areas that cross it
  std::uint64_t number = 0;              ///< of a leaf; see Leaf::number
  bool waits = false;                    ///< what is beneath, and what is counted, is out of date

 private:
  bool has_inside(const PlanRef& p) const;
  void count_corners(const Part& part, bool more);
  void count_sides(const Part& part, bool more);
  bool pays(std::size_t axis) const;

  std::map<Lot, std::size_t> corners_;  // the crossing parts' corners within the node, while they are counted
  bool counted_ = false;
  // The corner with the least lot. By axis of a line through it: how many crossing parts reach below it, and above it.
  std::optional<PlanPoint> corner_;
  std::array<std::array<std::size_t, 2>, 2> sides_{};
};

namespace {

// The ends of a ring's box.
std::pair<PlanPoint, PlanPoint> plan_box(const PlanRing& ring) {
  PlanPoint low = ring[0], high = ring[0];
  for (const PlanPoint& p : ring)
    for (std::size_t k = 0; k < 2; ++k) {
      if (p[k] < low[k]) low[k] = p[k];
      if (p[k] > high[k]) high[k] = p[k];
    }
  return {low, high};
}

}  // namespace

CellSubdivision::Node::Node(PlanRing r) : ring(std::move(r)), places(plan_refs(ring)) {
  std::tie(low, high) = plan_box(ring);
}

bool CellSubdivision::Node::has_inside(const PlanRef& p) const {
  for (std::size_t i = 0; i < places.size(); ++i)
    if (orientation(places[i], places[i + 1 == places.size() ? 0 : i + 1], p) <= 0) return false;
  return true;
}

void CellSubdivision::Node::count_corners(const Part& part, bool more) {
  for (std::size_t i = 0; i < part.ring.size(); ++i) {
    if (!has_inside(part.places[i])) continue;
    const Lot lot{hash_of(part.ring[i]), part.ring[i]};
    if (more) {
      ++corners_[lot];
    } else {
      const auto at = corners_.find(lot);
      if (--at->second == 0) corners_.erase(at);
    }
  }
}

void CellSubdivision::Node::count_sides(const Part& part, bool more) {
  const std::size_t one = more ? 1 : static_cast<std::size_t>(-1);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (part.low[axis] < (*corner_)[axis]) sides_[axis][0] += one;
    if (part.high[axis] > (*corner_)[axis]) sides_[axis][1] += one;
  }
}

void CellSubdivision::Node::count(const Part& part, bool more) {
  if (!counted_ || crossing.size() <= few_areas) return recount();
  count_corners(part, more);
  if (corner_) count_sides(part, more);
}

void CellSubdivision::Node::recount() {
  corners_.clear();
  corner_.reset();
  counted_ = crossing.size() > few_areas;
  if (counted_)
    for (const Part* p : crossing) count_corners(*p, true);
}

// Whether the line of that axis through the corner separates the areas: neither side keeps all of them, and both sides
// together have at most half as many again.
bool CellSubdivision::Node::pays(std::size_t axis) const {
  const auto& [below, above] = sides_[axis];
  return std::max(below, above) < crossing.size() && 2 * (below + above) <= 3 * crossing.size();
}

bool CellSubdivision::Node::choose_split() {
  const std::optional<AxisLine> before = split;
  split.reset();
  if (crossing.size() <= few_areas || corners_.empty()) {
    corner_.reset();
    return !before;
  }
  if (const PlanPoint& first = corners_.begin()->first.at; corner_ != first) {
    corner_ = first;
    sides_ = {};
    for (const Part* part : crossing) count_sides(*part, true);
  }
  const std::size_t longer = high[1] - low[1] > high[0] - low[0];
  for (const std::size_t axis : {longer, 1 - longer})
    if (!split && pays(axis)) split = {axis, (*corner_)[axis]};
  return split == before;
}

struct CellSubdivision::Areas {
  struct Area {
    std::vector<std::unique_ptr<Part>> parts;
    mpz_class unit;
  };
  std::map<AreaId, Area> live;
};

namespace {

using AxisLine = CellSubdivision::AxisLine;

PlanRing half_of(PlanRing ring, const AxisLine& h, bool high) {
  clip_half_plane(
      ring, [&](const PlanPoint& p) { return high ? cmp(p[h.axis], h.at) : cmp(h.at, p[h.axis]); },
      [&](const PlanPoint& p, int, const PlanPoint& q, int) {
        return point_along(p, q, mpq_class((h.at - p[h.axis]) / (q[h.axis] - p[h.axis])));
      });
  return normal_convex_ring(std::move(ring));
}

}  // namespace

CellSubdivision::CellSubdivision(PlanRing base, mpz_class unit, Decomposition decomposition)
    : base_(normal_convex_ring(std::move(base))),
      unit_(std::move(unit)),
      decomposition_(decomposition),
      areas_(std::make_unique<Areas>()) {
  assert(!base_.empty());
  if (decomposition_ == Decomposition::seed) make_triangles();
  else make(*(root_ = std::make_unique<Node>(base_)));
}
CellSubdivision::~CellSubdivision() = default;
CellSubdivision::CellSubdivision(CellSubdivision&&) noexcept = default;
CellSubdivision& CellSubdivision::operator=(CellSubdivision&&) noexcept = default;

bool CellSubdivision::contains(AreaId name) const { return areas_->live.contains(name); }
bool CellSubdivision::empty() const { return areas_->live.empty(); }

bool CellSubdivision::insert(AreaId name, std::vector<PlanRing> parts, const mpz_class& unit) {
  assert(!contains(name));
  const std::vector<PlanRef> places = plan_refs(base_);
  Areas::Area area{{}, unit};
  for (PlanRing& ring : parts) {
    auto part = std::make_unique<Part>();
    part->area = name;
    part->index = static_cast<std::uint32_t>(area.parts.size());
    part->ring = std::move(ring);
    part->places = plan_refs(part->ring);
    if (convex_relation(places, part->places) == ConvexRelation::apart) continue;
    std::tie(part->low, part->high) = plan_box(part->ring);
    area.parts.push_back(std::move(part));
  }
  if (area.parts.empty()) return false;
  Areas::Area& kept = areas_->live.emplace(name, std::move(area)).first->second;
  for (const auto& part : kept.parts) part->unit = &kept.unit;
  if (decomposition_ == Decomposition::bounded) {
    for (const auto& part : kept.parts) insert(*root_, *part);
  } else if (areas_->live.rbegin()->first == name) {
    for (const auto& part : kept.parts) triangles_->update(part->ring, name);
    keep_triangles();
  } else {
    make_triangles();
  }
  return true;
}

void CellSubdivision::erase(AreaId name) {
  const auto at = areas_->live.find(name);
  assert(at != areas_->live.end());
  if (decomposition_ == Decomposition::bounded)
    for (const auto& part : at->second.parts) erase(*root_, *part);
  areas_->live.erase(at);
  if (decomposition_ == Decomposition::seed) make_triangles();
}

void CellSubdivision::insert(Node& node, const Part& part) {
  switch (convex_relation(node.places, part.places)) {
    case ConvexRelation::apart: return;
    case ConvexRelation::within: node.around.insert(&part); return;
    default: break;
  }
  node.crossing.insert(&part);
  if (node.waits) return;
  node.count(part, true);
  if (!node.choose_split() || !node.split) return make(node);
  for (auto& half : node.halves) insert(*half, part);
}

void CellSubdivision::erase(Node& node, const Part& part) {
  if (node.around.erase(&part) != 0 || node.crossing.erase(&part) == 0 || node.waits) return;
  node.count(part, false);
  if (!node.choose_split() || !node.split) return make(node);
  for (auto& half : node.halves) erase(*half, part);
}

// Counts the pieces of a subtree no longer.
void CellSubdivision::forget(const Node& node) {
  piece_count_ -= node.pieces.size();
  for (const auto& half : node.halves)
    if (half) forget(*half);
}

// Rebuilds the subtree of a node from the parts that cross it.
void CellSubdivision::make(Node& node) {
  forget(node);
  node.pieces.clear();
  for (auto& half : node.halves) half.reset();
  node.waits = defers_;
  if (node.waits) return;
  node.choose_split();
  if (!node.split) return cut(node);
  for (const bool high : {false, true}) {
    Node& half = *(node.halves[high] = std::make_unique<Node>(half_of(node.ring, *node.split, high)));
    for (const Part* part : node.crossing) switch (convex_relation(half.places, part->places)) {
        case ConvexRelation::apart: break;
        case ConvexRelation::within: half.around.insert(part); break;
        default: half.crossing.insert(part);
      }
    half.recount();
    make(half);
  }
}

void CellSubdivision::settle() {
  const bool defers = std::exchange(defers_, false);
  if (root_) settle(*root_);
  defers_ = defers;
}

void CellSubdivision::settle(Node& node) {
  if (node.waits) {
    node.recount();
    make(node);
  } else {
    for (auto& half : node.halves)
      if (half) settle(*half);
  }
}

void CellSubdivision::cut(Node& node) {
  ++counts_.leaves;
  node.number = ++made_;
  if (node.crossing.empty()) {
    node.pieces.push_back({node.ring, {}, {}});
    ++piece_count_;
    return;
  }
  mpz_class unit = unit_;
  for (const Part* part : node.crossing) unit = lcm(unit, *part->unit);
  std::vector<const PlanRing*> rings{&node.ring};
  for (const Part* part : node.crossing) rings.push_back(&part->ring);
  LeafPlan leaf(rings, unit);
  struct Piece {
    ConvexCell cell;
    std::vector<AreaId> areas;
  };
  std::vector<Piece> pieces(1), next;
  pieces[0].cell = leaf.cell(0, no_polygon);
  OutlineSides scratch;
  Pieces parts;
  std::size_t place = 0;
  for (const Part* part : node.crossing) {
    const ConvexCell area = leaf.cell(++place, part->area);
    next.clear();
    for (Piece& piece : pieces) {
      if (!decompose_traversable(leaf.plan(), piece.cell, area, Decomposition::bounded, false, scratch, parts) ||
          parts.obstructed.size() < 3) {
        next.push_back(std::move(piece));
        continue;
      }
      counts_.cuts += !parts.free.empty();
      for (ConvexCell& free : parts.free) next.push_back({std::move(free), piece.areas});
      piece.areas.push_back(part->area);
      next.push_back({std::move(parts.obstructed), std::move(piece.areas)});
    }
    pieces.swap(next);
  }
  node.pieces.reserve(pieces.size());
  for (Piece& piece : pieces) node.pieces.push_back(leaf.piece(piece.cell, std::move(piece.areas)));
  piece_count_ += node.pieces.size();
  counts_.predicates += leaf.plan().counts();
  counts_.longest_bits = std::max(counts_.longest_bits, leaf.longest_bits());
}

void CellSubdivision::make_triangles() {
  std::vector<std::array<PlanPoint, 3>> fan;
  for (std::size_t i = 1; i + 1 < base_.size(); ++i) fan.push_back({base_[0], base_[i], base_[i + 1]});
  triangles_ = std::make_unique<TriangleSubdivision>(fan);
  for (const auto& [name, area] : areas_->live)
    for (const auto& part : area.parts) triangles_->update(part->ring, name);
  keep_triangles();
}

void CellSubdivision::keep_triangles() {
  ++made_;
  counts_.longest_bits = std::max(counts_.longest_bits, static_cast<int>(triangles_->longest_number()));
  triangle_pieces_.clear();
  const TriangleSubdivision& all = *triangles_;
  for (TriangleSubdivision::TriangleId t = 0; t < all.triangle_bound(); ++t) {
    if (!all.is_triangle(t)) continue;
    SubdivisionPiece& piece = triangle_pieces_.emplace_back(SubdivisionPiece{{}, all.triangle(t).areas, {}});
    for (const auto p : all.ring(t)) piece.ring.push_back(all.points()[p]);
  }
  piece_count_ = triangle_pieces_.size();
}

namespace {

class LeafList {
 public:
  void add(const CellSubdivision::Node& node) {
    assert(!node.waits);
    const std::size_t around = around_.size();
    for (const CellSubdivision::Part* part : node.around) around_.push_back(part->area);
    if (node.split) {
      splits_.push_back(*node.split);
      for (const auto& half : node.halves) add(*half);
      splits_.pop_back();
    } else {
      CellSubdivision::Leaf& leaf =
          leaves.emplace_back(CellSubdivision::Leaf{node.number, &node.pieces, around_, splits_});
      std::ranges::sort(leaf.around);
    }
    around_.resize(around);
  }
  std::vector<CellSubdivision::Leaf> leaves;

 private:
  std::vector<AreaId> around_;
  std::vector<AxisLine> splits_;
};

}  // namespace

std::vector<CellSubdivision::Leaf> CellSubdivision::leaves() const {
  if (decomposition_ == Decomposition::seed) return {{made_, &triangle_pieces_, {}, {}}};
  LeafList list;
  list.add(*root_);
  return std::move(list.leaves);
}

std::vector<AreaId> all_areas(const CellSubdivision::Leaf& leaf, const SubdivisionPiece& piece) {
  std::vector<AreaId> areas;
  std::ranges::set_union(leaf.around, piece.areas, std::back_inserter(areas));
  return areas;
}

std::vector<SubdivisionPiece> CellSubdivision::pieces() const {
  if (empty()) return {{base_, {}, {}}};
  std::vector<SubdivisionPiece> out;
  for (const Leaf& leaf : leaves())
    for (const SubdivisionPiece& p : *leaf.pieces) out.push_back({p.ring, all_areas(leaf, p), {}});
  return out;
}

std::vector<std::array<PlanPoint, 3>> triangles_of(std::span<const SubdivisionPiece> pieces) {
  ConformingRings rings;
  for (const SubdivisionPiece& p : pieces) rings.add(p.ring);
  std::vector<std::array<PlanPoint, 3>> out;
  for (auto ring : rings.conforming()) {
    const std::size_t n = ring.size();
    const auto straight = [&](std::size_t i) { return ring[i % n].line == ring[(i + 1) % n].line; };
    // Where some side has corners within it, the ring is rotated to start with the first of these. The stretches of
    // that side from there on make triangles with the corner after the side's end, and a fan from the first corner
    // covers the rest. So no triangle is flat.
    std::size_t start = 0;
    while (start < n && !(straight(start) && !straight(start + n - 1))) ++start;
    std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(start % n), ring.end());
    std::size_t end = 1;
    while (straight(end)) ++end;
    const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
      out.push_back({rings.point(ring[a].point), rings.point(ring[b].point), rings.point(ring[c].point)});
    };
    for (std::size_t k = 0; k < end; ++k) add(end + 1, k, k + 1);
    for (std::size_t k = end + 1; k + 1 < n; ++k) add(0, k, k + 1);
  }
  return out;
}

}  // namespace plumb::kernel
