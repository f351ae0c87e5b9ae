// SPDX-License-Identifier: GPL-3.0-or-later
#include "drawn_components.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/text_table.h"

namespace plumb::pipeline {
namespace {

double area_of(const NavMesh::Cell& cell, const std::vector<std::array<double, 3>>& points) {
  double doubled = 0;
  for (const NavMesh::Facet& facet : cell.facets)
    for (std::size_t i = 2; i < facet.corners.size(); ++i)
      doubled +=
          kernel::formulas::orient2d(points[facet.corners[0]], points[facet.corners[i - 1]], points[facet.corners[i]]);
  return doubled / 2;
}

bool meet(const svg::View& a, const svg::View& b) {
  return a.low_x <= b.high_x && b.low_x <= a.high_x && a.low_y <= b.high_y && b.low_y <= a.high_y;
}

}  // namespace

DrawnComponents::DrawnComponents(DerivedMesh& derived, const std::vector<Storey>& storeys)
    : view_(svg::view_of(storeys)) {
  const NavMesh& mesh = derived.mesh();
  const std::vector<std::uint32_t> component = components(mesh, 1);
  std::vector<Component> all;
  for (const Storey& storey : storeys)
    for (const DrawnCell& c : storey.cells) {
      if (component[c.cell] == no_component) continue;
      all.resize(std::max<std::size_t>(all.size(), component[c.cell] + 1));
      all[component[c.cell]].area += area_of(mesh.cells[c.cell], derived.doubles());
      all[component[c.cell]].box.add(c);
    }
  if (all.empty()) return;
  const svg::View& box = std::ranges::max_element(all, {}, &Component::area)->box;
  const double around = std::max(box.high_x - box.low_x, box.high_y - box.low_y) / 2;
  const svg::View room{box.low_x - around, box.high_x + around, box.low_y - around, box.high_y + around};
  view_ = {};
  for (const Storey& storey : storeys)
    for (const DrawnCell& c : storey.cells)
      if (room.meets(c)) view_.add(c);
  view_ = {std::max(view_.low_x, room.low_x), std::min(view_.high_x, room.high_x), std::max(view_.low_y, room.low_y),
           std::min(view_.high_y, room.high_y)};
  std::ranges::copy_if(all, std::back_inserter(outside_), [&](const Component& c) { return !meet(c.box, view_); });
  std::ranges::stable_sort(outside_, std::greater(), &Component::area);
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
