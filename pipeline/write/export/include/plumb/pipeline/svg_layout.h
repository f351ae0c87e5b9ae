// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cmath>
#include <string>

#include "plumb/pipeline/storeys.h"

// Numbers, text and places of the SVG plan.
namespace plumb::pipeline::svg {

inline constexpr double margin = 24, title_height = 34, panel_title = 22, panel_gap = 28;

/// Six digits.
std::string number(double value);
/// Three digits, or a whole number.
std::string rounded(double value);
/// Text of any bytes as XML content.
std::string escaped(const std::string& text);

/// Tenths as a decimal: "12.3", "-.5", "4".
std::string tenths(std::int64_t value);

struct Pixel {
  std::int64_t x, y;  // tenths of a pixel, y down
  bool operator==(const Pixel&) const = default;
};

/// A part of the plan.
struct View {
  double low_x = INFINITY, high_x = -INFINITY, low_y = INFINITY, high_y = -INFINITY;

  void add(const DrawnCell& cell);
  bool meets(const DrawnCell& cell) const;
};
View view_of(const std::vector<Storey>& storeys);

/// Where the panels lie on the page and how large a unit of the scene is drawn. All panels show the same part
/// of the plan.
struct Layout {
  double low_x = 0, low_y = 0, scale = 1;  // pixels per unit
  double width = 0, height = 0;            // of a panel's drawing
  double thinness = 1;                     // of lines: less where cells are small on the page
  int columns = 1, rows = 1;
  double legend_height = 0;

  double page_width() const { return 2 * margin + columns * width + (columns - 1) * panel_gap; }
  double top() const { return margin + title_height + legend_height; }
  double panel_x(int i) const { return margin + (i % columns) * (width + panel_gap); }
  double panel_y(int i) const { return top() + (i / columns) * (height + panel_title + panel_gap) + panel_title; }
  double page_height() const { return top() + rows * (height + panel_title + panel_gap) + margin; }

  Pixel at(double x, double y) const {
    return {std::llround((x - low_x) * scale * 10), std::llround((height - (y - low_y) * scale) * 10)};
  }
};

Layout make_layout(const std::vector<Storey>& storeys, const View& view);

/// "from height 2.5", with as many digits as it takes to tell all from each other; numbered where none do.
std::vector<std::string> panel_titles(const std::vector<Storey>& storeys);
/// The start of a panel: its title, if it has one, its ground, and a group for what is drawn, cut off at its edges.
std::string panel_head(const Layout& layout, int panel, const std::string& title);
/// Rules of style for all panels. Lines do not scale with the page, which no longer hides what is near to be seen.
inline constexpr const char* panel_style =
    "text{font:12px 'DejaVu Sans',Verdana,sans-serif;fill:#333}\n.h{font-size:16px;font-weight:bold}\n"
    ".p{font-size:13px;font-weight:bold}.n{fill:#777}.f{fill:#f6f5f2;stroke:#d8d5cc}\n"
    "path{stroke-linejoin:round;vector-effect:non-scaling-stroke}\n";

}  // namespace plumb::pipeline::svg
