// SPDX-License-Identifier: LGPL-3.0-or-later
#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

namespace plumb::checker {

Threads::Threads(unsigned count) : count_(count > 0 ? count : std::max(1u, std::thread::hardware_concurrency())) {}

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
  std::vector<std::thread> others;
  try {
    for (std::size_t k = 1; k < std::min<std::size_t>(count_, n); ++k) others.emplace_back(take);
  } catch (const std::system_error&) {  // the system gives no more: those that run do all the work
  }
  take();
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

void Threads::run_ranges(std::size_t n, std::size_t size,
                         const std::function<void(std::size_t, std::size_t)>& work) const {
  run((n + size - 1) / size, [&](std::size_t i) { work(i * size, std::min(n, (i + 1) * size)); });
}

}  // namespace plumb::checker
