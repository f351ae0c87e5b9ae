// SPDX-License-Identifier: LGPL-3.0-or-later
// The threads of the standard library. A target without any (WebAssembly) gets types of the same names: no thread
// starts, which is what a system does that gives no more, and a mutex excludes nobody.
#pragma once
#ifdef __STDCPP_THREADS__
#include <algorithm>
#include <mutex>
#include <thread>

namespace plumb::pipeline {

using Thread = std::thread;
using Mutex = std::mutex;
/// How many threads the machine runs at once, at least 1.
inline unsigned hardware_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace plumb::pipeline
#else
#include <mutex>  // std::lock_guard and std::call_once, which are there without threads, too
#include <system_error>

namespace plumb::pipeline {

struct Thread {
  template <class Work>
  explicit Thread(const Work&) {
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  }
  void join() {}
};
struct Mutex {
  void lock() {}
  void unlock() {}
};
inline unsigned hardware_threads() { return 1; }

}  // namespace plumb::pipeline
#endif
