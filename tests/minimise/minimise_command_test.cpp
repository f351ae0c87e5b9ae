// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built `plumb minimise`, which stands beside this test, with shell scripts that look into the scene.
// 1. Squares makes a scene of 16 faces, and a script that fails where a scene has so many: the minimum is known.
// 2. The tests vary the number of jobs, the status and the words that are asked for, the limits, signals, and commands
//    that do not always end alike.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "support/run_program.h"

using namespace plumb::tests;

namespace {

// A folder with a scene of 16 squares side by side, each at a height of its own, and with the shell's `faces`, which
// counts those of a scene.
class Squares : public Run {
 public:
  Squares() {
    std::string text;
    for (int i = 0; i < 16; ++i)
      for (const char* corner : {"0 0", "1 0", "1 1", "0 1"})
        text += "v " + std::to_string(3 * i + corner[0] - '0') + "." + corner[2] + " " + corner[2] + " " +
                std::to_string(i) + ".25\n";
    for (int i = 0; i < 16; ++i) {
      text += "f";
      for (int c = 1; c <= 4; ++c) text += " " + std::to_string(4 * i + c);
      text += "\n";
    }
    write_file(folder() / "squares.obj", text);
  }
  // A script that is run on each scene, "$1".
  std::string script(const std::string& name, const std::string& text) {
    write_file(folder() / name, "faces() { grep -c '^f' \"$1\"; }\n" + text);
    return " -- sh " + quoted(folder() / name) + " {scene}";
  }
  std::size_t count_of(const std::string& name, const std::string& begin) {
    std::size_t count = 0;
    const std::string text = "\n" + file(name);
    for (std::size_t at = 0; (at = text.find("\n" + begin + " ", at)) != std::string::npos; ++at) ++count;
    return count;
  }
  std::size_t faces(const std::string& name) { return count_of(name, "f"); }
};

}  // namespace

TEST_CASE("plumb minimise: the known minimum, the same for any number of jobs") {
  Squares run;
  const std::string command = run.script("five.sh", "test $(faces \"$1\") -ge 5 && exit 3; exit 0\n");
  std::string first;
  for (const char* jobs : {"1", "2", "7"}) {
    const Outcome o = run("minimise squares.obj -o least.obj --jobs " + std::string(jobs) + command);
    INFO(o.err);
    REQUIRE(o.status == 0);
    CHECK(o.out.find("least.obj: 5 of 16 faces, 3 of 64 points, after ") == 0);
    CHECK(o.out.find("The command ends with status 3 on it, and without any one of its faces it does not.\n") !=
          std::string::npos);
    if (first.empty()) first = o.out + run.file("least.obj");
    CHECK(o.out + run.file("least.obj") == first);
  }
  CHECK(run.faces("least.obj") == 5);
  CHECK(run.count_of("least.obj", "v") == 3);
}

TEST_CASE("plumb minimise: faces of the scene that the command looks for") {
  Squares run;
  // Two heights of the scene, whichever faces have them.
  const Outcome o =
      run("minimise squares.obj -o least.obj --quiet" +
          run.script("heights.sh", "grep -q ' 3.25$' \"$1\" && grep -q ' 11.25$' \"$1\" && exit 1; exit 0\n"));
  CHECK(o.status == 0);
  CHECK(o.out.empty());
  CHECK(o.err.empty());
  CHECK(run.faces("least.obj") <= 2);
  CHECK(run.file("least.obj").find(" 3.25\n") != std::string::npos);
  CHECK(run.file("least.obj").find(" 11.25\n") != std::string::npos);
}

TEST_CASE("plumb minimise: what the command has to print") {
  Squares run;
  // It fails on every scene, and says so in another way where there are few faces. One stream is as good as the other.
  const std::string command = run.script("words.sh",
                                         "if test $(faces \"$1\") -ge 4; then echo 'wrong: 12 polygons' >&2; else echo "
                                         "'wrong: none'; fi\nexit 1\n");
  Outcome o = run("minimise squares.obj -o least.obj --match '^wrong: [0-9]+ pol'" + command);
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(run.faces("least.obj") == 4);
  o = run("minimise squares.obj -o least.obj" + command);
  CHECK(o.status == 0);
  CHECK(run.faces("least.obj") == 1);
  CHECK(o.out.find("The command ends with status 1 on it.\n") != std::string::npos);
  // A status of 0 is one to look for, too, if there is something to match.
  o = run("minimise squares.obj -o least.obj --status 0 --match many" +
          run.script("fine.sh", "test $(faces \"$1\") -ge 2 && echo many; exit 0\n"));
  CHECK(o.status == 0);
  CHECK(run.faces("least.obj") == 2);
}

TEST_CASE("plumb minimise: another status than the first is not interesting, signals are statuses") {
  Squares run;
  const std::string text = "n=$(faces \"$1\"); test $n -ge 6 && kill -SEGV $$; test $n -ge 2 && exit 1; exit 0\n";
  const Outcome o = run("minimise squares.obj -o least.obj --status 139" + run.script("signal.sh", text));
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(o.out.find("status 139 (signal 11)") != std::string::npos);
  CHECK(run.faces("least.obj") == 6);
}

TEST_CASE("plumb minimise: words without {scene} get the scene at the end, and it is put within words") {
  Squares run;
  Outcome o = run("minimise squares.obj -o least.obj -- grep -c -q ^f");
  CHECK(o.status == 2);  // grep finds faces: status 0
  o = run("minimise squares.obj -o least.obj -- sh -c 'grep -q ^f \"$0\" && exit 9'");
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(run.faces("least.obj") == 1);
  o =
      run("minimise squares.obj -o least.obj -- sh -c 'file={scene}; test -s \"${file}\" && test \"$1\" = "
          "\"-o={scene}\" && exit 9' sh -o={scene}");
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(run.faces("least.obj") == 1);
}

TEST_CASE("plumb minimise: commands that do not repeat themselves, or find nothing, are refused") {
  Squares run;
  const std::string start = "minimise squares.obj -o least.obj ";
  const auto refused = [&](const std::string& arguments, const std::string& why) {
    check_refused(run, arguments);
    const Outcome o = run(arguments);
    INFO(o.err);
    CHECK(o.err.find(why) != std::string::npos);
  };
  run.script("", "");
  // Each run leaves a trace, and every second one succeeds.
  const std::string flaky = run.script("flaky.sh",
                                       "n=$(ls \"$(dirname \"$0\")\" | grep -c trace); mktemp \"$(dirname "
                                       "\"$0\")/trace-XXXXXX\" >/dev/null; exit $((n % 2))\n");
  const Outcome o = run(start + "--jobs 1" + flaky);
  CHECK(o.status == 2);
  CHECK(
      o.err.find("does not end alike on the same scene: once with status 0, once with status 1; make it repeatable") !=
      std::string::npos);
  CHECK_FALSE(std::filesystem::exists(run.folder() / "least.obj"));
  // One that changes its mind at the very end: what it sees a second time succeeds. The first scene is seen thrice.
  const std::string changes =
      run.script("changes.sh",
                 "d=$(dirname \"$0\")/seen-$(cksum < \"$1\" | tr ' ' -); test $(faces \"$1\") = 16 || mkdir $d "
                 "2>/dev/null || exit 0; exit 7\n");
  const Outcome last = run(start + "--jobs 1" + changes);
  CHECK(last.status == 1);
  CHECK(last.out.find("status 7 on it, but not always: in 0 of 5 more runs") != std::string::npos);
  CHECK(run.faces("least.obj") == 1);

  const std::string one = run.script("one.sh", "echo word; exit 1\n");
  refused(start + run.script("zero.sh", "exit 0\n"), "ends with status 0 on the scene, so it finds nothing there");
  refused(start + "--status 2" + one, "ends with status 1 on the scene, not with status 2");
  refused(start + "--status hang" + one, "not with no end within 60 s");
  refused(start + "--match 'Word'" + one, "status 1 and no output that --match matches");
  refused(start + "--match '('" + one, "no extended regular expression");
  refused(start + "--status 0" + one, "give --match, too");
  refused(start + "--status 256" + one, "is no status");
  refused(start + "--status crash" + one, "is no status");
  refused(start + "--jobs 0" + one, "give 1 or more");
  refused(start + "--seconds 0" + one, "not above 0");
  refused(start + "--minutes -1" + one, "not above 0");
  refused(start + "-- plumb-there-is-no-such-program {scene}", "cannot be run");
  refused(start, "there is no command");
  refused(start + "--", "there is no command");
  refused("minimise squares.obj" + one, "--output");
  refused("minimise squares.obj -o squares.obj" + one, "is the scene itself");
  refused("minimise squares.obj -o least.glb" + one, "is no .obj");
  refused("minimise squares.obj -o none/least.obj" + one, "cannot be written");
  refused("minimise none.obj -o least.obj" + one, "none.obj");
  refused("minimise broken.obj -o least.obj" + one, "broken.obj:2");
}

TEST_CASE("plumb minimise --status: a trial that once ends otherwise does not lose what was reached") {
  // The command fails where there are 6 faces or more. The run of a number of its own differs, or all from a number on:
  // one late trial, which makes the result less small; the trial of what is smallest; and all behind it.
  const auto script = [](const std::string& differs) {
    return "d=$(dirname \"$0\"); echo >> $d/runs; n=$(wc -l < $d/runs); r=0; test $(faces \"$1\") -ge 6 && r=1\n" +
           differs + "exit $r\n";
  };
  const std::string start = "minimise squares.obj -o least.obj --jobs 1 --status 1";
  Squares plain;
  Outcome o = plain(start + plain.script("six.sh", script("")));
  INFO(o.out << o.err);
  REQUIRE(o.status == 0);
  REQUIRE(plain.faces("least.obj") == 6);
  const std::string all = plain.file("runs");
  const auto count = static_cast<int>(std::ranges::count(all, '\n'));
  constexpr int variants = 16;  // a run takes half a second
  for (int variant = 0; variant < variants; ++variant) {
    // Behind the three first runs; the last run is the one on the smallest scene.
    const int at = 4 + variant * (count - 4) / (variants - 1);
    Squares run;
    o = run(start + run.script("six.sh", script("test $n = " + std::to_string(at) + " && r=0\n")));
    INFO(at << " of " << count << ": " << o.out << o.err);
    CHECK((o.status == 0 || o.status == 1));
    CHECK(run.faces("least.obj") >= 6);
    CHECK(run.faces("least.obj") < 16);
    if (at == count) {
      CHECK(o.status == 1);
      CHECK(o.out.find("on it, but not always: in 4 of 5 more runs. Faces may be left") != std::string::npos);
    }
  }
  // A scene of 2 faces fails once: nothing smaller does, and it does not again. One that was reached before does.
  Squares back;
  o = back(start + back.script("six.sh", script("test $(faces \"$1\") -le 2 && ! test -e $d/once && touch $d/once && "
                                                "r=1\n")));
  INFO(o.out << o.err);
  CHECK(o.status == 1);
  CHECK(o.out.find("on a smaller scene it did with status 1 once, and in none of 5 more runs") != std::string::npos);
  CHECK(back.faces("least.obj") >= 6);
  CHECK(back.faces("least.obj") < 16);
}

TEST_CASE("plumb minimise: a run without an end is killed and is not interesting") {
  Squares run;
  // The first scene of fewer than 3 faces is one that the command does not end on.
  const Outcome o = run("minimise squares.obj -o least.obj --seconds 3 --jobs 1" +
                        run.script("hangs.sh",
                                   "d=$(dirname \"$0\"); test $(faces \"$1\") -ge 3 && exit 1\n"
                                   "mkdir $d/hung 2>/dev/null && { echo $$ > $d/hung/pid; sleep 1000; }\nexit 0\n"));
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(run.faces("least.obj") == 3);
  const std::string pid = run.file("hung/pid");
  CHECK_FALSE(std::filesystem::exists("/proc/" + pid.substr(0, pid.find('\n'))));
}

TEST_CASE("plumb minimise: a command that does not end is minimised as one") {
  Squares run;
  // Two steps are enough to see it: each takes as long as --seconds.
  write_file(run.folder() / "two.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n");
  const Outcome o = run("minimise two.obj -o least.obj --seconds 0.5 --jobs 3 --minutes 0.05 --status hang" +
                        run.script("hang.sh", "sleep 1000\n"));
  INFO(o.err);
  CHECK((o.status == 0 || o.status == 1));
  CHECK(o.out.find("The command ends with no end within 0.5 s on it") != std::string::npos);
}

TEST_CASE("plumb minimise: when the time is over, the simplest scene so far is written, and the status is 1") {
  Squares run;
  const Outcome o = run("minimise squares.obj -o least.obj --jobs 1 --minutes 0.0001" +
                        run.script("one.sh", "test $(faces \"$1\") -ge 5 && exit 1; exit 0\n"));
  INFO(o.err);
  CHECK(o.status == 1);
  CHECK(o.out.find("The time was over before") != std::string::npos);
  CHECK(run.faces("least.obj") >= 5);
}

TEST_CASE("plumb minimise: interrupted, it writes the simplest scene so far, ends by the signal and leaves nothing") {
  Squares run;
  // The run on the first scene of fewer than 9 faces says so and does not end.
  run.script("waits.sh",
             "d=$(dirname \"$0\"); test $(faces \"$1\") -ge 9 && exit 1; echo $$ > $d/pid; mv $d/pid $d/waiting; sleep "
             "1000\n");
  std::filesystem::create_directory(run.folder() / "scratch");
  const Outcome o = run("minimise squares.obj -o least.obj --jobs 1 --seconds 500 -- sh waits.sh {scene}",
                        "export TMPDIR=$PWD/scratch; ",
                        "& pid=$!; while ! test -e waiting; do sleep 0.05; done; kill -TERM $pid; wait $pid");
  INFO(o.err);
  CHECK(o.status == 128 + 15);
  CHECK(run.faces("least.obj") >= 9);
  CHECK(std::filesystem::is_empty(run.folder() / "scratch"));
  const std::string pid = run.file("waiting");
  CHECK_FALSE(std::filesystem::exists("/proc/" + pid.substr(0, pid.find('\n'))));
}

TEST_CASE("plumb minimise: interrupted on the first scene, it writes nothing") {
  Squares run;
  run.script("waits.sh", "d=$(dirname \"$0\"); echo $$ > $d/pid; mv $d/pid $d/waiting; sleep 1000\n");
  const Outcome o = run("minimise squares.obj -o least.obj --jobs 1 --seconds 500 -- sh waits.sh {scene}", "true; ",
                        "& pid=$!; while ! test -e waiting; do sleep 0.05; done; kill -TERM $pid; wait $pid");
  CHECK(o.status == 128 + 15);
  CHECK_FALSE(std::filesystem::exists(run.folder() / "least.obj"));
}
