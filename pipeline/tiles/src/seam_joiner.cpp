// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles joined to one level: components over the ways between them, and sums of areas.
// Problem. Two tiles know the ways between them, each in stretches as its own cells cut them. Find which component of
// one is joined to which of the other, and whether both know the same ways, without having all seams in memory.
// 1. WayLine names a way without its ends: kind, stance, and the lines in space of both its sides. A tile tells its
//    ways from its own side; that of the lesser tile is first (as_first).
// 2. add() keeps the ways to tiles that are still to come, and joins those from tiles that came before. On each line
//    the stretches of either tile are intervals of one coordinate. Sorted, those that overlap are joined (join), and
//    the unions of both have to be equal.
// 3. A union-find for each stance has all components; what else is known of them is put into a scratch file (store).
// 4. finish() goes through that file twice for each stance. First it adds up the components that have several parts,
//    then it tells all, numbered by their first parts.
// Cost. N log N in the ways. Memory: a few words for each component; the ways out of a row of tiles; the parts of
// components that lie in several tiles.
// Exactness. Lines and intervals are fractions. Sums are fractions while these are no longer than was asked for.
#include "seam_joiner.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <unordered_map>

#include "plumb/pipeline/bake.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactInterval;

kernel::IntervalSet covered(const auto& stretches) {
  std::vector<ExactInterval> out;
  for (const auto& s : stretches) out.push_back(s.range);
  return kernel::united(std::move(out));
}

InternalError differ(const Tile& a, const Tile& b) {
  return InternalError("tiles " + numbers_text(a) + " and " + numbers_text(b) +
                       " do not say the same of a way between them");
}

// A component as the scratch file has it, before the digits of its area.
struct StoredComponent {
  double approx;
  std::uint32_t lowest, digits;
};
constexpr std::uint32_t not_exact = 0xffffffff;
constexpr int digit_base = 32;

}  // namespace

// Joins all that overlap in more than a point.
void SeamJoiner::join(const Tile& first, const Tile& second, Lines of_first, Lines of_second) {
  const std::uint32_t a = tile_number_.at(first), b = tile_number_.at(second);
  for (const auto& [line, stretches] : of_second) of_first.try_emplace(line);
  for (auto& [line, from_first] : of_first) {
    std::vector<WayStretch>& from_second = of_second[line];
    if (covered(from_first) != covered(from_second)) throw differ(first, second);
    const auto by_start = [](const WayStretch& s, const WayStretch& t) { return s.range.from < t.range.from; };
    std::ranges::stable_sort(from_first, by_start);
    std::ranges::stable_sort(from_second, by_start);
    std::size_t begin = 0;
    for (const WayStretch& s : from_first) {
      // Stretches of one tile do not overlap, but for those of welds.
      while (begin < from_second.size() && from_second[begin].range.to <= s.range.from) ++begin;
      for (std::size_t i = begin; i < from_second.size() && from_second[i].range.from < s.range.to; ++i)
        if (s.range.from < from_second[i].range.to)
          for (std::size_t k = 0; k < static_cast<std::size_t>(line.stance); ++k)
            sets_[k].unite(first_[k][a] + s.components[k], first_[k][b] + from_second[i].components[k]);
    }
  }
}

void SeamJoiner::store(const TileSeam& seam) {
  for (std::size_t s = 0; s < seam.components.size(); ++s) {
    first_[s].push_back(sets_[s].size());
    bool is_first = true;
    for (const TileSeam::Component& c : seam.components[s]) {
      sets_[s].add();
      const std::string digits = c.area.exact ? c.area.exact->get_str(digit_base) : "";
      const StoredComponent head{c.area.approx, c.lowest,
                                 c.area.exact ? static_cast<std::uint32_t>(digits.size()) : not_exact};
      const std::uint64_t at = scratch_.append_values(std::span(&head, 1));
      scratch_.append_values(std::span(digits.data(), digits.size()));
      if (std::exchange(is_first, false)) stored_[s].push_back(at);
    }
    if (is_first) stored_[s].push_back(0);  // there is none
  }
}

void SeamJoiner::add(const TileSeam& seam) {
  if (tiles_.empty()) {
    out_.stances.reserve(seam.stances.size());
    for (const Stance& s : seam.stances) out_.stances.push_back({s, 0, 0});
    first_.resize(seam.stances.size());
    stored_.resize(seam.stances.size());
    sets_.resize(seam.stances.size());
  }
  tile_number_[seam.tile] = static_cast<std::uint32_t>(tiles_.size());
  tiles_.push_back(seam.tile);
  out_.cells += seam.cells;
  for (const auto& [verdict, area] : seam.areas) areas_[verdict].push_back(area);
  if (seam.heights) out_.tallest = std::max<mpq_class>(out_.tallest, (*seam.heights)[1] - (*seam.heights)[0]);
  if (!out_.heights) {
    out_.heights = seam.heights;
  } else if (seam.heights) {
    auto& [low, high] = *out_.heights;
    low = std::min(low, (*seam.heights)[0]);
    high = std::max(high, (*seam.heights)[1]);
  }
  store(seam);

  std::map<Tile, Lines> from_before;
  if (auto told = waiting_.extract(seam.tile)) from_before = std::move(told.mapped());
  std::map<Tile, Lines> to_before;
  for (const TileSeam::Way& w : seam.ways) {
    auto [line, stretch] = as_first(seam.tile, w);
    Lines& lines = seam.tile < w.beyond ? waiting_[w.beyond][seam.tile] : to_before[w.beyond];
    lines[std::move(line)].push_back(std::move(stretch));
  }
  for (const auto& [first, lines] : to_before) from_before.try_emplace(first);
  for (auto& [first, lines] : from_before) {
    if (!tile_number_.contains(first)) throw differ(first, seam.tile);
    join(first, seam.tile, std::move(lines), std::move(to_before[first]));
  }
}

// Calls call(number of the tile, of the component there, and in sets_; that of the lowest stance; its area).
template <class Call>
void SeamJoiner::for_each_component(std::span<const std::byte> stored, std::size_t stance, const Call& call) const {
  for (std::uint32_t t = 0; t < tiles_.size(); ++t) {
    const std::uint32_t begin = first_[stance][t],
                        end = t + 1 < tiles_.size() ? first_[stance][t + 1] : sets_[stance].size();
    std::uint64_t at = stored_[stance][t];
    for (std::uint32_t c = begin; c < end; ++c) {
      StoredComponent head;
      std::memcpy(&head, stored.data() + at, sizeof(head));
      at += sizeof(head);
      kernel::Area area{std::nullopt, head.approx};
      if (head.digits != not_exact) {
        area.exact.emplace(std::string(reinterpret_cast<const char*>(stored.data() + at), head.digits), digit_base);
        at += head.digits;
      }
      call(t, c - begin, c, head.lowest, std::move(area));
    }
  }
}

void SeamJoiner::number(std::span<const std::byte> stored, std::size_t stance, const TilePruning& pruning,
                        const Take& take) {
  kernel::UnionFind& sets = sets_[stance];
  std::vector<std::uint32_t> parts(sets.size());  // by the name of the set, which is its first part
  for (std::uint32_t c = 0; c < sets.size(); ++c) ++parts[sets.find(c)];
  struct Joined {
    std::vector<WholeComponent::Part> parts;
    std::vector<kernel::Area> areas;
  };
  std::unordered_map<std::uint32_t, Joined> of_several;
  for_each_component(stored, stance,
                     [&](std::uint32_t t, std::uint32_t there, std::uint32_t c, std::uint32_t, kernel::Area area) {
                       const std::uint32_t set = sets.find(c);
                       if (parts[set] == 1) return;
                       of_several[set].parts.emplace_back(tiles_[t], there);
                       of_several[set].areas.push_back(std::move(area));
                     });
  if (stance == 0) lowest_number_.assign(sets.size(), 0);
  JoinedTiles::OfStance& counts = out_.stances[stance];
  for_each_component(
      stored, stance,
      [&](std::uint32_t t, std::uint32_t there, std::uint32_t c, std::uint32_t lowest, kernel::Area area) {
        if (sets.find(c) != c) return;
        Joined joined{{{tiles_[t], there}}, {}};
        if (parts[c] > 1) joined = std::move(of_several.at(c));
        else joined.areas.push_back(std::move(area));
        WholeComponent component{sum_of(joined.areas, digits_), std::move(joined.parts), 0, std::nullopt};
        if (stance == 0) {
          component.lowest = lowest_number_[c] = static_cast<std::uint32_t>(counts.components);
          if (pruning.reached &&
              std::ranges::none_of(component.parts, [&](const auto& p) { return pruning.reached->contains(p); }))
            component.dropped = DropReason::unreached;
          else if (sgn(pruning.min_area) > 0 && sum_of(joined.areas, 0).exact.value() < pruning.min_area)
            component.dropped = DropReason::small;
          dropped_.push_back(component.dropped);
        } else {
          component.lowest = lowest_number_[sets_[0].find(first_[0][t] + lowest)];
          component.dropped = dropped_[component.lowest];
        }
        ++counts.components;
        counts.dropped += component.dropped.has_value();
        take(stance, component);
      });
}

Result<JoinedTiles> SeamJoiner::finish(const TilePruning& pruning, const Take& take) {
  if (!waiting_.empty()) throw differ(waiting_.begin()->second.begin()->first, waiting_.begin()->first);
  out_.tiles = tiles_.size();
  for (const auto& [verdict, list] : areas_) out_.areas[verdict] = sum_of(list, digits_);
  const auto stored = scratch_.map();
  if (!stored) return stored.error();
  for (std::size_t s = 0; s < out_.stances.size(); ++s) number(*stored, s, pruning, take);
  return std::move(out_);
}

}  // namespace plumb::pipeline
