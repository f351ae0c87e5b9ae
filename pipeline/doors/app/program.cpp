// SPDX-License-Identifier: GPL-3.0-or-later
// The program around the commands: what it does when memory runs out, when a bug shows, and when a signal ends it. In
// none of these cases an unfinished file is left behind.
#include "program.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "commands.h"
#include "host.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/system.h"
#include "program_memory.h"
#include "terminal.h"

namespace plumb::app {
namespace {

std::string command_line;  // for the report of a bug

// Memory may run out in any thread and within GMP, which cannot be unwound: so the process ends here, without
// allocating and without leaving files behind.
[[noreturn]] void out_of_memory() {
  static std::atomic_flag ending;
  if (ending.test_and_set()) wait_for_the_end();  // another thread says so
  pipeline::remove_unfinished_files();
  pipeline::system::write_error(
      "plumb: out of memory; bake a smaller scene, give fewer --threads, or use a machine with more memory\n");
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
  end_by(signal);
}

void prepare(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) command_line += (i > 0 ? " " : "") + one_line(argv[i]);
  std::set_new_handler(out_of_memory);
  std::set_terminate(terminated);
  checker::prepare_memory(out_of_memory);
  handle_endings(interrupted);
  handle_broken_output(interrupted);
}

int run(const char* name, Offer offer, int argc, char** argv) {
  Commands commands(name, offer == Offer::studies, argc, argv);
  std::vector<RunnableCommand> all;
  for (const auto add :
       {add_bake_command, add_explain_command, add_layers_command, add_route_command, add_update_command,
        add_audit_command, add_diff_command, add_view_command, add_generate_command, add_minimise_command,
        add_fuzz_command, add_check_command, add_tiles_command, add_agent_command})
    all.push_back(add(commands));
  if (const auto ended = commands.parse()) return *ended;
  const auto called =
      std::find_if(all.rbegin(), all.rend(), [](const RunnableCommand& c) { return c.command.called(); });
  return called == all.rend() ? all.front().run() : called->run();
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
