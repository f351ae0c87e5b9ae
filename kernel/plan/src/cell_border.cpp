// SPDX-License-Identifier: LGPL-3.0-or-later
// The place of the border that is nearest to a place, over cells that may lie over one another.
//
// Problem. Near in plan is not near on the floor: border may be on another storey, or behind other border. What is
// straight in sight is looked at, nearest first.
// 1. From the start, all pieces of the cells that it touches are seen. If it lies on a piece of border, that is it.
// 2. look() sees the pieces of a cell between two rays. One of border is offered: its nearest point, if that is in
//    sight, else where sight ends on it. So is a corner at which there is border, as what meets there may be out of
//    sight. Other pieces become nodes, by the least distance of the piece.
// 3. The nearest node is crossed and the cell beyond looked at, until no node is as near as what was found. Beyond a
//    way that is mirrored, the start and the rays are. What was seen over a way is not looked at again.
// Cost: a heap of the pieces looked at. Exactness: a direction is two points, so no crossing is computed; distances are
// intervals, and where two overlap they are compared as fractions. Source: ours; windows of sight as in Polyanya (Cui,
// Harabor and Grastien 2017).
#include "plumb/plan/cell_border.h"

#include <algorithm>

#include "cell_spots.h"

namespace plumb::plan {

using kernel::FilteredPoint;
using kernel::PlanPoint;

CellBorder::CellBorder(const CellMap& map) : map_(map) { make_room(); }

// The map may have grown since the last search.
void CellBorder::make_room() {
  last_.resize(map_.way_count());
  for (; known_ < map_.points().size(); ++known_) {
    const FilteredPoint& p = map_.points()[known_];
    grow(box_, {{p.ix.low, p.iy.low, 0}, {p.ix.high, p.iy.high, 0}});
  }
  const double extent = box_.high[0] - box_.low[0] + (box_.high[1] - box_.low[1]);
  extent_ = extent * extent;
}

CellMap::Index CellBorder::image(Index p, const CellMap::Way& way) {
  const PlanPoint &a = at(map_.from(way.to)).at, &b = at(map_.to(way.to)).at, &q = at(p).at;
  const mpq_class ex = b[0] - a[0], ey = b[1] - a[1];
  const mpq_class twice = 2 * kernel::formulas::orient2d(a, b, q) / kernel::formulas::dot2d(ex, ey, ex, ey);
  const PlanPoint there{q[0] + twice * ey, q[1] - twice * ex};
  if (count_ == extra_.size()) extra_.push_back(FilteredPoint(PlanPoint()));
  assign(extra_[count_], there);
  return static_cast<Index>(map_.points().size()) + count_++;
}

void CellBorder::offer(const Found& found) {
  if (best_ && found.squared.low > best_->squared.high) return;
  const auto is_corner = [](const Found& f) { return f.at == Found::At::corner; };
  if (best_ && is_corner(found) && is_corner(*best_) && found.root == best_->root &&
      map_.from(found.piece) == map_.from(best_->piece))
    return;
  if (best_ && found.squared.high >= best_->squared.low && squared_distance(found) >= squared_distance(*best_)) return;
  best_ = found;
}

// A piece of border, of which the part between two rays is seen; these pass its ends, or lead to it.
void CellBorder::see_border(Index piece, Index root, Index right, Index left) {
  const Index a = map_.from(piece), b = map_.to(piece);
  const FilteredPoint &p = at(a), &q = at(b), &r = at(root);
  Found found{Found::At::foot, map_.cell_of(piece), piece, root, CellMap::none, squared_distance_near(r, p, q)};
  if (best_ && found.squared.low > best_->squared.high) return;
  const bool foot_is_left = dot_sign(r, at(right), p, q) <= 0, foot_is_right = dot_sign(r, at(left), p, q) >= 0;
  if (!foot_is_left || !foot_is_right) {
    found.over = foot_is_left ? left : right;
    if (found.over == a || found.over == b) return;  // a corner of border
    found.at = Found::At::shadow;
    const auto [x, y] = place_near(found);
    const kernel::Interval dx = x - r.ix, dy = y - r.iy;
    found.squared = kernel::formulas::dot2d(dx, dy, dx, dy);
  }
  offer(found);
}

// Sees a cell between two rays from a root; right none: all of it. is_beside: the pieces that the root lies on, or over
// which it looks.
template <class Beside>
void CellBorder::look(Index cell, Index root, Index right, Index left, const Beside& is_beside) {
  const bool all = right == CellMap::none;
  const auto of_right = [&](Index p) { return all ? kernel::Sign::positive : orientation(at(root), at(right), at(p)); };
  const auto of_left = [&](Index p) { return all ? kernel::Sign::negative : orientation(at(root), at(left), at(p)); };
  for (Index i = map_.first(cell); i < map_.end(cell); ++i) {
    const Index a = map_.from(i), b = map_.to(i);
    const kernel::Sign a_right = of_right(a), a_left = of_left(a);
    if (map_.fan(map_.fan_of(i)).border && a_right >= 0 && a_left <= 0) {
      const kernel::Interval dx = at(a).ix - at(root).ix, dy = at(a).iy - at(root).iy;
      offer({Found::At::corner, cell, i, root, CellMap::none, kernel::formulas::dot2d(dx, dy, dx, dy)});
    }
    if (is_beside(i) || a_left >= 0 || of_right(b) <= 0) continue;
    const Index to_right = a_right >= 0 ? a : right, to_left = of_left(b) <= 0 ? b : left;
    if (map_.ways(i).empty()) {
      see_border(i, root, to_right, to_left);
      continue;
    }
    const double least = squared_distance_near(at(root), at(a), at(b)).low;
    for (Index w = map_.first_way(i); w < map_.end_way(i); ++w) {
      if (map_.way(w).shift != CellMap::none) continue;
      nodes_.push_back({-least, w, root, to_right, to_left, CellMap::none});
      std::ranges::push_heap(nodes_, {}, &Node::least);
    }
  }
}

// Whether all that a node sees was seen over the same way from the same place: where several cells meet at a side, or
// sides lead back, there are many ways to look at one thing.
bool CellBorder::is_seen_already(Node& n) {
  auto& [search, last] = last_[n.way];
  if (search == search_) n.before = last;
  for (Index k = n.before; k != CellMap::none; k = crossed_[k].before) {
    const Node& m = crossed_[k];
    if ((m.root == n.root || same_place(at(m.root), at(n.root))) &&
        orientation(at(n.root), at(m.right), at(n.right)) >= 0 && orientation(at(n.root), at(m.left), at(n.left)) <= 0)
      return true;
  }
  search = search_;
  last = static_cast<Index>(crossed_.size());
  crossed_.push_back(n);
  return false;
}

template <class Number>
std::optional<CellBorder::Found> CellBorder::nearest(const std::array<Number, 2>& start, Index cell,
                                                     const std::optional<Number>& within) {
  best_.reset();
  nodes_.clear();
  crossed_.clear();
  ++search_;
  make_room();
  count_ = 0;
  if (extra_.empty()) extra_.push_back(FilteredPoint(PlanPoint()));
  assign(extra_[count_++], start);
  const auto root = static_cast<Index>(map_.points().size());
  const auto first = spot_of(map_, cell, extra_[0]);
  if (!first) return std::nullopt;
  around_.assign(1, *first);
  add_spots_around(map_, around_);
  for (const CellSpot& s : around_) {
    const auto touches = [&](Index i) {
      return s.on != CellSpot::On::inside &&
             (i == s.piece || (s.on == CellSpot::On::corner && i == map_.prev(s.piece)));
    };
    for (Index i = map_.first(s.cell); i < map_.end(s.cell); ++i)
      if (touches(i) && map_.ways(i).empty())
        return Found{Found::At::start, s.cell, i, root, CellMap::none, kernel::Interval(0.0)};
    const auto is_beside = [&](Index i) {
      return s.on != CellSpot::On::inside &&
             (map_.side_of(i) == map_.side_of(s.piece) ||
              (s.on == CellSpot::On::corner && map_.side_of(i) == map_.side_of(map_.prev(s.piece))));
    };
    look(s.cell, root, CellMap::none, CellMap::none, is_beside);
  }
  const kernel::Interval limit = within ? interval_about(*within) * interval_about(*within) : kernel::Interval(extent_);
  while (!nodes_.empty()) {
    std::ranges::pop_heap(nodes_, {}, &Node::least);
    Node n = nodes_.back();
    nodes_.pop_back();
    if (-n.least > (best_ ? best_->squared.high : limit.high)) break;
    if (is_seen_already(n)) continue;
    const CellMap::Way& way = map_.way(n.way);
    if (way.mirrored) {
      n.root = image(n.root, way);
      std::tie(n.right, n.left) = std::pair(image(n.left, way), image(n.right, way));
    }
    look(map_.cell_of(way.to), n.root, n.right, n.left,
         [&](Index i) { return map_.side_of(i) == map_.side_of(way.to); });
  }
  if (!best_ || !within || best_->squared.high <= limit.low) return best_;
  const mpq_class most(*within);
  if (squared_distance(*best_) > most * most) return std::nullopt;
  return best_;
}

PlanPoint CellBorder::place(const Found& f) const {
  if (f.at == Found::At::start) return at(f.root).at;
  const PlanPoint &p = at(map_.from(f.piece)).at, &q = at(map_.to(f.piece)).at;
  if (f.at == Found::At::corner) return p;
  return f.at == Found::At::foot ? kernel::nearest_point(at(f.root).at, p, q)
                                 : kernel::crossing(p, q, at(f.root).at, at(f.over).at);
}

std::array<kernel::Interval, 2> CellBorder::place_near(const Found& f) const {
  const FilteredPoint& r = at(f.root);
  if (f.at == Found::At::start) return {r.ix, r.iy};
  const FilteredPoint &p = at(map_.from(f.piece)), &q = at(map_.to(f.piece));
  if (f.at == Found::At::corner) return {p.ix, p.iy};
  if (f.at == Found::At::foot) return foot_near(r, p, q);
  return crossing_near(r, at(f.over), p, q);
}

mpq_class CellBorder::squared_distance(const Found& f) const {
  if (f.at == Found::At::start) return 0;
  return kernel::squared_distance(at(f.root).at, place(f));
}

template std::optional<CellBorder::Found> CellBorder::nearest(const std::array<double, 2>&, Index,
                                                              const std::optional<double>&);
template std::optional<CellBorder::Found> CellBorder::nearest(const std::array<mpq_class, 2>&, Index,
                                                              const std::optional<mpq_class>&);

}  // namespace plumb::plan
