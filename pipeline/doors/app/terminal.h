// SPDX-License-Identifier: GPL-3.0-or-later
// What a command says to its user: exit statuses, messages on standard error, the progress of its stages, and its
// answer on standard output.
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"

namespace plumb::app {

inline constexpr int exit_done = 0;
inline constexpr int exit_no = 1;        ///< done, and the answer is no
inline constexpr int exit_refused = 2;   ///< bad input or bad options
inline constexpr int exit_internal = 3;  ///< a bug of ours

/// `text` on one line: line ends and other control characters become '?'.
std::string one_line(std::string text);

/// Writes all of the text to standard output; false if that cannot be done.
bool print(const std::string& text);

/// Prints "plumb: warning: <text>" to stderr, on one line.
void warn(const std::string& text);

/// Prints "plumb: <message>" to stderr, on one line, and gives exit_refused.
int fail(const std::string& message);
int fail(const pipeline::Error& error);
/// The same, with exit_no.
int answer_no(const std::string& why);

/// Whether a person sees progress on stderr.
bool progress_is_seen(bool quiet);

/// One line on stderr, rewritten: the stage, percent of the whole and about how long the rest will take.
class TerminalProgress : public pipeline::Progress {
 public:
  ~TerminalProgress() override { clear(); }
  void stage(const pipeline::StageProgress& begun) override;
  void advance(double done) override;
  /// Takes the line away.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void show(double share_of_whole);

  std::string stage_;
  double before_ = 0, share_ = 0;
  const Clock::time_point begun_ = Clock::now();
  Clock::time_point shown_;
  bool visible_ = false;
};

/// Runs a command whose answer is yes or no to its end: find(progress, announce) says what was found, text(found) what
/// is told of it unless quiet, why_not(found) why the answer is no, in one line that is printed if quiet. It is empty
/// if the answer is yes.
template <class Found, class Find, class Text, class WhyNot>
int run_to_verdict(bool quiet, Find&& find, Text&& text, WhyNot&& why_not) {
  TerminalProgress terminal;
  pipeline::Progress silent;
  const bool shown = progress_is_seen(quiet);
  const auto summarise = [&](const Found& found) -> std::optional<pipeline::Error> {
    terminal.clear();
    if (quiet || print(text(found))) return std::nullopt;
    return pipeline::Error{pipeline::ErrorCode::cannot_write,
                           "the summary cannot be written to standard output; give --quiet", "", 0};
  };
  const pipeline::Result<Found> found = find(shown ? terminal : silent, summarise);
  terminal.clear();
  if (!found) return fail(found.error());
  const std::string why = why_not(*found);
  if (why.empty()) return exit_done;
  return quiet ? answer_no(why) : exit_no;
}

}  // namespace plumb::app
