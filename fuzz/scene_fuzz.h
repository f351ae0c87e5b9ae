// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../tests/support/scenes_equal.h"
#include "plumb/pipeline/import_scene.h"
#include "require.h"
/// Arbitrary bytes as a file named `name`, in all three number modes. What a reader must do, beside not crashing: a
/// scene is valid, an error names a line that exists and says what to do, and reading again gives the same.
inline int fuzz_scene(const std::uint8_t* data, std::size_t size, const char* name) {
  using namespace plumb::pipeline;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto lines = static_cast<std::uint64_t>(1 + std::count(bytes.begin(), bytes.end(), '\n') +
                                                std::count(bytes.begin(), bytes.end(), '\r'));
  for (const Numbers numbers : {Numbers::binary64, Numbers::binary32, Numbers::decimal}) {
    ImportOptions options;
    options.numbers = numbers;
    options.up = size % 4 < 2 ? UpAxis::y : UpAxis::z;
    options.max_vertices = options.max_corners = 1u << 20;
    options.max_exact_bytes = std::uint64_t{1} << 20;
    if (size % 2 == 1) {  // half of the inputs meet low limits too
      options.max_vertices = 8;
      options.max_corners = 16;
      options.max_face_corners = 6;
      options.max_name_bytes = 8;
      options.max_group_bytes = 400;
    }
    const auto one = import_scene_text(bytes, name, options), two = import_scene_text(bytes, name, options);
    require(bool(one) == bool(two), "the outcome does not change");
    if (one) {
      require(is_valid(*one), "a scene that was read is valid");
      require(one->face_count() > 0, "a scene that was read has a face");
      require(plumb::tests::same_scene(*one, *two), "the scene does not change");
    } else {
      require(one.error().text() == two.error().text(), "the error does not change");
      require(one.error().line <= lines, "an error's line exists");
      require(one.error().message.find("; ") != std::string::npos, "an error says what to do");
      require(one.error().message.find('\n') == std::string::npos, "an error is one line");
    }
  }
  return 0;
}
