// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds every file of the given folders to a fuzz target once, in the order of their names: a crash found by
// fuzzing stays a test on machines without libFuzzer. Without the standard library's file system, which WebAssembly
// lacks.
#include <dirent.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// What is no folder, in it and in folders within.
void list_files(const std::string& folder, std::vector<std::string>& out) {
  DIR* const opened = opendir(folder.c_str());
  if (opened == nullptr) {
    out.push_back(folder);
    return;
  }
  while (const dirent* entry = readdir(opened))
    if (const std::string name = entry->d_name; name != "." && name != "..") list_files(folder + "/" + name, out);
  closedir(opened);
}

bool read_file(const std::string& name, std::vector<std::uint8_t>& bytes) {
  std::FILE* const in = std::fopen(name.c_str(), "rb");
  if (in == nullptr) return false;
  bytes.clear();
  for (int byte = std::getc(in); byte != EOF; byte = std::getc(in)) bytes.push_back(static_cast<std::uint8_t>(byte));
  std::fclose(in);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) list_files(argv[i], files);
  std::sort(files.begin(), files.end());
  std::vector<std::uint8_t> bytes;
  for (const std::string& file : files) {
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);  // the name of the seed that crashes must be seen
    if (!read_file(file, bytes)) return 1;
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%zu seeds replayed\n", files.size());
  return files.empty() ? 1 : 0;
}
