// SPDX-License-Identifier: LGPL-3.0-or-later
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "plumb/pipeline/system.h"

namespace plumb::pipeline {
namespace {

system::Kind kind_by(const struct stat& info) {
  return S_ISREG(info.st_mode)   ? system::Kind::regular
         : S_ISDIR(info.st_mode) ? system::Kind::folder
                                 : system::Kind::other;
}

}  // namespace

std::string system::make_temporary_folder(const std::string& name) {
  std::error_code failed;
  const auto place = std::filesystem::temp_directory_path(failed);
  if (failed) {
    errno = failed.value();
    return {};
  }
  std::string path = (place / (name + "-XXXXXX")).string();
  return ::mkdtemp(path.data()) ? path : std::string();
}

system::Kind system::kind_of(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? kind_by(info) : Kind::none;
}

bool system::is_link(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
}

int system::open_to_read(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); }

int system::create_new(const std::string& path) {
  return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

int system::create_nameless(const std::string& folder) {
  // Where the file system has files without names, whoever kills the process leaves none.
  if (const int nameless = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); nameless >= 0) return nameless;
  std::string name = folder + "/.scratch-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(name.c_str());
  return file;
}

system::Facts system::facts_of(int file) {
  struct stat info {};
  if (::fstat(file, &info) != 0) return {};
  return {kind_by(info), static_cast<std::uint64_t>(info.st_size), info.st_nlink > 0};
}

std::int64_t system::read(int file, std::span<char> bytes) {
  for (;;) {
    const ssize_t n = ::read(file, bytes.data(), bytes.size());
    if (n >= 0 || errno != EINTR) return n;
  }
}

bool system::write(int file, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n >= 0) bytes = bytes.subspan(static_cast<std::size_t>(n));
    else if (errno != EINTR) return false;
  }
  return true;
}

bool system::close(int file) { return ::close(file) == 0; }
int system::duplicate(int file) { return ::fcntl(file, F_DUPFD_CLOEXEC, 0); }
bool system::lock(int file) { return ::flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

void system::remove_if_unlocked(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return;
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  ::close(file);
}

bool system::rename(const std::string& from, const std::string& to) { return ::rename(from.c_str(), to.c_str()) == 0; }
std::string system::folded(const std::string& path) { return path; }

void system::remove_file(const char* path) noexcept { ::unlink(path); }

void* system::map(int file, std::size_t size) {
  void* const at = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  return at == MAP_FAILED ? nullptr : at;
}

void system::unmap(void* memory, std::size_t size) { ::munmap(memory, size); }

bool system::is_terminal(int stream) { return ::isatty(stream) == 1; }

void system::write_error(std::string_view text) noexcept {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

// Of this program alone: what getrusage() tells begins with the process that started it.
std::uint64_t system::peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (std::uint64_t kilobytes = 0; word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace plumb::pipeline
