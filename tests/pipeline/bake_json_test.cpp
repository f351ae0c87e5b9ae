// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/bake_json.h"

#include <catch2/catch.hpp>

#include "hand_made.h"
#include "plumb/pipeline/export.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

template <class Write>
void write_to(const std::string& path, Write&& write) {
  auto file = AtomicFile::create(path);
  REQUIRE(file);
  write(*file);
  REQUIRE_FALSE(file->close());
  REQUIRE_FALSE(file->commit());
}

std::string exported(const HandMade& h, const std::string& path) {
  Progress silent;
  write_to(path, [&](AtomicFile& f) { export_json(f, h.baked(), silent); });
  return text_of_file(path);
}

}  // namespace

TEST_CASE("JSON: reads back what was baked") {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    Folder folder;
    const HandMade h(up);
    exported(h, folder / "a.json");
    const auto read = read_bake_json(folder / "a.json");
    REQUIRE(read);
    CHECK(read->version == "0.1.0");
    CHECK(read->options.scene == "hand & made.obj");
    CHECK(read->options.stances.size() == 2);
    CHECK(read->options.stances[1].height == mpq_class(9, 5));
    CHECK(read->options.step == mpq_class(2, 5));
    CHECK(read->options.up == up);
    CHECK(read->denominator == 3);
    REQUIRE(read->cells.size() == 5);
    CHECK(read->cells[0].stance == 2);
    CHECK(read->cells[2].stance == plumb::kernel::blocked);
    CHECK(read->cells[4].stance == plumb::kernel::covered);
    REQUIRE(read->cells[1].facets.size() == 1);
    CHECK(read->cells[0].facets[0].witness == plumb::kernel::no_polygon);
    const BakeFile::Facet& facet = read->cells[1].facets[0];
    CHECK(facet.surface == 1);
    CHECK(facet.witness == 3);
    // Counter-clockwise from above: the hand-made list of corners backwards.
    const ExactPoint first{mpq_class(7, 3), 0, 0}, second{mpq_class(7, 3), 1, 0};
    CHECK(facet.vertices.at(0) == to_input_frame(first, up));
    CHECK(facet.vertices.at(1) == to_input_frame(second, up));
    REQUIRE(read->obstructions.size() == 1);
    CHECK(read->obstructions[0].wall == 5);
    CHECK(read->obstructions[0].may_cross == 0);
  }
}

TEST_CASE("JSON: writing, reading and writing again gives the same bytes") {
  Folder folder;
  HandMade h;
  h.options.slope.reset();
  h.options.slope_ratio = mpq_class(5, 4);
  h.options.sides = Sides::up;
  h.options.numbers = Numbers::decimal;
  const std::string first = exported(h, folder / "a.json");
  const auto read = read_bake_json(folder / "a.json");
  REQUIRE(read);
  write_to(folder / "b.json", [&](AtomicFile& f) { write_bake_json(f, *read); });
  CHECK(text_of_file(folder / "b.json") == first);
}

TEST_CASE("JSON: a bake without cells reads back too") {
  Folder folder;
  HandMade h;
  h.map.table.clear();
  const std::string first = exported(h, folder / "a.json");
  const auto read = read_bake_json(folder / "a.json");
  REQUIRE(read);
  CHECK(read->cells.empty());
  write_to(folder / "b.json", [&](AtomicFile& f) { write_bake_json(f, *read); });
  CHECK(text_of_file(folder / "b.json") == first);
}

TEST_CASE("JSON: what is no bake is refused with a reason") {
  Folder folder;
  const HandMade h;
  const std::string good = exported(h, folder / "good.json");
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  const std::pair<const char*, std::string> cases[] = {
      {"empty", ""},
      {"cut short", good.substr(0, good.size() / 2)},
      {"not JSON", "v 0 0 0\n"},
      {"another JSON", "{\"cells\":3}"},
      {"an array", "[]"},
      {"not in lowest terms", replaced("\"7/3\"", "\"14/6\"")},
      {"a decimal", replaced("\"7/3\"", "\"2.5\"")},
      {"over zero", replaced("\"7/3\"", "\"7/0\"")},
      {"a bare number", replaced("\"7/3\"", "7")},
      {"two coordinates", replaced("\"7/3\",", "")},
      {"a stance too high", replaced("{\"stance\":2", "{\"stance\":3")},
      {"a stance below covered", replaced("{\"stance\":-1", "{\"stance\":-2")},
      {"no witness", replaced("\"witness\":null,", "")},
      {"a negative surface", replaced("\"surface\":1", "\"surface\":-1")},
      {"no options", replaced("\"options\"", "\"choices\"")},
      {"a bad option", replaced("\"sides\":\"both\"", "\"sides\":\"none\"")},
      {"a denominator of zero", replaced("\"denominator\":\"3\"", "\"denominator\":\"0\"")},
      {"a number for a cell", replaced("\"cells\":[\n", "\"cells\":[7,\n")},
      {"no cells", replaced("\"cells\"", "\"rooms\"")},
  };
  for (const auto& [name, text] : cases) {
    INFO(name);
    write_file(folder / "bad.json", text);
    const auto read = read_bake_json(folder / "bad.json");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::syntax);
    CHECK(read.error().file == (folder / "bad.json"));
  }
  CHECK(read_bake_json(folder / "none.json").error().code == ErrorCode::cannot_open);
}
