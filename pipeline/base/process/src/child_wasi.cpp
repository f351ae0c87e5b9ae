// SPDX-License-Identifier: GPL-3.0-or-later
// WASI has no processes: no child is ever made.
#include "child.h"

namespace plumb::pipeline {

struct Child::Running {};

Result<Child> Child::start(const ChildSettings& settings) {
  return Error{ErrorCode::cannot_open,
               "the program '" + settings.words[0] +
                   "' cannot be run: programs cannot be started here; use plumb for Linux or Windows",
               "", 0};
}

Child::Child(std::unique_ptr<Running> running) : running_(std::move(running)) {}
Child::Child(Child&&) noexcept = default;
Child::~Child() = default;
bool Child::has_ended() const { return true; }
void Child::send(std::string_view) {}
void Child::read_output(std::string&, std::size_t, bool&) {}
void Child::read_errors(std::string&, std::size_t, bool&) {}
void Child::sleep() const {}
ChildEnd Child::finish() { return {}; }

}  // namespace plumb::pipeline
