// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of flat maps on arbitrary bytes: what it takes is a valid map, whose triangulation is valid too.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "plumb/pipeline/read_map.h"
#include "plumb/plan/plan_triangulation.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;  // arrangements of much more take their time
  const int file = ::memfd_create("map", 0);
  require(file >= 0, "there is a file in memory");
  require(::write(file, data, size) == static_cast<ssize_t>(size), "the file takes its bytes");
  const std::string name = "/proc/self/fd/" + std::to_string(file);
  (void)plumb::pipeline::is_map_file(name);
  if (const auto map = plumb::pipeline::read_map({name, {}, {}})) {
    require(plumb::plan::is_valid(*map), "a map that was read is valid");
    const auto t = plumb::plan::triangulate(*map, plumb::plan::KeptSegments::obstacles_and_borders);
    require(plumb::plan::is_valid(t), "its triangulation is valid");
  }
  ::close(file);
  return 0;
}
