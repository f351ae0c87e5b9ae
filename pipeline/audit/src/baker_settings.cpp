// SPDX-License-Identifier: GPL-3.0-or-later
#include "baker_settings.h"

#include <sstream>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/mapped_file.h"

namespace plumb::pipeline {

mpq_class default_max_error() { return {13, 10}; }

Result<BakerSettings> read_gset(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  std::istringstream text{std::string(file->text())};
  std::uint64_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (line.size() < 2 || line[0] != 's' || line[1] != ' ') continue;
    std::istringstream words(line.substr(2));
    std::vector<mpq_class> values;
    for (std::string word; values.size() < 10 && words >> word;) {
      const auto value = kernel::parse_rational(word);
      if (!value || *value < 0)
        return Error{ErrorCode::bad_number, "'" + word + "' is no setting; it should be a number of 0 or more", path,
                     number};
      values.push_back(*value);
    }
    if (values.size() < 10)
      return Error{ErrorCode::syntax,
                   "the settings have " + std::to_string(values.size()) + " numbers; they should have ten or more",
                   path, number};
    if (values[0] == 0 || values[1] == 0)
      return Error{ErrorCode::bad_number, "cells have no size; give numbers above 0", path, number};
    BakerSettings out;
    out.cell_size = values[0];
    out.cell_height = values[1];
    out.height = values[2];
    out.radius = values[3];
    out.climb = values[4];
    out.min_region = values[6] * values[6];
    out.max_error = values[9];
    return out;
  }
  return Error{ErrorCode::syntax, "there is no line of settings, which begins with 's '; name a .gset of RecastDemo",
               path, 0};
}

}  // namespace plumb::pipeline
