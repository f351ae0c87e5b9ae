// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "geometry.h"

namespace checker {

/// The records of a certificate, one at a time. Every reader throws False for what is not written as
/// docs/certificate.md says.
class Records {
 public:
  explicit Records(std::istream& in) : in_(in) {}

  /// told: at times, about which share of the check is done. size: of the file, in characters.
  void tell(std::function<void(double)> told, std::uint64_t size) {
    told_ = std::move(told);
    size_ = static_cast<double>(size);
  }
  /// Such a share of the check comes after the last record, and so much of that is done.
  void work_after(double share) { after_ = share; }
  void done_after(double done) const {
    if (told_) told_(1 - after_ + done * after_);
  }

  /// Whether the present record has this name.
  bool is(std::string_view name) const { return !words_.empty() && words_[0] == name; }
  void next();
  /// Requires that nothing but comments follows.
  void finish();
  /// The number of its line in the file.
  std::uint64_t line() const { return line_; }

  std::size_t size() const { return words_.size(); }
  std::string_view word(std::size_t i) const;
  /// A number from 0 to below the limit, itself an index.
  Index number(std::size_t i, std::size_t limit) const;
  Integer integer(std::size_t i) const;
  Fraction fraction(std::size_t i) const;
  void require_size(std::size_t n) const;

 private:
  bool next_line();

  std::istream& in_;
  std::function<void(double)> told_;
  double size_ = 1, read_ = 0, after_ = 0;
  std::uint64_t line_ = 0;
  std::string text_;
  std::vector<std::string_view> words_;
};

}  // namespace checker
