// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of a navmesh or of polygons: the graph that partition/ divides, and the result as text, JSON and SVG.
//
// 1. walkable_environment() makes the graph of cells that admit a stance and of the portals between them, or that of
//    the traversable polygons of a scene as they are (partition::environment_of).
// 2. layers_summary() and export_layers_json() tell what was found; numbers in JSON are exact, in the frame of the
//    input.
// 3. export_layers_svg() draws the layers (LayerPlan): layers that lie nowhere over one another share a panel
//    (panels_of), and each has a colour of its own. Nothing is drawn if a coordinate is beyond the range of double.
// Cost. N log N for the graph and its conflicts; writing is linear.
// Exactness. Exact but for the drawing, which has doubles.
#include "plumb/pipeline/layers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/split_storeys.h"
#include "plumb/pipeline/svg_layout.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/verdict_style.h"

namespace plumb::pipeline {

WalkableEnvironment walkable_environment(const NavMesh& mesh, kernel::Label stance) {
  WalkableEnvironment out = walkable_ways(mesh, stance);
  out.graph.conflicts = partition::find_conflicts(out.polygons);
  return out;
}

WalkableEnvironment walkable_ways(const NavMesh& mesh, kernel::Label stance) {
  WalkableEnvironment out;
  std::vector<partition::NodeId> node(mesh.cells.size());
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
    cancellation_point(c);
    if (mesh.cells[c].open_to() < stance) continue;
    node[c] = out.graph.nodes++;
    out.source.push_back(c);
    partition::Polygon& polygon = out.polygons.emplace_back();
    for (const NavMesh::PointIndex p : outline(mesh, c)) polygon.push_back(mesh.points[p]);
  }
  const auto at = [&](const std::array<NavMesh::PointIndex, 2>& ends) {
    return std::array{mesh.points[ends[0]], mesh.points[ends[1]]};
  };
  for (std::uint32_t i = 0; i < mesh.portals.size(); ++i) {
    const NavMesh::Portal& p = mesh.portals[i];
    if (p.stance < stance) continue;
    out.graph.arcs.push_back({node[p.a], node[p.b]});
    out.segments.push_back({at(p.on_a), at(p.on_b)});
    out.portal.push_back(i);
  }
  return out;
}

WalkableEnvironment walkable_environment(const kernel::PointTable& points, const SurfaceSet& set) {
  WalkableEnvironment out;
  for (std::uint32_t i = 0; i < set.surfaces.size(); ++i) {
    if (set.surfaces[i].kind != SurfaceKind::traversable) continue;
    out.source.push_back(i);
    out.polygons.push_back(kernel::exact_corners(points, set.corners_of(set.surfaces[i])));
    std::ranges::reverse(out.polygons.back());  // they run clockwise
  }
  partition::PolygonEnvironment found = partition::environment_of(out.polygons);
  out.graph = std::move(found.graph);
  out.segments = std::move(found.segments);
  out.fully_connected = std::move(found.fully_connected);
  return out;
}

namespace {

constexpr std::array methods{
    std::pair{partition::Method::exact, "exact"}, std::pair{partition::Method::min_cut, "min-cut"},
    std::pair{partition::Method::van_toll, "van-toll"}, std::pair{partition::Method::brute_force, "brute-force"}};

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
  std::string out = file_prefix(found.file) + count(graph.nodes, "node", "nodes") + ", " +
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

namespace {

using namespace svg;

// Colours that differ well: hues by the golden angle.
Colour colour_of_layer(std::uint32_t layer) {
  const double hue = std::fmod(0.11 + 0.6180339887498949 * layer, 1.0) * 6;
  const auto channel = [&](double offset) {
    const double k = std::fmod(offset + hue, 6.0), wave = std::clamp(std::min(k, 4 - k), 0.0, 1.0);
    return static_cast<std::uint8_t>(std::lround(255 * (0.88 - 0.34 * wave)));
  };
  return {channel(5), channel(3), channel(1)};
}

class LayerPlan {
 public:
  LayerPlan(Output& file, const FoundLayers& found) : file_(file), found_(found) {
    std::vector<double> heights;
    std::vector<DrawnCell> cells;
    for (const partition::Polygon& p : found.walkable.polygons)
      cells.push_back(drawn_cell(p, static_cast<std::uint32_t>(cells.size())));
    for (const DrawnCell& c : cells) {
      heights.push_back(c.height);
      drawable_ = drawable_ && std::isfinite(c.height) && std::isfinite(c.high_x - c.low_x) &&
                  std::isfinite(c.high_y - c.low_y);
    }
    panel_ = panels_of(partition::Overlap(found.walkable.polygons), found.partition, heights);
    if (!drawable_ || panel_.empty()) return;
    panels_.resize(*std::ranges::max_element(panel_) + 1);
    for (const DrawnCell& c : cells) panels_[panel_of_node(c.cell)].cells.push_back(c);
    for (Storey& s : panels_) {
      std::ranges::stable_sort(s.cells, {}, &DrawnCell::height);
      s.floor = s.cells.front().height;
    }
  }

  void draw() {
    layout_ = make_layout(panels_, view_of(panels_));
    titles_ = panel_titles(panels_);
    const std::string w = number(std::ceil(layout_.page_width())), h = number(std::ceil(layout_.page_height()));
    file_.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h + "\" viewBox=\"0 0 " +
                w + " " + h + "\">\n<!-- plumb " + escaped(found_.version) +
                ": rounded to a tenth of a pixel. -->\n<style>\n" + panel_style +
                ".t{fill:none;stroke:#b3123a;stroke-width:2.4;stroke-linecap:round}\n.c{stroke-width:" +
                number(0.3 * layout_.thinness) + "}\n</style>\n<rect width=\"" + w + "\" height=\"" + h +
                "\" fill=\"#fff\"/>\n<text class=\"h\" x=\"" + number(margin) + "\" y=\"" + number(margin + 12) +
                "\">" + escaped(title()) + "</text>\n");
    if (panels_.empty())
      file_.write("<text x=\"" + number(margin) + "\" y=\"" + number(layout_.top() + 40) + "\">" +
                  (drawable_ ? "There is nothing to walk on." : "The coordinates are too large to draw.") +
                  "</text>\n");
    for (std::size_t i = 0; i < panels_.size(); ++i) panel(i);
    file_.write("</svg>\n");
  }

 private:
  static DrawnCell drawn_cell(const partition::Polygon& polygon, std::uint32_t node) {
    DrawnCell c{.cell = node, .low_x = INFINITY, .high_x = -INFINITY, .low_y = INFINITY, .high_y = -INFINITY};
    double low = INFINITY, high = -INFINITY;
    for (const ExactPoint& p : polygon) {
      const double x = kernel::nearest_double(p[0]), y = kernel::nearest_double(p[1]), z = kernel::nearest_double(p[2]);
      c.low_x = std::min(c.low_x, x), c.high_x = std::max(c.high_x, x);
      c.low_y = std::min(c.low_y, y), c.high_y = std::max(c.high_y, y);
      low = std::min(low, z), high = std::max(high, z);
    }
    c.height = low / 2 + high / 2;
    return c;
  }

  std::uint32_t panel_of_node(partition::NodeId n) const { return panel_[found_.partition.layer[n]]; }

  std::string title() const {
    return found_.file.substr(found_.file.find_last_of('/') + 1) + ": " + std::to_string(found_.layers.layers.size()) +
           " layers, " + std::to_string(found_.partition.transfers.size()) + " transfers" +
           (found_.proved_fewest() ? ", the fewest" : "");
  }

  std::string at(const ExactPoint& p) const {
    const Pixel q = layout_.at(kernel::nearest_double(p[0]), kernel::nearest_double(p[1]));
    return tenths(q.x) + " " + tenths(q.y);
  }

  void panel(std::size_t i) {
    file_.write(panel_head(layout_, static_cast<int>(i), titles_[i]));
    for (const DrawnCell& c : panels_[i].cells) {
      const Colour fill = colour_of_layer(found_.partition.layer[c.cell]);
      std::string path = "<path class=\"c\" fill=\"" + hex(fill) + "\" stroke=\"" + hex(darker(fill)) + "\" d=\"M";
      for (const ExactPoint& p : found_.walkable.polygons[c.cell]) path += at(p) + " ";
      path.back() = 'z';
      file_.write(path + "\"/>\n");
    }
    for (const partition::Transfer& t : found_.layers.transfers) {
      if (panel_[t.a] == i) file_.write("<path class=\"t\" d=\"M" + at(t.on_a[0]) + " " + at(t.on_a[1]) + "\"/>\n");
      if (panel_[t.b] == i) file_.write("<path class=\"t\" d=\"M" + at(t.on_b[0]) + " " + at(t.on_b[1]) + "\"/>\n");
    }
    file_.write("</g>\n");
  }

  Output& file_;
  const FoundLayers& found_;
  bool drawable_ = true;
  std::vector<std::uint32_t> panel_;  // by layer
  std::vector<Storey> panels_;        // cells are nodes here
  Layout layout_;
  std::vector<std::string> titles_;  // by panel
};

}  // namespace

void export_layers_svg(Output& file, const FoundLayers& found) { LayerPlan(file, found).draw(); }

}  // namespace plumb::pipeline
