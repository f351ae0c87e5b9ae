// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/line_process.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <string_view>
#include <utility>

#include "child.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

using Clock = std::chrono::steady_clock;

struct LineProcess::Running {
  Child child;
  Descriptor input, output, errors;  // of the program; the input is a socket, which can be written to without SIGPIPE
  std::string unread;                // of its output

  ~Running() {
    long peak = 0;
    if (child.number >= 0) child.finish(peak);
  }

  int start(const std::vector<std::string>& words, std::uint64_t memory) {
    int ends[2];
    Pipe out, error;
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    Descriptor ours(ends[0]), theirs(ends[1]);
    if (!make_pipe(out) || !make_pipe(error)) return errno;
    for (const Descriptor* d : {&out.out, &error.out}) ::fcntl(d->number(), F_SETFL, O_NONBLOCK);
    const int cause = start_child({.words = words,
                                   .memory = memory,
                                   .input = theirs.number(),
                                   .output = out.in.number(),
                                   .errors = error.in.number()},
                                  child);
    if (cause != 0) return cause;
    input = std::move(ours);
    output = std::move(out.out);
    errors = std::move(error.out);
    return 0;
  }

  // Sends all of it; a program that has ended takes nothing.
  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(input.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  void read_errors(Answer& answer) {
    constexpr std::size_t most = std::size_t{1} << 16;
    bool cut = answer.errors.size() >= most;
    if (errors.number() >= 0) read_available(errors, answer.errors, most, cut);
  }

  // Whether a line is there; it is taken.
  bool read_line(Answer& answer) {
    constexpr std::size_t most = std::size_t{1} << 20;
    bool cut = false;
    if (output.number() >= 0) read_available(output, unread, most, cut);
    const std::size_t end = unread.find('\n');
    if (end == std::string::npos) return false;
    answer.line = unread.substr(0, end);
    unread.erase(0, end + 1);
    return true;
  }
};

LineProcess::LineProcess(std::vector<std::string> words, std::uint64_t memory, double seconds)
    : words_(std::move(words)), memory_(memory), seconds_(seconds) {}
LineProcess::~LineProcess() = default;

Result<LineProcess::Answer> LineProcess::ask(const std::string& line) {
  if (words_.empty()) return cannot_run("", ENOENT);
  if (!running_) {
    auto started = std::make_unique<Running>();
    if (const int cause = started->start(words_, memory_); cause != 0) return cannot_run(words_[0], cause);
    running_ = std::move(started);
  }
  Answer answer;
  const Clock::time_point end = end_of(Clock::now(), seconds_);
  running_->send(line + "\n");
  for (;;) {
    const bool has_ended = running_->child.has_ended();  // asked first: what it wrote before its end is read below
    running_->read_errors(answer);
    if (running_->read_line(answer)) {
      running_->read_errors(answer);
      return answer;
    }
    const bool cancelled = is_cancelled(), timed_out = Clock::now() >= end;
    if (!has_ended && !cancelled && !timed_out) {
      running_->child.sleep({&running_->output, &running_->errors});
      continue;
    }
    long peak = 0;
    const int status = running_->child.finish(peak);
    running_.reset();
    if (cancelled) throw Cancelled();
    if (!has_ended) answer.end = Answer::End::timed_out;
    else if (WIFSIGNALED(status)) answer.end = Answer::End::signalled, answer.code = WTERMSIG(status);
    else answer.end = Answer::End::exited, answer.code = WEXITSTATUS(status);
    return answer;
  }
}

}  // namespace plumb::pipeline
