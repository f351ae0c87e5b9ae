// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/decompose.h"

#include <atomic>

#include "plumb/pipeline/parallel_parts.h"
#include "plumb/pipeline/surface_decomposer.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t chunk = 64;

}  // namespace

StanceMap decompose(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                    const DecomposeOptions& options, kernel::LadderCounts& counts) {
  const SurfaceDecomposer shared(points, set, index, options);
  const std::size_t chunks = (set.surfaces.size() + chunk - 1) / chunk;
  std::vector<kernel::LadderCounts> tallies(options.threads);
  std::atomic<std::size_t> kept_bytes = 0;
  StanceMap map{options.stances, options.step, {}, {}};
  parallel_parts<vcd::CellTable>(
      chunks, options.threads,
      [&](unsigned thread) {
        return [&, decomposer = shared, &tally = tallies[thread]](std::size_t c, vcd::CellTable& table) mutable {
          const std::size_t end = std::min((c + 1) * chunk, set.surfaces.size());
          decomposer.keep_lines(kept_bytes.load(std::memory_order_relaxed) < options.kept_bytes);
          for (std::size_t i = c * chunk; i < end; ++i)
            if (set.surfaces[i].kind == SurfaceKind::traversable)
              decomposer.add(static_cast<kernel::PolygonId>(i), {}, table);
          tally = decomposer.counts();
        };
      },
      [&](const vcd::CellTable& table) {
        map.table.append(table);
        kept_bytes.store(map.table.kept.bytes(), std::memory_order_relaxed);
      });
  for (const kernel::LadderCounts& t : tallies) counts += t;
  return map;
}

}  // namespace plumb::pipeline
