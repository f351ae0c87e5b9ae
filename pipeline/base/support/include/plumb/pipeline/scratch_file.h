// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// What does not fit the memory, kept in a file without a name, which is gone when the object or the process ends.
class ScratchFile {
 public:
  /// In a folder that exists. Errors: cannot_write.
  static Result<ScratchFile> create(const std::string& folder);
  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&&) = delete;
  ~ScratchFile();

  /// Appends; buffered. Returns where the bytes begin. A failure (a full disk) is kept and reported by map().
  std::uint64_t append(std::span<const std::byte> bytes);
  template <class T>
  std::uint64_t append_values(std::span<const T> values) {
    return append(std::as_bytes(values));
  }

  /// All bytes that were appended, mapped until more are or the object ends. Errors: cannot_write.
  Result<std::span<const std::byte>> map();

 private:
  ScratchFile(std::string folder, int descriptor) : folder_(std::move(folder)), descriptor_(descriptor) {}
  void flush();
  void unmap();

  std::string folder_;
  int descriptor_ = -1;
  int failed_ = 0;  // errno of the first failure
  std::uint64_t size_ = 0;
  std::vector<std::byte> buffer_;
  void* mapped_ = nullptr;
  std::size_t mapped_size_ = 0;
};

}  // namespace plumb::pipeline
