// SPDX-License-Identifier: GPL-3.0-or-later
// What the checker's threads, sections, trees of boxes and digests do, each by itself.
#include <atomic>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <sstream>

#include "base/box_tree.h"
#include "base/verdict.h"
#include "read/records.h"
#include "sha256.h"

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

TEST_CASE("box tree: what is nearer than a float tells is found") {
  std::mt19937_64 random_bits(5);
  const auto draw = [&] { return 1 + 0x1p-50 * static_cast<double>(random_bits() % 64); };
  std::vector<Box> boxes;
  for (int i = 0; i < 100; ++i) {
    const double x = draw(), y = draw(), z = draw();
    boxes.push_back({{x, y, z}, {x + 0x1p-50, y + 0x1p-50, z + 0x1p-50}});
  }
  const BoxTree tree(boxes);
  for (const Box& box : boxes) {
    std::set<Index> found;
    tree.query(box, [&](Index i) { found.insert(i); });
    for (Index i = 0; i < boxes.size(); ++i) CHECK((!boxes[i].touches(box) || found.contains(i)));
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

using plumb::checker::sha256_hex;

TEST_CASE("SHA-256: the examples of FIPS 180 and NIST's additional ones") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmno"
                   "pqrstnopqrstu") == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  CHECK(sha256_hex("\xbd") == "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
  CHECK(sha256_hex("\xc9\x8c\x8e\x55") == "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504");
  CHECK(sha256_hex(std::string(1'000'000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// Where the padding begins a new block: around 55, 56, 63, 64 bytes and twice that.
TEST_CASE("SHA-256: every length around the ends of blocks (NIST: zeros)") {
  CHECK(sha256_hex(std::string(55, '\0')) == "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7");
  CHECK(sha256_hex(std::string(56, '\0')) == "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb");
  CHECK(sha256_hex(std::string(57, '\0')) == "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785");
  CHECK(sha256_hex(std::string(64, '\0')) == "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b");
  CHECK(sha256_hex(std::string(1000, '\0')) == "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53");
  CHECK(sha256_hex(std::string(1000, 'A')) == "c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4");
}
