// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/svg_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace plumb::pipeline::svg {
namespace {

// The bytes of one character in UTF-8 from `at` on; 0 if they are none (names of files may be anything).
std::size_t utf8_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(at);
  const std::size_t n = first < 0x80                    ? 1
                        : first >= 0xc2 && first < 0xe0 ? 2
                        : first >= 0xe0 && first < 0xf0 ? 3
                        : first >= 0xf0 && first < 0xf5 ? 4
                                                        : 0;
  for (std::size_t i = 1; i < n; ++i)
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  return n;
}

}  // namespace

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

std::string tenths(std::int64_t value) {
  const std::int64_t whole = std::abs(value) / 10, rest = std::abs(value) % 10;
  std::string out = value < 0 ? "-" : "";
  if (whole > 0 || rest == 0) out += std::to_string(whole);
  if (rest > 0) out += "." + std::to_string(rest);
  return out;
}

void View::add(const DrawnCell& c) {
  low_x = std::min(low_x, c.low_x), high_x = std::max(high_x, c.high_x);
  low_y = std::min(low_y, c.low_y), high_y = std::max(high_y, c.high_y);
}

bool View::meets(const DrawnCell& c) const {
  return c.low_x <= high_x && c.high_x >= low_x && c.low_y <= high_y && c.high_y >= low_y;
}

View view_of(const std::vector<Storey>& storeys) {
  View view;
  for (const Storey& storey : storeys)
    for (const DrawnCell& c : storey.cells) view.add(c);
  return view;
}

Layout make_layout(const std::vector<Storey>& storeys, const View& view) {
  constexpr double wide_cell = 12;  // pixels: its lines need not be thinner
  Layout l;
  const auto count = static_cast<int>(storeys.size());
  l.columns = count <= 1 ? 1 : count <= 4 ? 2 : 3;
  const double room = l.columns == 1 ? 1000 : l.columns == 2 ? 620 : 460;
  l.width = room;
  l.height = room / 4;
  if (count > 0 && view.low_x <= view.high_x) {  // there is something
    l.low_x = view.low_x;
    l.low_y = view.low_y;
    const double wide = view.high_x - view.low_x, tall = view.high_y - view.low_y;
    // As wide as there is room for, unless that makes it much taller than wide.
    l.scale = std::min({room / wide, 1.25 * room / tall, 1e300});
    l.width = std::max(wide * l.scale, room / 3);
    l.height = std::max(tall * l.scale, 20.0);
    std::size_t cells = 1;
    for (const Storey& storey : storeys) cells += storey.cells.size();
    l.thinness = std::clamp(std::sqrt(l.width * l.height * count / static_cast<double>(cells)) / wide_cell, 0.1, 1.0);
  }
  l.columns = std::min(l.columns, std::max(count, 1));
  l.rows = (std::max(count, 1) + l.columns - 1) / l.columns;
  return l;
}

std::vector<std::string> panel_titles(const std::vector<Storey>& storeys) {
  constexpr int most_digits = 17;
  std::vector<std::string> titles;
  const auto differ = [&] { return std::set(titles.begin(), titles.end()).size() == titles.size(); };
  for (int digits = 3; digits <= most_digits; ++digits) {
    titles.clear();
    for (const Storey& s : storeys) {
      char text[64];
      std::snprintf(text, sizeof text, "from height %.*g", digits, s.floor);
      titles.push_back(digits == 3 ? "from height " + rounded(s.floor) : text);
    }
    if (differ()) return titles;
  }
  for (std::size_t i = 0; i < titles.size(); ++i) titles[i] += ", part " + std::to_string(i + 1);
  return titles;
}

std::string panel_head(const Layout& l, int panel, const std::string& title) {
  const std::string x = number(l.panel_x(panel)), y = number(l.panel_y(panel)),
                    ground = "x=\"-6\" y=\"-6\" width=\"" + number(l.width + 12) + "\" height=\"" +
                             number(l.height + 12) + "\"";
  std::string out;
  if (panel == 0) out = "<clipPath id=\"panel\"><rect " + ground + "/></clipPath>\n";
  if (!title.empty())
    out += "<text class=\"p\" x=\"" + x + "\" y=\"" + number(l.panel_y(panel) - 10) + "\">" + title + "</text>\n";
  return out + "<g transform=\"translate(" + x + "," + y + ")\" clip-path=\"url(#panel)\">\n<rect class=\"f\" " +
         ground + " rx=\"4\"/>\n";
}

}  // namespace plumb::pipeline::svg
