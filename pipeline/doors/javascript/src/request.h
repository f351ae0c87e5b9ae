// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "plumb/pipeline/call_options.h"
#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/scene.h"

// Requests of JavaScript as they are read, and replies as they are written.
namespace plumb::javascript {

/// Ends a request with an error.
struct Refused {
  pipeline::Error error;
};
template <class T>
T value_of(pipeline::Result<T>&& result) {
  if (!result) throw Refused{result.error()};
  return std::move(*result);
}
inline void require_none(const std::optional<pipeline::Error>& error) {
  if (error) throw Refused{*error};
}

/// A request's members. A member that is null, or not there, is not given; one of another kind is Refused.
class Request {
 public:
  explicit Request(pipeline::JsonView json) : json_(json) {}

  std::string text(const char* name) const;
  std::optional<std::string> maybe_text(const char* name) const;
  bool flag(const char* name) const;
  std::optional<bool> maybe_flag(const char* name) const;
  std::optional<double> maybe_number(const char* name) const;
  std::vector<std::string> texts(const char* name) const;
  /// A member that is an object; empty if it is not given.
  std::optional<Request> part(const char* name) const;
  pipeline::OptionValues options(const char* name) const;

 private:
  std::optional<pipeline::JsonView> find(const char* name) const;
  pipeline::JsonView json_;
};

/// A navmesh of a file, {"file", "options"}, or of arrays as scene_of_arrays() has them.
pipeline::ForeignMesh mesh_of(const Request& request);
/// Polygons of arrays in files: {"vertices", "corners", "sizes", "wide", "up", "name"}; numbers as the machine has
/// them, binary64 if `wide`, else binary32. None if the request names no vertices.
std::optional<pipeline::Scene> scene_of_arrays(const Request& request);

/// A reply, member by member.
class Reply {
 public:
  /// `json` as it is.
  void add_json(const char* name, const std::string& json);
  void add(const char* name, const pipeline::Json& value) { add_json(name, pipeline::json_text(value)); }
  /// An array, which stays until the next reply.
  template <class T>
  void add_array(const char* name, std::vector<T> values) {
    const auto kept = std::make_shared<const std::vector<T>>(std::move(values));
    add_view(name, std::span<const T>(*kept));
    kept_.push_back(kept);
  }
  /// The same of numbers that somebody keeps.
  template <class T>
  void add_view(const char* name, std::span<const T> values) {
    add(name, {{"kind", kind_of(T{})},
               {"at", reinterpret_cast<std::uintptr_t>(values.data())},
               {"count", std::uint64_t{values.size()}}});
  }
  std::string text() const { return "{" + members_ + "}"; }

 private:
  static const char* kind_of(float) { return "Float32Array"; }
  static const char* kind_of(double) { return "Float64Array"; }
  static const char* kind_of(std::uint8_t) { return "Uint8Array"; }
  static const char* kind_of(std::int16_t) { return "Int16Array"; }
  static const char* kind_of(std::uint32_t) { return "Uint32Array"; }

  std::string members_;
  std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace plumb::javascript
