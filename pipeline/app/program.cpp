// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include <gmp.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "audit_command.h"
#include "bake_command.h"
#include "check_command.h"
#include "diff_command.h"
#include "explain_command.h"
#include "layers_command.h"
#include "messages.h"
#include "plumb/pipeline/atomic_file.h"
#include "program_memory.h"
#include "program_stack.h"
#include "route_command.h"
#include "update_command.h"

namespace plumb::app {
namespace {

std::string command_line;  // for the report of a bug

// Memory may run out in any thread and within GMP, which cannot be unwound: so the process ends here, without
// allocating and without leaving files behind.
[[noreturn]] void out_of_memory() {
  static std::atomic_flag ending;
  if (ending.test_and_set())
    for (;;) ::pause();  // another thread says so
  pipeline::remove_unfinished_files();
  constexpr char text[] =
      "plumb: out of memory; bake a smaller scene, give fewer --threads, or use a machine with more memory\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, sizeof text - 1);
  std::_Exit(exit_refused);
}

int internal_failure(const char* what) {
  const std::string text = "plumb: internal check failed: " + one_line(what) +
                           "; please report it with this command: " + command_line + "\n";
  std::fputs(text.c_str(), stderr);
  return exit_internal;
}

// Exceptions that leave a thread come here.
[[noreturn]] void terminated() {
  pipeline::remove_unfinished_files();
  std::string what = "the program was terminated";
  if (const auto current = std::current_exception()) {
    try {
      std::rethrow_exception(current);
    } catch (const std::bad_alloc&) {
      out_of_memory();
    } catch (const std::exception& e) {
      what = e.what();
    } catch (...) {}
  }
  std::_Exit(internal_failure(what.c_str()));
}

extern "C" void interrupted(int signal) {
  pipeline::remove_unfinished_files();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void prepare(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) command_line += (i > 0 ? " " : "") + one_line(argv[i]);
  std::set_new_handler(out_of_memory);
  std::set_terminate(terminated);
  checker::prepare_memory(out_of_memory);
  // What the caller has set to be ignored, as nohup does, stays ignored.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    if (::signal(signal, interrupted) == SIG_IGN) ::signal(signal, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a file too large is an error of write()
}

int run(const char* name, Offer offer, int argc, char** argv) {
  Commands commands(name, offer == Offer::studies, argc, argv);
  pipeline::BakeArguments arguments;
  add_bake_command(commands, arguments);
  ExplainArguments explain_arguments;
  const Command explain = add_explain_command(commands, explain_arguments);
  pipeline::LayersArguments layers_arguments;
  const Command layers = add_layers_command(commands, layers_arguments);
  RouteCommandArguments route_arguments;
  const Command route = add_route_command(commands, route_arguments);
  pipeline::UpdateArguments update_arguments;
  const Command update = add_update_command(commands, update_arguments);
  pipeline::AuditArguments audit_arguments;
  const Command audit = add_audit_command(commands, audit_arguments);
  pipeline::DiffArguments diff_arguments;
  const Command diff = add_diff_command(commands, diff_arguments);
  CheckArguments check_arguments;
  const Command check = add_check_command(commands, check_arguments);
  if (const auto ended = commands.parse()) return *ended;
  if (check.called()) return run_check(check_arguments);
  if (explain.called()) return run_explain(explain, explain_arguments);
  if (layers.called()) return run_layers(layers, layers_arguments);
  if (route.called()) return run_route(route, route_arguments);
  if (diff.called()) return run_diff(diff_arguments);
  if (audit.called()) return run_audit(audit_arguments);
  if (update.called()) return run_update(update, update_arguments);
  return run_bake(arguments);
}

int run_guarded(const char* name, Offer offer, int argc, char** argv) {
  try {
    return run(name, offer, argc, argv);
  } catch (const std::bad_alloc&) {
    out_of_memory();
  } catch (const std::exception& e) {
    return internal_failure(e.what());
  } catch (...) {
    return internal_failure("an unknown exception");
  }
}

}  // namespace

int run_program(const char* name, Offer offer, int argc, char** argv) {
  prepare(argc, argv);
  return run_with_stack([&] { return run_guarded(name, offer, argc, argv); });
}

}  // namespace plumb::app
