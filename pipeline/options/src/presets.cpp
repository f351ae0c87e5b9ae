// SPDX-License-Identifier: GPL-3.0-or-later
#include "presets.h"

namespace plumb::pipeline {
namespace {

BakeOptions preset(const char* name, UpAxis up, BakeSettings settings) {
  BakeOptions o;
  static_cast<BakeSettings&>(o) = std::move(settings);
  o.preset = name;
  o.up = up;
  o.sides = Sides::up;
  return o;
}

std::vector<Stance> stand(const mpq_class& height) { return {{"stand", height}}; }

// Quake's and Doom's players are squares 32 wide that do not turn. A disc of radius 16 that is approximated by the
// tangents at four points is that square.
constexpr int square_half_width = 16;
constexpr std::uint32_t square = 4;

std::vector<BakeOptions> make_presets() {
  return {
      preset("recast", UpAxis::y,
             {.stances = stand(2), .slope = 45, .step = mpq_class(9, 10), .radius = mpq_class(3, 5)}),
      preset("godot", UpAxis::y,
             {.stances = stand(mpq_class(3, 2)), .slope = 45, .step = mpq_class(1, 4), .radius = mpq_class(1, 2)}),
      preset("unity", UpAxis::y,
             {.stances = stand(2), .slope = 45, .step = mpq_class(3, 4), .radius = mpq_class(1, 2)}),
      preset("quake", UpAxis::z,
             {.stances = stand(56),
              .slope = std::nullopt,
              .slope_cos = mpq_class(7, 10),
              .step = 18,
              .solids = Solids::closed,
              .radius = square_half_width,
              .disc = square}),
      // Doom's floors are flat, so the window needs no allowance for slopes: it is the height of a step.
      preset("doom", UpAxis::z,
             {.stances = stand(56), .step = 24, .radius = square_half_width, .window = 24, .disc = square}),
  };
}

}  // namespace

std::span<const BakeOptions> presets() {
  static const std::vector<BakeOptions> all = make_presets();
  return all;
}

}  // namespace plumb::pipeline
