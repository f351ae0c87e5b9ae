// SPDX-License-Identifier: GPL-3.0-or-later
// What JavaScript asks of Plumb beside the command line: a level that is baked once and asked often. Requests and
// replies are JSON; files are named in them, and are those of whoever calls (in a browser, of its memory).
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace plumb::javascript {

/// What a Door asks of its caller meanwhile.
struct DoorCalls {
  /// How far a job is, at most each 50 ms and at the start of each stage.
  std::function<void(double done, std::string_view stage)> told = {};
  /// Whether a scene is interesting (`minimise`), of the text of an .obj file.
  std::function<bool(std::string_view obj)> is_interesting = {};
};

/// Keeps one level, or one navmesh of a file, with what questions about it have made. One thread at a time.
class Door {
 public:
  explicit Door(DoorCalls calls = {});
  ~Door();

  /// Answers a request {"job": NAME, ...}; door.cpp has a table of them. The reply is {"NAME": ...} with what
  /// was found, or {"error": {"code", "message", "file", "line", "text"}}; `text` is the command's. Arrays in it,
  /// {"kind", "at", "count"}, are in memory until the next request. Throws std::bad_alloc and InternalError.
  std::string answer(std::string_view request);

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace plumb::javascript
