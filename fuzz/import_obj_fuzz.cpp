// SPDX-License-Identifier: GPL-3.0-or-later
// The OBJ reader on arbitrary bytes, in all three number modes. What it must do, beside not crashing: a scene is
// valid, an error names a line that exists, and cutting the text up for threads changes neither.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "../tests/support/scenes_equal.h"
#include "plumb/pipeline/import_scene.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb::pipeline;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lines = static_cast<std::uint64_t>(1 + std::count(text.begin(), text.end(), '\n'));
  // Half of the inputs meet low limits too.
  const bool limited = size % 2 == 1;
  for (const Numbers numbers : {Numbers::binary64, Numbers::binary32, Numbers::decimal}) {
    ImportOptions options;
    options.numbers = numbers;
    options.up = size % 4 < 2 ? UpAxis::y : UpAxis::z;
    options.min_chunk_bytes = 1;
    options.max_exact_bytes = std::uint64_t{1} << 20;
    if (limited) {
      options.max_vertices = 8;
      options.max_corners = 16;
      options.max_face_corners = 6;
      options.max_name_bytes = 8;
      options.max_group_bytes = 400;
    }
    const auto one = import_obj_text(text, "fuzz.obj", options);
    options.threads = 2;
    const auto two = import_obj_text(text, "fuzz.obj", options);
    require(bool(one) == bool(two), "the outcome does not depend on the threads");
    if (one) {
      require(is_valid(*one), "a scene that was read is valid");
      require(one->face_count() > 0, "a scene that was read has a face");
      require(plumb::tests::same_scene(*one, *two), "the scene does not depend on the threads");
    } else {
      require(one.error().text() == two.error().text(), "the error does not depend on the threads");
      require(one.error().code == two.error().code, "the error's code does not depend on the threads");
      require(one.error().line <= lines, "an error's line exists");
      require(one.error().message.find("; ") != std::string::npos, "an error says what to do");
    }
  }
  return 0;
}
