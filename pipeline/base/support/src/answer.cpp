// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/answer.h"

#include "plumb/pipeline/result.h"

namespace plumb {

Outcome::Outcome(const pipeline::Error& error) : error_(new pipeline::Error(error)) {}
Outcome::~Outcome() { delete error_; }
std::string Outcome::why() const { return error_ ? error_->text() : std::string(); }
void Outcome::refuse() const { pipeline::not_there(*error_); }

const pipeline::Error& Outcome::error() const {
  if (!error_) pipeline::not_there("there is no error: the call has returned a value");
  return *error_;
}

}  // namespace plumb
