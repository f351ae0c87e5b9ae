// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/component_places.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "point_box.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;
using Kind = ComponentPlace::Kind;

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

}  // namespace plumb::pipeline
