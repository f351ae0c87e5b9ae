// SPDX-License-Identifier: GPL-3.0-or-later
#include "program_stack.h"

#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>
#include <string>
#include <system_error>
#include <thread>

#include "messages.h"

namespace plumb::app {
namespace {

constexpr std::size_t least = std::size_t{1} << 20, usual = std::size_t{8} << 20;  // bytes

}  // namespace

int run_with_stack(const std::function<int()>& run) {
  rlimit stack{};
  if (::getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= least) return run();
  pthread_attr_t attributes;
  bool large = ::pthread_attr_init(&attributes) == 0;
  large =
      large && ::pthread_attr_setstacksize(&attributes, usual) == 0 && ::pthread_setattr_default_np(&attributes) == 0;
  int status = exit_refused;
  try {
    if (!large) throw std::system_error(std::make_error_code(std::errc::not_enough_memory));
    std::thread([&] { status = run(); }).join();
  } catch (const std::system_error&) {
    return fail("the stack is limited to " + std::to_string(stack.rlim_cur / 1024) +
                " KiB, and there is no memory for a larger one; lift the limit (ulimit -s 8192)");
  }
  return status;
}

}  // namespace plumb::app
