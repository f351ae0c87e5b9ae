// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built `plumb`, which stands beside this test.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "hand_made.h"
#include "plumb/pipeline/nav_mesh_json.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

struct Outcome {
  int status;
  std::string out, err;
};

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// A folder with scenes in it, in which commands run.
class Run {
 public:
  Run() {
    // A floor of 4 x 4 with a low shelf over a part of it, and a wall.
    write_file(folder_ / "room.obj",
               "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\n"
               "v 1 1 1\nv 2 1 1\nv 2 1 2\nv 1 1 2\n"
               "v 3 0 1\nv 3 0 3\nv 3 2 3\nv 3 2 1\n"
               "f 4 3 2 1\nf 8 7 6 5\nf 9 10 11 12\n");
    write_file(folder_ / "bow.obj", "v 0 0 0\nv 1 0 1\nv 1 0 0\nv 0 0 1\nf 1 2 3 4\n");
    write_file(folder_ / "broken.obj", "v 0 0 0\nv 1 0 zero\n");
    given_ = folder_.files();
  }

  /// `before` is shell text in front of the command.
  Outcome operator()(const std::string& arguments, const std::string& before = "") {
    const auto plumb = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "plumb";
    INFO("build the target plumb before this test");
    REQUIRE(std::filesystem::exists(plumb));
    Folder streams;
    const std::string command = "cd " + quoted(folder_.path()) + " && " + before + quoted(plumb) + " " + arguments + " >" +
                                quoted(streams / "out") + " 2>" + quoted(streams / "err") + " </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of_file(streams / "out"), text_of_file(streams / "err")};
  }

  std::string file(const std::string& name) const { return text_of_file(folder_ / name); }
  const Folder& folder() const { return folder_; }
  std::vector<std::string> made() const {
    std::vector<std::string> out;
    for (const std::string& name : folder_.files())
      if (std::find(given_.begin(), given_.end(), name) == given_.end()) out.push_back(name);
    return out;
  }

 private:
  Folder folder_;
  std::vector<std::string> given_;
};

void check_refused(Run& run, const std::string& arguments, const std::string& before = "") {
  INFO(arguments);
  const auto before_run = run.made();
  const Outcome o = run(arguments, before);
  INFO(o.err);
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  CHECK(o.err.rfind("plumb: ", 0) == 0);
  CHECK(std::count(o.err.begin(), o.err.end(), '\n') == 1);
  CHECK(o.err.find(';') != std::string::npos);
  CHECK(run.made() == before_run);
}

}  // namespace

TEST_CASE("plumb: help and version") {
  Run run;
  for (const char* arguments : {"--help", "-h", "bake --help", "bake -h", "explain -h", "check -h", "--version"}) {
    INFO(arguments);
    const Outcome o = run(arguments);
    CHECK(o.status == 0);
    CHECK(o.err.empty());
    CHECK_FALSE(o.out.empty());
    CHECK(o.out.find("\n\n\n") == std::string::npos);
  }
  CHECK(run("--version").out == "plumb 0.1.0\n");
  CHECK(run("--help").out.find("bake") != std::string::npos);
  const std::string help = run("bake --help").out;
  for (const char* option : {"--stance", "--slope", "--slope-ratio", "--sides", "--numbers", "--up", "--step", "--weld",
                             "--solids", "--optimise", "--one-surface", "--radius", "--window", "--min-area",
                             "--bad-faces", "--exact-digits", "--decomposition", "--threads", "--seed-point", "--report",
                             "--certificate", "--method", "--quiet", "-o", ".json", ".obj", ".glb", ".svg", ".bin", ".cert"}) {
    INFO(option);
    CHECK(help.find(option) != std::string::npos);
  }
}

TEST_CASE("plumb: bad command lines end with 2, one line, and no file") {
  Run run;
  for (const char* arguments :
       {"", "fry", "fry room.obj", "--fry", "bake", "bake --fry room.obj", "bake room.obj room.obj", "bake room.obj -o",
        "bake none.obj -o a.obj", "bake broken.obj -o a.obj", "bake bow.obj -o a.obj -o a.json", "bake . -o a.obj",
        "bake room.obj -o none/a.obj", "bake room.obj -o a.obj -o a.png", "bake room.obj -o room.obj",
        "bake room.obj -o a.obj --report a.mtl", "bake room.obj -o a.svg --report none/r.json",
        "bake room.obj -o a.obj --stance stand", "bake room.obj -o a.obj --step 1.8", "bake room.obj -o a.obj --slope 90",
        "bake room.obj -o a.obj --slope 45 --slope 50", "bake room.obj -o a.obj --threads 0",
        "bake room.obj -o a.obj --radius 0.3", "bake room.obj -o a.obj --optimise most",
        "bake room.obj -o a.obj --stance \"$(printf 'two\\nlines=1')\"", "bake room.obj -o a.obj --step -1",
        "bake room.obj --certificate a.txt", "bake room.obj --certificate none/a.cert", "bake room.obj -o a.cert --certificate a.cert",
        "bake room.obj --certificate ''", "bake room.obj --report ''", "check", "check room.obj", "check none.obj room.obj", "check room.obj none.cert",
        "bake room.obj -o a.obj --quiet=perhaps", "layers", "layers none.obj", "layers none.json", "layers room.obj --svg ''", "layers room.obj --svg none/a.svg",
        "layers room.obj --json a --svg a", "layers room.obj --method fastest", "layers room.obj --at-stance swim --json a", "layers broken.obj --polygons --json a",
        "layers room.obj --polygons --at-stance stand", "layers room.obj --weights 1,2", "layers room.obj --proof a --method min-cut", "layers room.obj --json room.obj"})
    check_refused(run, arguments);
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

TEST_CASE("plumb bake: files appear, the summary goes to stdout, stderr stays empty") {
  Run run;
  const Outcome o = run("bake --stance crouch=0.9 --stance stand=1.8 --step 0.4 -o a.obj -o a.json -o a.svg -o a.glb -o a.bin room.obj");
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  CHECK(o.out.find("Wrote: a.obj a.mtl a.json a.svg a.glb a.bin\n") != std::string::npos);
  CHECK(o.out.find("crouch") != std::string::npos);
  CHECK(o.out.find("\nDetour: ") != std::string::npos);
  CHECK(run.made() == std::vector<std::string>{"a.bin", "a.glb", "a.json", "a.mtl", "a.obj", "a.svg"});
  const auto bake = read_nav_mesh_json(run.folder() / "a.json");
  REQUIRE(bake);
  CHECK(bake->options.stances.size() == 2);
  CHECK_FALSE(bake->cells.empty());
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
  CHECK(small["graph"]["kept"] == nlohmann::json::parse(R"([{"name": "stand", "area": {"exact": "15", "approx": 15.0}}])"));
  REQUIRE(run("bake room.obj --seed-point 1.5,2,1.5 --report s.json").status == 0);
  const auto seeded = nlohmann::json::parse(run.file("s.json"));
  CHECK(seeded["graph"]["kept"][0]["area"]["exact"] == "1");
  CHECK(seeded["graph"]["dropped"][0]["area"]["exact"] == "15");
}

TEST_CASE("plumb bake: the same bytes for any number of threads") {
  Run run;
  for (const char* threads : {"1", "2", "7"}) {
    const std::string t = threads;
    REQUIRE(run("bake room.obj --step 0.4 --report r" + t + ".json -o a" + t + ".json -o a" + t + ".svg -o a.obj --threads " +
                t).status == 0);
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
