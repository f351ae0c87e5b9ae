// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>

#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/work_range.h"

namespace plumb::pipeline {

/// Starts a thread that calls what it is given; throws if the system gives none.
using StartThread = std::function<std::thread(std::function<void()>)>;

/// Calls run(0) here and run(1), run(2) ... on `threads` - 1 others, on fewer if the system gives no more: so run()
/// takes of the work what is left of it. Returns when all have. Of exceptions, that of the lowest number is thrown
/// again here. The one place that starts threads.
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

}  // namespace plumb::pipeline
