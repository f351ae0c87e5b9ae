// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <stdexcept>
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

/// Thrown where a program takes what is not there: the value of a Result that has an error, the error of one that has a
/// value, the navmesh of a bake that kept none, an answer for a stance that a navmesh does not have. what() says why,
/// in the words of Error::text(). A program that asks first never meets it.
struct NotThere : std::logic_error {
  using std::logic_error::logic_error;
};
/// Throws NotThere; for headers that are compiled without exceptions, too.
[[noreturn]] void not_there(const std::string& what);
[[noreturn]] void not_there(const Error& error);

/// A value or the reason why there is none. Taking what it does not have throws NotThere, in every build.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}
  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() {
    if (const Error* error = std::get_if<1>(&state_)) not_there(*error);
    return *std::get_if<0>(&state_);
  }
  const T& operator*() const {
    if (const Error* error = std::get_if<1>(&state_)) not_there(*error);
    return *std::get_if<0>(&state_);
  }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }
  const Error& error() const {
    const Error* error = std::get_if<1>(&state_);
    if (!error) not_there("there is no error: the call has returned a value");
    return *error;
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace plumb::pipeline
