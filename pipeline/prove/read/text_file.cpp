// SPDX-License-Identifier: LGPL-3.0-or-later
#include "read/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/verdict.h"
#include "sha256.h"

namespace plumb::checker {
namespace {

Refused cannot_read(int error) {
  return Refused("cannot read: " + std::generic_category().message(error) + "; check the file");
}

}  // namespace

TextFile::TextFile(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) throw cannot_read(errno);
  struct stat facts {};
  if (::fstat(file_, &facts) != 0) {
    const int error = errno;
    ::close(file_);
    throw cannot_read(error);
  }
  size_ = static_cast<std::size_t>(facts.st_size);
}

TextFile::~TextFile() { ::close(file_); }

void TextFile::append(std::string& out, std::size_t place, std::size_t count) const {
  const std::size_t before = out.size(), end = std::min(size_, place + count);
  if (place >= end) return;
  out.resize(before + (end - place));
  for (char* to = out.data() + before; place < end;) {
    const ssize_t n = ::pread(file_, to, end - place, static_cast<off_t>(place));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw cannot_read(errno);
    if (n == 0) throw Refused("got shorter while it was read; check it when nobody writes it");
    to += n;
    place += static_cast<std::size_t>(n);
  }
}

std::string TextFile::sha256() const {
  Sha256 digest;
  std::string block;
  for (std::size_t place = 0; place < size_; place += block.size()) {
    block.clear();
    append(block, place, usual_block);
    digest.add(block);
  }
  return digest.hex();
}

}  // namespace plumb::checker
