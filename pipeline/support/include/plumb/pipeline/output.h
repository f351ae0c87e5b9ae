// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ostream>
#include <string_view>

#include "plumb/pipeline/cancellation.h"

namespace plumb::pipeline {

/// The destination of a writer. Errors of writing are reported by the code that made it.
class Output {
 public:
  virtual ~Output() = default;
  /// Appends bytes. May throw Cancelled.
  virtual void write(std::string_view bytes) = 0;
};

/// An Output to a stream, which must outlive it.
class StreamOutput : public Output {
 public:
  explicit StreamOutput(std::ostream& stream) : stream_(stream) {}
  void write(std::string_view bytes) override {
    cancellation_point();
    stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

 private:
  std::ostream& stream_;
};

}  // namespace plumb::pipeline
