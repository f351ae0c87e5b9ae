// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/files.h"
#include "read/readers.h"

namespace plumb::pipeline {

// By its first bytes, or as a map of TrinityCore, which begins with none of its own.
bool is_detour_mesh(std::string_view bytes, const std::string& name) {
  if (extension_of(name) == ".mmap") return true;
  for (const std::string_view magic : {"TESM", "VAND", "TEST", "MSET", "DNAV", "TSET", "PAMM"})
    if (bytes.starts_with(magic)) return true;
  return false;
}

}  // namespace plumb::pipeline
