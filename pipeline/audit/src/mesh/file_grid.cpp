// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/file_grid.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/number.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::PlanPoint;
using kernel::PlanRing;

// Corners are rounded to the grid's numbers, and the size of cells may be, too.
constexpr double part_of_cell = 1.0 / 16;

bool keeps_to_cells(const ForeignMesh& mesh, double size) {
  const ExactPoint* first = nullptr;
  for (const ForeignMesh::Polygon& polygon : mesh.polygons)
    for (const ForeignMesh::Index c : polygon.corners) {
      const ExactPoint& p = mesh.points[c];
      if (!first) first = &p;
      for (std::size_t k = 0; k < 2; ++k) {
        const double cells = (p[k].get_d() - (*first)[k].get_d()) / size;
        if (!(std::abs(cells - std::nearbyint(cells)) <= part_of_cell)) return false;
      }
    }
  return first != nullptr;
}

// Places behind the point of the shortest decimal of a double; none if the number is neither the double nor the
// decimal.
std::optional<int> decimal_places(const mpq_class& v) {
  const double near = v.get_d();
  if (!std::isfinite(near)) return std::nullopt;
  std::string text;
  kernel::append_decimal(text, near);
  if (v != mpq_class(near) && v != kernel::parse_rational(text)) return std::nullopt;
  const std::size_t exponent = text.find('e');
  const std::size_t point = text.find('.');
  const std::size_t end = std::min(exponent, text.size());
  const int behind = point == std::string::npos ? 0 : static_cast<int>(end - point) - 1;
  return std::max(0, behind - (exponent == std::string::npos ? 0 : std::stoi(text.substr(exponent + 1))));
}

mpq_class power(int base, int exponent) {
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), static_cast<unsigned long>(base), static_cast<unsigned long>(std::abs(exponent)));
  return exponent < 0 ? mpq_class(1, out) : mpq_class(out);
}

}  // namespace

const char* text_of(FileGrid::Kind kind) {
  switch (kind) {
    case FileGrid::Kind::exact: return "exact";
    case FileGrid::Kind::cells: return "cells";
    case FileGrid::Kind::binary32: return "binary32";
    case FileGrid::Kind::decimals: return "decimals";
    case FileGrid::Kind::binary64: return "binary64";
  }
  return "";
}

FileGrid file_grid(const ForeignMesh& mesh) {
  constexpr int least_places = 5, most_places = 9, bits32 = 24, bits64 = 53;
  if (mesh.is_exact || mesh.points.empty()) return {};
  if (mesh.settings.cell_size && keeps_to_cells(mesh, mesh.settings.cell_size->get_d()))
    return {FileGrid::Kind::cells, *mesh.settings.cell_size};
  bool is_binary32 = true, is_decimal = true;
  int places = 0;
  double largest = 0;
  for (const ExactPoint& p : mesh.points)
    for (const mpq_class& v : p) {
      const double near = v.get_d();
      largest = std::max(largest, std::abs(near));
      is_binary32 = is_binary32 && std::isfinite(static_cast<float>(near)) && v == mpq_class(static_cast<float>(near));
      if (is_binary32 || !is_decimal) continue;
      const auto count = decimal_places(v);
      is_decimal = count && *count <= most_places;
      places = std::max(places, count.value_or(0));
    }
  if (largest == 0 || !std::isfinite(largest)) return {};
  const auto spacing = [&](int bits) { return power(2, std::ilogb(largest) + 1 - bits); };
  if (is_binary32) return {FileGrid::Kind::binary32, spacing(bits32)};
  if (is_decimal && places >= least_places) return {FileGrid::Kind::decimals, power(10, -places)};
  return {FileGrid::Kind::binary64, spacing(bits64)};
}

bool is_narrower(std::span<const PlanRing> region, const mpq_class& step) {
  using kernel::formulas::determinant;
  using kernel::formulas::dot2d;
  const mpq_class square = step * step;
  const Interval near_square = kernel::interval_of(square);
  std::vector<const PlanPoint*> corners;
  std::vector<std::array<Interval, 2>> near;
  for (const PlanRing& ring : region)
    for (const PlanPoint& p : ring) {
      corners.push_back(&p);
      near.push_back({kernel::interval_of(p[0]), kernel::interval_of(p[1])});
    }
  // Between lines in the direction of an edge: how far corners are to its left, times its length.
  const auto certainly = [&](std::size_t i, std::size_t j) -> std::optional<bool> {
    const Interval x = near[j][0] - near[i][0], y = near[j][1] - near[i][1];
    Interval least(0.0), most(0.0);
    for (const auto& p : near) {
      const Interval left = determinant(x, y, p[0] - near[i][0], p[1] - near[i][1]);
      least = {std::min(least.low, left.low), std::min(least.high, left.high)};
      most = {std::max(most.low, left.low), std::max(most.high, left.high)};
    }
    const Interval spread = most - least, room = near_square * dot2d(x, y, x, y) - spread * spread;
    if (const auto sign = room.sign()) return *sign == kernel::Sign::positive;
    return std::nullopt;
  };
  const auto exactly = [&](const PlanPoint& p, const PlanPoint& q) {
    const mpq_class x = q[0] - p[0], y = q[1] - p[1];
    mpq_class least = 0, most = 0;
    for (const PlanPoint* c : corners) {
      const mpq_class left = determinant(x, y, mpq_class((*c)[0] - p[0]), mpq_class((*c)[1] - p[1]));
      least = std::min(least, left);
      most = std::max(most, left);
    }
    return (most - least) * (most - least) < square * dot2d(x, y, x, y);
  };
  std::size_t first = 0;
  for (const PlanRing& ring : region) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const std::size_t j = i + 1 == ring.size() ? 0 : i + 1;
      if (ring[i] == ring[j]) continue;
      const auto narrow = certainly(first + i, first + j);
      if (narrow ? *narrow : exactly(ring[i], ring[j])) return true;
    }
    first += ring.size();
  }
  return false;
}

bool is_certainly_as_wide(const Interval& area, const kernel::Box& box, const Interval& step) {
  const Interval x = Interval(box.high[0]) - Interval(box.low[0]), y = Interval(box.high[1]) - Interval(box.low[1]);
  return (area * area).low > (step * step * (x * x + y * y)).high;
}

}  // namespace plumb::pipeline
