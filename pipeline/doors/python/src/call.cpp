// SPDX-License-Identifier: GPL-3.0-or-later
#include "call.h"

#include <algorithm>
#include <utility>

namespace plumb::python {

// Text that may quote the bytes of a file which are no UTF-8.
static py::str text_of(const std::string& bytes) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<py::ssize_t>(bytes.size()), "backslashreplace"));
}

void raise(const pipeline::Error& error) {
  const std::string message = pipeline::Error{error.code, error.message, "", 0}.text();
  const py::object made =
      py::module_::import("plumb.errors")
          .attr("make")(static_cast<int>(error.code), text_of(message), text_of(error.file), error.line);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
  throw py::error_already_set();
}

JobChain& JobChain::of_this_thread() {
  static thread_local JobChain chain;
  return chain;
}

NestedJob::NestedJob() {
  if (JobChain::of_this_thread().depth >= most) {
    PyErr_SetString(PyExc_RecursionError,
                    "calls of plumb start one another without end; functions that are given to "
                    "them, such as progress=, must not");
    throw py::error_already_set();
  }
  ++JobChain::of_this_thread().depth;
}
NestedJob::~NestedJob() { --JobChain::of_this_thread().depth; }

Asking::Asking(std::mutex& calls) {
  std::vector<const void*>& asked = JobChain::of_this_thread().asked;
  if (std::ranges::find(asked, &calls) != asked.end()) {
    refused_ = pipeline::bad_option(
        "a function that is given to a call, such as progress=, asks the level that this call asks; make another Bake "
        "for it");
    return;
  }
  lock_ = std::unique_lock(calls);
  asked.push_back(&calls);
}
Asking::~Asking() {
  if (lock_) JobChain::of_this_thread().asked.pop_back();
}

// False of Python or of NumPy. None and 0 are what other functions return.
static bool says_no(const py::object& answer) {
  const std::string kind = py::str(py::type::of(answer).attr("__name__"));
  return (kind == "bool" || kind == "bool_") && !answer.cast<bool>();
}

void JobProgress::stage(const pipeline::StageProgress& begun) {
  stage_ = begun.name;
  before_ = begun.before;
  share_ = begun.share;
  done_ = before_;
  look(true);
}

void JobProgress::advance(double done) {
  done_ = before_ + share_ * done;
  if (Clock::now() - looked_ > std::chrono::milliseconds(50)) look(true);
}

bool JobProgress::cancelled() {
  if (!ended_ && std::this_thread::get_id() == caller_ && Clock::now() - looked_ > std::chrono::milliseconds(50))
    look(true);
  return ended_;
}

// Signals are for the main thread; in others nothing is found.
void JobProgress::look(bool tell) {
  looked_ = Clock::now();
  if (ended_) return;
  const py::gil_scoped_acquire locked;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (tell && !tell_.is_none() && says_no(tell_(done_, stage_))) ended_ = true;
  } catch (...) {
    raised_ = std::current_exception();
    ended_ = true;
  }
  looked_ = Clock::now();
}

void JobProgress::rethrow() {
  if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
}

}  // namespace plumb::python
