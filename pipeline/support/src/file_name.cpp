// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/file_name.h"

#include <cctype>
#include <filesystem>

namespace plumb::pipeline {

std::string extension_of(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

}  // namespace plumb::pipeline
