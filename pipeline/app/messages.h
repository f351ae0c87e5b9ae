// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

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

}  // namespace plumb::app
