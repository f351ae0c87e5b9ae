// SPDX-License-Identifier: GPL-3.0-or-later
// Windows has no regular expressions of POSIX; those of the standard library are the same. Their usual search goes as
// deep as a text is long; the one that `__polynomial` chooses, which is GCC's, does not.
#include <algorithm>
#include <regex>
#include <sstream>

#include "pattern.h"
#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline {

struct Pattern::Compiled {
  std::regex expression;
};

Pattern::Pattern(const std::string& text) {
  try {
    compiled_ = std::make_unique<Compiled>(std::regex(text, std::regex::extended | std::regex_constants::__polynomial));
  } catch (const std::regex_error& error) {
    throw RefusedOption{"--match '" + text + "' is no extended regular expression: " + error.what() +
                        "; give one as for grep -E"};
  }
}

Pattern::~Pattern() = default;

bool Pattern::matches(std::string text) const {
  std::ranges::replace(text, '\0', ' ');
  std::erase(text, '\r');
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, compiled_->expression)) return true;
  return false;
}

}  // namespace plumb::pipeline
