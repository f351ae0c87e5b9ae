// SPDX-License-Identifier: GPL-3.0-or-later
// What the checker's threads, sections and trees of boxes do, each by itself.
#include <catch2/catch.hpp>

#include <atomic>
#include <random>
#include <set>
#include <sstream>

#include "box_tree.h"
#include "sections.h"
#include "verdict.h"

using namespace plumb::checker;

TEST_CASE("threads: everything is done once, and the first error is told") {
  for (const unsigned count : {1u, 2u, 7u}) {
    std::vector<std::atomic<int>> done(1000);
    Threads(count).run_ranges(done.size(), 7, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) ++done[i];
    });
    CHECK(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
    for (int round = 0; round < 50; ++round) {
      std::string told;
      try {
        Threads(count).run(100, [](std::size_t i) {
          if (i % 10 == 3) throw Refutation(std::to_string(i));
        });
      } catch (const Refutation& e) {
        told = e.what();
      }
      CHECK(told == "3");
    }
  }
}

TEST_CASE(
    "sections: records come as they would one after the other, with their lines, up to the first error or other") {
  std::string text = "first 0\n";
  const int count = 20000;
  for (int i = 0; i < count; ++i) text += (i % 5 == 2 ? "# no record\nrecord " : "record ") + std::to_string(i) + "\n";
  text += "other\n";
  struct Answer {
    std::string error;
    std::uint64_t line = 0;
    int next = 0;  // the number that would come next
    bool operator==(const Answer&) const = default;
  };
  // Stops at a record that is no `record`; fails at one whose number is not the next.
  const auto read = [](const std::string& file, bool in_sections, unsigned threads) {
    std::istringstream in(file);
    Records records(in);
    Answer answer;
    try {
      records.next();
      records.next();
      const auto go_on = [](Records& r, int& next) {
        for (; r.is("record"); r.next(), ++next) require(r.word(1) == std::to_string(next), "not the next");
      };
      while (records.is("record")) {
        const auto sections = in_sections ? records.sections(threads * std::size_t{4}) : std::vector<Section>();
        if (sections.empty()) {
          go_on(records, answer.next);
          break;
        }
        std::vector<int> at{answer.next};
        for (const Section& s : sections) at.push_back(at.back() + static_cast<int>(s.records));
        if (!read_sections(
                records, sections, Threads(threads), [&](std::size_t i, Records& r) { go_on(r, at[i]); },
                [&](std::size_t i) { answer.next = at[i]; }))
          break;
      }
      require(records.is("other"), "another record");
    } catch (const Refutation& e) {
      answer.error = e.what();
    }
    answer.line = records.line();
    return answer;
  };
  std::mt19937 random_bits(1);
  for (int round = 0; round < 60; ++round) {
    std::string file = text;
    for (int errors = round % 3; errors > 0; --errors) {
      const std::size_t at = file.find("\nrecord", random_bits() % text.size());
      if (at == file.npos) continue;
      switch (random_bits() % 5) {
        case 0: file[at + 1] = 'x'; break;
        case 1: file[at + 8] = '9'; break;
        case 2: file.erase(at); break;
        case 3: file.insert(at, "\n"); break;
        default: file.insert(at + 8, " ");
      }
    }
    const Answer one = read(file, false, 1);
    CHECK((round % 3 > 0 || one.error.empty()));
    for (const unsigned threads : {1u, 3u}) {
      const Answer other = read(file, true, threads);
      CHECK(other.error == one.error);
      CHECK(other.line == one.line);
      CHECK(other.next == one.next);
    }
  }
}

TEST_CASE("box tree: finds what touches, and looks at few boxes where some are long") {
  std::mt19937 random_bits(2);
  const auto draw = [&](int size) { return static_cast<double>(random_bits() % static_cast<unsigned>(size)); };
  for (int round = 0; round < 40; ++round) {
    std::vector<Box> boxes;
    for (int i = 0; i < 200; ++i) {
      const double x = draw(100), y = draw(100), z = draw(4), long_one = i % 20 == 0 ? draw(100) : 0;
      boxes.push_back({{x, y, z}, {x + draw(3) + long_one, y + draw(3), z + draw(2)}});
    }
    const BoxTree tree(boxes);
    for (int k = 0; k < 50; ++k) {
      const double x = draw(100), y = draw(100), z = draw(4);
      const Box box{{x, y, z}, {x + draw(9), y + draw(9), z}};
      std::set<Index> found, touching;
      tree.query(box, [&](Index i) { CHECK(found.insert(i).second); });
      for (Index i = 0; i < boxes.size(); ++i)
        if (boxes[i].touches(box)) touching.insert(i);
      CHECK(found == touching);
    }
  }
}
