// SPDX-License-Identifier: GPL-3.0-or-later
// Another program, run within limits.
//
// 1. start(): a child process is made by fork(). Other threads of this process may hold locks at that moment, so the
//    child calls nothing that allocates or locks until it is another program: all that it needs is made before. It
//    becomes the leader of a process group, takes the limit of memory, and has the output's pipe as standard output
//    and error. If it cannot become the program, it says why through a second pipe, which closes by itself if it can.
// 2. Running::wait() sleeps until there is output or the child has ended (its pidfd says so), and at most 20 ms: then
//    it asks for the time and whether the work was cancelled.
// 3. The group is killed while the ended child has not been waited for: until then nobody else can have its number.
//
// Cost: fork() copies the page tables of this process; a run with nothing to do takes about a millisecond.
// Source: POSIX.1-2017; pidfd_open(2), wait4(2), setrlimit(2) and prctl(2) of Linux.
#include "plumb/pipeline/run_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using Clock = std::chrono::steady_clock;

// A descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  int number() const { return number_; }

 private:
  int number_;
};

struct Pipe {
  Descriptor out, in;
};

bool make_pipe(Pipe& pipe) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe = {Descriptor(ends[0]), Descriptor(ends[1])};
  return true;
}

Error cannot_run(const std::string& program, int cause) {
  return {ErrorCode::cannot_open,
          "the program '" + program + "' cannot be run: " + std::generic_category().message(cause) +
              "; name one that there is, with its folder if it is not in one of PATH",
          "", 0};
}

// The words of a program as exec() wants them, made before fork().
std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

// This process's environment with `changes` in it.
std::vector<std::string> changed_environment(const std::vector<std::string>& changes) {
  std::vector<std::string> out = changes;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::string name = text.substr(0, text.find('=') + 1);
    if (std::ranges::none_of(changes, [&](const std::string& c) { return c.starts_with(name); })) out.push_back(text);
  }
  return out;
}

// Runs in the child alone. Returns only if it did not become the program: errno says why.
void become(const ProcessSettings& settings, char* const* words, char* const* environment, int output, int input) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it does not outlive this process
  // What a program has set to be ignored stays so in the program that it becomes; what it handles does not.
  for (const int signal : {SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (settings.memory > 0) {
    const rlimit most{static_cast<rlim_t>(settings.memory), static_cast<rlim_t>(settings.memory)};
    if (::setrlimit(RLIMIT_DATA, &most) != 0) return;
  }
  if (!settings.folder.empty() && ::chdir(settings.folder.c_str()) != 0) return;
  if (::dup2(input, STDIN_FILENO) < 0 || ::dup2(output, STDOUT_FILENO) < 0 || ::dup2(output, STDERR_FILENO) < 0) return;
  ::execvpe(words[0], words, environment);
}

class Running {
 public:
  // Starts the program; 0, or errno if that fails.
  int start(const ProcessSettings& settings) {
    std::vector<std::string> words = settings.words, environment = changed_environment(settings.environment);
    const std::vector<char*> word_list = pointers(words), environment_list = pointers(environment);
    Pipe output, failure;
    const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (nothing.number() < 0 || !make_pipe(output) || !make_pipe(failure)) return errno;
    ::fcntl(output.out.number(), F_SETFL, O_NONBLOCK);
    begun_ = Clock::now();
    child_ = ::fork();
    if (child_ < 0) return errno;
    if (child_ == 0) {
      become(settings, word_list.data(), environment_list.data(), output.in.number(), nothing.number());
      const int cause = errno;
      [[maybe_unused]] const auto written = ::write(failure.in.number(), &cause, sizeof cause);
      ::_exit(127);
    }
    ::setpgid(child_, child_);  // the child does so, too: whoever comes first
    failure.in.close();
    int cause = 0;
    ssize_t read;
    while ((read = ::read(failure.out.number(), &cause, sizeof cause)) < 0 && errno == EINTR) {}
    if (read == static_cast<ssize_t>(sizeof cause)) {
      ::waitpid(child_, nullptr, 0);
      return cause;
    }
    output_ = std::move(output.out);
    ended_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, child_, 0)));
    return 0;
  }

  // Waits for the end, and ends it where it must not go on. Throws Cancelled.
  ProcessOutcome wait(const ProcessSettings& settings) {
    ProcessOutcome outcome;
    constexpr double longest = 1e9;  // seconds, which a clock can count
    const auto end = begun_ + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(std::min(settings.seconds, longest)));
    bool cancelled = false, timed_out = false;
    while (!has_ended()) {
      Progress* const asked = CancellationScope::asked();
      cancelled = asked != nullptr && asked->cancelled();
      timed_out = !cancelled && Clock::now() >= end;
      if (cancelled || timed_out) break;
      sleep();
      read_output(outcome, settings.output);
    }
    ::kill(-child_, SIGKILL);
    int status = 0;
    rusage used{};
    while (::wait4(child_, &status, 0, &used) < 0 && errno == EINTR) {}
    if (cancelled) throw Cancelled();
    read_output(outcome, settings.output);
    outcome.seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
    outcome.peak_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    if (timed_out) {
      outcome.end = ProcessOutcome::End::timed_out;
    } else if (WIFSIGNALED(status)) {
      outcome.end = ProcessOutcome::End::signalled;
      outcome.code = WTERMSIG(status);
    } else {
      outcome.code = WEXITSTATUS(status);
    }
    return outcome;
  }

 private:
  // Whether the child has ended; it is not waited for.
  bool has_ended() const {
    siginfo_t found{};
    return ::waitid(P_PID, static_cast<id_t>(child_), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_pid != 0;
  }

  // Until there is output, the child has ended, or some milliseconds have passed: few where nothing tells its end.
  void sleep() const {
    std::array<pollfd, 2> events{{{ended_.number(), POLLIN, 0}, {output_.number(), POLLIN, 0}}};
    const int milliseconds = ended_.number() >= 0 ? 20 : 2;
    ::poll(events.data(), events.size(), milliseconds);
  }

  // All that is there. At the end of the output its descriptor is closed; poll() then takes no notice of it.
  void read_output(ProcessOutcome& outcome, std::size_t most) {
    std::array<char, 65536> buffer;
    for (;;) {
      const ssize_t read = ::read(output_.number(), buffer.data(), buffer.size());
      if (read < 0 && errno == EINTR) continue;
      if (read == 0) output_.close();
      if (read <= 0) return;
      const std::size_t bytes = static_cast<std::size_t>(read), room = most - outcome.output.size();
      outcome.output.append(buffer.data(), std::min(bytes, room));
      outcome.output_cut = outcome.output_cut || bytes > room;
      if (outcome.output_cut) return;  // one that prints without end must not keep others from being asked
    }
  }

  pid_t child_ = -1;
  Descriptor output_, ended_;
  Clock::time_point begun_;
};

}  // namespace

Result<ProcessOutcome> run_process(const ProcessSettings& settings) {
  if (settings.words.empty()) return cannot_run("", ENOENT);
  Running running;
  if (const int cause = running.start(settings); cause != 0) return cannot_run(settings.words[0], cause);
  return running.wait(settings);
}

}  // namespace plumb::pipeline
