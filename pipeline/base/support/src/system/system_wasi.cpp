// SPDX-License-Identifier: LGPL-3.0-or-later
// WASI under the names of system.h. A module of WebAssembly is alone with its files: nobody locks them.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/system.h"

namespace plumb::pipeline {
namespace {

system::Kind kind_by(const struct stat& info) {
  return S_ISREG(info.st_mode)   ? system::Kind::regular
         : S_ISDIR(info.st_mode) ? system::Kind::folder
                                 : system::Kind::other;
}

}  // namespace

system::Kind system::kind_of(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? kind_by(info) : Kind::none;
}

bool system::is_link(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
}

std::vector<std::string> system::names_in(const std::string& folder) {
  std::vector<std::string> out;
  DIR* const open = ::opendir(folder.c_str());
  if (open == nullptr) return out;
  while (const dirent* entry = ::readdir(open))
    if (const std::string name = entry->d_name; name != "." && name != "..") out.push_back(name);
  ::closedir(open);
  return out;
}

std::string system::current_folder() {
  char path[4096];
  return ::getcwd(path, sizeof path) == nullptr ? "." : path;
}

bool system::make_folders(const std::string& folder) {
  for (std::size_t end = 0; end != folder.npos;) {
    end = folder.find('/', end + 1);
    const std::string part = folder.substr(0, end);
    if (kind_of(part) != Kind::folder && ::mkdir(part.c_str(), 0777) != 0) return false;
  }
  return true;
}

void system::make_executable(const std::string&) {}

std::string system::make_temporary_folder(const std::string& name) {
  std::random_device random;
  const char* const place = std::getenv("TMPDIR");
  for (;;) {
    const std::string folder = std::string(place ? place : "/tmp") + "/" + name + "-" + std::to_string(random());
    if (::mkdir(folder.c_str(), 0700) == 0) return folder;
    if (errno != EEXIST) return {};
  }
}

void system::remove_all(const std::string& path) {
  if (!is_link(path) && kind_of(path) == Kind::folder)
    for (const std::string& name : names_in(path)) remove_all(path + "/" + name);
  std::remove(path.c_str());
}

int system::open_to_read(const std::string& path) { return ::open(path.c_str(), O_RDONLY); }
int system::create_new(const std::string& path) { return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL, 0666); }

int system::create_nameless(const std::string& folder) {
  std::random_device random;
  for (;;) {
    const std::string name = folder + "/.scratch-" + std::to_string(random());
    const int file = create_new(name);
    if (file >= 0) ::unlink(name.c_str());
    if (file >= 0 || errno != EEXIST) return file;
  }
}

system::Facts system::facts_of(int file) {
  struct stat info {};
  if (::fstat(file, &info) != 0) return {};
  return {kind_by(info), static_cast<std::uint64_t>(info.st_size), true};
}

std::int64_t system::read(int file, std::span<char> bytes) { return ::read(file, bytes.data(), bytes.size()); }

bool system::write(int file, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

bool system::close(int file) { return ::close(file) == 0; }
int system::duplicate(int) { return -1; }
bool system::lock(int) { return true; }
void system::remove_if_unlocked(const std::string&) {}
bool system::rename(const std::string& from, const std::string& to) { return ::rename(from.c_str(), to.c_str()) == 0; }
std::string system::folded(const std::string& path) { return path; }

void system::remove_file(const char* path) noexcept { ::unlink(path); }

// A module has no pages of files: what is mapped is read.
void* system::map(int file, std::size_t size) {
  char* const memory = static_cast<char*>(std::malloc(size));
  if (memory == nullptr) return nullptr;
  for (std::size_t done = 0; done < size;) {
    const ssize_t n = ::pread(file, memory + done, size - done, static_cast<off_t>(done));
    if (n <= 0) return std::free(memory), nullptr;
    done += static_cast<std::size_t>(n);
  }
  return memory;
}

void system::unmap(void* memory, std::size_t) { std::free(memory); }

bool system::is_terminal(int stream) { return ::isatty(stream) == 1; }

void system::write_error(std::string_view text) noexcept {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

std::uint64_t system::peak_memory() { return std::uint64_t{__builtin_wasm_memory_size(0)} << 16; }

/// There is no folder that the process is in, and what follows links is the module's host.
std::optional<std::string> file_behind(const std::string& path) { return path; }

}  // namespace plumb::pipeline
