// SPDX-License-Identifier: LGPL-3.0-or-later
// Where a program for Windows begins: it calls the program's main(), which plumb_program() of compile.cmake renames,
// with words in UTF-8, as elsewhere. Standard streams take and give bytes as they are, and a console shows UTF-8.
#include <windows.h>
// What needs windows.h before it.
#include <fcntl.h>
#include <io.h>

#include <string>
#include <vector>

int plumb_main(int argc, char** argv);

namespace {

std::string utf8_text(const wchar_t* text) {
  const int bytes = ::WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);  // with the last zero
  std::string out(static_cast<std::size_t>(bytes), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text, -1, out.data(), bytes, nullptr, nullptr);
  out.pop_back();
  return out;
}

}  // namespace

extern "C" int wmain(int argc, wchar_t** argv) {
  for (const int stream : {0, 1, 2}) ::_setmode(stream, _O_BINARY);
  ::SetConsoleOutputCP(CP_UTF8);
  // A fault ends the program at once, without a window that asks.
  ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
  std::vector<std::string> words;
  for (int i = 0; i < argc; ++i) words.push_back(utf8_text(argv[i]));
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return plumb_main(argc, pointers.data());
}
