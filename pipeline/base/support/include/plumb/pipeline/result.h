// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace plumb::pipeline {

/// Why a file, a face or an option was refused. Every code has one cause; the message names the token.
enum class ErrorCode {
  cannot_open,
  cannot_write,
  unsupported_format,
  syntax,              ///< a record that is not of the format
  missing_coordinate,  ///< fewer than three coordinates
  bad_number,          ///< text that is no number, NaN, an infinity
  out_of_range,        ///< a number beyond the documented limits
  bad_index,           ///< a face names a vertex that does not exist
  too_few_vertices,    ///< a face of fewer than three vertices
  no_face,             ///< a scene without any face
  bad_face,            ///< planar but self-intersecting or self-touching
  too_large,           ///< a count beyond the documented limits
  bad_option,
  no_floor,     ///< no floor where a stance fits at or below a point
  unreachable,  ///< no way between two places
  bad_scene,    ///< a scene made by hand that is not valid
  cancelled,    ///< Progress::cancelled() said so
};

struct Error {
  ErrorCode code;
  std::string message;     ///< what is wrong; what to do
  std::string file;        ///< empty when it is not about a file
  std::uint64_t line = 0;  ///< 1-based; 0 when it is not about a line

  /// "FILE:LINE: message", without the parts that do not apply, in the words of the command line, as `message` is:
  /// options are named "--bad-faces drop".
  std::string command_text() const;
  /// The same in the words of a program: "bad_faces = drop", by the names of the members of the settings, which are
  /// those of Python's keywords.
  std::string text() const;
};

/// An option, or what is asked for by options, that is refused.
inline Error bad_option(std::string message) { return {ErrorCode::bad_option, std::move(message), "", 0}; }

/// A value or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}
  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() {
    assert(*this);
    return std::get<0>(state_);
  }
  const T& operator*() const {
    assert(*this);
    return std::get<0>(state_);
  }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }
  const Error& error() const {
    assert(!*this);
    return std::get<1>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace plumb::pipeline
