// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/cover_faces.h"

#include <algorithm>

#include "face_coverer.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;
using kernel::AreaCuts;

constexpr std::size_t faces_a_chunk = 64;

// cover(coverer, face) by face.
template <class Cover>
std::vector<CoveredFace> cover_each(const NearFloor& base, const NearFloor& by, const HeightWindow& window,
                                    unsigned threads, Cover&& cover) {
  std::vector<CoveredFace> out(base.exact().faces.size());
  const mpz_class unit = lcm(base.exact().unit, by.exact().unit);
  const FacesOnDemand others(by.exact(), unit);
  parallel_chunks((out.size() + faces_a_chunk - 1) / faces_a_chunk, threads, [&](unsigned) {
    return [&, coverer = FaceCoverer(base, by, others, window)](std::size_t chunk) mutable {
      const std::size_t end = std::min(out.size(), (chunk + 1) * faces_a_chunk);
      for (std::size_t f = chunk * faces_a_chunk; f < end; ++f) out[f] = cover(coverer, static_cast<Index>(f));
    };
  });
  return out;
}

// cover(coverer, face, others that are near). `earlier`: only by faces before the one at work.
template <class Cover>
std::vector<CoveredFace> cover_by_near(const NearFloor& base, const NearFloor& by, const HeightWindow& window,
                                       bool earlier, unsigned threads, Cover&& cover) {
  std::vector<kernel::Box> boxes;
  boxes.reserve(by.exact().faces.size());
  for (Index f = 0; f < by.exact().faces.size(); ++f) boxes.push_back(by.box(f));
  const kernel::BoxTree tree(std::move(boxes));
  const kernel::Interval low = kernel::interval_of(window.low), high = kernel::interval_of(window.high);
  return cover_each(base, by, window, threads, [&](FaceCoverer& coverer, Index face) {
    kernel::Box box = base.box(face);
    box.low[2] = (kernel::Interval(box.low[2]) + low).low;
    box.high[2] = (kernel::Interval(box.high[2]) + high).high;
    std::vector<Index> others;
    tree.query(box, [&](Index other) {
      if ((!earlier || other < face) && box.overlaps_in_plan(tree.box(other))) others.push_back(other);
    });
    std::ranges::sort(others);
    return cover(coverer, face, others);
  });
}

std::vector<CoveredFace> cover_by_near(const NearFloor& base, const NearFloor& by, const HeightWindow& window,
                                       bool earlier, AreaCuts cuts, unsigned threads) {
  return cover_by_near(base, by, window, earlier, threads,
                       [cuts](FaceCoverer& coverer, Index face, const std::vector<Index>& others) {
                         return coverer.cover(face, kernel::signed_area(coverer.base().ring(face)), others, cuts);
                       });
}

}  // namespace

const kernel::PlanRing& ring_of(const CoveredFace::Piece& piece, const FloorFaces& base, Index face,
                                kernel::PlanRing& whole) {
  return piece.ring.empty() ? whole = base.ring(face) : piece.ring;
}

MutualCover cover_mutually(const FloorFaces& here, const FloorFaces& there, const HeightWindow& window,
                           unsigned threads) {
  const NearFloor near_here(here), near_there(there);
  MutualCover out{cover_by_near(near_here, near_there, window, false, AreaCuts::all, threads), {}};
  std::vector<std::vector<CoveredFace::Shared>> shared(there.faces.size());
  std::vector<std::size_t> count(there.faces.size());
  for (const CoveredFace& f : out.here)
    for (const CoveredFace::Shared& s : f.shared) ++count[s.by];
  for (Index f = 0; f < shared.size(); ++f) shared[f].reserve(count[f]);
  for (Index f = 0; f < out.here.size(); ++f)
    for (const CoveredFace::Shared& s : out.here[f].shared) shared[s.by].push_back({f, s.area});
  const HeightWindow back{-window.high, -window.low, window.closed};
  out.there = cover_each(near_there, near_here, back, threads, [&](FaceCoverer& coverer, Index face) {
    return coverer.cover(face, std::move(shared[face]));
  });
  return out;
}

std::vector<CoveredFace> cover_by_first(const FloorFaces& base, const FloorFaces& by, const HeightWindow& window,
                                        unsigned threads) {
  return cover_by_near(NearFloor(base), NearFloor(by), window, false, AreaCuts::first, threads);
}

std::vector<CoveredFace> cover_by_first(const FloorFaces& base, const std::vector<mpq_class>& areas,
                                        const FloorFaces& by, const HeightWindow& window, unsigned threads) {
  return cover_by_near(NearFloor(base), NearFloor(by), window, false, threads,
                       [&](FaceCoverer& coverer, Index face, const std::vector<Index>& others) {
                         return coverer.cover(face, areas[face], others, AreaCuts::first);
                       });
}

std::vector<CoveredFace> cover_by_parts(const FloorFaces& base, const std::vector<mpq_class>& areas,
                                        const FaceParts& parts, unsigned threads) {
  return cover_by_near(NearFloor(base), NearFloor(parts.floor), {0, 0, true}, false, threads,
                       [&](FaceCoverer& coverer, Index face, const std::vector<Index>& others) {
                         return coverer.cover(face, areas[face], others, parts);
                       });
}

std::vector<CoveredFace> cover_by_earlier(const FloorFaces& floor, const HeightWindow& window, unsigned threads) {
  const NearFloor near(floor);
  return cover_by_near(near, near, window, true, AreaCuts::first, threads);
}

}  // namespace plumb::pipeline
