// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/labelled_regions.h"

#include <algorithm>
#include <map>

#include "plumb/kernel/conforming_rings.h"
#include "plumb/kernel/half_edge_mesh.h"
#include "plumb/kernel/union_find.h"

namespace plumb::kernel {
namespace {

using Mesh = HalfEdgeMesh<>;
using Id = Mesh::Id;

// The ring from that of its rotations that is the least.
void rotate_to_least(PlanRing& ring) {
  const std::size_t n = ring.size();
  std::size_t best = 0;
  for (std::size_t i = 1; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) {
      const PlanPoint &p = ring[(i + k) % n], &q = ring[(best + k) % n];
      if (p == q) continue;
      if (p < q) best = i;
      break;
    }
  std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(best), ring.end());
}

}  // namespace

std::vector<LabelledRegion> labelled_regions(std::span<const LabelledRing> pieces) {
  ConformingRings rings;
  for (const LabelledRing& p : pieces) {
    PlanRing ring = p.ring;
    if (signed_area(ring) < 0) std::ranges::reverse(ring);
    rings.add(ring);
  }
  Mesh mesh;
  std::vector<std::uint32_t> piece_of, line_of, corners;  // by half-edge
  std::uint32_t next = 0;
  for (const auto& ring : rings.conforming()) {
    corners.clear();
    // A half-edge starts at its corner and lies on the line of the side that ends at the next one.
    for (std::size_t i = 0; i < ring.size(); ++i) {
      corners.push_back(ring[i].point);
      piece_of.push_back(next);
      line_of.push_back(ring[i + 1 == ring.size() ? 0 : i + 1].line);
    }
    mesh.add_face(corners);
    ++next;
  }
  mesh.glue_all();

  const auto inner = [&](Id e) {
    const Id t = mesh[e].twin;
    return t != Mesh::none && pieces[piece_of[e]].label == pieces[piece_of[t]].label;
  };
  UnionFind joined(next);
  for (Id e = 0; e < mesh.size(); ++e)
    if (inner(e)) joined.unite(piece_of[e], piece_of[mesh[e].twin]);

  std::map<std::uint32_t, LabelledRegion> regions;  // by the piece that stands for it
  std::vector<bool> seen(mesh.size());
  for (Id first = 0; first < mesh.size(); ++first) {
    if (seen[first] || inner(first)) continue;
    PlanRing ring;
    for (Id e = first; !seen[e];) {
      seen[e] = true;
      Id f = mesh[e].next;
      while (inner(f)) f = mesh[mesh[f].twin].next;
      // On one line it goes straight on or turns back; a region has an interior on one side of it, so it goes on.
      if (line_of[f] != line_of[e]) ring.push_back(rings.point(mesh[f].from));
      e = f;
    }
    rotate_to_least(ring);
    LabelledRegion& region = regions[joined.find(piece_of[first])];
    region.label = pieces[piece_of[first]].label;
    region.rings.push_back(std::move(ring));
  }
  std::vector<LabelledRegion> out;
  for (auto& [piece, region] : regions) {
    // The outer ring has the least corner of all; of rings that meet there, it alone runs counter-clockwise.
    const auto outer = std::ranges::find_if(region.rings, [](const PlanRing& r) { return signed_area(r) > 0; });
    std::rotate(region.rings.begin(), outer, outer + 1);
    std::sort(region.rings.begin() + 1, region.rings.end());
    out.push_back(std::move(region));
  }
  std::ranges::sort(out, {}, &LabelledRegion::rings);
  return out;
}

}  // namespace plumb::kernel
