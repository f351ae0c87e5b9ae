// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that end, that are ended by a signal, by the time and by a cancelled work, that print more than is kept, and
// that take more memory than they may; and what they leave behind, which is nothing.
#include "plumb/pipeline/run_process.h"

#include <signal.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <string>

#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/parallel.h"
#include "support/temporary_folder.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

ProcessSettings shell(const std::string& script) { return {.words = {"sh", "-c", script}}; }

ProcessOutcome run(const ProcessSettings& settings) {
  const Result<ProcessOutcome> ran = run_process(settings);
  REQUIRE(ran);
  return *ran;
}

// Whether a process is there and is no zombie, by the number in a file.
bool is_alive(const std::string& file) {
  const std::string status = text_of_file("/proc/" + std::to_string(std::stol(text_of_file(file))) + "/stat");
  return !status.empty() && status.find(") Z") == std::string::npos;
}

// Killed processes are gone a little later: waits until one is.
bool is_gone(const std::string& file) {
  for (int i = 0; i < 1000 && is_alive(file); ++i) ::usleep(10000);
  return !is_alive(file);
}

}  // namespace

TEST_CASE("run_process: exit statuses and signals") {
  for (const int status : {0, 1, 77, 255}) {
    const ProcessOutcome o = run(shell("exit " + std::to_string(status)));
    CHECK(o.end == ProcessOutcome::End::exited);
    CHECK(o.code == status);
    CHECK(o.shell_status() == status);
    CHECK(o.peak_bytes > 0);
  }
  for (const int signal : {SIGKILL, SIGSEGV, SIGPIPE, SIGTERM}) {
    const ProcessOutcome o = run(shell("kill -" + std::to_string(signal) + " $$; sleep 100"));
    CHECK(o.end == ProcessOutcome::End::signalled);
    CHECK(o.code == signal);
    CHECK(o.shell_status() == 128 + signal);
  }
}

TEST_CASE("run_process: both streams are one, in their order; there is no input") {
  const ProcessOutcome o = run(shell("echo a; echo b >&2; cat; printf c"));
  CHECK(o.output == "a\nb\nc");
  CHECK_FALSE(o.output_cut);
  CHECK(o.code == 0);
  // Closed streams are no end.
  CHECK(run(shell("exec >&- 2>&-; sleep 0.1; exit 5")).code == 5);
}

TEST_CASE("run_process: output beyond what is kept is dropped, and the program can go on") {
  ProcessSettings settings = shell("head -c 3000000 /dev/zero; exit 4");
  settings.output = 100000;
  const ProcessOutcome o = run(settings);
  CHECK(o.output.size() == 100000);
  CHECK(o.output_cut);
  CHECK(o.code == 4);
}

TEST_CASE("run_process: words are not for a shell, the environment has what is added, the folder is another") {
  Folder folder;
  folder.write("here", "x");
  ProcessSettings settings{.words = {"sh", "-c", "echo \"$1|$PLUMB_TEST|$HOME\"; ls", "sh", "a  $b *;"},
                           .environment = {"PLUMB_TEST=1", "HOME=nowhere"},
                           .folder = folder.path()};
  CHECK(run(settings).output == "a  $b *;|1|nowhere\nhere\n");
}

TEST_CASE("run_process: what cannot be run is an error") {
  Folder folder;
  folder.write("text", "no program");
  for (const std::string& program : {std::string(), std::string("plumb-there-is-no-such-program"), folder / "text",
                                     folder / "none", folder.path().string()}) {
    INFO(program);
    const Result<ProcessOutcome> ran = run_process({.words = {program}});
    REQUIRE_FALSE(ran);
    CHECK(ran.error().code == ErrorCode::cannot_open);
    CHECK(ran.error().message.find(program) != std::string::npos);
  }
  CHECK_FALSE(run_process({.words = {}}));
  CHECK_FALSE(run_process({.words = {"true"}, .folder = folder / "none"}));
}

TEST_CASE("run_process: after its time a program is killed, with those that it has started") {
  Folder folder;
  ProcessSettings settings = shell("echo begun; sleep 1000 & echo $! > '" + (folder / "child") + "'; echo $$ > '" +
                                   (folder / "self") + "'; wait");
  settings.seconds = 1;
  const ProcessOutcome o = run(settings);
  CHECK(o.end == ProcessOutcome::End::timed_out);
  CHECK(o.output == "begun\n");
  CHECK(is_gone(folder / "self"));
  CHECK(is_gone(folder / "child"));
}

TEST_CASE("run_process: what a program leaves running is killed when it ends, even if it holds the output") {
  Folder folder;
  const ProcessOutcome o = run(shell("sleep 1000 & echo $! > '" + (folder / "child") + "'; exit 3"));
  CHECK(o.code == 3);
  CHECK(is_gone(folder / "child"));
}

TEST_CASE("run_process: cancelled work ends the program") {
  struct WhenThere : Progress {
    std::string file;
    bool cancelled() override { return text_of_file(file).ends_with("\n"); }
  } progress;
  Folder folder;
  progress.file = folder / "self";
  const auto ended = unless_cancelled(progress, [&]() -> Result<int> {
    run(shell("echo $$ > '" + progress.file + "'; sleep 1000"));
    return 0;
  });
  REQUIRE_FALSE(ended);
  CHECK(ended.error().code == ErrorCode::cancelled);
  CHECK(is_gone(progress.file));
}

TEST_CASE("run_process: memory has a limit, which is the program's alone") {
  ProcessSettings settings = shell("head -c 200000000 /dev/zero | tail -c 150000000 | wc -c");
  CHECK(run(settings).output == "150000000\n");
  settings.memory = 64u << 20;
  CHECK(run(settings).output.find("150000000\n") == std::string::npos);
}

TEST_CASE("run_process: many at once") {
  std::atomic<int> right{0};
  parallel_chunks(64, 8, [&](unsigned) {
    return [&](std::size_t i) {
      const auto ran = run_process(shell("echo " + std::to_string(i) + "; exit " + std::to_string(i)));
      right += ran && ran->code == static_cast<int>(i) && ran->output == std::to_string(i) + "\n";
    };
  });
  CHECK(right == 64);
}
