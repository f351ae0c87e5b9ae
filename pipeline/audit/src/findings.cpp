// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/findings.h"

#include <algorithm>
#include <functional>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/interval_point.h"
#include "plumb/pipeline/shared_edges.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;

// Points at the least and the greatest coordinates so far.
class PointBox {
 public:
  PointBox(const std::vector<ExactPoint>& points, const std::vector<kernel::IntervalPoint>& near, Index first)
      : points_(points), near_(near) {
    ends_[0].fill(first);
    ends_[1].fill(first);
  }
  void grow(Index p) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (compare(p, ends_[0][k], k) < 0) ends_[0][k] = p;
      if (compare(p, ends_[1][k], k) > 0) ends_[1][k] = p;
    }
  }
  std::array<ExactPoint, 2> box() const {
    std::array<ExactPoint, 2> out;
    for (std::size_t end = 0; end < 2; ++end)
      for (std::size_t k = 0; k < 3; ++k) out[end][k] = points_[ends_[end][k]][k];
    return out;
  }

 private:
  int compare(Index p, Index q, std::size_t k) const {
    if (p == q) return 0;
    return kernel::compare(
        near_[p][k], [&]() -> const mpq_class& { return points_[p][k]; }, near_[q][k],
        [&]() -> const mpq_class& { return points_[q][k]; });
  }

  const std::vector<ExactPoint>& points_;
  const std::vector<kernel::IntervalPoint>& near_;
  std::array<Index, 3> ends_[2];
};

ExactPoint middle_of(const std::vector<ExactPoint>& points, const Difference& piece) {
  ExactPoint out{0, 0, 0};
  for (const Index p : piece.corners)
    for (std::size_t k = 0; k < 3; ++k) out[k] += points[p][k];
  for (mpq_class& v : out) v /= static_cast<unsigned long>(piece.corners.size());
  return out;
}

void sort_unique(std::vector<std::uint32_t>& list) {
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

Cause Finding::main_cause() const {
  return std::ranges::max_element(causes, {}, [](const auto& c) { return c.second.near().low; })->first;
}

std::vector<Finding> find_findings(const FloorFaces& floor, const Differences& differences, bool excess,
                                   unsigned threads) {
  const std::vector<Difference>& pieces = differences.pieces;
  CornerLists rings;
  rings.reserve(pieces.size());
  for (const Difference& d : pieces) rings.emplace_back(d.corners.begin(), d.corners.end());
  const std::vector<std::uint32_t> first = joined_by_edges(differences.points, rings, threads);
  std::vector<kernel::IntervalPoint> near;
  near.reserve(differences.points.size());
  for (const ExactPoint& p : differences.points) near.push_back(kernel::interval_point(p));

  std::size_t count = 0;
  for (std::uint32_t i = 0; i < pieces.size(); ++i) count += first[i] == i;
  std::vector<Finding> out;
  out.reserve(count);
  std::vector<PointBox> boxes;
  std::vector<std::uint32_t> largest;  // by finding, its largest piece
  std::vector<std::size_t> place(pieces.size());
  for (std::uint32_t i = 0; i < pieces.size(); ++i) {
    const Difference& d = pieces[i];
    if (first[i] == i) {
      place[i] = out.size();
      out.emplace_back().excess = excess;
      boxes.emplace_back(differences.points, near, d.corners[0]);
      largest.push_back(i);
    }
    const std::size_t at = place[first[i]];
    Finding& finding = out[at];
    finding.area.add(d.area);
    finding.causes[d.cause].add(d.area);
    for (const Index p : d.corners) boxes[at].grow(p);
    finding.owners.push_back(floor.faces[d.face].owner);
    if (d.witness != Difference::no_face) finding.witnesses.push_back(d.witness);
    finding.pieces.push_back(i);
    if (d.area > pieces[largest[at]].area) largest[at] = i;
  }
  for (std::size_t f = 0; f < out.size(); ++f) {
    out[f].box = boxes[f].box();
    out[f].inside = middle_of(differences.points, pieces[largest[f]]);
    sort_unique(out[f].owners);
    sort_unique(out[f].witnesses);
  }
  return out;
}

std::vector<Finding> largest_first(std::vector<Finding> a, std::vector<Finding> b) {
  std::vector<Finding*> order;  // findings are long to move
  for (auto* list : {&a, &b})
    for (Finding& f : *list) order.push_back(&f);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [](const Finding* f) { return f->area.near().low + f->area.near().high; });
  std::vector<Finding> out;
  out.reserve(order.size());
  for (Finding* f : order) out.push_back(std::move(*f));
  return out;
}

}  // namespace plumb::pipeline
