// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/line_table.h"

#include <algorithm>
#include <cassert>

#include "plumb/kernel/frame.h"

namespace plumb::kernel {
namespace {

std::size_t limb_count(const LineInteger& v) { return static_cast<std::size_t>(v.size()); }
std::size_t limb_count(const mpz_class& v) { return mpz_size(v.get_mpz_t()); }
const std::uint64_t* limbs(const LineInteger& v) { return v.limbs(); }
const mp_limb_t* limbs(const mpz_class& v) { return mpz_limbs_read(v.get_mpz_t()); }
bool is_negative(const LineInteger& v) { return v.negative(); }
bool is_negative(const mpz_class& v) { return sgn(v) < 0; }

// The next number, behind which `at` is left.
LineInteger read_fixed(const std::uint64_t*& at) {
  const auto size = static_cast<int>(*at >> 1);
  const bool negative = *at & 1;
  const auto number = LineInteger::from_limbs(at + 1, size, negative);
  at += 1 + size;
  return number;
}
mpz_class read_big(const std::uint64_t*& at) {
  const auto size = static_cast<mp_size_t>(*at >> 1);
  const bool negative = *at & 1;
  mpz_class number;
  if (size > 0) {
    std::copy_n(at + 1, size, mpz_limbs_write(number.get_mpz_t(), size));
    mpz_limbs_finish(number.get_mpz_t(), negative ? -size : size);
  }
  at += 1 + size;
  return number;
}

}  // namespace

template <class N>
void LineTable::append_words(const N& number) {
  words_.push_back(std::uint64_t{limb_count(number)} << 1 | static_cast<std::uint64_t>(is_negative(number)));
  words_.insert(words_.end(), limbs(number), limbs(number) + limb_count(number));
}

void LineTable::append(PolygonId surface, const Frame& frame) {
  assert(groups_.empty() || groups_.back().surface < surface);
  groups_.push_back({surface, static_cast<std::uint32_t>(records_.size()), static_cast<std::uint32_t>(frame.line_count())});
  for (LineId l = 0; l < 2 * frame.line_count(); l += 2) {
    LineRecord r = frame.record(l);
    if (r.numbers != LineRecord::Numbers::of_points) {
      const auto index = static_cast<std::uint32_t>(words_.size());
      const auto append = [&](const auto& line) {
        append_words(line.a);
        append_words(line.b);
        append_words(line.c);
      };
      r.numbers == LineRecord::Numbers::fixed ? append(frame.fixed(l)) : append(frame.exact(l));
      r.index = index;
    }
    records_.push_back(r);
  }
}

void LineTable::append(const LineTable& other, std::uint32_t diagonals) {
  assert(groups_.empty() || other.groups_.empty() || groups_.back().surface < other.groups_.front().surface);
  const auto record = static_cast<std::uint32_t>(records_.size()), word = static_cast<std::uint32_t>(words_.size());
  for (Group g : other.groups_) {
    g.first += record;
    groups_.push_back(g);
  }
  for (LineRecord r : other.records_) {
    if (r.numbers != LineRecord::Numbers::of_points) r.index += word;
    if (r.source.kind == diagonal_kind) r.source.id += diagonals;
    records_.push_back(r);
  }
  words_.insert(words_.end(), other.words_.begin(), other.words_.end());
}

const LineTable::Group* LineTable::find(PolygonId surface) const {
  const auto group = std::ranges::lower_bound(groups_, surface, {}, &Group::surface);
  return group != groups_.end() && group->surface == surface ? &*group : nullptr;
}

Coefficients<LineInteger> LineTable::fixed(const LineRecord& record) const {
  const std::uint64_t* at = words_.data() + record.index;
  Coefficients<LineInteger> line;
  line.a = read_fixed(at);
  line.b = read_fixed(at);
  line.c = read_fixed(at);
  return line;
}

Coefficients<mpz_class> LineTable::big(const LineRecord& record) const {
  const std::uint64_t* at = words_.data() + record.index;
  Coefficients<mpz_class> line;
  line.a = read_big(at);
  line.b = read_big(at);
  line.c = read_big(at);
  return line;
}

std::size_t LineTable::bytes() const {
  return groups_.capacity() * sizeof(Group) + records_.capacity() * sizeof(LineRecord) + words_.capacity() * sizeof(std::uint64_t);
}

}  // namespace plumb::kernel
