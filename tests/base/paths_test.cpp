// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/paths.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <random>

using namespace plumb::pipeline;

TEST_CASE("parts of paths are those of std::filesystem") {
  namespace fs = std::filesystem;
  constexpr std::string_view parts[] = {"a", "b.c", ".", "..", "/", ".x", "c.obj", "", "d.", "/./", "/../"};
  std::mt19937 random(1);
  const auto draw = [&](std::size_t most) {
    std::string out;
    for (std::size_t n = random() % (most + 1); n > 0; --n)
      out.append(parts[random() % std::size(parts)]).append(random() % 2, '/');
    return out;
  };
  for (int i = 0; i < 20000; ++i) {
    const std::string text = draw(6), other = draw(2);
    if (text.starts_with("//")) continue;  // which the library keeps or not as it likes
    const fs::path path = text;
    INFO(text << " " << other);
    REQUIRE(folder_of(text, PathStyle::posix) == path.parent_path().string());
    REQUIRE(name_of(text, PathStyle::posix) == path.filename());
    REQUIRE(stem_of(text, PathStyle::posix) == path.stem());
    REQUIRE(plain_path(text, PathStyle::posix) == path.lexically_normal().string());
    REQUIRE(is_rooted(text, PathStyle::posix) == path.has_root_directory());
    if (!other.empty()) REQUIRE(in_folder(text, other, PathStyle::posix) == (path / other).string());
    if (path.has_filename())
      REQUIRE(with_extension(text, ".mtl", PathStyle::posix) == fs::path(path).replace_extension(".mtl").string());
  }
}

TEST_CASE("paths of Windows have both separators and letters of drives") {
  constexpr auto style = PathStyle::windows;
  CHECK(folder_of("C:\\levels/a.obj", style) == "C:\\levels");
  CHECK(folder_of("C:\\a.obj", style) == "C:\\");
  CHECK(folder_of("C:\\", style) == "C:\\");
  CHECK(folder_of("a.obj", style).empty());
  CHECK(name_of("C:a.obj", style) == "a.obj");
  CHECK(stem_of("levels\\a.b.obj", style) == "a.b");
  CHECK(with_extension("le.vels\\a", ".mtl", style) == "le.vels\\a.mtl");
  CHECK(in_folder("levels\\", "a.obj", style) == "levels\\a.obj");
  CHECK(in_folder("levels", "D:\\a.obj", style) == "D:\\a.obj");
  CHECK(in_folder("levels", "\\a.obj", style) == "\\a.obj");
  CHECK(plain_path("C:\\a\\..\\.\\b\\\\c", style) == "C:/b/c");
  CHECK(plain_path("..\\a", style) == "../a");
  CHECK(name_of("a\\b", PathStyle::posix) == "a\\b");
}
