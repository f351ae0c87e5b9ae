// SPDX-License-Identifier: GPL-3.0-or-later
// tinygltf is not used: in 2.7 a member of the wrong type counts as absent (a matrix of strings is then the identity),
// a truncated GLB is read beyond its end, and nested "extras" overflow the stack.
#include "gltf/gltf_json.h"

#include <algorithm>
#include <cmath>

#include "obj_text.h"

namespace plumb::pipeline::gltf {

JsonDocument parse_json(std::string_view text, bool lines) {
  try {
    return JsonDocument::parse(text);
  } catch (const JsonError& e) {
    if (e.kind == JsonError::Kind::key_twice)
      throw Refused{ErrorCode::syntax,
                    "the JSON has the key " + obj::quote(e.what()) + " twice in one object; keep one"};
    if (e.kind == JsonError::Kind::number_range)
      throw Refused{ErrorCode::out_of_range,
                    "a number of the JSON is beyond the range of double; export the file again"};
    const std::size_t at = std::min<std::size_t>(e.byte > 0 ? e.byte - 1 : 0, text.size());
    throw Refused{ErrorCode::syntax,
                  "this is no JSON (at byte " + std::to_string(at) + " of it); export the file again",
                  lines ? obj::line_of(text, at) : 0};
  }
}

void Field::refuse(ErrorCode code, const std::string& what) const {
  throw Refused{code, (path_.empty() ? "the document" : path_) + " " + what};
}

std::optional<Field> Field::find(const char* key) const {
  if (!json_.is_object()) refuse(ErrorCode::syntax, "is no object; correct it");
  const auto found = json_.find(key);
  if (!found) return std::nullopt;
  return Field(*found, path_.empty() ? key : path_ + "." + key);
}

Field Field::member(const char* key) const {
  if (auto field = find(key)) return *field;
  refuse(ErrorCode::syntax, std::string("has no '") + key + "'; correct it");
}

std::optional<Field> Field::extension(const char* name) const {
  const auto extensions = find("extensions");
  return extensions ? extensions->find(name) : std::nullopt;
}

std::size_t Field::size() const {
  if (!json_.is_array()) refuse(ErrorCode::syntax, "is no array; correct it");
  return json_.size();
}

Field Field::entry(std::size_t i) const { return Field(json_[i], path_ + "[" + std::to_string(i) + "]"); }

std::uint64_t Field::whole() const {
  // Below 2^53 a double holds every whole number, however it is written.
  const double n = json_.is_number() ? json_.number() : -1;
  if (!(n >= 0 && n < 0x1p53 && n == std::floor(n)))
    refuse(ErrorCode::syntax, "is no whole number of 0 or more; correct it");
  return static_cast<std::uint64_t>(n);
}

std::size_t Field::index(std::size_t count, const char* what) const {
  const std::uint64_t n = whole();
  if (n >= count)
    refuse(ErrorCode::bad_index, "is " + std::to_string(n) + ", but the file has " + std::to_string(count) + " " +
                                     what + ", counted from 0; correct it");
  return static_cast<std::size_t>(n);
}

double Field::number() const {
  if (!json_.is_number()) refuse(ErrorCode::bad_number, "is no number; correct it");
  return json_.number();
}

bool Field::boolean() const {
  if (!json_.is_boolean()) refuse(ErrorCode::syntax, "is neither true nor false; correct it");
  return json_.boolean();
}

const std::string& Field::text() const {
  if (!json_.is_text()) refuse(ErrorCode::syntax, "is no text; correct it");
  return json_.text();
}

}  // namespace plumb::pipeline::gltf
