// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace plumb::pipeline {

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

/// A list of LazyValues.
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
    const std::scoped_lock lock(fitting_);
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
  std::mutex fitting_;
};

}  // namespace plumb::pipeline
