// SPDX-License-Identifier: GPL-3.0-or-later
// Polygon File Format, text and binary. Own code, since CGAL's reader (CGAL/IO/PLY.h) makes a float or double of every
// token, as the header says, which loses decimals and rounds floats twice, and reads no integer coordinates.
#include <algorithm>
#include <array>
#include <set>

#include "obj_text.h"
#include "ply_header.h"
#include "scene_builder.h"
#include "scene_readers.h"

namespace plumb::pipeline {
namespace {

using namespace ply;

// The records' numbers as they come: of a text one record a line, of binary data without gaps.
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
                    obj::quote(word) + " is more than the header's properties; give each record its own line"};
  }
  void end_data() {
    if (lines_.next()) throw Refused{ErrorCode::syntax, "there is more than the header counts; correct the counts"};
  }
  void skip(Type type) { take(type); }
  void coordinate(Type type, SceneBuilder& to) { to.numeral(take(type)); }
  std::uint64_t list_length(Type) { return whole_number(lines_.word(), 0xffffffff, "the length of the list"); }
  std::uint32_t index(Type, std::uint64_t vertices) { return vertex_index(lines_.word(), vertices); }

 private:
  std::string_view take(Type type) {
    const std::string_view word = lines_.word();
    if (word.empty())
      throw Refused{ErrorCode::syntax, "this record has fewer numbers than the header's properties; correct the line"};
    if (is_integer(type) && word.find_first_of(".eE") != word.npos)
      throw Refused{ErrorCode::bad_number,
                    obj::quote(word) + " is no whole number, as the header's type says; correct one of them"};
    check_numeral(word, "property");
    return word;
  }
  TextLines& lines_;
};

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
  void coordinate(Type type, SceneBuilder& to) { to.value(number(type)); }
  std::uint64_t list_length(Type type) {
    const double n = number(type);
    if (n < 0) throw Refused{ErrorCode::syntax, "a list of negative length; export the file again"};
    return static_cast<std::uint64_t>(n);
  }
  std::uint32_t index(Type type, std::uint64_t vertices) {
    return vertex_index(static_cast<std::int64_t>(number(type)), vertices);
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
        throw Refused{ErrorCode::syntax, "two elements are named " + obj::quote(e.name) + "; correct the header"};
      if (e.name == "vertex") check_vertex(e);
      else if (e.name == "face") check_face(e);
      else if (e.name == "tristrips" && e.count > 0)
        throw Refused{ErrorCode::unsupported_format, "triangle strips are not read; export faces"};
    }
  }

  template <class Source>
  void read(Source source) {
    for (const Element& e : header_.elements) {
      if (e.properties.empty()) continue;  // records without any bytes
      for (std::uint64_t i = 0; i < e.count; ++i)
        with_record(e.name, i, [&] {
          source.begin_record();
          if (e.name == "vertex") read_vertex(e, source);
          else if (e.name == "face") read_face(e, source);
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
    std::size_t next = 0;
    for (const Property& p : e.properties) {
      const bool axis = std::find(axes.begin(), axes.end(), p.name) != axes.end();
      if (axis && p.name != axes[next++])
        throw Refused{ErrorCode::unsupported_format,
                      "the properties x, y and z come in another order; export them in this one"};
      is_axis_.push_back(axis);
    }
  }

  void check_face(const Element& e) {
    if (std::count_if(e.properties.begin(), e.properties.end(), is_corners) != 1)
      throw Refused{ErrorCode::unsupported_format,
                    "the faces have not one property vertex_indices (or vertex_index); export it"};
    for (const Property& p : e.properties)
      if (is_corners(p) && (!p.list_count || !is_integer(p.type)))
        throw Refused{ErrorCode::unsupported_format,
                      obj::quote(p.name) + " is no list of an integer type; export it so"};
  }

  template <class Source>
  void skip(const Property& p, Source& source) {
    for (std::uint64_t n = p.list_count ? source.list_length(*p.list_count) : 1; n > 0; --n) source.skip(p.type);
  }

  template <class Source>
  void read_vertex(const Element& e, Source& source) {
    for (std::size_t i = 0; i < e.properties.size(); ++i) {
      if (is_axis_[i]) source.coordinate(e.properties[i].type, builder_);
      else skip(e.properties[i], source);
    }
  }

  template <class Source>
  void read_face(const Element& e, Source& source) {
    for (const Property& p : e.properties) {
      if (!is_corners(p)) {
        skip(p, source);
        continue;
      }
      const std::uint64_t corners = source.list_length(*p.list_count);
      for (std::uint64_t i = 0; i < corners; ++i) builder_.corner(source.index(p.type, vertices_));
      builder_.end_face();
    }
  }

  const Header& header_;
  SceneBuilder& builder_;
  std::uint64_t vertices_ = 0;
  std::vector<bool> is_axis_;  // per vertex property
};

}  // namespace

Scene read_ply(std::string_view bytes, const std::string& name, const ImportOptions& options) {
  if (bytes.empty()) throw Refused{ErrorCode::no_face, "the file is empty; export the level again"};
  TextLines lines(bytes, false);
  const Header header = with_line(lines, [&] { return ply::read_header(lines); });
  SceneBuilder builder(name, options, header.binary ? SceneBuilder::Source::binary : SceneBuilder::Source::text);
  PlyReader reader(header, builder);
  if (header.binary) reader.read(BinarySource(lines.remaining(), *header.binary));
  else with_line(lines, [&] { reader.read(TextSource(lines)); });
  return builder.build();
}

}  // namespace plumb::pipeline
