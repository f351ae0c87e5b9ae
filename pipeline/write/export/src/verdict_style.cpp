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

Colour colour_of(OneWayKind kind) {
  if (kind == OneWayKind::drop) return {0xb0, 0x3a, 0x2e};
  return {0x1e, 0x7a, 0x8c};
}

namespace {
constexpr Colour rgb(unsigned v) {
  return {static_cast<std::uint8_t>(v >> 16), static_cast<std::uint8_t>(v >> 8), static_cast<std::uint8_t>(v)};
}
}  // namespace

// Found by a search among all colours for sets that are far enough apart; tests/view/colours.py measures them.
const std::array<PagePalette, 2> page_palettes{
    {{.too_close = rgb(0xd2a2f6),
      .inside = rgb(0x7a5f52),
      .covered = rgb(0x828586),
      .blocked = rgb(0xc02905),
      .highest_stance = rgb(0x54e49c),
      .lower_stances = {{rgb(0xee9003), rgb(0xfcf63f)}},
      .updated = rgb(0x280108),
      .light_face = rgb(0xb1b7be),
      .dark_face = rgb(0x454851),
      .causes = {{rgb(0x0006f0), rgb(0xa95bfe), rgb(0x297191), rgb(0x5b017c), rgb(0xa28965), rgb(0xdcfff2),
                  rgb(0x641206), rgb(0x0f0128)}}},
     {.too_close = rgb(0xed9efa),
      .inside = rgb(0x6b5a47),
      .covered = rgb(0x848484),
      .blocked = rgb(0x631403),
      .highest_stance = rgb(0x257899),
      .lower_stances = {{rgb(0xd9851b), rgb(0xfedf01)}},
      .updated = rgb(0x27020a),
      .light_face = rgb(0xb3b5bc),
      .dark_face = rgb(0x47484f),
      .causes = {{rgb(0xb662ff), rgb(0x3404fb), rgb(0x70b785), rgb(0x03457a), rgb(0xa05f12), rgb(0xf7ffb6),
                  rgb(0xddfdf0), rgb(0x100932)}}}}};

Colour page_colour(const PagePalette& palette, kernel::Label label, std::size_t stance_count) {
  if (label == kernel::too_close) return palette.too_close;
  if (label == kernel::inside) return palette.inside;
  if (label == kernel::covered) return palette.covered;
  if (label == kernel::blocked) return palette.blocked;
  const auto stance = static_cast<std::size_t>(label);
  if (stance == stance_count) return palette.highest_stance;
  if (stance <= palette.lower_stances.size()) return palette.lower_stances[stance - 1];
  return palette
      .causes[palette.causes.size() - 1 - (stance - palette.lower_stances.size() - 1) % palette.causes.size()];
}

std::vector<Colour> cause_colours(const PagePalette& palette, std::size_t stance_count) {
  const std::size_t own = palette.lower_stances.size() + 1, taken = stance_count < own ? 0 : stance_count - own;
  const std::size_t left = taken < palette.causes.size() ? palette.causes.size() - taken : 1;
  return {palette.causes.begin(), palette.causes.begin() + static_cast<std::ptrdiff_t>(left)};
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
