// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/reply.h"

#include "plumb/pipeline/result.h"

namespace plumb {

Done::Done(const pipeline::Error& error) : error_(new pipeline::Error(error)) {}
Done::~Done() { delete error_; }
std::string Done::why() const { return error_ ? error_->text() : std::string(); }
void Done::refuse() const { pipeline::not_there(*error_); }

const pipeline::Error& Done::error() const {
  if (!error_) pipeline::not_there("there is no error: the call has returned a value");
  return *error_;
}

}  // namespace plumb
