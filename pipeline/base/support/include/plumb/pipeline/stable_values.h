// SPDX-License-Identifier: LGPL-3.0-or-later
// Values that several threads share and that never move, so that references to them stay valid.
#pragma once
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "plumb/pipeline/threads.h"

namespace plumb::pipeline {

/// A vector whose elements never move. While one thread appends, others may read the elements whose indices they were
/// given.
template <class T>
class StableVector {
 public:
  StableVector() = default;
  StableVector(const StableVector&) = delete;
  StableVector& operator=(const StableVector&) = delete;
  ~StableVector() {
    while (size_ > 0) std::destroy_at(&(*this)[--size_]);
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      if (blocks_[b]) std::allocator<T>().deallocate(blocks_[b], room(b));
  }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) {
    const auto [block, at] = place(i);
    return blocks_[block][at];
  }
  const T& operator[](std::size_t i) const {
    const auto [block, at] = place(i);
    return blocks_[block][at];
  }
  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    const auto [block, at] = place(size_);
    if (!blocks_[block]) blocks_[block] = std::allocator<T>().allocate(room(block));
    T* made = std::construct_at(blocks_[block] + at, std::forward<Arguments>(arguments)...);
    ++size_;
    return *made;
  }

 private:
  // Each block is twice as large as the one before.
  static constexpr std::size_t first_room = 1024;
  static std::size_t room(std::size_t block) { return first_room << block; }
  static std::pair<std::size_t, std::size_t> place(std::size_t i) {
    const auto block = static_cast<std::size_t>(std::bit_width(i / first_room + 1)) - 1;
    return {block, i + first_room - room(block)};
  }

  std::size_t size_ = 0;
  std::array<T*, 40> blocks_{};
};

/// A value that is set at most once and never moves. Any thread may call find() and keep() at any time.
template <class Value>
class KeptValue {
 public:
  KeptValue() = default;
  KeptValue(const KeptValue&) = delete;
  KeptValue& operator=(const KeptValue&) = delete;
  ~KeptValue() { delete value_.load(std::memory_order_relaxed); }

  /// The value; null if it has not been set.
  const Value* find() const { return value_.load(std::memory_order_acquire); }
  /// Sets the value, unless another thread has set it before. @return the value that is kept
  const Value& keep(Value value) {
    auto made = std::make_unique<const Value>(std::move(value));
    const Value* known = nullptr;
    if (!value_.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) return *known;
    return *made.release();
  }
  /// Moves the value out of another object, if it has one. No other thread may use either of them meanwhile.
  void take(KeptValue& other) { delete value_.exchange(other.value_.exchange(nullptr)); }

 private:
  std::atomic<const Value*> value_ = nullptr;
};

/// A list of KeptValues, each of which is made when it is first asked for.
template <class Value>
class LazyValues {
 public:
  LazyValues() = default;
  LazyValues(const LazyValues&) {}  ///< a copy has no values
  LazyValues& operator=(const LazyValues&) {
    slots_.reset();
    size_ = 0;
    return *this;
  }
  LazyValues(LazyValues&& other) noexcept : size_(std::exchange(other.size_, 0)), slots_(std::move(other.slots_)) {}
  LazyValues& operator=(LazyValues&& other) noexcept {
    size_ = std::exchange(other.size_, 0);
    slots_ = std::move(other.slots_);
    return *this;
  }

  /// Makes room for `size` values, if there is less, and keeps the values that are set. No other thread may use the
  /// list while it grows.
  void fit(std::uint32_t size) {
    const std::lock_guard lock(fitting_);
    if (size <= size_) return;
    auto slots = std::make_unique<KeptValue<Value>[]>(size);
    for (std::uint32_t i = 0; i < size_; ++i) slots[i].take(slots_[i]);
    slots_ = std::move(slots);
    size_ = size;
  }
  /// Value i; null if it has not been set.
  const Value* find(std::uint32_t i) const { return slots_[i].find(); }
  const Value& keep(std::uint32_t i, Value value) { return slots_[i].keep(std::move(value)); }
  /// Renumbers value i to number[i], and erases values whose new numbers are not below `size`.
  void renumber(std::span<const std::uint32_t> number, std::uint32_t size) {
    auto slots = std::make_unique<KeptValue<Value>[]>(size);
    for (std::uint32_t i = 0; i < size_; ++i)
      if (i < number.size() && number[i] < size) slots[number[i]].take(slots_[i]);
    slots_ = std::move(slots);
    size_ = size;
  }
  /// Erases all values and keeps the room. No other thread may use the list meanwhile.
  void clear() {
    if (size_ > 0) slots_ = std::make_unique<KeptValue<Value>[]>(size_);
  }
  /// The number of values that are set.
  std::uint64_t made() const {
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < size_; ++i) count += find(i) != nullptr;
    return count;
  }

 private:
  std::uint32_t size_ = 0;
  std::unique_ptr<KeptValue<Value>[]> slots_;
  Mutex fitting_;
};

}  // namespace plumb::pipeline
