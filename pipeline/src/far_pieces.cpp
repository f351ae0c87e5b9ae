// SPDX-License-Identifier: GPL-3.0-or-later
#include "far_pieces.h"

namespace plumb::pipeline {

std::optional<FacingSide> facing(const SegmentFrame& frame, const ExactPoint& from, const ExactPoint& to) {
  // Rejections come first: most pairs end here.
  mpq_class u0 = frame.along(from[0], from[1]), u1 = frame.along(to[0], to[1]);
  if (u0 == u1) return std::nullopt;
  if ((sgn(u0) <= 0 && sgn(u1) <= 0) || (u0 >= frame.squared_length && u1 >= frame.squared_length)) return std::nullopt;
  mpq_class v0 = frame.away(from[0], from[1]), v1 = frame.away(to[0], to[1]);
  if ((sgn(v0) < 0 && sgn(v1) <= 0) || (sgn(v0) <= 0 && sgn(v1) < 0)) return std::nullopt;
  for (mpq_class* value : {&u0, &u1, &v0, &v1}) *value /= frame.squared_length;
  const auto along = [&, run = mpq_class(u1 - u0)](const mpq_class& at_from, const mpq_class& at_to) {
    const mpq_class slope = (at_to - at_from) / run;
    return Linear{at_from - slope * u0, slope};
  };
  FacingSide seen{{std::max(mpq_class(0), std::min(u0, u1)), std::min(mpq_class(1), std::max(u0, u1))}, along(v0, v1), along(from[2], to[2]),
                  along(0, 1), u1 < u0};
  if (!clip(seen.range, seen.distance)) return std::nullopt;
  return seen;
}

FarPortal far_portal(PortalKind kind, const FarSides& sides, std::uint32_t i, std::uint32_t j, const SegmentFrame& frame, const FacingSide& seen,
                     const StancePiece& piece) {
  FarPortal p;
  p.kind = kind;
  p.stance = piece.stance;
  p.a = sides.id(i);
  p.b = sides.id(j);
  const Linear floor = height_along(sides.from(i), sides.to(i));
  for (std::size_t end = 0; end < 2; ++end) {
    const mpq_class& u = end == 0 ? piece.range.from : piece.range.to;
    const PlanPoint on_a = frame.at(u, 0), on_b = frame.at(u, seen.distance(u));
    p.on_a[end] = {on_a[0], on_a[1], floor(u)};
    p.on_b[end] = {on_b[0], on_b[1], seen.height(u)};
  }
  return p;
}

}  // namespace plumb::pipeline
