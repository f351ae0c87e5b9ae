// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "panels.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/layers.h"
#include "plumb/pipeline/svg_layout.h"
#include "plumb/pipeline/verdict_style.h"

namespace plumb::pipeline {
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
