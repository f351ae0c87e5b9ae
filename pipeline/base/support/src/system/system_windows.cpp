// SPDX-License-Identifier: LGPL-3.0-or-later
// Windows under the names of system.h.
//
// Files are opened by CreateFileW, so that they may have any name, and so that an open one can be renamed and removed,
// as elsewhere; the C library then gives them descriptors, and takes bytes as they are. A lock is a byte far behind the
// end of a file: a lock of Windows keeps others from reading and writing what it covers.
// Source: Microsoft, Windows API reference (files, file mapping).
#include <windows.h>
// What needs windows.h before it.
#include <fcntl.h>
#include <io.h>
#include <psapi.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <system_error>

#include "plumb/pipeline/system.h"

namespace plumb::pipeline {
namespace {

// Says in errno why a call of Windows failed.
int failed() {
  errno = std::system_category().default_error_condition(static_cast<int>(::GetLastError())).value();
  return -1;
}

HANDLE handle_of(int file) { return reinterpret_cast<HANDLE>(::_get_osfhandle(file)); }

constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

HANDLE open(const std::string& path, DWORD access, DWORD how, DWORD flags) {
  return ::CreateFileW(system::wide_path(path).c_str(), access, shared, nullptr, how, flags, nullptr);
}

int descriptor_of(HANDLE handle, int flags) {
  if (handle == INVALID_HANDLE_VALUE) return failed();
  const int file = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), flags | _O_BINARY | _O_NOINHERIT);
  if (file < 0) ::CloseHandle(handle);
  return file;
}

bool lock_handle(HANDLE handle) {
  OVERLAPPED place{};
  place.OffsetHigh = 0x4000'0000;
  return ::LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place);
}

// The C library takes no more at once.
constexpr std::size_t most_at_once = std::size_t{1} << 30;

}  // namespace

std::wstring system::wide_text(const std::string& text) {
  const int bytes = static_cast<int>(text.size());
  std::wstring out(static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, nullptr, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, out.data(), static_cast<int>(out.size()));
  return out;
}

// A longer path has to be a whole one that begins with \\?\, in which neither / nor ".." means anything.
std::wstring system::wide_path(const std::string& path) {
  constexpr std::size_t longest = 240;  // of a folder, in which names of 8.3 have to fit
  std::wstring out = wide_text(path);
  if (out.size() < longest || out.starts_with(L"\\\\")) return out;
  std::wstring whole(::GetFullPathNameW(out.c_str(), 0, nullptr, nullptr), L'\0');
  whole.resize(::GetFullPathNameW(out.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
  return whole.starts_with(L"\\\\") ? out : L"\\\\?\\" + whole;
}

system::Kind system::kind_of(const std::string& path) {
  // What is opened for no access may be anything, also a folder, and is what links lead to.
  const HANDLE handle = open(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
  if (handle == INVALID_HANDLE_VALUE) return failed(), Kind::none;
  BY_HANDLE_FILE_INFORMATION info{};
  Kind kind = Kind::other;
  if (::GetFileType(handle) == FILE_TYPE_DISK && ::GetFileInformationByHandle(handle, &info))
    kind = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? Kind::folder : Kind::regular;
  ::CloseHandle(handle);
  return kind;
}

bool system::is_link(const std::string& path) {
  const DWORD attributes = ::GetFileAttributesW(wide_path(path).c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

// A folder, too, which facts_of() tells.
int system::open_to_read(const std::string& path) {
  return descriptor_of(open(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS), _O_RDONLY);
}

int system::create_new(const std::string& path) {
  return descriptor_of(open(path, GENERIC_READ | GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL), _O_RDWR);
}

int system::create_nameless(const std::string& folder) {
  std::random_device random;
  for (;;) {
    const HANDLE handle = open(folder + "/.scratch-" + std::to_string(random()), GENERIC_READ | GENERIC_WRITE | DELETE,
                               CREATE_NEW, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE);
    if (handle != INVALID_HANDLE_VALUE || ::GetLastError() != ERROR_FILE_EXISTS) return descriptor_of(handle, _O_RDWR);
  }
}

system::Facts system::facts_of(int file) {
  const HANDLE handle = handle_of(file);
  if (::GetFileType(handle) != FILE_TYPE_DISK) return {Kind::other, 0, true};
  BY_HANDLE_FILE_INFORMATION info{};
  if (!::GetFileInformationByHandle(handle, &info)) return failed(), Facts();
  FILE_STANDARD_INFO standard{};
  const bool removed =
      ::GetFileInformationByHandleEx(handle, FileStandardInfo, &standard, sizeof standard) && standard.DeletePending;
  return {(info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? Kind::folder : Kind::regular,
          std::uint64_t{info.nFileSizeHigh} << 32 | info.nFileSizeLow, !removed};
}

std::int64_t system::read(int file, std::span<char> bytes) {
  return ::_read(file, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), most_at_once)));
}

bool system::write(int file, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const int n = ::_write(file, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), most_at_once)));
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

bool system::close(int file) { return ::_close(file) == 0; }
int system::duplicate(int file) { return ::_dup(file); }
bool system::lock(int file) { return lock_handle(handle_of(file)) || ::GetLastError() != ERROR_LOCK_VIOLATION; }

void system::remove_if_unlocked(const std::string& path) {
  const HANDLE handle = open(path, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT);
  if (handle == INVALID_HANDLE_VALUE) return;
  if (lock_handle(handle)) remove_file(path.c_str());
  ::CloseHandle(handle);
}

bool system::rename(const std::string& from, const std::string& to) {
  return ::MoveFileExW(wide_path(from).c_str(), wide_path(to).c_str(), MOVEFILE_REPLACE_EXISTING) || failed() == 0;
}

std::string system::folded(const std::string& path) {
  std::wstring upper = wide_path(path);
  ::CharUpperBuffW(upper.data(), static_cast<DWORD>(upper.size()));
  std::string out(3 * upper.size(), '\0');
  const int bytes = ::WideCharToMultiByte(CP_UTF8, 0, upper.data(), static_cast<int>(upper.size()), out.data(),
                                          static_cast<int>(out.size()), nullptr, nullptr);
  out.resize(static_cast<std::size_t>(std::max(bytes, 0)));
  return out;
}

// A signal is handled by a thread of its own, which may allocate.
void system::remove_file(const char* path) noexcept { ::DeleteFileW(wide_path(path).c_str()); }

void* system::map(int file, std::size_t size) {
  const HANDLE mapping = ::CreateFileMappingW(handle_of(file), nullptr, PAGE_READONLY, 0, 0, nullptr);
  if (mapping == nullptr) return failed(), nullptr;
  void* const at = ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size);
  if (at == nullptr) failed();
  ::CloseHandle(mapping);  // the view keeps it
  return at;
}

void system::unmap(void* memory, std::size_t) { ::UnmapViewOfFile(memory); }

// Of devices, the C library takes NUL for a terminal, too.
bool system::is_terminal(int stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(stream), &mode);
}

void system::write_error(std::string_view text) noexcept {
  ::_write(2, text.data(), static_cast<unsigned>(text.size()));
}

std::uint64_t system::peak_memory() {
  PROCESS_MEMORY_COUNTERS used{};
  return ::K32GetProcessMemoryInfo(::GetCurrentProcess(), &used, sizeof used) ? used.PeakWorkingSetSize : 0;
}

}  // namespace plumb::pipeline
