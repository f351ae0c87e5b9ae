// SPDX-License-Identifier: LGPL-3.0-or-later
#include "sections.h"

namespace plumb::checker {

bool read_sections(Records& records, const std::vector<Section>& sections, const Threads& threads,
                   const std::function<void(std::size_t, Records&)>& read,
                   const std::function<void(std::size_t)>& take) {
  std::vector<Records> parts(sections.begin(), sections.end());
  std::vector<std::exception_ptr> errors(sections.size());
  threads.run(sections.size(), [&](std::size_t i) {
    try {
      parts[i].next();
      read(i, parts[i]);
    } catch (...) {
      errors[i] = std::current_exception();
    }
  });
  for (std::size_t i = 0; i < sections.size(); ++i) {
    take(i);
    if (errors[i]) {
      records.say_line(parts[i].line());
      std::rethrow_exception(errors[i]);
    }
    if (parts[i].at_end()) continue;
    records.go_to(parts[i]);
    return false;
  }
  records.go_behind(sections);
  return true;
}

}  // namespace plumb::checker
