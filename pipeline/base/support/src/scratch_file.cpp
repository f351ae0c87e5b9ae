// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/scratch_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace plumb::pipeline {
namespace {

constexpr std::size_t scratch_buffer_size = 1 << 20;

Error cannot_write(const std::string& folder, int cause) {
  return {ErrorCode::cannot_write, std::string("cannot hold scratch data: ") + std::strerror(cause), folder, 0};
}

}  // namespace

Result<ScratchFile> ScratchFile::create(const std::string& folder) {
  // Where the file system has files without names, whoever kills the process leaves none.
  if (const int nameless = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); nameless >= 0)
    return ScratchFile(folder, nameless);
  std::string name = folder + "/.scratch-XXXXXX";
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return cannot_write(folder, errno);
  unlink(name.c_str());
  return ScratchFile(folder, descriptor);
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      failed_(other.failed_),
      size_(other.size_),
      buffer_(std::move(other.buffer_)),
      mapped_(std::exchange(other.mapped_, nullptr)),
      mapped_size_(other.mapped_size_) {}

ScratchFile::~ScratchFile() {
  unmap();
  if (descriptor_ >= 0) close(descriptor_);
}

std::uint64_t ScratchFile::append(std::span<const std::byte> bytes) {
  unmap();
  const std::uint64_t at = size_;
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  size_ += bytes.size();
  if (buffer_.size() >= scratch_buffer_size) flush();
  return at;
}

void ScratchFile::flush() {
  for (std::size_t done = 0; done < buffer_.size() && failed_ == 0;) {
    const ssize_t written = write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (written >= 0) done += static_cast<std::size_t>(written);
    else if (errno != EINTR) failed_ = errno;
  }
  buffer_.clear();
}

void ScratchFile::unmap() {
  if (mapped_ != nullptr) munmap(std::exchange(mapped_, nullptr), mapped_size_);
}

Result<std::span<const std::byte>> ScratchFile::map() {
  flush();
  if (failed_ != 0) return cannot_write(folder_, failed_);
  if (size_ == 0) return std::span<const std::byte>();
  if (mapped_ == nullptr) {
    void* at = mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor_, 0);
    if (at == MAP_FAILED) return cannot_write(folder_, errno);
    mapped_ = at;
    mapped_size_ = size_;
  }
  return std::span<const std::byte>(static_cast<const std::byte*>(mapped_), mapped_size_);
}

}  // namespace plumb::pipeline
