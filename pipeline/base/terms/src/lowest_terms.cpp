// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/lowest_terms.h"

namespace plumb::pipeline {

LowestTerms& LowestTerms::operator()(const std::string& option, mpq_class& number) {
  if (sgn(number.get_den()) != 0) number.canonicalize();
  else if (!refused_)
    refused_ = bad_option(option + " '" + number.get_str() + "' has the denominator 0; give a number");
  return *this;
}

bool LowestTerms::are_of(const mpq_class& number) {
  return sgn(number.get_den()) > 0 && gcd(number.get_num(), number.get_den()) == 1;
}

}  // namespace plumb::pipeline
