// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/radius_thresholds.h"

#include "border_points.h"
#include "passages.h"
#include "plumb/pipeline/border_of.h"
#include "plumb/pipeline/link_surfaces.h"

namespace plumb::pipeline {
namespace {

// Around the root, to 64 bits.
kernel::RationalInterval root(const mpq_class& square) {
  mpz_class product = square.get_num() * square.get_den();
  const std::size_t size = mpz_sizeinbase(product.get_mpz_t(), 2), bits = size < 128 ? 64 : 0;
  product <<= 2 * bits;
  const mpz_class below = sqrt(product), unit = square.get_den() << bits;
  mpq_class low(below, unit), high(below * below == product ? below : mpz_class(below + 1), unit);
  low.canonicalize();
  high.canonicalize();
  return {low, high};
}

Passage passage(const SceneSurfaces& level, const Border& border, const FoundPassage& found, UpAxis up) {
  Passage out;
  for (std::size_t k = 0; k < 2; ++k) {
    const BorderStretch& s = border.stretches[found.stretches[k]];
    out.sides[k] = {to_input_frame(found.ends[k], up),
                    {to_input_frame(exact_end(level.scene.points, border.ends[s.from]), up),
                     to_input_frame(exact_end(level.scene.points, border.ends[s.to]), up)},
                    s.surface,
                    level.set.surfaces[s.surface].face};
  }
  for (std::size_t k = 0; k < 3; ++k) out.place[k] = (out.sides[0].nearest[k] + out.sides[1].nearest[k]) / 2;
  out.stances = found.stances;
  out.closes = found.closes;
  return out;
}

}  // namespace

Result<RadiusThresholds> radius_thresholds(const BakeOptions& options, const ThresholdQuery& query,
                                           Progress& progress) {
  Stages stage(progress, indexed_surface_stages(options.solids) + link_stages(options.solids) +
                             std::vector<Stage>{{"passages", 10}});
  const auto found = load_indexed_surfaces(surface_settings(options), stage);
  if (!found) return found.error();
  const SceneSurfaces& level = found->level;
  kernel::LadderCounts counts;
  const Linked linked = link_surfaces(level, found->index, link_settings(options), stage, counts);
  return stage("passages", [&] {
    const Border border = border_of(level.scene.points, level.set, linked.map, linked.graph);
    const PassageFinder finder(level.scene.points, border, query.window);
    RadiusThresholds out{options, query, {}};
    for (const FoundPassage& p : finder.find(2 * query.low, 2 * query.high, options.threads)) {
      const mpq_class squared_radius = p.squared_width / 4;
      if (out.values.empty() || out.values.back().squared_radius != squared_radius)
        out.values.push_back({squared_radius, root(squared_radius), {}});
      out.values.back().passages.push_back(passage(level, border, p, options.up));
    }
    return out;
  });
}

}  // namespace plumb::pipeline
