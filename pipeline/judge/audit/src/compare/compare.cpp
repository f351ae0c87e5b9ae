// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison of two floors: each by the other, the range of heights where they match, and sums of areas.
// compare() covers both floors by each other (cover_faces.h). matched_heights() finds by how much the found floor is
// above or below the true one at most: over a piece that two faces share the difference of heights is linear, so its
// corners are enough; doubles leave out pieces that cannot widen the range. AreaTotal adds up fractions as doubles at
// once, and as a fraction only if that is asked for.
#include "plumb/pipeline/compare.h"

#include <algorithm>
#include <cmath>

#include "plumb/pipeline/floor_faces.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

// The least and the greatest height so far. None is beyond the window.
class HeightSpread {
 public:
  explicit HeightSpread(const MatchWindow& window) : window_(window) {}

  // Whether nothing within `near` is beyond either.
  bool certainly_has(const Interval& near) const {
    return (near.low > low_.high || is_least_) && (near.high < high_.low || is_greatest_);
  }
  // `near` holds the height, exact() tells it.
  template <class Exact>
  void add(const Interval& near, Exact&& exact) {
    if (certainly_has(near)) return;
    const mpq_class height = exact();
    if (!found_) found_ = {height, height};
    if (height < found_->low) found_->low = height;
    if (height > found_->high) found_->high = height;
    low_ = kernel::interval_of(found_->low);
    high_ = kernel::interval_of(found_->high);
    is_least_ = found_->low == -window_.below;
    is_greatest_ = found_->high == window_.above;
  }
  void add(const HeightSpread& other) {
    if (!other.found_) return;
    add(other.low_, [&] { return other.found_->low; });
    add(other.high_, [&] { return other.found_->high; });
  }
  const std::optional<MatchedHeights>& found() const { return found_; }

 private:
  const MatchWindow& window_;
  std::optional<MatchedHeights> found_;
  Interval low_{HUGE_VAL}, high_{-HUGE_VAL};     // around the ends
  bool is_least_ = false, is_greatest_ = false;  // as low, as high as the window is
};

// Around the heights of all of a face over a plane.
Interval heights_over(const NearPlane& plane, const NearFloor& floor, FloorFaces::Index face) {
  const auto places = floor.plan(face);
  const auto heights = floor.heights(face);
  Interval out = plane.over(places[0], heights[0]);
  for (std::size_t i = 1; i < places.size(); ++i) {
    const Interval height = plane.over(places[i], heights[i]);
    out = {std::min(out.low, height.low), std::max(out.high, height.high)};
  }
  return out;
}

void add_heights(HeightSpread& range, const Comparison& c, const NearFloor& truth, const NearFloor& found,
                 FloorFaces::Index face) {
  const NearPlane plane = truth.plane(face);
  std::vector<FloorFaces::Index> others;  // that may be beyond
  for (const CoveredFace::Shared& s : c.of_truth[face].shared)
    if (!range.certainly_has(heights_over(plane, found, s.by))) others.push_back(s.by);
  if (others.empty()) return;
  kernel::PlanRing whole;
  for (const CoveredFace::Piece& piece : c.of_truth[face].pieces) {
    const kernel::PlanRing& ring = ring_of(piece, c.truth, face, whole);
    for (const FloorFaces::Index by : piece.by) {
      if (!std::ranges::binary_search(others, by)) continue;
      const NearPlane other = found.plane(by);
      for (const kernel::PlanPoint& p : ring)
        range.add(other.height(p) - plane.height(p), [&] {
          return mpq_class(c.found.plane(by).height(p[0], p[1]) - c.truth.plane(face).height(p[0], p[1]));
        });
    }
  }
}

}  // namespace

void AreaTotal::add(mpq_class term) {
  if (term == 0) return;
  near_ = near_ + kernel::interval_of(term);
  terms_.push_back(std::move(term));
}

void AreaTotal::add(const AreaTotal& other) {
  for (const mpq_class& term : other.terms_) add(term);
}

void AreaTotal::subtract(const AreaTotal& part) {
  for (const mpq_class& term : part.terms_) add(-term);
}

std::optional<mpq_class> AreaTotal::exact(std::size_t limit_bits) const {
  return kernel::balanced_sum(0, terms_.size(), limit_bits, [&](std::size_t i) { return terms_[i]; });
}

kernel::Area AreaTotal::area(std::uint64_t exact_digits) const {
  // A decimal digit is more than three bits; numerator and denominator share the characters.
  std::optional<mpq_class> sum = exact(4 * exact_digits);
  kernel::drop_longer(sum, exact_digits);
  const double approx = sum ? sum->get_d() : (near_.low + near_.high) / 2;
  return {std::move(sum), approx};
}

int compare_share(const AreaTotal& total, const mpq_class& limit, const AreaTotal& other) {
  const Interval near = total.near() - kernel::interval_of(limit) * other.near();
  if (const auto sign = near.sign()) return static_cast<int>(*sign);
  return cmp(*total.exact(0), mpq_class(limit * *other.exact(0)));
}

int compare_area(const AreaTotal& total, const mpq_class& limit) {
  const Interval near = total.near() - kernel::interval_of(limit);
  if (const auto sign = near.sign()) return static_cast<int>(*sign);
  return cmp(*total.exact(0), limit);
}

Comparison compare(FloorFaces truth, FloorFaces found, std::optional<FloorFaces> outer, const MatchWindow& window,
                   unsigned threads) {
  Comparison out{std::move(truth), std::move(found), std::move(outer), {}, {}, {}, {}};
  out.truth.make_near();
  out.found.make_near();
  if (out.outer) out.outer->make_near();
  MutualCover covered = cover_mutually(out.truth, out.found, window.from_truth(), threads);
  out.of_truth = std::move(covered.here);
  out.of_found = std::move(covered.there);
  if (out.outer) out.of_found_by_outer = cover_by_first(out.found, *out.outer, window.from_found(), threads);
  out.repeated = cover_by_earlier(out.found, window.from_truth(), threads);
  return out;
}

std::optional<MatchedHeights> matched_heights(const Comparison& c, const MatchWindow& window, unsigned threads) {
  const std::size_t chunks = chunk_count(c.of_truth.size(), threads);
  std::vector<HeightSpread> ranges(chunks, HeightSpread(window));
  const NearFloor truth(c.truth), found(c.found);
  for_chunks(c.of_truth.size(), chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f)
      add_heights(ranges[chunk], c, truth, found, static_cast<FloorFaces::Index>(f));
  });
  HeightSpread out(window);
  for (const HeightSpread& range : ranges) out.add(range);
  return out.found();
}

}  // namespace plumb::pipeline
