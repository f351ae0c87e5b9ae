// SPDX-License-Identifier: GPL-3.0-or-later
// Where floors differ: pieces gathered to findings, and components that are lost, spurious, split or merged.
// 1. find_findings() unites pieces of one component that hang together along edges: by what is known of the uncovered
//    pieces that they were cut of (by_uncovered), or by all of their edges (by_edges). It adds up area and causes, and
//    collects owners and witnesses, a box, and a point inside of the largest piece.
// 2. find_component_places() does the same for whole components of either floor (describe). add_parts() lists what the
//    split and merged ones match in the other floor.
// 3. Both lists are sorted by area, the largest first, by doubles; equal ones keep their order.
// Cost: N log N for N corners. Exact: areas, boxes and points are fractions. Doubles decide the order only.
#include "plumb/pipeline/places.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "plumb/pipeline/floor_faces.h"
#include "plumb/pipeline/shared_edges.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;
using Kind = ComponentPlace::Kind;

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

bool is_of_truth(Kind kind) { return kind == Kind::lost || kind == Kind::split; }

// Fills in area, box, point and owners of components of one floor, whose places are in a list.
void describe(const FloorFaces& floor, const std::vector<CoveredFace>& covered,
              const std::vector<std::uint32_t>& component, bool of_truth, std::vector<ComponentPlace>& places) {
  std::map<std::uint32_t, std::size_t> at;  // by component; one may be split, or lost, not both
  for (std::size_t i = 0; i < places.size(); ++i)
    if (is_of_truth(places[i].kind) == of_truth) at[places[i].component] = i;
  if (at.empty()) return;
  const NearPoints near(floor.points);
  struct Box {
    PointBox box;
    Index largest;
  };
  std::map<std::size_t, Box> boxes;
  for (Index f = 0; f < floor.faces.size(); ++f) {
    const FloorFaces::Face& face = floor.faces[f];
    const auto place = at.find(component[face.owner]);
    if (place == at.end()) continue;
    ComponentPlace& p = places[place->second];
    p.area.add(covered[f].area);
    if (p.owners.empty() || p.owners.back() != face.owner) p.owners.push_back(face.owner);
    Box& box = boxes.try_emplace(place->second, Box{PointBox(near, face.corners[0]), f}).first->second;
    for (const Index c : face.corners) box.box.grow(c);
    if (covered[f].area > covered[box.largest].area) box.largest = f;
  }
  for (const auto& [i, box] : boxes) {
    places[i].box = box.box.box();
    places[i].inside = middle_of(floor.points, floor.faces[box.largest].corners);
    sort_unique(places[i].owners);
  }
}

// What matches components that are split, or merged.
void add_parts(const MatchedComponents& m, std::vector<ComponentPlace>& places) {
  std::map<std::uint32_t, ComponentPlace*> split, merged;
  for (ComponentPlace& p : places) {
    if (p.kind == Kind::split) split[p.component] = &p;
    if (p.kind == Kind::merged) merged[p.component] = &p;
  }
  for (const auto& [key, area] : m.areas) {
    if (m.slight.contains(key)) continue;
    if (const auto at = split.find(key.first); at != split.end()) at->second->parts.push_back({key.second, area});
    if (const auto at = merged.find(key.second); at != merged.end()) at->second->parts.push_back({key.first, area});
  }
  for (ComponentPlace& p : places)
    std::ranges::stable_sort(p.parts, std::ranges::greater(),
                             [](const auto& part) { return part.area.near().low + part.area.near().high; });
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
    if (d.headroom && (!finding.headroom || *d.headroom < *finding.headroom)) finding.headroom = d.headroom;
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

const char* text_of(Kind kind) {
  switch (kind) {
    case Kind::lost: return "lost";
    case Kind::spurious: return "spurious";
    case Kind::split: return "split";
    case Kind::merged: return "merged";
  }
  return "";
}

void sort_unique(std::vector<std::uint32_t>& list) {
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

void add_faces(const NavMesh& mesh, NavMesh::CellIndex cell, std::vector<std::uint32_t>& faces) {
  for (const NavMesh::Facet& facet : mesh.cells[cell].facets)
    if (facet.surface != kernel::no_polygon) faces.push_back(facet.face);
}

std::vector<ComponentPlace> find_component_places(const Comparison& c, const MatchedComponents& m,
                                                  const std::vector<std::uint32_t>& of_truth,
                                                  const std::vector<std::uint32_t>& of_found, const NavMesh& truth,
                                                  const Differences& excess) {
  std::vector<ComponentPlace> out;
  const auto add = [&](Kind kind, const std::vector<std::uint32_t>& components) {
    for (const std::uint32_t component : components) {
      ComponentPlace& place = out.emplace_back();
      place.kind = kind;
      place.component = component;
    }
  };
  add(Kind::lost, m.lost);
  add(Kind::spurious, m.spurious);
  add(Kind::split, m.split);
  add(Kind::merged, m.merged);
  describe(c.truth, c.of_truth, of_truth, true, out);
  describe(c.found, c.of_found, of_found, false, out);
  add_parts(m, out);
  std::map<std::uint32_t, ComponentPlace*> spurious;
  for (ComponentPlace& place : out) {
    if (place.kind == Kind::spurious) spurious[place.component] = &place;
    if (is_of_truth(place.kind))
      for (const std::uint32_t cell : place.owners) add_faces(truth, cell, place.faces);
  }
  for (const Difference& d : excess.pieces)
    if (d.witness != Difference::no_face)
      if (const auto at = spurious.find(of_found[c.found.faces[d.face].owner]); at != spurious.end())
        at->second->faces.push_back(d.witness);
  for (ComponentPlace& place : out) sort_unique(place.faces);
  std::ranges::stable_sort(out, std::ranges::greater(),
                           [](const ComponentPlace& p) { return p.area.near().low + p.area.near().high; });
  return out;
}

void add_causes(const std::vector<Finding>& findings, std::vector<ComponentPlace>& places) {
  std::map<std::pair<bool, std::uint32_t>, std::map<Cause, AreaTotal>> causes;  // by what findings are of
  for (const ComponentPlace& p : places)
    if (p.kind == Kind::lost || p.kind == Kind::spurious) causes[{p.kind == Kind::spurious, p.component}];
  for (const Finding& f : findings)
    if (const auto at = causes.find({f.excess, f.component}); at != causes.end())
      for (const auto& [cause, area] : f.causes) at->second[cause].add(area);
  for (ComponentPlace& p : places) {
    if (p.kind != Kind::lost && p.kind != Kind::spurious) continue;
    const auto& of_place = causes[{p.kind == Kind::spurious, p.component}];
    p.causes.assign(of_place.begin(), of_place.end());
    std::ranges::stable_sort(p.causes, std::ranges::greater(),
                             [](const auto& c) { return c.second.near().low + c.second.near().high; });
  }
}

}  // namespace plumb::pipeline
