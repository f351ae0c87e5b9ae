// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace plumb::pipeline {
namespace {

Error cannot_open(const std::string& path, const std::string& what) {
  return {ErrorCode::cannot_open, what, path.empty() ? "(no name)" : path, 0};
}

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  // A path with a zero byte would open another file than the one named; O_NONBLOCK: a pipe must not hang.
  if (path.find('\0') != path.npos) return cannot_open(path.c_str(), "the path holds a zero byte; check the path");
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return cannot_open(path, "cannot open: " + reason(errno) + "; check the path and its permissions");
  struct stat info {};
  if (::fstat(file, &info) != 0) {
    const int error = errno;
    ::close(file);
    return cannot_open(path, "cannot read: " + reason(error) + "; check the file");
  }
  if (!S_ISREG(info.st_mode)) {
    ::close(file);
    return cannot_open(path, S_ISDIR(info.st_mode) ? "is a directory; name a file in it"
                                                   : "is no regular file; save its content to a file and name that");
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size == 0) {
    ::close(file);
    return MappedFile(nullptr, 0);
  }
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  const int error = errno;
  ::close(file);
  if (data == MAP_FAILED) return cannot_open(path, "cannot map: " + reason(error) + "; check the file");
  ::madvise(data, size, MADV_WILLNEED);
  return MappedFile(data, size);
}

MappedFile::~MappedFile() {
  if (data_) ::munmap(data_, size_);
}

}  // namespace plumb::pipeline
