// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built `plumb`, which stands beside this test.
//
// Each test types command lines in a folder of its own and looks at the exit status, at what is printed to either
// stream, and at the files that appear: also where options are wrong, where a file grows too large or has no place, and
// where the stack is small, where standard output fails, and where what is given is no file.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "plumb/pipeline/nav_mesh_json.h"
#include "support/run_program.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

TEST_CASE("plumb: help and version") {
  Run run;
  for (const char* arguments : {"--help", "-h", "bake --help", "bake -h", "explain -h", "check -h", "--version", "help",
                                "help bake", "version"}) {
    INFO(arguments);
    const Outcome o = run(arguments);
    CHECK(o.status == 0);
    CHECK(o.err.empty());
    CHECK_FALSE(o.out.empty());
    CHECK(o.out.find("\n\n\n") == std::string::npos);
  }
  CHECK(run("--version").out == "plumb 0.1.0\n");
  CHECK(run("version").out == run("--version").out);
  CHECK(run("help layers").out == run("layers --help").out);
  CHECK(run("--help").out.find("bake") != std::string::npos);
  const std::string help = run("bake --help-all").out;
  for (const char* option : {"--stance",
                             "--slope",
                             "--slope-ratio",
                             "--sides",
                             "--numbers",
                             "--up",
                             "--step",
                             "--weld",
                             "--solids",
                             "--optimise",
                             "--one-surface",
                             "--radius",
                             "--window",
                             "--min-area",
                             "--bad-faces",
                             "--exact-digits",
                             "--decomposition",
                             "--threads",
                             "--seed-point",
                             "--report",
                             "--certificate",
                             "--method",
                             "--quiet",
                             "-o",
                             ".json",
                             ".obj",
                             ".glb",
                             ".svg",
                             ".bin",
                             ".cert"}) {
    INFO(option);
    CHECK(help.find(option) != std::string::npos);
  }
}

TEST_CASE("plumb: --help fits on a screen and names what --help-all has besides") {
  Run run;
  for (const char* command : {"bake", "route"}) {
    INFO(command);
    const std::string help = run(std::string(command) + " --help").out,
                      all = run(std::string(command) + " --help-all").out;
    CHECK(std::ranges::count(help, '\n') <= 45);
    CHECK(help.find("in detail") != std::string::npos);
    CHECK(all.find("With --help-all also") == std::string::npos);
    CHECK(std::ranges::count(all, '\n') > std::ranges::count(help, '\n'));
  }
  CHECK(run("bake --help").out.find("--tile") == std::string::npos);
  CHECK(run("bake --help-all").out.find("--tile") != std::string::npos);
}

TEST_CASE("plumb: options of studies are plumb-study's") {
  Run run;
  CHECK(run("bake room.obj --cluster 0.1").err ==
        "plumb: unknown option '--cluster'; 'plumb bake --help' lists the options\n");
  for (const char* option : {"--cost lines", "--samples 9", "--arc-points 9", "--joints document", "--checks document",
                             "--reference centroid"}) {
    INFO(option);
    const Outcome o = run("route map.json --from 0,0 --to 1,1 " + std::string(option));
    CHECK(o.status == 2);
    CHECK(o.err.find("unknown option '--") != std::string::npos);
  }
}

TEST_CASE("plumb: bad command lines end with 2, one line, and no file") {
  Run run;
  for (const char* arguments : {"",
                                "fry",
                                "fry room.obj",
                                "help fry",
                                "help bake now",
                                "version now",
                                "bake room.obj --quiet --quiet",
                                "--fry",
                                "bake",
                                "bake --fry room.obj",
                                "bake room.obj room.obj",
                                "bake room.obj -o",
                                "bake none.obj -o a.obj",
                                "bake broken.obj -o a.obj",
                                "bake bow.obj -o a.obj -o a.json",
                                "bake . -o a.obj",
                                "bake room.obj -o none/a.obj",
                                "bake room.obj -o a.obj -o a.png",
                                "bake room.obj -o room.obj",
                                "bake room.obj -o a.obj --report a.mtl",
                                "bake room.obj -o a.svg --report none/r.json",
                                "bake room.obj -o a.obj --stance stand",
                                "bake room.obj -o a.obj --step 1.8",
                                "bake room.obj -o a.obj --slope 90",
                                "bake room.obj -o a.obj --slope 45 --slope 50",
                                "bake room.obj -o a.obj --threads 0",
                                "bake room.obj -o a.obj --radius 0.3 --window 0",
                                "bake room.obj -o a.obj --optimise most",
                                "bake room.obj -o a.obj --stance \"$(printf 'two\\nlines=1')\"",
                                "bake room.obj -o a.obj --step -1",
                                "bake room.obj --certificate a.txt",
                                "bake room.obj --certificate none/a.cert",
                                "bake room.obj -o a.cert --certificate a.cert",
                                "bake room.obj --certificate ''",
                                "bake room.obj --report ''",
                                "check",
                                "check room.obj",
                                "check none.obj room.obj",
                                "check room.obj none.cert",
                                "bake room.obj -o a.obj --quiet=perhaps",
                                "layers",
                                "layers none.obj",
                                "layers none.json",
                                "layers room.obj --svg ''",
                                "layers room.obj --svg none/a.svg",
                                "layers room.obj --svg a.png",
                                "layers room.obj --json a",
                                "layers room.obj --json a.json --svg a.json",
                                "layers room.obj --method fastest",
                                "layers room.obj --at-stance swim --json a.json",
                                "layers broken.obj --polygons --json a.json",
                                "layers room.obj --polygons --at-stance stand",
                                "layers room.obj --weights 1,2",
                                "layers room.obj --proof a --method min-cut",
                                "layers room.obj --json room.obj",
                                "layers room.obj --polygons --step 0.1",
                                "layers room.obj --polygons --solids closed"})
    check_refused(run, arguments);
  CHECK(run("bake room.obj --optimize none").err ==
        "plumb: unknown option '--optimize' (did you mean --optimise?); 'plumb bake --help' lists the options\n");
  CHECK(run("--fry bake room.obj").err == "plumb: unknown option '--fry'; 'plumb bake --help' lists the options\n");
  CHECK(run("bake room.obj --fry=1").err == "plumb: unknown option '--fry'; 'plumb bake --help' lists the options\n");
  CHECK(run("bake nowhere").err.rfind("plumb: nowhere: cannot open: No such file", 0) == 0);
  CHECK(run("bkae room.obj").err ==
        "plumb: unknown command 'bkae' (did you mean bake?); 'plumb --help' lists the commands\n");
  CHECK(run("bake room.obj other.obj").err ==
        "plumb: 'other.obj' is one argument too many; 'plumb bake --help' lists the options\n");
  CHECK(run("bake room.obj --slope 45 --slope 50").err ==
        "plumb: --slope is given more than once; 'plumb bake --help' lists the options\n");
  CHECK(run("bake broken.obj").err.rfind("plumb: broken.obj:2: ", 0) == 0);
}

TEST_CASE("plumb check: 0 for a certificate that holds, 1 for one that does not") {
  Run run;
  REQUIRE(run("bake room.obj --quiet --certificate a.cert").status == 0);
  const Outcome holds = run("check room.obj a.cert");
  CHECK(holds.status == 0);
  CHECK(holds.err.empty());
  CHECK(holds.out.rfind("Every record holds: 3 polygons, 2 of them traversable", 0) == 0);
  const Outcome other = run("check bow.obj a.cert");
  CHECK(other.status == 1);
  CHECK(other.out.empty());
  CHECK(other.err == "plumb: a.cert:2: the level is not the one that was baked\n");
}

TEST_CASE("plumb: a file that grows too large leaves nothing behind") {
  Run run;
  std::string grid;
  for (int i = 0; i < 2000; ++i) {
    const std::string x = std::to_string(2 * i), next = std::to_string(2 * i + 1);
    grid += "v " + x + " 0 0\nv " + x + " 0 1\nv " + next + " 0 1\nv " + next + " 0 0\nf -4 -3 -2 -1\n";
  }
  write_file(run.folder() / "grid.obj", grid);
  check_refused(run, "bake grid.obj -o a.svg -o a.json", "ulimit -f 64; ");
}

TEST_CASE("plumb: where there is no room for an .obj there is no .mtl, and the other way round") {
  Run run;
  // A floor in strips makes faces of more than 7 KiB, and 60 names make such materials: of a floor on which there is
  // room for the lowest stance alone, so that the rest is small. Standard output is a file, too: the limit holds for
  // the summary, in which each name stands more often than in the materials, so names are short.
  std::string stances, strips;
  for (int i = 1; i <= 60; ++i)
    stances +=
        " --stance " + std::string(10, 'a' + static_cast<char>(i % 26)) + std::to_string(i) + "=" + std::to_string(i);
  for (int i = 0; i < 1000; ++i) {
    const std::string x = std::to_string(2 * i), next = std::to_string(2 * i + 1);
    strips += "v " + x + " 0 0\nv " + x + " 0 1\nv " + next + " 0 1\nv " + next + " 0 0\nf -4 -3 -2 -1\n";
  }
  write_file(run.folder() / "strips.obj", strips);
  write_file(run.folder() / "low.obj",
             "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nv 0 1.5 0\nv 4 1.5 0\nv 4 1.5 4\nv 0 1.5 4\nf 4 3 2 1\nf 5 6 7 8\n");
  const auto given = run.made();
  const std::vector<std::pair<std::string, std::string>> cases{{"strips.obj", "a.obj"},
                                                               {"low.obj --sides up" + stances, "a.mtl"}};
  for (const auto& [arguments, named] : cases) {
    const Outcome o = run("bake " + arguments + " -o a.csv -o a.obj", "ulimit -f 14; ");
    INFO(o.err);
    CHECK(o.status == 2);
    CHECK(o.err.find("plumb: a.obj: ") != std::string::npos);
    CHECK(o.err.find(named) != std::string::npos);
    auto with_table = given;
    with_table.insert(with_table.begin(), "a.csv");
    CHECK(run.made() == with_table);
    CHECK(o.out.find("Not written: a.obj") != std::string::npos);
    std::filesystem::remove(run.folder() / "a.csv");
  }
}

TEST_CASE("plumb: a stack of 64 KiB is as good as any") {
  Run run;
  write_file(run.folder() / "ruin.obj", text_of_file(PLUMB_SOURCE_DIR "/docs/examples/ruin.obj"));
  const std::string bake =
      "bake ruin.obj --sides up --step 0.4 --stance crouch=1 --stance stand=1.8 --radius 0.3 --quiet ";
  REQUIRE(run(bake + "-o a.json -o a.obj -o a.mset -o a.tres -o a.svg").status == 0);
  for (const char* limit : {"64", "256"}) {
    const std::string before = std::string("ulimit -s ") + limit + "; ";
    INFO(before);
    const Outcome small = run(bake + "-o b.json -o b.obj -o b.mset -o b.tres -o b.svg", before);
    CHECK(small.status == 0);
    for (const std::string kind : {".json", ".mset", ".tres"}) CHECK(run.file("b" + kind) == run.file("a" + kind));
    const Outcome audit =
        run("audit ruin.obj a.json --sides up --step 0.4 --stance crouch=1 --stance stand=1.8 --radius 0.3", before);
    INFO(audit.err);
    CHECK(audit.status == 0);
    CHECK(run("layers a.json --quiet", before).status == 0);
    CHECK(run("explain ruin.obj --at 0,0,0", before).status <= 2);
  }
}

TEST_CASE("plumb bake: files appear, the summary goes to stdout, stderr stays empty") {
  Run run;
  const Outcome o =
      run("bake --stance crouch=0.9 --stance stand=1.8 --step 0.4 -o a.obj -o a.json -o a.svg -o a.glb -o a.bin -o "
          "a.mset --tile 1 room.obj");
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  CHECK(o.out.find("Wrote: a.obj a.mtl a.json a.svg a.glb a.bin a.mset\n") != std::string::npos);
  CHECK(o.out.find("crouch") != std::string::npos);
  CHECK(o.out.find("\nDetour .bin: ") != std::string::npos);
  CHECK(o.out.find(" tiles of 1; ") != std::string::npos);
  CHECK(run.made() == std::vector<std::string>{"a.bin", "a.glb", "a.json", "a.mset", "a.mtl", "a.obj", "a.svg"});
  const auto bake = read_nav_mesh_json(run.folder() / "a.json");
  REQUIRE(bake);
  CHECK(bake->info.stances.size() == 2);
  CHECK_FALSE(bake->cells.empty());
}

TEST_CASE("plumb audit and diff: --quiet leaves the reason why they fail, on standard error") {
  Run run;
  REQUIRE(run("bake room.obj --quiet -o a.obj -o a.json").status == 0);
  const Outcome audited = run("audit room.obj a.obj --quiet --fail-if 'missing>0,lost>0'");
  CHECK(audited.status == 0);
  CHECK((audited.out + audited.err).empty());
  write_file(run.folder() / "none.obj", "v 0 0 0\n");
  const Outcome none = run("audit room.obj none.obj --quiet --fail-if 'missing>1%'");
  CHECK(none.status == 1);
  CHECK(none.out.empty());
  CHECK(none.err == "plumb: none.obj fails missing>1% (100.0000 %)\n");
  const Outcome differ = run("diff a.json none.obj --quiet");
  CHECK(differ.status == 1);
  CHECK(differ.out.empty());
  CHECK(differ.err == "plumb: a.json and none.obj differ\n");
}

TEST_CASE("plumb bake: --report takes the place of the summary, --quiet of everything") {
  Run run;
  const Outcome reported = run("bake room.obj --report r.json");
  CHECK(reported.status == 0);
  CHECK(reported.out.empty());
  const auto report = nlohmann::json::parse(run.file("r.json"));
  CHECK(report["scene"]["faces"] == 3);
  CHECK(report["area"]["traversable"]["exact"] == "17");
  CHECK(report["identity"]["held"] == report["identity"]["polygons"]);
  const Outcome quiet = run("bake room.obj --quiet -o b.obj");
  CHECK(quiet.status == 0);
  CHECK(quiet.out.empty());
  CHECK(quiet.err.empty());
  CHECK(run("bake bow.obj --bad-faces drop --quiet -o c.obj").status == 0);
  CHECK(run.made() == std::vector<std::string>{"b.mtl", "b.obj", "c.mtl", "c.obj", "r.json"});
}

TEST_CASE("plumb bake: what was dropped and kept adds up to the stance's area") {
  Run run;
  // The shelf, of area 1, is a component of its own.
  REQUIRE(run("bake room.obj --min-area 2 --report r.json").status == 0);
  const auto small = nlohmann::json::parse(run.file("r.json"));
  CHECK(small["area"]["stances"][0]["area"]["exact"] == "16");
  REQUIRE(small["graph"]["dropped"].size() == 1);
  CHECK(small["graph"]["dropped"][0]["area"]["exact"] == "1");
  CHECK(small["graph"]["kept"] ==
        nlohmann::json::parse(R"([{"name": "stand", "area": {"exact": "15", "approx": 15.0}}])"));
  REQUIRE(run("bake room.obj --seed-point 1.5,2,1.5 --report s.json").status == 0);
  const auto seeded = nlohmann::json::parse(run.file("s.json"));
  CHECK(seeded["graph"]["kept"][0]["area"]["exact"] == "1");
  CHECK(seeded["graph"]["dropped"][0]["area"]["exact"] == "15");
}

TEST_CASE("plumb bake: a seed point over a place that is too low is refused, whatever files are written") {
  Run run;
  // A table over a floor, and a board half a unit over the table.
  std::string level;
  for (const auto& [z, size] : {std::pair("0", 4), {"3", 2}, {"3.5", 2}}) {
    const std::string s = std::to_string(size), high = " " + std::string(z) + "\n";
    level +=
        "v 0 0" + high + "v " + s + " 0" + high + "v " + s + " " + s + high + "v 0 " + s + high + "f -4 -3 -2 -1\n";
  }
  write_file(run.folder() / "low.obj", level);
  for (const std::string file : {"n.obj", "n.tres", "n.bin", "n.mset"}) {
    const auto done = run("bake low.obj --up z --seed-point 1,1,3.2 --quiet -o " + file);
    INFO(file);
    CHECK(done.status == 2);
    CHECK(run.made() == std::vector<std::string>{"low.obj"});
  }
}

TEST_CASE("plumb bake: a seed point falls through what is too steep or turned away") {
  Run run;
  const std::string floor = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n";
  const auto kept = [&](const std::string& roof, const std::string& options) {
    write_file(run.folder() / "roof.obj", floor + roof);
    REQUIRE(run("bake roof.obj --up z --seed-point 1.5,1.5,20 --report r.json " + options).status == 0);
    return nlohmann::json::parse(run.file("r.json"))["graph"]["kept"][0]["area"]["exact"];
  };
  const std::string steep = "v 1 1 3\nv 2 1 3\nv 2 2 9\nv 1 2 9\nf 5 6 7 8\n",
                    down = "v 1 1 3\nv 2 1 3\nv 2 2 3\nv 1 2 3\nf 8 7 6 5\n";
  CHECK(kept(steep, "") == "16");
  CHECK(kept(steep, "--slope 89") == "1");
  CHECK(kept(down, "--sides up") == "16");
  CHECK(kept(down, "") == "1");
}

TEST_CASE("plumb bake: the ends of a flush portal are on the floor, between them the floor may bend") {
  Run run;
  // An L whose floor rises where x + y > 3. Its two cells must part at the inner corner, which is on the slope.
  write_file(
      run.folder() / "bent.obj",
      "v 0 0 0\nv 3 0 0\nv 0 3 0\nv 4 0 0.5\nv 4 2 1.5\nv 2 2 0.5\nv 2 4 1.5\nv 0 4 0.5\nf 1 2 3\nf 2 4 5 6 7 8 3\n");
  REQUIRE(run("bake bent.obj --up z --quiet -o a.json").status == 0);
  const auto mesh = read_nav_mesh_json(run.folder() / "a.json");
  REQUIRE(mesh);
  REQUIRE(mesh->cells.size() == 2);
  REQUIRE(mesh->portals.size() == 1);
  const NavMesh::Portal& portal = mesh->portals[0];
  CHECK(portal.kind == PortalKind::flush);
  CHECK(portal.on_a == portal.on_b);
  const auto rise = [](const ExactPoint& p) { return mpq_class((p[0] + p[1] - 3) / 2); };
  const ExactPoint &from = mesh->points[portal.on_a[0]], &to = mesh->points[portal.on_a[1]];
  for (const ExactPoint& p : {from, to}) CHECK(p[2] == (rise(p) > 0 ? rise(p) : mpq_class(0)));
  CHECK(rise(from) * rise(to) < 0);
}

TEST_CASE("plumb bake: the same bytes for any number of threads") {
  Run run;
  for (const char* threads : {"1", "2", "7"}) {
    const std::string t = threads;
    REQUIRE(run("bake room.obj --step 0.4 --report r" + t + ".json -o a" + t + ".json -o a" + t +
                ".svg -o a.obj --threads " + t)
                .status == 0);
    CHECK(run.file("a" + t + ".json") == run.file("a1.json"));
    CHECK(run.file("a" + t + ".svg") == run.file("a1.svg"));
    auto one = nlohmann::json::parse(run.file("r1.json")), report = nlohmann::json::parse(run.file("r" + t + ".json"));
    for (auto* r : {&one, &report}) {
      r->erase("seconds");
      r->erase("peak_bytes");
    }
    CHECK(report == one);
  }
}

TEST_CASE("plumb bake: options before or after the scene, joined by a blank or '='") {
  Run run;
  REQUIRE(run("bake --step=0.4 --stance stand=2 room.obj -o a.json").status == 0);
  REQUIRE(run("bake room.obj --stance=stand=2 -o b.json --step 2/5").status == 0);
  CHECK(run.file("a.json") == run.file("b.json"));
}

TEST_CASE("plumb audit: a navmesh of any number of files") {
  Run run;
  const std::string tile = std::string(PLUMB_SOURCE_DIR) + "/tests/corpus/audit/trinity_0000000.mmtile";
  std::string files;
  for (int count = 1; count <= 4; ++count) {
    files += " " + quoted(tile);
    const Outcome o = run("audit room.obj" + files + " --quiet");
    INFO(count << " files: " << o.err);
    CHECK(o.status == (count == 1 ? 1 : 2));  // it misses the floor of the room
    CHECK((o.err.find("is where another one is") != std::string::npos) == (count > 1));
  }
  const Outcome o = run("audit room.obj " + quoted(tile) + " room.obj");
  CHECK(o.status == 2);
  CHECK(o.err.find("room.obj: this is no tile of Detour's") != std::string::npos);
}

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
