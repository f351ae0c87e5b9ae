// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/audit.h"

namespace plumb::pipeline {

/// What becomes of the thresholds: areas are compared exactly. What does not fail since all of it is below the file's
/// grid says so.
inline constexpr const char* below_grid_text = "below the file's grid";
std::vector<Verdict> find_verdicts(const AuditFacts& facts);

/// "12.5000", four digits; "12.5000 %" of another area; "<0.0001" of what is less and not nothing.
std::string area_text(const AreaTotal& area);
std::string share_text(const AreaTotal& part, const AreaTotal& whole);

/// A box in the axes of the input: least and greatest coordinates there.
std::array<ExactPoint, 2> input_box(const std::array<ExactPoint, 2>& box, UpAxis up);

/// Numbers for people, with as many decimals as three digits behind the first one of the level's size are: 0.01 in a
/// level of 48 units. What is not nothing is never shown as 0. Decimals are the double's, never fractions.
class Figures {
 public:
  explicit Figures(const AuditFacts& facts);

  std::string number(double value) const;
  std::string length(const mpq_class& value) const { return number(value.get_d()); }
  std::string area(const AreaTotal& area) const;
  /// Of a short distance: three digits, be it ever so short.
  std::string width(const mpq_class& squared) const;
  /// In the axes of the input: "(1.5, 0, -2.25)", and "(..) to (..)".
  std::string point(const ExactPoint& p) const;
  std::string box(const std::array<ExactPoint, 2>& box) const;

 private:
  UpAxis up_;
  int decimals_;
};

}  // namespace plumb::pipeline
