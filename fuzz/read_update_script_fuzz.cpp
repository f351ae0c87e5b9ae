// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of scripts of updates on arbitrary bytes: it refuses them in one line, or reads the same entries twice,
// each with what its kind needs.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "plumb/pipeline/update_script.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb::pipeline;
  // A script may name files to read, of which some never end.
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (size > 4096 || text.find("file") != text.npos) return 0;
  const int file = ::memfd_create("script", 0);
  require(file >= 0, "there is a file in memory");
  require(::write(file, data, size) == static_cast<ssize_t>(size), "the file takes its bytes");
  const std::string name = "/proc/self/fd/" + std::to_string(file);
  ImportOptions options;
  options.up = size % 2 ? UpAxis::y : UpAxis::z;
  options.max_vertices = options.max_corners = 1u << 16;
  const auto script = read_update_script(name, options), again = read_update_script(name, options);
  require(bool(script) == bool(again), "the outcome does not change");
  if (!script) {
    require(script.error().text() == again.error().text(), "the error does not change");
    require(script.error().message.find('\n') == std::string::npos, "an error is one line");
  } else {
    require(script->size() == again->size(), "the entries do not change");
    for (const UpdateEntry& entry : *script) {
      const bool has_number = entry.kind != UpdateEntry::Kind::update && entry.kind != UpdateEntry::Kind::prepare &&
                              entry.kind != UpdateEntry::Kind::obstacle;
      require((entry.id != 0) == has_number, "an entry has a number where its kind needs one");
      require(entry.obstacle.has_value() == (entry.kind == UpdateEntry::Kind::obstacle), "obstacles have a scene");
      if (entry.obstacle) require(is_valid(*entry.obstacle), "an obstacle is a valid scene");
    }
  }
  ::close(file);
  return 0;
}
