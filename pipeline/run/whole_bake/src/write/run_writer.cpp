// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the writer of a format: write() refuses what the bake has not kept (areas for reports, the navmesh, what nobody
// can stand on) and coordinates that the format's numbers do not reach, and returns an error if the work is cancelled
// or its stream fails.
#include <algorithm>
#include <cmath>

#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {
namespace {

// Some point is out of range if the greatest of all coordinates is.
std::optional<Error> out_of_range(DerivedMesh& derived, Format format) {
  if (derived.mesh().points.empty()) return std::nullopt;
  for (const DerivedMesh::Extent& e : derived.extent())
    if (auto error = out_of_range(format, std::max(-e.low, e.high))) return error;
  return std::nullopt;
}

// Engines load nothing of a file without floor; whose it is says the .bin by itself.
std::optional<Error> without_floor(const NavMesh& mesh, Format format) {
  const char* const whose = format == Format::tres ? "Godot" : format == Format::glb ? "a .glb" : nullptr;
  if (!whose || std::ranges::any_of(mesh.cells, [](const NavMesh::Cell& c) { return c.open_to() > kernel::blocked; }))
    return std::nullopt;
  return Error{ErrorCode::no_face,
               std::string("nobody can stand anywhere, so there is nothing for ") + whose + "; write another format",
               "", 0};
}

bool shows_unwalkable(Format format) {
  return format == Format::json || format == Format::obj || format == Format::glb || format == Format::svg ||
         format == Format::html;
}

// Why the bake does not have what the format shows. A certificate and the table of areas need no navmesh.
std::optional<Error> not_kept(Baked& b, Format format) {
  if (format == Format::cert || format == Format::scene) return std::nullopt;
  if ((format == Format::csv || format == Format::report) && !b.options.areas)
    return bad_option("areas were not measured; set BakeSettings::areas before the bake");
  if (format == Format::csv) return std::nullopt;
  if (!b.derived) return bad_option("the navmesh was not kept; set BakeSettings::mesh before the bake");
  if (!b.options.unwalkable && shows_unwalkable(format))
    return bad_option("what nobody can stand on was not kept; set BakeSettings::unwalkable before the bake");
  if (auto error = out_of_range(*b.derived, format)) return error;
  return without_floor(b.mesh(), format);
}

}  // namespace

std::optional<Error> out_of_range(Format format, double coordinate) {
  const auto beyond = [](const char* numbers) {
    return Error{ErrorCode::too_large,
                 std::string("the navmesh has coordinates beyond the range of ") + numbers +
                     "; scale the level or write another format",
                 "", 0};
  };
  switch (format) {
    case Format::obj:
    case Format::glb:
    case Format::html:
    case Format::tres:
    case Format::bin:
    case Format::mset:
      return std::isinf(static_cast<float>(coordinate)) ? std::optional(beyond("binary32")) : std::nullopt;
    case Format::svg: return std::isinf(coordinate) ? std::optional(beyond("doubles")) : std::nullopt;
    case Format::json:
    case Format::mtl:
    case Format::csv:
    case Format::cert:
    case Format::scene:
    case Format::report: break;
  }
  return std::nullopt;
}

std::optional<Error> write(Baked& b, const Writer& writer, Output& output, const WriteSettings& settings,
                           Progress& progress) {
  if (auto error = not_kept(b, writer.format)) return error;
  return unless_cancelled(progress, [&] { return writer.write(b, output, settings, progress); });
}

std::optional<Error> write(Baked& b, const Writer& writer, std::ostream& stream, const WriteSettings& settings,
                           Progress& progress) {
  StreamOutput output(stream);
  if (auto error = write(b, writer, output, settings, progress)) return error;
  if (!stream) return Error{ErrorCode::cannot_write, "the stream has failed; see where it leads", "", 0};
  return std::nullopt;
}

std::optional<Error> write(Baked& b, const Writer& writer, std::ostream& stream, const WriteSettings& settings) {
  Progress silent;
  return write(b, writer, stream, settings, silent);
}

}  // namespace plumb::pipeline
