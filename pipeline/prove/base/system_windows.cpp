// SPDX-License-Identifier: LGPL-3.0-or-later
#include "base/system.h"

#include <windows.h>
// What needs windows.h before it.
#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <system_error>

namespace plumb::checker {
namespace {

int failed() {
  errno = std::system_category().default_error_condition(static_cast<int>(::GetLastError())).value();
  return -1;
}

HANDLE handle_of(int file) { return reinterpret_cast<HANDLE>(::_get_osfhandle(file)); }

std::wstring wide_path(const std::string& path) {
  const int bytes = static_cast<int>(path.size());
  std::wstring out(static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, path.data(), bytes, nullptr, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, path.data(), bytes, out.data(), static_cast<int>(out.size()));
  // A longer path has to be a whole one that begins with \\?\, in which neither / nor ".." means anything.
  constexpr std::size_t longest = 240;
  if (out.size() < longest || out.starts_with(L"\\\\")) return out;
  std::wstring whole(::GetFullPathNameW(out.c_str(), 0, nullptr, nullptr), L'\0');
  whole.resize(::GetFullPathNameW(out.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
  return whole.starts_with(L"\\\\") ? out : L"\\\\?\\" + whole;
}

int descriptor_of(HANDLE handle, int flags) {
  if (handle == INVALID_HANDLE_VALUE) return failed();
  return ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), flags | _O_BINARY | _O_NOINHERIT);
}

}  // namespace

system::Kind system::kind_of(const std::string& path) {
  const HANDLE handle =
      ::CreateFileW(wide_path(path).c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return Kind::none;
  BY_HANDLE_FILE_INFORMATION info{};
  Kind kind = Kind::other;
  if (::GetFileType(handle) == FILE_TYPE_DISK && ::GetFileInformationByHandle(handle, &info))
    kind = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? Kind::folder : Kind::regular;
  ::CloseHandle(handle);
  return kind;
}

int system::open_to_read(const std::string& path) {
  return descriptor_of(
      ::CreateFileW(wide_path(path).c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr),
      _O_RDONLY);
}

bool system::size_of(int file, std::uint64_t& size) {
  LARGE_INTEGER found{};
  if (!::GetFileSizeEx(handle_of(file), &found)) return failed() == 0;
  size = static_cast<std::uint64_t>(found.QuadPart);
  return true;
}

std::int64_t system::read_at(int file, std::uint64_t place, char* to, std::size_t count) {
  OVERLAPPED from{};
  from.Offset = static_cast<DWORD>(place);
  from.OffsetHigh = static_cast<DWORD>(place >> 32);
  constexpr std::size_t most = std::size_t{1} << 30;
  DWORD read = 0;
  if (::ReadFile(handle_of(file), to, static_cast<DWORD>(std::min(count, most)), &read, &from)) return read;
  return ::GetLastError() == ERROR_HANDLE_EOF ? 0 : failed();
}

void system::close(int file) { ::_close(file); }

// The C library's own makes it in the root of a drive.
std::FILE* system::temporary_file() {
  wchar_t folder[MAX_PATH + 1];
  ::GetTempPathW(MAX_PATH + 1, folder);
  for (std::random_device random;;) {
    const std::wstring path = std::wstring(folder) + L"plumb-check-" + std::to_wstring(random());
    const HANDLE handle = ::CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, 0, nullptr, CREATE_NEW,
                                        FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    if (handle == INVALID_HANDLE_VALUE && ::GetLastError() == ERROR_FILE_EXISTS) continue;
    const int file = descriptor_of(handle, _O_RDWR);
    return file < 0 ? nullptr : ::_fdopen(file, "w+b");
  }
}

bool system::errors_are_seen() {
  DWORD mode = 0;
  return ::GetConsoleMode(::GetStdHandle(STD_ERROR_HANDLE), &mode);
}

}  // namespace plumb::checker
