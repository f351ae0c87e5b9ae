// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/atomic_file.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "support/temporary_folder.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

void put(const std::string& path, const std::string& text) {
  auto file = AtomicFile::create(path);
  REQUIRE(file);
  file->write(text);
  REQUIRE_FALSE(file->close());
  REQUIRE_FALSE(file->commit());
}

}  // namespace

TEST_CASE("AtomicFile: the name appears with commit, whole, with a new file's permissions") {
  Folder folder;
  {
    auto file = AtomicFile::create(folder / "a.txt");
    REQUIRE(file);
    const std::string large(3'000'000, 'x');
    file->write(large);
    file->write("end");
    CHECK_FALSE(std::filesystem::exists(folder / "a.txt"));
    REQUIRE_FALSE(file->close());
    CHECK_FALSE(std::filesystem::exists(folder / "a.txt"));
    REQUIRE_FALSE(file->commit());
    CHECK(text_of_file(folder / "a.txt") == large + "end");
  }
  CHECK(folder.files() == std::vector<std::string>{"a.txt"});
  struct stat made, plain;
  write_file(folder / "plain.txt", "");
  REQUIRE(::stat((folder / "a.txt").c_str(), &made) == 0);
  REQUIRE(::stat((folder / "plain.txt").c_str(), &plain) == 0);
  CHECK(made.st_mode == plain.st_mode);
}

TEST_CASE("AtomicFile: without commit the old file stays and nothing else is left") {
  Folder folder;
  put(folder / "a.txt", "old");
  {
    auto file = AtomicFile::create(folder / "a.txt");
    REQUIRE(file);
    file->write("new");
    REQUIRE_FALSE(file->close());
  }
  CHECK(text_of_file(folder / "a.txt") == "old");
  CHECK(folder.files() == std::vector<std::string>{"a.txt"});
  put(folder / "a.txt", "new");
  CHECK(text_of_file(folder / "a.txt") == "new");
}

TEST_CASE("AtomicFile: a symbolic link is kept and written through") {
  Folder folder;
  put(folder / "real.txt", "old");
  std::filesystem::create_symlink("real.txt", folder / "link.txt");
  put(folder / "link.txt", "new");
  CHECK(std::filesystem::is_symlink(folder / "link.txt"));
  CHECK(text_of_file(folder / "real.txt") == "new");
}

TEST_CASE("AtomicFile: what cannot be written is refused at once") {
  Folder folder;
  std::filesystem::create_directory(folder / "folder.obj");
  for (const std::string name : {"none/a.txt", "folder.obj"}) {
    const auto file = AtomicFile::create(folder / name);
    REQUIRE_FALSE(file);
    CHECK(file.error().code == ErrorCode::cannot_write);
    CHECK(file.error().file == (folder / name));
  }
  CHECK_FALSE(AtomicFile::create("/dev/null"));
  CHECK(folder.files() == std::vector<std::string>{"folder.obj"});
}

TEST_CASE("AtomicFile: unfinished files can be removed at once") {
  Folder folder;
  auto file = AtomicFile::create(folder / "a.txt");
  REQUIRE(file);
  CHECK(folder.files().size() == 1);
  remove_unfinished_files();
  CHECK(folder.files().empty());
  CHECK_FALSE(file->close());
}
