// SPDX-License-Identifier: LGPL-3.0-or-later
#include "passage.h"

#include <algorithm>
#include <set>

#include "front.h"

namespace plumb::checker {
namespace {

// Where the height z is more than `by` over the profile; with a negative sign, where it is less.
Line above(const Profile& p, const Fraction& by, int sign) {
  const Integer &above = by.get_num(), &below = by.get_den();
  return {-sign * p.m * below, sign * p.q * below, -sign * (p.k * below + p.q * above)};
}

}  // namespace

// n p = d with x or y from the line's equation.
Profile::Profile(const Plane& n, const Line& l) {
  if (by_x(l)) {
    m = n.ny * l.a - n.nx * l.b;
    k = n.d * l.b + n.ny * l.c;
    q = n.nz * l.b;
  } else {
    m = -n.ny * l.a;
    k = n.d * l.a + n.nx * l.c;
    q = n.nz * l.a;
  }
  if (sgn(q) > 0) return;
  m = -m;
  k = -k;
  q = -q;
}

Passage::Passage(const World& world, const Line& line, const Plane& a, const Plane& b)
    : world_(world), line_(line), a_(a, line), b_(&a == &b ? a_ : Profile(b, line)) {
  if (&a == &b) {
    q_ = 1;
    return;
  }
  m_ = a_.m * b_.q - b_.m * a_.q;
  k_ = a_.k * b_.q - b_.k * a_.q;
  q_ = a_.q * b_.q;
}

std::optional<Chord> Passage::within_step(Chord stretch) const {
  const Integer &step = world_.step.get_num(), &unit = world_.step.get_den();
  const Integer most = step * q_, k = k_ * unit;
  if (sgn(m_) == 0) {
    if (abs(k) > most) return std::nullopt;
    return stretch;
  }
  const Integer m = abs(m_) * unit, middle = sgn(m_) > 0 ? Integer(-k) : k;
  Position low(middle - most, m), high(middle + most, m);
  if (compare(stretch.from, low) < 0) stretch.from = std::move(low);
  if (compare(high, stretch.to) < 0) stretch.to = std::move(high);
  if (compare(stretch.from, stretch.to) >= 0) return std::nullopt;
  return stretch;
}

// Where one floor passes through the other, the lower and the higher one change places.
std::vector<Passage::Piece> Passage::pieces(const Chord& stretch, std::size_t most,
                                            const std::vector<Index>& walls) const {
  std::vector<Chord> halves{stretch};
  if (sgn(m_) != 0) {
    const Position middle(sgn(m_) > 0 ? Integer(-k_) : k_, abs(m_));
    if (compare(stretch.from, middle) < 0 && compare(middle, stretch.to) < 0)
      halves = {{stretch.from, middle}, {middle, stretch.to}};
  }
  std::vector<Change> changes;
  for (const Index wall : walls)
    for (const Chord& half : halves) stop(half, most, wall, changes);
  std::sort(changes.begin(), changes.end(), [](const Change& c, const Change& d) { return compare(c.at, d.at) < 0; });

  std::vector<Piece> pieces;
  std::multiset<std::size_t> stopped;
  Position from = stretch.from;
  const auto add = [&](const Position& to) {
    const std::size_t stance = stopped.empty() ? most : *stopped.begin() - 1;
    if (stance == 0 || compare(from, to) == 0) return;
    if (!pieces.empty() && pieces.back().stance == stance && compare(pieces.back().stretch.to, from) == 0)
      pieces.back().stretch.to = to;
    else pieces.push_back({{from, to}, stance});
  };
  for (const Change& c : changes) {
    add(c.at);
    from = c.at;
    if (c.more > 0) stopped.insert(c.stance);
    else stopped.erase(stopped.find(c.stance));
  }
  add(stretch.to);
  return pieces;
}

// The wall is cut to the heights that stop a stance. The floors do not pass through each other in the stretch: at one
// of its ends at least, their heights differ, unless they do nowhere.
void Passage::stop(const Chord& stretch, std::size_t most, Index wall, std::vector<Change>& changes) const {
  const auto rise = [&](const Position& at) { return sgn(Integer(m_ * at.above + k_ * at.below)); };
  const bool a_lower = rise(stretch.from) < 0 || rise(stretch.to) < 0;
  const Front front(world_.scene.points, world_.polygons[wall].corners, world_.shape(wall).corners, by_x(line_),
                    [](const Point& p) -> const Integer& { return p.z; });
  const Line over_step = above(a_lower ? a_ : b_, world_.step, 1);
  for (std::size_t s = 1; s <= most; ++s) {
    // Parallel floors are the heights of the step and the stance apart everywhere, others perhaps not off the stretch.
    std::optional<Chord> part =
        front.between(over_step, above(a_lower ? b_ : a_, world_.heights[s - 1], -1), sgn(m_) == 0);
    if (!part) continue;
    if (compare(part->from, stretch.from) < 0) part->from = stretch.from;
    if (compare(stretch.to, part->to) < 0) part->to = stretch.to;
    if (compare(part->from, part->to) >= 0) continue;
    changes.push_back({std::move(part->from), s, 1});
    changes.push_back({std::move(part->to), s, -1});
  }
}

}  // namespace plumb::checker
