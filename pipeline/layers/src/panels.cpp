// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels.h"
#include "plumb/pipeline/cancellation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plumb::pipeline {
namespace {

using kernel::Box;
using partition::NodeId;

// The polygons that have a panel so far, in a tree of boxes halved at their middles. It answers which is the last panel
// with a polygon that lies over or under a given one; a part of the tree all of whose panels are before a known one is
// skipped.
class LastPanel {
 public:
  static constexpr int none = -1;

  explicit LastPanel(const partition::Overlap& overlap) : overlap_(overlap), leaf_(overlap.polygons()) {
    std::vector<NodeId> all(overlap.polygons());
    std::iota(all.begin(), all.end(), NodeId{0});
    for (const NodeId n : all) boxes_.push_back(overlap.box(n));
    if (!all.empty()) build(all, 0);
  }

  // The last panel after `least` with a polygon that overlaps the given one, or `least`.
  int under(NodeId polygon, int least) const { return last(0, polygon, least); }

  void put(NodeId polygon, int panel) {
    for (std::uint32_t i = leaf_[polygon];; i = parts_[i].parent) {
      parts_[i].last = std::max(parts_[i].last, panel);
      if (i == 0) return;
    }
  }

 private:
  struct Part {
    Box box;
    int last = none;
    std::uint32_t parent = 0;
    std::uint32_t half[2] = {0, 0};  // 0: a polygon alone
    NodeId polygon = 0;
  };

  std::uint32_t build(std::span<NodeId> polygons, std::uint32_t parent) {
    const auto number = static_cast<std::uint32_t>(parts_.size());
    Box box = boxes_[polygons.front()];
    for (const NodeId n : polygons)
      for (int k = 0; k < 2; ++k) {
        box.low[k] = std::min(box.low[k], boxes_[n].low[k]);
        box.high[k] = std::max(box.high[k], boxes_[n].high[k]);
      }
    parts_.push_back({.box = box, .parent = parent, .polygon = polygons.front()});
    if (polygons.size() == 1) {
      leaf_[polygons.front()] = number;
      return number;
    }
    const int axis = box.high[0] - box.low[0] >= box.high[1] - box.low[1] ? 0 : 1;
    const auto middle = polygons.begin() + static_cast<std::ptrdiff_t>(polygons.size() / 2);
    std::ranges::nth_element(polygons, middle, {}, [&](NodeId n) {
      const double at = boxes_[n].low[axis] / 2 + boxes_[n].high[axis] / 2;
      return std::pair(std::isnan(at) ? 0 : at, n);  // from end to end of all numbers
    });
    const std::uint32_t halves[] = {build({polygons.begin(), middle}, number), build({middle, polygons.end()}, number)};
    std::ranges::copy(halves, parts_[number].half);
    return number;
  }

  int last(std::uint32_t part, NodeId polygon, int least) const {
    const Part& p = parts_[part];
    if (p.last <= least || !p.box.overlaps_in_plan(boxes_[polygon])) return least;
    if (p.half[0] == 0) return overlap_(p.polygon, polygon) ? p.last : least;
    const bool second = parts_[p.half[1]].last > parts_[p.half[0]].last;
    return last(p.half[!second], polygon, last(p.half[second], polygon, least));
  }

  const partition::Overlap& overlap_;
  std::vector<Box> boxes_;           // by polygon
  std::vector<std::uint32_t> leaf_;  // by polygon
  std::vector<Part> parts_;
};

}  // namespace

std::vector<std::uint32_t> panels_of(const partition::Overlap& overlap, const partition::Partition& partition,
                                     std::span<const double> heights) {
  struct Height {
    double sum = 0;
    std::uint32_t layer = 0;
    std::vector<NodeId> nodes;
    double mean() const { return sum / static_cast<double>(nodes.size()); }
  };
  std::vector<Height> order(partition.layers);
  for (std::uint32_t l = 0; l < order.size(); ++l) order[l].layer = l;
  for (NodeId n = 0; n < overlap.polygons(); ++n) {
    Height& h = order[partition.layer[n]];
    h.sum += heights[n];
    h.nodes.push_back(n);
  }
  std::ranges::stable_sort(order, {}, &Height::mean);

  LastPanel lower(overlap);
  std::vector<std::uint32_t> panel(order.size());
  for (const Height& h : order) {
    int last = LastPanel::none;
    for (const NodeId n : h.nodes) {
      cancellation_point();
      last = lower.under(n, last);
    }
    panel[h.layer] = static_cast<std::uint32_t>(last + 1);
    for (const NodeId n : h.nodes) lower.put(n, last + 1);
  }
  return panel;
}

}  // namespace plumb::pipeline
