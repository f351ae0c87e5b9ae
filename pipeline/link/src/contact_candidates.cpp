// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact_candidates.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace plumb::pipeline {
namespace {

using Pairs = std::vector<std::pair<HalfEdgeId, HalfEdgeId>>;

// Up to so many edges whose lines doubles cannot tell are held against every other; a few long coordinates make as
// many.
constexpr std::size_t few_unknown = 64;

bool may_meet(const RoughEdge& a, const RoughEdge& b) {
  if (a.heading[0] * b.heading[0] > 0 || a.heading[1] * b.heading[1] > 0) return false;
  for (int k = 0; k < 3; ++k)
    if (a.high[k] < b.low[k] || b.high[k] < a.low[k]) return false;
  return true;
}

// Pairs of half-edges whose boxes meet. Memory is used again.
class TouchingPairs {
 public:
  explicit TouchingPairs(Pairs& out) : out_(out) {}

  void add(std::span<const RoughEdge> edges) {
    edges_.clear();
    for (const RoughEdge& s : edges) edges_.push_back(&s);
    search(0, 0);
  }
  void add(const RoughEdge& a, const RoughEdge& b) {
    if (a.surface != b.surface && may_meet(a, b)) out_.push_back(std::minmax(a.half_edge, b.half_edge));
  }

 private:
  // Of the list's end, from `first` on. Halves it at medians, those on both sides of one into both halves, as long as
  // that pays.
  void search(std::size_t first, int depth) {
    const std::size_t end = edges_.size(), count = end - first;
    constexpr std::size_t few = 16;
    if (count > few && depth < 48) {
      int best = -1;
      std::size_t best_sum = count * 3 / 2;
      double best_at = 0;
      for (int k = 0; k < 3; ++k) {
        const auto list = std::span(edges_).subspan(first);
        const auto middle = list.begin() + static_cast<std::ptrdiff_t>(count / 2);
        std::ranges::nth_element(list, middle, {}, [k](const RoughEdge* s) { return s->low[k]; });
        const double at = (*middle)->low[k];
        std::size_t below = 0, above = 0;
        for (const RoughEdge* s : list) {
          below += s->low[k] < at;
          above += s->high[k] >= at;
        }
        if (below + above < best_sum && below < count && above < count) {
          best = k;
          best_sum = below + above;
          best_at = at;
        }
      }
      if (best >= 0) {
        for (const bool above : {false, true}) {
          for (std::size_t i = first; i < end; ++i)
            if (above ? edges_[i]->high[best] >= best_at : edges_[i]->low[best] < best_at) edges_.push_back(edges_[i]);
          search(end, depth + 1);
          edges_.resize(end);
        }
        return;
      }
    }
    for (std::size_t i = first; i < end; ++i)
      for (std::size_t j = i + 1; j < end; ++j) add(*edges_[i], *edges_[j]);
  }

  Pairs& out_;
  std::vector<const RoughEdge*> edges_;  // lists, each after the one that it is a part of
};

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
  TouchingPairs touching(out);
  const auto known = [](const RoughEdge& s) {
    return std::fabs(s.line.nx) <= 2 && std::fabs(s.line.ny) <= 2 && std::fabs(s.line.offset) < HUGE_VAL;
  };
  const auto known_end = std::partition(edges.begin(), edges.end(), known);
  const std::span known_edges(edges.begin(), known_end), others(known_end, edges.end());
  if (others.size() > few_unknown) {  // lines that doubles cannot tell: boxes alone decide
    touching.add(edges);
  } else {
    for (std::size_t i = 0; i < others.size(); ++i)
      for (const std::span<RoughEdge> with : {known_edges, others.first(i)})
        for (const RoughEdge& s : with) touching.add(s, others[i]);
    const auto offset = [](const RoughEdge& s) { return std::fabs(s.line.offset); };
    const auto cosine = [](const RoughEdge& s) { return doubled_cosine(s.line.nx, s.line.ny); };
    const auto sine = [](const RoughEdge& s) { return doubled_sine(s.line.nx, s.line.ny); };
    for_runs(known_edges, offset_error * extent, offset, [&](std::span<RoughEdge> a) {
      for_runs(a, angle_error, cosine, [&](std::span<RoughEdge> b) {
        for_runs(b, angle_error, sine, [&](std::span<RoughEdge> c) { touching.add(c); });
      });
    });
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace plumb::pipeline
