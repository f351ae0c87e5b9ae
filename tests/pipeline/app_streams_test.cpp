// SPDX-License-Identifier: GPL-3.0-or-later
// The built `plumb` where standard output fails, and where it is given what is no file.
#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "support/run_program.h"

using namespace plumb::tests;

TEST_CASE("plumb: what cannot be said is refused, and no file appears") {
  Run run;
  REQUIRE(run("bake room.obj --quiet -o old.svg -o room.json --certificate room.cert").status == 0);
  const std::string old = run.file("old.svg");
  for (const char* full : {">/dev/full", ">&-"})
    for (const char* arguments :
         {"bake room.obj -o a.cert", "bake room.obj -o a.json -o a.obj", "bake bow.obj --bad-faces drop -o a.svg",
          "bake room.obj --up z -o old.svg", "bake room.obj", "layers room.obj --json a.json --svg b.svg",
          "layers room.json --json a.json", "layers room.obj", "explain room.obj --at 1,1,1",
          "explain room.obj --thresholds slope", "check room.obj room.cert", "--help", "bake --help", "check -h",
          "--version"})
      check_refused(run, arguments, "", full);
  CHECK(run.file("old.svg") == old);
  // Where nothing is to be said, standard output is not asked for.
  CHECK(run("bake room.obj -o a.obj --report a.json", "", ">&-").status == 0);
  CHECK(run("layers room.obj --quiet --json b.json", "", ">/dev/full").status == 0);
  CHECK(run.made() ==
        std::vector<std::string>{"a.json", "a.mtl", "a.obj", "b.json", "old.svg", "room.cert", "room.json"});
}

TEST_CASE("plumb: a pipe that nobody reads leaves no file behind") {
  Run run;
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  ::signal(SIGPIPE, SIG_DFL);  // whatever runs the tests may ignore it
  const std::string pipe = ">&" + std::to_string(ends[1]);
  for (const char* arguments : {"bake room.obj -o a.svg -o a.obj", "layers room.obj --json a.json --svg b.svg"}) {
    INFO(arguments);
    const Outcome o = run(arguments, "", pipe);
    CHECK(o.status == 128 + SIGPIPE);
    CHECK(o.err.empty());
    CHECK(run.made().empty());
    // A caller's wish to ignore the signal holds.
    check_refused(run, arguments, "trap '' PIPE; ", pipe);
  }
  ::close(ends[1]);
}

TEST_CASE("plumb: what is no regular file is not read") {
  Run run;
  for (const std::string& file : no_regular_files(run))
    for (const std::string& arguments : {"check " + file + " room.obj", "check room.obj " + file, "bake " + file})
      check_refused(run, arguments);
  CHECK(run("check room.obj zeros.obj").err ==
        "plumb: zeros.obj: is no regular file; save its content to a file and name that\n");
  CHECK(run("check folder.obj room.obj").err == "plumb: folder.obj: is a directory; name a file in it\n");
}

TEST_CASE("plumb check: names of any kind make one line") {
  Run run;
  for (const char* arguments :
       {"check '' room.obj", "check room.obj ''", "check \"$(printf 'a\\nb\\033')\" room.obj",
        "check room.obj \"$(printf 'a\\nb\\177')\"", "check -- -a.obj room.obj", "check room.obj room.obj room.obj"})
    check_refused(run, arguments);
  CHECK(run("check '' room.obj").err.rfind("plumb: (no name): ", 0) == 0);
  CHECK(run("check \"$(printf 'a\\nb')\" room.obj").err.rfind("plumb: a?b: ", 0) == 0);
  REQUIRE(run("bake room.obj --quiet -o \"$(printf 'a\\nb.cert')\"").status == 0);
  const Outcome other = run("check bow.obj \"$(printf 'a\\nb.cert')\"");
  CHECK(other.status == 1);
  CHECK(other.err == "plumb: a?b.cert:2: the level is not the one that was baked\n");
}

TEST_CASE("plumb: options that would not count are refused, by name") {
  Run run;
  REQUIRE(run("bake room.obj --quiet -o room.json").status == 0);
  for (const std::string option :
       {"--stance stand=1.8", "--slope 45", "--slope-ratio 1", "--sides both", "--numbers double", "--up y", "--step 0",
        "--weld 0", "--solids none", "--bad-faces error", "--optimise count"}) {
    check_refused(run, "layers room.json --json a.json " + option);
    CHECK(run("layers room.json " + option).err.find(option.substr(0, option.find(' ')) + " goes with a scene") !=
          std::string::npos);
  }
  CHECK(run("layers room.json --quiet --threads 2 --at-stance stand --method min-cut").status == 0);
  for (const char* arguments :
       {"explain room.obj --at 1,1,1 --exact-digits 3", "explain room.obj --thresholds slope --exact-digits 1000",
        "explain room.obj --at 1,1,1 --jumps", "explain room.obj --at 1,1,1 --range 1,2",
        "explain room.obj --thresholds slope --jumps", "explain room.obj --thresholds height --reach 1"})
    check_refused(run, arguments);
  CHECK(run("explain room.obj --thresholds height --exact-digits 3").status == 0);
  // The limit counts: it parts the list.
  CHECK(run("explain bow.obj --bad-faces drop --thresholds slope --slope 30").out.find("the limit is 30 degrees") !=
        std::string::npos);
}
