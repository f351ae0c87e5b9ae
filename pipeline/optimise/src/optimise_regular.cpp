// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <queue>

#include "optimise_mesh.h"

namespace plumb::pipeline {
namespace {

using Id = RegionMesh::Id;

// Area over squared perimeter, rounded: for preferences only.
struct Shape {
  double doubled_area = 0, perimeter = 0;
  double roundness() const { return doubled_area / (perimeter * perimeter); }
};

Shape shape(const RegionMesh& mesh, Id first) {
  Shape s;
  const GraphVertex& o = mesh.points()[mesh[first].from];
  Id e = first;
  do {
    const GraphVertex &p = mesh.points()[mesh[e].from], &q = mesh.points()[mesh.to(e)];
    s.doubled_area += kernel::formulas::orient2d(o, q, p);
    s.perimeter += std::sqrt(mesh.length(e));
    e = mesh[e].next;
  } while (e != first);
  return s;
}

}  // namespace

void merge_regular(RegionMesh& mesh) {
  struct Offer {
    double roundness;
    Id cut;
    bool operator<(const Offer& o) const { return roundness != o.roundness ? roundness < o.roundness : cut > o.cut; }
  };
  std::priority_queue<Offer> offers;
  const auto offer = [&](Id e) {
    if (mesh[e].twin < e) e = mesh[e].twin;
    const Shape a = shape(mesh, e), b = shape(mesh, mesh[e].twin);
    const Shape both{a.doubled_area + b.doubled_area, a.perimeter + b.perimeter - 2 * std::sqrt(mesh.length(e))};
    const double roundness = both.roundness();
    if (std::isfinite(roundness) && roundness >= std::min(a.roundness(), b.roundness())) offers.push({roundness, e});
  };
  for (Id e = 0; e < mesh.size(); ++e)
    if (mesh.is_inner(e) && e < mesh[e].twin) offer(e);
  while (!offers.empty()) {
    const Offer best = offers.top();
    offers.pop();
    if (!mesh.is_inner(best.cut) || !mesh.free(best.cut)) continue;
    // Its pieces may have grown since.
    const Shape a = shape(mesh, best.cut), b = shape(mesh, mesh[best.cut].twin);
    const Shape both{a.doubled_area + b.doubled_area, a.perimeter + b.perimeter - 2 * std::sqrt(mesh.length(best.cut))};
    if (both.roundness() != best.roundness) {
      offer(best.cut);
      continue;
    }
    const Id around = mesh[best.cut].next;
    mesh.remove_edge(best.cut);
    Id e = around;
    do {
      if (mesh.is_inner(e)) offer(e);
      e = mesh[e].next;
    } while (e != around);
  }
}

}  // namespace plumb::pipeline
