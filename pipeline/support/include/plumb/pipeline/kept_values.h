// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace plumb::pipeline {

/// Values by number, each made at most once and then kept where it is. Any thread may look and keep at any time.
template <class Value>
class KeptValues {
 public:
  KeptValues() = default;
  KeptValues(const KeptValues&) {}  ///< a copy keeps nothing yet
  KeptValues& operator=(const KeptValues&) { return clear(), *this; }
  KeptValues(KeptValues&& other) noexcept
      : size_(std::exchange(other.size_, 0)), made_(other.made_.exchange(0)), slots_(std::move(other.slots_)) {}
  KeptValues& operator=(KeptValues&& other) noexcept {
    clear();
    size_ = std::exchange(other.size_, 0);
    made_ = other.made_.exchange(0);
    slots_ = std::move(other.slots_);
    return *this;
  }
  ~KeptValues() { clear(); }

  /// Room for `size` values; what is there is kept. Requires that nobody looks meanwhile, if the room is less so far.
  void fit(std::uint32_t size) {
    const std::scoped_lock lock(fitting_);
    if (size <= size_) return;
    auto slots = std::make_unique<std::atomic<const Value*>[]>(size);
    for (std::uint32_t i = 0; i < size_; ++i) slots[i] = slots_[i].load();
    slots_ = std::move(slots);
    size_ = size;
  }
  /// Null if it has not been made.
  const Value* find(std::uint32_t i) const { return slots_[i].load(std::memory_order_acquire); }
  /// Keeps a value, or finds that another thread was first.
  const Value& keep(std::uint32_t i, Value value) {
    auto made = std::make_unique<const Value>(std::move(value));
    const Value* known = nullptr;
    if (!slots_[i].compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) return *known;
    made_.fetch_add(1, std::memory_order_relaxed);
    return *made.release();
  }
  /// Value i becomes value number[i]; those with numbers from `size` on go.
  void renumber(std::span<const std::uint32_t> number, std::uint32_t size) {
    auto slots = std::make_unique<std::atomic<const Value*>[]>(size);
    for (std::uint32_t i = 0; i < size_; ++i)
      if (i < number.size() && number[i] < size) slots[number[i]] = slots_[i].exchange(nullptr);
    made_ -= drop();
    slots_ = std::move(slots);
    size_ = size;
  }
  /// How many there are.
  std::uint64_t made() const { return made_.load(std::memory_order_relaxed); }

 private:
  std::uint64_t drop() {
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < size_; ++i)
      if (const Value* value = slots_[i].load()) {
        delete value;
        ++count;
      }
    return count;
  }
  void clear() {
    drop();
    slots_.reset();
    size_ = 0;
    made_ = 0;
  }

  std::uint32_t size_ = 0;
  std::atomic<std::uint64_t> made_ = 0;
  std::unique_ptr<std::atomic<const Value*>[]> slots_;
  std::mutex fitting_;
};

}  // namespace plumb::pipeline
