// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace plumb::pipeline {

/// A value that is made at most once and then kept where it is. Any thread may look and keep at any time.
template <class Value>
class KeptValue {
 public:
  KeptValue() = default;
  KeptValue(const KeptValue&) = delete;
  KeptValue& operator=(const KeptValue&) = delete;
  ~KeptValue() { delete value_.load(std::memory_order_relaxed); }

  /// Null if it has not been made.
  const Value* find() const { return value_.load(std::memory_order_acquire); }
  /// Keeps a value, or finds that another thread was first.
  const Value& keep(Value value) {
    auto made = std::make_unique<const Value>(std::move(value));
    const Value* known = nullptr;
    if (!value_.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) return *known;
    return *made.release();
  }
  /// Takes the value of another one, if it has one, and leaves that without. Requires that nobody looks meanwhile.
  void take(KeptValue& other) { delete value_.exchange(other.value_.exchange(nullptr)); }

 private:
  std::atomic<const Value*> value_ = nullptr;
};

/// Such values by number.
template <class Value>
class KeptValues {
 public:
  KeptValues() = default;
  KeptValues(const KeptValues&) {}  ///< a copy keeps nothing yet
  KeptValues& operator=(const KeptValues&) {
    slots_.reset();
    size_ = 0;
    return *this;
  }
  KeptValues(KeptValues&& other) noexcept : size_(std::exchange(other.size_, 0)), slots_(std::move(other.slots_)) {}
  KeptValues& operator=(KeptValues&& other) noexcept {
    size_ = std::exchange(other.size_, 0);
    slots_ = std::move(other.slots_);
    return *this;
  }

  /// Room for `size` values; what is there is kept. Requires that nobody looks meanwhile, if the room is less so far.
  void fit(std::uint32_t size) {
    const std::scoped_lock lock(fitting_);
    if (size <= size_) return;
    auto slots = std::make_unique<KeptValue<Value>[]>(size);
    for (std::uint32_t i = 0; i < size_; ++i) slots[i].take(slots_[i]);
    slots_ = std::move(slots);
    size_ = size;
  }
  /// Null if it has not been made.
  const Value* find(std::uint32_t i) const { return slots_[i].find(); }
  const Value& keep(std::uint32_t i, Value value) { return slots_[i].keep(std::move(value)); }
  /// Value i becomes value number[i]; those with numbers from `size` on go.
  void renumber(std::span<const std::uint32_t> number, std::uint32_t size) {
    auto slots = std::make_unique<KeptValue<Value>[]>(size);
    for (std::uint32_t i = 0; i < size_; ++i)
      if (i < number.size() && number[i] < size) slots[number[i]].take(slots_[i]);
    slots_ = std::move(slots);
    size_ = size;
  }
  /// Forgets all; there is as much room as before. Requires that nobody looks meanwhile.
  void clear() {
    if (size_ > 0) slots_ = std::make_unique<KeptValue<Value>[]>(size_);
  }
  /// How many there are.
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
