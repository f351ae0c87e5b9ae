// SPDX-License-Identifier: LGPL-3.0-or-later
// The folder for temporary files is the user's own there, so that nobody else sees what is made in it.
#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>

#include "plumb/pipeline/system.h"

namespace plumb::pipeline {

std::string system::make_temporary_folder(const std::string& name) {
  std::error_code failed;
  const std::filesystem::path place = std::filesystem::temp_directory_path(failed);
  for (std::random_device random; !failed;) {
    const std::string own = name + "-" + std::to_string(random());
    const std::filesystem::path folder = place / std::u8string(own.begin(), own.end());
    if (!std::filesystem::create_directory(folder, failed)) continue;
    const std::u8string path = folder.u8string();
    return {path.begin(), path.end()};
  }
  errno = failed.default_error_condition().value();
  return {};
}

}  // namespace plumb::pipeline
