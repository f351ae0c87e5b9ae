// SPDX-License-Identifier: LGPL-3.0-or-later
// What each operating system gives in its own way: system_posix.cpp, system_windows.cpp, system_wasi.cpp, of which
// CMake takes one. Paths are UTF-8. Open files are descriptors; -1 is none. What fails leaves its reason in errno.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace plumb::checker::system {

enum class Kind { none, regular, folder, other };
/// What a path leads to through symbolic links.
Kind kind_of(const std::string& path);

/// Opens a file to be read.
int open_to_read(const std::string& path);
/// false if that fails
bool size_of(int file, std::uint64_t& size);
/// Reads from a place on, on any thread: how many bytes, 0 at the end, -1 if that fails.
std::int64_t read_at(int file, std::uint64_t place, char* to, std::size_t count);
void close(int file);

/// A file that is gone when it is closed; null if that fails.
std::FILE* temporary_file();
/// Whether the standard errors are seen by a person.
bool errors_are_seen();

}  // namespace plumb::checker::system
