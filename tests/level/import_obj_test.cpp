// SPDX-License-Identifier: GPL-3.0-or-later
// The OBJ reader, import_obj().
//
// 1. The corpus tests/corpus/obj says of each file what is read, or the error.
// 2. Numbers are the doubles, floats or decimals of their text; names of objects, groups and materials are those of
//    faces; limits of memory and of counts are errors.
// 3. Properties: any text is read or refused; a scene does not depend on the number of threads.
// 4. What ObjStream reads face by face is what a scene has, with the same errors.
#include "plumb/pipeline/import_scene.h"

#include <rapidcheck.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "support/obj_streamed.h"
#include "support/sanitized.h"
#include "support/scene_corpus.h"
#include "support/scenes_equal.h"

using namespace plumb::pipeline;
using plumb::tests::same_scene;
namespace fs = std::filesystem;

namespace {

const fs::path corpus = fs::path(PLUMB_SOURCE_DIR) / "tests/corpus/obj";

const auto& modes = plumb::tests::number_modes;

// As many chunks as threads make of even the smallest text.
ImportOptions chunked(Numbers numbers, unsigned threads, UpAxis up = UpAxis::z) {
  ImportOptions o;
  o.numbers = numbers;
  o.up = up;
  o.threads = threads;
  o.min_chunk_bytes = 1;
  return o;
}

Scene read(std::string_view text, const ImportOptions& options) {
  auto scene = import_obj_text(text, "text.obj", options);
  INFO((scene ? "" : scene.error().text()));
  REQUIRE(scene);
  REQUIRE(is_valid(*scene));
  return std::move(*scene);
}

Error fail(std::string_view text, const ImportOptions& options) {
  const auto scene = import_obj_text(text, "text.obj", options);
  REQUIRE_FALSE(scene);
  // Only a scene has names and exact numbers of all its points.
  if (options.max_group_bytes > 1000 && options.max_exact_bytes > 1000 && text.size() < 1000) {
    const plumb::tests::Folder folder;
    plumb::tests::write_file(folder / "text.obj", std::string(text));
    const auto from_file = import_obj(folder / "text.obj", options);
    CHECK(plumb::tests::streamed_differently(folder / "text.obj", options, from_file) == "");
  }
  return scene.error();
}

mpq_class coordinate(const Scene& scene, std::size_t vertex, int axis) {
  return scene.points.exact(static_cast<plumb::kernel::PointId>(vertex), axis) / scene.points.denominator();
}

// A file that is gone at the end of the test.
struct TemporaryFile {
  explicit TemporaryFile(const std::string& name)
      : path(fs::temp_directory_path() / ("plumb_import_" + std::to_string(::getpid()) + "_" + name)) {}
  ~TemporaryFile() { fs::remove(path); }
  fs::path path;
};

// A text of `blocks` MB, most of it the same MB of `body` (16 bytes, repeated) mapped again and again, so
// that even 4 GB of it takes next to no memory.
class RepeatedText {
 public:
  RepeatedText(std::string head, const std::string& body, const std::string& tail, std::size_t blocks)
      : size_(blocks << 20) {
    constexpr std::size_t block = std::size_t{1} << 20;
    REQUIRE(body.size() == 16);
    std::string filler;
    while (filler.size() < block) filler += body;
    const std::string content = head + filler.substr(head.size()) + filler + filler.substr(tail.size()) + tail;
    const int file = ::memfd_create("text", 0);
    REQUIRE(::write(file, content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    void* base = ::mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    REQUIRE(base != MAP_FAILED);
    data_ = static_cast<char*>(base);
    for (std::size_t i = 0; i < blocks; ++i) {
      const std::size_t part = i == 0 ? 0 : i + 1 < blocks ? 1 : 2;
      void* at =
          ::mmap(data_ + i * block, block, PROT_READ, MAP_SHARED | MAP_FIXED, file, static_cast<off_t>(part * block));
      REQUIRE(at == data_ + i * block);
    }
    ::close(file);
  }
  ~RepeatedText() { ::munmap(data_, size_); }
  std::string_view view() const { return {data_, size_}; }

 private:
  std::size_t size_;
  char* data_;
};

// While it lives, the process gets at most so many MB more of private memory: anything that needs more fails.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t megabytes) {
    getrlimit(RLIMIT_DATA, &before_);
    if (plumb::tests::under_address_sanitizer) return;
    std::ifstream status("/proc/self/status");
    std::size_t used = 0;
    for (std::string word; status >> word;)
      if (word == "VmData:") status >> used;
    REQUIRE(used > 0);
    rlimit limit = before_;
    limit.rlim_cur = (used << 10) + (megabytes << 20);
    setrlimit(RLIMIT_DATA, &limit);
  }
  ~MemoryLimit() { setrlimit(RLIMIT_DATA, &before_); }

 private:
  rlimit before_{};
};

const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

}  // namespace

TEST_CASE("corpus of OBJ files: each has the outcome its index states, for any thread count") {
  const int checked = plumb::tests::check_scene_corpus(
      corpus, [](const std::string& path, Numbers mode) { return import_obj(path, chunked(mode, 1)); },
      [](const std::string& path, Numbers mode, const Result<Scene>& scene) {
        CHECK(plumb::tests::streamed_differently(path, chunked(mode, 2), scene) == "");
        for (const unsigned threads : {2u, 3u, 7u}) {
          const auto again = import_obj(path, chunked(mode, threads));
          REQUIRE(bool(again) == bool(scene));
          if (scene) CHECK(same_scene(*scene, *again));
          else CHECK(scene.error().text() == again.error().text());
        }
      });
  CHECK(checked > 250);
}

TEST_CASE("coordinates: exact in each mode, z up") {
  const std::string text = "v 0.1 2 3\nv 1e-3 0 0.3333333333333333333333333333333333\nv -4 5e2 6\nf 1 2 3\n";
  SECTION("decimal") {
    const Scene s = read(text, chunked(Numbers::decimal, 1));
    CHECK(coordinate(s, 0, 0) == mpq_class(1, 10));
    CHECK(coordinate(s, 1, 0) == mpq_class(1, 1000));
    CHECK(coordinate(s, 1, 2) ==
          mpq_class(mpz_class("3333333333333333333333333333333333"), mpz_class("10000000000000000000000000000000000")));
    CHECK(coordinate(s, 2, 1) == 500);
  }
  SECTION("double and float") {
    CHECK(coordinate(read(text, chunked(Numbers::binary64, 1)), 0, 0) == mpq_class(0.1));
    CHECK(coordinate(read(text, chunked(Numbers::binary32, 1)), 0, 0) == mpq_class(0.1f));
  }
  SECTION("y up: (x, y, z) becomes (x, -z, y)") {
    for (const auto& [name, mode] : modes) {
      const Scene z = read(text, chunked(mode, 1)), y = read(text, chunked(mode, 1, UpAxis::y));
      for (std::size_t v = 0; v < 3; ++v) {
        CHECK(coordinate(y, v, 0) == coordinate(z, v, 0));
        CHECK(coordinate(y, v, 1) == -coordinate(z, v, 2));
        CHECK(coordinate(y, v, 2) == coordinate(z, v, 1));
      }
    }
  }
  SECTION("far apart: from 1e-300 to 1.7e308") {
    const std::string far = "v 1e-300 0 0\nv 1.7e308 -3.4e38 0\nv 4.9e-324 1 0\nf 1 2 3\n";
    const Scene d = read(far, chunked(Numbers::binary64, 1));
    CHECK(coordinate(d, 0, 0) == mpq_class(1e-300));
    CHECK(coordinate(d, 1, 0) == mpq_class(1.7e308));
    CHECK(coordinate(d, 1, 1) == mpq_class(-3.4e38));
    CHECK(coordinate(d, 2, 0) == mpq_class(4.9e-324));
    const Scene e = read(far, chunked(Numbers::decimal, 1));
    mpz_class p;
    mpz_ui_pow_ui(p.get_mpz_t(), 10, 300);
    CHECK(coordinate(e, 0, 0) == mpq_class(1, p));
    mpz_ui_pow_ui(p.get_mpz_t(), 10, 307);
    CHECK(coordinate(e, 1, 0) == 17 * p);
  }
}

TEST_CASE("faces and names keep the file's order") {
  const std::string text =
      triangle + "f 3 2 1\nusemtl stone\nf 1 2 3\no hall\nf 1 2 3\nf 2 3 1\no  old \\\n hall \nusemtl\nf 1 2 3\n";
  for (const unsigned threads : {1u, 2u, 5u}) {
    const Scene s = read(text, chunked(Numbers::binary64, threads));
    REQUIRE(s.face_count() == 5);
    CHECK(std::vector(s.face_points.begin(), s.face_points.begin() + 3) == std::vector<std::uint32_t>{2, 1, 0});
    REQUIRE(s.groups.size() == 3);
    CHECK(s.groups[0].first_face == 1);
    CHECK(s.groups[0].material == "stone");
    CHECK(s.groups[0].object.empty());
    CHECK(s.groups[1].first_face == 2);
    CHECK(s.groups[1].object == "hall");
    CHECK(s.groups[1].material == "stone");
    CHECK(s.groups[2].first_face == 4);
    CHECK(s.groups[2].object == "old   hall");
    CHECK(s.groups[2].material.empty());
  }
}

TEST_CASE("what is no readable file is refused") {
  CHECK(import_obj("/nonexistent/level.obj", {}).error().code == ErrorCode::cannot_open);
  CHECK(import_obj("", {}).error().code == ErrorCode::cannot_open);
  CHECK(import_obj(std::string("a\0b", 3), {}).error().code == ErrorCode::cannot_open);
  const auto directory = import_obj(corpus.string(), {});
  CHECK(directory.error().code == ErrorCode::cannot_open);
  CHECK(directory.error().text().find("directory") != std::string::npos);
  CHECK(import_obj("/dev/zero", {}).error().code == ErrorCode::cannot_open);
}

TEST_CASE("every limit is an error that names its line, for any thread count") {
  const std::string two = triangle + "f 1 2 3\ng some name\nf 1 2 3 1\n";
  for (const unsigned threads : {1u, 2u, 6u}) {
    ImportOptions o = chunked(Numbers::decimal, threads);
    o.max_vertices = 2;
    CHECK(fail(two, o).code == ErrorCode::too_large);
    CHECK(fail(two, o).line == 3);
    o = chunked(Numbers::decimal, threads);
    o.max_corners = 6;
    CHECK(fail(two, o).code == ErrorCode::too_large);
    CHECK(fail(two, o).line == 6);
    o.max_corners = 7;
    CHECK(read(two, o).face_count() == 2);
    o = chunked(Numbers::decimal, threads);
    o.max_face_corners = 3;
    CHECK(fail(two, o).code == ErrorCode::too_large);
    CHECK(fail(two, o).line == 6);
    o = chunked(Numbers::decimal, threads);
    o.max_name_bytes = 8;
    CHECK(fail(two, o).line == 5);
    o = chunked(Numbers::decimal, threads);
    o.max_group_bytes = 100;
    const std::string many = triangle + "g a\nf 1 2 3\ng b\nf 1 2 3\ng c\nf 1 2 3\n";
    CHECK(fail(many, o).code == ErrorCode::too_large);
    CHECK(fail(many, o).line == 4);
    o = chunked(Numbers::decimal, threads);
    o.max_exact_bytes = 1000;
    const std::string fine = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1e-4000 1 1\nf 1 2 3\n";
    CHECK(read(fine, o).points.size() == 3);  // the fine one is not used
    CHECK(fail(fine + "f 2 3 4\n", o).code == ErrorCode::too_large);
    CHECK(fail(fine + "f 2 3 4\n", o).line == 4);
    o.numbers = Numbers::binary64;
    o.max_exact_bytes = 500;
    CHECK(fail("v 0 0 0\nv 1e308 0 0\nv 1 1e-300 1\nf 1 2 3\n", o).line == 3);
  }
}

TEST_CASE("a face of 10^6 vertices") {
  std::string text;
  const int n = 1'000'000;
  for (int i = 0; i < n; ++i) text += "v " + std::to_string(i) + " " + std::to_string(i / 1000) + " 0\n";
  text += "f";
  for (int i = 0; i < n; ++i) text += " " + std::to_string(i % 2 ? i + 1 : i - n);
  TemporaryFile file("face.obj");
  std::ofstream(file.path, std::ios::binary) << text;
  const auto scene = import_obj(file.path.string(), {});
  REQUIRE(scene);
  CHECK(scene->face_count() == 1);
  CHECK(scene->points.size() == n);
  std::vector<plumb::kernel::PointId> expected(n);
  for (int i = 0; i < n; ++i) expected[static_cast<std::size_t>(i)] = static_cast<plumb::kernel::PointId>(i);
  CHECK(scene->face_points == expected);
}

TEST_CASE("one line of 4 GB needs no memory of its own") {
  const std::string faces = triangle + "f 1 2 3\n";
  const MemoryLimit limit(512);  // MB, beside what the text itself is mapped from
  SECTION("a comment, with the level behind it") {
    const RepeatedText text("# ", "a long comment  ", "\n" + faces, 4096);
    REQUIRE(text.view().size() >= std::uint64_t{1} << 32);
    CHECK(read(text.view(), {}).face_count() == 1);
  }
  SECTION("a name") {
    const RepeatedText text("g ", "name and name a ", "\n" + faces, 4096);
    CHECK(fail(text.view(), {}).code == ErrorCode::too_large);
    CHECK(fail(text.view(), {}).line == 1);
  }
  SECTION("a face") {
    const RepeatedText text(triangle + "f ", "1 2 3 2/9 3//9  ", "\n", 4096);
    const Error e = fail(text.view(), {});
    CHECK(e.code == ErrorCode::too_large);
    CHECK(e.line == 4);
  }
  SECTION("no OBJ at all") {
    const RepeatedText text("", "abcdefghijklmnop", "", 4096);
    const Error e = fail(text.view(), {});
    CHECK(e.code == ErrorCode::syntax);
    CHECK(e.text().size() < 300);
  }
  SECTION("a number (of 64 MB)") {
    const RepeatedText text("v 0.", "1234567890123456", " 0 0\n" + faces, 64);
    CHECK(read(text.view(), {}).vertex_records == 4);
    ImportOptions decimal;
    decimal.numbers = Numbers::decimal;
    CHECK(fail(text.view(), decimal).code == ErrorCode::out_of_range);
  }
}

TEST_CASE("any text: the same scene or error for any thread count") {
  CHECK(rc::check("lines drawn from good and bad ones", [] {
    const std::vector<std::string> lines = {"v 0 0 0\n",
                                            "v 1 0 0\n",
                                            "v 0 1.5 0\n",
                                            "v 0.1 -0 1e-3\n",
                                            "v 12345678901234567890.5 0 1\n",
                                            "f 1 2 3\n",
                                            "f -1 -2 -3\n",
                                            "f -3 -2 -1\n",
                                            "f 1 2 3\n",
                                            "f 3 -2 1\n",
                                            "g a\n",
                                            "g b\n",
                                            "o x\n",
                                            "usemtl m\n",
                                            "# c \\\n",
                                            "\n",
                                            "vn 0 0 \\\n1\n",
                                            "v 1 \\\r\n 1 1\r\n",
                                            "f 1 2 \\\n-1\n",
                                            "f 1 2 3 4 5\n",
                                            "f -1 -1 -6\n",
                                            "v 1 2\n",
                                            "f 1 2\n",
                                            "v nan 0 0\n",
                                            "huh\n",
                                            "v 1 1 1\r",
                                            "f 1 2 9\n"};
    const auto good = static_cast<std::size_t>(std::find(lines.begin(), lines.end(), "f 1 2 3 4 5\n") - lines.begin());
    const bool mostly_good = *rc::gen::arbitrary<bool>();
    const auto picks = *rc::gen::container<std::vector<std::size_t>>(
        rc::gen::inRange<std::size_t>(0, mostly_good ? good : lines.size()));
    std::string text = mostly_good ? triangle : "";
    for (const std::size_t i : picks) text += lines[i];
    const Numbers mode = *rc::gen::element(Numbers::binary64, Numbers::binary32, Numbers::decimal);
    const auto one = import_obj_text(text, "t", chunked(mode, 1));
    RC_CLASSIFY(bool(one), "read");
    const plumb::tests::Folder folder;
    plumb::tests::write_file(folder / "t.obj", text);
    const ImportOptions y_up = chunked(mode, 2, UpAxis::y);
    RC_ASSERT(plumb::tests::streamed_differently(folder / "t.obj", y_up, import_obj(folder / "t.obj", y_up)) == "");
    for (const unsigned threads : {2u, 4u}) {
      const auto other = import_obj_text(text, "t", chunked(mode, threads));
      RC_ASSERT(bool(one) == bool(other));
      if (one) RC_ASSERT(same_scene(*one, *other) && is_valid(*one));
      else RC_ASSERT(one.error().text() == other.error().text());
    }
  }));
}
