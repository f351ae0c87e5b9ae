// SPDX-License-Identifier: GPL-3.0-or-later
// How finely a file says where things are, and what is narrower than that.
//
// 1. file_grid() tries one kind of numbers after another: cells that all corners keep to; binary32, beside zero or
//    beside an origin that a file may have (near_origin); decimals of few places; binary64.
// 2. is_narrower() tries the directions of a region's edges: the least distance of two parallel lines that hold convex
//    polygons is that of lines along one of these.
// 3. is_certainly_as_wide() rejects by an area and a box alone.
//
// Cost: linear in the corners for file_grid(); the square of them for is_narrower(), which gets few.
// Exact: intervals of doubles decide most widths, fractions the others.
// Source: our own (docs/reference/audit.md, "The file's grid").
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
  mpz_ui_pow_ui(out.get_mpz_t(), static_cast<unsigned>(base), static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? mpq_class(1, out) : mpq_class(out);
}

// An origin that a file may have for its numbers, as a .glb of plumb does: along each axis the multiple, nearest to the
// middle of the box, of the power of two next above the box's greatest side.
ExactPoint near_origin(const std::vector<ExactPoint>& points) {
  ExactPoint low = points.front(), high = low;
  for (const ExactPoint& p : points)
    for (std::size_t k = 0; k < 3; ++k) {
      if (p[k] < low[k]) low[k] = p[k];
      if (p[k] > high[k]) high[k] = p[k];
    }
  double side = 0;
  for (std::size_t k = 0; k < 3; ++k) side = std::max(side, mpq_class(high[k] - low[k]).get_d());
  if (side == 0 || !std::isfinite(side)) return {};
  const mpq_class unit = power(2, std::ilogb(side) + 1);
  ExactPoint out;
  for (std::size_t k = 0; k < 3; ++k) {
    const mpq_class units = (low[k] + high[k]) / (2 * unit) + mpq_class(1, 2);
    mpz_class whole;
    mpz_fdiv_q(whole.get_mpz_t(), units.get_num_mpz_t(), units.get_den_mpz_t());
    out[k] = whole * unit;
  }
  return out;
}

// The greatest distance of a point from the origin along an axis.
double farthest(const std::vector<ExactPoint>& points, const ExactPoint& origin) {
  double out = 0;
  for (const ExactPoint& p : points)
    for (std::size_t k = 0; k < 3; ++k) out = std::max(out, std::abs(mpq_class(p[k] - origin[k]).get_d()));
  return out;
}

// Decimals that stand for such numbers are taken for them.
bool are_binary32(const std::vector<ExactPoint>& points, const ExactPoint& origin) {
  return std::ranges::all_of(points, [&](const ExactPoint& p) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double near = kernel::nearest_double(mpq_class(p[k] - origin[k]));
      if (!std::isfinite(static_cast<float>(near)) || static_cast<float>(near) != near) return false;
    }
    return true;
  });
}

bool are_binary64(const std::vector<ExactPoint>& points) {
  return std::ranges::all_of(points, [](const ExactPoint& p) {
    return std::ranges::all_of(p, [](const mpq_class& v) { return v == mpq_class(v.get_d()); });
  });
}

// How many places the longest of the decimals has, if all are decimals of at most nine places and one has five.
std::optional<int> most_decimal_places(const std::vector<ExactPoint>& points) {
  constexpr int least = 5, most = 9;
  int places = 0;
  for (const ExactPoint& p : points)
    for (const mpq_class& v : p) {
      const auto count = decimal_places(v);
      if (!count || *count > most) return std::nullopt;
      places = std::max(places, *count);
    }
  if (places < least) return std::nullopt;
  return places;
}

// Of the box around points.
mpq_class longest_side(const std::vector<ExactPoint>& points) {
  mpq_class out = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [low, high] =
        std::ranges::minmax(points, {}, [&](const ExactPoint& p) -> const mpq_class& { return p[axis]; });
    out = std::max<mpq_class>(out, high[axis] - low[axis]);
  }
  return out;
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
  constexpr int bits32 = 24, bits64 = 53;
  if (mesh.is_exact || mesh.points.empty()) return {};
  if (mesh.settings.cell_size && keeps_to_cells(mesh, mesh.settings.cell_size->get_d()))
    return {FileGrid::Kind::cells, *mesh.settings.cell_size,
            *mesh.settings.cell_size * (1 << 14) <= longest_side(mesh.points) &&
                (!mesh.settings.height || *mesh.settings.cell_size * 32 <= *mesh.settings.height)};
  const auto spacing = [&](const ExactPoint& origin, int bits) {
    return power(2, std::ilogb(farthest(mesh.points, origin)) + 1 - bits);
  };
  const ExactPoint zero{}, origin = near_origin(mesh.points);
  const double largest = farthest(mesh.points, zero);
  if (largest == 0 || !std::isfinite(largest)) return {};
  for (const ExactPoint& from : {zero, origin})
    if (farthest(mesh.points, from) > 0 && are_binary32(mesh.points, from))
      return {FileGrid::Kind::binary32, spacing(from, bits32)};
  if (mesh.is_binary32) return {FileGrid::Kind::binary32, spacing(zero, bits32)};
  if (const auto places = most_decimal_places(mesh.points)) return {FileGrid::Kind::decimals, power(10, -*places)};
  // A decimal that stands for a double is up to half a step from it, as the double is from the place that it stands
  // for.
  return {FileGrid::Kind::binary64, spacing(zero, bits64) * (are_binary64(mesh.points) ? 1 : 2)};
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
