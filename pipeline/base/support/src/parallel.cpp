// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/parallel.h"

#include <exception>
#include <utility>
#include <vector>

namespace plumb::pipeline {

void on_threads(unsigned threads, const std::function<void(unsigned)>& run, const StartThread& start) {
  if (threads <= 1) return run(0);
  std::vector<std::exception_ptr> failures(threads);
  Progress* const asked = CancellationScope::asked();
  const auto guarded = [&](unsigned thread) {
    try {
      const CancellationScope scope(asked);
      run(thread);
    } catch (...) {
      failures[thread] = std::current_exception();
    }
  };
  unsigned used = 0;  // so many work
  // Held until that is known. Where there are no futexes, GCC 12's atomic::wait() can miss a notification.
  Mutex starting;
  std::vector<Thread> others;
  others.reserve(threads - 1);
  starting.lock();
  try {
    for (unsigned t = 1; t < threads; ++t) {
      const auto work = [&, t] {
        starting.lock();
        starting.unlock();
        if (t < used) guarded(t);
      };
      others.push_back(start ? start(work) : Thread(work));
    }
    used = threads;
  } catch (...) {
    // The system gives no more. Memory may be what is wanting: so half of those that were started go, and all beyond
    // the cores, which make nothing faster; where their stacks were is room for the work.
    used = 1 + static_cast<unsigned>(std::min<std::size_t>(others.size() / 2, hardware_threads()));
  }
  starting.unlock();
  for (std::size_t t = used; t <= others.size(); ++t) others[t - 1].join();
  guarded(0);
  for (std::size_t t = 1; t < used; ++t) others[t - 1].join();
  for (const std::exception_ptr& f : failures)
    if (f) std::rethrow_exception(f);
}

}  // namespace plumb::pipeline
