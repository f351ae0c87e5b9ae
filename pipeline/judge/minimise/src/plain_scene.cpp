// SPDX-License-Identifier: GPL-3.0-or-later
// Points and faces, from a file and to a file, and the scenes that are made of others on the way to the smallest one.
//
// 1. read_plain_scene() takes the numbers of a file so that each is a decimal, which obj_text() writes in full.
// 2. rounded() and fraction_digits() are the arithmetic of decimals: m / 10^k in lowest terms has 2 and 5 alone in its
//    denominator, the more frequent of them k times.
// 3. complexity_of() says what is simpler.
// 4. with_faces(), with_points_replaced() and with_places() make other scenes.
//
// Cost: linear in the points and corners; with_places() sorts the points.
// Source: Wavefront's OBJ, of which `v` and `f` are enough.
#include "plumb/pipeline/plain_scene.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/import_scene.h"

namespace plumb::pipeline {
namespace {

constexpr std::uint32_t unused = 0xffffffff;

mpz_class power_of_ten(std::size_t exponent) {
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), 10, exponent);
  return out;
}

// Numbers the points that faces have, in the order of their numbers; the others are `unused`.
std::vector<std::uint32_t> numbers_of_used(const PlainScene& scene, std::size_t& count) {
  std::vector<std::uint32_t> numbers(scene.points.size(), unused);
  for (const auto& face : scene.faces)
    for (const std::uint32_t p : face) numbers[p] = 0;
  count = 0;
  for (std::uint32_t& number : numbers)
    if (number != unused) number = static_cast<std::uint32_t>(count++);
  return numbers;
}

PlainScene without_unused_points(PlainScene scene) {
  std::size_t count;
  const std::vector<std::uint32_t> numbers = numbers_of_used(scene, count);
  if (count == scene.points.size()) return scene;
  for (std::size_t p = 0; p < numbers.size(); ++p)
    if (numbers[p] != unused && numbers[p] != p) scene.points[numbers[p]] = std::move(scene.points[p]);
  scene.points.resize(count);
  for (auto& face : scene.faces)
    for (std::uint32_t& p : face) p = numbers[p];
  return scene;
}

}  // namespace

Result<PlainScene> read_plain_scene(const std::string& path) {
  const std::string extension = extension_of(path);
  const bool transforms = extension == ".gltf" || extension == ".glb" || extension == ".tscn";
  ImportOptions options;
  options.up = UpAxis::z;  // so that the axes stay those of the file
  options.numbers = transforms ? Numbers::binary64 : Numbers::decimal;
  options.threads = 0;
  const Result<Scene> read = import_scene(path, options);
  if (!read) return read.error();
  PlainScene scene;
  for (kernel::PointId p = 0; p < read->points.size(); ++p) scene.points.push_back(exact_point(read->points, p));
  for (std::size_t f = 0; f < read->face_count(); ++f)
    scene.faces.emplace_back(read->face_points.begin() + read->face_begin[f],
                             read->face_points.begin() + read->face_begin[f + 1]);
  return scene;
}

std::string obj_text(const PlainScene& scene) {
  std::size_t count;
  const std::vector<std::uint32_t> numbers = numbers_of_used(scene, count);
  std::string text;
  for (std::size_t p = 0; p < scene.points.size(); ++p) {
    if (numbers[p] == unused) continue;
    text += 'v';
    for (const mpq_class& c : scene.points[p]) (text += ' ') += kernel::complete_decimal(c).value();
    text += '\n';
  }
  for (const auto& face : scene.faces) {
    text += 'f';
    for (const std::uint32_t p : face) (text += ' ') += std::to_string(numbers[p] + 1);
    text += '\n';
  }
  return text;
}

std::size_t fraction_digits(const mpq_class& decimal) {
  const mpz_class& denominator = decimal.get_den();
  if (denominator == 1) return 0;
  mpz_class rest;
  const mpz_class five = 5;
  const std::size_t twos = mpz_scan1(denominator.get_mpz_t(), 0),
                    fives = mpz_remove(rest.get_mpz_t(), denominator.get_mpz_t(), five.get_mpz_t());
  return std::max(twos, fives);
}

mpq_class rounded(const mpq_class& value, int digits) {
  const mpz_class power = power_of_ten(static_cast<std::size_t>(std::abs(digits)));
  const mpq_class scaled = digits >= 0 ? mpq_class(value * power) : mpq_class(value / power);
  // The whole part of |scaled| + 1/2.
  const mpz_class twice = 2 * abs(scaled.get_num()) + scaled.get_den();
  mpz_class whole = twice / (2 * scaled.get_den());
  if (scaled < 0) whole = -whole;
  mpq_class out = digits >= 0 ? mpq_class(whole, power) : mpq_class(whole * power);
  out.canonicalize();
  return out;
}

bool Complexity::operator<(const Complexity& other) const {
  return std::tie(triangles, faces, points, digits, axes_off_origin, size) <
         std::tie(other.triangles, other.faces, other.points, other.digits, other.axes_off_origin, other.size);
}

Complexity complexity_of(const PlainScene& scene) {
  Complexity found;
  const std::vector<std::uint32_t> numbers = numbers_of_used(scene, found.points);
  found.faces = scene.faces.size();
  for (const auto& face : scene.faces) found.triangles += face.size() - 2;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const mpq_class* least = nullptr;
    for (std::size_t p = 0; p < scene.points.size(); ++p) {
      if (numbers[p] == unused) continue;
      const mpq_class& c = scene.points[p][axis];
      found.digits += fraction_digits(c);
      found.size += abs(c);
      if (least == nullptr || c < *least) least = &c;
    }
    if (least != nullptr && *least != 0) ++found.axes_off_origin;
  }
  return found;
}

PlainScene with_faces(const PlainScene& scene, const std::vector<std::uint32_t>& faces) {
  PlainScene out;
  std::vector<std::uint32_t> numbers(scene.points.size(), unused);
  for (const std::uint32_t f : faces)
    for (const std::uint32_t p : scene.faces[f]) numbers[p] = 0;
  std::uint32_t count = 0;
  for (std::size_t p = 0; p < numbers.size(); ++p) {
    if (numbers[p] == unused) continue;
    numbers[p] = count++;
    out.points.push_back(scene.points[p]);
  }
  for (const std::uint32_t f : faces) {
    auto& face = out.faces.emplace_back(scene.faces[f]);
    for (std::uint32_t& p : face) p = numbers[p];
  }
  return out;
}

PlainScene with_points_replaced(const PlainScene& scene, const std::vector<std::uint32_t>& to) {
  PlainScene out{scene.points, {}};
  for (const auto& face : scene.faces) {
    if (std::ranges::all_of(face, [&](std::uint32_t p) { return to[p] == p; })) {
      out.faces.push_back(face);
      continue;
    }
    std::vector<std::uint32_t> corners;
    for (const std::uint32_t p : face)
      if (corners.empty() || corners.back() != to[p]) corners.push_back(to[p]);
    while (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
    if (corners.size() >= 3) out.faces.push_back(std::move(corners));
  }
  return without_unused_points(std::move(out));
}

PlainScene with_places(const PlainScene& scene, std::vector<kernel::ExactPoint> places) {
  std::map<kernel::ExactPoint, std::uint32_t> first;
  std::vector<std::uint32_t> to;
  for (std::uint32_t p = 0; p < places.size(); ++p) to.push_back(first.try_emplace(places[p], p).first->second);
  return with_points_replaced({std::move(places), scene.faces}, to);
}

std::vector<std::vector<std::uint32_t>> connected_faces(const PlainScene& scene) {
  kernel::UnionFind joined(static_cast<std::uint32_t>(scene.points.size()));
  for (const auto& face : scene.faces)
    for (const std::uint32_t p : face) joined.unite(p, face[0]);
  std::vector<std::vector<std::uint32_t>> components;
  std::vector<std::uint32_t> component_of(scene.points.size(), unused);
  for (std::uint32_t f = 0; f < scene.faces.size(); ++f) {
    std::uint32_t& component = component_of[joined.find(scene.faces[f][0])];
    if (component == unused) {
      component = static_cast<std::uint32_t>(components.size());
      components.emplace_back();
    }
    components[component].push_back(f);
  }
  return components;
}

}  // namespace plumb::pipeline
