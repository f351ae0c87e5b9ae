// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact_candidates.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace plumb::pipeline {
namespace {

using Pairs = std::vector<std::pair<HalfEdgeId, HalfEdgeId>>;
using RoughEdges = std::vector<const RoughEdge*>;

bool may_meet(const RoughEdge& a, const RoughEdge& b) {
  if (a.heading[0] * b.heading[0] > 0 || a.heading[1] * b.heading[1] > 0) return false;
  for (int k = 0; k < 3; ++k)
    if (a.high[k] < b.low[k] || b.high[k] < a.low[k]) return false;
  return true;
}

// Halves the sides at medians, those on both sides of it into both halves, as long as that pays.
void touching_pairs(RoughEdges edges, int depth, Pairs& out) {
  constexpr std::size_t few = 16;
  if (edges.size() > few && depth < 48) {
    int best = -1;
    std::size_t best_sum = edges.size() * 3 / 2;
    double best_at = 0;
    for (int k = 0; k < 3; ++k) {
      const auto middle = edges.begin() + static_cast<std::ptrdiff_t>(edges.size() / 2);
      std::ranges::nth_element(edges, middle, {}, [k](const RoughEdge* s) { return s->low[k]; });
      const double at = (*middle)->low[k];
      std::size_t below = 0, above = 0;
      for (const RoughEdge* s : edges) {
        below += s->low[k] < at;
        above += s->high[k] >= at;
      }
      if (below + above < best_sum && below < edges.size() && above < edges.size()) {
        best = k;
        best_sum = below + above;
        best_at = at;
      }
    }
    if (best >= 0) {
      RoughEdges below, above;
      for (const RoughEdge* s : edges) {
        if (s->low[best] < best_at) below.push_back(s);
        if (s->high[best] >= best_at) above.push_back(s);
      }
      touching_pairs(std::move(below), depth + 1, out);
      touching_pairs(std::move(above), depth + 1, out);
      return;
    }
  }
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (std::size_t j = i + 1; j < edges.size(); ++j)
      if (edges[i]->surface != edges[j]->surface && may_meet(*edges[i], *edges[j]))
        out.push_back(std::minmax(edges[i]->half_edge, edges[j]->half_edge));
}

// Cuts a list, sorted by a key, where neighbours are further apart than equal keys can be, and passes each run on.
template <class Key, class Next>
void for_runs(std::span<RoughEdge> edges, double apart, Key&& key, Next&& next) {
  std::ranges::sort(edges, [&](const RoughEdge& a, const RoughEdge& b) {
    return std::pair(key(a), a.half_edge) < std::pair(key(b), b.half_edge);
  });
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t end = i + 1;
    while (end < edges.size() && key(edges[end]) - key(edges[end - 1]) <= apart) ++end;
    if (end - i > 1) next(edges.subspan(i, end - i));
    i = end;
  }
}

}  // namespace

// A rough normal has five roundings (plan_line), squares eleven, their difference twelve, relative to squares that add
// up to 1; those of two lines are off by as much each. An offset has nine roundings, relative to |a x| + |b y| + |c|
// over the length of (a, b): the first two are at most sqrt 2 of the extent, c is what a point of the surface is away
// from the line, at most sqrt 8; together 17 / 4 at most.
Pairs contact_candidates(std::vector<RoughEdge> edges, double extent) {
  Pairs out;
  const auto unknown = [&](const RoughEdge& s) {
    return !(std::fabs(s.line.nx) <= 2 && std::fabs(s.line.ny) <= 2 && std::fabs(s.line.offset) < HUGE_VAL);
  };
  const auto known_end = std::partition(edges.begin(), edges.end(), [&](const RoughEdge& s) { return !unknown(s); });
  if (known_end != edges.end()) {  // lines that doubles cannot tell: boxes alone decide
    RoughEdges all;
    for (const RoughEdge& s : edges) all.push_back(&s);
    touching_pairs(std::move(all), 0, out);
  } else {
    const auto offset = [](const RoughEdge& s) { return std::fabs(s.line.offset); };
    const auto cosine = [](const RoughEdge& s) { return doubled_cosine(s.line.nx, s.line.ny); };
    const auto sine = [](const RoughEdge& s) { return doubled_sine(s.line.nx, s.line.ny); };
    for_runs(std::span(edges), offset_error * extent, offset, [&](std::span<RoughEdge> a) {
      for_runs(a, angle_error, cosine, [&](std::span<RoughEdge> b) {
        for_runs(b, angle_error, sine, [&](std::span<RoughEdge> c) {
          RoughEdges run;
          for (const RoughEdge& s : c) run.push_back(&s);
          touching_pairs(std::move(run), 0, out);
        });
      });
    });
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace plumb::pipeline
