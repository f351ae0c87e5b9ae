// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/compare.h"

#include "near_plane.h"
#include "plumb/pipeline/bake.h"

namespace plumb::pipeline {

Comparison compare(FloorFaces truth, FloorFaces found, std::optional<FloorFaces> outer, const MatchWindow& window,
                   unsigned threads) {
  Comparison out{std::move(truth), std::move(found), std::move(outer), {}, {}, {}, {}};
  out.of_truth = cover_faces(out.truth, out.found, window.from_truth(), threads);
  out.of_found = cover_faces(out.found, out.truth, window.from_found(), threads);
  if (out.outer) out.of_found_by_outer = cover_by_first(out.found, *out.outer, window.from_found(), threads);
  out.repeated = cover_by_earlier(out.found, window.from_truth(), threads);
  if (!adds_up(out.of_truth) || !adds_up(out.of_found) || !adds_up(out.of_found_by_outer) || !adds_up(out.repeated))
    throw InternalError("the parts of a face do not add up to it");
  if (!agree(out.of_truth, out.of_found)) throw InternalError("two faces have not one area in common");
  return out;
}

std::optional<MatchedHeights> matched_heights(const Comparison& c) {
  std::optional<MatchedHeights> out;
  kernel::Interval low, high;  // around the ends
  for (FloorFaces::Index f = 0; f < c.of_truth.size(); ++f) {
    std::optional<NearPlane> truth;
    for (const CoveredFace::Piece& piece : c.of_truth[f].pieces) {
      if (piece.by.empty()) continue;
      if (!truth) truth.emplace(c.truth, f);
      const kernel::PlanRing ring = ring_of(piece, c.truth, f);
      for (const FloorFaces::Index by : piece.by) {
        const NearPlane found(c.found, by);
        for (const kernel::PlanPoint& p : ring) {
          const kernel::Interval near = found.height(p) - truth->height(p);
          if (out && near.low > low.high && near.high < high.low) continue;
          const mpq_class height = c.found.plane(by).height(p[0], p[1]) - c.truth.plane(f).height(p[0], p[1]);
          if (!out) out = {height, height};
          if (height < out->low) out->low = height;
          if (height > out->high) out->high = height;
          low = kernel::interval_of(out->low);
          high = kernel::interval_of(out->high);
        }
      }
    }
  }
  return out;
}

}  // namespace plumb::pipeline
