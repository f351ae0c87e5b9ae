// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/paths.h"

#include <vector>

namespace plumb::pipeline {
namespace {

bool is_separator(char c, PathStyle style) { return c == '/' || (style == PathStyle::windows && c == '\\'); }

// How many characters stand before the first name: "C:", and separators.
std::size_t root_length(std::string_view path, PathStyle style) {
  std::size_t end = 0;
  if (style == PathStyle::windows && path.size() > 1 && path[1] == ':') end = 2;
  while (end < path.size() && is_separator(path[end], style)) ++end;
  return end;
}

// Where the last name begins.
std::size_t name_begin(std::string_view path, PathStyle style) {
  const std::size_t root = root_length(path, style);
  std::size_t at = path.size();
  while (at > root && !is_separator(path[at - 1], style)) --at;
  return at;
}

// Where the extension begins, of a path from its last name on: at its end, if there is none.
std::size_t extension_begin(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos || dot == 0 || name == ".." ? name.size() : dot;
}

}  // namespace

std::string folder_of(std::string_view path, PathStyle style) {
  const std::size_t root = root_length(path, style);
  std::size_t end = name_begin(path, style);
  while (end > root && is_separator(path[end - 1], style)) --end;
  return std::string(path.substr(0, end));
}

std::string name_of(std::string_view path, PathStyle style) {
  return std::string(path.substr(name_begin(path, style)));
}

std::string stem_of(std::string_view path, PathStyle style) {
  const std::string name = name_of(path, style);
  return name.substr(0, extension_begin(name));
}

std::string with_extension(std::string_view path, std::string_view extension, PathStyle style) {
  const std::size_t begin = name_begin(path, style);
  return std::string(path.substr(0, begin + extension_begin(path.substr(begin)))).append(extension);
}

std::string in_folder(std::string_view folder, std::string_view path, PathStyle style) {
  if (folder.empty() || is_rooted(path, style)) return std::string(path);
  std::string out(folder);
  if (!is_separator(folder.back(), style)) out += '/';
  return out.append(path);
}

bool is_rooted(std::string_view path, PathStyle style) { return root_length(path, style) > 0; }

std::string plain_path(std::string_view path, PathStyle style) {
  const std::size_t root = root_length(path, style);
  std::string out(path.substr(0, style == PathStyle::windows && path.size() > 1 && path[1] == ':' ? 2 : 0));
  const bool is_absolute = root > out.size();
  if (is_absolute) out += '/';
  std::vector<std::string_view> names;
  bool is_folder = false;  // a separator is the last that stays
  for (std::size_t at = root; at < path.size();) {
    std::size_t end = at;
    while (end < path.size() && !is_separator(path[end], style)) ++end;
    const std::string_view name = path.substr(at, end - at);
    const bool is_up = name == "..", can_go_up = is_up && !names.empty() && names.back() != "..";
    if (can_go_up) names.pop_back();
    else if (name != "." && !name.empty() && !(is_up && is_absolute)) names.push_back(name);
    is_folder = name == "." || can_go_up || end < path.size();
    at = end + 1;
  }
  for (std::size_t i = 0; i < names.size(); ++i) out.append(i > 0 ? "/" : "").append(names[i]);
  if (is_folder && !names.empty() && names.back() != "..") out += '/';
  return out.empty() && !path.empty() ? "." : out;
}

}  // namespace plumb::pipeline
