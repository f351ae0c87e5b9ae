// SPDX-License-Identifier: GPL-3.0-or-later
#include "nearest_name.h"

#include <algorithm>

namespace plumb::app {
namespace {

// Damerau & Levenshtein; no letter is changed twice.
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

std::optional<std::string> nearest_name(const std::string& word, const std::vector<std::string>& names) {
  std::optional<std::string> nearest;
  std::size_t fewest = word.size() / 3;
  for (const std::string& name : names)
    if (const std::size_t n = changes(word, name); n < fewest || (n == fewest && !nearest)) nearest = name, fewest = n;
  return nearest;
}

}  // namespace plumb::app
