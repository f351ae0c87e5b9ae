// SPDX-License-Identifier: GPL-3.0-or-later
// Support: work on several threads, files that appear as a whole, vectors whose elements stay where they are, and JSON.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/stable_values.h"
#include "support/run_program.h"
#include "support/sanitized.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace pipeline;

// Gives `most` threads; asked for more, throws.
template <class Refusal>
pipeline::StartThread at_most(unsigned most, Refusal refusal) {
  return [most, refusal, given = 0u](std::function<void()> work) mutable {
    if (given == most) throw refusal;
    ++given;
    return std::thread(std::move(work));
  };
}

// What is made use of where only so many could be started.
unsigned left_of(unsigned given) { return std::min(given / 2, std::thread::hardware_concurrency()); }

const std::system_error no_thread(std::make_error_code(std::errc::resource_unavailable_try_again));

TEST_CASE("threads: the work is done by as many as there are") {
  for (const unsigned threads : {0u, 1u, 2u, 5u, 40u})
    for (const unsigned given : {0u, 1u, 3u, 8u, 40u})
      for (const bool memory : {false, true}) {
        INFO(threads << " threads, " << given << " given");
        constexpr unsigned pieces = 500;
        std::atomic<unsigned> next{0};
        std::vector<int> done(pieces, 0), called(threads + 1, 0);
        const auto run = [&](unsigned thread) {
          ++called[thread];
          for (unsigned p; (p = next++) < pieces;) ++done[p];
        };
        on_threads(threads, run, memory ? at_most(given, std::bad_alloc()) : at_most(given, no_thread));
        CHECK(done == std::vector<int>(pieces, 1));
        // All of them if all were given, else a half; each once.
        const unsigned others = threads <= 1 ? 0 : given >= threads - 1 ? threads - 1 : left_of(given);
        std::vector<int> expected(threads + 1, 0);
        std::fill_n(expected.begin(), 1 + others, 1);
        CHECK(called == expected);
      }
}

TEST_CASE("threads: the exception of the lowest is passed on when all have ended") {
  for (const unsigned given : {0u, 2u, 7u}) {
    std::atomic<unsigned> ended{0};
    const auto run = [&](unsigned thread) {
      ++ended;
      if (thread != 1) throw static_cast<int>(thread);
    };
    CHECK_THROWS_AS(on_threads(8, run, at_most(given, no_thread)), int);
    CHECK(ended == (given == 7 ? 8 : 1 + left_of(given)));
    try {
      on_threads(8, [&](unsigned thread) {
        if (thread > 1) throw static_cast<int>(thread);
      });
      FAIL("nothing was thrown");
    } catch (const int thread) {
      CHECK(thread == 2);
    }
  }
}

TEST_CASE("chunks: each once, and none after an exception") {
  for (const unsigned threads : {1u, 3u}) {
    std::vector<int> done(100, 0);
    pipeline::parallel_chunks(done.size(), threads, [&](unsigned) { return [&](std::size_t c) { ++done[c]; }; });
    CHECK(done == std::vector<int>(100, 1));
    std::atomic<unsigned> begun{0};
    const auto failing = [&](unsigned) {
      return [&](std::size_t) {
        ++begun;
        throw std::bad_alloc();
      };
    };
    CHECK_THROWS_AS(pipeline::parallel_chunks(100, threads, failing), std::bad_alloc);
    CHECK(begun <= threads);
  }
}

TEST_CASE("chunks: work may ask for threads itself, and its exceptions pass both") {
  std::vector<std::atomic<int>> done(40);
  const auto work = [&](std::size_t fails) {
    pipeline::parallel_chunks(8, 3, [&](unsigned) {
      return [&](std::size_t outer) {
        pipeline::for_chunks(40, 5, 3, [&](std::size_t inner, std::size_t begin, std::size_t end) {
          if (outer == fails && inner == 3) throw std::out_of_range("within");
          for (std::size_t i = begin; i < end; ++i) ++done[i];
        });
      };
    });
  };
  work(8);
  CHECK(std::ranges::all_of(done, [](const auto& times) { return times == 8; }));
  CHECK_THROWS_AS(work(7), std::out_of_range);
}

TEST_CASE("plumb: where the system gives no more threads, fewer do the work") {
  Run run;
  std::string grid;
  constexpr int n = 100;
  for (int x = 0; x <= n; ++x)
    for (int z = 0; z <= n; ++z)
      grid +=
          "v " + std::to_string(x) + " " + std::to_string((x * 7 + z * 3) % 5 / 8.0) + " " + std::to_string(z) + "\n";
  for (int x = 0; x < n; ++x)
    for (int z = 0; z < n; ++z) {
      const int v = 1 + x * (n + 1) + z;
      const auto face = [&](int a, int b, int c) {
        grid += "f " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + "\n";
      };
      face(v, v + 1, v + n + 2);
      face(v, v + n + 2, v + n + 1);
    }
  write_file(run.folder() / "grid.obj", grid);
  // Of stacks of 8 MB a hundred fit into so much memory, of those of 300 MB two. AddressSanitizer needs more than can
  // be forbidden.
  std::vector<std::string> limits{"ulimit -v 900000 && ", "ulimit -s 300000 && ulimit -v 900000 && "};
  if (under_address_sanitizer) limits = {""};
  for (const std::string arguments :
       {"bake grid.obj --quiet -o out.json -o out.cert", "layers grid.obj --quiet --json out.json",
        "explain grid.obj --at 9.3,5,7.1", "explain grid.obj --thresholds slope"}) {
    INFO(arguments);
    const Outcome one = run(arguments + " --threads 1");
    CHECK(one.status == 0);
    const auto files = run.made();
    std::vector<std::string> first;
    for (const std::string& name : files) first.push_back(run.file(name));
    for (const std::string& limit : limits) {
      const Outcome many = run(arguments + " --threads 200", limit);
      INFO(limit << many.err);
      CHECK(many.status == 0);
      CHECK(many.out == one.out);
      CHECK(run.made() == files);
      for (std::size_t i = 0; i < files.size(); ++i) CHECK(run.file(files[i]) == first[i]);
    }
  }
}

TEST_CASE("app: two threads do with the address space that does for one") {
  if (under_address_sanitizer) return;
  Run run;
  const std::string bake = std::string("bake ") + PLUMB_SOURCE_DIR "/docs/examples/ruin.obj --quiet -o ";
  for (const std::string files : {"out.json -o out.obj -o out.svg", "out.glb"}) {
    const Outcome one = run(bake + files + " --threads 1", "ulimit -v 80000 && ");
    INFO(one.err);
    REQUIRE(one.status == 0);
    const Outcome two = run(bake + files + " --threads 2", "ulimit -v 90000 && ");  // with the stack of the other
    INFO(two.err);
    CHECK(two.status == 0);
  }
}

TEST_CASE("parts: each is joined once, in order, whichever thread made it") {
  for (const unsigned threads : {1u, 2u, 5u})
    for (const std::size_t count : {0u, 1u, 7u, 300u}) {
      std::vector<std::size_t> joined;
      std::atomic<int> joining{0}, not_empty{0}, at_once{0};
      pipeline::parallel_parts<std::vector<std::size_t>>(
          count, threads,
          [&](unsigned) {
            return [&](std::size_t c, std::vector<std::size_t>& part) {
              not_empty += !part.empty();
              if (c % 5 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
              part.assign(c % 3, c);
            };
          },
          [&](const std::vector<std::size_t>& part) {
            at_once += ++joining > 1;
            joined.insert(joined.end(), part.begin(), part.end());
            --joining;
          });
      std::vector<std::size_t> expected;
      for (std::size_t c = 0; c < count; ++c) expected.insert(expected.end(), c % 3, c);
      CHECK(joined == expected);
      CHECK(not_empty == 0);
      CHECK(at_once == 0);
    }
}

TEST_CASE("parts: their memory is used again") {
  std::vector<const int*> seen;
  pipeline::parallel_parts<std::vector<int>>(
      50, 1, [](unsigned) { return [](std::size_t, std::vector<int>& part) { part.assign(100, 1); }; },
      [&](const std::vector<int>& part) { seen.push_back(part.data()); });
  std::ranges::sort(seen);
  CHECK(std::unique(seen.begin(), seen.end()) - seen.begin() <= 2);
}

TEST_CASE("parts: an exception of a part or of joining is passed on") {
  for (const unsigned threads : {1u, 4u})
    for (const bool in_join : {false, true}) {
      std::size_t joined = 0;
      const auto run = [&] {
        pipeline::parallel_parts<std::vector<int>>(
            100, threads,
            [&](unsigned) {
              return [&](std::size_t c, std::vector<int>& part) {
                if (!in_join && c == 20) throw std::runtime_error("part");
                part.push_back(static_cast<int>(c));
              };
            },
            [&](const std::vector<int>& part) {
              if (in_join && part[0] == 20) throw std::runtime_error("part");
              ++joined;
            });
      };
      CHECK_THROWS_WITH(run(), "part");
      CHECK(joined <= 20);
    }
}

TEST_CASE("stable vector: elements stay where they are, and go with it") {
  const auto token = std::make_shared<int>(0);
  {
    pipeline::StableVector<std::pair<std::size_t, std::shared_ptr<int>>> v;
    std::vector<const void*> where;
    for (std::size_t i = 0; i < 5000; ++i) where.push_back(&v.emplace_back(i, token));
    CHECK(v.size() == 5000);
    CHECK(token.use_count() == 5001);
    for (std::size_t i = 0; i < v.size(); ++i) {
      REQUIRE(&v[i] == where[i]);
      REQUIRE(v[i].first == i);
    }
  }
  CHECK(token.use_count() == 1);
}

TEST_CASE("stable vector: what one thread was told of it may read while another appends") {
  pipeline::StableVector<std::size_t> v;
  std::atomic<std::size_t> told{0};
  constexpr std::size_t most = 100000;
  std::jthread writer([&] {
    for (std::size_t i = 0; i < most; ++i) {
      v.emplace_back(i);
      told.store(i + 1, std::memory_order_release);
    }
  });
  std::size_t wrong = 0, n = 0;
  while (n < most)
    if (n = told.load(std::memory_order_acquire); n > 0) wrong += v[n - 1] != n - 1, wrong += v[n / 2] != n / 2;
  CHECK(wrong == 0);
}

void put(const std::string& path, const std::string& text) {
  auto file = AtomicFile::create(path);
  REQUIRE(file);
  file->write(text);
  REQUIRE_FALSE(file->close());
  REQUIRE_FALSE(file->commit());
}

TEST_CASE("AtomicFile: the name appears with commit, whole, with a new file's permissions") {
  Folder folder;
  {
    auto file = AtomicFile::create(folder / "a.txt");
    REQUIRE(file);
    const std::string large(3'000'000, 'x');
    file->write(large);
    file->write("end");
    CHECK_FALSE(std::filesystem::exists(folder / "a.txt"));
    REQUIRE_FALSE(file->close());
    CHECK_FALSE(std::filesystem::exists(folder / "a.txt"));
    REQUIRE_FALSE(file->commit());
    CHECK(text_of_file(folder / "a.txt") == large + "end");
  }
  CHECK(folder.files() == std::vector<std::string>{"a.txt"});
  struct stat made, plain;
  write_file(folder / "plain.txt", "");
  REQUIRE(::stat((folder / "a.txt").c_str(), &made) == 0);
  REQUIRE(::stat((folder / "plain.txt").c_str(), &plain) == 0);
  CHECK(made.st_mode == plain.st_mode);
}

TEST_CASE("AtomicFile: without commit the old file stays and nothing else is left") {
  Folder folder;
  put(folder / "a.txt", "old");
  {
    auto file = AtomicFile::create(folder / "a.txt");
    REQUIRE(file);
    file->write("new");
    REQUIRE_FALSE(file->close());
  }
  CHECK(text_of_file(folder / "a.txt") == "old");
  CHECK(folder.files() == std::vector<std::string>{"a.txt"});
  put(folder / "a.txt", "new");
  CHECK(text_of_file(folder / "a.txt") == "new");
}

TEST_CASE("AtomicFile: what a writer that has ended left aside is removed, and nothing else") {
  Folder folder;
  auto living = AtomicFile::create(folder / "a.txt");
  REQUIRE(living);
  living->write("new");
  for (const char* name : {"a.txt.part-abcdef", "b.txt.part-abcdef", "a.txt.part-abcde", "a.txt", ".part-abcdef"})
    write_file(folder / name, "old");
  remove_abandoned_files(folder.path().string(), [](std::string_view name) { return name == "a.txt"; });
  for (const char* name : {"b.txt.part-abcdef", "a.txt.part-abcde", "a.txt", ".part-abcdef"})
    CHECK(std::filesystem::remove(folder / name));
  CHECK(folder.files().size() == 1);  // that of the living
  // Closed and not yet renamed, it is still wanted.
  REQUIRE_FALSE(living->close());
  remove_abandoned_files(folder.path().string(), [](std::string_view) { return true; });
  REQUIRE_FALSE(living->commit());
  CHECK(text_of_file(folder / "a.txt") == "new");
  CHECK(folder.files() == std::vector<std::string>{"a.txt"});
}

TEST_CASE("Files are read in blocks and at once, whatever their size") {
  Folder folder;
  for (const std::size_t size : {0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3'000'000}) {
    std::string text(size, 'x'), read;
    if (size > 0) text.back() = 'y';
    write_file(folder / "a.txt", text);
    CHECK_FALSE(read_blocks(folder / "a.txt", [&](std::string_view block) { read += block; }));
    CHECK(read == text);
    const auto whole = MappedFile::open(folder / "a.txt");
    REQUIRE(whole);
    CHECK(whole->text() == text);
  }
  CHECK(read_blocks(folder / "none", [](std::string_view) {})->code == ErrorCode::cannot_open);
  CHECK(read_blocks(folder.path().string(), [](std::string_view) {})->code == ErrorCode::cannot_open);
}

TEST_CASE("AtomicFile: a symbolic link is kept and written through") {
  Folder folder;
  put(folder / "real.txt", "old");
  std::filesystem::create_symlink("real.txt", folder / "link.txt");
  put(folder / "link.txt", "new");
  CHECK(std::filesystem::is_symlink(folder / "link.txt"));
  CHECK(text_of_file(folder / "real.txt") == "new");
}

TEST_CASE("AtomicFile: what cannot be written is refused at once") {
  Folder folder;
  std::filesystem::create_directory(folder / "folder.obj");
  for (const std::string name : {"none/a.txt", "folder.obj"}) {
    const auto file = AtomicFile::create(folder / name);
    REQUIRE_FALSE(file);
    CHECK(file.error().code == ErrorCode::cannot_write);
    CHECK(file.error().file == (folder / name));
  }
  CHECK_FALSE(AtomicFile::create("/dev/null"));
  CHECK(folder.files() == std::vector<std::string>{"folder.obj"});
}

TEST_CASE("AtomicFile: unfinished files can be removed at once") {
  Folder folder;
  auto file = AtomicFile::create(folder / "a.txt");
  REQUIRE(file);
  CHECK(folder.files().size() == 1);
  remove_unfinished_files();
  CHECK(folder.files().empty());
  CHECK_FALSE(file->close());
}

TEST_CASE("Json: objects, lists, and lists of pairs that are none") {
  CHECK(json_text(Json{{"a", 1}, {"b", {true, false}}}) == R"({"a":1,"b":[true,false]})");
  CHECK(json_text(Json{1, "two", Json(), Json::array()}) == R"([1,"two",null,[]])");
  CHECK(json_text(Json{{1, 2}, {3, 4}}) == "[[1,2],[3,4]]");
  CHECK(json_text(Json{{"once", 1}, {"once", 2}}) == R"({"once":1})");
}

TEST_CASE("Json: what is put into a list stays as it is outside") {
  const Json inner{{"x", {1, 2}}};
  Json named{"a", inner};
  const Json list{inner, inner, named}, object{{"first", inner}, {"second", inner}};
  named.push_back(3);
  CHECK(json_text(inner) == R"({"x":[1,2]})");
  CHECK(json_text(list) == R"([{"x":[1,2]},{"x":[1,2]},["a",{"x":[1,2]}]])");
  CHECK(json_text(object) == R"({"first":{"x":[1,2]},"second":{"x":[1,2]}})");
  CHECK(json_text(named) == R"(["a",{"x":[1,2]},3])");
}

TEST_CASE("errors: what the command line calls an option, a program calls a member of the settings") {
  const auto said = [](const std::string& message) { return bad_option(message).text(); };
  CHECK(said("it crosses itself; leave it out with --bad-faces drop") ==
        "it crosses itself; leave it out with bad_faces = drop");
  CHECK(said("--slope, --slope-ratio and --slope-cos all set the limit; give one of them") ==
        "slope, slope_ratio and slope_cos all set the limit; give one of them");
  CHECK(said("--stance 'a' has no headroom") == "stances 'a' has no headroom");
  CHECK(said("--at-stance 'a' is none") == "stance 'a' is none");
  CHECK(said("--method wedge is for one stance; give --optimise count or none") ==
        "method = wedge is for one stance; give optimise = count or none");
  CHECK(said("give --double") == "give double");
  CHECK(said("give --sides up --solids closed") == "give sides = up, solids = closed");
  CHECK(said("much could be with --up y") == "much could be with up = y");
  CHECK(said("a--b, a -- b, -- and --") == "a--b, a -- b, -- and --");
  CHECK(said("'--x' stays, and so does a name: my--file") == "'--x' stays, and so does a name: my--file");
  CHECK(said("") == "");
  const Error of_file{ErrorCode::bad_face, "face 3 is bad (--bad-faces drop)", "level.obj", 7};
  CHECK(of_file.text() == "level.obj:7: face 3 is bad (bad_faces = drop)");
  CHECK(of_file.command_text() == "level.obj:7: face 3 is bad (--bad-faces drop)");
  // The name of a file is no option.
  CHECK(Error{ErrorCode::cannot_open, "cannot be opened", "my --up z.obj", 0}.text() ==
        "my --up z.obj: cannot be opened");
}

}  // namespace
