// SPDX-License-Identifier: LGPL-3.0-or-later
#include "base/system.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace plumb::checker {

system::Kind system::kind_of(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return Kind::none;
  return S_ISREG(facts.st_mode) ? Kind::regular : S_ISDIR(facts.st_mode) ? Kind::folder : Kind::other;
}

int system::open_to_read(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }

bool system::size_of(int file, std::uint64_t& size) {
  struct stat facts {};
  if (::fstat(file, &facts) != 0) return false;
  size = static_cast<std::uint64_t>(facts.st_size);
  return true;
}

std::int64_t system::read_at(int file, std::uint64_t place, char* to, std::size_t count) {
  for (;;) {
    const ssize_t n = ::pread(file, to, count, static_cast<off_t>(place));
    if (n >= 0 || errno != EINTR) return n;
  }
}

void system::close(int file) { ::close(file); }
std::FILE* system::temporary_file() { return std::tmpfile(); }
bool system::errors_are_seen() { return ::isatty(STDERR_FILENO) == 1; }

}  // namespace plumb::checker
