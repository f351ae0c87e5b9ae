// SPDX-License-Identifier: GPL-3.0-or-later
// Levels whose coordinates no file for engines holds: each such file is refused, the others and the summary appear, and
// nowhere is an infinity written.
#include <catch2/catch.hpp>
#include <cctype>
#include <random>

#include "support/run_program.h"

using namespace plumb::tests;

namespace {

bool has_infinity(const std::string& text) {
  for (const char* word : {"inf", "nan"})
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      const auto letter = [&](std::size_t i) {
        return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i]));
      };
      if (!letter(at + 3) && (at == 0 || !letter(at - 1))) return true;
    }
  return false;
}

}  // namespace

TEST_CASE("out of range: huge_coord.obj has its numbers in the summary, and its files are refused") {
  Run run;
  write_file(run.folder() / "huge_coord.obj", text_of_file(PLUMB_SOURCE_DIR "/tests/corpus/exports/huge_coord.obj"));
  const auto given = run.made();
  const Outcome o = run("bake huge_coord.obj -o h.glb -o h.tres");
  INFO(o.err << o.out);
  CHECK(o.status == 2);
  CHECK(run.made() == given);
  CHECK(o.out.find("5e+599   100.00 %") != std::string::npos);
  CHECK_FALSE(has_infinity(o.out));
  for (const char* file : {"h.glb", "h.tres"})
    CHECK(o.err.find(std::string("plumb: ") + file + ": the navmesh has coordinates beyond the range of binary32; ") !=
          std::string::npos);
  // With nothing else to do it ends before the bake.
  CHECK(run("bake huge_coord.obj -o h.glb --quiet").status == 2);
}

TEST_CASE("out of range: 50 levels of other sizes, in every format") {
  Run run;
  std::mt19937 random(30);
  const std::vector<std::string> binary32{"glb", "tres", "obj", "bin", "mset"};
  std::size_t beyond_doubles = 0, within = 0, beyond = 0;
  for (int seed = 0; seed < 50; ++seed) {
    int exponent = seed < 10 ? 30 + static_cast<int>(random() % 6) : 39 + static_cast<int>(random() % 500);
    if (exponent == 308) ++exponent;  // in which some numbers are doubles, and some are not
    const std::string far = std::to_string(1 + random() % 9) + "e" + std::to_string(exponent);
    write_file(run.folder() / "far.obj",
               "v 0 0 0\nv " + far + " 0 0\nv " + far + " 0 " + far + "\nv 0 0 " + far + "\nf 4 3 2 1\n");
    const std::string engine = "x." + binary32[static_cast<std::size_t>(seed) % binary32.size()];
    const Outcome o = run("bake far.obj --numbers decimal --exact-digits 0 -o x.svg -o x.csv -o x.json -o " + engine);
    INFO(seed << ": " << far << " " << engine << "\n" << o.out << o.err);
    const bool fits = exponent <= 35, drawn = exponent <= 307;
    CHECK(o.status == (fits ? 0 : 2));
    CHECK_FALSE(has_infinity(o.out));
    const auto made = run.made();
    const auto appeared = [&](const std::string& file) { return std::ranges::find(made, file) != made.end(); };
    CHECK(appeared(engine) == fits);
    CHECK(appeared("x.svg") == drawn);
    CHECK(appeared("x.csv"));
    CHECK(appeared("x.json"));
    for (const std::string& file : made)
      if (file != "x.bin" && file != "x.mset" && file != "x.glb" && file != "far.obj")
        CHECK_FALSE(has_infinity(run.file(file)));
    for (const std::string& file : made) std::filesystem::remove(run.folder() / file);
    beyond_doubles += !drawn;
    within += fits;
    beyond += !fits && drawn;
  }
  CHECK(within == 10);
  CHECK(beyond >= 10);
  CHECK(beyond_doubles >= 10);
}
