// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/layers.h"

namespace plumb::pipeline {
namespace {

Json point_json(const ExactPoint& p, UpAxis up) {
  const ExactPoint q = to_input_frame(p, up);
  return {q[0].get_str(), q[1].get_str(), q[2].get_str()};
}

Json segment_json(const std::array<ExactPoint, 2>& s, UpAxis up) {
  return {point_json(s[0], up), point_json(s[1], up)};
}

Json footprint_json(const partition::Layer& layer, UpAxis up) {
  Json rings = Json::array();
  for (const auto& ring : layer.footprint) {
    Json points = Json::array();
    for (const auto& [x, y] : ring) {
      const ExactPoint q = to_input_frame({x, y, 0}, up);
      points.push_back({q[0].get_str(), q[up == UpAxis::y ? 2 : 1].get_str()});
    }
    rings.push_back(std::move(points));
  }
  return rings;
}

}  // namespace

void export_layers_json(Output& file, const FoundLayers& found) {
  const auto& [graph, polygons, source, segments, portal, fully] = found.walkable;
  Json head{{"plumb", found.version}, {"file", found.file}, {"method", text_of(found.method)}};
  if (!found.stance.empty()) head.set("stance", found.stance);
  head.set("graph", {{"nodes", graph.nodes},
                     {"arcs", graph.arcs.size()},
                     {"conflicts", graph.conflicts.size()},
                     {"surfaces", found.surfaces}});
  head.set("transfer_arcs", found.partition.transfers.size());
  head.set("lower_bound", found.partition.lower_bound);
  head.set("proved_fewest", found.proved_fewest());
  if (found.method == partition::Method::brute_force) head.set("minimal_solutions", found.partition.solution_count);
  std::string text = json_text(head);
  text.pop_back();  // its closing brace
  file.write(text + ",\n\"layers\":[");
  const char* kind = found.stance.empty() ? "polygons" : "cells";
  for (std::size_t i = 0; i < found.layers.layers.size(); ++i) {
    const partition::Layer& layer = found.layers.layers[i];
    Json sources = Json::array();
    for (const partition::NodeId n : layer.nodes) sources.push_back(source[n]);
    Json json;
    json.set(kind, std::move(sources));
    json.set("footprint", footprint_json(layer, found.up));
    file.write((i == 0 ? "\n" : ",\n") + json_text(json));
  }
  file.write("\n],\n\"transfers\":[");
  for (std::size_t i = 0; i < found.layers.transfers.size(); ++i) {
    const partition::Transfer& t = found.layers.transfers[i];
    Json arcs = Json::array();
    for (const partition::ArcId a : t.arcs) {
      Json arc = {{kind, {source[graph.arcs[a][0]], source[graph.arcs[a][1]]}}};
      if (!portal.empty()) arc.set("portal", portal[a]);
      arcs.push_back(std::move(arc));
    }
    file.write((i == 0 ? "\n" : ",\n") + json_text(Json{{"a", t.a},
                                                        {"b", t.b},
                                                        {"arcs", std::move(arcs)},
                                                        {"on_a", segment_json(t.on_a, found.up)},
                                                        {"on_b", segment_json(t.on_b, found.up)}}));
  }
  file.write("\n]}\n");
}

}  // namespace plumb::pipeline
