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
  StlTextReader(std::string_view text, const std::string& name, const ImportOptions& options, LeaveOut& leave_out)
      : lines_(text, false), builder_(name, options, SceneBuilder::Source::text), leave_out_(leave_out) {}

  Scene read() {
    return with_line(lines_, [&] {
      while (has_word()) {
        expect(lines_.word(), "solid");
        const std::string_view name = lines_.rest_before(is_end_of_name);
        builder_.names(name, {}, {});
        const bool left_out = leave_out_.takes({name});
        for (std::string_view word = next_word(); !ends_solid(word); word = next_word()) read_facet(word, left_out);
        lines_.rest_before(begins_solid);  // the name once more
      }
      return builder_.build();
    });
  }

 private:
  // A name ends with its line, but all may stand in one: at the first facet then, or at the end of a solid without any.
  static bool is_end_of_name(std::string_view rest) {
    return same_word(first_word(rest), "endsolid") ||
           (same_word(first_word(rest), "facet") && same_word(second_word(rest), "normal"));
  }
  static bool begins_solid(std::string_view rest) {
    if (!same_word(first_word(rest), "solid")) return false;
    constexpr int most_words = 64;  // of a name, so that a line is not walked again and again
    for (int i = 0; i < most_words && !rest.empty(); ++i, rest = behind_word(rest))
      if (is_end_of_name(rest)) return true;
    return false;
  }
  // Older versions of assimp write the name right behind the word.
  static bool ends_solid(std::string_view word) {
    constexpr std::string_view end = "endsolid";
    return same_word(word.substr(0, end.size()), end);
  }

  // Whether there is another word, on whatever line.
  bool has_word() {
    while (lines_.at_line_end())
      if (!lines_.next()) return false;
    return true;
  }
  std::string_view next_word() {
    if (!has_word()) throw Refused{ErrorCode::syntax, "the file ends within a solid; it is cut off, export it again"};
    return lines_.word();
  }

  static void expect(std::string_view word, std::string_view keyword) {
    if (!same_word(word, keyword))
      throw Refused{ErrorCode::syntax, in_quotes(word) + " stands where '" + std::string(keyword) +
                                           "' should be; correct it, or export the file again"};
  }

  void read_facet(std::string_view word, bool left_out) {
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
    if (!left_out) builder_.triangle_of_last_vertices();
  }

  TextLines lines_;
  SceneBuilder builder_;
  LeaveOut& leave_out_;
};

}  // namespace

// A binary file may begin with "solid" too, so its length decides, and no text has the length of a binary file.
Scene read_stl(std::string_view bytes, const std::string& name, const ImportOptions& options, LeaveOut& leave_out) {
  if (bytes.empty()) throw Refused{ErrorCode::no_face, "the file is empty; export the level again"};
  // Some programs fill the end of a text with zeros.
  const std::string_view text = bytes.substr(0, bytes.find_last_not_of('\0') + 1);
  if (bytes.size() >= head_bytes) {
    const std::uint64_t triangles = stored<std::uint32_t>(bytes.data() + 80);
    if (bytes.size() == head_bytes + facet_bytes * triangles) return read_binary(bytes, name, options);
    if (text.find('\0') != text.npos)
      throw Refused{ErrorCode::syntax, "as binary STL of " + std::to_string(triangles) + " triangles it would have " +
                                           std::to_string(head_bytes + facet_bytes * triangles) + " bytes, not " +
                                           std::to_string(bytes.size()) + "; export it again"};
  }
  return StlTextReader(text, name, options, leave_out).read();
}

}  // namespace plumb::pipeline
