// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/findings.h"

#include <algorithm>

#include "plumb/kernel/point_numbering.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/shared_edges.h"

namespace plumb::pipeline {
namespace {

void grow(std::array<ExactPoint, 2>& box, const ExactPoint& p) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (p[k] < box[0][k]) box[0][k] = p[k];
    if (p[k] > box[1][k]) box[1][k] = p[k];
  }
}

ExactPoint middle_of(const std::vector<ExactPoint>& corners) {
  ExactPoint out{0, 0, 0};
  for (const ExactPoint& p : corners)
    for (std::size_t k = 0; k < 3; ++k) out[k] += p[k];
  for (mpq_class& v : out) v /= static_cast<unsigned long>(corners.size());
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

std::vector<Finding> find_findings(const FloorFaces& floor, const std::vector<Difference>& differences, bool excess,
                                   unsigned threads) {
  std::vector<ExactPoint> points;
  kernel::PointNumbering number(points);
  CornerLists rings;
  for (const Difference& d : differences) {
    std::vector<std::uint32_t>& ring = rings.emplace_back();
    for (const ExactPoint& p : d.corners) ring.push_back(number(p));
  }
  kernel::UnionFind sets(static_cast<std::uint32_t>(differences.size()));
  for (const SharedEdge& s : shared_edges(points, rings, std::vector<bool>(rings.size()), threads))
    sets.unite(s.a.polygon, s.b.polygon);

  std::size_t count = 0;
  for (std::uint32_t i = 0; i < differences.size(); ++i) count += sets.find(i) == i;
  std::vector<Finding> out;
  out.reserve(count);
  std::vector<std::uint32_t> place(differences.size());
  std::vector<std::uint32_t> largest;  // by finding, its largest piece
  for (std::uint32_t i = 0; i < differences.size(); ++i) {
    const Difference& d = differences[i];
    const std::uint32_t root = sets.find(i);
    if (root == i) {
      place[i] = static_cast<std::uint32_t>(out.size());
      Finding& finding = out.emplace_back();
      finding.excess = excess;
      finding.box = {points[rings[i][0]], points[rings[i][0]]};
      largest.push_back(i);
    }
    Finding& finding = out[place[root]];
    finding.area.add(d.area);
    finding.causes[d.cause].add(d.area);
    for (const std::uint32_t p : rings[i]) grow(finding.box, points[p]);
    finding.owners.push_back(floor.faces[d.face].owner);
    if (d.witness != Difference::no_face) finding.witnesses.push_back(d.witness);
    finding.pieces.push_back(i);
    if (d.area > differences[largest[place[root]]].area) largest[place[root]] = i;
  }
  for (std::size_t f = 0; f < out.size(); ++f) {
    out[f].inside = middle_of(differences[largest[f]].corners);
    sort_unique(out[f].owners);
    sort_unique(out[f].witnesses);
  }
  std::ranges::stable_sort(out, [](const Finding& a, const Finding& b) {
    return a.area.near().low + a.area.near().high > b.area.near().low + b.area.near().high;
  });
  return out;
}

}  // namespace plumb::pipeline
