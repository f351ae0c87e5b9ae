// SPDX-License-Identifier: GPL-3.0-or-later
#include "host.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "plumb/pipeline/parallel.h"
#include "terminal.h"

namespace plumb::app {
namespace {

// What is ignored is never handled, not even for a moment; and a call that waits, such as a write into a full pipe,
// ends.
SignalHandler handle(int signal, SignalHandler handler) {
  struct sigaction before {
  }, now{};
  ::sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return SIG_IGN;
  now.sa_handler = handler;
  ::sigaction(signal, &now, nullptr);
  return before.sa_handler;
}

}  // namespace

SignalHandler handle_endings(SignalHandler handler) {
  SignalHandler out = SIG_DFL;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (const SignalHandler before = handle(signal, handler); before != SIG_IGN) out = before;
  return out;
}

void handle_broken_output(SignalHandler handler) {
  handle(SIGPIPE, handler);
  ::signal(SIGXFSZ, SIG_IGN);
}

void end_by(int signal) {
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void wait_for_the_end() {
  for (;;) ::pause();
}

// Where the system limits the stack to less than a program counts on (`ulimit -s 64`), run() is called on a thread with
// a stack of its own, and so are those that are started later. None runs where there is no memory for that: a line says
// so.
int run_with_stack(const std::function<int()>& run) {
  constexpr std::size_t least = std::size_t{1} << 20, usual = std::size_t{8} << 20;  // bytes
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
