// SPDX-License-Identifier: GPL-3.0-or-later
// Stereolithography, text and binary. Own code, since CGAL's reader (CGAL/IO/STL.h) makes a double of every token,
// which loses decimals and rounds floats twice, and ends a damaged file where the damage is without a word.
#include <algorithm>
#include <cctype>

#include "file_content.h"
#include "scene_builder.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t head_bytes = 84, facet_bytes = 50;

bool same_word(std::string_view word, std::string_view keyword) {
  return std::equal(word.begin(), word.end(), keyword.begin(), keyword.end(),
                    [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

// 80 bytes of no meaning, the count of triangles, and for each its normal, its corners and two bytes. The
// normal says nothing that the order of the corners does not.
Scene read_binary(std::string_view bytes, const std::string& name, const ImportOptions& options) {
  SceneBuilder builder(name, options, SceneBuilder::Source::binary);
  for (std::size_t at = head_bytes; at < bytes.size(); at += facet_bytes)
    with_record("triangle", builder.faces(), [&] {
      for (std::size_t i = 0; i < 9; ++i)
        builder.value(static_cast<double>(stored<float>(bytes.data() + at + 12 + 4 * i)));
      builder.triangle_of_last_vertices();
    });
  return builder.build();
}

class StlTextReader {
 public:
  StlTextReader(std::string_view text, const std::string& name, const ImportOptions& options)
      : lines_(text, false), builder_(name, options, SceneBuilder::Source::text) {}

  Scene read() {
    return with_line(lines_, [&] {
      while (lines_.next()) {
        expect(lines_.word(), "solid");
        builder_.names(lines_.rest(), {}, {});
        for (std::string_view word = next_word(); !same_word(word, "endsolid"); word = next_word()) read_facet(word);
        lines_.rest();  // the name once more
      }
      return builder_.build();
    });
  }

 private:
  // The next word, on whatever line.
  std::string_view next_word() {
    for (;;) {
      if (const std::string_view word = lines_.word(); !word.empty()) return word;
      if (!lines_.next())
        throw Refused{ErrorCode::syntax, "the file ends within a solid; it is cut off, export it again"};
    }
  }

  static void expect(std::string_view word, std::string_view keyword) {
    if (!same_word(word, keyword))
      throw Refused{ErrorCode::syntax, in_quotes(word) + " stands where '" + std::string(keyword) +
                                           "' should be; correct it, or export the file again"};
  }

  void read_facet(std::string_view word) {
    expect(word, "facet");
    expect(next_word(), "normal");
    for (int i = 0; i < 3; ++i) next_word();  // not judged: some programs write nan for triangles without area
    expect(next_word(), "outer");
    expect(next_word(), "loop");
    for (int corner = 0; corner < 3; ++corner) {
      expect(next_word(), "vertex");
      for (int i = 0; i < 3; ++i) builder_.numeral(next_word());
    }
    expect(next_word(), "endloop");
    expect(next_word(), "endfacet");
    builder_.triangle_of_last_vertices();
  }

  TextLines lines_;
  SceneBuilder builder_;
};

}  // namespace

// A binary file may begin with "solid" too, so its length decides, and no text has the length of a binary file.
Scene read_stl(std::string_view bytes, const std::string& name, const ImportOptions& options) {
  if (bytes.empty()) throw Refused{ErrorCode::no_face, "the file is empty; export the level again"};
  if (bytes.size() >= head_bytes) {
    const std::uint64_t triangles = stored<std::uint32_t>(bytes.data() + 80);
    if (bytes.size() == head_bytes + facet_bytes * triangles) return read_binary(bytes, name, options);
    if (bytes.find('\0') != bytes.npos)
      throw Refused{ErrorCode::syntax, "as binary STL of " + std::to_string(triangles) + " triangles it would have " +
                                           std::to_string(head_bytes + facet_bytes * triangles) + " bytes, not " +
                                           std::to_string(bytes.size()) + "; export it again"};
  }
  return StlTextReader(bytes, name, options).read();
}

}  // namespace plumb::pipeline
