// SPDX-License-Identifier: GPL-3.0-or-later
// Object File Format. Own code, since CGAL's reader (CGAL/IO/OFF.h) makes a double of every token, which loses decimals
// and rounds floats twice, and takes what does not fit the counts without a word.
#include "file_content.h"
#include "scene_builder.h"

namespace plumb::pipeline {
namespace {

// What each vertex has besides x, y and z, by the letters before OFF.
struct Variant {
  bool normal = false, colour = false, texture = false;
};

Variant read_header(std::string_view word) {
  Variant v;
  std::string_view letters = word;
  const auto take = [&](std::string_view prefix) {
    const bool there = letters.starts_with(prefix);
    if (there) letters.remove_prefix(prefix.size());
    return there;
  };
  v.texture = take("ST");
  v.colour = take("C");
  v.normal = take("N");
  if (letters == "4OFF" || letters == "nOFF" || letters == "4nOFF")
    throw Refused{ErrorCode::unsupported_format,
                  in_quotes(word) + " has points of another dimension; export it with three coordinates"};
  if (letters != "OFF")
    throw Refused{ErrorCode::syntax, in_quotes(word.substr(0, 64)) +
                                         " is no OFF header; begin the file with a line OFF (or COFF, NOFF, STOFF)"};
  return v;
}

class OffReader {
 public:
  OffReader(std::string_view text, const std::string& name, const ImportOptions& options)
      : lines_(text, true), builder_(name, options, SceneBuilder::Source::text) {}

  Scene read() {
    return with_line(lines_, [&] {
      if (!lines_.next()) throw Refused{ErrorCode::no_face, "the file is empty; export the level again"};
      const Variant variant = read_header(lines_.word());
      std::string_view word = lines_.word();
      if (word == "BINARY") throw Refused{ErrorCode::unsupported_format, "binary OFF is not read; export it as text"};
      if (word.empty()) {
        need_line("the counts of vertices, faces and edges");
        word = lines_.word();
      }
      const std::uint64_t vertices = whole_number(word, 0xffffffff, "the count of vertices");
      const std::uint64_t faces = whole_number(lines_.word(), 0xffffffff, "the count of faces");
      whole_number(lines_.word(), ~std::uint64_t{0}, "the count of edges");
      end_line("three counts");
      for (std::uint64_t i = 0; i < vertices; ++i) {
        need_line("vertex " + std::to_string(i) + " of " + std::to_string(vertices));
        read_vertex(variant);
      }
      for (std::uint64_t i = 0; i < faces; ++i) {
        need_line("face " + std::to_string(i) + " of " + std::to_string(faces));
        read_face();
      }
      if (lines_.next())
        throw Refused{ErrorCode::syntax, "there is more than the " + std::to_string(vertices) + " vertices and " +
                                             std::to_string(faces) + " faces that the counts name; correct the counts"};
      return builder_.build();
    });
  }

 private:
  void need_line(const std::string& what) {
    if (!lines_.next())
      throw Refused{ErrorCode::syntax,
                    "the file ends where " + what + " should be; correct the counts, or export it again"};
  }

  void end_line(const char* what) {
    if (const std::string_view word = lines_.word(); !word.empty())
      throw Refused{ErrorCode::syntax, in_quotes(word) + " after the " + what + "; give each record its own line"};
  }

  // Numbers up to the end of the line.
  int read_extras(const char* what) {
    int n = 0;
    for (std::string_view word = lines_.word(); !word.empty(); word = lines_.word(), ++n) check_numeral(word, what);
    return n;
  }

  void read_vertex(const Variant& v) {
    for (int i = 0; i < 3; ++i) {
      const std::string_view word = lines_.word();
      if (word.empty())
        throw Refused{ErrorCode::missing_coordinate,
                      "this vertex has " + std::to_string(i) + " of three coordinates; give it x, y and z"};
      builder_.numeral(word);
    }
    // A colour is a number in a table, three or four components, or left out.
    const int extras = read_extras("normal, colour or texture entry") - (v.normal ? 3 : 0) - (v.texture ? 2 : 0);
    if (extras == 0 || (v.colour && (extras == 1 || extras == 3 || extras == 4))) return;
    throw Refused{
        ErrorCode::syntax,
        "this vertex has more or fewer entries than the header tells; write COFF for colours, NOFF for normals, "
        "STOFF for texture coordinates, and one vertex a line"};
  }

  void read_face() {
    const std::uint64_t corners = whole_number(lines_.word(), 0xffffffff, "the count of corners");
    for (std::uint64_t i = 0; i < corners; ++i) builder_.corner(vertex_index(lines_.word(), builder_.vertices()));
    builder_.end_face();
    const int extras = read_extras("colour entry");
    if (extras != 0 && extras != 1 && extras != 3 && extras != 4)
      throw Refused{ErrorCode::syntax, "this face has " + std::to_string(extras) +
                                           " entries after its corners, no colour; correct its count of corners"};
  }

  TextLines lines_;
  SceneBuilder builder_;
};

}  // namespace

Scene read_off(std::string_view text, const std::string& name, const ImportOptions& options) {
  return OffReader(text, name, options).read();
}

}  // namespace plumb::pipeline
