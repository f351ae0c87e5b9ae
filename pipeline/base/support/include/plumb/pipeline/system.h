// SPDX-License-Identifier: LGPL-3.0-or-later
// What each operating system gives in its own way. src/system/ has sources for POSIX, Windows and WASI, of which CMake
// takes those of the system that is built for. Paths are UTF-8; on Windows both slashes separate folders. Open files
// are descriptors; -1 is none. What fails leaves its reason in errno.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::pipeline::system {

#ifdef _WIN32
/// UTF-16, which calls of Windows take.
std::wstring wide_text(const std::string& text);
/// The same of a path, which may then have more than the 260 characters that such calls take of others.
std::wstring wide_path(const std::string& path);
#endif

enum class Kind { none, regular, folder, other };

/// What a path leads to through symbolic links.
Kind kind_of(const std::string& path);
bool is_link(const std::string& path);
/// The names in a folder, in any order, without "." and ".."; none where it cannot be read.
std::vector<std::string> names_in(const std::string& folder);
/// The folder from which paths lead that begin at no root.
std::string current_folder();
/// Makes a folder and those above it that are missing; true if it is there.
bool make_folders(const std::string& folder);
/// Makes an empty folder of a name that begins so, where the system keeps what is of use for a while; its path, empty
/// if that fails.
std::string make_temporary_folder(const std::string& name);
/// Lets a file be run as a program, where that is a property of files.
void make_executable(const std::string& path);
/// Removes a file, or a folder with all that is in it, as far as that can be done.
void remove_all(const std::string& path);

/// Opens a file to be read, without waiting for a pipe.
int open_to_read(const std::string& path);
/// Opens a file that was not there (EEXIST) to be written.
int create_new(const std::string& path);
/// Opens a file in a folder that is gone when it is closed, or when the process ends.
int create_nameless(const std::string& folder);

struct Facts {
  Kind kind = Kind::none;
  std::uint64_t size = 0;
  bool has_name = false;  ///< it was not removed
};
Facts facts_of(int file);  ///< Kind::none if that fails
/// How many bytes were read, 0 at the end, -1 if that fails.
std::int64_t read(int file, std::span<char> bytes);
/// Appends all of the bytes; false if that fails.
bool write(int file, std::span<const char> bytes);
bool close(int file);

/// The same open file again: its lock lasts until both are closed. -1 where there are no locks.
int duplicate(int file);
/// Locks a file; false if another process has locked it. Where no file can be locked, none is.
bool lock(int file);
/// Removes a file that no process has locked. Where no file can be locked, it stays.
void remove_if_unlocked(const std::string& path);
/// Gives a file another name, in place of the file that has it.
bool rename(const std::string& from, const std::string& to);
/// A path in capitals, where names that differ in capitals alone are those of one file; elsewhere the path itself.
std::string folded(const std::string& path);
/// Safe inside a signal handler.
void remove_file(const char* path) noexcept;

/// The first bytes of a file, to be read alone; null if that fails.
void* map(int file, std::size_t size);
void unmap(void* memory, std::size_t size);

/// Whether a standard stream, 1 (output) or 2 (errors), is seen by a person.
bool is_terminal(int stream);
/// Writes to the standard errors, without allocating.
void write_error(std::string_view text) noexcept;
/// The most memory that this process has had resident, in bytes; 0 where the system does not say.
std::uint64_t peak_memory();

}  // namespace plumb::pipeline::system
