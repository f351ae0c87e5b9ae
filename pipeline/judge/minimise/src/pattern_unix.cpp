// SPDX-License-Identifier: GPL-3.0-or-later
#include <regex.h>

#include <algorithm>
#include <array>

#include "pattern.h"
#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline {

struct Pattern::Compiled {
  regex_t expression;
};

Pattern::Pattern(const std::string& text) : compiled_(std::make_unique<Compiled>()) {
  regex_t& expression = compiled_->expression;
  const int fault = ::regcomp(&expression, text.c_str(), REG_EXTENDED | REG_NEWLINE | REG_NOSUB);
  if (fault == 0) return;
  std::array<char, 200> why{};
  ::regerror(fault, &expression, why.data(), why.size());
  throw RefusedOption{"--match '" + text + "' is no extended regular expression: " + why.data() +
                      "; give one as for grep -E"};
}

Pattern::~Pattern() { ::regfree(&compiled_->expression); }

bool Pattern::matches(std::string text) const {
  std::ranges::replace(text, '\0', ' ');
  return ::regexec(&compiled_->expression, text.c_str(), 0, nullptr, 0) == 0;
}

}  // namespace plumb::pipeline
