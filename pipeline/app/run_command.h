// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <unistd.h>

#include <optional>

#include "messages.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"
#include "terminal_progress.h"

namespace plumb::app {

/// Runs a command whose answer is yes or no to its end: find(progress, announce) says what was found, text(found) what
/// is told of it unless quiet, passes(found) the answer.
template <class Found, class Find, class Text, class Passes>
int run_to_verdict(bool quiet, Find&& find, Text&& text, Passes&& passes) {
  TerminalProgress terminal;
  pipeline::Progress silent;
  const bool shown = !quiet && ::isatty(STDERR_FILENO) == 1;
  const auto summarise = [&](const Found& found) -> std::optional<pipeline::Error> {
    terminal.clear();
    if (quiet || print(text(found))) return std::nullopt;
    return pipeline::Error{pipeline::ErrorCode::cannot_write,
                           "the summary cannot be written to standard output; give --quiet", "", 0};
  };
  const pipeline::Result<Found> found = find(shown ? terminal : silent, summarise);
  terminal.clear();
  if (!found) return fail(found.error().text());
  return passes(*found) ? exit_done : exit_no;
}

}  // namespace plumb::app
