// SPDX-License-Identifier: LGPL-3.0-or-later
#include "welds.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "verdict.h"

namespace plumb::checker {
namespace {

struct Weld {
  Index a, b;
  Segment on_a, on_b;
  std::size_t stance;
  auto key() const { return std::tie(a, b, on_a, on_b); }
};

// portal weld S A B x y x y : x y x y
Weld read(const Records& records, const World& world, const Portals& portals) {
  records.require_size(14);
  require(records.word(1) == "weld", "flush and step portals come before welds");
  require(records.word(9) == ":", "here ':' is wanted");
  const auto segment = [&](std::size_t i) {
    const auto at = [&](std::size_t k) -> Fraction { return records.fraction(i + k) * world.scene.scale; };
    return Segment{Place{at(0), at(1)}, Place{at(2), at(3)}};
  };
  return {records.number(3, portals.cells().size()), records.number(4, portals.cells().size()), segment(5), segment(10),
          records.number(2, world.heights.size() + 1)};
}

}  // namespace

std::uint64_t check_welds(const World& world, const Portals& portals, Borders& borders, const BoxTree& polygons,
                          Records& records) {
  std::vector<Weld> welds;
  std::optional<WeldFinder> finder;
  if (sgn(world.weld) > 0) finder.emplace(world, portals, borders, polygons);
  for (Index cell = 0; cell < portals.cells().size(); ++cell) {
    std::vector<FoundWeld> left;
    if (finder) left = finder->from(cell);
    for (; records.is("portal") && records.size() > 3 && records.word(3) == std::to_string(cell); records.next()) {
      Weld weld = read(records, world, portals);
      require(welds.empty() || welds.back().key() < weld.key(), "the weld is not in its place");
      const auto found = std::find_if(left.begin(), left.end(), [&](const FoundWeld& f) {
        return portals.sides()[f.other].cell == weld.b && f.stance == weld.stance && f.is(weld.on_a, weld.on_b);
      });
      require(found != left.end(), "there is no such weld, or its stretch or greatest stance is another");
      left.erase(found);
      welds.push_back(std::move(weld));
    }
    if (!left.empty())
      throw Refutation("before this line, a weld from cell " + std::to_string(cell) + " to cell " +
                       std::to_string(portals.sides()[left.front().other].cell) + " is missing");
  }
  require(!records.is("portal"), "this is no weld of a cell, or it is not in its place");
  for (const Weld& weld : welds)
    for (const auto& [cell, segment] : {std::pair(weld.a, &weld.on_a), std::pair(weld.b, &weld.on_b)}) {
      const Index side = borders.side_with(cell, *segment);
      borders.cover(side, borders.stretch(side, *segment), weld.stance);
    }
  return welds.size();
}

}  // namespace plumb::checker
