// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace plumb::pipeline {

/// Runs work on chunks 0..count-1 on up to `threads` threads (fewer if the system gives no more). make_worker(thread) is called once on each thread and returns
/// what is called with each chunk that the thread takes: its state needs no locks. The first exception is thrown again here.
template <class MakeWorker>
void parallel_chunks(std::size_t count, unsigned threads, MakeWorker&& make_worker) {
  threads = static_cast<unsigned>(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(count, 1)));
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(threads);
  const auto run = [&](unsigned thread) {
    try {
      auto worker = make_worker(thread);
      for (std::size_t c; (c = next.fetch_add(1, std::memory_order_relaxed)) < count;) worker(c);
    } catch (...) {
      failures[thread] = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  try {
    for (unsigned t = 1; t < threads; ++t) others.emplace_back(run, t);
  } catch (const std::system_error&) {
    // The system gives no more threads: those there are do the work.
  }
  run(0);
  for (std::thread& t : others) t.join();
  for (const std::exception_ptr& f : failures)
    if (f) std::rethrow_exception(f);
}

}  // namespace plumb::pipeline
