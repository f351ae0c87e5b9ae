// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstddef>
#include <exception>
#include <functional>
#include <vector>

#if defined(__STDCPP_THREADS__) && !defined(PLUMB_CHECK_PLAIN)
#define PLUMB_CHECKER_THREADS
#include <mutex>
#endif

namespace plumb::checker {

#ifdef PLUMB_CHECKER_THREADS
using Mutex = std::mutex;
#else  // in WebAssembly, and of plumb-check-plain, there is one thread
struct Mutex {
  void lock() {}
  void unlock() {}
};
#endif

/// Calls one function for many numbers on several threads. The outcome does not depend on the number of threads: of all
/// calls that throw, the one with the lowest number is reported, as if one thread made the calls in their order.
class Threads {
 public:
  /// 0: as many as the machine runs at once.
  explicit Threads(unsigned count = 1);

  /// Calls work(i) for every i below n; then throws what the call with the lowest i threw, if any did.
  void run(std::size_t n, const std::function<void(std::size_t)>& work) const;
  /// The same for ranges [begin, end) of neighbouring things, of about `size` each.
  void run_ranges(std::size_t n, std::size_t size, const std::function<void(std::size_t, std::size_t)>& work) const;

  unsigned count() const { return count_; }

 private:
  unsigned count_;
};

}  // namespace plumb::checker
