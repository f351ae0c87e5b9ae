// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/plane_overlay.h"

#include <algorithm>
#include <limits>

#include "overlay_segments.h"
#include "plumb/kernel/constrained_delaunay.h"

namespace plumb::kernel {
namespace {

using Index = PlaneOverlay::Index;
constexpr Index none = PlaneOverlay::none;

class Maker {
 public:
  explicit Maker(std::span<const OverlayRing> rings) : rings_(rings) {}

  PlaneOverlay make() {
    OverlaySegments found = overlay_segments(rings_);
    ConstrainedDelaunay triangulation(found.points);
    if (triangulation.half_edge_count() > 0) {
      for (Index s = 0; s < found.segments.size(); ++s)
        triangulation.add_segment(found.segments[s].low, found.segments[s].high, s);
      number_triangles(triangulation, found);
    }
    out_.first_source.push_back(static_cast<Index>(out_.sources.size()));
    out_.points.reserve(found.points.size());
    for (FilteredPoint& p : found.points) out_.points.push_back(std::move(p.at));
    if (!out_.triangles.empty()) find_regions();
    return std::move(out_);
  }

 private:
  void number_triangles(const ConstrainedDelaunay& triangulation, const OverlaySegments& found) {
    const Index count = triangulation.half_edge_count() / 3;
    std::vector<Index> number(count, none);
    for (Index t = 0, next = 0; t < count; ++t)
      if (!triangulation.is_beyond(t)) number[t] = next++;
    for (Index t = 0; t < count; ++t) {
      if (number[t] == none) continue;
      PlaneOverlay::Triangle& triangle = out_.triangles.emplace_back();
      for (Index i = 0; i < 3; ++i) {
        const Index h = 3 * t + i;
        triangle.corners[i] = triangulation.from(h);
        triangle.beyond[i] = number[triangulation.twin(h) / 3];
        out_.first_source.push_back(static_cast<Index>(out_.sources.size()));
        if (triangulation.name(h) == none) continue;
        const OverlaySegments::Segment& segment = found.segments[triangulation.name(h)];
        for (Index s = segment.first_source; s < segment.end_source; ++s) {
          PlaneOverlay::Source source = found.sources[s];
          if (triangle.corners[i] != segment.low) source.forward = !source.forward;
          out_.sources.push_back(source);
        }
      }
    }
  }

  // The windings of what is on the left of a side, given those on its right, or the other way round.
  PlaneOverlay::Windings across(const PlaneOverlay::Windings& windings, Index triangle, std::size_t side,
                                int sign) const {
    PlaneOverlay::Windings out = windings;
    for (const PlaneOverlay::Source& s : out_.along(triangle, side)) {
      const std::uint32_t id = rings_[s.ring].id;
      auto at = std::ranges::lower_bound(out, id, {}, &std::pair<std::uint32_t, int>::first);
      if (at == out.end() || at->first != id) at = out.insert(at, {id, 0});
      at->second += s.forward ? sign : -sign;
    }
    std::erase_if(out, [](const auto& w) { return w.second == 0; });
    return out;
  }

  // Begins at a side of the hull, beyond which all windings are 0.
  void find_regions() {
    auto& triangles = out_.triangles;
    for (auto& t : triangles) t.region = none;
    std::vector<Index> to_visit;
    const auto begin_region = [&](Index t, PlaneOverlay::Windings windings) {
      triangles[t].region = static_cast<Index>(out_.windings.size());
      out_.windings.push_back(std::move(windings));
      to_visit.push_back(t);
    };
    for (Index t = 0; to_visit.empty(); ++t)
      for (std::size_t i = 0; i < 3 && to_visit.empty(); ++i)
        if (triangles[t].beyond[i] == none) begin_region(t, across({}, t, i, 1));
    // A region is finished before what is beyond its edges is begun, so that none is begun twice.
    std::vector<std::pair<Index, std::size_t>> edges;
    for (std::size_t next = 0;; ++next) {
      while (!to_visit.empty()) {
        const Index t = to_visit.back();
        to_visit.pop_back();
        for (std::size_t i = 0; i < 3; ++i) {
          const Index beyond = triangles[t].beyond[i];
          if (beyond == none || triangles[beyond].region != none) continue;
          if (!out_.along(t, i).empty()) {
            edges.emplace_back(t, i);
            continue;
          }
          triangles[beyond].region = triangles[t].region;
          to_visit.push_back(beyond);
        }
      }
      if (next == edges.size()) return;
      const auto [t, i] = edges[next];
      const Index beyond = triangles[t].beyond[i];
      if (triangles[beyond].region == none) begin_region(beyond, across(out_.windings[triangles[t].region], t, i, -1));
    }
  }

  std::span<const OverlayRing> rings_;
  PlaneOverlay out_;
};

}  // namespace

int PlaneOverlay::winding(Index region, std::uint32_t id) const {
  const Windings& all = windings[region];
  const auto at = std::lower_bound(all.begin(), all.end(), std::pair(id, std::numeric_limits<int>::min()));
  return at != all.end() && at->first == id ? at->second : 0;
}

PlaneOverlay plane_overlay(std::span<const OverlayRing> rings) { return Maker(rings).make(); }

}  // namespace plumb::kernel
