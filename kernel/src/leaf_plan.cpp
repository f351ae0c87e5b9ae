// SPDX-License-Identifier: LGPL-3.0-or-later
#include "leaf_plan.h"

#include <algorithm>
#include <limits>

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {
namespace {

int bits(const mpz_class& v) { return static_cast<int>(mpz_sizeinbase(v.get_mpz_t(), 2)); }

}  // namespace

LeafPlan::LeafPlan(std::span<const PlanRing* const> rings, const mpz_class& unit) : rings_(rings), unit_(unit) {
  for (std::size_t k = 0; k < 2; ++k) {
    const auto by_axis = [k](const PlanPoint& p) -> const mpq_class& { return p[k]; };
    const mpq_class& least = (*std::ranges::min_element(*rings[0], {}, by_axis))[k];
    const mpz_class scaled = least.get_num() * unit_;
    mpz_fdiv_q(origin_[k].get_mpz_t(), scaled.get_mpz_t(), least.get_den_mpz_t());
  }
  std::size_t count = 1;
  first_.reserve(rings.size());
  for (const PlanRing* ring : rings) {
    const bool on_grid = ring && is_on_grid(*ring, unit_);
    first_.push_back(on_grid ? static_cast<PointId>(count) : no_point);
    if (on_grid) count += ring->size();
  }
  corners_.reserve(count);
  for (std::size_t i = 0; i < rings.size(); ++i)
    if (first_[i] != no_point)
      for (const PlanPoint& p : *rings[i]) corners_.push_back(&p);
  make_points();
  plan_.emplace(*points_, 0);
}

void LeafPlan::make_points() {
  mpz_class integer, from_origin;
  // Calls see(integer) for each coordinate. The corners are on the grid.
  const auto for_each = [&](const auto& see) {
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      for (std::size_t k = 0; k < 2; ++k) {
        if (i == 0) {
          see(origin_[k]);
          continue;
        }
        const mpq_class& v = (*corners_[i])[k];
        if (v.get_den() == unit_) {
          integer = v.get_num();
        } else {
          mpz_divexact(integer.get_mpz_t(), unit_.get_mpz_t(), v.get_den_mpz_t());
          integer *= v.get_num();
        }
        from_origin = integer - origin_[k];
        coordinate_bits_ = std::max(coordinate_bits_, bits(from_origin));
        see(integer);
      }
      see(zero_);
    }
  };
  std::vector<double> doubles;
  doubles.reserve(3 * corners_.size());
  bool are_doubles = true;
  for_each([&](const mpz_class& v) {
    are_doubles = are_doubles && bits(v) <= std::numeric_limits<double>::digits;
    if (are_doubles) doubles.push_back(v.get_d());
  });
  if (are_doubles) {
    points_.emplace(PointTable::from_scaled_doubles(std::move(doubles), unit_));
    return;
  }
  std::vector<mpz_class> integers;
  integers.reserve(3 * corners_.size());
  for_each([&](const mpz_class& v) { integers.push_back(v); });
  points_.emplace(PointTable::from_integers(std::move(integers), unit_));
}

ConvexCell LeafPlan::whole_cell(std::size_t place, PolygonId name, std::span<const HalfPlane> sides) {
  const PlanRing& ring = *rings_[place];
  const auto n = static_cast<std::uint32_t>(ring.size());
  if (first_[place] != no_point) {
    std::vector<PointId> corners;
    for (std::uint32_t i = n; i-- > 0;) corners.push_back(first_[place] + i);
    return make_cell(*plan_, name, corners);
  }
  std::vector<HalfPlane> made;
  if (sides.empty()) sides = made = sides_of(ring, unit_);
  std::vector<LineId> lines;
  for (std::uint32_t i = 0; i < n; ++i) lines.push_back(line(sides[i], {edge_kind, false, name, i}));
  ConvexCell out;
  for (std::uint32_t i = n; i-- > 0;)  // side i runs from corner i + 1 to corner i
    out.push_back({lines[i], plan_->vertex(lines[i], lines[i == 0 ? n - 1 : i - 1])});
  return out;
}

ConvexCell LeafPlan::cell(std::size_t place, PolygonId name, std::span<const HalfPlane> sides,
                          std::span<const HalfPlane> limits) {
  ConvexCell out = whole_cell(place, name, sides);
  auto number = static_cast<std::uint32_t>(rings_[place]->size());
  for (const HalfPlane& h : limits) {
    const LineId limit = line(h, {edge_kind, false, name, number++});
    const Signs signs = kernel::sides(*plan_, out, limit);
    const bool any_inside = std::ranges::find(signs, Sign::positive) != signs.end();
    if (!any_inside) return {};
    if (std::ranges::find(signs, Sign::negative) != signs.end())
      out = split(*plan_, out, limit, {signs.data(), signs.size()}).inside;
  }
  return out;
}

PlanRing LeafPlan::ring(const ConvexCell& cell) {
  PlanRing out;
  out.reserve(cell.size());
  for (std::size_t i = cell.size(); i-- > 0;) out.push_back(place(cell[i].vertex));
  return out;
}

SubdivisionPiece LeafPlan::piece(const ConvexCell& cell, std::vector<AreaId> areas) {
  SubdivisionPiece out{ring(cell), std::move(areas), {}};
  // Clockwise, a side ends where it starts the other way around.
  for (std::size_t i = cell.size(); i-- > 0;) out.lines.push_back(plan_->representative(cell[i].line) >> 1);
  const auto least = std::ranges::min_element(out.ring) - out.ring.begin();
  std::rotate(out.ring.begin(), out.ring.begin() + least, out.ring.end());
  std::rotate(out.lines.begin(), out.lines.begin() + least, out.lines.end());
  return out;
}

// From the origin. It stays in lowest terms.
LineId LeafPlan::line(const HalfPlane& h, LineSource source) {
  Coefficients<mpz_class> out{h.a, h.b, h.c + h.a * origin_[0] + h.b * origin_[1]};
  normal_bits_ = std::max({normal_bits_, bits(out.a), bits(out.b)});
  offset_bits_ = std::max(offset_bits_, bits(out.c));
  return plan_->line(std::move(out), source);
}

const PlanPoint& LeafPlan::place(VertexId v) {
  if (const PointId p = plan_->point_of(v); p != no_point) return *corners_[p];
  const auto [at, is_new] = places_.try_emplace(v);
  if (is_new) {
    auto [x, y, w] = plan_->exact_vertex(v);
    mpz_class* const from_origin[2] = {&x, &y};
    for (std::size_t k = 0; k < 2; ++k) {
      mpz_addmul(from_origin[k]->get_mpz_t(), origin_[k].get_mpz_t(), w.get_mpz_t());
      mpz_swap(at->second[k].get_num_mpz_t(), from_origin[k]->get_mpz_t());
    }
    w *= unit_;
    at->second[0].get_den() = w;
    mpz_swap(at->second[1].get_den_mpz_t(), w.get_mpz_t());
    for (mpq_class& c : at->second) c.canonicalize();
  }
  return at->second;
}

}  // namespace plumb::kernel
