// SPDX-License-Identifier: GPL-3.0-or-later
// A file of 5 GiB, all of it a hole but its end: it is written, measured, mapped and read as what it is, and not as
// what is left of its size in 32 bits.
#include <io.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "plumb/pipeline/system.h"
#include "read/text_file.h"

namespace {

namespace system_calls = plumb::pipeline::system;

int failures = 0;

void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  ++failures;
}

}  // namespace

int main(int, char**) {
  constexpr std::int64_t hole = std::int64_t{5} << 30;
  constexpr std::string_view end = "the end";
  constexpr std::uint64_t size = hole + end.size();
  const std::string path = "large \u00e4.bin";
  const int file = system_calls::create_new(path);
  check(file >= 0, "the file is made");
  check(::_lseeki64(file, hole, SEEK_SET) == hole, "its end is found");
  check(system_calls::write(file, end), "its end is written");
  check(system_calls::facts_of(file).size == size, "its size");
  check(system_calls::close(file), "it is closed");
  const int again = system_calls::open_to_read(path);
  check(system_calls::facts_of(again).size == size, "its size when it is read");
  if (const void* const bytes = system_calls::map(again, size)) {
    check(std::string_view(static_cast<const char*>(bytes) + hole, end.size()) == end, "its end in a mapping");
    system_calls::unmap(const_cast<void*>(bytes), size);
  } else {
    check(false, "it is mapped");
  }
  system_calls::close(again);
  {
    const plumb::checker::TextFile text(path);
    std::string read;
    text.append(read, hole, 100);
    check(text.size() == size, "the checker's size");
    check(read == end, "the checker's end");
  }
  system_calls::remove_file(path.c_str());
  return failures == 0 ? 0 : 1;
}
