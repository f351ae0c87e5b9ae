// SPDX-License-Identifier: GPL-3.0-or-later
#include "ply_header.h"

#include <algorithm>
#include <string>

#include "obj_text.h"
#include "stored_number.h"

namespace plumb::pipeline::ply {
namespace {

std::optional<Type> type_of(std::string_view word) {
  struct Name {
    std::string_view old_name, name;
  };
  static constexpr Name names[] = {{"char", "int8"}, {"uchar", "uint8"}, {"short", "int16"},   {"ushort", "uint16"},
                                   {"int", "int32"}, {"uint", "uint32"}, {"float", "float32"}, {"double", "float64"}};
  const auto found = std::find_if(std::begin(names), std::end(names),
                                  [&](const Name& n) { return word == n.old_name || word == n.name; });
  if (found == std::end(names)) return std::nullopt;
  return static_cast<Type>(found - std::begin(names));
}

Type read_type(std::string_view word) {
  if (const auto type = type_of(word)) return *type;
  throw Refused{ErrorCode::unsupported_format,
                obj::quote(word) + " is no PLY type; use one such as int, uchar, float or double"};
}

std::string_view read_name(TextLines& lines, const char* what) {
  const std::string_view name = lines.word();
  if (name.empty()) throw Refused{ErrorCode::syntax, std::string("this ") + what + " has no name; correct the header"};
  return name;
}

Property read_property(TextLines& lines) {
  Property p;
  std::string_view word = lines.word();
  if (word == "list") {
    p.list_count = read_type(lines.word());
    if (!is_integer(*p.list_count))
      throw Refused{ErrorCode::unsupported_format,
                    "the length of a list is no integer type; export it with uchar or int"};
    word = lines.word();
  }
  p.type = read_type(word);
  p.name = read_name(lines, "property");
  return p;
}

std::optional<std::endian> read_format(TextLines& lines) {
  const std::string_view format = lines.word(), version = lines.word();
  if (version != "1.0")
    throw Refused{ErrorCode::unsupported_format,
                  "PLY version " + obj::quote(version) + " is not read; export version 1.0"};
  if (format == "ascii") return std::nullopt;
  if (format == "binary_little_endian") return std::endian::little;
  if (format == "binary_big_endian") return std::endian::big;
  throw Refused{
      ErrorCode::unsupported_format,
      "PLY format " + obj::quote(format) + " is unknown; export ascii, binary_little_endian or binary_big_endian"};
}

}  // namespace

std::size_t bytes_of(Type t) {
  static constexpr std::size_t bytes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return bytes[static_cast<std::size_t>(t)];
}

double stored_value(Type t, const char* bytes, std::endian order) {
  switch (t) {
    case Type::int8: return stored<std::int8_t>(bytes, order);
    case Type::uint8: return stored<std::uint8_t>(bytes, order);
    case Type::int16: return stored<std::int16_t>(bytes, order);
    case Type::uint16: return stored<std::uint16_t>(bytes, order);
    case Type::int32: return stored<std::int32_t>(bytes, order);
    case Type::uint32: return stored<std::uint32_t>(bytes, order);
    case Type::float32: return static_cast<double>(stored<float>(bytes, order));
    case Type::float64: break;
  }
  return stored<double>(bytes, order);
}

Header read_header(TextLines& lines) {
  if (!lines.next() || lines.rest() != "ply")
    throw Refused{ErrorCode::syntax, "the first line is not 'ply'; this is no PLY file, or it is damaged"};
  Header header;
  bool format = false;
  for (;;) {
    if (!lines.next()) throw Refused{ErrorCode::syntax, "the file ends within the header; export it again"};
    const std::string_view keyword = lines.word();
    if (keyword == "comment" || keyword == "obj_info") continue;
    if (keyword == "end_header") break;
    if (keyword == "format") {
      if (format) throw Refused{ErrorCode::syntax, "a second format line; keep one"};
      header.binary = read_format(lines);
      format = true;
    } else if (keyword == "element") {
      const std::string_view name = read_name(lines, "element");
      header.elements.push_back({name, whole_number(lines.word(), ~std::uint64_t{0}, "the count of the element"), {}});
    } else if (keyword == "property") {
      if (header.elements.empty())
        throw Refused{ErrorCode::syntax, "a property before any element; correct the header"};
      header.elements.back().properties.push_back(read_property(lines));
    } else {
      throw Refused{ErrorCode::syntax,
                    obj::quote(keyword) + " is no PLY header keyword; correct it, or make the line a comment"};
    }
    if (const std::string_view more = lines.word(); !more.empty())
      throw Refused{ErrorCode::syntax, obj::quote(more) + " stands after the end of this line; correct the header"};
  }
  if (!format) throw Refused{ErrorCode::syntax, "the header has no format line; export it again"};
  return header;
}

}  // namespace plumb::pipeline::ply
