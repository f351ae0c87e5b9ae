// SPDX-License-Identifier: GPL-3.0-or-later
// The convex parts of a planar face whose outline is anything on a small grid: simple, touching or crossing itself,
// running there and back. A face is refused exactly if its outline winds around some point twice, or around some points
// one way and around others the other way (tests/oracle/wound_region.h, by brute force). Otherwise its parts are convex
// and planar, and each point of a fine lattice is in as many of them as the outline winds around it: one or none.
//
// Bytes: the plane in space, the size of the grid, then two for each corner. Cost: about a millisecond.
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "../tests/oracle/wound_region.h"
#include "../tests/support/planar_scene.h"
#include "bytes.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "require.h"

namespace {

using namespace plumb::pipeline;
using namespace plumb::test;
using oracle::Spot;

// Where the points of a scene are on the grid: those that were drawn, and those that convexify adds.
std::vector<Spot> spots_by_point(const SurfaceSet& set, std::vector<Spot> places) {
  for (const FaceCrossing& c : set.crossings) {
    const Spot p = places[c.ends[0]], q = places[c.ends[1]], r = places[c.ends[2]], s = places[c.ends[3]];
    require(oracle::crosses(p, q, r, s), "edges cross where a crossing is");
    const mpq_class from = oracle::turned(r, s, p), share = from / (from - oracle::turned(r, s, q));
    require(c.point == places.size(), "crossings follow the points");
    places.push_back({p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)});
  }
  return places;
}

bool is_on_edge(const std::vector<Spot>& ring, const Spot& p) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Spot &a = ring[i], &b = ring[(i + 1) % ring.size()];
    if (p == a || p == b || oracle::within(a, b, p)) return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 8) return 0;
  Bytes bytes(data, size);
  const int form = bytes();
  const auto lift = lifts[static_cast<std::size_t>(form) % lifts.size()].second;
  const int grid = 1 + bytes.below(12);
  std::map<std::array<long, 2>, plumb::kernel::PointId> number;
  std::vector<Spot> places, ring;
  std::vector<Point> points;
  Face face;
  while (!bytes.at_end() && face.size() < 14) {
    const std::array<long, 2> at{bytes.below(grid + 1), bytes.below(grid + 1)};
    const auto [entry, is_new] = number.try_emplace(at, static_cast<plumb::kernel::PointId>(places.size()));
    if (is_new) {
      places.push_back({at[0], at[1]});
      points.push_back(lift(at[0], at[1]));
    }
    if (!face.empty() && face.back() == entry->second) continue;
    face.push_back(entry->second);
    ring.push_back({at[0], at[1]});
  }
  while (face.size() > 1 && face.front() == face.back()) {
    face.pop_back();
    ring.pop_back();
  }
  if (face.size() < 3) return 0;
  const bool has_area = std::any_of(ring.begin(), ring.end(),
                                    [&](const Spot& p) { return sgn(oracle::turned(ring[0], ring[1], p)) != 0; });
  if (!has_area) return 0;  // all on one line, which the oracle does not take
  const auto region = oracle::wound_region(ring);
  Scene scene = scene_of(points, {face}, form / 8 % 2 ? 90 : 0);
  const auto set = convexify(scene, BadFaces::error, 1);
  require(bool(set) == region.has_value(), "a face is refused that winds otherwise than once");
  if (!set) return 0;
  require(is_valid(*set, scene.points.size()), "the polygons are valid");
  require(set->degenerate_faces.empty() == (region->sign != 0), "a face without area is said to be so");
  const std::vector<Spot> by_point = spots_by_point(*set, places);
  std::vector<std::vector<Spot>> parts;
  for (const Surface& s : set->surfaces) {
    const Face corners = in_file_order(*set, s);
    require(convex_and_planar(scene.points, corners), "a part is convex and planar");
    auto& part = parts.emplace_back();
    for (const auto p : corners) part.push_back(by_point[p]);
  }
  for (int x = 0; x < 2 * grid; ++x)
    for (int y = 0; y < 2 * grid; ++y) {
      const Spot q{mpq_class(x) / 2 + mpq_class(1, 7), mpq_class(y) / 2 + mpq_class(1, 11)};
      if (is_on_edge(ring, q)) continue;
      int found = 0;
      bool on_cut = false;
      for (const auto& part : parts) {
        if (is_on_edge(part, q)) on_cut = true;
        else found += oracle::winding_number(part, q);
      }
      if (!on_cut) require(found == oracle::winding_number(ring, q), "a point is in a part where the outline winds");
    }
  return 0;
}
