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

namespace {

// The distance of Damerau (1964) and Levenshtein (1966); no letter is changed twice.
std::size_t changes(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> least(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& n = least[i][j];
      n = i + j;
      if (i == 0 || j == 0) continue;
      const bool same = a[i - 1] == b[j - 1];
      n = std::min({least[i - 1][j] + 1, least[i][j - 1] + 1, least[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) n = std::min(n, least[i - 2][j - 2] + 1);
    }
  return least[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(const std::string& word, const std::vector<std::string>& names) {
  const std::string* nearest = nullptr;
  std::size_t fewest = word.size() / 3;
  for (const std::string& name : names) {
    if (word.size() > 2 * name.size()) continue;  // more than one in three, however long it is
    if (const std::size_t n = changes(word, name); n < fewest || (n == fewest && nearest == nullptr))
      nearest = &name, fewest = n;
  }
  return nearest ? " (did you mean " + *nearest + "?)" : "";
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
