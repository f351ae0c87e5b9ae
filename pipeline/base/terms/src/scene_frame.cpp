// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/scene_frame.h"

#include <cmath>
#include <limits>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/int64.h"

namespace plumb {

void Fraction::set_double(double number) {
  if (std::isfinite(number)) mpq_set_d(value_, number);
  else mpz_set_ui(mpq_denref(value_), 0);
}

void Fraction::set_whole(std::uint64_t number) { *this = mpq_class(kernel::to_gmp(number)); }

void Fraction::set_ratio(std::int64_t numerator, std::int64_t denominator) {
  mpz_set(mpq_numref(value_), mpz_class(kernel::to_gmp(numerator)).get_mpz_t());
  mpz_set(mpq_denref(value_), mpz_class(kernel::to_gmp(denominator)).get_mpz_t());
  if (denominator != 0) mpq_canonicalize(value_);
}

void Fraction::set(mpq_srcptr number) {
  mpq_set(value_, number);
  if (is_number()) mpq_canonicalize(value_);
}

double Fraction::to_double() const {
  return is_number() ? kernel::nearest_double(mpq_class(value_)) : std::numeric_limits<double>::quiet_NaN();
}

std::string Fraction::text() const { return is_number() ? mpq_class(value_).get_str() : "none"; }

namespace pipeline {

ExactPoint exact_point(const ScenePoint& point) {
  return {mpq_class(point.x.get()), mpq_class(point.y.get()), mpq_class(point.z.get())};
}
ScenePoint given_point(const ExactPoint& point) { return {point[0], point[1], point[2]}; }

ExactPoint navmesh_point(const ScenePoint& point, UpAxis up) { return from_input_frame(exact_point(point), up); }
ScenePoint scene_point(const ExactPoint& point, UpAxis up) { return given_point(to_input_frame(point, up)); }

// A difference to 0, as the opposite of 0 is written "-0".
std::array<double, 3> navmesh_point(const ScenePointF& p, UpAxis up) {
  return up == UpAxis::z ? std::array{p.x, p.y, p.z} : std::array{p.x, 0 - p.z, p.y};
}
ScenePointF scene_point(const std::array<double, 3>& p, UpAxis up) {
  return up == UpAxis::z ? ScenePointF{p[0], p[1], p[2]} : ScenePointF{p[0], p[2], 0 - p[1]};
}

std::string axes_advice(const ExactPoint& point, UpAxis up, const std::function<bool(const ExactPoint&)>& is_over,
                        std::string otherwise) {
  const ExactPoint given = to_input_frame(point, up);
  const bool y_up = up == UpAxis::y;
  // Turned from the other axes into those of the scene, and only exchanged.
  const ExactPoint turned = y_up ? to_input_frame(given, UpAxis::y) : from_input_frame(given, UpAxis::y);
  for (const ExactPoint& meant : {turned, ExactPoint{given[0], given[2], given[1]}})
    if (meant != given && is_over(from_input_frame(meant, up)))
      return std::string("with y and z exchanged there is one: in this scene ") + text_of(up) +
             " points up, so give the point as " + kernel::exact_text(meant[0]) + "," + kernel::exact_text(meant[1]) +
             "," + kernel::exact_text(meant[2]);
  return otherwise;
}

}  // namespace pipeline
}  // namespace plumb
