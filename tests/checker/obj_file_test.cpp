// SPDX-License-Identifier: GPL-3.0-or-later
// A level that the checker reads from its file, part by part, against the same text in memory: the records, their
// places, and what is read when a place is gone to. Lines are longer than what is read at once, or end where that ends.
#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

#include "read/obj_records.h"
#include "sha256.h"
#include "support/temporary_folder.h"

namespace {

using namespace plumb::checker;
using Kind = ObjRecords::Kind;

template <class Text>
std::vector<std::string> records_of(const Text& text) {
  std::vector<std::string> out;
  std::vector<std::size_t> places;
  ObjRecords records(text);
  try {
    for (Kind kind; (kind = records.next()) != Kind::end;) {
      std::string record = std::to_string(records.place());
      if (kind == Kind::face) records.corners(1000, [&](std::uint64_t v) { record += " " + std::to_string(v); });
      else
        for (const Coordinate& v : records.vertex(Numbers::decimal, false)) record += " " + v.exact().get_str();
      if (kind == Kind::vertex) places.push_back(records.place());
      out.push_back(std::move(record));
    }
    std::mt19937_64 random(places.size());
    for (std::size_t k = 0; k < places.size(); ++k) {
      records.go_to(places[random() % places.size()]);
      records.next();
      out.push_back(records.vertex(Numbers::decimal, false)[0].exact().get_str());
    }
  } catch (const Refused& e) {
    out.push_back(e.what());
  }
  return out;
}

std::string drawn_text(std::mt19937_64& random) {
  std::string out;
  const std::size_t lines = 20 + random() % 400;
  for (std::size_t k = 0; k < lines; ++k) {
    const std::string end = random() % 5 == 0 ? "\r\n" : "\n", joined = "\\" + end;
    switch (random() % 8) {
      case 0: out += "# " + std::string(random() % 3 == 0 ? 70'000 : random() % 5'000, 'c') + end; break;
      case 1: out += "f 1 " + joined + " 2" + joined + joined + " 3" + end; break;
      case 2:
        out += "v " + std::string(random() % 5'000, ' ') + std::to_string(random() % 100) + " 2" + joined + " 3" + end;
        break;
      case 3: out += end; break;
      case 4: out += "# no line goes on behind a comment" + joined; break;
      case 5: out += "f 1/2/3 -1 3//4" + end; break;
      default: out += "v " + std::to_string(random() % 1000) + " 1.5 -2e3" + end;
    }
  }
  if (random() % 3 == 0) out.pop_back();      // the last line does not end
  if (random() % 4 == 0) out += "v 1 2 3\\";  // or would be joined to another one
  return out;
}

TEST_CASE("ObjRecords: a file has the records of its text") {
  const plumb::tests::Folder folder;
  std::mt19937_64 random(54);
  for (int n = 0; n < 60; ++n) {
    const std::string text = n == 0 ? "" : drawn_text(random), path = folder / "level.obj";
    std::ofstream(path, std::ios::binary) << text;
    const TextFile file(path);
    CHECK(file.size() == text.size());
    CHECK(file.sha256() == sha256_hex(text));
    CHECK(records_of(file) == records_of(std::string_view(text)));
  }
}

TEST_CASE("TextFile: a file that got shorter is told, and one that grew is as it was") {
  const plumb::tests::Folder folder;
  const std::string path = folder / "level.obj";
  std::ofstream(path) << "v 1 2 3\n";
  const TextFile file(path);
  std::ofstream(path, std::ios::app) << "v 4 5 6\n";
  CHECK(records_of(file) == records_of(std::string_view("v 1 2 3\n")));
  std::filesystem::resize_file(path, 5);
  CHECK_THROWS_WITH(file.sha256(), Catch::Contains("got shorter while it was read"));
  CHECK(records_of(file) == std::vector<std::string>{"got shorter while it was read; check it when nobody writes it"});
  CHECK_THROWS_AS(TextFile(folder / "none"), Refused);
}

}  // namespace
