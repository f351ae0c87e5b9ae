// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <unordered_set>

#include "position.h"

namespace plumb::checker {

/// Distinct lines, numbered from 0 and packed: coprime integers, the first of a and b that is not 0 is positive.
class LinePool {
 public:
  LinePool() : numbers_(0, Hash{this}, Equal{this}) {}
  LinePool(const LinePool&) = delete;
  LinePool& operator=(const LinePool&) = delete;

  /// A line in its normal form.
  struct Normal {
    Integer a, b, c;
    Normal(Integer a, Integer b, Integer c);  ///< of any multiple of it
  };
  /// The number of a line.
  Index number(const Normal& line);
  Line line(Index number) const;
  /// Whether the line goes through a place; whether positions along it are measured by x.
  bool passes(Index number, const Given& at) const;
  bool by_x(Index number) const { return lines_[number].size[1] != 0; }

 private:
  struct Packed {
    std::size_t begin;     // into limbs_
    std::int32_t size[3];  // limbs of a, b and c, with their signs
  };
  struct Hash {
    const LinePool* pool;
    std::size_t operator()(Index number) const;
  };
  struct Equal {
    const LinePool* pool;
    bool operator()(Index l, Index m) const;
  };
  std::size_t length(const Packed& p) const;

  std::vector<mp_limb_t> limbs_;
  std::vector<Packed> lines_;
  std::unordered_set<Index, Hash, Equal> numbers_;
};

}  // namespace plumb::checker
