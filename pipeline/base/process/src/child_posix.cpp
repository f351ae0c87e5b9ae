// SPDX-License-Identifier: GPL-3.0-or-later
// Starts another program within limits.
//
// Child::start() makes a process by fork(). Other threads of this process may hold locks at that moment, so the child
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
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace plumb::pipeline {
namespace {

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

// Both ends are closed in programs that are started.
struct Pipe {
  Descriptor out, in;

  bool make() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    out = Descriptor(ends[0]), in = Descriptor(ends[1]);
    return true;
  }
};

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
void become(const ChildSettings& settings, int input, int output, int errors, char* const* words,
            char* const* environment) {
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
  if (::dup2(input, STDIN_FILENO) < 0 || ::dup2(output, STDOUT_FILENO) < 0 || ::dup2(errors, STDERR_FILENO) < 0) return;
  ::execvpe(words[0], words, environment);
}

// At the end of the output its descriptor is closed; poll() takes no notice of it any more.
void read_available(Descriptor& from, std::string& output, std::size_t most, bool& cut) {
  std::array<char, 65536> buffer;
  while (from.number() >= 0) {
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

}  // namespace

struct Child::Running {
  pid_t number = -1;                 // the leader of its process group; -1 once it was waited for
  Descriptor ended;                  // can be read once it has ended; none where the system has no such descriptors
  Descriptor input, output, errors;  // the input is a socket, which can be written to without SIGPIPE

  // 0, or errno.
  int start(const ChildSettings& settings) {
    Descriptor their_input;
    Pipe out, error, failure;
    if (settings.is_asked) {
      int ends[2];
      if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
      input = Descriptor(ends[0]), their_input = Descriptor(ends[1]);
      if (!error.make()) return errno;
      ::fcntl(error.out.number(), F_SETFL, O_NONBLOCK);
    } else {
      their_input = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
      if (their_input.number() < 0) return errno;
    }
    if (!out.make() || !failure.make()) return errno;
    ::fcntl(out.out.number(), F_SETFL, O_NONBLOCK);
    std::vector<std::string> words = settings.words, environment = changed_environment(settings.environment);
    const std::vector<char*> word_list = pointers(words), environment_list = pointers(environment);
    const int their_output = out.in.number(), their_errors = settings.is_asked ? error.in.number() : their_output;
    number = ::fork();
    if (number < 0) return errno;
    if (number == 0) {
      become(settings, their_input.number(), their_output, their_errors, word_list.data(), environment_list.data());
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
      ::waitpid(std::exchange(number, -1), nullptr, 0);
      return cause;
    }
    ended = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, number, 0)));
    output = std::move(out.out);
    errors = std::move(error.out);
    return 0;
  }
};

Child::Child(std::unique_ptr<Running> running) : running_(std::move(running)) {}
Child::Child(Child&&) noexcept = default;

Child::~Child() {
  if (running_ && running_->number >= 0) finish();
}

Result<Child> Child::start(const ChildSettings& settings) {
  auto running = std::make_unique<Running>();
  if (const int cause = running->start(settings); cause != 0) return cannot_run(settings.words[0], cause);
  return Child(std::move(running));
}

bool Child::has_ended() const {
  siginfo_t found{};
  const id_t number = static_cast<id_t>(running_->number);
  return ::waitid(P_PID, number, &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_pid != 0;
}

void Child::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(running_->input.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void Child::read_output(std::string& output, std::size_t most, bool& cut) {
  read_available(running_->output, output, most, cut);
}

void Child::read_errors(std::string& output, std::size_t most, bool& cut) {
  read_available(running_->errors, output, most, cut);
}

// Few milliseconds where nothing tells the end.
void Child::sleep() const {
  std::array<pollfd, 3> events{{{running_->ended.number(), POLLIN, 0},
                                {running_->output.number(), POLLIN, 0},
                                {running_->errors.number(), POLLIN, 0}}};
  ::poll(events.data(), events.size(), running_->ended.number() >= 0 ? 20 : 2);
}

ChildEnd Child::finish() {
  ::kill(-running_->number, SIGKILL);
  int status = 0;
  rusage used{};
  while (::wait4(running_->number, &status, 0, &used) < 0 && errno == EINTR) {}
  running_->number = -1;
  return {WIFSIGNALED(status), WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
          static_cast<std::uint64_t>(used.ru_maxrss) * 1024};
}

}  // namespace plumb::pipeline
