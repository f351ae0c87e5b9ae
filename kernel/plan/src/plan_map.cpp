// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/plan/plan_map.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "plumb/kernel/plane_overlay.h"

namespace plumb::plan {
namespace {

using kernel::PlaneOverlay;
using kernel::PlanPoint;
using kernel::PlanRing;
using Index = PlanMap::Index;
using Role = MapLayer::Role;

// A polygon's ring, its corners the lowest first: equal for equal rings.
PlanRing from_lowest(PlanRing ring) {
  std::rotate(ring.begin(), std::ranges::min_element(ring), ring.end());
  return ring;
}

// Makes a map of layers of polygons.
class MapOfLayers {
 public:
  MapOfLayers(std::span<const MapLayer> layers, std::span<const std::array<PlanPoint, 2>> walls)
      : layers_(layers), walls_(walls) {}

  std::variant<PlanMap, MapError> make() {
    for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
      std::set<std::vector<PlanRing>> known;
      for (std::size_t i = 0; i < layers_[layer].polygons.size(); ++i)
        if (const char* fault = add(layer, i, known)) return error(layer, i, fault);
    }
    wall_id_ = static_cast<std::uint32_t>(polygons_.size());
    for (const auto& wall : walls_)
      if (wall[0] != wall[1]) rings_.push_back({wall_id_, {wall[0], wall[1]}});
    overlay_ = kernel::plane_overlay(rings_);
    if (auto fault = find_labels()) return *fault;
    gather();
    return std::move(map_);
  }

 private:
  struct Named {
    std::size_t layer, polygon;
  };

  MapError error(std::size_t layer, std::size_t polygon, const char* what) const {
    return {"polygon " + std::to_string(polygon) + " " + what, layer};
  }

  const char* add(std::size_t layer, std::size_t i, std::set<std::vector<PlanRing>>& known) {
    const auto& [region, weight] = layers_[layer].polygons[i];
    const auto id = static_cast<std::uint32_t>(polygons_.size());
    std::vector<PlanRing> rings;
    for (const PlanRing& given : region.rings) {
      PlanRing ring = given;
      ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
      while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
      const int side = ring.size() < 3 ? 0 : sgn(kernel::signed_area(ring));
      if (side == 0) return "has no area";
      if ((side > 0) != rings.empty()) std::ranges::reverse(ring);  // the outline runs to the left, holes to the right
      rings.push_back(from_lowest(std::move(ring)));
    }
    if (rings.empty()) return "has no area";
    if (!known.insert(rings).second) return "is there twice";
    for (PlanRing& ring : rings) rings_.push_back({id, std::move(ring)});
    polygons_.push_back({layer, i});
    return nullptr;
  }

  // What each region of the overlay is to the map; and whether polygons lie as their layer says.
  std::optional<MapError> find_labels() {
    std::map<mpq_class, Index> numbers;
    for (const PlaneOverlay::Windings& windings : overlay_.windings) {
      const mpq_class* weight = nullptr;
      bool blocked = false;
      std::optional<std::uint32_t> cell;
      for (const auto& [id, winding] : windings) {
        const auto [layer, polygon] = polygons_[id];
        if (winding != 1) return error(layer, polygon, "crosses or covers itself");
        const Role role = layers_[layer].role;
        if (role == Role::cells && std::exchange(cell, id)) return error(layer, polygon, "overlaps another one");
        if (role == Role::obstacles) blocked = true;
        // Regions count where there is a floor beneath them.
        else if (role != Role::regions || weight != nullptr) weight = &layers_[layer].polygons[polygon].weight;
      }
      if (blocked || weight == nullptr) {
        labels_.push_back(PlanMap::blocked);
        continue;
      }
      const auto [at, is_new] = numbers.emplace(*weight, static_cast<Index>(map_.weights.size()));
      if (is_new) map_.weights.push_back(*weight);
      labels_.push_back(at->second);
    }
    return std::nullopt;
  }

  Index label(Index triangle) const {
    return triangle == PlaneOverlay::none ? PlanMap::blocked : labels_[overlay_.triangles[triangle].region];
  }
  bool is_wall(Index triangle, std::size_t side) const {
    return std::ranges::any_of(overlay_.along(triangle, side),
                               [&](const PlaneOverlay::Source& s) { return rings_[s.ring].id == wall_id_; });
  }
  Index number_of(Index point) {
    const auto [at, is_new] = numbers_.emplace(point, static_cast<Index>(map_.points.size()));
    if (is_new) map_.points.emplace_back(overlay_.points[point]);
    return at->second;
  }

  void gather() {
    for (Index t = 0; t < overlay_.triangles.size(); ++t)
      for (std::size_t i = 0; i < 3; ++i) {
        const PlaneOverlay::Triangle& triangle = overlay_.triangles[t];
        const Index beyond = triangle.beyond[i], left = label(t), right = label(beyond);
        if (beyond != PlaneOverlay::none && beyond < t) continue;  // a side is seen once
        const bool free = left != PlanMap::blocked || right != PlanMap::blocked;
        const bool parts = left == PlanMap::blocked || right == PlanMap::blocked;
        const SegmentKind kind = !free                    ? SegmentKind::none
                                 : parts || is_wall(t, i) ? SegmentKind::obstacle
                                 : left != right          ? SegmentKind::border
                                                          : SegmentKind::none;
        if (kind == SegmentKind::none) continue;
        const Index from = number_of(triangle.corners[i]), to = number_of(triangle.corners[(i + 1) % 3]);
        map_.segments.push_back({from, to, kind, left, right});
      }
  }

  std::span<const MapLayer> layers_;
  std::span<const std::array<PlanPoint, 2>> walls_;
  std::vector<Named> polygons_;  // by id
  std::vector<kernel::OverlayRing> rings_;
  std::uint32_t wall_id_ = 0;
  PlaneOverlay overlay_;
  std::vector<Index> labels_;       // by region of the overlay
  std::map<Index, Index> numbers_;  // of points
  PlanMap map_;
};

}  // namespace

std::variant<PlanMap, MapError> make_plan_map(std::span<const MapLayer> layers,
                                              std::span<const std::array<PlanPoint, 2>> walls) {
  return MapOfLayers(layers, walls).make();
}

bool is_valid(const PlanMap& map) {
  std::vector<std::uint8_t> used(map.points.size());
  for (const PlanMap::Segment& s : map.segments) {
    if (s.from >= map.points.size() || s.to >= map.points.size() || s.from == s.to) return false;
    used[s.from] = used[s.to] = 1;
    const auto fits = [&](Index region) { return region == PlanMap::blocked || region < map.weights.size(); };
    if (!fits(s.left) || !fits(s.right) || (s.left == PlanMap::blocked && s.right == PlanMap::blocked)) return false;
    if (s.kind == SegmentKind::none) return false;
    if (s.kind == SegmentKind::border &&
        (s.left == s.right || s.left == PlanMap::blocked || s.right == PlanMap::blocked))
      return false;
  }
  return std::ranges::count(used, 0) == 0 && std::ranges::all_of(map.weights, [](const auto& w) { return w >= 0; });
}

}  // namespace plumb::plan
