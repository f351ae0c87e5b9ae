// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/obj_stream.h"
#include "support/temporary_folder.h"

namespace plumb::tests {

/// What differs between an OBJ that is read face by face and the same as a scene; empty if nothing does. Errors are
/// compared as texts; of faces, the places of corners, the intervals around these, and the text that is made of them.
inline std::string streamed_differently(const std::string& path, const pipeline::ImportOptions& options,
                                        const pipeline::Result<pipeline::Scene>& scene) {
  const Folder folder;
  auto stream = pipeline::ObjStream::open(path, options, folder.path().string());
  if (!stream) {
    if (scene) return "refused: " + stream.error().text();
    return stream.error().text() == scene.error().text() ? "" : "other error: " + stream.error().text();
  }
  std::string wrong, text;
  std::size_t corner = 0, face = 0;
  std::string faces;
  const auto error = stream->for_each_face([&](std::span<const std::uint32_t> corners) {
    if (!scene) return true;  // faces before the one that names no vertex
    if (scene->face_begin[face + 1] - scene->face_begin[face] != corners.size()) wrong = "corners of a face";
    ++face;
    faces += "f";
    for (const std::uint32_t v : corners) {
      if (!wrong.empty()) return false;
      const kernel::ExactPoint place = kernel::exact_point(scene->points, scene->face_points[corner++]);
      for (const int axis : {0, 1, 2}) {
        const mpq_class exact = stream->exact(v, axis);
        if (exact != place[static_cast<std::size_t>(axis)]) wrong = "a place";
        const kernel::Interval about = stream->about(v, axis);
        if (!(about.low == -HUGE_VAL || exact >= about.low) || !(about.high == HUGE_VAL || exact <= about.high))
          wrong = "the interval around a coordinate";
      }
      text += "v";
      stream->append_text(text, v);
      text += "\n";
      faces += " " + std::to_string(corner);
    }
    faces += "\n";
    return true;
  });
  if (!wrong.empty()) return wrong;
  if (error) return !scene && error->text() == scene.error().text() ? "" : "other error: " + error->text();
  if (!scene) return "not refused: " + scene.error().text();
  if (stream->faces() != scene->face_count() || face != scene->face_count()) return "the number of faces";
  if (stream->vertices() != scene->vertex_records) return "the number of vertices";
  const auto again = pipeline::import_obj_text(text + faces, path, options);
  if (!again) return "a text that cannot be read: " + again.error().text();
  for (std::size_t c = 0; c < scene->face_points.size(); ++c)
    if (kernel::exact_point(again->points, again->face_points[c]) !=
        kernel::exact_point(scene->points, scene->face_points[c]))
      return "the text of a vertex";
  return "";
}

}  // namespace plumb::tests
