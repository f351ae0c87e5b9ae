// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Outlines that touch or cross themselves, drawn by kind.
#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace plumb::test {

using Place = std::array<long, 2>;
using Figure = std::vector<Place>;

inline long draw(std::mt19937& random, long low, long high) {  // both included
  return low + static_cast<long>(random() % static_cast<unsigned long>(high - low + 1));
}

// A rectangle from its lower left corner on, counter-clockwise.
inline Figure rectangle(long x, long y, long w, long h) { return {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}; }
inline bool on_one_line(const Figure& f) {
  for (const Place& p : f)
    for (const Place& q : f)
      if ((p[0] - f[0][0]) * (q[1] - f[0][1]) != (p[1] - f[0][1]) * (q[0] - f[0][0])) return false;
  return true;
}
inline Figure reversed(Figure f) {
  std::reverse(f.begin() + 1, f.end());
  return f;
}
// Goes into another ring at a corner of this one, around, and back.
inline void bridge(Figure& ring, std::size_t at, Figure other) {
  other.push_back(other.front());
  other.push_back(ring[at]);
  ring.insert(ring.begin() + static_cast<long>(at) + 1, other.begin(), other.end());
}

struct FigureKind {
  const char* name;
  Figure (*draw)(std::mt19937&);
};

inline Figure outer(std::mt19937& r) {
  Figure f = rectangle(0, 0, draw(r, 20, 30), draw(r, 20, 30));
  if (r() % 2) f.insert(f.begin() + 2, {f[1][0] - draw(r, 1, 2), draw(r, 3, 15)});  // a notch: not convex
  return f;
}

// Three or five lines through one point, each from one end to the other, and on from there to the next end around the
// point: the floor is between these two. Or one of the lines has a corner there and turns a little.
inline Figure edges_through_one_point(std::mt19937& r, bool with_corner) {
  const std::size_t lines = r() % 2 ? 3 : 5;
  Figure ends;
  while (ends.size() < lines) {
    const Place p{draw(r, -9, 9), draw(r, 0, 9)};
    const auto is_beside = [&](const Place& q) { return p[0] * q[1] == p[1] * q[0]; };
    if ((p[1] > 0 || p[0] > 0) && std::none_of(ends.begin(), ends.end(), is_beside)) ends.push_back(p);
  }
  std::sort(ends.begin(), ends.end(), [](const Place& p, const Place& q) { return p[0] * q[1] > p[1] * q[0]; });
  for (std::size_t i = 0; i < lines; ++i) {
    const long times = draw(r, 1, 2);
    ends.push_back({-times * ends[i][0], -times * ends[i][1]});
  }
  Figure f;
  for (std::size_t i = 0, at = 0; i < lines; ++i) {
    const std::size_t far = (at + lines) % (2 * lines), next = (far + 1) % (2 * lines);
    f.push_back(ends[at]);
    if (with_corner && i == 0) {
      f.push_back({0, 0});
      f.push_back({ends[far][0] + ends[next][0], ends[far][1] + ends[next][1]});
    } else {
      f.push_back(ends[far]);
    }
    at = next;
  }
  return f;
}

inline const std::vector<FigureKind> figure_kinds = {
    {"hole by a bridge edge",
     [](std::mt19937& r) {
       Figure f = outer(r);
       bridge(f, r() % 2, reversed(rectangle(draw(r, 2, 8), draw(r, 2, 8), draw(r, 1, 8), draw(r, 1, 8))));
       return f;
     }},
    {"two holes, a bridge each",
     [](std::mt19937& r) {
       Figure f = outer(r);
       bridge(f, 0, reversed(rectangle(2, 2, draw(r, 1, 6), draw(r, 1, 6))));
       bridge(f, 0, reversed(rectangle(draw(r, 9, 11), 2, draw(r, 1, 6), draw(r, 1, 6))));
       return f;
     }},
    {"a hole behind another, and an island in it",
     [](std::mt19937& r) {
       Figure inner = reversed(rectangle(9, 9, 8, 8));
       bridge(inner, 0, rectangle(draw(r, 11, 12), draw(r, 11, 12), draw(r, 1, 3), draw(r, 1, 3)));
       Figure hole = reversed(rectangle(2, 2, draw(r, 1, 5), draw(r, 1, 5)));
       bridge(hole, 1 + r() % 3, inner);
       Figure f = outer(r);
       bridge(f, 0, hole);
       return f;
     }},
    {"spikes",
     [](std::mt19937& r) {
       Figure f = outer(r);
       for (long n = draw(r, 1, 3); n > 0; --n) {
         const std::size_t at = r() % f.size();
         const Place tip{draw(r, -5, 35), draw(r, -5, 35)}, from = f[at];
         if (tip == from) continue;
         f.insert(f.begin() + static_cast<long>(at) + 1, {tip, from});
       }
       return f;
     }},
    {"a spike with corners on its way back",
     [](std::mt19937& r) {
       Figure f = rectangle(0, 0, 24, 24);
       const long x = draw(r, 1, 5), y = draw(r, -5, 5);
       f.insert(f.begin() + 2, {{24 + 4 * x, 4 * y}, {24 + 2 * x, 2 * y}, {24 + x, y}, {24, 0}});
       f.erase(f.begin() + 3 + static_cast<long>(r() % 2));
       return f;
     }},
    {"corners that touch",
     [](std::mt19937& r) {
       Figure f = rectangle(0, 0, draw(r, 4, 9), draw(r, 4, 9));
       Figure other = rectangle(f[2][0], f[2][1], draw(r, 2, 9), draw(r, 2, 9));
       if (r() % 2) other.insert(other.begin() + 2, {f[2][0] + 1, f[2][1] + 1});
       other.push_back(f[2]);
       f.insert(f.begin() + 3, other.begin() + 1, other.end());
       return f;
     }},
    {"a corner that touches an edge",
     [](std::mt19937& r) {
       const long x = draw(r, 3, 17), w = draw(r, 1, 3);
       return r() % 2 ? Figure{{0, 0}, {20, 0}, {20, 20}, {x + w, 20}, {x, 0}, {x - w, 20}, {0, 20}}
                      : Figure{{0, 0},   {20, 0},  {20, 9}, {x, 20}, {20, 10}, {20, 20},
                               {30, 20}, {30, 30}, {0, 30}, {0, x},  {9, 10}};
     }},
    {"edges that touch along a stretch",
     [](std::mt19937& r) {  // a ring that closes on itself
       const long low = draw(r, 4, 9), high = low + draw(r, 1, 5), cut = draw(r, 1, 3);
       return Figure{{0, 0},
                     {20, 0},
                     {20, 20},
                     {0, 20},
                     {0, low},
                     {5, low},
                     {5, 15},
                     {15, 15},
                     {15, 5},
                     {5, 5 - cut},
                     {5, std::min(low, 5l)},
                     {0, std::min(high, low)}};
     }},
    {"edges that cross in one point", [](std::mt19937& r) { return edges_through_one_point(r, false); }},
    {"edges that cross in a corner", [](std::mt19937& r) { return edges_through_one_point(r, true); }},
    {"wound twice",
     [](std::mt19937& r) {
       Figure f = rectangle(0, 0, draw(r, 5, 9), draw(r, 5, 9)), g = rectangle(0, 0, draw(r, 10, 19), draw(r, 10, 19));
       f.insert(f.end(), g.begin(), g.end());
       return f;
     }},
    {"figure eight",
     [](std::mt19937& r) {
       const long a = draw(r, 3, 9), b = draw(r, 3, 9);
       return Figure{{0, 0}, {10, a}, {10, -b}, {0, draw(r, 1, 5)}, {-draw(r, 1, 4), 2}};
     }},
    {"there and back all along",
     [](std::mt19937& r) {
       Figure f{
           {0, 0}, {draw(r, 1, 9), draw(r, 1, 9)}, {draw(r, 10, 19), draw(r, -9, 0)}, {draw(r, 20, 29), draw(r, 1, 9)}};
       for (std::size_t i = 2; i > 0; --i) f.push_back(f[i]);
       return f;
     }},
    {"a walk on a small grid",
     [](std::mt19937& r) {
       Figure f;
       const long size = draw(r, 2, 4);
       for (long n = draw(r, 4, 11); n > 0; --n) {
         const Place p{draw(r, 0, size), draw(r, 0, size)};
         if (f.empty() || f.back() != p) f.push_back(p);
       }
       while (f.size() > 1 && f.back() == f.front()) f.pop_back();
       return f;
     }},
};

}  // namespace plumb::test
