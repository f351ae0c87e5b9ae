// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/findings.h"

#include <algorithm>
#include <functional>

#include "plumb/pipeline/component_places.h"
#include "point_box.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;

}  // namespace

Cause Finding::main_cause() const {
  return std::ranges::max_element(causes, {}, [](const auto& c) { return c.second.near().low; })->first;
}

std::vector<Finding> find_findings(const FloorFaces& floor, const std::vector<std::uint32_t>& component,
                                   const Differences& differences, const std::vector<std::uint32_t>& joined,
                                   bool excess) {
  const std::vector<Difference>& pieces = differences.pieces;
  // Parts of one uncovered piece hang together, and parts of two do where these two do.
  constexpr auto none = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> first_of(joined.size(), none), first;  // by uncovered piece; by piece
  first.reserve(pieces.size());
  for (std::uint32_t i = 0; i < pieces.size(); ++i) {
    std::uint32_t& at = first_of[joined[pieces[i].piece]];
    if (at == none) at = i;
    first.push_back(at);
  }
  const NearPoints near(differences.points);

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
      out.back().component = component[floor.faces[d.face].owner];
      boxes.emplace_back(near, d.corners[0]);
      largest.push_back(i);
    }
    const std::size_t at = place[first[i]];
    Finding& finding = out[at];
    finding.area.add(d.area);
    finding.causes[d.cause].add(d.area);
    for (const Index p : d.corners) boxes[at].grow(p);
    finding.owners.push_back(floor.faces[d.face].owner);
    if (d.witness != Difference::no_face) finding.witnesses.push_back(d.witness);
    if (d.drift) finding.drift = finding.drift ? widened(*finding.drift, *d.drift) : *d.drift;
    finding.pieces.push_back(i);
    if (d.area > pieces[largest[at]].area) largest[at] = i;
  }
  for (std::size_t f = 0; f < out.size(); ++f) {
    out[f].box = boxes[f].box();
    out[f].inside = middle_of(differences.points, pieces[largest[f]].corners);
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
