// SPDX-License-Identifier: GPL-3.0-or-later
#include "ledges.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

// Lines of stretches have no numbers in common.
constexpr std::uint32_t no_line = 0xffffffffu;

// The linear function through two values. u0 and u1 differ.
kernel::Linear through(const mpq_class& u0, const mpq_class& f0, const mpq_class& u1, const mpq_class& f1) {
  const mpq_class slope = (f1 - f0) / (u1 - u0);
  return {f0 - slope * u0, slope};
}

}  // namespace

Ledge::Ledge(const ExactPoint& from, const ExactPoint& to)
    : frame({from[0], from[1]}, {to[0], to[1]}),
      plan_from(kernel::plan_integers(from)),
      plan_to(kernel::plan_integers(to)),
      height{from[2], to[2] - from[2]},
      outward{-frame.run[1], frame.run[0]} {}

kernel::PlanPoint Ledge::place(const mpq_class& x, const mpq_class& y) const {
  const mpq_class dx = x - frame.base[0], dy = y - frame.base[1];
  return {kernel::formulas::dot2d(frame.run[0], frame.run[1], dx, dy) / frame.squared_length,
          kernel::formulas::dot2d(outward[0], outward[1], dx, dy) / frame.squared_length};
}

mpq_class Ledge::extent(const kernel::DiscPolygon& polygon) const {
  mpq_class out = 0;
  for (const kernel::PlanPoint& p : polygon.corners)
    out = std::max(out, mpq_class(kernel::formulas::dot2d(outward[0], outward[1], p[0], p[1])));
  return out / frame.squared_length;
}

Ledges::Ledges(const Border& border, const mpz_class& unit) : border_(border), unit_(unit) {}

std::array<kernel::Interval, 2> Ledges::near_begin(std::uint32_t i) const {
  return {near_from(i).near[0], near_from(i).near[1]};
}
std::array<kernel::Interval, 2> Ledges::near_run(std::uint32_t i) const {
  const auto &p = near_from(i).near, &q = near_to(i).near;
  return {q[0] - p[0], q[1] - p[1]};
}

kernel::IntervalSegment Ledges::near_segment(std::uint32_t i) const {
  const BorderStretch& s = stretch(i);
  return {{near_from(i).near, std::uint64_t{s.from} + 1}, {near_to(i).near, std::uint64_t{s.to} + 1}, no_line - i};
}

kernel::Box Ledges::box(std::uint32_t i) const {
  kernel::Box out = kernel::no_box;
  for (const vcd::BodyEnd* end : {&near_from(i), &near_to(i)})
    for (std::size_t k = 0; k < 3; ++k) {
      out.low[k] = std::min(out.low[k], end->near[k].low);
      out.high[k] = std::max(out.high[k], end->near[k].high);
    }
  return out;
}

ExactPoint Ledges::exact(const vcd::BodyEnd& end) const {
  const mpz_class plan = end.plan.w * unit_, height = end.height.w * unit_;
  ExactPoint out{mpq_class(end.plan.x, plan), mpq_class(end.plan.y, plan), mpq_class(end.height.z, height)};
  for (mpq_class& coordinate : out) coordinate.canonicalize();
  return out;
}

std::optional<SeenLedge> Ledges::seen(const Ledge& ledge, std::uint32_t other) const {
  const ExactPoint p = from(other), q = to(other);
  const kernel::PlanPoint at_p = ledge.place(p[0], p[1]), at_q = ledge.place(q[0], q[1]);
  if (at_p[0] == at_q[0]) return std::nullopt;
  SeenLedge out;
  out.faces_back = at_q[0] < at_p[0];
  out.range = {std::max(mpq_class(0), std::min(at_p[0], at_q[0])), std::min(mpq_class(1), std::max(at_p[0], at_q[0]))};
  if (out.range.from >= out.range.to) return std::nullopt;
  out.distance = through(at_p[0], at_p[1], at_q[0], at_q[1]);
  if (sgn(out.distance.at) == 0 && sgn(out.distance.slope) == 0) return std::nullopt;
  if (!clip(out.range, out.distance)) return std::nullopt;
  out.height = through(at_p[0], p[2], at_q[0], q[2]);
  return out;
}

kernel::Box around(kernel::Box box, double away, double down, double up) {
  for (std::size_t k = 0; k < 2; ++k) {
    box.low[k] -= away;
    box.high[k] += away;
  }
  box.low[2] -= down;
  box.high[2] += up;
  return box;
}

}  // namespace plumb::pipeline
