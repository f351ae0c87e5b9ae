// SPDX-License-Identifier: GPL-3.0-or-later
#include "program_stack.h"

#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>
#include <optional>
#include <string>

#include "messages.h"
#include "plumb/pipeline/parallel.h"

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
  std::optional<int> status;  // none: the system gives no thread
  if (large)
    pipeline::on_threads(2, [&](unsigned thread) {
      if (thread == 1) status = run();
    });
  if (status) return *status;
  return fail("the stack is limited to " + std::to_string(stack.rlim_cur / 1024) +
              " KiB, and there is no memory for a larger one; lift the limit (ulimit -s 8192)");
}

}  // namespace plumb::app
