// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "plumb/pipeline/json.h"
#include "scene_builder.h"

namespace plumb::pipeline::gltf {

/// Parses the JSON of a glTF file. Refused: no JSON, a key twice in one object (the specification forbids it), numbers
/// beyond binary64. `lines`: errors tell their line, which is of no use where the JSON is a part of a .glb.
JsonDocument parse_json(std::string_view text, bool lines);

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

}  // namespace plumb::pipeline::gltf
