// SPDX-License-Identifier: LGPL-3.0-or-later
// Where a program for Windows begins: it calls the program's main(), which plumb_program() of compile.cmake renames,
// with words in UTF-8, as elsewhere. Standard streams take and give bytes as they are, and a console shows UTF-8.
//
// It also replaces how what is thread_local is destroyed. GCC keeps it in blocks of the heap, which a key of pthread
// frees when a thread ends, before the C++ library calls the destructors of what was in them (GCC's bug 58142). Keys
// end in the order in which they were made, so here a key that is made before GCC's calls them. The main thread's are
// not called: the process ends with it.
#include <windows.h>
// What needs windows.h before it.
#include <fcntl.h>
#include <io.h>
#include <pthread.h>

#include <cstdlib>
#include <string>
#include <vector>

int plumb_main(int argc, char** argv);

namespace {

struct Ending {
  void (*destroy)(void*);
  void* object;
  Ending* before;
};
pthread_key_t endings;  // the last of this thread

// The last first. A destructor may register others.
void run_endings(void* last) {
  ::pthread_setspecific(endings, last);
  while (auto* const ending = static_cast<Ending*>(::pthread_getspecific(endings))) {
    ::pthread_setspecific(endings, ending->before);
    ending->destroy(ending->object);
    std::free(ending);
  }
}

// Before all that is made at the start of a program.
[[gnu::constructor(101)]] void make_key() { ::pthread_key_create(&endings, run_endings); }

std::string utf8_text(const wchar_t* text) {
  const int bytes = ::WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);  // with the last zero
  std::string out(static_cast<std::size_t>(bytes), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text, -1, out.data(), bytes, nullptr, nullptr);
  out.pop_back();
  return out;
}

}  // namespace

// What the compiler calls for each thread_local object that it has made. Not by `new`, which a program may replace by
// something that is thread_local.
extern "C" int __cxa_thread_atexit(void (*destroy)(void*), void* object, void*) noexcept {
  auto* const ending = static_cast<Ending*>(std::malloc(sizeof(Ending)));
  if (ending == nullptr) return -1;
  *ending = {destroy, object, static_cast<Ending*>(::pthread_getspecific(endings))};
  return ::pthread_setspecific(endings, ending);
}

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
