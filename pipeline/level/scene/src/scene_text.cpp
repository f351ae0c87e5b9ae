// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/scene_text.h"

#include <algorithm>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/points.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

Result<std::string> scene_text(const Scene& scene) {
  std::string text;
  // Points behind those of faces are where edges cross; whoever reads the text finds them again.
  kernel::PointId count = 0;
  for (const kernel::PointId p : scene.face_points) count = std::max(count, p + 1);
  for (kernel::PointId p = 0; p < count; ++p) {
    text += 'v';
    for (const mpq_class& v : to_input_frame(kernel::exact_point(scene.points, p), scene.up)) {
      const auto decimal = kernel::complete_decimal(v);
      if (!decimal)
        return Error{ErrorCode::out_of_range, "has a coordinate that no decimal is, " + kernel::short_fraction(v),
                     scene.file, 0};
      (text += ' ') += *decimal;
    }
    text += '\n';
  }
  for (std::uint32_t f = 0; f < scene.face_count(); ++f) {
    text += 'f';
    for (std::uint32_t c = scene.face_begin[f]; c < scene.face_begin[f + 1]; ++c)
      (text += ' ') += std::to_string(std::uint64_t{scene.face_points[c]} + 1);
    text += '\n';
  }
  return text;
}

}  // namespace plumb::pipeline
