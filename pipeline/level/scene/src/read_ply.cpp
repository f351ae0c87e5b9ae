// SPDX-License-Identifier: GPL-3.0-or-later
// Polygon File Format (PLY), text and binary, as a scene. The header says which elements follow, with which properties
// in which types; all readers of the data are made of that.
//
// 1. read_header() reads the header, up to "end_header".
// 2. The constructor of PlyReader checks that vertices have x, y and z, and that faces and tristrips have one list of
//    vertex indices; all other elements and properties are skipped.
// 3. read() walks over the elements in the order of the header: read_vertex(), read_face(), and read_strip(), which
//    makes triangles of strips. It is a template on the source of numbers: TextSource has one record a line,
//    BinarySource bytes without gaps, in either byte order.
// 4. SceneBuilder converts numbers, checks limits and makes the scene.
//
// Cost: linear in the file; memory as the scene. Counts of the header reserve nothing, so a false one costs no memory.
// Exact: a coordinate is rounded at most once, from the text or from the number stored.
// Source: the format is Turk's (1994). Own code, since CGAL's reader (CGAL/IO/PLY.h) makes a float or double of every
// token, as the header says, which loses decimals and rounds floats twice, and reads no integer coordinates.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "file_content.h"
#include "scene_builder.h"

namespace plumb::pipeline {
namespace ply {
namespace {

enum class Type : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

bool is_integer(Type t) { return t < Type::float32; }

std::size_t bytes_of(Type t) {
  static constexpr std::size_t bytes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return bytes[static_cast<std::size_t>(t)];
}

// The number stored at `bytes`: every type fits a double.
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

struct Property {
  std::string_view name;
  Type type;                       // of each entry, if it is a list
  std::optional<Type> list_count;  // set for lists; an integer type
};

struct Element {
  std::string_view name;
  std::uint64_t count;
  std::vector<Property> properties;
};

struct Header {
  std::optional<std::endian> binary;  // the byte order; none: text
  std::vector<Element> elements;      // in the order of the data
};

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
                in_quotes(word) + " is no PLY type; use one such as int, uchar, float or double"};
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
                  "PLY version " + in_quotes(version) + " is not read; export version 1.0"};
  if (format == "ascii") return std::nullopt;
  if (format == "binary_little_endian") return std::endian::little;
  if (format == "binary_big_endian") return std::endian::big;
  throw Refused{
      ErrorCode::unsupported_format,
      "PLY format " + in_quotes(format) + " is unknown; export ascii, binary_little_endian or binary_big_endian"};
}

using namespace ply;

// From "ply" to "end_header"; `lines` then stand at its line. Throws Refused.
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
                    in_quotes(keyword) + " is no PLY header keyword; correct it, or make the line a comment"};
    }
    if (const std::string_view more = lines.word(); !more.empty())
      throw Refused{ErrorCode::syntax, in_quotes(more) + " stands after the end of this line; correct the header"};
  }
  if (!format) throw Refused{ErrorCode::syntax, "the header has no format line; export it again"};
  return header;
}

// The numbers of a text, one record a line.
class TextSource {
 public:
  explicit TextSource(TextLines& lines) : lines_(lines) {}
  void begin_record() {
    if (!lines_.next())
      throw Refused{ErrorCode::syntax, "the file ends before all that the header counts; export it again"};
  }
  void end_record() {
    if (const std::string_view word = lines_.word(); !word.empty())
      throw Refused{ErrorCode::syntax,
                    in_quotes(word) + " is more than the header's properties; give each record its own line"};
  }
  void end_data() {
    if (lines_.next()) throw Refused{ErrorCode::syntax, "there is more than the header counts; correct the counts"};
  }
  void skip(Type type) { take(type); }
  using Coordinate = std::string_view;
  Coordinate coordinate(Type type) { return take(type); }
  static void put(Coordinate c, SceneBuilder& to) { to.numeral(c); }
  std::uint64_t list_length(Type) { return whole_number(lines_.word(), 0xffffffff, "the length of the list"); }
  std::uint32_t index(Type, std::uint64_t vertices) { return vertex_index(lines_.word(), vertices); }
  std::optional<std::uint32_t> index_or_end(Type, std::uint64_t vertices) {
    const std::string_view word = lines_.word();
    if (word == "-1") return std::nullopt;
    return vertex_index(word, vertices);
  }

 private:
  std::string_view take(Type type) {
    const std::string_view word = lines_.word();
    if (word.empty())
      throw Refused{ErrorCode::syntax, "this record has fewer numbers than the header's properties; correct the line"};
    if (is_integer(type) && word.find_first_of(".eE") != word.npos)
      throw Refused{ErrorCode::bad_number,
                    in_quotes(word) + " is no whole number, as the header's type says; correct one of them"};
    check_numeral(word, "property");
    return word;
  }
  TextLines& lines_;
};

// The numbers of binary data, without gaps.
class BinarySource {
 public:
  BinarySource(std::string_view data, std::endian order) : data_(data), order_(order) {}
  void begin_record() {}
  void end_record() {}
  void end_data() {
    if (!data_.empty())
      throw Refused{ErrorCode::syntax,
                    std::to_string(data_.size()) + " bytes follow what the header counts; correct the header"};
  }
  void skip(Type type) { take(type); }
  using Coordinate = double;
  Coordinate coordinate(Type type) { return number(type); }
  static void put(Coordinate c, SceneBuilder& to) { to.value(c); }
  std::uint64_t list_length(Type type) {
    const double n = number(type);
    if (n < 0) throw Refused{ErrorCode::syntax, "a list of negative length; export the file again"};
    return static_cast<std::uint64_t>(n);
  }
  std::uint32_t index(Type type, std::uint64_t vertices) {
    return vertex_index(static_cast<std::int64_t>(number(type)), vertices);
  }
  std::optional<std::uint32_t> index_or_end(Type type, std::uint64_t vertices) {
    const auto n = static_cast<std::int64_t>(number(type));
    if (n == -1) return std::nullopt;
    return vertex_index(n, vertices);
  }

 private:
  const char* take(Type type) {
    const std::size_t size = bytes_of(type);
    if (data_.size() < size)
      throw Refused{ErrorCode::syntax, "the file ends before all that the header counts; export it again"};
    const char* at = data_.data();
    data_.remove_prefix(size);
    return at;
  }
  double number(Type type) { return stored_value(type, take(type), order_); }
  std::string_view data_;
  std::endian order_;
};

class PlyReader {
 public:
  PlyReader(const Header& header, SceneBuilder& builder) : header_(header), builder_(builder) {
    std::set<std::string_view> names;
    for (const Element& e : header.elements) {
      if (!names.insert(e.name).second)
        throw Refused{ErrorCode::syntax, "two elements are named " + in_quotes(e.name) + "; correct the header"};
      if (e.name == "vertex") check_vertex(e);
      else if (e.name == "face") check_corners(e, "faces");
      else if (e.name == "tristrips") check_corners(e, "triangle strips");
    }
  }

  template <class Source>
  void read(Source source) {
    for (const Element& e : header_.elements) {
      if (e.properties.empty()) continue;  // its records have no bytes
      for (std::uint64_t i = 0; i < e.count; ++i)
        with_record(e.name, i, [&] {
          source.begin_record();
          if (e.name == "vertex") read_vertex(e, source);
          else if (e.name == "face") read_corners(e, source, &PlyReader::read_face<Source>);
          else if (e.name == "tristrips") read_corners(e, source, &PlyReader::read_strip<Source>);
          else
            for (const Property& p : e.properties) skip(p, source);
          source.end_record();
        });
    }
    source.end_data();
  }

 private:
  static constexpr std::array axes{"x", "y", "z"};
  static bool is_corners(const Property& p) { return p.name == "vertex_indices" || p.name == "vertex_index"; }

  void check_vertex(const Element& e) {
    vertices_ = e.count;
    for (const char* axis : axes) {
      const auto named = [&](const Property& p) { return p.name == axis; };
      const auto found = std::find_if(e.properties.begin(), e.properties.end(), named);
      if (found == e.properties.end() || found->list_count || std::count_if(found, e.properties.end(), named) != 1)
        throw Refused{ErrorCode::missing_coordinate, "the vertices have not one property '" + std::string(axis) +
                                                         "', a number; give each vertex x, y and z"};
    }
    for (const Property& p : e.properties)
      axis_.push_back(static_cast<std::size_t>(std::find(axes.begin(), axes.end(), p.name) - axes.begin()));
  }

  void check_corners(const Element& e, const char* what) {
    if (std::count_if(e.properties.begin(), e.properties.end(), is_corners) != 1)
      throw Refused{ErrorCode::unsupported_format,
                    std::string("the ") + what + " have not one property vertex_indices (or vertex_index); export it"};
    for (const Property& p : e.properties)
      if (is_corners(p) && (!p.list_count || !is_integer(p.type)))
        throw Refused{ErrorCode::unsupported_format,
                      in_quotes(p.name) + " is no list of an integer type; export it so"};
  }

  template <class Source>
  void skip(const Property& p, Source& source) {
    for (std::uint64_t n = p.list_count ? source.list_length(*p.list_count) : 1; n > 0; --n) source.skip(p.type);
  }

  // x, y and z may come in any order, with others between them.
  template <class Source>
  void read_vertex(const Element& e, Source& source) {
    typename Source::Coordinate xyz[3];
    for (std::size_t i = 0; i < e.properties.size(); ++i) {
      if (axis_[i] < axes.size()) xyz[axis_[i]] = source.coordinate(e.properties[i].type);
      else skip(e.properties[i], source);
    }
    for (const auto c : xyz) Source::put(c, builder_);
  }

  template <class Source>
  void read_corners(const Element& e, Source& source, void (PlyReader::*read)(Type, std::uint64_t, Source&)) {
    for (const Property& p : e.properties) {
      if (!is_corners(p)) skip(p, source);
      else (this->*read)(p.type, source.list_length(*p.list_count), source);
    }
  }

  template <class Source>
  void read_face(Type type, std::uint64_t corners, Source& source) {
    for (std::uint64_t i = 0; i < corners; ++i) builder_.corner(source.index(type, vertices_));
    builder_.end_face();
  }

  // Each index makes a triangle with the two before it. Every other triangle is reversed, so that all face the same
  // way. The index -1 ends a strip.
  template <class Source>
  void read_strip(Type type, std::uint64_t indices, Source& source) {
    std::array<std::uint32_t, 3> last{};
    for (std::uint64_t i = 0, in_strip = 0; i < indices; ++i) {
      const auto index = source.index_or_end(type, vertices_);
      if (!index) {
        in_strip = 0;
        continue;
      }
      last = {last[1], last[2], *index};
      if (++in_strip < 3) continue;
      const bool turned = in_strip % 2 == 0;
      for (const std::size_t k : {turned ? 1u : 0u, turned ? 0u : 1u, 2u}) builder_.corner(last[k]);
      builder_.end_face();
    }
  }

  const Header& header_;
  SceneBuilder& builder_;
  std::uint64_t vertices_ = 0;
  std::vector<std::size_t> axis_;  // by property of a vertex: its axis, or the number of axes if it is none
};

// The character that ends the lines of the header: Rhino writes a CR alone.
char line_end(std::string_view bytes) {
  const auto first = bytes.find_first_of("\r\n");
  return first != bytes.npos && bytes[first] == '\r' && bytes.substr(first + 1, 1) != "\n" ? '\r' : '\n';
}

}  // namespace
}  // namespace ply

Scene read_ply(std::string_view bytes, const std::string& name, const ImportOptions& options) {
  if (bytes.empty()) throw Refused{ErrorCode::no_face, "the file is empty; export the level again"};
  using namespace ply;
  TextLines lines(bytes, false, line_end(bytes));
  const Header header = with_line(lines, [&] { return read_header(lines); });
  SceneBuilder builder(name, options, header.binary ? SceneBuilder::Source::binary : SceneBuilder::Source::text);
  PlyReader reader(header, builder);
  if (header.binary) reader.read(BinarySource(lines.remaining(), *header.binary));
  else with_line(lines, [&] { reader.read(TextSource(lines)); });
  return builder.build();
}

}  // namespace plumb::pipeline
