// SPDX-License-Identifier: LGPL-3.0-or-later
// The components of a level, from those of its tiles.
//
// 1. add() names the components of a tile behind those of the tiles before, and keeps what the tile says of the lines
//    between it and another until that one is added.
// 2. join() compares what both say line by line: at every place the same greatest stance. There it unites the
//    components of both, for each stance up to that one.
// 3. The areas of components are lines of a temporary file. each() reads them again, and adds up those of each set.
//
// Cost: n log n for n stretches on lines. Memory: a number for each component of a tile, the sums of components in
// several tiles, and the stretches on lines of which one side was added. Exact: all comparisons. Source:
// docs/theory/certificate.md, Tiles; ours.
#include "tiles/level_components.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/system.h"

namespace plumb::checker {

namespace {

Refused no_file() { return Refused("a temporary file cannot be written; make room where such files are"); }

// The next line of a file, without its end; none after the last.
bool read_line(std::FILE* file, std::string& line) {
  line.clear();
  int c = std::fgetc(file);
  if (c == EOF) return false;
  for (; c != EOF && c != '\n'; c = std::fgetc(file)) line += static_cast<char>(c);
  return true;
}

}  // namespace

LevelComponents::LevelComponents(std::size_t stances) : sets_(stances) {
  for (std::size_t s = 0; s < stances; ++s) {
    areas_.emplace_back(system::temporary_file(), &std::fclose);
    if (!areas_.back()) throw no_file();
  }
}

void LevelComponents::add(const Tile& tile, TileFacts&& facts) {
  std::vector<Name> first;  // by stance
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    first.push_back(sets_[s].size());
    for (AreaSum& area : facts.components[s]) {
      sets_[s].add();
      if (std::fputs((area.word() + "\n").c_str(), areas_[s].get()) < 0) throw no_file();
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

void LevelComponents::require_all() const {
  if (waiting_.empty()) return;
  const auto& [first, second] = waiting_.begin()->first;
  throw Refutation("of the tiles " + text_of(first) + " and " + text_of(second) + " one alone has ways to the other");
}

void LevelComponents::each(std::size_t stance, const std::function<void(AreaSum&&)>& take) {
  Sets& sets = sets_[stance];
  std::FILE* const file = areas_[stance].get();
  std::vector<bool> has_several(sets.size());  // by the name of a set
  for (Name n = 0; n < sets.size(); ++n)
    if (const Name set = sets.find(n); set != n) has_several[set] = true;
  std::map<Name, AreaSum> of_several;
  if (std::fflush(file) != 0 || std::fseek(file, 0, SEEK_SET) != 0) throw no_file();
  std::string word;
  for (Name n = 0; n < sets.size(); ++n) {
    if (!read_line(file, word)) throw no_file();
    const Name set = sets.find(n);
    if (has_several[set]) of_several[set].add(AreaSum::of_word(word));
    else take(AreaSum::of_word(word));
  }
  for (auto& [set, area] : of_several) take(std::move(area));
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
