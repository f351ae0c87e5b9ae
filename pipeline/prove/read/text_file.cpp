// SPDX-License-Identifier: LGPL-3.0-or-later
#include "read/text_file.h"

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>

#include "base/system.h"
#include "base/verdict.h"
#include "sha256.h"

namespace plumb::checker {
namespace {

std::string reason() { return std::generic_category().message(errno); }

}  // namespace

// Pipes and devices may have no end.
TextFile::TextFile(const std::string& path) {
  using system::Kind;
  const Kind kind = system::kind_of(path);
  if (kind == Kind::folder) throw Refused("is a directory; name a file in it");
  if (kind == Kind::other) throw Refused("is no regular file; save its content to a file and name that");
  file_ = system::open_to_read(path);
  if (file_ < 0) throw Refused("cannot open: " + reason() + "; check the path and its permissions");
  if (system::size_of(file_, size_)) return;
  const std::string why = reason();
  system::close(file_);
  throw Refused("cannot read: " + why + "; check the file");
}

TextFile::~TextFile() { system::close(file_); }

void TextFile::append(std::string& out, std::uint64_t place, std::size_t count) const {
  const std::size_t before = out.size();
  const std::uint64_t end = std::min<std::uint64_t>(size_, place + count);
  if (place >= end) return;
  out.resize(before + static_cast<std::size_t>(end - place));
  for (char* to = out.data() + before; place < end;) {
    const std::int64_t n = system::read_at(file_, place, to, static_cast<std::size_t>(end - place));
    if (n < 0) throw Refused("cannot read: " + reason() + "; check the file");
    if (n == 0) throw Refused("got shorter while it was read; check it when nobody writes it");
    to += n;
    place += static_cast<std::uint64_t>(n);
  }
}

std::string TextFile::text() const {
  std::string out;
  if (size_ > out.max_size()) throw std::bad_alloc();
  append(out, 0, static_cast<std::size_t>(size_));
  return out;
}

std::string TextFile::sha256() const {
  Sha256 digest;
  std::string block;
  for (std::uint64_t place = 0; place < size_; place += block.size()) {
    block.clear();
    append(block, place, usual_block);
    digest.add(block);
  }
  return digest.hex();
}

std::streambuf::int_type FileStream::underflow() {
  block_.clear();
  file_.append(block_, place_, TextFile::usual_block);
  place_ += block_.size();
  setg(block_.data(), block_.data(), block_.data() + block_.size());
  using Traits = std::char_traits<char>;
  return block_.empty() ? Traits::eof() : Traits::to_int_type(block_[0]);
}

}  // namespace plumb::checker
