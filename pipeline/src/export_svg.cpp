// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "plan.h"
#include "plumb/pipeline/decimal.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/verdict_style.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {
namespace {

constexpr double margin = 24, title_height = 34, entry_height = 20, panel_title = 22, panel_gap = 28;
constexpr double text_width = 6.6;            // of a character of the legend, on average
constexpr std::uint64_t many_cells = 40'000;  // beyond this, outlines of cells would hide their colours

struct Pixel {
  long x, y;  // tenths of a pixel, y down
  bool operator==(const Pixel&) const = default;
};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value) < 1000 || std::abs(value) >= 1e15 ? "%.3g" : "%.0f", value);
  return text;
}

// The bytes of one character in UTF-8 from `at` on; 0 if they are none (names of files may be anything).
std::size_t utf8_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(at);
  const std::size_t n = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
  for (std::size_t i = 1; i < n; ++i)
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  return n;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (const std::size_t n = utf8_length(text, at); n != 1) {
      out += n == 0 ? "?" : text.substr(at, n);
      at += n == 0 ? 0 : n - 1;
      continue;
    }
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else out += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return out;
}

Colour darker(Colour c) {
  for (std::uint8_t& v : c) v = static_cast<std::uint8_t>(v * 3 / 5);
  return c;
}

std::string style_class(kernel::Label label) {
  return label == kernel::covered ? "c" : label == kernel::blocked ? "b" : "s" + std::to_string(label);
}

// Where the panels lie on the page and how large a unit of the scene is drawn. All panels show the same part
// of the plan.
struct Layout {
  double low_x = 0, low_y = 0, scale = 1;  // pixels per unit
  double width = 0, height = 0;            // of a panel's drawing
  int columns = 1, rows = 1;
  double legend_height = 0;

  double page_width() const { return 2 * margin + columns * width + (columns - 1) * panel_gap; }
  double top() const { return margin + title_height + legend_height; }
  double panel_x(int i) const { return margin + (i % columns) * (width + panel_gap); }
  double panel_y(int i) const { return top() + (i / columns) * (height + panel_title + panel_gap) + panel_title; }
  double page_height() const { return top() + rows * (height + panel_title + panel_gap) + margin; }

  Pixel at(double x, double y) const {
    return {std::lround((x - low_x) * scale * 10), std::lround((height - (y - low_y) * scale) * 10)};
  }
};

Layout make_layout(const std::vector<Storey>& storeys) {
  Layout l;
  const auto count = static_cast<int>(storeys.size());
  l.columns = count <= 1 ? 1 : count <= 4 ? 2 : 3;
  const double room = l.columns == 1 ? 1000 : l.columns == 2 ? 620 : 460;
  l.width = room;
  l.height = room / 4;
  if (count > 0) {
    double high_x = -INFINITY, high_y = -INFINITY;
    l.low_x = l.low_y = INFINITY;
    for (const Storey& storey : storeys)
      for (const PlanSurface& s : storey.surfaces) {
        l.low_x = std::min(l.low_x, s.low_x), high_x = std::max(high_x, s.high_x);
        l.low_y = std::min(l.low_y, s.low_y), high_y = std::max(high_y, s.high_y);
      }
    const double wide = high_x - l.low_x, tall = high_y - l.low_y;
    // As wide as there is room for, unless that makes it much taller than wide.
    l.scale = std::min(room / wide, 1.25 * room / tall);
    l.width = std::max(wide * l.scale, room / 3);
    l.height = std::max(tall * l.scale, 20.0);
  }
  l.columns = std::min(l.columns, std::max(count, 1));
  l.rows = (std::max(count, 1) + l.columns - 1) / l.columns;
  return l;
}

class Plan {
 public:
  Plan(AtomicFile& file, const Baked& baked, Progress& progress)
      : file_(file), b_(baked), progress_(progress), geometry_(baked.scene.points, baked.set, baked.map),
        storeys_(split_storeys(baked)), layout_(make_layout(storeys_)) {
    const auto& obstructions = b_.map.table.obstructions;
    obstructions_.resize(obstructions.size());
    for (std::size_t i = 0; i < obstructions.size(); ++i) obstructions_[i] = static_cast<std::uint32_t>(i);
    std::stable_sort(obstructions_.begin(), obstructions_.end(),
                     [&](auto x, auto y) { return obstructions[x].surface < obstructions[y].surface; });
  }

  void draw() {
    const std::string legend = legend_text();  // sets its height
    head();
    file_.write(legend);
    for (std::size_t i = 0; i < storeys_.size(); ++i) panel(static_cast<int>(i));
    if (storeys_.empty())
      file_.write("<text x=\"" + number(margin) + "\" y=\"" + number(layout_.top() + 40) +
                  "\">Nothing is traversable, or the coordinates are too large to draw.</text>\n");
    foot();
  }

 private:
  void head() {
    const std::string w = number(std::ceil(layout_.page_width())), h = number(std::ceil(layout_.page_height()));
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h + "\" viewBox=\"0 0 " +
                       w + " " + h + "\">\n<!-- plumb " + version() +
                       ": rounded to a tenth of a pixel; what vanishes then is left out. -->\n<style>\n"
                       "text{font:12px 'DejaVu Sans',Verdana,sans-serif;fill:#333}\n.h{font-size:16px;font-weight:bold}\n"
                       ".p{font-size:13px;font-weight:bold}.n{fill:#777}\npath{stroke-linejoin:round}\n";
    for (int i = kernel::covered; i <= static_cast<int>(b_.map.stances.size()); ++i) {
      const auto label = static_cast<kernel::Label>(i);
      const Colour fill = colour_of(label, b_.map.stances.size());
      const bool outlined = b_.map.table.cells.size() <= many_cells;
      text += "." + style_class(label) + "{fill:" + hex(fill) + ";stroke:" + hex(outlined ? darker(fill) : fill) +
              ";stroke-width:" + (outlined ? "3" : "2") + (outlined ? ";stroke-opacity:.55" : "") + "}\n";
    }
    text += ".w{fill:none;stroke:#23262b;stroke-width:12;stroke-linecap:round}\n"
            ".m{fill:none;stroke:#23262b;stroke-width:10;stroke-dasharray:24 24}\n"
            ".u{fill:#e7e4db;stroke:#e7e4db;stroke-width:2}\n.f{fill:#f6f5f2;stroke:#d8d5cc}\n</style>\n<rect width=\"" + w + "\" height=\"" + h +
            "\" fill=\"#fff\"/>\n<text class=\"h\" x=\"" + number(margin) + "\" y=\"" + number(margin + 12) + "\">" +
            escaped(b_.options.scene.substr(b_.options.scene.find_last_of('/') + 1)) + "</text>\n";
    file_.write(text);
  }

  // Swatches in rows, as many to a row as fit the page.
  std::string legend_text() {
    std::string out;
    double x = margin, y = margin + title_height;
    const auto entry = [&](const std::string& mark, const std::string& name, const std::string& note) {
      const double width = 26 + text_width * static_cast<double>(name.size() + note.size() + 2) + 14;
      if (x > margin && x + width > layout_.page_width() - margin) x = margin, y += entry_height;
      out += "<g transform=\"translate(" + number(x) + "," + number(y) + ")\">" + mark + "<text x=\"22\" y=\"11\">" +
             escaped(name) + " <tspan class=\"n\">" + escaped(note) + "</tspan></text></g>\n";
      x += width;
    };
    const auto swatch = [&](kernel::Label label, const Area& area, const std::string& height) {
      const Colour fill = colour_of(label, b_.map.stances.size());
      char share[16] = "";
      if (b_.areas.traversable.approx > 0)
        std::snprintf(share, sizeof share, " (%.1f %%)", 100 * area.approx / b_.areas.traversable.approx);
      entry("<rect width=\"16\" height=\"14\" rx=\"2\" fill=\"" + hex(fill) + "\" stroke=\"" + hex(darker(fill)) + "\"/>",
            verdict_name(label, b_.map.stances) + height, number(area.approx) + share);
    };
    for (std::size_t s = b_.map.stances.size(); s-- > 0;)
      swatch(static_cast<kernel::Label>(s + 1), b_.areas.stances[s],
             " " + number(nearest_double(b_.map.stances[s].height)));
    swatch(kernel::blocked, b_.areas.blocked, "");
    if (b_.areas.covered.approx > 0) swatch(kernel::covered, b_.areas.covered, "");
    bool solid = false, dashed = false;
    for (const kernel::Obstruction& o : b_.map.table.obstructions) (o.may_cross > 0 ? dashed : solid) = true;
    const auto line = [](const char* dashes) {
      return std::string("<path d=\"M0 7H16\" stroke=\"#23262b\" stroke-width=\"2\"") + dashes + "/>";
    };
    if (solid) entry(line(""), "wall", "");
    if (dashed) entry(line(" stroke-dasharray=\"3 3\""), "wall to higher stances only", "");
    layout_.legend_height = y - margin - title_height + entry_height + 10;
    return out;
  }

  void panel(int i) {
    const Storey& storey = storeys_[static_cast<std::size_t>(i)];
    const std::string x = number(layout_.panel_x(i)), y = number(layout_.panel_y(i));
    std::string text;
    if (storeys_.size() > 1)
      text = "<text class=\"p\" x=\"" + x + "\" y=\"" + number(layout_.panel_y(i) - 10) + "\">from height " +
             rounded(storey.floor) + "</text>\n";
    file_.write(text + "<rect class=\"f\" x=\"" + number(layout_.panel_x(i) - 6) + "\" y=\"" +
                number(layout_.panel_y(i) - 6) + "\" width=\"" + number(layout_.width + 12) + "\" height=\"" +
                number(layout_.height + 12) + "\" rx=\"4\"/>\n<g transform=\"translate(" + x + "," + y + ") scale(.1)\">\n");
    // What lies below, in one pale colour, shows where in the building this storey is.
    const bool few = b_.map.table.cells.size() <= many_cells;
    for (int below = 0; below < i && few; ++below)
      for (const PlanSurface& s : storeys_[static_cast<std::size_t>(below)].surfaces) outline(s);
    for (const PlanSurface& s : storey.surfaces) {
      for (std::uint64_t c = s.first_cell; c < s.last_cell; ++c) cell(b_.map.table.cells[c]);
      walls(s.id);
    }
    end_path();
    file_.write("</g>\n");
  }

  void outline(const PlanSurface& s) {
    surface_corners(s.id);
    if (outline_.size() >= 3) add("u", true);
  }

  void cell(const kernel::Cell& c) {
    if (c.line_count == 0) {
      surface_corners(c.surface);
    } else {
      outline_.clear();
      for (const ExactPoint& p : geometry_.vertices(c)) corner(nearest_double(p[0]), nearest_double(p[1]));
    }
    while (outline_.size() > 1 && outline_.back() == outline_.front()) outline_.pop_back();
    if (++drawn_ % 1024 == 0)
      progress_.advance(static_cast<double>(drawn_) / static_cast<double>(b_.map.table.cells.size()));
    if (outline_.size() >= 3) add(style_class(c.label), true);
  }

  void surface_corners(kernel::PolygonId id) {
    outline_.clear();
    for (const kernel::PointId p : b_.set.corners_of(b_.set.surfaces[id]))
      corner(nearest_double(b_.scene.points, p, 0), nearest_double(b_.scene.points, p, 1));
  }

  void corner(double x, double y) {
    const Pixel p = layout_.at(x, y);
    if (outline_.empty() || !(outline_.back() == p)) outline_.push_back(p);
  }

  void walls(kernel::PolygonId surface) {
    const auto& obstructions = b_.map.table.obstructions;
    auto at = std::lower_bound(obstructions_.begin(), obstructions_.end(), surface,
                               [&](std::uint32_t o, kernel::PolygonId id) { return obstructions[o].surface < id; });
    for (; at != obstructions_.end() && obstructions[*at].surface == surface; ++at) {
      outline_.clear();
      for (const ExactPoint& p : geometry_.ends(obstructions[*at])) corner(nearest_double(p[0]), nearest_double(p[1]));
      if (outline_.size() == 2) add(obstructions[*at].may_cross > 0 ? "m" : "w", false);
    }
  }

  // Adds the outline to the path; what is painted one after the other in one style shares a path.
  void add(const std::string& style, bool closed) {
    if (style != style_ || path_.size() > 60'000) {
      end_path();
      style_ = style;
      path_ = "<path class=\"" + style + "\" d=\"";
    }
    path_ += "M" + std::to_string(outline_[0].x) + " " + std::to_string(outline_[0].y) + "l";
    for (std::size_t i = 1; i < outline_.size(); ++i) {
      const long dx = outline_[i].x - outline_[i - 1].x, dy = outline_[i].y - outline_[i - 1].y;
      if (i > 1 && dx >= 0) path_ += ' ';
      path_ += std::to_string(dx) + (dy >= 0 ? " " : "") + std::to_string(dy);
    }
    if (closed) path_ += 'z';
  }

  void end_path() {
    if (!path_.empty()) file_.write(path_ + "\"/>\n");
    path_.clear();
    style_.clear();
  }

  void foot() {
    const double y = layout_.page_height() - margin;
    std::string text;
    if (!storeys_.empty()) {
      // The longest of 1, 2, 5 times a power of ten within a third of a panel.
      const double room = layout_.width / 3 / layout_.scale, power = std::pow(10, std::floor(std::log10(room)));
      const double units = power * (room >= 5 * power ? 5 : room >= 2 * power ? 2 : 1), length = units * layout_.scale;
      text = "<path d=\"M" + number(margin) + " " + number(y - 5) + "v5h" + number(length) +
             "v-5\" fill=\"none\" stroke=\"#333\" stroke-width=\"1.5\"/><text x=\"" + number(margin + length + 8) + "\" y=\"" +
             number(y) + "\">" + number(units) + (units == 1 ? " unit" : " units") + "</text>\n";
    }
    file_.write(text + "<text class=\"n\" text-anchor=\"end\" x=\"" + number(layout_.page_width() - margin) + "\" y=\"" +
                number(y) + "\">plumb " + version() + ", cut exactly</text>\n</svg>\n");
  }

  AtomicFile& file_;
  const Baked& b_;
  Progress& progress_;
  CellGeometry geometry_;
  std::vector<Storey> storeys_;
  Layout layout_;
  std::vector<std::uint32_t> obstructions_;  // by surface
  std::vector<Pixel> outline_;
  std::string style_, path_;
  std::uint64_t drawn_ = 0;
};

}  // namespace

void export_svg(AtomicFile& file, const Baked& baked, Progress& progress) { Plan(file, baked, progress).draw(); }

}  // namespace plumb::pipeline
