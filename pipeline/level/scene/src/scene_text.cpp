// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/scene_text.h"

#include <algorithm>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/points.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/terms.h"
#include "sha256.h"

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
        return Error{ErrorCode::out_of_range,
                     "has a coordinate that no decimal is, " + kernel::short_fraction(v) +
                         ", so it has no text and no certificate; round its numbers",
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

bool is_certified_as_text(const Scene& scene) {
  return extension_of(scene.file) != ".obj" || scene.sha256.empty() || !scene.left_out.empty();
}

Result<CertifiedLevel> certified_level(const Scene& scene) {
  if (!is_certified_as_text(scene)) return CertifiedLevel{scene.sha256, scene.bytes, scene.numbers};
  const auto text = scene_text(scene);
  if (!text) return text.error();
  CertifiedLevel level{checker::sha256_hex(*text), text->size()};
  if (!scene.sha256.empty())
    level.origin = "file " + scene.sha256 + " " + std::to_string(scene.bytes) + " numbers " + text_of(scene.numbers);
  return level;
}

}  // namespace plumb::pipeline
