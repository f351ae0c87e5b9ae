// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of program_memory.h: a block serves one owner at a time, and what one thread asks for and another one frees
// is used again, so that the work of many tiles takes no more memory than that of one.
#include "program_memory.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <set>
#include <thread>
#include <vector>

using namespace plumb::checker;

namespace {

struct Taken {
  void* memory;
  std::size_t size;
  unsigned char mark = 0;  // what its owner wrote into each byte
};

// On a thread of its own, as each part of a check has one.
std::vector<Taken> taken_elsewhere(std::size_t count, std::size_t size) {
  std::vector<Taken> blocks;
  std::thread([&] {
    for (std::size_t i = 0; i < count; ++i) blocks.push_back(Taken{take_block(size), size});
  }).join();
  return blocks;
}

void give_back(const std::vector<Taken>& blocks) {
  for (const Taken& block : blocks) give_back_block(block.memory, block.size);
}

// How many different blocks `rounds` rounds were served from.
template <class Round>
std::size_t blocks_used(int rounds, const Round& round) {
  std::set<void*> used;
  for (int i = 0; i < rounds; ++i)
    for (const Taken& block : round()) used.insert(block.memory);
  return used.size();
}

}  // namespace

TEST_CASE("memory: what a thread takes and another one gives back is taken again") {
  constexpr std::size_t count = 2000;
  for (const std::size_t size : {16, 40, 512}) {
    CAPTURE(size);
    CHECK(blocks_used(100, [&] {
            std::vector<Taken> blocks = taken_elsewhere(count, size);
            give_back(blocks);
            return blocks;
          }) < 3 * count);
    CHECK(blocks_used(100, [&] {
            std::vector<Taken> blocks;
            for (std::size_t i = 0; i < count; ++i) blocks.push_back(Taken{take_block(size), size});
            std::thread([&] { give_back(blocks); }).join();
            return blocks;
          }) < 3 * count);
  }
}

TEST_CASE("memory: no block has two owners, whatever threads take and give back") {
  std::vector<std::vector<Taken>> left(4);
  for (int round = 0; round < 20; ++round) {
    std::rotate(left.begin(), left.begin() + 1, left.end());  // each gives back what another one took
    std::vector<std::thread> threads;
    std::vector<int> wrong(left.size());
    for (std::size_t t = 0; t < left.size(); ++t)
      threads.emplace_back([&, t, round]() {
        std::mt19937 random(static_cast<unsigned>(round) * 4 + static_cast<unsigned>(t));
        std::vector<Taken>& mine = left[t];
        for (int i = 0; i < 5000; ++i) {
          if (mine.empty() || random() % 2 == 0) {
            const std::size_t size = random() % 700;
            const Taken& block = mine.emplace_back(Taken{take_block(size), size, static_cast<unsigned char>(random())});
            std::memset(block.memory, block.mark, size);
            continue;
          }
          std::swap(mine[random() % mine.size()], mine.back());
          const Taken block = mine.back();
          mine.pop_back();
          const auto* bytes = static_cast<const unsigned char*>(block.memory);
          wrong[t] += !std::all_of(bytes, bytes + block.size, [&](unsigned char b) { return b == block.mark; });
          give_back_block(block.memory, block.size);
        }
      });
    for (std::thread& thread : threads) thread.join();
    for (const int w : wrong) REQUIRE(w == 0);
  }
  std::set<void*> owned;
  std::size_t count = 0;
  for (const auto& blocks : left)
    for (const Taken& block : blocks) {
      owned.insert(block.memory);
      ++count;
    }
  CHECK(owned.size() == count);
  for (const auto& blocks : left) give_back(blocks);
}
