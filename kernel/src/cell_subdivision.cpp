// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/cell_subdivision.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "plumb/kernel/conforming_rings.h"
#include "plumb/kernel/decompose.h"
#include "plumb/kernel/exact_hash.h"
#include "plumb/kernel/half_plane.h"

namespace plumb::kernel {

struct CellSubdivision::Part {
  AreaId area;
  std::uint32_t index;  // of the area's parts
  PlanRing ring;
  std::vector<PlanRef> places;
  PlanPoint low, high;
  const mpz_class* unit;

  bool operator<(const Part& o) const { return area != o.area ? area < o.area : index < o.index; }
};

struct CellSubdivision::Areas {
  struct Area {
    std::vector<std::unique_ptr<Part>> parts;
    mpz_class unit;
  };
  std::map<AreaId, Area> live;
};

namespace {

using Part = CellSubdivision::Part;
struct InOrder {
  bool operator()(const Part* a, const Part* b) const { return *a < *b; }
};
using Parts = std::set<const Part*, InOrder>;

// Corners of areas, in an order that depends on their places alone, and looks as if drawn by lot.
struct Lot {
  std::uint64_t number;
  PlanPoint at;
  bool operator<(const Lot& o) const { return number != o.number ? number < o.number : at < o.at; }
};

std::pair<PlanPoint, PlanPoint> box_of(const PlanRing& ring) {
  PlanPoint low = ring[0], high = ring[0];
  for (const PlanPoint& p : ring)
    for (std::size_t k = 0; k < 2; ++k) {
      if (p[k] < low[k]) low[k] = p[k];
      if (p[k] > high[k]) high[k] = p[k];
    }
  return {low, high};
}

using Median = CellSubdivision::Median;

PlanRing half_of(PlanRing ring, const Median& h, bool high) {
  clip_half_plane(
      ring, [&](const PlanPoint& p) { return high ? cmp(p[h.axis], h.at) : cmp(h.at, p[h.axis]); },
      [&](const PlanPoint& p, int, const PlanPoint& q, int) {
        PlanPoint cut = point_along(p, q, mpq_class((h.at - p[h.axis]) / (q[h.axis] - p[h.axis])));
        return cut;
      });
  return normal_convex_ring(std::move(ring));
}

}  // namespace

struct CellSubdivision::Node {
  PlanRing ring;
  std::vector<PlanRef> places;
  PlanPoint low, high;
  Parts around;                        // areas that hold all of it
  Parts crossing;                      // those whose boundary runs through it
  std::map<Lot, std::size_t> corners;  // in its interior, of the areas that cross, if they are counted
  bool counted = false;
  // Of the lines through the corner with the least lot, by axis: how many areas lie below at least in part, how many
  // above.
  std::optional<PlanPoint> corner;
  std::array<std::array<std::size_t, 2>, 2> sides{};
  std::optional<Median> median;
  std::unique_ptr<Node> halves[2];
  std::vector<SubdivisionPiece> pieces;  // of a leaf: in which of the areas that cross
  std::uint64_t number = 0;              // of a leaf

  explicit Node(PlanRing r) : ring(std::move(r)), places(plan_refs(ring)) { std::tie(low, high) = box_of(ring); }
  bool has_inside(const PlanRef& p) const {
    for (std::size_t i = 0; i < places.size(); ++i)
      if (orientation(places[i], places[i + 1 == places.size() ? 0 : i + 1], p) <= 0) return false;
    return true;
  }
  void count_corners(const Part& part, bool more) {
    for (std::size_t i = 0; i < part.ring.size(); ++i) {
      if (!has_inside(part.places[i])) continue;
      const Lot lot{hash_of(part.ring[i]), part.ring[i]};
      if (more) {
        ++corners[lot];
      } else {
        const auto at = corners.find(lot);
        if (--at->second == 0) corners.erase(at);
      }
    }
  }
  void count_sides(const Part& part, bool more) {
    const std::size_t one = more ? 1 : static_cast<std::size_t>(-1);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      if (part.low[axis] < (*corner)[axis]) sides[axis][0] += one;
      if (part.high[axis] > (*corner)[axis]) sides[axis][1] += one;
    }
  }
  // An area that crosses from now on, or no longer. Corners are counted where many cross.
  void count(const Part& part, bool more) {
    if (crossing.size() <= CellSubdivision::most_areas) {
      corners.clear();
      corner.reset();
      counted = false;
      return;
    }
    if (counted) {
      count_corners(part, more);
    } else {
      for (const Part* p : crossing) count_corners(*p, true);
      counted = true;
    }
    if (corner) count_sides(part, more);
  }
  // Whether lines of that axis part the areas: not all are on both sides, and not many.
  bool pays(std::size_t axis) const {
    const auto& [below, above] = sides[axis];
    return std::max(below, above) < crossing.size() && 2 * (below + above) <= 3 * crossing.size();
  }
  // Chooses the line that halves it: through the corner with the least lot, across its longer side if that parts the
  // areas, or else along it. @return whether it is the line that did so before
  bool choose_median() {
    const std::optional<Median> before = median;
    median.reset();
    if (crossing.size() <= CellSubdivision::most_areas || corners.empty()) {
      corner.reset();
      return !before;
    }
    if (const PlanPoint& first = corners.begin()->first.at; corner != first) {
      corner = first;
      sides = {};
      for (const Part* part : crossing) count_sides(*part, true);
    }
    const std::size_t longer = high[1] - low[1] > high[0] - low[0];
    for (const std::size_t axis : {longer, 1 - longer})
      if (!median && pays(axis)) median = {axis, (*corner)[axis]};
    return median == before;
  }
};

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
    std::tie(part->low, part->high) = box_of(part->ring);
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
  node.count(part, true);
  if (!node.choose_median() || !node.median) return make(node);
  for (auto& half : node.halves) insert(*half, part);
}

void CellSubdivision::erase(Node& node, const Part& part) {
  if (node.around.erase(&part) != 0 || node.crossing.erase(&part) == 0) return;
  node.count(part, false);
  if (!node.choose_median() || !node.median) return make(node);
  for (auto& half : node.halves) erase(*half, part);
}

// All of it anew, from the areas that cross.
void CellSubdivision::make(Node& node) {
  for (auto& half : node.halves) half.reset();
  node.choose_median();
  if (!node.median) return cut(node);
  node.pieces.clear();
  for (const bool high : {false, true}) {
    Node& half = *(node.halves[high] = std::make_unique<Node>(half_of(node.ring, *node.median, high)));
    for (const Part* part : node.crossing) switch (convex_relation(half.places, part->places)) {
        case ConvexRelation::apart: break;
        case ConvexRelation::within: half.around.insert(part); break;
        default: half.crossing.insert(part), half.count(*part, true);
      }
    make(half);
  }
}

namespace {

// A leaf's frame: the points of a grid 1 / unit that rings have corners on, and what lines through other places make.
class LeafFrame {
 public:
  LeafFrame(std::span<const PlanRing* const> rings, const mpz_class& unit) : unit_(unit) {
    // Relative to the grid's point next to the lowest corner of the first.
    for (std::size_t k = 0; k < 2; ++k) {
      const mpq_class scaled = std::ranges::min(*rings[0], {}, [k](const PlanPoint& p) { return p[k]; })[k] * unit_;
      mpz_fdiv_q(origin_[k].get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
    }
    std::vector<mpz_class> xyz{origin_[0], origin_[1], 0};
    for (const PlanRing* ring : rings) {
      first_.push_back(is_on_grid(*ring) ? static_cast<PointId>(xyz.size() / 3) : no_point);
      if (first_.back() == no_point) continue;
      for (const PlanPoint& p : *ring) {
        corners_.push_back(&p);
        for (std::size_t k = 0; k < 2; ++k) {
          xyz.push_back(p[k].get_num() * (unit_ / p[k].get_den()));
          coordinate_bits_ = std::max(coordinate_bits_, bits(xyz.back() - origin_[k]));
        }
        xyz.push_back(0);
      }
    }
    points_.emplace(PointTable::from_integers(std::move(xyz), unit_));
    frame_.emplace(*points_, 0);
  }
  Frame& frame() { return *frame_; }
  // Of a line at a vertex, that is of three lines: docs/architecture.md for those through points of the grid; of
  // others, one coefficient each, in two of six orders.
  int longest_bits() const { return std::max(4 * coordinate_bits_ + 6, 2 * normal_bits_ + offset_bits_ + 3); }

  // The ring of that place in the list, counter-clockwise, as a cell, clockwise.
  ConvexCell cell(std::size_t place, const PlanRing& ring, PolygonId id) {
    const auto n = static_cast<std::uint32_t>(ring.size());
    if (first_[place] != no_point) {
      std::vector<PointId> corners;
      for (std::uint32_t i = n; i-- > 0;) corners.push_back(first_[place] + i);
      return make_cell(*frame_, id, corners);
    }
    std::vector<LineId> lines;
    for (std::uint32_t i = 0; i < n; ++i)
      lines.push_back(line(ring[i + 1 == n ? 0 : i + 1], ring[i], {edge_kind, false, id, i}));
    ConvexCell out;
    for (std::uint32_t i = n; i-- > 0;)  // side i runs from corner i + 1 to corner i
      out.push_back({lines[i], frame_->vertex(lines[i], lines[i == 0 ? n - 1 : i - 1])});
    return out;
  }

  // The other way, from the lowest corner.
  SubdivisionPiece piece(const ConvexCell& cell, std::vector<AreaId> areas) {
    SubdivisionPiece out{{}, std::move(areas), {}};
    out.ring.reserve(cell.size());
    for (std::size_t i = cell.size(); i-- > 0;) {
      out.ring.push_back(place(cell[i].vertex));
      out.lines.push_back(frame_->representative(cell[i].line) >>
                          1);  // clockwise it ends where the other way it starts
    }
    const auto least = std::ranges::min_element(out.ring) - out.ring.begin();
    std::rotate(out.ring.begin(), out.ring.begin() + least, out.ring.end());
    std::rotate(out.lines.begin(), out.lines.begin() + least, out.lines.end());
    return out;
  }

 private:
  bool is_on_grid(const PlanRing& ring) const {
    return std::ranges::all_of(ring, [&](const PlanPoint& p) {
      return std::ranges::all_of(
          p, [&](const mpq_class& v) { return mpz_divisible_p(unit_.get_mpz_t(), v.get_den_mpz_t()) != 0; });
    });
  }
  LineId line(const PlanPoint& p, const PlanPoint& q, LineSource source) {
    const auto local = [&](const PlanPoint& at, std::size_t k) { return mpq_class(at[k] * unit_ - origin_[k]); };
    const mpq_class px = local(p, 0), py = local(p, 1), a = local(q, 1) - py, b = px - local(q, 0),
                    c = -(a * px + b * py);
    const mpz_class scale = lcm(lcm(a.get_den(), b.get_den()), c.get_den());
    Coefficients<mpz_class> l{a.get_num() * (scale / a.get_den()), b.get_num() * (scale / b.get_den()),
                              c.get_num() * (scale / c.get_den())};
    const mpz_class g = gcd(gcd(l.a, l.b), l.c);
    l = {l.a / g, l.b / g, l.c / g};
    normal_bits_ = std::max({normal_bits_, bits(l.a), bits(l.b)});
    offset_bits_ = std::max(offset_bits_, bits(l.c));
    return frame_->line(std::move(l), source);
  }
  // Vertices are shared by pieces: each place is made once.
  const PlanPoint& place(VertexId v) {
    if (const PointId p = frame_->point_of(v); p != no_point) return *corners_[p];
    const auto [at, is_new] = places_.try_emplace(v);
    if (is_new) {
      const auto [x, y, w] = frame_->exact_vertex(v);
      at->second = {mpq_class(x + origin_[0] * w, w * unit_), mpq_class(y + origin_[1] * w, w * unit_)};
      for (mpq_class& c : at->second) c.canonicalize();
    }
    return at->second;
  }
  static int bits(const mpz_class& v) { return static_cast<int>(mpz_sizeinbase(v.get_mpz_t(), 2)); }

  const mpz_class& unit_;
  mpz_class origin_[2];
  std::vector<PointId> first_;                      // by ring: the number of its first corner, if all are on the grid
  std::vector<const PlanPoint*> corners_{nullptr};  // by number; the first is the origin
  int coordinate_bits_ = 0, normal_bits_ = 0, offset_bits_ = 0;
  std::optional<PointTable> points_;
  std::optional<Frame> frame_;
  std::unordered_map<VertexId, PlanPoint> places_;
};

}  // namespace

void CellSubdivision::cut(Node& node) {
  ++counts_.leaves;
  node.number = ++made_;
  node.pieces.clear();
  if (node.crossing.empty()) {
    node.pieces.push_back({node.ring, {}, {}});
    return;
  }
  mpz_class unit = unit_;
  for (const Part* part : node.crossing) unit = lcm(unit, *part->unit);
  std::vector<const PlanRing*> rings{&node.ring};
  for (const Part* part : node.crossing) rings.push_back(&part->ring);
  LeafFrame leaf(rings, unit);
  struct Piece {
    ConvexCell cell;
    std::vector<AreaId> areas;
  };
  std::vector<Piece> pieces(1), next;
  pieces[0].cell = leaf.cell(0, node.ring, no_polygon);
  OutlineSides scratch;
  Pieces parts;
  std::size_t place = 0;
  for (const Part* part : node.crossing) {
    const ConvexCell area = leaf.cell(++place, part->ring, part->area);
    next.clear();
    for (Piece& piece : pieces) {
      if (!decompose_traversable(leaf.frame(), piece.cell, area, Decomposition::bounded, false, scratch, parts) ||
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
  counts_.predicates += leaf.frame().counts();
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
}

namespace {

class LeafList {
 public:
  void add(const CellSubdivision::Node& node) {
    const std::size_t around = around_.size();
    for (const Part* part : node.around) around_.push_back(part->area);
    if (node.median) {
      medians_.push_back(*node.median);
      for (const auto& half : node.halves) add(*half);
      medians_.pop_back();
    } else {
      CellSubdivision::Leaf& leaf =
          leaves.emplace_back(CellSubdivision::Leaf{node.number, &node.pieces, around_, medians_});
      std::ranges::sort(leaf.around);
    }
    around_.resize(around);
  }
  std::vector<CellSubdivision::Leaf> leaves;

 private:
  std::vector<AreaId> around_;
  std::vector<Median> medians_;
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

std::vector<std::array<PlanPoint, 3>> triangulate(std::span<const SubdivisionPiece> pieces) {
  ConformingRings rings;
  for (const SubdivisionPiece& p : pieces) rings.add(p.ring);
  std::vector<std::array<PlanPoint, 3>> out;
  for (auto ring : rings.conforming()) {
    const std::size_t n = ring.size();
    const auto straight = [&](std::size_t i) { return ring[i % n].line == ring[(i + 1) % n].line; };
    // From a corner within a side, the first of it, if there is one: a fan over all but the rest of this side, which is
    // seen from the corner next to the side. So no triangle is flat.
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
