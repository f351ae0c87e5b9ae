// SPDX-License-Identifier: LGPL-3.0-or-later
#include "clearance.h"

#include <algorithm>

#include "verdict.h"

namespace plumb::checker {

void ClearanceCheck::check(Records& records, const Borders& borders) {
  for (; records.is("border"); records.next()) {
    to_index(records_.size(), "records of border");
    records_.push_back(read(records, borders));
  }
  find_bodies(borders);
  std::vector<Box> boxes;
  for (const Stretched& s : bodies_) boxes.push_back(s.body.box());
  const BoxTree tree(std::move(boxes));
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    records.done_after(static_cast<double>(i) / static_cast<double>(pieces_.size()));
    check_takers(pieces_[i]);
    if (pieces_[i].stance > 0) check_left(pieces_[i], tree);
  }
}

// border LOWEST HIGHEST x y x y : C C ...
// The cells follow each other along it, on one polygon: their borders cover it for the lowest stance, so for the
// others.
ClearanceCheck::Stretched ClearanceCheck::read(const Records& records, const Borders& borders) const {
  require(records.size() >= 9 && records.word(7) == ":", "here 'border LOWEST HIGHEST x y x y : CELL ...' is wanted");
  const std::size_t lowest = records.number(1, world_.heights.size() + 1),
                    highest = records.number(2, world_.heights.size() + 1);
  require(0 < lowest && lowest <= highest, "the stances are not in order");
  const auto at = [&](std::size_t k) -> Fraction { return records.fraction(k) * world_.scene.scale; };
  const Place from{at(3), at(4)}, to{at(5), at(6)};
  require(from < to, "the ends of the border are not in order");
  Place reached = from;
  Index surface = none;
  for (std::size_t k = 8; k < records.size(); ++k) {
    const Index cell = records.number(k, portals_.cells().size());
    require(k == 8 || portals_.cells()[cell].surface == surface, "the border is on several polygons");
    surface = portals_.cells()[cell].surface;
    require(portals_.cells()[cell].stance >= highest, "a cell of the border is of a lower stance");
    const Index side = borders.side_along(cell, {from, to});
    const Segment ends = borders.ends(side);
    const Place &high = std::max(ends[0], ends[1]), &end = std::min(high, to);
    require(std::min(ends[0], ends[1]) <= reached && reached < end, "the cells of the border do not follow each other");
    const Stretch whole = borders.stretch(side, {reached, end});
    const auto left = borders.border(side, whole, lowest);
    require(left.size() == 1 && left[0].from == whole.from && left[0].to == whole.to,
            "a portal leads over part of the border");
    reached = end;
  }
  require(reached == to, "the cells of the border end before it");
  const Plane& plane = world_.polygons[surface].plane;
  return {BorderBody(world_, {from, height_on(plane, from)}, {to, height_on(plane, to)}), lowest, highest};
}

// Stance by stance; what is border for several is one body. What is border for a stance is so for higher ones.
void ClearanceCheck::find_bodies(const Borders& borders) {
  struct Open {
    Stretch stretch;
    std::size_t lowest;
  };
  for (Index side = 0; side < portals_.sides().size(); ++side) {
    const Segment ends = borders.ends(side);
    const Stretch whole = borders.stretch(side, ends);
    const std::size_t top = portals_.cells()[portals_.sides()[side].cell].stance;
    const std::size_t axis = ends[0][0] != ends[1][0] ? 0 : 1;
    const auto point = [&](const Fraction& t) {
      const Fraction share = (t - ends[0][axis]) / (ends[1][axis] - ends[0][axis]);
      Place p{ends[0][0] + share * (ends[1][0] - ends[0][0]), ends[0][1] + share * (ends[1][1] - ends[0][1])};
      Fraction z = borders.height(side, p);
      return BorderBody::Point{std::move(p), std::move(z)};
    };
    std::vector<Open> open;
    for (std::size_t stance = 1; stance <= top + 1; ++stance) {
      const std::vector<Stretch> now = stance <= top ? borders.border(side, whole, stance) : std::vector<Stretch>{};
      std::vector<Open> next;
      for (const Stretch& s : now) {
        const auto same = std::find_if(open.begin(), open.end(),
                                       [&](const Open& o) { return o.stretch.from == s.from && o.stretch.to == s.to; });
        next.push_back({s, same == open.end() ? stance : same->lowest});
      }
      for (const Open& o : open) {
        if (std::any_of(next.begin(), next.end(), [&](const Open& n) {
              return n.stretch.from == o.stretch.from && n.stretch.to == o.stretch.to;
            }))
          continue;
        to_index(bodies_.size(), "stretches of border");
        bodies_.push_back({BorderBody(world_, point(o.stretch.from), point(o.stretch.to)), o.lowest, stance - 1});
      }
      open = std::move(next);
    }
  }
}

std::string ClearanceCheck::name(const ClearedPiece& piece) const {
  return "of cell " + std::to_string(piece.cell) + ", what is left to stance " + std::to_string(piece.stance);
}

void ClearanceCheck::check_takers(const ClearedPiece& piece) {
  const Plane& plane = world_.polygons[piece.surface].plane;
  std::size_t left = piece.headroom;
  for (const Index taker : piece.takers) {
    if (taker >= records_.size())
      throw Refutation(name(piece) + ": border " + std::to_string(taker) + " is not listed");
    Stretched& s = records_[taker];
    const auto fail = [&](const char* what) {
      throw Refutation(name(piece) + ": border " + std::to_string(taker) + " " + what);
    };
    if (s.lowest > left || left > s.highest) fail("is not of the stance that it takes");
    if (!s.body.holds(plane, piece.corners)) fail("does not take all of it");
    left = s.lowest - 1;
  }
  if (left != piece.stance) throw Refutation(name(piece) + ": the borders named leave stance " + std::to_string(left));
}

void ClearanceCheck::check_left(const ClearedPiece& piece, const BoxTree& tree) {
  const Polygon& floor = world_.polygons[piece.surface];
  Box box = box_of(piece.corners);
  box.low[2] = floor.low[2];
  box.high[2] = floor.high[2];
  tree.query(box, [&](Index i) {
    Stretched& s = bodies_[i];
    if (s.lowest <= piece.stance && piece.stance <= s.highest && !s.body.apart(floor.plane, piece.corners))
      throw Refutation(name(piece) + ": some of it is too close to a border");
  });
}

}  // namespace plumb::checker
