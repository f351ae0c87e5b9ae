// SPDX-License-Identifier: LGPL-3.0-or-later
#include "read/mapped_text.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/verdict.h"

namespace plumb::checker {

MappedText::MappedText(const std::string& path) {
  const auto refuse = [](int error) {
    throw Refused("cannot read: " + std::generic_category().message(error) + "; check the file");
  };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) refuse(errno);
  struct stat facts {};
  void* at = nullptr;
  const bool known = ::fstat(file, &facts) == 0;
  const auto size = static_cast<std::size_t>(known ? facts.st_size : 0);
  if (size > 0) at = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  const int error = errno;
  ::close(file);
  if (!known || at == MAP_FAILED) refuse(error);
  text_ = {static_cast<const char*>(at), size};
}

MappedText::~MappedText() {
  if (!text_.empty()) ::munmap(const_cast<char*>(text_.data()), text_.size());
}

}  // namespace plumb::checker
