// SPDX-License-Identifier: GPL-3.0-or-later
#include "drawn_components.h"

#include <algorithm>
#include <cmath>

#include "plumb/pipeline/cell_area.h"
#include "plumb/pipeline/text_table.h"

namespace plumb::pipeline {
namespace {

void add(svg::View& box, const svg::View& other) {
  box.low_x = std::min(box.low_x, other.low_x), box.high_x = std::max(box.high_x, other.high_x);
  box.low_y = std::min(box.low_y, other.low_y), box.high_y = std::max(box.high_y, other.high_y);
}

bool meet(const svg::View& a, const svg::View& b) {
  return a.low_x <= b.high_x && b.low_x <= a.high_x && a.low_y <= b.high_y && b.low_y <= a.high_y;
}

}  // namespace

DrawnComponents::DrawnComponents(DerivedMesh& derived, const std::vector<Storey>& storeys)
    : view_(svg::view_of(storeys)) {
  const NavMesh& mesh = derived.mesh();
  const std::vector<std::uint32_t> component = components(mesh, 1);
  const auto at = [&](NavMesh::PointIndex p) { return derived.doubles()[p]; };
  std::vector<Component> all;
  for (const Storey& storey : storeys)
    for (const DrawnCell& c : storey.cells) {
      if (component[c.cell] == no_component) continue;
      all.resize(std::max<std::size_t>(all.size(), component[c.cell] + 1));
      all[component[c.cell]].area += cell_area(mesh.cells[c.cell], at);
      all[component[c.cell]].box.add(c);
    }
  if (all.empty()) return;
  std::ranges::stable_sort(all, std::greater(), &Component::area);
  const svg::View room = room_for(all);
  view_ = {};
  for (const Storey& storey : storeys)
    for (const DrawnCell& c : storey.cells)
      if (room.meets(c)) view_.add(c);
  view_ = {std::max(view_.low_x, room.low_x), std::min(view_.high_x, room.high_x), std::max(view_.low_y, room.low_y),
           std::min(view_.high_y, room.high_y)};
  std::ranges::copy_if(all, std::back_inserter(outside_), [&](const Component& c) { return !meet(c.box, view_); });
}

// Around the largest components, as few as it takes that what is farther out is a hundredth of the area at most.
svg::View DrawnComponents::room_for(const std::vector<Component>& all) {
  constexpr std::size_t most_rounds = 50;
  double sum = 0;
  for (const Component& c : all) sum += c.area;
  svg::View box;
  for (std::size_t i = 0; i < std::min(most_rounds, all.size()); ++i) {
    add(box, all[i].box);
    const double around = std::max(box.high_x - box.low_x, box.high_y - box.low_y) / 2;
    const svg::View room{box.low_x - around, box.high_x + around, box.low_y - around, box.high_y + around};
    double outside = 0;
    for (const Component& c : all)
      if (!meet(c.box, room)) outside += c.area;
    if (outside <= sum / 100) return room;
  }
  for (const Component& c : all) add(box, c.box);
  return box;
}

std::vector<Storey> DrawnComponents::shown(const std::vector<Storey>& storeys) const {
  std::vector<Storey> out;
  for (const Storey& storey : storeys) {
    Storey kept{storey.floor, {}};
    std::ranges::copy_if(storey.cells, std::back_inserter(kept.cells),
                         [&](const DrawnCell& c) { return view_.meets(c); });
    if (!kept.cells.empty()) out.push_back(std::move(kept));
  }
  return out;
}

std::string DrawnComponents::not_shown(UpAxis up) const {
  constexpr std::size_t most_listed = 3;
  if (outside_.empty()) return "";
  double sum = 0;
  for (const Component& c : outside_) sum += c.area;
  std::string out = "Far out, not shown: " + counted_text(outside_.size(), "component") + " of area " +
                    svg::number(sum) + (outside_.size() > 1 ? " in all;" : ";");
  for (std::size_t i = 0; i < std::min(most_listed, outside_.size()); ++i) {
    const svg::View& box = outside_[i].box;
    const double x = box.low_x / 2 + box.high_x / 2, y = box.low_y / 2 + box.high_y / 2;
    out += std::string(i > 0 ? "," : "") + " around x " + svg::rounded(x) +
           (up == UpAxis::y ? ", z " + svg::rounded(0 - y) : ", y " + svg::rounded(y));
  }
  return out + (outside_.size() > most_listed ? ", ..." : "");
}

}  // namespace plumb::pipeline
