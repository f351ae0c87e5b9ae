// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <utility>

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

}  // namespace plumb::pipeline
