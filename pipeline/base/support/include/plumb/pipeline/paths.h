// SPDX-License-Identifier: LGPL-3.0-or-later
// Parts of paths, as text: nothing here looks at a file. Folders are separated by "/"; in paths of Windows by "\" too,
// and "C:" may stand first. What is made has "/". The functions do what those of std::filesystem::path do, whose text
// is UTF-16 on Windows, and which a library without files (WebAssembly) has not.
#pragma once
#include <string>
#include <string_view>

namespace plumb::pipeline {

enum class PathStyle { posix, windows };
#ifdef _WIN32
inline constexpr PathStyle native_paths = PathStyle::windows;
#else
inline constexpr PathStyle native_paths = PathStyle::posix;
#endif

/// "a/b" for "a/b/c.obj", "/" for "/c.obj", nothing for "c.obj".
std::string folder_of(std::string_view path, PathStyle style = native_paths);
/// "c.obj" for "a/b/c.obj", nothing for "a/b/".
std::string name_of(std::string_view path, PathStyle style = native_paths);
/// "c" for "a/b/c.obj".
std::string stem_of(std::string_view path, PathStyle style = native_paths);
/// "a/b/c.mtl" for "a/b/c.obj" and ".mtl".
std::string with_extension(std::string_view path, std::string_view extension, PathStyle style = native_paths);
/// A path that is written beside a file in a folder: "a/b/c.obj" for "a/b" and "c.obj"; the second one, if that begins
/// at a root or the folder is "".
std::string in_folder(std::string_view folder, std::string_view path, PathStyle style = native_paths);
/// Whether it begins at a root: "/a", and in paths of Windows "C:\a", "\a" and "C:a".
bool is_rooted(std::string_view path, PathStyle style = native_paths);
/// The shortest text of a path, if no folder in it is a link: "a/c" for "a/./b//../c".
std::string plain_path(std::string_view path, PathStyle style = native_paths);

}  // namespace plumb::pipeline
