// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/conforming_rings.h"

#include <algorithm>
#include <map>

#include "plumb/kernel/convex_pieces.h"
#include "plumb/kernel/half_edge_mesh.h"
#include "plumb/kernel/union_find.h"

namespace plumb::kernel {

void ConformingRings::add(std::vector<Side> ring) {
  std::vector<Corner>& numbered = rings_.emplace_back();
  for (Side& s : ring) numbered.push_back({number_({std::move(s.end[0]), std::move(s.end[1]), 0}), s.line});
}

void ConformingRings::add(const PlanRing& ring) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const PlanPoint& end = ring[i + 1 == ring.size() ? 0 : i + 1];
    sides.push_back({end, line_through_(ring[i], end)});
  }
  add(std::move(sides));
}

std::vector<std::vector<ConformingRings::Corner>> ConformingRings::conforming() const {
  const NumberedPlaces places(points_);
  const auto in_order = [&](std::uint32_t a, std::uint32_t b) { return places.compare(a, b) < 0; };
  const auto each_side = [&](const std::vector<Corner>& ring, const auto& visit) {
    for (std::size_t i = 0; i < ring.size(); ++i) visit(ring[i == 0 ? ring.size() - 1 : i - 1].point, ring[i]);
  };

  // What a corner lies on the side of has a side of its own there: at each corner some ring has a side along the line.
  std::vector<std::vector<std::uint32_t>> on_line;
  for (const auto& ring : rings_)
    each_side(ring, [&](std::uint32_t from, const Corner& side) {
      if (on_line.size() <= side.line) on_line.resize(side.line + 1);
      on_line[side.line].insert(on_line[side.line].end(), {from, side.point});
    });
  for (auto& corners : on_line) {
    std::ranges::sort(corners, in_order);
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  }

  std::vector<std::vector<Corner>> out;
  for (const auto& ring : rings_) {
    std::vector<Corner>& corners = out.emplace_back();
    each_side(ring, [&](std::uint32_t from, const Corner& side) {
      const auto& all = on_line[side.line];
      const auto at = [&](std::uint32_t v) { return std::ranges::lower_bound(all, v, in_order) - all.begin(); };
      const std::ptrdiff_t first = at(from), last = at(side.point), step = first < last ? 1 : -1;
      for (std::ptrdiff_t k = first; k != last;) {
        k += step;
        corners.push_back({all[static_cast<std::size_t>(k)], side.line});
      }
    });
  }
  return out;
}

namespace {

using RingMesh = HalfEdgeMesh<>;
using Id = RingMesh::Id;

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
  RingMesh mesh;
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
    return t != RingMesh::none && pieces[piece_of[e]].label == pieces[piece_of[t]].label;
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
