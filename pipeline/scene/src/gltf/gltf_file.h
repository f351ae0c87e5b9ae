// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gltf/gltf_json.h"
#include "plumb/pipeline/mapped_file.h"

namespace plumb::pipeline::gltf {

/// The bytes that a buffer view shows, of which each element may take more than it needs.
struct View {
  std::string_view bytes;
  std::optional<Field> stride;
};

/// A glTF file taken out of its container, and the buffers that it refers to.
class File {
 public:
  /// `bytes` must outlive the object. Refused: no GLB, no JSON, a version other than 2.
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
  std::string_view load(const Field& uri, Content& to) const;

  std::string name_;
  std::string_view text_, chunk_;
  bool binary_;
  JsonDocument json_;
  std::map<std::size_t, Content> buffers_;            // a view into an entry stays good
  std::map<std::size_t, std::vector<char>> decoded_;  // by buffer view
};

}  // namespace plumb::pipeline::gltf
