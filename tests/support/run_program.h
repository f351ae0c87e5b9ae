// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a built program, which stands beside the test.
#pragma once
#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace plumb::tests {

struct Outcome {
  int status;  // 128 and the signal's number, if one ended it
  std::string out, err;
};

inline std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// A folder with scenes in it, in which commands run.
class Run {
 public:
  explicit Run(const std::string& program = "plumb") : program_(program) {
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

  /// `before` is shell text in front of the command; `behind` may send standard output elsewhere.
  Outcome operator()(const std::string& arguments, const std::string& before = "", const std::string& behind = "") {
    const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / program_;
    INFO("build the target " + program_ + " before this test");
    REQUIRE(std::filesystem::exists(program));
    Folder streams;
    const std::string command = "cd " + quoted(folder_.path()) + " && " + before + quoted(program) + " " + arguments +
                                " >" + quoted(streams / "out") + " 2>" + quoted(streams / "err") + " </dev/null " +
                                behind;
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text_of_file(streams / "out"),
            text_of_file(streams / "err")};
  }

  const std::string& program() const { return program_; }
  std::string file(const std::string& name) const { return text_of_file(folder_ / name); }
  const Folder& folder() const { return folder_; }
  std::vector<std::string> made() const {
    std::vector<std::string> out;
    for (const std::string& name : folder_.files())
      if (std::find(given_.begin(), given_.end(), name) == given_.end()) out.push_back(name);
    return out;
  }

 private:
  std::string program_;
  Folder folder_;
  std::vector<std::string> given_;
};

/// Status 2, nothing on standard output, no file, and one line that says what to do.
inline void check_refused(Run& run, const std::string& arguments, const std::string& before = "",
                          const std::string& behind = "") {
  INFO(arguments << " " << behind);
  const auto before_run = run.made();
  const Outcome o = run(arguments, before, behind);
  INFO(o.err);
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  CHECK(o.err.rfind(run.program() + ": ", 0) == 0);
  CHECK(std::count(o.err.begin(), o.err.end(), '\n') == 1);
  CHECK(
      std::none_of(o.err.begin(), o.err.end() - !o.err.empty(), [](unsigned char c) { return c < ' ' || c == 0x7f; }));
  CHECK(o.err.find(';') != std::string::npos);
  CHECK(run.made() == before_run);
}

/// Files that a command must not wait for, nor read without end.
inline std::vector<std::string> no_regular_files(Run& run) {
  std::filesystem::create_directory(run.folder() / "folder.obj");
  std::filesystem::create_symlink("/dev/zero", run.folder() / "zeros.obj");
  REQUIRE(std::system(("mkfifo " + quoted(run.folder() / "pipe.obj")).c_str()) == 0);
  return {"folder.obj", "zeros.obj", "pipe.obj", "/dev/full", "/dev/null"};
}

}  // namespace plumb::tests
