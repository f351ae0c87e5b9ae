// SPDX-License-Identifier: GPL-3.0-or-later
#include "detour_ways.h"

#include <algorithm>
#include <map>

#include "plumb/pipeline/bake.h"
#include "way_line.h"

namespace plumb::pipeline {
namespace {

using Stretches = std::vector<WayStretch>;

bool overlap(const kernel::ExactInterval& a, const kernel::ExactInterval& b) { return a.from < b.to && b.from < a.to; }

std::array<std::int64_t, 2> number_of(const Tile& tile) { return {tile.i, tile.j}; }

// The parts of a tile's own stretches of one line between the ends that both tiles have there.
void add_flush(const WayLine& line, const Stretches& own, const Stretches& beyond, const TileSeam& here,
               const TileSeam& there, std::vector<DetourWay>& out) {
  const auto area = [&](const TileSeam& seam, const WayStretch& s) {
    return seam.components.at(s.components.size() - 1).at(s.components.back()).area.approx;
  };
  std::set<mpq_class> ends;
  for (const Stretches* all : {&own, &beyond})
    for (const WayStretch& s : *all) ends.insert(s.range.from), ends.insert(s.range.to);
  for (const WayStretch& s : own)
    for (auto from = ends.find(s.range.from); *from < s.range.to; ++from) {
      const kernel::ExactInterval part{*from, *std::next(from)};
      std::array side{point_on(line.of_first, part.from), point_on(line.of_first, part.to)};
      if (line.up != (here.tile < there.tile)) std::ranges::reverse(side);
      DetourWay way{line.kind, line.stance, number_of(there.tile), side, side, {}, {}};
      const auto other = std::ranges::find_if(beyond, [&](const WayStretch& t) { return overlap(t.range, part); });
      if (other == beyond.end()) throw InternalError("tiles do not say the same of a way between them");
      for (std::size_t k = 0; k < s.components.size(); ++k)
        way.joins.push_back({s.components[k], other->components[k]});
      way.areas = {area(here, s), area(there, *other)};
      out.push_back(std::move(way));
    }
}

}  // namespace

std::vector<DetourWay> detour_ways(const TileSeam& own, const std::vector<TileSeam>& others,
                                   const std::set<std::uint32_t>& dropped) {
  std::map<Tile, std::map<WayLine, Stretches>> lines;  // by the tile beyond, what is kept of the own ways
  for (const TileSeam::Way& w : own.ways) {
    auto [line, stretch] = as_first(own.tile, w);
    if (!dropped.contains(w.components.at(0))) lines[w.beyond][std::move(line)].push_back(std::move(stretch));
  }
  std::vector<DetourWay> out;
  for (const TileSeam& other : others) {
    const auto to = lines.find(other.tile);
    if (to == lines.end()) continue;
    const bool is_first = own.tile < other.tile;
    std::map<WayLine, Stretches> from_there;
    for (const TileSeam::Way& w : other.ways)
      if (w.beyond == own.tile && w.kind == PortalKind::flush) {
        auto [line, stretch] = as_first(other.tile, w);
        from_there[std::move(line)].push_back(std::move(stretch));
      }
    for (const auto& [line, stretches] : to->second)
      if (line.kind == PortalKind::flush) add_flush(line, stretches, from_there[line], own, other, out);
    const TileSeam& lesser = is_first ? own : other;
    for (const TileSeam::Way& w : lesser.ways) {
      if (w.kind == PortalKind::flush || w.beyond != (is_first ? other : own).tile) continue;
      const auto [line, stretch] = as_first(lesser.tile, w);
      const auto kept = to->second.find(line);
      if (kept == to->second.end() ||
          std::ranges::none_of(kept->second, [&](const WayStretch& s) { return overlap(s.range, stretch.range); }))
        continue;
      const auto [here, there] = is_first ? std::array{w.here, w.there} : turned(w);
      out.push_back({w.kind, w.stance, number_of(other.tile), here, there, {}, {}});
    }
  }
  return out;
}

}  // namespace plumb::pipeline
