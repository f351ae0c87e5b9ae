// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/text.h"

#include <algorithm>

namespace plumb::pipeline {

std::string count_text(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string file_prefix(const std::string& file) { return file.empty() ? "" : file + ": "; }

std::string counted_text(std::uint64_t n, const std::string& noun) {
  return count_text(n) + " " + noun + (n == 1 ? "" : "s");
}

std::string TextTable::text() const {
  std::vector<std::size_t> width(flush_.size());
  for (const Row& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  std::string out;
  for (const Row& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(width[i] - row[i].size(), ' ');
      line += (i == 0 ? "  " : "   ") + (flush_[i] == 'l' ? row[i] + space : space + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

const char* version() { return PLUMB_VERSION; }

}  // namespace plumb::pipeline
