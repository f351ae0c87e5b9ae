// SPDX-License-Identifier: GPL-3.0-or-later
// A scene as it grows, for the readers of OFF, PLY, STL, glTF and Godot's scenes: numbers in, points and faces out,
// every limit of ImportOptions checked.
//
// 1. numeral(), value() and ratio() take the next coordinate, of text, of binary data, or as the numerator of a
//    fraction. put() turns three of them into a vertex, with y and z exchanged for --up y.
// 2. corner() and end_face() make faces of vertices; triangle_of_last_vertices() serves formats without indices.
// 3. names() sets the names that open_group() gives to the faces that follow.
// 4. build() divides fractions by what they have in common (reduce), merges equal positions (merge_points.cpp), and
//    gives faces the numbers of points.
//
// Cost: linear in vertices and corners, expected (merging hashes positions).
// Exact: a coordinate is rounded at most once, as options.numbers says; ratios are never rounded.
// Source: our own. The OBJ reader works on chunks in parallel and has its own code (import_obj.cpp).
#include "scene_builder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "file_content.h"
#include "positions.h"

#include "plumb/kernel/int64.h"

namespace plumb::pipeline {
namespace {

// Divides the values and their denominator by their greatest common divisor: with fewer bits, cheaper stages of the
// predicates decide.
void reduce(Positions& positions) {
  mpz_class common = positions.denominator;
  const auto each = [&](const auto& narrow, const auto& wide) {
    for (std::size_t i = 0; i < positions.words.size() && common != 1; ++i)
      if (positions.exponents[i] == wide_exponent) wide(positions.wide[positions.words[i]].mantissa);
      else narrow(positions.words[i]);
  };
  const auto magnitude = [](std::uint64_t word) {
    return static_cast<std::int64_t>(word) < 0 ? std::uint64_t{0} - word : word;
  };
  each(
      [&](std::uint64_t word) {
        if (word != 0) kernel::take_gcd(common, magnitude(word));
      },
      [&](const mpz_class& wide) { common = gcd(common, wide); });
  if (common == 1) return;
  positions.denominator /= common;
  mpz_class q;
  each(
      [&](std::uint64_t& word) {
        if (word == 0) return;  // the divisor fits 64 bits, as it divides a nonzero 64-bit number
        const auto quotient = magnitude(word) / kernel::to_uint64(common);
        word = static_cast<std::int64_t>(word) < 0 ? std::uint64_t{0} - quotient : quotient;
      },
      [&](mpz_class& wide) { mpz_divexact(wide.get_mpz_t(), wide.get_mpz_t(), common.get_mpz_t()); });
}

}  // namespace

SceneBuilder::SceneBuilder(std::string file, const ImportOptions& options, Source source) : options_(options) {
  options_.max_vertices = std::min<std::uint64_t>(options.max_vertices, kernel::no_point - 1);
  options_.max_corners = std::min<std::uint64_t>(options.max_corners, 0xffffffff);
  if (source == Source::binary && options_.numbers == Numbers::decimal) options_.numbers = Numbers::binary64;
  if (source == Source::ratios) options_.numbers = Numbers::decimal;
  scene_.file = std::move(file);
  scene_.face_begin.push_back(0);
}

void SceneBuilder::refuse_vertices() const {
  throw Refused{ErrorCode::too_large,
                "more than " + std::to_string(options_.max_vertices) + " vertices; cut the level up"};
}

void SceneBuilder::refuse_corners() const {
  throw Refused{ErrorCode::too_large, "the faces have more than " + std::to_string(options_.max_corners) +
                                          " corners together; cut the level up"};
}

void SceneBuilder::reserve(std::uint64_t vertices, std::uint64_t corners) {
  if (vertices > options_.max_vertices) refuse_vertices();
  if (corners > options_.max_corners) refuse_corners();
  positions_.words.reserve(3 * vertices);
  if (options_.numbers == Numbers::decimal) positions_.exponents.reserve(3 * vertices);
  corners_.reserve(corners);
}

void SceneBuilder::put(const CoordinateWord& word) {
  const auto axis = static_cast<std::size_t>(coordinates_++ % 3);
  vertex_[options_.up == UpAxis::y && axis > 0 ? 3 - axis : axis] = word;
  if (axis < 2) return;
  if (vertices() > options_.max_vertices) refuse_vertices();
  for (const CoordinateWord& c : vertex_) {
    positions_.words.push_back(c.word);
    if (options_.numbers == Numbers::decimal) positions_.exponents.push_back(c.exponent);
  }
}

void SceneBuilder::numeral(std::string_view token) {
  // --up y: (x, y, z) becomes (x, -z, y).
  const bool negate = options_.up == UpAxis::y && coordinates_ % 3 == 2;
  kernel::Numeral numeral;
  if (kernel::scan_numeral(token.data(), token.data() + token.size(), numeral) != token.data() + token.size())
    throw Refused{ErrorCode::bad_number,
                  "coordinate " + in_quotes(token) + " is no finite decimal number; write one such as -1.5 or 2e-3"};
  CoordinateWord word;
  const auto take = [&] {
    switch (options_.numbers) {
      case Numbers::binary64: return convert<Numbers::binary64>(numeral, negate, positions_, scratch_, word);
      case Numbers::binary32: return convert<Numbers::binary32>(numeral, negate, positions_, scratch_, word);
      case Numbers::decimal: break;
    }
    return convert<Numbers::decimal>(numeral, negate, positions_, scratch_, word);
  };
  if (!take())
    throw Refused{ErrorCode::out_of_range, "coordinate " + in_quotes(token) + out_of_range_reason(options_.numbers)};
  put(word);
}

void SceneBuilder::value(double stored) {
  const bool negate = options_.up == UpAxis::y && coordinates_ % 3 == 2;
  if (!std::isfinite(stored))
    throw Refused{ErrorCode::bad_number, "a coordinate is infinite or no number; export the level again"};
  if (options_.numbers == Numbers::binary32) {
    // From the largest binary32 and half a unit in its last place on, the nearest binary32 is infinite.
    if (std::abs(stored) >= 0x1.ffffffp127)
      throw Refused{ErrorCode::out_of_range, std::string("a coordinate") + out_of_range_reason(options_.numbers)};
    stored = static_cast<double>(static_cast<float>(stored));
  }
  put(word_of(stored, negate));
}

void SceneBuilder::ratio(const mpz_class& numerator) {
  const bool negate = options_.up == UpAxis::y && coordinates_ % 3 == 2;
  if (const std::int64_t n = kernel::to_int64(numerator);
      kernel::fits_int64(numerator) && n != std::numeric_limits<std::int64_t>::min())
    return put({static_cast<std::uint64_t>(negate ? -n : n), 0});
  wide_bytes_ += mpz_sizeinbase(numerator.get_mpz_t(), 2) / 8 + sizeof(WideDecimal);
  if (wide_bytes_ > options_.max_exact_bytes)
    throw Refused{ErrorCode::too_large, "the exact coordinates take more than " +
                                            std::to_string(options_.max_exact_bytes) +
                                            " bytes; apply the nodes' transforms in the modelling program"};
  positions_.wide.push_back({negate ? mpz_class(-numerator) : numerator, 0});
  put({positions_.wide.size() - 1, wide_exponent});
}

void SceneBuilder::corner(std::uint32_t vertex) {
  if (corners_of_face() >= options_.max_face_corners)
    throw Refused{ErrorCode::too_large,
                  "this face has more than " + std::to_string(options_.max_face_corners) + " corners; split it"};
  if (corners_.size() >= options_.max_corners) refuse_corners();
  corners_.push_back(vertex);
}

void SceneBuilder::end_face() {
  const std::uint64_t n = corners_of_face();
  if (n < 3)
    throw Refused{ErrorCode::too_few_vertices, "this face has " + std::to_string(n) +
                                                   (n == 1 ? " corner" : " corners") +
                                                   "; give it at least three, or remove it"};
  open_group();
  scene_.face_begin.push_back(static_cast<std::uint32_t>(corners_.size()));
}

void SceneBuilder::triangle_of_last_vertices() {
  for (std::uint32_t back = 3; back > 0; --back) corner(static_cast<std::uint32_t>(vertices()) - back);
  end_face();
}

void SceneBuilder::names(std::string_view object, std::string_view group, std::string_view material) {
  const auto take = [&](std::string_view name, std::string& to) {
    if (name.size() > options_.max_name_bytes)
      throw Refused{ErrorCode::too_large,
                    "a name of more than " + std::to_string(options_.max_name_bytes) + " bytes; shorten it"};
    to = name;
    for (char& c : to)
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '_';
  };
  take(object, next_group_.object);
  take(group, next_group_.group);
  take(material, next_group_.material);
}

// Starts a group with the next face, if its names differ from those of the face before.
void SceneBuilder::open_group() {
  const FaceGroup none{};
  const FaceGroup& last = scene_.groups.empty() ? none : scene_.groups.back();
  const FaceGroup& g = next_group_;
  if (g.object == last.object && g.group == last.group && g.material == last.material) return;
  group_bytes_ += sizeof(FaceGroup) + g.object.size() + g.group.size() + g.material.size();
  if (group_bytes_ > options_.max_group_bytes)
    throw Refused{ErrorCode::too_large, "the names of the face groups take more than " +
                                            std::to_string(options_.max_group_bytes) + " bytes together; shorten them"};
  scene_.groups.push_back(g);
  scene_.groups.back().first_face = static_cast<std::uint32_t>(faces());
}

Scene SceneBuilder::build(const mpz_class& denominator) {
  scene_.vertex_records = vertices();
  if (faces() == 0)
    throw Refused{ErrorCode::no_face, "no face among " + std::to_string(vertices()) + " vertices; export polygons"};
  if (denominator != 1) {
    positions_.denominator = denominator;
    reduce(positions_);
  }
  std::vector<std::uint8_t> used(vertices(), 0);
  for (const std::uint32_t v : corners_) used[v] = 1;
  MergedPoints merged = merge_points(positions_, used, options_, 1);
  if (merged.too_fine)
    throw Refused{ErrorCode::too_large,
                  "vertex " + std::to_string(*merged.too_fine) +
                      " (counted from 0) has so fine a coordinate that the exact numbers of all points "
                      "take more than " +
                      std::to_string(options_.max_exact_bytes) + " bytes; round it"};
  scene_.points = std::move(merged.table);
  for (std::uint32_t& v : corners_) v = merged.of_vertex[v];
  scene_.face_points = std::move(corners_);
  return std::move(scene_);
}

}  // namespace plumb::pipeline
