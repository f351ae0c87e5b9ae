// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/facet_index.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/segment_frame.h"

namespace plumb::pipeline {

mpq_class plane_height(const NavMesh& mesh, const NavMesh::Facet& facet, const mpq_class& x, const mpq_class& y) {
  const auto corner = [&](std::size_t i) -> const ExactPoint& { return mesh.points[facet.corners[i]]; };
  std::size_t third = 2;  // the first that is not on one line with two
  while (third + 1 < facet.corners.size() && kernel::orient2d(corner(0), corner(1), corner(third)) == 0) ++third;
  return kernel::height_on_plane(corner(0), corner(1), corner(third), {x, y});
}

namespace {

// A place in plan, as places of the mesh's points are.
kernel::PlanRef place_of(const NavMesh& mesh, const std::array<mpq_class, 2>& at) {
  const mpz_class& unit = mesh.points.unit();
  return {at, kernel::interval_coordinate(at[0], unit), kernel::interval_coordinate(at[1], unit)};
}

bool contains(const NavMesh& mesh, const NavMesh::Facet& facet, const kernel::PlanRef& place) {
  const auto ring = facet.ring();
  MeshPoints::Place from = mesh.points.place(ring.back());
  for (const NavMesh::PointIndex p : ring) {
    const MeshPoints::Place to = mesh.points.place(p);
    if (kernel::orientation(from, to, place) < 0) return false;
    from = to;
  }
  return true;
}

}  // namespace

bool plan_contains(const NavMesh& mesh, const NavMesh::Facet& facet, const mpq_class& x, const mpq_class& y) {
  const std::array<mpq_class, 2> at = {x, y};
  return contains(mesh, facet, place_of(mesh, at));
}

std::optional<mpq_class> cell_height(const NavMesh& mesh, NavMesh::CellIndex cell, const mpq_class& x,
                                     const mpq_class& y) {
  const std::array<mpq_class, 2> at = {x, y};
  const kernel::PlanRef place = place_of(mesh, at);
  for (const NavMesh::Facet& f : mesh.cells[cell].facets)
    if (contains(mesh, f, place)) return plane_height(mesh, f, x, y);
  return std::nullopt;
}

FacetIndex::FacetIndex(const NavMesh& mesh, kernel::Label lowest, const std::vector<char>* closed)
    : mesh_(mesh), lowest_(lowest), closed_(closed), tree_(first_boxes()) {}

std::vector<kernel::Box> FacetIndex::first_boxes() {
  std::vector<kernel::Box> boxes;
  add_facets(boxes);
  return boxes;
}

void FacetIndex::follow() {
  add_facets(more_boxes_);
  more_.emplace(more_boxes_);
}

void FacetIndex::add_facets(std::vector<kernel::Box>& boxes) {
  const bool all = cells_ == 0;
  std::vector<std::array<double, 2>> keys(all ? mesh_.points.size() : 0);
  const auto key = [&](NavMesh::PointIndex i) {
    const ExactPoint& p = mesh_.points[i];
    return std::array{kernel::order_key(p[0]), kernel::order_key(p[1])};
  };
  for (NavMesh::PointIndex i = 0; i < keys.size(); ++i) keys[i] = key(i);
  for (; cells_ < mesh_.cells.size(); ++cells_) {
    const NavMesh::CellIndex c = cells_;
    if (mesh_.cells[c].open_to() < lowest_) continue;
    for (std::uint32_t f = 0; f < mesh_.cells[c].facets.size(); ++f) {
      facets_.push_back({c, f});
      const auto& corners = mesh_.cells[c].facets[f].corners;
      kernel::Box& box = boxes.emplace_back(kernel::no_box);
      for (const NavMesh::PointIndex i : corners) {
        const auto [x, y] = all ? keys[i] : key(i);
        grow(box, {{x, y, 0}, {x, y, 0}});
      }
    }
  }
}

std::vector<FacetIndex::Hit> FacetIndex::at(const mpq_class& x, const mpq_class& y, kernel::Label lowest) const {
  // The order of keys is that of the numbers, so the box of a facet over the place has its key.
  const std::array<double, 3> key = {kernel::order_key(x), kernel::order_key(y), 0};
  std::vector<Hit> hits;
  const auto look = [&](std::size_t i) {
    const auto [cell, f] = facets_[i];
    if (mesh_.cells[cell].open_to() < lowest || (closed_ && (*closed_)[cell])) return;
    const NavMesh::Facet& facet = mesh_.cells[cell].facets[f];
    if (plan_contains(mesh_, facet, x, y)) hits.push_back({cell, f, plane_height(mesh_, facet, x, y)});
  };
  tree_.query({key, key}, look);
  if (more_) more_->query({key, key}, [&](std::uint32_t i) { look(facets_.size() - more_boxes_.size() + i); });
  std::ranges::sort(hits,
                    [](const Hit& a, const Hit& b) { return std::tie(a.cell, a.facet) < std::tie(b.cell, b.facet); });
  return hits;
}

std::vector<FacetIndex::Hit> FacetIndex::first_below(const ExactPoint& point, kernel::Label lowest) const {
  auto hits = at(point[0], point[1], lowest);
  std::erase_if(hits, [&](const Hit& h) { return h.height > point[2]; });
  if (hits.empty()) return hits;
  const mpq_class top = std::ranges::max_element(hits, {}, &Hit::height)->height;
  std::erase_if(hits, [&](const Hit& h) { return h.height != top; });
  return hits;
}

}  // namespace plumb::pipeline
