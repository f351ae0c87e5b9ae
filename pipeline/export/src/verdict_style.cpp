// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/verdict_style.h"

#include <cmath>

namespace plumb::pipeline {

Colour colour_of(kernel::Label label, std::size_t stance_count) {
  if (label == kernel::too_close) return {0xb9, 0x7f, 0xb5};
  if (label == kernel::inside) return {0x9a, 0x76, 0x5a};
  if (label == kernel::covered) return {0x9d, 0xa3, 0xa8};
  if (label == kernel::blocked) return {0xd6, 0x4a, 0x45};
  constexpr std::array<Colour, 3> stops{{{0xf0, 0x8c, 0x2e}, {0xf5, 0xd0, 0x4c}, {0x66, 0xb0, 0x5a}}};
  const double at = stance_count < 2 ? 2 : 2.0 * (label - 1) / static_cast<double>(stance_count - 1);
  const std::size_t i = at < 1 ? 0 : 1;
  Colour mixed;
  for (int c = 0; c < 3; ++c)
    mixed[c] = static_cast<std::uint8_t>(std::lround(stops[i][c] + (at - i) * (stops[i + 1][c] - stops[i][c])));
  return mixed;
}

Colour colour_of(PortalKind kind) {
  if (kind == PortalKind::flush) return {0x12, 0x52, 0x50};
  if (kind == PortalKind::step) return {0x1f, 0x5f, 0xc4};
  return {0x8e, 0x3f, 0xb0};
}

Colour darker(Colour colour) {
  for (std::uint8_t& v : colour) v = static_cast<std::uint8_t>(v * 3 / 5);
  return colour;
}

std::string hex(const Colour& colour) {
  std::string text = "#";
  for (const std::uint8_t v : colour) {
    text += "0123456789abcdef"[v >> 4];
    text += "0123456789abcdef"[v & 15];
  }
  return text;
}

}  // namespace plumb::pipeline
