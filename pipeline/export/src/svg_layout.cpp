// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/svg_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

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
      for (const DrawnCell& c : storey.cells) {
        l.low_x = std::min(l.low_x, c.low_x), high_x = std::max(high_x, c.high_x);
        l.low_y = std::min(l.low_y, c.low_y), high_y = std::max(high_y, c.high_y);
      }
    const double wide = high_x - l.low_x, tall = high_y - l.low_y;
    // As wide as there is room for, unless that makes it much taller than wide.
    l.scale = std::min({room / wide, 1.25 * room / tall, 1e300});
    l.width = std::max(wide * l.scale, room / 3);
    l.height = std::max(tall * l.scale, 20.0);
  }
  l.columns = std::min(l.columns, std::max(count, 1));
  l.rows = (std::max(count, 1) + l.columns - 1) / l.columns;
  return l;
}

}  // namespace plumb::pipeline::svg
