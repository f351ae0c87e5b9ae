// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// A regular file's bytes, mapped read-only for as long as the object lives.
class MappedFile {
 public:
  /// Error (cannot_open): missing, unreadable, a directory, a pipe or device.
  static Result<MappedFile> open(const std::string& path);
  MappedFile(MappedFile&& o) noexcept : data_(o.data_), size_(o.size_) { o.data_ = nullptr; }
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  std::string_view text() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, std::size_t size) : data_(data), size_(size) {}
  void* data_;  // null for an empty file
  std::size_t size_;
};

}  // namespace plumb::pipeline
