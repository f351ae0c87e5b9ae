// SPDX-License-Identifier: GPL-3.0-or-later
// Which components of the true floor are which of the found one.
// 1. match_components() adds up the areas that faces of both floors share, by pair of components. A component that
//    shares nothing is lost, or spurious; where there is an outer bound, a found one that shares something with that is
//    not spurious.
// 2. Pairs of no more than the sliver are slight, and so are pairs that have no area in the grid of the navmesh's file:
//    narrow_pairs() looks at what each cell and each polygon have in common (MatchedRegions, is_narrower). A component
//    with two partners or more that are not slight is split, or merged.
// 3. disagreement() is the share of pairs of points that one floor joins and the other does not: sums of squares of the
//    areas, as fractions while these are short.
// 4. find_equal_faces() pairs faces of equal corners. Where they are given, PartnersOf lets such a face match its equal
//    alone: floors over one another within the window are not confused.
// Cost: linear in the shared areas, times log; the width of a region costs the product of its edges and corners.
// Exact: areas and widths. Doubles show first that a region is certainly as wide as the grid.
#include "plumb/pipeline/match_components.h"

#include <algorithm>

#include "plumb/kernel/interval.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/file_grid.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using Disagreement = MatchedComponents::Disagreement;
using Pair = std::pair<std::uint32_t, std::uint32_t>;

// Numbers of those that have faces, and how many there are.
std::set<std::uint32_t> present(const FloorFaces& floor, const std::vector<std::uint32_t>& components) {
  std::set<std::uint32_t> out;
  for (const FloorFaces::Face& f : floor.faces) out.insert(components[f.owner]);
  return out;
}

// sum of (sums of groups)^2 less the sum of squares, over the square of all. group(key): whose sum an area goes to.
template <class Key>
std::optional<Disagreement> disagreement(const MatchedComponents& m, std::uint64_t exact_digits, Key&& group) {
  std::map<std::uint32_t, AreaTotal> sums;
  AreaTotal all;
  for (const auto& [key, area] : m.areas) {
    sums[group(key)].add(area);
    all.add(area);
  }
  if (m.areas.empty()) return std::nullopt;
  const std::size_t limit = exact_digits == 0 ? 0 : 4 * exact_digits;
  Disagreement out{mpq_class(0), Interval(0.0)};
  const auto add = [&](const AreaTotal& area, int sign) {
    const Interval square = area.near() * area.near();
    out.near = sign > 0 ? out.near + square : out.near - square;
    if (!out.exact) return;
    const auto exact = area.exact(limit);
    if (!exact) return out.exact.reset();
    *out.exact += sign * *exact * *exact;
    if (exact_digits > 0 && mpz_sizeinbase(out.exact->get_den_mpz_t(), 2) > limit) out.exact.reset();
  };
  for (const auto& [key, sum] : sums) add(sum, 1);
  for (const auto& [key, area] : m.areas) add(area, -1);
  out.near = out.near / (all.near() * all.near());
  if (out.exact) {
    const auto whole = all.exact(limit);
    if (whole) *out.exact /= *whole * *whole;
    else out.exact.reset();
  }
  kernel::drop_longer(out.exact, exact_digits);
  if (out.exact) out.near = kernel::interval_of(*out.exact);
  else if (!(out.near.high - out.near.low <= 1)) out.near = kernel::interval_of(*disagreement(m, 0, group)->exact);
  out.near = {std::max(0.0, out.near.low), std::min(1.0, std::max(0.0, out.near.high))};
  return out;
}

// Those that slight pairs leave two partners or more.
template <class Own>
std::vector<std::uint32_t> with_several(const MatchedComponents& m, Own&& own) {
  std::map<std::uint32_t, int> partners;
  for (const auto& [key, area] : m.areas)
    if (!m.slight.contains(key)) ++partners[own(key)];
  std::vector<std::uint32_t> out;
  for (const auto& [component, count] : partners)
    if (count > 1) out.push_back(component);
  return out;
}
std::uint32_t truth_of(const Pair& key) { return key.first; }
std::uint32_t found_of(const Pair& key) { return key.second; }

// Of pairs that would split or merge something, those that have no area in the grid.
std::vector<Pair> narrow_pairs(const Comparison& c, const std::vector<std::uint32_t>& of_truth,
                               const std::vector<std::uint32_t>& of_found, const mpq_class& grid,
                               const MatchedComponents& m) {
  const std::vector<std::uint32_t> split = with_several(m, truth_of), merged = with_several(m, found_of);
  std::map<Pair, bool> is_narrow;
  for (const auto& [key, area] : m.areas)
    if (!m.slight.contains(key) &&
        (std::ranges::binary_search(split, key.first) || std::ranges::binary_search(merged, key.second)))
      is_narrow[key] = true;
  const MatchedRegions regions(c, [&](std::uint32_t cell, std::uint32_t polygon) {
    return is_narrow.contains({of_truth[cell], of_found[polygon]});
  });
  for (const MatchedRegions::Region& r : regions.all()) {
    bool& narrow = is_narrow.at({of_truth[r.cell], of_found[r.polygon]});
    narrow = narrow && regions.is_narrower(r, grid);
  }
  std::vector<Pair> out;
  for (const auto& [key, narrow] : is_narrow)
    if (narrow) out.push_back(key);
  return out;
}

// Which of the faces that cover some of a true face are what it is.
class PartnersOf {
 public:
  PartnersOf(const Comparison& c, const std::optional<EqualFaces>& equal) : c_(c), equal_(equal) {
    if (!equal) return;
    free_.assign(c.found.faces.size(), false);
    for (FloorFaces::Index f = 0; f < c.of_truth.size(); ++f)
      for (const CoveredFace::Shared& s : c.of_truth[f].shared)
        if (equal->of_truth[f] == EqualFaces::none) free_[s.by] = true;
  }

  // `only_equal`: the true face covers nothing but faces that have equal ones.
  bool is_partner(FloorFaces::Index face, FloorFaces::Index by, bool only_equal) const {
    if (!equal_) return true;
    const FloorFaces::Index own = equal_->of_truth[face];
    if (own != EqualFaces::none) return by == own || (equal_->of_found[by] == EqualFaces::none && !free_[by]);
    return equal_->of_found[by] == EqualFaces::none || only_equal;
  }
  bool covers_only_equal(FloorFaces::Index face) const {
    return equal_ && std::ranges::all_of(c_.of_truth[face].shared, [&](const CoveredFace::Shared& s) {
             return equal_->of_found[s.by] != EqualFaces::none;
           });
  }

 private:
  const Comparison& c_;
  const std::optional<EqualFaces>& equal_;
  std::vector<bool> free_;  // by found face: a true face without an equal one has some of it
};

}  // namespace

MatchedRegions::MatchedRegions(const Comparison& c, const std::function<bool(std::uint32_t, std::uint32_t)>& wanted)
    : comparison_(c) {
  for (FloorFaces::Index f = 0; f < c.of_truth.size(); ++f) {
    const std::uint32_t cell = c.truth.faces[f].owner;
    const auto& pieces = c.of_truth[f].pieces;
    for (std::uint32_t k = 0; k < pieces.size(); ++k)
      for (const FloorFaces::Index by : pieces[k].by)
        if (const std::uint32_t polygon = c.found.faces[by].owner; wanted(cell, polygon))
          parts_.push_back({cell, polygon, f, by, k});
  }
  std::ranges::sort(parts_);
  for (auto at = parts_.begin(); at != parts_.end();) {
    const auto end =
        std::find_if(at, parts_.end(), [&](const Part& p) { return p.cell != at->cell || p.polygon != at->polygon; });
    regions_.push_back({at->cell, at->polygon, {at, end}});
    at = end;
  }
}

kernel::PlanRing MatchedRegions::ring(const Part& part) const {
  kernel::PlanRing whole;
  return ring_of(comparison_.of_truth[part.face].pieces[part.piece], comparison_.truth, part.face, whole);
}

bool MatchedRegions::is_narrower(const Region& region, const mpq_class& step) const {
  if (step == 0) return false;
  kernel::Interval area(0.0);
  kernel::Box box = kernel::no_box;
  const auto look_at = [&](const auto& p) {
    for (std::size_t k = 0; k < 2; ++k) {
      const kernel::Interval at = kernel::interval_of(p[k]);
      box.low[k] = std::min(box.low[k], at.low);
      box.high[k] = std::max(box.high[k], at.high);
    }
  };
  for (const Part& part : region.parts) {
    const CoveredFace::Piece& piece = comparison_.of_truth[part.face].pieces[part.piece];
    area = area + kernel::interval_of(piece.area);
    for (const kernel::PlanPoint& p : piece.ring) look_at(p);
    if (piece.ring.empty())
      for (const FloorFaces::Index c : comparison_.truth.faces[part.face].corners) look_at(comparison_.truth.points[c]);
  }
  if (is_certainly_as_wide(area, box, kernel::interval_of(step))) return false;
  std::vector<kernel::PlanRing> rings;
  for (const Part& part : region.parts) rings.push_back(ring(part));
  return pipeline::is_narrower(rings, step);
}

void find_split_and_merged(MatchedComponents& components) {
  components.split = with_several(components, truth_of);
  components.merged = with_several(components, found_of);
}

EqualFaces find_equal_faces(const FloorFaces& truth, const FloorFaces& found) {
  std::vector<ExactPoint> points;
  kernel::PointNumbering number(points);
  // Corners from the least number on, by which equal faces come together in the order of their own numbers.
  const auto outlines = [&](const FloorFaces& floor) {
    std::vector<std::uint32_t> of_point;
    for (const ExactPoint& p : floor.points) of_point.push_back(number(p));
    std::vector<std::pair<std::vector<std::uint32_t>, FloorFaces::Index>> out;
    for (FloorFaces::Index f = 0; f < floor.faces.size(); ++f) {
      std::vector<std::uint32_t> outline;
      for (const FloorFaces::Index c : floor.faces[f].corners) outline.push_back(of_point[c]);
      std::rotate(outline.begin(), std::min_element(outline.begin(), outline.end()), outline.end());
      out.push_back({std::move(outline), f});
    }
    std::ranges::sort(out);
    return out;
  };
  const auto a = outlines(truth), b = outlines(found);
  EqualFaces out{std::vector(truth.faces.size(), EqualFaces::none), std::vector(found.faces.size(), EqualFaces::none)};
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (i->first < j->first) {
      ++i;
    } else if (j->first < i->first) {
      ++j;
    } else {
      out.of_truth[i->second] = j->second;
      out.of_found[j->second] = i->second;
      ++i;
      ++j;
    }
  }
  return out;
}

MatchedComponents match_components(const Comparison& c, const std::vector<std::uint32_t>& of_truth,
                                   const std::vector<std::uint32_t>& of_found, const mpq_class& sliver,
                                   std::uint64_t exact_digits, const mpq_class& grid,
                                   const std::optional<EqualFaces>& equal) {
  MatchedComponents out;
  std::set<std::uint32_t> truth = present(c.truth, of_truth), found = present(c.found, of_found);
  out.truth = static_cast<std::uint32_t>(truth.size());
  out.found = static_cast<std::uint32_t>(found.size());
  const PartnersOf partners(c, equal);
  for (FloorFaces::Index f = 0; f < c.of_truth.size(); ++f) {
    const bool only_equal = partners.covers_only_equal(f);
    for (const CoveredFace::Shared& s : c.of_truth[f].shared) {
      if (!partners.is_partner(f, s.by, only_equal)) continue;
      const std::uint32_t i = of_truth[c.truth.faces[f].owner], j = of_found[c.found.faces[s.by].owner];
      out.areas[{i, j}].add(s.area);
      truth.erase(i);
      found.erase(j);
    }
  }
  for (FloorFaces::Index f = 0; f < c.of_found_by_outer.size(); ++f)
    if (!c.of_found_by_outer[f].shared.empty()) found.erase(of_found[c.found.faces[f].owner]);
  out.lost.assign(truth.begin(), truth.end());
  out.spurious.assign(found.begin(), found.end());
  for (const auto& [key, area] : out.areas)
    if (compare_area(area, sliver) <= 0) out.slight.insert(key);
  if (grid > 0)
    for (const Pair& key : narrow_pairs(c, of_truth, of_found, grid, out)) out.slight.insert(key);
  find_split_and_merged(out);
  out.only_truth_joins = disagreement(out, exact_digits, [](const auto& key) { return key.first; });
  out.only_found_joins = disagreement(out, exact_digits, [](const auto& key) { return key.second; });
  return out;
}

}  // namespace plumb::pipeline
