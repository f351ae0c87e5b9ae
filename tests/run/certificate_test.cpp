// SPDX-License-Identifier: GPL-3.0-or-later
// What certificates say. Small levels have theirs written out by hand, record by record. For the shipped and the shared
// levels a second reader (support/certificate_text.h) compares every record with what the bake found, and a test shows
// that it notices records that are changed, left out or doubled. Then: the same bytes for any number of threads, and
// what is refused before the work.
#include <catch2/catch.hpp>

#include "plumb/pipeline/bake.h"
#include "support/certificate_text.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

std::vector<std::string> levels_in(const std::string& folder, std::uintmax_t most_bytes) {
  std::vector<std::string> out;
  if (!std::filesystem::exists(folder)) return out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".obj" && entry.file_size() <= most_bytes) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

BakeArguments arguments_for(const std::string& scene) {
  BakeArguments a;
  a.scene = scene;
  a.stances = {"crawl=1/2", "crouch=1.1", "stand=1.8"};
  a.step = "0.4";
  a.weld = "0.3";
  a.bad_faces = "drop";
  a.threads = "1";
  return a;
}

// The message of what is wrong with the certificate of a level, or none.
std::string fault_of(const BakeArguments& a) {
  const CertifiedScene c = certify(a);
  try {
    CertificateReader(c).read();
  } catch (const std::logic_error& e) {
    return e.what();
  }
  return "";
}

std::string text_of_bake(const std::string& level, BakeArguments a) {
  const Folder folder;
  a.scene = folder / "level.obj";
  a.certificate = folder / "a.cert";
  write_file(a.scene, level);
  const auto options = make_bake_options(a);
  REQUIRE(options);
  Progress silent;
  REQUIRE(bake(*options, silent));
  return text_of_file(a.certificate);
}

}  // namespace

// A floor whose first corner is inside a side, half of it under a slab 1.5 above; an L, cut into two parts; a square of
// two triangles. Its last corner is where the first `v` is too, which no face uses.
TEST_CASE("Certificate: a level by hand") {
  BakeArguments a;
  a.up = "z";
  a.numbers = "decimal";
  a.stances = {"crouch=1", "stand=2"};
  CHECK(text_of_bake("v 20 3 0\n"
                     "v 1 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 0 0 0\n"
                     "v 2 0 1.5\nv 6 0 1.5\nv 6 4 1.5\nv 2 4 1.5\n"
                     "v 10 0 0\nv 14 0 0\nv 14 2 0\nv 12 2 0\nv 12 4 0\nv 10 4 0\n"
                     "v 20 0 0\nv 23 0 0\nv 23 3 0\nv 20 3 0\n"
                     "f 2 3 4 5 6\nf 7 8 9 10\nf 11 12 13 14 15 16\nf 17 18 19\nf 17 19 20\n",
                     a) ==
        "plumb certificate 2\n"
        "scene 6928453776e507889c2f8182142f07fb85bc9287336f473ab5bacf19fc085bda 244\n"
        "numbers decimal\nup z\nsides both\nslope 45\nstep 0\nweld 0\nsolids none\nbad-faces error\nstance crouch "
        "1\nstance stand 2\n"
        "part 2 0 9 10 11 12\n"
        "part 2 1 9 12 13 14\n"
        "weld 3 0 4 0 : 17 18 15 16\n"
        "surface 0\n"
        "line 1 0 -2\n"
        "cell 1 1 4 3 0 1\n"  // sides: x = 4, y = 4, x = 0, y = 0
        "cell 2 - 4 1 2 3\n"
        "surface 1\ncell 2 -\n"
        "surface 2\ncell 2 -\n"
        "surface 3\ncell 2 -\n"
        "surface 4\ncell 2 -\n"
        "portal flush 1 0 1 2 0 2 4\n"
        "portal flush 2 3 4 10 0 12 2\n"
        "end 5 6 0 2\n");
}

// Two floors in one plane, turned to z up: the first faces down, its first corner is inside a side. A wall at x = 1
// whose lower edge rises: it is as high as who crouches at y = 7/3.
TEST_CASE("Certificate: an owner and a wall by hand") {
  BakeArguments a;
  a.numbers = "decimal";
  a.stances = {"crouch=1", "stand=2"};
  a.step = "0.5";
  a.slope_ratio = "1/2";
  CHECK(text_of_bake("v 1 0 0\nv 0 0 0\nv 0 0 -4\nv 4 0 -4\nv 4 0 0\n"
                     "v 2 0 0\nv 6 0 0\nv 6 0 -4\nv 2 0 -4\n"
                     "v 1 0 -1\nv 1 1.5 -3\nv 1 2.5 -3\nv 1 2.5 -1\n"
                     "f 1 2 3 4 5\nf 6 7 8 9\nf 10 11 12 13\n",
                     a) ==
        "plumb certificate 2\n"
        "scene d68f1a0886be5a02ac8d1d5bd13d9ea9e8f2790c4355fbc7404cde0723e48327 154\n"
        "numbers decimal\nup y\nsides both\nslope-ratio 1/2\nstep 1/2\nweld 0\nsolids none\nbad-faces error\nstance "
        "crouch 1\nstance stand 2\n"
        "surface 0\n"
        "line 1 0 -1\n"
        "cell 2 - 0 1 2 4\n"  // sides: y = 0, x = 4, y = 4, x = 0
        "cell 2 - 0 4 2 3\n"
        "wall 2 0 1 1 1 7/3\n"
        "wall 2 1 1 7/3 1 3\n"
        "surface 1\n"
        "line 1 0 -4\n"
        "cell covered 0 3 0 4 2\n"  // sides: y = 0, x = 6, y = 4, x = 2
        "cell 2 - 4 0 1 2\n"
        "portal flush 2 0 1 1 0 1 1\n"
        "portal flush 1 0 1 1 7/3 1 3\n"
        "portal flush 2 0 1 1 3 1 4\n"
        "portal flush 2 0 3 4 0 4 4\n"
        "end 2 4 2 4\n");
}

TEST_CASE("Certificate: a wall on ground that others own is left out") {
  BakeArguments a;
  a.up = "z";
  const std::string halves =
      "v 0 0 0\nv 2 0 0\nv 2 4 0\nv 0 4 0\nv 4 0 0\nv 4 4 0\nv 1 1 0\nv 1 3 0\nv 1 3 2\nv 1 1 2\n"
      "f 1 2 3 4\nf 2 3 6 5\n";  // they face opposite ways and are not joined
  const std::string text = text_of_bake(halves + "f 1 5 6 4\nf 7 8 9 10\n", a);
  CHECK(text.find("surface 2\nline ") != std::string::npos);
  CHECK(text.find("cell covered 0") != std::string::npos);
  CHECK(text.find("cell covered 1") != std::string::npos);
  CHECK(text.find("\nwall 3 0 1 1 1 3\nsurface 1\n") != std::string::npos);
  CHECK(text.substr(text.find("surface 2\n")).find("wall") == std::string::npos);
}

TEST_CASE("Certificate: a weld is one record though a wall that it passes under divides its side") {
  BakeArguments a;
  a.scene = PLUMB_SOURCE_DIR "/tests/corpus/levels/wall_over_weld.obj";
  a.up = "z";
  a.stances = {"low=1", "high=2"};
  a.step = "0.5";
  a.weld = "0.25";
  CHECK(text_of_bake(text_of_file(a.scene), a).find("portal weld 1 2 7 79/60 29/20 3/2 21/16 : 7/6 5/4 93/64 5/4\n") !=
        std::string::npos);
}

TEST_CASE("Certificate: every record of every level says what the bake found") {
  std::vector<std::string> levels = levels_in(PLUMB_SOURCE_DIR "/docs/examples", 1 << 20);
  for (const std::string& level : levels_in(PLUMB_SOURCE_DIR "/tests/corpus/levels", 1 << 20)) levels.push_back(level);
  REQUIRE(levels.size() >= 9);
  for (const std::string& level : levels)
    for (const char* decomposition : {"bounded", "seed"})
      for (const char* numbers : {"double", "decimal"}) {
        BakeArguments a = arguments_for(level);
        a.decomposition = decomposition;
        a.numbers = numbers;
        INFO(level + ' ' + decomposition + ' ' + numbers);
        CHECK(fault_of(a) == "");
      }
}

TEST_CASE("Certificate: the reader of these tests notices any record that is not right") {
  CertifiedScene c = certify(arguments_for(PLUMB_SOURCE_DIR "/docs/examples/ruin.obj"));
  const std::string good = c.text;
  for (const char* record : {"scene ", "up ", "step ", "stance ", "part ", "weld ", "surface ", "line ", "cell ",
                             "wall ", "portal flush ", "portal step ", "portal weld ", "end "}) {
    INFO(record);
    const std::size_t begin = good.find(std::string("\n") + record) + 1, end = good.find('\n', begin);
    REQUIRE(begin != 0);
    c.text = good;  // another last digit or letter
    c.text[end - 1] = c.text[end - 1] == '7' ? '5' : '7';
    CHECK_THROWS_AS(CertificateReader(c).read(), std::logic_error);
    c.text = good;
    c.text.erase(begin, end + 1 - begin);
    CHECK_THROWS_AS(CertificateReader(c).read(), std::logic_error);
    c.text = good;
    c.text.insert(begin, good.substr(begin, end + 1 - begin));
    CHECK_THROWS_AS(CertificateReader(c).read(), std::logic_error);
  }
}

TEST_CASE("Certificate: shared scenes") {
  std::size_t read = 0;
  for (const char* folder : {"levels", "nasty", "navtest"})
    for (const std::string& level : levels_in(std::string(PLUMB_SHARED_DIR "/scenes/") + folder, 100'000))
      for (const char* up : {"y", "z"}) {
        BakeArguments a = arguments_for(level);
        a.up = up;
        a.decomposition = read % 4 < 2 ? "bounded" : "seed";
        a.sides = read % 3 == 0 ? "up" : "both";
        INFO(level + " --up " + up);
        CHECK(fault_of(a) == "");
        ++read;
      }
  if (read == 0) WARN("skipped: no shared scenes here");
  else CHECK(read >= 20);
}

TEST_CASE("Certificate: the same bytes for any number of threads, under either option") {
  const Folder folder;
  std::vector<std::string> texts;
  for (const char* threads : {"1", "2", "5"}) {
    BakeArguments a = arguments_for(PLUMB_SOURCE_DIR "/docs/examples/ruin.obj");
    a.threads = threads;
    a.outputs = {folder / "one.cert"};
    a.certificate = folder / "TWO.CERT";
    const auto options = make_bake_options(a);
    REQUIRE(options);
    Progress silent;
    const auto report = bake(*options, silent);
    REQUIRE(report);
    CHECK(report->files == std::vector<std::string>{folder / "one.cert", folder / "TWO.CERT"});
    for (const std::string& file : report->files) texts.push_back(text_of_file(file));
  }
  CHECK(texts[0].size() > 100'000);
  for (const std::string& text : texts) CHECK((text == texts[0]));
}

TEST_CASE("Certificate: nothing is digested unless asked for; a folder that is missing is found before the work") {
  const Folder folder;
  write_file(folder / "level.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  ImportOptions reading;
  CHECK(import_obj(folder / "level.obj", reading)->sha256.empty());
  CHECK(import_obj(folder / "level.obj", reading)->bytes == 32);
  BakeArguments a;
  a.scene = folder / "none.obj";  // not looked for
  a.certificate = folder / "none/a.cert";
  Progress silent;
  const auto refused = bake(*make_bake_options(a), silent);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::cannot_write);
  CHECK(refused.error().file == a.certificate);
}
