// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts of areas that come and go on one cell: what is there afterwards is what the live areas make from scratch, and
// what the seed's way makes of them; numbers do not grow.
//
// Bytes: the first chooses the cell; then entries: one byte, of which a quarter takes back a live area, the others add
// one, with six bytes for its corners.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "plumb/kernel/cell_subdivision.h"

namespace {

using namespace plumb::kernel;

void demand(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

PlanRing cell_of(std::uint8_t byte) {
  if (byte % 2 == 0) return {{0, 0}, {8, 0}, {8, 8}, {0, 8}};
  return {{0, 0}, {8, 0}, {0, 8}};
}

class Numbers {
 public:
  std::uint32_t operator()(const std::vector<AreaId>& areas) {
    return known_.try_emplace(areas, static_cast<std::uint32_t>(known_.size())).first->second;
  }

 private:
  std::map<std::vector<AreaId>, std::uint32_t> known_;
};

std::vector<LabelledRegion> regions(const CellSubdivision& cell, Numbers& numbers) {
  return normal_form(cell.pieces(), numbers);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 8 || size > 400) return 0;
  const PlanRing base = cell_of(data[0]);
  CellSubdivision cell(base, 2);
  std::map<AreaId, PlanRing> live;
  AreaId next = 1;
  for (std::size_t i = 1; i + 6 < size;) {
    const std::uint8_t entry = data[i++];
    if (entry % 4 == 0 && !live.empty()) {
      const auto at = std::next(live.begin(), entry / 4 % static_cast<std::ptrdiff_t>(live.size()));
      if (cell.contains(at->first)) cell.erase(at->first);
      live.erase(at);
      continue;
    }
    PlanRing ring;
    for (int k = 0; k < 3; ++k, i += 2)
      ring.push_back({mpq_class(data[i] % 21 - 2) / 2, mpq_class(data[i + 1] % 21 - 2) / 2});
    ring = normal_convex_ring(std::move(ring));
    if (ring.empty()) continue;
    cell.insert(next, {ring}, 2);
    live.emplace(next++, std::move(ring));
  }
  CellSubdivision fresh(base, 2);
  for (const auto& [name, ring] : live) fresh.insert(name, {ring}, 2);
  const auto pieces = cell.pieces(), again = fresh.pieces();
  mpq_class area = 0;
  demand(pieces.size() == again.size(), "as many pieces as from scratch");
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    demand(pieces[i].ring == again[i].ring && pieces[i].areas == again[i].areas, "the pieces from scratch");
    demand(normal_convex_ring(pieces[i].ring) == pieces[i].ring, "convex pieces");
    area += signed_area(pieces[i].ring);
  }
  demand(area == signed_area(base), "the area of the cell");
  demand(cell.counts().longest_bits <= 4 * 5 + 6, "short numbers");
  if (live.size() > 5) return 0;  // the seed's numbers grow
  Numbers numbers;
  CellSubdivision seed(base, 1, Decomposition::seed);
  for (const auto& [name, ring] : live) seed.insert(name, {ring});
  demand(regions(cell, numbers) == regions(seed, numbers), "the regions of the seed's way");
  return 0;
}
