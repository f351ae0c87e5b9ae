// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/layers.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace plumb::pipeline {
namespace {

constexpr std::array methods{
    std::pair{partition::Method::exact, "exact"}, std::pair{partition::Method::min_cut, "min-cut"},
    std::pair{partition::Method::van_toll, "van-toll"}, std::pair{partition::Method::brute_force, "brute-force"}};

}  // namespace

const char* text_of(partition::Method method) {
  for (const auto& [value, word] : methods)
    if (value == method) return word;
  return "";
}

std::optional<partition::Method> method_of(std::string_view text) {
  for (const auto& [value, word] : methods)
    if (text == word) return value;
  return std::nullopt;
}

std::string layers_summary(const FoundLayers& found) {
  const auto& graph = found.walkable.graph;
  const auto count = [](std::size_t n, const char* one, const char* many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
  };
  std::string out = found.file + ": " + count(graph.nodes, "node", "nodes") + ", " +
                    count(graph.arcs.size(), "arc", "arcs") + ", " +
                    count(graph.conflicts.size(), "conflict", "conflicts") + ", " +
                    count(found.surfaces, "connected surface", "connected surfaces") + "\n";
  out += count(found.layers.layers.size(), "layer", "layers") + ", " +
         count(found.partition.transfers.size(), "transfer", "transfers");
  if (found.layers.transfers.size() != found.partition.transfers.size())
    out += " (" + std::to_string(found.layers.transfers.size()) + " where they join end to end)";
  out += std::string(", by ") + text_of(found.method);
  char time[32];
  std::snprintf(time, sizeof time, " in %.3g s", found.seconds);
  out += time;
  out += found.proved_fewest() ? "; proved to be the fewest\n"
                               : "; at least " + std::to_string(found.partition.lower_bound) + " are needed\n";
  if (found.method == partition::Method::brute_force)
    out += count(found.partition.solution_count, "minimal solution", "minimal solutions") + "\n";
  return out;
}

}  // namespace plumb::pipeline
