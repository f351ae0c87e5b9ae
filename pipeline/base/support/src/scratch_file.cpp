// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/scratch_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "plumb/pipeline/system.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t scratch_buffer_size = 1 << 20;

Error cannot_write(const std::string& folder, int cause) {
  return {ErrorCode::cannot_write, std::string("cannot hold scratch data: ") + std::strerror(cause), folder, 0};
}

}  // namespace

Result<ScratchFile> ScratchFile::create(const std::string& folder) {
  const int descriptor = system::create_nameless(folder);
  if (descriptor < 0) return cannot_write(folder, errno);
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
  if (descriptor_ >= 0) system::close(descriptor_);
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
  const auto* const bytes = reinterpret_cast<const char*>(buffer_.data());
  if (failed_ == 0 && !system::write(descriptor_, {bytes, buffer_.size()})) failed_ = errno;
  buffer_.clear();
}

void ScratchFile::unmap() {
  if (mapped_ != nullptr) system::unmap(std::exchange(mapped_, nullptr), mapped_size_);
}

Result<std::span<const std::byte>> ScratchFile::map() {
  flush();
  if (failed_ != 0) return cannot_write(folder_, failed_);
  if (size_ == 0) return std::span<const std::byte>();
  if (mapped_ == nullptr) {
    void* const at = size_ > PTRDIFF_MAX ? nullptr : system::map(descriptor_, size_);
    if (at == nullptr) return cannot_write(folder_, size_ > PTRDIFF_MAX ? ENOMEM : errno);
    mapped_ = at;
    mapped_size_ = size_;
  }
  return std::span<const std::byte>(static_cast<const std::byte*>(mapped_), mapped_size_);
}

}  // namespace plumb::pipeline
