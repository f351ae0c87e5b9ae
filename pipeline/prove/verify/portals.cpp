// SPDX-License-Identifier: LGPL-3.0-or-later
// All flush and step portals: they are found from the sides of cells, and compared with the records
// (docs/theory/certificate.md, proof of 8).
//
// 1. add() collects the sides of the cells of a surface. LinePool gives equal lines one number: it keeps their
//    coefficients in lowest terms, and finds them by a hash of these.
// 2. find() sorts the sides, and the vertical polygons, by their line. OnLine works on one line: it pairs sides whose
//    cells lie to its left with those to its right where their boxes of position and height touch, one by one if there
//    are few pairs, else by a tree of boxes. pair() intersects the two stretches, cuts that to where the heights are
//    within a step (Passage::within_step()), and splits it where vertical polygons stop stances (Passage::openings()).
//    Lines are independent, so all threads work on them; their portals are appended in the order of the lines, and
//    sorted by their cells.
// 3. check() reads the records in sections on all threads; require_same() compares each with the portal of its number.
//
// Cost: n log n for n sides, and time for each pair that touches, with the vertical polygons beside it. At worst all
// sides are on one line at one place, which makes n^2 pairs. Memory: linear in sides and portals.
// Exact: every decision. compare() decides by names first, then by doubles with the bound of their error, then by
// integers. Boxes are rounded outward and only name candidates.
// Source: docs/theory/definitions.md, section 6, and the proof; ours.
#include "verify/portals.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <tuple>

#include "base/box_tree.h"
#include "base/verdict.h"
#include "read/records.h"

namespace plumb::checker {
namespace {

constexpr std::size_t few = 64;  // up to so many pairs of sides are tested without a tree

}  // namespace

std::size_t LinePool::Hash::operator()(Index number) const {
  const Line& line = pool->lines_[number];
  std::size_t hash = line.a.hash();
  for (const Integer* v : {&line.b, &line.c}) hash = (hash ^ v->hash()) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

bool LinePool::Equal::operator()(Index l, Index m) const {
  const Line &p = pool->lines_[l], &q = pool->lines_[m];
  return p.a == q.a && p.b == q.b && p.c == q.c;
}

LinePool::Normal::Normal(Integer a_, Integer b_, Integer c_) : a(std::move(a_)), b(std::move(b_)), c(std::move(c_)) {
  Integer divisor = gcd(a, b);
  divisor = gcd(divisor, c);
  if (sgn(a) < 0 || (sgn(a) == 0 && sgn(b) < 0)) divisor = -divisor;
  if (divisor == 1) return;
  for (Integer* v : {&a, &b, &c}) *v = exact_quotient(*v, divisor);
}

// The line is put behind the others, and taken away again if it is known.
Index LinePool::number(const Normal& line) {
  const Index next = to_index(lines_.size(), "lines");
  lines_.emplace_back(line.a, line.b, line.c);
  const auto [at, is_new] = numbers_.insert(next);
  if (!is_new) lines_.pop_back();
  return *at;
}

void Portals::add(Index surface, const SurfaceCells& found) {
  std::vector<Index> lines(found.lines.size(), none);
  const auto number = [&](Index line) {
    if (lines[line] == none) lines[line] = lines_.number(found.lines[line]);
    return lines[line];
  };
  for (const SurfaceCells::Cell& cell : found.cells) {
    const Index c = to_index(cells_.size(), "cells");
    cells_.push_back({surface, to_index(cell.stance, "stances")});
    for (const SurfaceCells::Side& side : cell.sides) {
      const auto end = [&](const SurfaceCells::Corner& at) { return End{at.at, number(at.line), at.point}; };
      to_index(sides_.size(), "sides of cells");
      sides_.push_back({number(side.line), c, side.left, end(side.low), end(side.high)});
    }
  }
}

/// The sides, left ones first, and vertical polygons of one line.
class Portals::OnLine {
 public:
  OnLine(const Portals& all, std::span<const Index> sides, std::span<const Index> walls, Found& found)
      : all_(all),
        found_(found),
        step_(all.world_.step.get_d()),
        height_(all.world_.heights.back().get_d()),
        number_(all.sides_[sides.front()].line),
        line_(all.lines_.line(number_)),
        axis_(by_x(line_) ? 0 : 1),
        walls_(walls) {
    const auto middle =
        std::find_if(sides.begin(), sides.end(), [&](Index s) { return !all.sides_[s].left; }) - sides.begin();
    left_ = sides.first(static_cast<std::size_t>(middle));
    right_ = sides.subspan(static_cast<std::size_t>(middle));
  }

  void find() {
    if (left_.empty() || right_.empty()) return;
    if (left_.size() * right_.size() <= few) {
      for (const Index l : left_)
        for (const Index r : right_)
          if (around(l, 0).touches(around(r, step_))) pair(all_.sides_[l], all_.sides_[r]);
      return;
    }
    std::vector<Box> boxes;
    for (const Index r : right_) boxes.push_back(around(r, 0));
    const BoxTree tree(std::move(boxes));
    for (const Index l : left_)
      tree.query(around(l, step_), [&](Index r) { pair(all_.sides_[l], all_.sides_[right_[r]]); });
  }

 private:
  // The box of a side in position and height, rounded outward, and wider by `more` below and above.
  Box around(Index side, double more) const {
    const Side& s = all_.sides_[side];
    const Polygon& floor = all_.world_.polygons[all_.cells_[s.cell].surface];
    return box(s.low, s.high, floor.low[2], floor.high[2], more, more);
  }
  static Box box(const End& from, const End& to, double bottom, double top, double below, double over) {
    return {{from.at - slack(from.at), bottom - below - (slack(bottom) + slack(below)), 0},
            {to.at + slack(to.at), top + over + (slack(top) + slack(over)), 0}};
  }

  int compare(const End& p, const End& q) const {
    if (p.point != none ? p.point == q.point : q.point == none && p.line == q.line) return 0;
    if (const int certain = certain_order(p.at, q.at)) return certain;
    const Vertex v = all_.place(line_, p), w = all_.place(line_, q);
    return axis_ == 0 ? order(v.x * w.w, w.x * v.w) : order(v.y * w.w, w.y * v.w);
  }

  Position position(const End& end) const { return {all_.place(line_, end), axis_ == 0}; }
  End end(const Position& at) const {
    const Index position = to_index(found_.positions.size(), "ends of portals");
    found_.positions.push_back(at);
    return {at.near, none, none, position};
  }

  void pair(const Side& a, const Side& b) {
    const End &from = compare(a.low, b.low) < 0 ? b.low : a.low, &to = compare(a.high, b.high) < 0 ? a.high : b.high;
    if (compare(from, to) >= 0) return;
    const Cell &cell = all_.cells_[a.cell], &other = all_.cells_[b.cell];
    const Polygon &floor = all_.world_.polygons[cell.surface], &floor_of_b = all_.world_.polygons[other.surface];
    const std::size_t most = std::min(cell.stance, other.stance);
    const bool one_surface = cell.surface == other.surface;
    if (one_surface && walls_.empty()) return add(a, b, false, most, from, to);
    const Passage passage(all_.world_, line_, floor.plane, floor_of_b.plane);
    const bool flush = passage.level();
    if (!flush && sgn(all_.world_.step) == 0) return;
    look_for_walls(from, to, floor, floor_of_b);
    if (flush && near_.empty()) return add(a, b, false, most, from, to);
    std::optional<Chord> stretch = Chord{position(from), position(to)};
    if (!flush) stretch = passage.within_step(std::move(*stretch));
    if (!stretch) return;
    for (const Passage::Opening& p : passage.openings(*stretch, most, near_))
      add(a, b, !flush, p.stance, end(p.stretch.from), end(p.stretch.to));
  }

  // Collects in near_ the vertical polygons over or under some of the stretch, but for those of which doubles tell that
  // they are too high or too low to stop anybody.
  void look_for_walls(const End& from, const End& to, const Polygon& a, const Polygon& b) {
    near_.clear();
    if (walls_.empty()) return;
    if (!wall_tree_) make_wall_tree();
    const World& world = all_.world_;
    const double low = std::min(a.low[2], b.low[2]), high = std::max(a.high[2], b.high[2]);
    wall_tree_->query(box(from, to, low, high, -step_, height_), [&](Index w) {
      const Polygon& wall = world.polygons[walls_[w]];
      if ((world.compare_top(wall, a) > 0 || world.compare_top(wall, b) > 0) && compare(wall_ends_[w].first, to) < 0 &&
          compare(from, wall_ends_[w].second) < 0)
        near_.push_back(walls_[w]);
    });
  }
  void make_wall_tree() {
    std::vector<Box> boxes;
    const auto& points = all_.world_.scene.points;
    for (const Index w : walls_) {
      const Polygon& p = all_.world_.polygons[w];
      boxes.push_back({{p.low[axis_], p.low[2], 0}, {p.high[axis_], p.high[2], 0}});
      const auto [low, high] = std::minmax_element(p.corners.begin(), p.corners.end(), [&](auto c, auto d) {
        return checker::compare(points[c], points[d], axis_) < 0;
      });
      wall_ends_.push_back({{p.low[axis_], none, *low}, {p.high[axis_], none, *high}});
    }
    wall_tree_.emplace(std::move(boxes));
  }

  void add(const Side& a, const Side& b, bool step, std::size_t stance, const End& from, const End& to) {
    const auto [low, high] = std::minmax(a.cell, b.cell);
    to_index(found_.portals.size(), "portals");
    found_.portals.push_back({low, high, a.line, to_index(stance, "stances"), step, from, to});
  }

  const Portals& all_;
  Found& found_;
  double step_, height_;  // of the highest stance
  Index number_;
  const Line& line_;
  int axis_;
  std::span<const Index> left_, right_;
  std::vector<Index> near_;
  std::span<const Index> walls_;
  std::vector<std::pair<End, End>> wall_ends_;
  std::optional<BoxTree> wall_tree_;  // with the ends, made when first asked for
};

// Appends what was found on some lines; numbers are as if all had been found one after the other.
void Portals::add(Found&& found) {
  const std::size_t before = positions_.size();
  for (Position& p : found.positions) {
    to_index(positions_.size(), "ends of portals");
    positions_.push_back(std::move(p));
  }
  for (Portal& p : found.portals) {
    for (End* end : {&p.from, &p.to})
      if (end->position != none) end->position = static_cast<Index>(before + end->position);
    to_index(portals_.size(), "portals");
    portals_.push_back(p);
  }
}

// Two cells share a stretch of one line at most, and its portals are found in order along it.
void Portals::find() {
  // By line, left ones first.
  std::vector<std::pair<std::uint64_t, Index>> order;
  order.reserve(sides_.size());
  for (Index s = 0; s < sides_.size(); ++s) order.emplace_back(2 * std::uint64_t{sides_[s].line} + !sides_[s].left, s);
  std::sort(order.begin(), order.end());
  std::vector<Index> sides;
  sides.reserve(order.size());
  for (const auto& [place, s] : order) sides.push_back(s);
  std::vector<std::pair<Index, Index>> walls;  // by the number of their line
  for (Index p = 0; p < world_.polygons.size(); ++p) {
    if (!world_.polygons[p].vertical()) continue;
    const Line& trace = world_.shape(p).sides[0];
    walls.emplace_back(lines_.number({trace.a, trace.b, trace.c}), p);
  }
  std::sort(walls.begin(), walls.end());
  struct OneLine {
    std::span<const Index> sides;
    std::vector<Index> walls;
  };
  std::vector<OneLine> lines;
  auto wall = walls.begin();
  for (std::size_t i = 0, j; i < sides.size(); i = j) {
    const Index line = sides_[sides[i]].line;
    for (j = i; j < sides.size() && sides_[sides[j]].line == line; ++j) {}
    OneLine& all = lines.emplace_back(OneLine{std::span(sides).subspan(i, j - i), {}});
    while (wall != walls.end() && wall->first < line) ++wall;
    for (; wall != walls.end() && wall->first == line; ++wall) all.walls.push_back(wall->second);
  }
  constexpr std::size_t at_once = 64;
  std::vector<Found> found((lines.size() + at_once - 1) / at_once);
  world_.threads.run_ranges(lines.size(), at_once, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      OnLine(*this, lines[i].sides, lines[i].walls, found[begin / at_once]).find();
  });
  for (Found& f : found) add(std::move(f));
  std::stable_sort(portals_.begin(), portals_.end(),
                   [](const Portal& p, const Portal& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
}

Vertex Portals::place(const Line& l, const End& end) const {
  if (end.point != none) return Vertex(world_.scene.points[end.point]);
  if (end.position == none) return meet(l, lines_.line(end.line));
  return vertex_at(l, positions_[end.position]);
}

// Each record is compared with the portal of its number.
void Portals::check(Records& records) {
  find();
  auto next = portals_.cbegin();
  while (records.is("portal") && records.word(1) != "weld") {
    const std::vector<Section> sections = records.sections(world_.threads.count() * std::size_t{8});
    if (sections.empty()) {
      check_some(records, next);
      break;
    }
    std::vector<std::vector<Portal>::const_iterator> at{next};
    for (const Section& s : sections) {
      const auto left = static_cast<std::uint64_t>(portals_.cend() - at.back());
      at.push_back(at.back() + static_cast<std::ptrdiff_t>(std::min(s.records, left)));
    }
    if (!read_sections(
            records, sections, world_.threads, [&](std::size_t i, Records& part) { check_some(part, at[i]); },
            [&](std::size_t i) { next = at[i]; }))
      break;
  }
  if (next != portals_.cend())
    throw Refutation("before this line, a portal between the cells " + std::to_string(next->a) + " and " +
                     std::to_string(next->b) + " is missing");
}

// Compares records with the portals from `next` on, up to the first record of another kind, or until a portal has no
// record: then that is `next`.
void Portals::check_some(Records& records, std::vector<Portal>::const_iterator& next) const {
  for (; records.is("portal") && records.word(1) != "weld"; records.next(), ++next) {
    records.require_size(9);
    const auto cells = std::pair(records.number(3, cells_.size()), records.number(4, cells_.size()));
    require(next != portals_.end() && std::pair(next->a, next->b) <= cells,
            "there is no such portal, or it is not in its place");
    if (std::pair(next->a, next->b) < cells) break;
    require_same(*next, records);
  }
}

void Portals::require_same(const Portal& p, const Records& records) const {
  require(records.word(1) == (p.step ? "step" : "flush"), "the portal is of another kind");
  require(records.word(2) == std::to_string(p.stance), "another stance is the greatest that may use the portal");
  require(is_at(p.line, p.from, records.ratio(5), records.ratio(6)) &&
              is_at(p.line, p.to, records.ratio(7), records.ratio(8)),
          "the portal is another stretch");
}

// A corner of two lines is the only point on both, so its coordinates need not be computed.
bool Portals::is_at(Index line, const End& end, const Ratio& x, const Ratio& y) const {
  const Integer& scale = world_.scene.scale;
  if (end.point != none) return is_point(x, y, world_.scene.points[end.point], scale);
  const Given at(x, y, scale);
  if (end.position != none) return at.is_at(positions_[end.position], lines_.line(line));
  return at.is_on(lines_.line(line)) && at.is_on(lines_.line(end.line));
}

}  // namespace plumb::checker
