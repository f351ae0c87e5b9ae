// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/axes.h"

#include <utility>

namespace plumb::pipeline {

ExactPoint to_input_frame(ExactPoint point, UpAxis up) {
  if (up == UpAxis::y) {
    mpz_neg(point[1].get_num_mpz_t(), point[1].get_num_mpz_t());
    std::swap(point[1], point[2]);
  }
  return point;
}

ExactPoint from_input_frame(ExactPoint point, UpAxis up) {
  if (up == UpAxis::y) {
    std::swap(point[1], point[2]);
    mpz_neg(point[1].get_num_mpz_t(), point[1].get_num_mpz_t());
  }
  return point;
}

}  // namespace plumb::pipeline
