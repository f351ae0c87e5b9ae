// SPDX-License-Identifier: LGPL-3.0-or-later
// The components of a level, from those of its tiles.
//
// 1. add() names the components of a tile behind those of the tiles before, and keeps what the tile says of the lines
//    between it and another until that one is added.
// 2. join() compares what both say line by line: at every place the same greatest stance. There it unites the
//    components of both, for each stance up to that one.
// 3. finish() adds up the areas of the sets.
//
// Cost: n log n for n stretches on lines. Memory: the components of all tiles, and the stretches on lines of which one
// side was added.
// Exact: all comparisons.
// Source: docs/theory/certificate.md, Tiles; ours.
#include "tiles/level_components.h"

#include <algorithm>
#include <utility>

namespace plumb::checker {

void LevelComponents::add(const Tile& tile, TileFacts&& facts) {
  std::vector<Name> first;  // by stance
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    first.push_back(sets_[s].size());
    for (AreaSum& area : facts.components[s]) {
      sets_[s].add();
      areas_[s].push_back(std::move(area));
    }
  }
  std::map<std::pair<Tile, Tile>, Lines> mine;
  for (auto& [line, stretches] : facts.seams) {
    std::vector<Stretch>& out = mine[{line.first, line.second}][line];
    for (const SeamStretch& stretch : stretches) {
      Stretch& s = out.emplace_back(Stretch{stretch.range, {}});
      for (std::size_t k = 0; k < stretch.components.size(); ++k)
        s.components.push_back(first[k] + stretch.components[k]);
    }
    std::sort(out.begin(), out.end(), [](const Stretch& p, const Stretch& q) { return p.range.from < q.range.from; });
  }
  for (auto& [tiles, lines] : mine) {
    const Tile& other = tiles.first == tile ? tiles.second : tiles.first;
    const auto said = waiting_.find(tiles);
    if (said != waiting_.end()) {
      join(tile, other, lines, said->second);
      waiting_.erase(said);
    } else {
      waiting_.emplace(tiles, std::move(lines));
    }
  }
}

std::vector<std::vector<AreaSum>> LevelComponents::finish() {
  if (!waiting_.empty()) {
    const auto& [first, second] = waiting_.begin()->first;
    throw Refutation("of the tiles " + text_of(first) + " and " + text_of(second) + " one alone has ways to the other");
  }
  std::vector<std::vector<AreaSum>> out(sets_.size());
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    for (Name n = 0; n < sets_[s].size(); ++n)
      if (const Name set = sets_[s].find(n); set != n) areas_[s][set].add(areas_[s][n]);
    for (Name n = 0; n < sets_[s].size(); ++n)
      if (sets_[s].find(n) == n) out[s].push_back(std::move(areas_[s][n]));
  }
  return out;
}

// Both lists ascend and do not overlap. What is left of the two first stretches is compared up to the nearer end.
void LevelComponents::join(const Tile& tile, const Tile& other, Lines& of_one, Lines& of_other) {
  const auto differ = [&]() -> Refutation {
    return Refutation("the tiles " + text_of(std::min(tile, other)) + " and " + text_of(std::max(tile, other)) +
                      " do not say the same of the ways between them");
  };
  if (of_one.size() != of_other.size()) throw differ();
  for (auto one = of_one.begin(), two = of_other.begin(); one != of_one.end(); ++one, ++two) {
    if (one->first < two->first || two->first < one->first) throw differ();
    std::vector<Stretch>&p = one->second, &q = two->second;
    for (std::size_t i = 0, j = 0; i < p.size() || j < q.size();) {
      if (i == p.size() || j == q.size() || p[i].range.from != q[j].range.from ||
          p[i].components.size() != q[j].components.size())
        throw differ();
      for (std::size_t s = 0; s < p[i].components.size(); ++s) sets_[s].unite(p[i].components[s], q[j].components[s]);
      const Fraction end = std::min(p[i].range.to, q[j].range.to);
      for (const auto& [list, at] : {std::pair(&p, &i), std::pair(&q, &j)}) {
        (*list)[*at].range.from = end;
        if ((*list)[*at].range.from >= (*list)[*at].range.to) ++*at;
      }
    }
  }
}

}  // namespace plumb::checker
