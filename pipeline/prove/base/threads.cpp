// SPDX-License-Identifier: LGPL-3.0-or-later
#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#ifdef PLUMB_CHECKER_THREADS
#include <thread>
#endif

namespace plumb::checker {
namespace {

#ifdef PLUMB_CHECKER_THREADS
unsigned machine_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

// Calls work() on up to `count` threads, on one in any case.
void on_threads(std::size_t count, const std::function<void()>& work) {
  std::vector<std::thread> others;
  try {
    for (std::size_t k = 1; k < count; ++k) others.emplace_back(work);
  } catch (const std::system_error&) {  // the system gives no more: those that run do all the work
  }
  work();
  for (std::thread& other : others) other.join();
}
#else
unsigned machine_threads() { return 1; }
void on_threads(std::size_t, const std::function<void()>& work) { work(); }
#endif

}  // namespace

Threads::Threads(unsigned count) : count_(count > 0 ? count : machine_threads()) {}

// Each thread takes the next number. After a call has thrown, no thread takes another: all lower numbers have been
// taken already, so the lowest call that throws is among those that run.
void Threads::run(std::size_t n, const std::function<void(std::size_t)>& work) const {
  std::vector<std::exception_ptr> errors(n);
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  const auto take = [&] {
    for (std::size_t i; !failed && (i = next++) < n;) {
      try {
        work(i);
      } catch (...) {
        errors[i] = std::current_exception();
        failed = true;
      }
    }
  };
  on_threads(std::min<std::size_t>(count_, n), take);
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

void Threads::run_ranges(std::size_t n, std::size_t size,
                         const std::function<void(std::size_t, std::size_t)>& work) const {
  run((n + size - 1) / size, [&](std::size_t i) { work(i * size, std::min(n, (i + 1) * size)); });
}

}  // namespace plumb::checker
