// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built `plumb-check`, which stands beside this test.
#include <catch2/catch.hpp>

#include "plumb/pipeline/bake_options.h"
#include "sha256.h"
#include "support/run_program.h"
#include "support/sanitized.h"

using namespace plumb::tests;

namespace {

/// A certificate of the level as far as its records of options; its first surface is missing.
std::string beginning(const std::string& level, const std::string& numbers = "double",
                      const std::string& stances = "stance stand 2\n") {
  return "plumb certificate 2\nscene " + plumb::checker::sha256_hex(level) + " " + std::to_string(level.size()) +
         "\nnumbers " + numbers + "\nup y\nsides both\nslope 45\nstep 0\nweld 0\nsolids none\nbad-faces error\n" +
         stances + "end 0 0 0 0\n";
}

}  // namespace

TEST_CASE("plumb-check: help, and arguments that are no good") {
  Run run("plumb-check");
  for (const char* arguments : {"--help", "-h", "room.obj -h", "--help room.obj"}) {
    INFO(arguments);
    const Outcome o = run(arguments);
    CHECK(o.status == 0);
    CHECK(o.err.empty());
    CHECK(o.out.rfind("Usage: plumb-check [--threads N] LEVEL.obj CERTIFICATE.cert [FILE]...\n", 0) == 0);
  }
  for (const char* arguments : {"",
                                "room.obj",
                                "room.obj a b",
                                "--bogus",
                                "room.obj --bogus",
                                "-x room.obj",
                                "\"$(printf -- '--a\\nb')\" room.obj",
                                "'' room.obj",
                                "room.obj ''",
                                "none.obj room.obj",
                                "room.obj none.cert",
                                "- -",
                                "--threads",
                                "--threads 2",
                                "--threads 0 room.obj room.obj",
                                "--threads x room.obj room.obj",
                                "--threads 1025 room.obj room.obj",
                                "--threads 2x room.obj room.obj",
                                "room.obj room.obj",
                                "\"$(printf 'a\\nb\\033')\" room.obj",
                                "room.obj room.obj/x"})
    check_refused(run, arguments);
  CHECK(run("room.obj room.obj").err.rfind("plumb-check: room.obj:1: this is no certificate; ", 0) == 0);
  CHECK(run("--version").out == "plumb-check 0.1.0\n");
  CHECK(run("room.obj --bogus").err.rfind("plumb-check: unknown option '--bogus'; ", 0) == 0);
  CHECK(run("'' room.obj").err.rfind("plumb-check: (no name): ", 0) == 0);
  CHECK(run("room.obj --threads 0 room.obj").err ==
        "plumb-check: --threads '0' is out of range; give a whole number from 1 to 1024\n");
}

TEST_CASE("plumb-check: what is no regular file is not read") {
  Run run("plumb-check");
  for (const std::string& file : no_regular_files(run)) {
    check_refused(run, file + " room.obj");
    check_refused(run, "room.obj " + file);
  }
  CHECK(run("zeros.obj room.obj").err ==
        "plumb-check: zeros.obj: is no regular file; save its content to a file and name that\n");
}

TEST_CASE("plumb-check: a level that cannot be judged is named with its line and what to do") {
  Run run("plumb-check");
  const auto message = [&](const std::string& level) {
    write_file(run.folder() / "level.obj", level);
    write_file(run.folder() / "level.cert", beginning(level));
    check_refused(run, "level.obj level.cert");
    return run("level.obj level.cert").err;
  };
  CHECK(message("v 0 0 0\nv 1 0 zero\n") == "plumb-check: level.obj:2: 'zero' is no number; correct this line\n");
  CHECK(message("v 0 0 1e999\n") ==
        "plumb-check: level.obj:1: '1e999' is beyond the numbers that can be read; correct this line\n");
  CHECK(message("# a\nsurf\n") == "plumb-check: level.obj:2: 'surf' is not understood; correct this line\n");
  CHECK(message("v 0 0\x1b 0\n") == "plumb-check: level.obj:1: '0?' is no number; correct this line\n");
  CHECK(message("v 0 0\r 0\n") == "plumb-check: level.obj:1: this is no text; name an .obj\n");
  CHECK(message("v 0 0 0\nf 1 1 2\n") ==
        "plumb-check: level.obj: a face names vertex 2, which does not exist; correct the face\n");
  CHECK(message("v 0 0 0\n") == "plumb-check: level.obj: there is no face; name a level with faces\n");
}

TEST_CASE("plumb-check: as many stances as the baker takes, and no more") {
  Run run("plumb-check");
  const std::string level = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  write_file(run.folder() / "level.obj", level);
  const auto with_stances = [&](std::size_t count) {
    std::string stances;
    for (std::size_t s = 1; s <= count; ++s) stances += "stance s" + std::to_string(s) + " " + std::to_string(s) + "\n";
    write_file(run.folder() / "level.cert", beginning(level, "double", stances));
    return run("level.obj level.cert");
  };
  CHECK(with_stances(plumb::pipeline::max_stances).status == 0);
  const Outcome more = with_stances(plumb::pipeline::max_stances + 1);
  CHECK(more.status == 1);
  CHECK(more.err == "plumb-check: level.cert:75: more than 64 stances\n");
}

TEST_CASE("plumb-check: memory runs out while a level is read, its numbers are made, a certificate is read") {
  if (under_address_sanitizer) return;  // it takes terabytes for itself
  // A tenth of what each of these takes: a level of 1 GB, 100,000 vertices of short numerals for long numbers, a line
  // of 1 GB.
  const std::string little = "ulimit -v 100000; ";
  for (const std::string program : {"plumb-check", "plumb"}) {
    Run run(program);
    const std::string check = program == "plumb" ? "check " : "";
    std::string level;
    for (int i = 0; i < 100000; ++i) level += "v 1e9999 " + std::to_string(i) + "e9998 1e-9999\n";
    level += "f 1 2 3\n";
    write_file(run.folder() / "numbers.obj", level);
    write_file(run.folder() / "numbers.cert", beginning(level, "decimal"));
    for (const char* file : {"large.obj", "large.cert"}) {
      write_file(run.folder() / file, "");
      std::filesystem::resize_file(run.folder() / file, std::uintmax_t{1} << 30);
    }
    const auto check_named = [&](const std::string& files, const std::string& named) {
      const Outcome o = run(check + files, little);
      CHECK(o.status == 2);
      CHECK(o.out.empty());
      CHECK(o.err == program + ": " + named + ": there is not enough memory; use a machine with more\n");
    };
    check_named("large.obj numbers.cert", "large.obj");
    check_named("numbers.obj numbers.cert", "numbers.cert");
    check_named("room.obj large.cert", "large.cert");
    CHECK(run(check + "room.obj numbers.cert", little).status == 1);
  }
}

TEST_CASE("plumb-check: 1 for a certificate that does not hold; 2 where the answer cannot be said") {
  Run run("plumb-check");
  // An upright triangle: nothing to stand on, so no surface is missing.
  const std::string level = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  write_file(run.folder() / "level.obj", level);
  write_file(run.folder() / "level.cert", beginning(level));
  const Outcome holds = run("level.obj level.cert");
  CHECK(run("level.obj --threads 3 level.cert").out == holds.out);
  CHECK(holds.status == 0);
  CHECK(holds.err.empty());
  CHECK(holds.out.rfind("Every record holds: 1 polygons, 0 of them traversable", 0) == 0);
  for (const char* full : {">/dev/full", ">&-"})
    for (const char* arguments : {"level.obj level.cert", "--help"}) check_refused(run, arguments, "", full);
  const Outcome other = run("room.obj level.cert");
  CHECK(other.status == 1);
  CHECK(other.out.empty());
  CHECK(other.err == "plumb-check: level.cert:2: the level is not the one that was baked\n");
}
