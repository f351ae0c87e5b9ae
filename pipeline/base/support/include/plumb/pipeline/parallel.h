// SPDX-License-Identifier: LGPL-3.0-or-later
// Work on several threads. on_threads() alone starts threads; the others divide work among them, such that the result
// is the same for any number of threads.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/threads.h"

namespace plumb::pipeline {

/// Starts a thread that calls what it is given; throws if the system gives none.
using StartThread = std::function<Thread(std::function<void()>)>;

/// Calls run(0) here and run(1), run(2) ... on `threads` - 1 others, on fewer if the system gives no more: so run()
/// takes of the work what is left of it. Returns when all have. Of exceptions, that of the lowest number is thrown
/// again here.
void on_threads(unsigned threads, const std::function<void(unsigned)>& run, const StartThread& start = {});

/// Runs work on chunks 0..count-1 on up to `threads` threads. make_worker(thread) is called once on each thread and
/// returns what is called with each chunk that the thread takes: its state needs no locks. An exception ends the work
/// and is passed on; before each chunk is a cancellation_point(), and WorkRange hears how many were begun.
template <class MakeWorker>
void parallel_chunks(std::size_t count, unsigned threads, MakeWorker&& make_worker) {
  std::atomic<std::size_t> next{0};
  on_threads(static_cast<unsigned>(std::min<std::size_t>(threads, count)), [&](unsigned thread) {
    try {
      auto worker = make_worker(thread);
      for (std::size_t c; (c = next.fetch_add(1, std::memory_order_relaxed)) < count;) {
        cancellation_point();
        if (thread == 0) WorkRange::tell(static_cast<double>(c) / static_cast<double>(count));
        worker(c);
      }
    } catch (...) {
      next = count;
      throw;
    }
  });
}

/// As parallel_chunks() on chunks of `at_once` numbers of [0, count): calls worker(i) for each number, in ascending
/// order within a chunk.
template <class MakeWorker>
void parallel_each(std::size_t count, std::size_t at_once, unsigned threads, MakeWorker&& make_worker) {
  parallel_chunks((count + at_once - 1) / at_once, threads, [&](unsigned thread) {
    return [&, worker = make_worker(thread)](std::size_t c) mutable {
      for (std::size_t i = c * at_once, end = std::min(count, i + at_once); i < end; ++i) worker(i);
    };
  });
}

/// The same, where worker(i, list) appends to a list; returns what all have appended, in the order of numbers.
template <class Entry, class MakeWorker>
std::vector<Entry> parallel_list(std::size_t count, std::size_t at_once, unsigned threads, MakeWorker&& make_worker) {
  std::vector<std::vector<Entry>> lists((count + at_once - 1) / at_once);
  parallel_each(count, at_once, threads, [&](unsigned thread) {
    return [&, worker = make_worker(thread)](std::size_t i) mutable { worker(i, lists[i / at_once]); };
  });
  std::vector<Entry> out;
  for (std::vector<Entry>& list : lists) std::ranges::move(list, std::back_inserter(out));
  return out;
}

/// How many pieces [0, count) is worth cutting into for so many threads: a single one for one thread.
inline std::size_t chunk_count(std::size_t count, unsigned threads) {
  constexpr std::size_t least = 4096;  // below this a thread costs more than it saves
  if (threads <= 1 || count <= least) return 1;
  return std::min<std::size_t>(8 * std::size_t{threads}, (count + least - 1) / least);
}

/// Calls work(chunk, begin, end) once for each chunk of [0, count), on up to `threads` threads. Whoever joins the
/// chunks' results in chunk order gets the same for any thread count. An exception (no memory) is passed on.
template <class Work>
void for_chunks(std::size_t count, std::size_t chunks, unsigned threads, const Work& work) {
  parallel_chunks(chunks, threads, [&](unsigned) {
    return [&](std::size_t c) { work(c, count * c / chunks, count * (c + 1) / chunks); };
  });
}

/// Takes parts of a result in any order and joins them in theirs, as soon as those before are there.
template <class Part>
class PartsInOrder {
 public:
  /// Any thread may hand over a part; it gets an empty one back. Whoever hands over what can be joined joins it, and
  /// what others hand over meanwhile: join(part), one at a time.
  template <class Join>
  void hand_over(std::size_t number, Part& part, Join&& join) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace_back(number, std::exchange(part, spare()));
    std::ranges::push_heap(waiting_, std::greater(), &Waiting::first);
    if (joining_) return;
    joining_ = true;
    while (!waiting_.empty() && waiting_.front().first == next_) {
      std::ranges::pop_heap(waiting_, std::greater(), &Waiting::first);
      Part ready = std::move(waiting_.back().second);
      waiting_.pop_back();
      {
        const Unlocked unlocked(mutex_);
        join(ready);
        ready.clear();
      }
      spare_.push_back(std::move(ready));
      ++next_;
    }
    joining_ = false;
  }

 private:
  struct Unlocked {
    explicit Unlocked(Mutex& m) : mutex(m) { mutex.unlock(); }
    ~Unlocked() { mutex.lock(); }
    Mutex& mutex;
  };

  Part spare() {
    if (spare_.empty()) return {};
    Part part = std::move(spare_.back());
    spare_.pop_back();
    return part;
  }

  Mutex mutex_;
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
