// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/compare.h"

#include "near_plane.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/chunks.h"

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

namespace {

// The least and the greatest height so far.
class HeightRange {
 public:
  // `near` holds the height, exact() tells it.
  template <class Exact>
  void add(const kernel::Interval& near, Exact&& exact) {
    if (found_ && near.low > low_.high && near.high < high_.low) return;
    const mpq_class height = exact();
    if (!found_) found_ = {height, height};
    if (height < found_->low) found_->low = height;
    if (height > found_->high) found_->high = height;
    low_ = kernel::interval_of(found_->low);
    high_ = kernel::interval_of(found_->high);
  }
  void add(const HeightRange& other) {
    if (!other.found_) return;
    add(other.low_, [&] { return other.found_->low; });
    add(other.high_, [&] { return other.found_->high; });
  }
  const std::optional<MatchedHeights>& found() const { return found_; }

 private:
  std::optional<MatchedHeights> found_;
  kernel::Interval low_, high_;  // around the ends
};

void add_heights(HeightRange& range, const Comparison& c, FloorFaces::Index face) {
  std::optional<NearPlane> truth;
  for (const CoveredFace::Piece& piece : c.of_truth[face].pieces) {
    if (piece.by.empty()) continue;
    if (!truth) truth.emplace(c.truth, face);
    const kernel::PlanRing ring = ring_of(piece, c.truth, face);
    for (const FloorFaces::Index by : piece.by) {
      const NearPlane found(c.found, by);
      for (const kernel::PlanPoint& p : ring)
        range.add(found.height(p) - truth->height(p), [&] {
          return mpq_class(c.found.plane(by).height(p[0], p[1]) - c.truth.plane(face).height(p[0], p[1]));
        });
    }
  }
}

}  // namespace

std::optional<MatchedHeights> matched_heights(const Comparison& c, unsigned threads) {
  const std::size_t chunks = chunk_count(c.of_truth.size(), threads);
  std::vector<HeightRange> ranges(chunks);
  for_chunks(c.of_truth.size(), chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) add_heights(ranges[chunk], c, static_cast<FloorFaces::Index>(f));
  });
  HeightRange out;
  for (const HeightRange& range : ranges) out.add(range);
  return out.found();
}

}  // namespace plumb::pipeline
