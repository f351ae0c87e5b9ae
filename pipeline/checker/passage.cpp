// SPDX-License-Identifier: LGPL-3.0-or-later
#include "passage.h"

#include <algorithm>
#include <set>

namespace checker {
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
    : world_(world),
      line_(line),
      a_(a, line),
      b_(b, line),
      m_(a_.m * b_.q - b_.m * a_.q),
      k_(a_.k * b_.q - b_.k * a_.q),
      q_(a_.q * b_.q) {}

std::optional<Stretch> Passage::within_step(const Stretch& stretch) const {
  const Fraction most = world_.step * q_;
  if (sgn(m_) == 0) {
    if (abs(k_) > most) return std::nullopt;
    return stretch;
  }
  Fraction low = (-most - k_) / m_, high = (most - k_) / m_;
  if (low > high) std::swap(low, high);
  const Stretch part{std::max(stretch.from, low), std::min(stretch.to, high)};
  if (part.from >= part.to) return std::nullopt;
  return part;
}

// Where one floor passes through the other, the lower and the higher one change places.
std::vector<Passage::Piece> Passage::pieces(const Stretch& stretch, std::size_t most,
                                            const std::vector<Index>& walls) const {
  std::vector<Stretch> halves{stretch};
  if (sgn(m_) != 0) {
    const Fraction middle = quotient(-k_, m_);
    if (stretch.from < middle && middle < stretch.to) halves = {{stretch.from, middle}, {middle, stretch.to}};
  }
  std::vector<Change> changes;
  for (const Index wall : walls)
    for (const Stretch& half : halves) stop(half, most, wall, changes);
  std::sort(changes.begin(), changes.end(), [](const Change& c, const Change& d) { return c.at < d.at; });

  std::vector<Piece> pieces;
  std::multiset<std::size_t> stopped;
  Fraction from = stretch.from;
  const auto add = [&](const Fraction& to) {
    const std::size_t stance = stopped.empty() ? most : *stopped.begin() - 1;
    if (from == to || stance == 0) return;
    if (!pieces.empty() && pieces.back().stance == stance && pieces.back().stretch.to == from)
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

// The wall as an outline of (position, height), cut to the heights that stop a stance. The floors do not pass through
// each other in the stretch.
void Passage::stop(const Stretch& stretch, std::size_t most, Index wall, std::vector<Change>& changes) const {
  const Fraction middle = (stretch.from + stretch.to) / 2;
  const bool a_lower = sgn(Fraction(m_ * middle + k_)) < 0;
  Outline front;
  for (const Index c : world_.polygons[wall].corners) {
    const Point& p = world_.scene.points[c];
    front.emplace_back(by_x(line_) ? p.x : p.y, p.z, p.w);
  }
  front = clip(front, above(a_lower ? a_ : b_, world_.step, 1));
  for (std::size_t s = 1; s <= most && !front.empty(); ++s) {
    const Outline stopping = clip(front, above(a_lower ? b_ : a_, world_.heights[s - 1], -1));
    if (stopping.empty()) continue;
    const auto [first, last] = std::minmax_element(
        stopping.begin(), stopping.end(), [](const Vertex& v, const Vertex& w) { return v.x * w.w < w.x * v.w; });
    const Fraction from = std::max(stretch.from, quotient(first->x, first->w)),
                   to = std::min(stretch.to, quotient(last->x, last->w));
    if (from >= to) continue;
    changes.push_back({from, s, 1});
    changes.push_back({to, s, -1});
  }
}

}  // namespace checker
