// SPDX-License-Identifier: LGPL-3.0-or-later
#include "leaf_frame.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {
namespace {

int bits(const mpz_class& v) { return static_cast<int>(mpz_sizeinbase(v.get_mpz_t(), 2)); }

}  // namespace

LeafFrame::LeafFrame(std::span<const PlanRing* const> rings, const mpz_class& unit) : rings_(rings), unit_(unit) {
  for (std::size_t k = 0; k < 2; ++k) {
    const mpq_class scaled = std::ranges::min(*rings[0], {}, [k](const PlanPoint& p) { return p[k]; })[k] * unit_;
    mpz_fdiv_q(origin_[k].get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  }
  std::vector<mpz_class> xyz{origin_[0], origin_[1], 0};
  for (const PlanRing* ring : rings) {
    first_.push_back(is_on_grid(*ring) ? static_cast<PointId>(xyz.size() / 3) : no_point);
    if (first_.back() == no_point) continue;
    for (const PlanPoint& p : *ring) {
      corners_.push_back(&p);
      for (std::size_t k = 0; k < 2; ++k) {
        xyz.push_back(p[k].get_num() * (unit_ / p[k].get_den()));
        coordinate_bits_ = std::max(coordinate_bits_, bits(xyz.back() - origin_[k]));
      }
      xyz.push_back(0);
    }
  }
  points_.emplace(PointTable::from_integers(std::move(xyz), unit_));
  frame_.emplace(*points_, 0);
}

ConvexCell LeafFrame::cell(std::size_t place, PolygonId name) {
  const PlanRing& ring = *rings_[place];
  const auto n = static_cast<std::uint32_t>(ring.size());
  if (first_[place] != no_point) {
    std::vector<PointId> corners;
    for (std::uint32_t i = n; i-- > 0;) corners.push_back(first_[place] + i);
    return make_cell(*frame_, name, corners);
  }
  std::vector<Place> places;
  for (const PlanPoint& p : ring) places.push_back(local(p));
  std::vector<LineId> lines;
  for (std::uint32_t i = 0; i < n; ++i)
    lines.push_back(line(places[i + 1 == n ? 0 : i + 1], places[i], {edge_kind, false, name, i}));
  ConvexCell out;
  for (std::uint32_t i = n; i-- > 0;)  // side i runs from corner i + 1 to corner i
    out.push_back({lines[i], frame_->vertex(lines[i], lines[i == 0 ? n - 1 : i - 1])});
  return out;
}

ConvexCell LeafFrame::cell(std::size_t place, PolygonId name, std::span<const HalfPlane> limits) {
  ConvexCell out = cell(place, name);
  auto number = static_cast<std::uint32_t>(rings_[place]->size());
  for (const HalfPlane& h : limits) {
    const LineId limit = line(h, {edge_kind, false, name, number++});
    const Signs signs = sides(*frame_, out, limit);
    const bool any_inside = std::ranges::find(signs, Sign::positive) != signs.end();
    if (!any_inside) return {};
    if (std::ranges::find(signs, Sign::negative) != signs.end())
      out = split(*frame_, out, limit, {signs.data(), signs.size()}).inside;
  }
  return out;
}

PlanRing LeafFrame::ring(const ConvexCell& cell) {
  PlanRing out;
  out.reserve(cell.size());
  for (std::size_t i = cell.size(); i-- > 0;) out.push_back(place(cell[i].vertex));
  return out;
}

SubdivisionPiece LeafFrame::piece(const ConvexCell& cell, std::vector<AreaId> areas) {
  SubdivisionPiece out{ring(cell), std::move(areas), {}};
  // Clockwise, a side ends where it starts the other way around.
  for (std::size_t i = cell.size(); i-- > 0;) out.lines.push_back(frame_->representative(cell[i].line) >> 1);
  const auto least = std::ranges::min_element(out.ring) - out.ring.begin();
  std::rotate(out.ring.begin(), out.ring.begin() + least, out.ring.end());
  std::rotate(out.lines.begin(), out.lines.begin() + least, out.lines.end());
  return out;
}

bool LeafFrame::is_on_grid(const PlanRing& ring) const {
  return std::ranges::all_of(ring, [&](const PlanPoint& p) {
    return std::ranges::all_of(
        p, [&](const mpq_class& v) { return mpz_divisible_p(unit_.get_mpz_t(), v.get_den_mpz_t()) != 0; });
  });
}

LeafFrame::Place LeafFrame::local(const PlanPoint& p) const {
  const mpz_class &x = p[0].get_den(), &y = p[1].get_den(), w = x == y ? x : lcm(x, y);
  return {p[0].get_num() * (unit_ * (w / x)) - origin_[0] * w, p[1].get_num() * (unit_ * (w / y)) - origin_[1] * w, w};
}

LineId LeafFrame::line(const Place& p, const Place& q, LineSource source) {
  const auto l = formulas::cross(q, p);
  return line(Coefficients<mpz_class>{l[0], l[1], l[2]}, source);
}

LineId LeafFrame::line(const HalfPlane& h, LineSource source) {
  // In the grid's unit, then from the origin.
  const mpz_class &d = h.x[0].get_den(), &e = h.x[1].get_den(), &f = h.x[2].get_den(), all = lcm(lcm(d, e), f);
  Coefficients<mpz_class> out{h.x[0].get_num() * (all / d), h.x[1].get_num() * (all / e),
                              h.x[2].get_num() * (all / f) * unit_};
  out.c += out.a * origin_[0] + out.b * origin_[1];
  return line(std::move(out), source);
}

// Kept in lowest terms.
LineId LeafFrame::line(Coefficients<mpz_class> exact, LineSource source) {
  const mpz_class g = gcd(gcd(exact.a, exact.b), exact.c);
  for (mpz_class* c : {&exact.a, &exact.b, &exact.c}) mpz_divexact(c->get_mpz_t(), c->get_mpz_t(), g.get_mpz_t());
  normal_bits_ = std::max({normal_bits_, bits(exact.a), bits(exact.b)});
  offset_bits_ = std::max(offset_bits_, bits(exact.c));
  return frame_->line(std::move(exact), source);
}

const PlanPoint& LeafFrame::place(VertexId v) {
  if (const PointId p = frame_->point_of(v); p != no_point) return *corners_[p];
  const auto [at, is_new] = places_.try_emplace(v);
  if (is_new) {
    const auto [x, y, w] = frame_->exact_vertex(v);
    at->second = {mpq_class(x + origin_[0] * w, w * unit_), mpq_class(y + origin_[1] * w, w * unit_)};
    for (mpq_class& c : at->second) c.canonicalize();
  }
  return at->second;
}

}  // namespace plumb::kernel
