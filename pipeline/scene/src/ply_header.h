// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "text_lines.h"

namespace plumb::pipeline::ply {

enum class Type : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

inline bool is_integer(Type t) { return t < Type::float32; }
std::size_t bytes_of(Type t);

/// The number stored at `bytes`: every type fits a double.
double stored_value(Type t, const char* bytes, std::endian order);

struct Property {
  std::string_view name;
  Type type;                       ///< of each entry, if it is a list
  std::optional<Type> list_count;  ///< set for lists; an integer type
};

struct Element {
  std::string_view name;
  std::uint64_t count;
  std::vector<Property> properties;
};

struct Header {
  std::optional<std::endian> binary;  ///< the byte order; none: text
  std::vector<Element> elements;      ///< in the order of the data
};

/// From "ply" to "end_header"; `lines` then stand at its line. Throws Refused.
Header read_header(TextLines& lines);

}  // namespace plumb::pipeline::ply
