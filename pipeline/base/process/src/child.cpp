// SPDX-License-Identifier: GPL-3.0-or-later
// Starts another program within limits.
//
// start_child() makes a process by fork(). Other threads of this process may hold locks at that moment, so the child
// calls nothing that allocates or locks until it is another program: all that it needs is made before. It becomes the
// leader of a process group, takes the limit of memory, and has the given descriptors as standard input, output and
// error. If it cannot become the program, it says why through a pipe, which closes by itself if it can.
//
// The group is killed while the ended child has not been waited for: until then nobody else can have its number.
//
// Cost: fork() copies the page tables of this process; a run with nothing to do takes about a millisecond.
// Source: POSIX.1-2017; pidfd_open(2), wait4(2), setrlimit(2) and prctl(2) of Linux.
#include "child.h"

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
#include <system_error>

#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

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
void become(const ChildSettings& settings, char* const* words, char* const* environment) {
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
  if (::dup2(settings.input, STDIN_FILENO) < 0 || ::dup2(settings.output, STDOUT_FILENO) < 0 ||
      ::dup2(settings.errors, STDERR_FILENO) < 0)
    return;
  ::execvpe(words[0], words, environment);
}

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

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

void read_available(Descriptor& from, std::string& output, std::size_t most, bool& cut) {
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t read = ::read(from.number(), buffer.data(), buffer.size());
    if (read < 0 && errno == EINTR) continue;
    if (read == 0) from.close();
    if (read <= 0) return;
    const std::size_t bytes = static_cast<std::size_t>(read), room = most - output.size();
    output.append(buffer.data(), std::min(bytes, room));
    cut = cut || bytes > room;
    if (cut) return;
  }
}

std::chrono::steady_clock::time_point end_of(std::chrono::steady_clock::time_point begun, double seconds) {
  constexpr double longest = 1e9;  // which a clock can count
  return begun + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                     std::chrono::duration<double>(std::min(seconds, longest)));
}

bool is_cancelled() {
  Progress* const asked = CancellationScope::asked();
  return asked != nullptr && asked->cancelled();
}

int start_child(const ChildSettings& settings, Child& child) {
  std::vector<std::string> words = settings.words, environment = changed_environment(settings.environment);
  const std::vector<char*> word_list = pointers(words), environment_list = pointers(environment);
  Pipe failure;
  if (!make_pipe(failure)) return errno;
  const pid_t number = ::fork();
  if (number < 0) return errno;
  if (number == 0) {
    become(settings, word_list.data(), environment_list.data());
    const int cause = errno;
    [[maybe_unused]] const auto written = ::write(failure.in.number(), &cause, sizeof cause);
    ::_exit(127);
  }
  ::setpgid(number, number);  // the child does so, too: whoever comes first
  failure.in.close();
  int cause = 0;
  ssize_t read;
  while ((read = ::read(failure.out.number(), &cause, sizeof cause)) < 0 && errno == EINTR) {}
  if (read == static_cast<ssize_t>(sizeof cause)) {
    ::waitpid(number, nullptr, 0);
    return cause;
  }
  child.number = number;
  child.ended = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, number, 0)));
  return 0;
}

bool Child::has_ended() const {
  siginfo_t found{};
  return ::waitid(P_PID, static_cast<id_t>(number), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_pid != 0;
}

void Child::sleep(std::initializer_list<const Descriptor*> descriptors) const {
  constexpr std::size_t most = 3;
  std::array<pollfd, most + 1> events{};
  std::size_t count = 0;
  events[count++] = {ended.number(), POLLIN, 0};
  for (const Descriptor* d : descriptors) events[count++] = {d->number(), POLLIN, 0};
  const int milliseconds = ended.number() >= 0 ? 20 : 2;
  ::poll(events.data(), count, milliseconds);
}

int Child::finish(long& peak) {
  ::kill(-number, SIGKILL);
  int status = 0;
  rusage used{};
  while (::wait4(number, &status, 0, &used) < 0 && errno == EINTR) {}
  peak = used.ru_maxrss;
  number = -1;
  return status;
}

}  // namespace plumb::pipeline
