// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/format.h"

#include "plumb/pipeline/file_name.h"

namespace plumb::pipeline {

std::optional<Format> format_of(const std::string& file) { return value_of<Format>(extension_of(file)); }

std::string formats_text() {
  std::string list;
  const auto words = words_of(Format{});
  for (const auto& w : words) list.append(list.empty() ? "" : &w == &words.back() ? " or " : ", ").append(w.text);
  return list;
}

}  // namespace plumb::pipeline
