// SPDX-License-Identifier: GPL-3.0-or-later
#include "boundary_search.h"

#include <algorithm>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <unordered_map>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_of.h"

namespace plumb::pipeline {
namespace {

namespace bgi = boost::geometry::index;
using Point = boost::geometry::model::point<double, 3, boost::geometry::cs::cartesian>;
using Box = boost::geometry::model::box<Point>;
using Value = std::pair<Box, GapMesh::Id>;

// Around two corners of a box, farther by `more`.
Box box_around(const ExactPoint& p, const ExactPoint& q, const mpq_class& more) {
  Point low, high;
  const auto set = [&]<std::size_t axis>() {
    low.template set<axis>(kernel::interval_of(mpq_class(std::min(p[axis], q[axis]) - more)).low);
    high.template set<axis>(kernel::interval_of(mpq_class(std::max(p[axis], q[axis]) + more)).high);
  };
  set.template operator()<0>();
  set.template operator()<1>();
  set.template operator()<2>();
  return {low, high};
}

Box box_of(const GapMesh& mesh, GapMesh::Id edge) {
  return box_around(mesh.at(mesh[edge].from), mesh.at(mesh.to(edge)), 0);
}

}  // namespace

struct BoundarySearch::Tree {
  bgi::rtree<Value, bgi::rstar<16>> edges;
  std::unordered_map<GapMesh::Id, Box> known;
};

NearEdge near_edge(const GapMesh& mesh, const ExactPoint& from, GapMesh::Id edge) {
  const ExactPoint &p = mesh.at(mesh[edge].from), &q = mesh.at(mesh.to(edge));
  const std::array<mpq_class, 3> run{q[0] - p[0], q[1] - p[1], q[2] - p[2]},
      to{from[0] - p[0], from[1] - p[1], from[2] - p[2]};
  NearEdge out{.edge = edge, .along = kernel::formulas::dot(run, to) / kernel::formulas::dot(run, run)};
  out.along = std::clamp<mpq_class>(out.along, 0, 1);
  out.at = kernel::point_along(p, q, out.along);
  std::array<mpq_class, 3> d;
  for (std::size_t k = 0; k < 3; ++k) d[k] = from[k] - out.at[k];
  out.squared_distance = kernel::formulas::dot(d, d);
  return out;
}

double least_squared_distance(const GapMesh& mesh, GapMesh::Index vertex, GapMesh::Id edge) {
  using kernel::Interval;
  const auto &at = mesh.vertex(vertex).near, &p = mesh.vertex(mesh[edge].from).near,
             &q = mesh.vertex(mesh.to(edge)).near;
  std::array<Interval, 3> run, to;
  for (std::size_t k = 0; k < 3; ++k) run[k] = q[k] - p[k], to[k] = at[k] - p[k];
  const Interval squared = kernel::formulas::dot(run, run), along = kernel::formulas::dot(run, to);
  const auto to_end = [&](const auto& end) {
    std::array<Interval, 3> d;
    for (std::size_t k = 0; k < 3; ++k) d[k] = at[k] - end[k];
    return kernel::formulas::dot(d, d).low;
  };
  if (along.high < 0) return to_end(p);
  if (along.low > squared.high) return to_end(q);
  if (!(along.low > 0 && along.high < squared.low)) return 0;  // near an end
  const auto across = kernel::formulas::cross(run, to);
  return (kernel::formulas::dot(across, across) / squared).low;
}

BoundarySearch::BoundarySearch(const GapMesh& mesh) : mesh_(mesh), tree_(std::make_unique<Tree>()) {
  std::vector<Value> values;
  for (GapMesh::Id e = 0; e < mesh.size(); ++e) {
    if (!mesh.is_boundary(e)) continue;
    values.emplace_back(box_of(mesh, e), e);
    tree_->known.emplace(e, values.back().first);
  }
  tree_->edges = decltype(tree_->edges)(values);
}
BoundarySearch::~BoundarySearch() = default;

void BoundarySearch::update(GapMesh::Id edge) {
  if (const auto old = tree_->known.find(edge); old != tree_->known.end()) {
    tree_->edges.remove(Value(old->second, edge));
    tree_->known.erase(old);
  }
  if (!mesh_.is_boundary(edge)) return;
  const Box now = box_of(mesh_, edge);
  tree_->edges.insert(Value(now, edge));
  tree_->known.emplace(edge, now);
}

std::vector<GapMesh::Id> BoundarySearch::around(const ExactPoint& at, const mpq_class& gap) const {
  std::vector<GapMesh::Id> out;
  const auto touching = bgi::intersects(box_around(at, at, gap));
  for (auto i = tree_->edges.qbegin(touching); i != tree_->edges.qend(); ++i) out.push_back(i->second);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace plumb::pipeline
