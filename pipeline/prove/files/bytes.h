// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstring>
#include <string_view>

#include "base/verdict.h"

namespace plumb::checker {

/// The bytes of a value, as this machine has them, from a place on. Throws Refused where the file ends before.
template <class T>
T value_at(std::string_view bytes, std::size_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) throw Refused("the file is cut off");
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

}  // namespace plumb::checker
