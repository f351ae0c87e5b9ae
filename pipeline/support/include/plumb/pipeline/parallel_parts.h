// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {

/// Takes parts of a result in any order and joins them in theirs, as soon as those before are there.
template <class Part>
class PartsInOrder {
 public:
  /// Any thread may hand over a part; it gets an empty one back. Whoever hands over what can be joined joins it, and
  /// what others hand over meanwhile: join(part), one at a time.
  template <class Join>
  void hand_over(std::size_t number, Part& part, Join&& join) {
    std::unique_lock lock(mutex_);
    waiting_.emplace_back(number, std::exchange(part, spare()));
    std::ranges::push_heap(waiting_, std::greater(), &Waiting::first);
    if (joining_) return;
    joining_ = true;
    while (!waiting_.empty() && waiting_.front().first == next_) {
      std::ranges::pop_heap(waiting_, std::greater(), &Waiting::first);
      Part ready = std::move(waiting_.back().second);
      waiting_.pop_back();
      lock.unlock();
      join(ready);
      ready.clear();
      lock.lock();
      spare_.push_back(std::move(ready));
      ++next_;
    }
    joining_ = false;
  }

 private:
  Part spare() {
    if (spare_.empty()) return {};
    Part part = std::move(spare_.back());
    spare_.pop_back();
    return part;
  }

  std::mutex mutex_;
  using Waiting = std::pair<std::size_t, Part>;
  std::vector<Waiting> waiting_;  // a heap, the lowest number first
  std::vector<Part> spare_;
  std::size_t next_ = 0;
  bool joining_ = false;
};

/// As parallel_chunks(), where each chunk makes a part of the result: worker(chunk, part) fills an empty one, and
/// join(part) is called for each in the order of chunks, on any thread, one at a time. Parts are used again, so that
/// few need memory: clear() empties one.
template <class Part, class MakeWorker, class Join>
void parallel_parts(std::size_t count, unsigned threads, MakeWorker&& make_worker, Join&& join) {
  PartsInOrder<Part> parts;
  parallel_chunks(count, threads, [&](unsigned thread) {
    return [&, worker = make_worker(thread), part = Part()](std::size_t c) mutable {
      worker(c, part);
      parts.hand_over(c, part, join);
    };
  });
}

}  // namespace plumb::pipeline
