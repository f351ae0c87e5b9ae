// SPDX-License-Identifier: GPL-3.0-or-later
// The STL reader on arbitrary bytes.
#include "scene_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz_scene(data, size, "fuzz.stl");
}
