// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"
#include "scene_builder.h"

namespace plumb::pipeline::gltf {

/// A value of the document that knows where it stands, "nodes[3].matrix": what is not as it must be is refused by name,
/// never taken for absent. Views into the document.
class Field {
 public:
  Field(JsonView json, std::string path) : json_(json), path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  /// A member of an object.
  std::optional<Field> find(const char* key) const;
  Field member(const char* key) const;
  /// What this object says for an extension of glTF.
  std::optional<Field> extension(const char* name) const;
  /// An array's entries.
  std::size_t size() const;
  Field entry(std::size_t i) const;

  std::uint64_t whole() const;  ///< not negative, below 2^53; also written as 4.0 or 4e0
  /// An index into a list of `count` things, which a message calls `what`.
  std::size_t index(std::size_t count, const char* what) const;
  double number() const;
  bool boolean() const;
  const std::string& text() const;

  [[noreturn]] void refuse(ErrorCode code, const std::string& what) const;

 private:
  JsonView json_;
  std::string path_;
};

inline std::uint64_t whole_or(const std::optional<Field>& field, std::uint64_t otherwise) {
  return field ? field->whole() : otherwise;
}
inline std::string_view text_or_empty(const std::optional<Field>& field) {
  return field ? std::string_view(field->text()) : std::string_view();
}

/// The bytes that a buffer view shows, of which each element may take more than it needs.
struct View {
  std::string_view bytes;
  std::optional<Field> stride;
};

/// A glTF file taken out of its container, and the buffers that it refers to.
class File {
 public:
  /// `bytes` must outlive the object. Refused: no GLB, no JSON, a version other than 2, an extension that the file
  /// requires and that is not read.
  File(std::string_view bytes, std::string name, bool binary);

  Field root() const { return Field(json_.root(), ""); }
  /// An array of the document; size 0 where it has none.
  std::size_t count(const char* key) const;
  Field item(const char* key, std::size_t i) const { return root().member(key).entry(i); }

  /// The bytes of a buffer, byteLength of them: the GLB's own, a data URI's, or those of a file beside this one.
  std::string_view buffer(std::size_t i);
  /// What a buffer view shows, decoded where it is compressed (EXT_meshopt_compression, KHR_meshopt_compression).
  View view(std::size_t i);
  /// The files that buffer() opened.
  std::vector<std::string> other_files() const;

 private:
  struct Content {
    std::string decoded;
    std::optional<MappedFile> file;
    std::string file_name;
    std::string_view bytes;
  };

  std::string_view part_of_buffer(const Field& part);
  void open_container(std::string_view bytes);
  void check_version() const;
  void check_extensions() const;
  std::string_view load(const Field& uri, Content& to) const;

  std::string name_;
  std::string_view text_, chunk_;
  bool binary_;
  JsonDocument json_;
  std::map<std::size_t, Content> buffers_;            // a view into an entry stays good
  std::map<std::size_t, std::vector<char>> decoded_;  // by buffer view
};

}  // namespace plumb::pipeline::gltf
