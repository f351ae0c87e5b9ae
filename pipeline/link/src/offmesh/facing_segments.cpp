// SPDX-License-Identifier: GPL-3.0-or-later
#include "offmesh/facing_segments.h"

namespace plumb::pipeline {

namespace {

mpq_class fraction(const mpz_class& numerator, const mpz_class& denominator) {
  mpq_class q(numerator, denominator);
  q.canonicalize();
  return q;
}

}  // namespace

std::optional<FacingSegment> facing(const kernel::PlanFrame& frame, const BorderEdges& edges, std::uint32_t other) {
  const kernel::PlanIntegers &from = edges.plan_from(other), &to = edges.plan_to(other);
  const mpz_class v0 = frame.away(from), v1 = frame.away(to);
  if ((sgn(v0) < 0 && sgn(v1) <= 0) || (sgn(v0) <= 0 && sgn(v1) < 0)) return std::nullopt;
  const mpz_class u0 = frame.along(from), u1 = frame.along(to);
  if (sgn(u0) <= 0 && sgn(u1) <= 0) return std::nullopt;
  if (frame.beyond(from) >= 0 && frame.beyond(to) >= 0) return std::nullopt;
  // u1 - u0, over frame.whole() and both denominators
  const mpz_class run = u1 * from.w - u0 * to.w;
  if (sgn(run) == 0) return std::nullopt;
  const bool back = sgn(run) < 0;
  const auto u = [&](bool of_to) {
    return fraction((of_to ? u1 : u0) * frame.scale(), (of_to ? to.w : from.w) * frame.whole());
  };
  FacingSegment seen;
  seen.faces_back = back;
  seen.range = {sgn(back ? u1 : u0) <= 0 ? mpq_class(0) : u(back),
                frame.beyond(back ? from : to) >= 0 ? mpq_class(1) : u(!back)};
  seen.distance = {fraction(kernel::formulas::determinant(v0, v1, u0, u1) * frame.scale(), run * frame.whole()),
                   fraction(v1 * from.w - v0 * to.w, run)};
  if (!clip(seen.range, seen.distance)) return std::nullopt;
  const mpq_class &z0 = edges.from(other)[2], &z1 = edges.to(other)[2];
  if (z0 == z1) seen.height = {z0, 0};
  else
    seen.height = {(z0 * u1 * from.w - z1 * u0 * to.w) / run,
                   (z1 - z0) * fraction(from.w * to.w * frame.whole(), run * frame.scale())};
  return seen;
}

kernel::Linear parameter_seen(const kernel::PlanFrame& frame, const BorderEdges& edges, std::uint32_t other) {
  const kernel::PlanIntegers &from = edges.plan_from(other), &to = edges.plan_to(other);
  const mpz_class u0 = frame.along(from), u1 = frame.along(to), run = u1 * from.w - u0 * to.w;
  return {fraction(-u0 * to.w, run), fraction(from.w * to.w * frame.whole(), run * frame.scale())};
}

OffmeshPortal offmesh_portal(PortalKind kind, const BorderEdges& edges, std::uint32_t i, std::uint32_t j,
                             const kernel::SegmentFrame& frame, const FacingSegment& seen, const StancePiece& piece) {
  OffmeshPortal p;
  p.kind = kind;
  p.stance = piece.stance;
  p.a = edges.id(i);
  p.b = edges.id(j);
  const kernel::Linear floor = height_along(edges.from(i), edges.to(i));
  for (std::size_t end = 0; end < 2; ++end) {
    const mpq_class& u = end == 0 ? piece.range.from : piece.range.to;
    const kernel::PlanPoint on_a = frame.at(u, 0), on_b = frame.at(u, seen.distance(u));
    p.on_a[end] = {on_a[0], on_a[1], floor(u)};
    p.on_b[end] = {on_b[0], on_b[1], seen.height(u)};
  }
  return p;
}

}  // namespace plumb::pipeline
