// SPDX-License-Identifier: LGPL-3.0-or-later
// Folders where the standard library knows them. It takes UTF-8 on every system from a std::u8string alone.
#include <filesystem>
#include <system_error>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/system.h"

namespace plumb::pipeline {
namespace {

namespace fs = std::filesystem;

fs::path native(const std::string& path) { return std::u8string(path.begin(), path.end()); }

}  // namespace

std::vector<std::string> system::names_in(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code failed;
  for (fs::directory_iterator at(native(folder), failed), end; !failed && at != end; at.increment(failed))
    out.push_back(at->path().filename().string());
  return out;
}

std::string system::current_folder() {
  std::error_code failed;
  return fs::current_path(failed).string();
}

bool system::make_folders(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(native(folder), failed);
  if (failed) errno = failed.default_error_condition().value();
  return !failed;
}

void system::make_executable(const std::string& path) {
  std::error_code ignored;
  fs::permissions(native(path), fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add, ignored);
}

// Programs may leave folders that not even their owner may change.
void system::remove_all(const std::string& path) {
  std::error_code error;
  const fs::path folder = native(path);
  fs::remove_all(folder, error);
  if (!error) return;
  const auto unlock = [](const fs::path& inside) {
    std::error_code ignored;
    fs::permissions(inside, fs::perms::owner_all, fs::perm_options::add | fs::perm_options::nofollow, ignored);
  };
  unlock(folder);
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (std::error_code ignored; entry->symlink_status(ignored).type() == fs::file_type::directory)
      unlock(entry->path());
  fs::remove_all(folder, error);
}

std::optional<std::string> file_behind(const std::string& path) {
  std::error_code error;
  fs::path file = fs::absolute(native(path), error);
  for (int links = 0; fs::is_symlink(fs::symlink_status(file, error)); ++links) {
    if (links == 40) return std::nullopt;
    file = file.parent_path() / fs::read_symlink(file, error);  // a link's own path, or relative to its folder
    if (error) return std::nullopt;
  }
  const auto full = fs::weakly_canonical(file, error);
  if (error) return std::nullopt;
  return full.string();
}

}  // namespace plumb::pipeline
