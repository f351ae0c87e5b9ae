// SPDX-License-Identifier: GPL-3.0-or-later
// A floor of 100 x 100 under many small areas that come and go: pieces and regions as from scratch, numbers as short at
// 5,000 live areas as at 100; and what the seed's way makes of the same.
#include <iomanip>
#include <iostream>
#include <random>

#include "plumb/kernel/cell_subdivision.h"
#include "support/update_areas.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plumb::kernel;

const PlanRing floor_ring{{0, 0}, {100, 0}, {100, 100}, {0, 100}};
constexpr int bits_of_coordinates = 10;  // in eighths
constexpr int longest = 4 * bits_of_coordinates + 6;

// Corners on multiples of 1/8 within 3 of a random centre.
PlanRing drawn_triangle(std::mt19937& random) {
  const auto eighths = [&](int low, int high) -> mpq_class {
    return mpq_class(std::uniform_int_distribution<>(8 * low, 8 * high)(random)) / 8;
  };
  for (;;) {
    const mpq_class x = eighths(0, 100), y = eighths(0, 100);
    PlanRing ring;
    for (int k = 0; k < 3; ++k) ring.push_back({x + eighths(-3, 3), y + eighths(-3, 3)});
    if (PlanRing normal = normal_convex_ring(std::move(ring)); !normal.empty()) return normal;
  }
}

class Floor {
 public:
  void add() {
    PlanRing ring = drawn_triangle(random_);
    cell_.insert(++last_, {ring}, 8);
    live_.emplace(last_, std::move(ring));
  }
  void remove() {
    const auto at = std::next(live_.begin(), std::uniform_int_distribution<std::ptrdiff_t>(
                                                 0, static_cast<std::ptrdiff_t>(live_.size()) - 1)(random_));
    if (cell_.contains(at->first)) cell_.erase(at->first);
    live_.erase(at);
  }
  std::size_t live() const { return live_.size(); }
  const CellSubdivision& cell() const { return cell_; }
  CellSubdivision fresh(Decomposition decomposition = Decomposition::bounded) const {
    CellSubdivision out(floor_ring, 8, decomposition);
    for (const auto& [name, ring] : live_) out.insert(name, {ring}, 8);
    return out;
  }
  /// Whether pieces and regions are those from scratch.
  bool is_as_from_scratch() const {
    const auto ours = cell_.pieces(), theirs = fresh().pieces();
    if (ours.size() != theirs.size() || area_of(ours) != 10000) return false;
    for (std::size_t i = 0; i < ours.size(); ++i)
      if (ours[i].ring != theirs[i].ring || ours[i].areas != theirs[i].areas) return false;
    AreaSets sets;
    return normal_form(ours, sets) == normal_form(theirs, sets);
  }

 private:
  std::mt19937 random_{8};
  CellSubdivision cell_{floor_ring, 8};
  std::map<AreaId, PlanRing> live_;
  AreaId last_ = 0;
};

}  // namespace

TEST_CASE("updates of a floor: 400 entries, half of them reverts") {
  Floor floor;
  for (int k = 0; k < 200; ++k) floor.add();
  CHECK(floor.is_as_from_scratch());
  for (int k = 0; k < 200; ++k) {
    if (k % 4 == 0) floor.add();
    else floor.remove();
    if (k % 50 == 0) CHECK(floor.is_as_from_scratch());
  }
  CHECK(floor.cell().counts().longest_bits <= longest);
  while (floor.live() > 0) floor.remove();
  CHECK(floor.cell().pieces().size() == 1);
  CHECK(floor.cell().pieces()[0].ring == floor_ring);
}

TEST_CASE("updates of a floor: the seed's way gives the same regions, of ever longer numbers", "[.long]") {
  Floor floor;
  std::cout << "live  bounded: pieces  bits   seed: triangles  bits  lower than 0.01\n";
  for (const std::size_t live : {100u, 200u, 400u}) {
    while (floor.live() < live) floor.add();
    const CellSubdivision seed = floor.fresh(Decomposition::seed);
    const auto pieces = floor.cell().pieces(), triangles = seed.pieces();
    AreaSets sets;
    CHECK(normal_form(pieces, sets) == normal_form(triangles, sets));
    std::cout << std::setw(4) << live << std::setw(16) << pieces.size() << std::setw(6)
              << floor.cell().counts().longest_bits << std::setw(19) << triangles.size() << std::setw(6)
              << seed.counts().longest_bits << std::setw(17) << seed.low_triangles(mpq_class(1) / 100) << std::endl;
  }
}

TEST_CASE("updates of a floor: 10,000 entries, half of them reverts", "[.long]") {
  Floor floor;
  for (int k = 0; k < 5000; ++k) {
    floor.add();
    if (k == 99 || k == 999 || k == 4999) {
      CHECK(floor.is_as_from_scratch());
      std::cout << floor.live() << " live: " << floor.cell().pieces().size() << " pieces in "
                << floor.cell().leaves().size() << " leaves, no predicate longer than "
                << floor.cell().counts().longest_bits << " bits" << std::endl;
    }
  }
  for (int k = 0; k < 5000; ++k) {
    floor.remove();
    if (k % 1000 == 499) CHECK(floor.is_as_from_scratch());
  }
  CHECK(floor.cell().counts().longest_bits <= longest);
  CHECK(floor.cell().pieces()[0].ring == floor_ring);
}
