// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/terms.h"

#include <algorithm>
#include <utility>

namespace plumb::pipeline {

bool is_stance_name(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, plain) && text != "blocked" &&
         text != "covered" && text != "inside" && text != "too_close";
}

std::vector<mpq_class> heights_of(const std::vector<Stance>& stances) {
  std::vector<mpq_class> heights;
  for (const Stance& s : stances) heights.push_back(s.height);
  return heights;
}

std::vector<kernel::Label> verdicts(std::size_t stance_count, bool radius) {
  std::vector<kernel::Label> out;
  for (int i = radius ? kernel::too_close : kernel::inside; i <= static_cast<int>(stance_count); ++i)
    out.push_back(static_cast<kernel::Label>(i));
  return out;
}

std::string verdict_name(kernel::Label label, const std::vector<Stance>& stances) {
  if (label == kernel::too_close) return "too_close";
  if (label == kernel::inside) return "inside";
  if (label == kernel::covered) return "covered";
  if (label == kernel::blocked) return "blocked";
  return stances[static_cast<std::size_t>(label) - 1].name;
}

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
