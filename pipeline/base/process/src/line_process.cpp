// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/line_process.h"

#include <cerrno>
#include <chrono>
#include <utility>

#include "child.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

using Clock = std::chrono::steady_clock;

struct LineProcess::Running {
  Child child;
  std::string unread = {};  // of its output

  void read_errors(Answer& answer) {
    constexpr std::size_t most = std::size_t{1} << 16;
    bool cut = answer.errors.size() >= most;
    child.read_errors(answer.errors, most, cut);
  }

  // Whether a line is there; it is taken.
  bool read_line(Answer& answer) {
    constexpr std::size_t most = std::size_t{1} << 20;
    bool cut = false;
    child.read_output(unread, most, cut);
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
    auto child = Child::start({.words = words_, .memory = memory_, .is_asked = true});
    if (!child) return child.error();
    running_.reset(new Running{std::move(*child)});
  }
  Answer answer;
  const Clock::time_point end = end_of(Clock::now(), seconds_);
  running_->child.send(line + "\n");
  for (;;) {
    const bool has_ended = running_->child.has_ended();  // asked first: what it wrote before its end is read below
    running_->read_errors(answer);
    if (running_->read_line(answer)) {
      running_->read_errors(answer);
      return answer;
    }
    const bool cancelled = is_cancelled(), timed_out = Clock::now() >= end;
    if (!has_ended && !cancelled && !timed_out) {
      running_->child.sleep();
      continue;
    }
    const ChildEnd ended = running_->child.finish();
    running_.reset();
    if (cancelled) throw Cancelled();
    answer.end = !has_ended ? Answer::End::timed_out : ended.signalled ? Answer::End::signalled : Answer::End::exited;
    if (has_ended) answer.code = ended.code;
    return answer;
  }
}

}  // namespace plumb::pipeline
