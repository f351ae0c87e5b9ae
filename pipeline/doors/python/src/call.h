// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "plumb/error.h"
#include "plumb/pipeline/text_number.h"
#include "plumb/progress.h"

// How Python calls a long job: without the interpreter's lock, with its progress told, and ended by Ctrl-C.
namespace plumb::python {

namespace py = pybind11;

/// An Error as an exception of Python: plumb.InputError, plumb.OptionError, plumb.NoRoute or plumb.Cancelled.
[[noreturn]] void raise(const pipeline::Error& error);

template <class T>
T value_of(pipeline::Result<T>&& result) {
  if (!result) raise(result.error());
  return std::move(*result);
}
inline void require_none(const std::optional<pipeline::Error>& error) {
  if (error) raise(*error);
}

/// The value that a word stands for, as the option of this name takes it.
template <class Value>
Value word(const std::string& option, const std::string& text) {
  try {
    return pipeline::word_option<Value>("--" + option, text);
  } catch (const pipeline::RefusedOption& refused) {
    raise(pipeline::bad_option(refused.what));
  }
}

/// Tells a function of Python how far a job is, and asks whether Ctrl-C was pressed. What that function raises, and
/// KeyboardInterrupt, end the job; so does False, which it may return. To be made by the thread that calls the job.
class JobProgress : public pipeline::Progress {
 public:
  explicit JobProgress(py::object tell) : tell_(std::move(tell)) {}

  void stage(const pipeline::StageProgress& begun) override;
  void advance(double done) override;
  bool cancelled() override;
  /// With the lock held: raises what ended the job, if it was Python.
  void rethrow();

 private:
  using Clock = std::chrono::steady_clock;
  void look(bool tell);

  py::object tell_;  // None: nobody is told
  const decltype(std::this_thread::get_id()) caller_ = std::this_thread::get_id();
  Clock::time_point looked_ = Clock::now();
  std::string stage_;
  double before_ = 0, share_ = 1, done_ = 0;
  std::atomic<bool> ended_{false};
  std::exception_ptr raised_;
};

/// The jobs that a thread is within, the outermost first: each was started by a function of Python that the one before
/// has called. A thread that calls Python for a job of another thread takes over its chain.
struct JobChain {
  int depth = 0;
  std::vector<const void*> asked;  ///< what these jobs hold, one job at a time
  static JobChain& of_this_thread();
};

/// One more job of this thread. Each takes a part of the stack, and Python's own limit does not count how large a part.
class NestedJob {
 public:
  /// With the lock held. Raises RecursionError within `most` others.
  NestedJob();
  NestedJob(const NestedJob&) = delete;
  ~NestedJob();

  static constexpr int most = 8;
};

/// Holds what one job at a time may ask, unless a job around this one does: that would wait for ever. To be made
/// without the interpreter's lock, for which others may wait that hold it.
class Asking {
 public:
  explicit Asking(std::mutex& calls);
  Asking(const Asking&) = delete;
  ~Asking();
  /// bad_option if a job around this one asks the same.
  const std::optional<pipeline::Error>& refused() const { return refused_; }

 private:
  std::unique_lock<std::mutex> lock_;
  std::optional<pipeline::Error> refused_;
};

/// Runs job(progress), which returns a Result or an optional Error, without the interpreter's lock.
template <class Job>
auto run_job(const py::object& tell, Job&& job) {
  const NestedJob nested;
  JobProgress progress(tell);
  auto result = [&] {
    const py::gil_scoped_release unlocked;
    return job(static_cast<pipeline::Progress&>(progress));
  }();
  progress.rethrow();
  return result;
}

}  // namespace plumb::python
