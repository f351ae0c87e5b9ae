// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of .gltf, .off, .ply, .stl and .tscn share. They report errors by throwing Refused, of which
// import_scene_text() makes an Error.
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "leave_out.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/import_scene.h"
#include "positions.h"

namespace plumb::pipeline {

struct Refused {
  ErrorCode code;
  std::string message;     ///< what is wrong, and what to do
  std::uint64_t line = 0;  ///< 1-based; 0 when it is not about a line
};

/// Runs read(). A Refused that has no line gets the record's number in its message: "triangle 7 (counted from 0): ...".
template <class Read>
void with_record(std::string_view what, std::uint64_t number, const Read& read) {
  try {
    read();
  } catch (Refused& refused) {
    if (refused.line == 0)
      refused.message = std::string(what) + " " + std::to_string(number) + " (counted from 0): " + refused.message;
    throw;
  }
}

/// A scene as it grows: vertices, then faces of their numbers. Every limit of ImportOptions holds.
class SceneBuilder {
 public:
  /// How coordinates are given: by numeral(); by value(), for binary data, where Numbers::decimal means the stored
  /// numbers themselves; or by ratio().
  enum class Source { text, binary, ratios };

  SceneBuilder(std::string file, const ImportOptions& options, Source source);

  /// Reserves memory for so many vertices and entries of faces. Throws Refused if they are too many, and bad_alloc.
  void reserve(std::uint64_t vertices, std::uint64_t corners);

  /// The next coordinate of the vertex begun last, in the order of the input: three make a vertex. Throws Refused.
  void numeral(std::string_view token);    ///< Source::text
  void value(double stored);               ///< Source::binary; bad_number unless finite
  void ratio(const mpz_class& numerator);  ///< Source::ratios; the denominator is an argument of build()

  /// Vertices complete so far.
  std::uint64_t vertices() const { return coordinates_ / 3; }
  std::uint64_t faces() const { return scene_.face_begin.size() - 1; }
  std::uint64_t corners_of_face() const { return corners_.size() - scene_.face_begin.back(); }

  /// Adds a corner to the current face. The reader checks that the vertex exists when build() is called.
  void corner(std::uint32_t vertex);
  void end_face();
  /// Adds a face of the three vertices completed last.
  void triangle_of_last_vertices();

  /// Sets the names of the next face and those that follow. Control characters in them become '_'.
  void names(std::string_view object, std::string_view group, std::string_view material);

  /// Makes the scene. Throws Refused: no_face, or too_large for numbers that take too much memory.
  Scene build(const mpz_class& denominator = 1);

 private:
  void put(const CoordinateWord& word);
  void open_group();
  [[noreturn]] void refuse_vertices() const;
  [[noreturn]] void refuse_corners() const;

  ImportOptions options_;
  Scene scene_;
  Positions positions_;
  std::vector<std::uint32_t> corners_;
  std::array<CoordinateWord, 3> vertex_{};
  std::uint64_t coordinates_ = 0;
  std::uint64_t wide_bytes_ = 0, group_bytes_ = 0;
  FaceGroup next_group_{};
  mpz_class scratch_;
};

// One reader a format, from the bytes of a file named `name`. Each throws Refused. `leave_out` is that of the options,
// for formats that have names.

Scene read_off(std::string_view text, const std::string& name, const ImportOptions& options);
Scene read_ply(std::string_view bytes, const std::string& name, const ImportOptions& options);
Scene read_stl(std::string_view bytes, const std::string& name, const ImportOptions& options, LeaveOut& leave_out);
/// `binary`: the GLB container. Buffers outside the file are looked for beside `name`.
Scene read_gltf(std::string_view bytes, const std::string& name, const ImportOptions& options, bool binary,
                LeaveOut& leave_out);
/// A scene of Godot. Scenes and resources that it names are looked for as godot_scene.h says.
Scene read_tscn(std::string_view text, const std::string& name, const ImportOptions& options, LeaveOut& leave_out);

}  // namespace plumb::pipeline
