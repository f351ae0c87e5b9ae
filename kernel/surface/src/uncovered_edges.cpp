// SPDX-License-Identifier: LGPL-3.0-or-later
// The boundary of a floor minus a union of convex polygons, without a triangulation of the union.
// Problem. n convex polygons, sections of border bodies, lie over a floor given in triangles, and overlap heavily: a
// corridor is covered hundreds of times. Return, for each polygon edge and each joint of the floor, the
// stretches that have uncovered floor along their right side: these, and nothing else, bound what is left.
// 1. take() and add_part() number the edges of polygons and triangles. find() adds the joints of the floor as reversed
//    edges, and makes one Piece of each edge that is near the floor.
// 2. solve() splits the pieces at the median of the longer axis of their box, again and again (halves); keep_near()
//    keeps for each half the polygons and triangles that touch its box, and drops the half if one polygon holds all of
//    its box. Long pieces are cut in two (cut_long), at a double.
// 3. add_uncovered() handles one piece: core_holds() asks in doubles whether one polygon surely covers it; else over()
//    computes the span that each near polygon covers, as two Cuts, and the sorted spans leave the stretches that
//    nothing covers. Of two edges along one another in one direction the lower polygon's counts.
// 4. add_within() keeps what of such a stretch lies on the floor: decided at its middle where no joint is near, else by
//    spans again.
// 5. join_pieces() puts together what cut_long() had cut.
// Cost. For n bodies along a border about n log n, because most pieces are dropped by a core or a box; with m edges
// that cross pairwise and no cover O(m n). Memory O(edges), plus the lists of one branch of the recursion.
// Exactness. A Cut is known by the crossing edge and an interval of doubles around its share; compare() looks at
// fractions only where intervals overlap. A side of a line is an interval's sign or, if that is not certain, that of a
// fraction. Cores, boxes and hints (last_, last_parting) save time alone.
// Source: none of the five documents; Sanchez 2021, 2.9, subtracts one polygon after the other.
#include "plumb/surface/uncovered_edges.h"

#include <algorithm>
#include <cassert>

#include "plumb/kernel/formulas.h"

namespace plumb::surface {
namespace {

using kernel::Box;
using kernel::Interval;
using Near = MeshCorners::Near;
// A node with fewer pairs of pieces and polygons, or with fewer polygons, is not worth halving.
constexpr std::size_t few_pairs = 16384, few_polygons = 4;
constexpr int max_depth = 64;

void grow(Box& box, const Near& at) {
  for (std::size_t k = 0; k < 2; ++k) {
    box.low[k] = std::min(box.low[k], at[k].low);
    box.high[k] = std::max(box.high[k], at[k].high);
  }
}

double middle(const Box& box, std::size_t axis) { return box.low[axis] / 2 + box.high[axis] / 2; }

bool touches(const Box& a, const Box& b) {
  return a.low[0] <= b.high[0] && b.low[0] <= a.high[0] && a.low[1] <= b.high[1] && b.low[1] <= a.high[1];
}
bool holds(const Box& a, const Box& b) {
  return a.low[0] <= b.low[0] && b.high[0] <= a.high[0] && a.low[1] <= b.low[1] && b.high[1] <= a.high[1];
}

}  // namespace

void UncoveredEdges::clear() {
  edges_.clear();
  lines_.clear();
  taken_.clear();
  parts_.clear();
  joints_.clear();
  joint_.clear();
  found_.clear();
  floor_ = kernel::no_box;
  last_ = 0;
  last_corner_ = none;
}

Box UncoveredEdges::box_around(const Near& a, const Near& b) {
  Box box = kernel::no_box;
  grow(box, a);
  grow(box, b);
  return box;
}

UncoveredEdges::Polygon UncoveredEdges::add_ring(std::span<const Id> ring, std::uint32_t polygon) {
  Polygon out{static_cast<std::uint32_t>(edges_.size()), 0, kernel::no_box};
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Id from = ring[i], to = ring[i + 1 == ring.size() ? 0 : i + 1];
    edges_.push_back({from, to, polygon});
    const Near &p = corners_.near(from), &q = corners_.near(to);
    lines_.push_back({p, {q[0] - p[0], q[1] - p[1]}});
    grow(out.box, p);
  }
  out.end = static_cast<std::uint32_t>(edges_.size());
  return out;
}

void UncoveredEdges::take(std::span<const Id> ring, const SegmentCore* core) {
  taken_.push_back(add_ring(ring, static_cast<std::uint32_t>(taken_.size())));
  taken_.back().core = core;
}

void UncoveredEdges::add_part(const std::array<Id, 3>& corners, const std::array<bool, 3>& is_joint) {
  parts_.push_back(add_ring(corners, none));
  joint_.push_back(is_joint);
  kernel::grow(floor_, parts_.back().box);
}

// --- Signs, exactly

Interval UncoveredEdges::near_side(std::uint32_t line, const Near& at) const {
  const Line& l = lines_[line];
  return kernel::formulas::determinant(l.run[0], l.run[1], at[0] - l.at[0], at[1] - l.at[1]);
}

kernel::Sign UncoveredEdges::side(std::uint32_t line, Id corner) const {
  const Edge& l = edges_[line];
  if (corner == l.from || corner == l.to) return kernel::Sign::zero;
  if (const auto sign = near_side(line, corners_.near(corner)).sign()) return *sign;
  const auto from = corners_.place(l.from), to = corners_.place(l.to), at = corners_.place(corner);
  return kernel::orientation_of_vectors_exact(from, to, from, at);
}

Near UncoveredEdges::near_place(std::uint32_t edge, double share) const {
  const Edge& e = edges_[edge];
  if (share == 0) return corners_.near(e.from);
  if (share == 1) return corners_.near(e.to);
  const Line& l = lines_[edge];
  return {l.at[0] + Interval(share) * l.run[0], l.at[1] + Interval(share) * l.run[1]};
}

bool UncoveredEdges::same_direction(std::uint32_t a, std::uint32_t b) const {
  const Line &l = lines_[a], &m = lines_[b];
  if (const auto sign = kernel::formulas::dot2d(l.run[0], l.run[1], m.run[0], m.run[1]).sign())
    return *sign == kernel::Sign::positive;
  const auto run = [&](std::uint32_t e, std::size_t k) {
    return mpq_class(corners_.exact(edges_[e].to, k) - corners_.exact(edges_[e].from, k));
  };
  return sgn(mpq_class(kernel::formulas::dot2d(run(a, 0), run(a, 1), run(b, 0), run(b, 1)))) > 0;
}

mpq_class UncoveredEdges::share(std::uint32_t edge, const Cut& cut) const {
  if (cut.edge == none) return cut.near.low;
  const Edge &e = edges_[edge], &l = edges_[cut.edge];
  const kernel::PlanPoint p = corners_.exact(l.from), q = corners_.exact(l.to);
  const mpq_class a = kernel::formulas::orient2d(p, q, corners_.exact(e.from)),
                  b = kernel::formulas::orient2d(p, q, corners_.exact(e.to));
  return a / (a - b);
}

kernel::PlanPoint UncoveredEdges::place(std::uint32_t edge, const Cut& cut) const {
  const Edge& e = edges_[edge];
  if (at_start(cut)) return corners_.exact(e.from);
  if (at_end(cut)) return corners_.exact(e.to);
  return kernel::point_along(corners_.exact(e.from), corners_.exact(e.to), share(edge, cut));
}

int UncoveredEdges::compare(std::uint32_t edge, const Cut& a, const Cut& b) const {
  if (a.near.high < b.near.low) return -1;
  if (b.near.high < a.near.low) return 1;
  if (a.edge == none && b.edge == none) return 0;
  if (a.edge != none && b.edge != none) {
    const Edge &l = edges_[a.edge], &m = edges_[b.edge];
    if (std::minmax(l.from, l.to) == std::minmax(m.from, m.to)) return 0;
  }
  return cmp(share(edge, a), share(edge, b));
}

// Where an edge crosses a line. Requires the ends of the edge to be on opposite sides of it.
UncoveredEdges::Cut UncoveredEdges::crossing(std::uint32_t edge, std::uint32_t line) const {
  const Interval a = near_side(line, corners_.near(edges_[edge].from)),
                 b = near_side(line, corners_.near(edges_[edge].to));
  Interval share = a / (a - b);
  share.low = std::max(share.low, 0.0);
  share.high = std::min(share.high, 1.0);
  return {share, line};
}

// --- Halving

std::vector<UncoveredEdges::Stretch> UncoveredEdges::find() {
  Node all;
  for (std::uint32_t p = 0; p < taken_.size(); ++p) all.taken.push_back(p);
  for (std::uint32_t p = 0; p < parts_.size(); ++p) {
    all.parts.push_back(p);
    // Joints run backwards, so that the floor is on their right.
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (!joint_[p][i]) continue;
      const Edge side = edges_[parts_[p].first + i];
      joints_.push_back(static_cast<std::uint32_t>(edges_.size()));
      const Near &from = corners_.near(side.to), &to = corners_.near(side.from);
      edges_.push_back({side.to, side.from, none, p, i});
      lines_.push_back({from, {to[0] - from[0], to[1] - from[1]}});
    }
  }
  const auto add_piece = [&](std::uint32_t e) {
    const Near &from = corners_.near(edges_[e].from), &to = corners_.near(edges_[e].to);
    const Box box = box_around(from, to);
    if (touches(box, floor_)) all.pieces.push_back({e, 0, 1, from, to, box});
  };
  all.pieces.reserve(edges_.size());
  for (const Polygon& p : taken_)
    if (touches(p.box, floor_))
      for (std::uint32_t e = p.first; e < p.end; ++e)
        if (!edges_[e].is_hidden) add_piece(e);
  for (const std::uint32_t e : joints_) add_piece(e);
  solve(std::move(all), 0);
  join_pieces();
  return std::move(found_);
}

Box UncoveredEdges::box_of(const std::vector<Piece>& pieces) {
  Box box = kernel::no_box;
  for (const Piece& p : pieces) kernel::grow(box, p.box);
  return box;
}

// Keeps only polygons and triangles near the pieces. Returns false if certainly nothing is left there.
bool UncoveredEdges::keep_near(Node& node) const {
  const Box box = box_of(node.pieces);
  std::erase_if(node.taken, [&](std::uint32_t p) { return !touches(taken_[p].box, box); });
  std::erase_if(node.parts, [&](std::uint32_t p) { return !touches(parts_[p].box, box); });
  return !node.parts.empty() &&
         std::ranges::none_of(node.taken, [&](std::uint32_t p) { return holds(taken_[p], box); });
}

bool UncoveredEdges::holds(const Polygon& polygon, const Box& box) const {
  if (!surface::holds(polygon.box, box)) return false;
  if (polygon.core) return polygon.core->holds(box);
  for (std::uint32_t e = polygon.first; e < polygon.end; ++e)
    for (const double x : {box.low[0], box.high[0]})
      for (const double y : {box.low[1], box.high[1]})
        if (!(near_side(e, {Interval(x), Interval(y)}).low > 0)) return false;
  return true;
}

void UncoveredEdges::solve(Node node, int depth) {
  if (node.pieces.empty() || !keep_near(node)) return;
  if (depth < max_depth && node.pieces.size() * node.taken.size() > few_pairs && node.taken.size() > few_polygons) {
    if (auto both = halves(node)) {
      node = {};
      for (Node& half : *both) solve(std::move(half), depth + 1);
      return;
    }
  }
  solve_leaf(node);
}

// Splits a node in two, along the longer side of its box first; none where that does not pay.
std::optional<std::array<UncoveredEdges::Node, 2>> UncoveredEdges::halves(const Node& node) const {
  const std::size_t most = node.pieces.size() * node.taken.size() / 4 * 3;
  const Box box = box_of(node.pieces);
  const std::size_t longer = box.high[0] - box.low[0] < box.high[1] - box.low[1];
  std::vector<double> middles(node.pieces.size());
  for (const std::size_t axis : {longer, 1 - longer}) {
    std::ranges::transform(node.pieces, middles.begin(), [&](const Piece& p) { return middle(p.box, axis); });
    const auto at = middles.begin() + static_cast<std::ptrdiff_t>(middles.size() / 2);
    std::ranges::nth_element(middles, at);
    std::array<Node, 2> halves;
    for (Node& half : halves) half.pieces.reserve(node.pieces.size());
    for (const Piece& p : node.pieces) cut_long(p, axis, *at, halves);
    std::size_t pairs = 0;
    for (Node& half : halves) {
      half.taken = node.taken;
      half.parts = node.parts;
      if (!half.pieces.empty() && !keep_near(half)) half.pieces.clear();
      pairs += half.pieces.size() * half.taken.size();
    }
    if (pairs < most) return halves;
  }
  return std::nullopt;
}

// Puts a piece into the half in which its middle lies; cuts a piece that reaches far into both halves in two.
void UncoveredEdges::cut_long(Piece piece, std::size_t axis, double at, std::array<Node, 2>& into) const {
  const double low = piece.box.low[axis], high = piece.box.high[axis];
  const double least = (high - low) / 4;
  if (at - low > least && high - at > least) {
    const double from = piece.near_from[axis].low, to = piece.near_to[axis].low;
    const double share = piece.from + (piece.to - piece.from) * ((at - from) / (to - from));
    if (share > piece.from && share < piece.to) {
      const Near near = near_place(piece.edge, share);
      const bool up = from < to;
      Piece rest = piece;
      piece.to = rest.from = share;
      piece.near_to = rest.near_from = near;
      piece.box = box_around(piece.near_from, near);
      rest.box = box_around(near, rest.near_to);
      into[up ? 0 : 1].pieces.push_back(piece);
      into[up ? 1 : 0].pieces.push_back(rest);
      return;
    }
  }
  into[middle(piece.box, axis) < at ? 0 : 1].pieces.push_back(piece);
}

void UncoveredEdges::solve_leaf(const Node& node) {
  for (const Piece& p : node.pieces) add_uncovered(p, node);
}

// --- One piece

// The part of a piece, between two cuts, that has the polygon along its right side. A piece that runs along a joint of
// a triangle is not on the floor: the joint itself stands for it.
std::optional<UncoveredEdges::Span> UncoveredEdges::over(const Piece& piece, const Polygon& polygon, bool is_part,
                                                         Cut from, Cut to) const {
  const auto is_beyond = [&](std::uint32_t l) {
    return near_side(l, piece.near_from).high < 0 && near_side(l, piece.near_to).high < 0;
  };
  if (polygon.last_parting != none && is_beyond(polygon.last_parting)) return std::nullopt;
  std::array<std::uint32_t, 8> buffer;
  std::vector<std::uint32_t> more;
  std::size_t open = 0;
  for (std::uint32_t l = polygon.first; l < polygon.end; ++l) {
    const Interval a = near_side(l, piece.near_from), b = near_side(l, piece.near_to);
    if (a.high < 0 && b.high < 0) {
      polygon.last_parting = l;
      return std::nullopt;
    }
    if (a.low > 0 && b.low > 0) continue;
    if (open < buffer.size()) buffer[open] = l;
    else more.push_back(l);
    ++open;
  }
  const Edge& e = edges_[piece.edge];
  for (std::size_t i = 0; i < open; ++i) {
    const std::uint32_t l = i < buffer.size() ? buffer[i] : more[i - buffer.size()];
    const kernel::Sign a = side(l, e.from), b = side(l, e.to);
    if (a == 0 && b == 0) {
      if (!same_direction(piece.edge, l)) {
        if (is_part && joint_[&polygon - parts_.data()][l - polygon.first]) return std::nullopt;
        continue;
      }
      if (is_part || e.polygon == none || e.polygon <= edges_[l].polygon) return std::nullopt;
      continue;  // the edge of the lower polygon counts
    }
    if (a <= 0 && b <= 0) return std::nullopt;
    if (a >= 0 && b >= 0) continue;
    const Cut cut = crossing(piece.edge, l);
    if (a < 0) {
      if (compare(piece.edge, from, cut) < 0) from = cut;
    } else {
      if (compare(piece.edge, cut, to) < 0) to = cut;
    }
  }
  if (compare(piece.edge, from, to) >= 0) return std::nullopt;
  return Span{from, to};
}

// Whether some polygon's core certainly holds the piece. Most pieces are deep within some polygon.
bool UncoveredEdges::core_holds(const Piece& piece) {
  const Edge& e = edges_[piece.edge];
  const bool goes_on = piece.from == 0 && e.from == last_corner_;
  last_corner_ = none;
  const auto holds = [&](std::uint32_t p) {
    const SegmentCore* core = taken_[p].core;
    if (!core || !((goes_on && p == last_) || core->holds(piece.near_from)) || !core->holds(piece.near_to))
      return false;
    last_ = p;
    if (piece.to == 1) last_corner_ = e.to;
    return true;
  };
  const auto last = std::ranges::find(near_, last_);
  if (last != near_.end()) std::iter_swap(near_.begin(), last);
  return std::ranges::any_of(near_, holds);
}

void UncoveredEdges::add_uncovered(const Piece& piece, const Node& node) {
  near_.clear();
  for (const std::uint32_t p : node.taken)
    if (p != edges_[piece.edge].polygon && touches(taken_[p].box, piece.box)) near_.push_back(p);
  if (core_holds(piece)) return;
  const Cut start{Interval(piece.from), none}, end{Interval(piece.to), none};
  covered_.clear();
  for (const std::uint32_t p : near_) {
    const auto span = over(piece, taken_[p], false, start, end);
    if (!span) continue;
    if (span->from.edge == none && span->to.edge == none) return;
    covered_.push_back(*span);
  }
  std::ranges::sort(covered_, [&](const Span& a, const Span& b) { return compare(piece.edge, a.from, b.from) < 0; });
  Cut from = start;
  for (const Span& s : covered_) {
    if (compare(piece.edge, from, s.from) < 0) add_within(piece, from, s.from, node);
    if (compare(piece.edge, from, s.to) < 0) from = s.to;
  }
  if (compare(piece.edge, from, end) < 0) add_within(piece, from, end, node);
}

// Reports the part of a piece, between two cuts, that has the floor along its right side.
void UncoveredEdges::add_within(const Piece& piece, const Cut& from, const Cut& to, const Node& node) {
  if (is_joint(piece.edge)) {
    found_.push_back({piece.edge, from, to});
    return;
  }
  const auto is_near = [&](std::uint32_t p) { return touches(parts_[p].box, piece.box); };
  const auto joint_is_near = [&](std::uint32_t p) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      const Edge& side = edges_[parts_[p].first + i];
      if (joint_[p][i] && touches(box_around(corners_.near(side.from), corners_.near(side.to)), piece.box)) return true;
    }
    return false;
  };
  bool all_or_nothing = true;
  for (const std::uint32_t p : node.parts) all_or_nothing = all_or_nothing && !(is_near(p) && joint_is_near(p));
  if (all_or_nothing) {
    for (const std::uint32_t p : node.parts)
      if (is_near(p) && part_holds_middle(parts_[p], piece.edge, from, to)) {
        found_.push_back({piece.edge, from, to});
        return;
      }
    return;
  }
  std::vector<Span> within;
  for (const std::uint32_t p : node.parts) {
    if (!is_near(p)) continue;
    if (const auto span = over(piece, parts_[p], true, from, to)) within.push_back(*span);
  }
  std::ranges::sort(within, [&](const Span& a, const Span& b) { return compare(piece.edge, a.from, b.from) < 0; });
  for (std::size_t i = 0; i < within.size();) {
    Span joined = within[i];
    for (++i; i < within.size() && compare(piece.edge, within[i].from, joined.to) <= 0; ++i)
      if (compare(piece.edge, joined.to, within[i].to) < 0) joined.to = within[i].to;
    found_.push_back({piece.edge, joined.from, joined.to});
  }
}

bool UncoveredEdges::part_holds_middle(const Polygon& part, std::uint32_t edge, const Cut& from, const Cut& to) const {
  const double low = from.near.high, high = to.near.low, middle = low / 2 + high / 2;
  std::optional<kernel::PlanPoint> exact;
  Near near;
  if (low < middle && middle < high) near = near_place(edge, middle);
  else near.fill({-HUGE_VAL, HUGE_VAL});
  for (std::uint32_t l = part.first; l < part.end; ++l) {
    const Interval side = near_side(l, near);
    if (side.high < 0) return false;
    if (side.low > 0) continue;
    if (!exact) {
      const mpq_class at =
          low < middle && middle < high ? mpq_class(middle) : mpq_class((share(edge, from) + share(edge, to)) / 2);
      exact = kernel::point_along(corners_.exact(edges_[edge].from), corners_.exact(edges_[edge].to), at);
    }
    if (sgn(kernel::formulas::orient2d(corners_.exact(edges_[l].from), corners_.exact(edges_[l].to), *exact)) < 0)
      return false;
  }
  return true;
}

// Joins stretches that were split only because pieces were cut for speed.
void UncoveredEdges::join_pieces() {
  std::ranges::sort(found_, [&](const Stretch& a, const Stretch& b) {
    return a.edge != b.edge ? a.edge < b.edge : compare(a.edge, a.from, b.from) < 0;
  });
  std::vector<Stretch> joined;
  for (const Stretch& s : found_) {
    if (!joined.empty() && joined.back().edge == s.edge && compare(s.edge, joined.back().to, s.from) == 0)
      joined.back().to = s.to;
    else joined.push_back(s);
  }
  found_ = std::move(joined);
}

}  // namespace plumb::surface
