// SPDX-License-Identifier: GPL-3.0-or-later
// Levels that once went wrong, kept as files: each must bake, in every number mode and strategy, and its areas must add
// up.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/bake_text.h"

using namespace plumb;
using namespace plumb::tests;

TEST_CASE("corpus: levels that once went wrong bake, and their areas add up") {
  std::size_t levels = 0;
  for (const auto& file : std::filesystem::directory_iterator(PLUMB_SOURCE_DIR "/tests/corpus/levels")) {
    INFO(file.path().filename().string());
    ++levels;
    std::stringstream text;
    text << std::ifstream(file.path()).rdbuf();
    for (const auto numbers : {pipeline::Numbers::binary64, pipeline::Numbers::binary32, pipeline::Numbers::decimal}) {
      AreaByLabel first;
      for (const auto decomposition : {kernel::Decomposition::bounded, kernel::Decomposition::seed}) {
        BakeTextOptions options;
        options.numbers = numbers;
        options.decomposition = decomposition;
        options.stances = {{"crouch", mpq_class(1)}, {"stand", mpq_class(9, 5)}};
        const BakedText baked = bake_text(text.str(), options);
        CHECK(baked.measures.held == baked.measures.polygons);
        if (decomposition == kernel::Decomposition::bounded) first = areas(baked);
        else CHECK(areas(baked) == first);
      }
    }
  }
  CHECK(levels >= 1);
}
