// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of Polyanya's meshes.
#include <cstddef>
#include <cstdint>

#include "foreign_mesh_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 16384) return 0;
  read_foreign_mesh_bytes({reinterpret_cast<const char*>(data), size}, "mesh.mesh");
  return 0;
}
