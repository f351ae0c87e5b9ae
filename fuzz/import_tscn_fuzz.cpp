// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of Godot's scenes as levels on arbitrary bytes.
#include "scene_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz_scene(data, size, "fuzz.tscn");
}
