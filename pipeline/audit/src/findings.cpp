// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/findings.h"

#include <algorithm>
#include <functional>

#include "plumb/pipeline/component_places.h"
#include "plumb/pipeline/shared_edges.h"
#include "point_box.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;

// By piece, the first one of its finding. Parts of one uncovered piece hang together. Parts of two do where these two
// do: an edge that only parts have is inside of a face, where no other face is.
std::vector<std::uint32_t> by_uncovered(const Differences& differences, const std::vector<std::uint32_t>& joined) {
  constexpr auto none = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> first_of(joined.size(), none), out;
  out.reserve(differences.pieces.size());
  for (const Difference& d : differences.pieces) {
    std::uint32_t& first = first_of[joined[d.piece]];
    if (first == none) first = static_cast<std::uint32_t>(out.size());
    out.push_back(first);
  }
  return out;
}

// The same by all edges of the pieces.
std::vector<std::uint32_t> by_edges(const FloorFaces& floor, const std::vector<std::uint32_t>& component,
                                    const Differences& differences, unsigned threads) {
  CornerLists rings;
  std::vector<std::uint32_t> part;
  rings.reserve(differences.pieces.size());
  part.reserve(differences.pieces.size());
  for (const Difference& d : differences.pieces) {
    rings.emplace_back(d.corners.begin(), d.corners.end());
    part.push_back(component[floor.faces[d.face].owner]);
  }
  return joined_by_edges(differences.points, rings, part, threads);
}

}  // namespace

Cause Finding::main_cause() const {
  return std::ranges::max_element(causes, {}, [](const auto& c) { return c.second.near().low; })->first;
}

std::vector<Finding> find_findings(const FloorFaces& floor, const std::vector<std::uint32_t>& component,
                                   const Differences& differences, const std::vector<std::uint32_t>* joined,
                                   bool excess, unsigned threads) {
  const std::vector<Difference>& pieces = differences.pieces;
  const std::vector<std::uint32_t> first =
      joined ? by_uncovered(differences, *joined) : by_edges(floor, component, differences, threads);
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
