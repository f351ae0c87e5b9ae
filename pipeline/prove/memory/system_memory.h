// SPDX-License-Identifier: LGPL-3.0-or-later
// What program_memory.cpp wants of the system: a mutex that is there before main() and never destroyed, and heaps.
#pragma once
#ifdef _WIN32
#include <windows.h>
#elif defined(__STDCPP_THREADS__)
#include <mutex>
#endif

namespace plumb::checker {

#ifdef _WIN32
class PoolMutex {
 public:
  void lock() { ::AcquireSRWLockExclusive(&lock_); }
  void unlock() { ::ReleaseSRWLockExclusive(&lock_); }

 private:
  SRWLOCK lock_ = SRWLOCK_INIT;
};
#elif defined(__STDCPP_THREADS__)
using PoolMutex = std::mutex;
#else  // WebAssembly: there is one thread
struct PoolMutex {
  void lock() {}
  void unlock() {}
};
#endif

/// Tells the system's malloc() how many heaps to have and when to give memory back, where it can be told.
#if defined(_WIN32) || defined(__wasi__)
inline void limit_heaps() {}
#else
void limit_heaps();
#endif

}  // namespace plumb::checker
