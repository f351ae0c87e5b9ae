// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a baked level in a format that is known when the program runs, and all files of a bake.
//
// 1. writer_of() knows the writer of each format, which write() runs (run_writer.cpp). Writers that need other
//    libraries have sources of their own beside this one, however short, so that a program which names a writer links
//    what that one needs: write_rounded.cpp has .obj and .glb, write_drawn.cpp .svg and .html.
// 2. json, html and cert are exact. obj, glb, tres, bin and mset have rounded numbers, and polygons whose neighbours
//    share whole edges (rounded_mesh.h). What rounding did is entered in the report, under the format's name, with a
//    warning where numbers are far apart. The report has the warnings about all files written so far, so it comes last.
// 3. write_files() writes all outputs of a bake, each in its share of the time (weight_of), an .obj with its .mtl, and
//    a certificate with the text of the scene that it is of, if that is no file which the checker reads.
//    cannot_hold() is known before the work: by the options, and by the greatest coordinates of the level's polygons.
//
// Cost: that of the exporter and of conform(). Link cells and exact points are made once, when the first format asks
// for them. Memory: the rounded mesh beside the navmesh. Exact: fractions of json and cert; conform() decides exactly
// on the rounded numbers. Doubles choose warnings. Source: our own; docs/reference/exports.md defines the formats.
#include "plumb/pipeline/write_baked.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/export_detour.h"
#include "plumb/pipeline/export_view.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/paths.h"

namespace plumb::pipeline {
namespace {

// In time, beside the stages.
double weight_of(Format format, const BakeOptions& o) {
  switch (format) {
    case Format::tres: return 150;
    case Format::bin:
    case Format::mset: return 250;
    case Format::obj: return 80;
    case Format::json: return 60;
    case Format::html: return sgn(o.radius) > 0 ? 250 : 100;  // it links the level once more
    case Format::glb: return 40;
    case Format::cert: return 40;
    case Format::svg: return 100;
    case Format::csv:
    case Format::mtl:
    case Format::scene:
    case Format::report: break;
  }
  return 1;
}

}  // namespace

const Writer& writer_of(Format format) {
  switch (format) {
    case Format::json: return writers::json;
    case Format::obj: return writers::obj;
    case Format::mtl: return writers::mtl;
    case Format::glb: return writers::glb;
    case Format::svg: return writers::svg;
    case Format::html: return writers::html;
    case Format::tres: return writers::tres;
    case Format::bin: return writers::bin;
    case Format::mset: return writers::mset;
    case Format::csv: return writers::csv;
    case Format::cert: return writers::cert;
    case Format::scene: return writers::scene;
    case Format::report: break;
  }
  return writers::report;
}

std::optional<Error> write(Baked& b, Format format, Output& output, const WriteSettings& settings, Progress& progress) {
  return write(b, writer_of(format), output, settings, progress);
}
std::optional<Error> write(Baked& b, Format format, std::ostream& stream, const WriteSettings& settings,
                           Progress& progress) {
  return write(b, writer_of(format), stream, settings, progress);
}
std::optional<Error> write(Baked& b, Format format, std::ostream& stream, const WriteSettings& settings) {
  return write(b, writer_of(format), stream, settings);
}

double write_weight(const BakeOptions& o) {
  double sum = 1;
  for (const std::string& file : o.outputs) sum += weight_of(format_of(file).value(), o);
  return sum;
}

void write_files(Baked& baked, OutputFiles& files, Progress& progress,
                 const std::optional<std::array<double, 3>>& glb_origin) {
  const BakeOptions& o = baked.options;
  WriteSettings settings{.stance = o.export_stance,
                         .link_polygons = o.link_polygons,
                         .tile = o.tile,
                         .max_bytes = o.max_bytes,
                         .glb_origin = glb_origin};
  RangeProgress of_file(progress);
  const auto writer = [&](Format format) {
    return [&, format](Output& file) { return write(baked, format, file, settings, of_file); };
  };
  double before = 0;
  for (const std::string& path : o.outputs) {
    const double weight = weight_of(format_of(path).value(), o);
    const WorkRange range(before / write_weight(o), (before + weight) / write_weight(o));
    before += weight;
    const std::string materials = material_file(path);
    settings.materials = name_of(materials);
    if (files.is_refused(path)) continue;
    const Format format = format_of(path).value();
    if (format == Format::obj) files.add_pair(path, writer(format), materials, writer(Format::mtl));
    else if (format == Format::cert && is_certified_as_text(baked.level->scene))
      files.add_pair(path, writer(format), scene_file(path), writer(Format::scene));
    else files.add(path, writer(format));
  }
  if (!o.report.empty())
    for (std::size_t s = 1; s <= o.stances.size(); ++s) baked.derived->border(static_cast<kernel::Label>(s));
}

std::optional<Error> cannot_hold(const BakeOptions& o) {
  if (!writes(o, Format::bin) && !writes(o, Format::mset)) return std::nullopt;
  if (auto error = detour_missing()) return error;
  if (o.stances.size() <= max_detour_stances) return std::nullopt;
  return Error{ErrorCode::bad_option,
               "Detour's flags do not hold " + std::to_string(o.stances.size()) + " stances; give at most " +
                   std::to_string(max_detour_stances) + ", or write another format",
               "", 0};
}

// Cells lie within the polygons that they are cut from, so those have the greatest numbers.
std::optional<Error> cannot_hold(const SceneSurfaces& level, const BakeOptions& o, Format format) {
  if (format == Format::html)
    if (auto error = cannot_view(level, o, o.max_bytes)) return error;
  const kernel::PointTable& points = level.scene.points;
  const std::int64_t bits_before_point =
      points.common_bits() - static_cast<std::int64_t>(mpz_sizeinbase(points.common_denominator().get_mpz_t(), 2)) + 1;
  if (!out_of_range(format, std::ldexp(1, static_cast<int>(std::min<std::int64_t>(bits_before_point, 2000)))))
    return std::nullopt;
  for (const Surface& surface : level.set.surfaces)
    if (surface.kind == SurfaceKind::traversable)
      for (const kernel::PointId p : level.set.corners_of(surface))
        for (int axis = 0; axis < 3; ++axis)
          if (auto error = out_of_range(format, kernel::nearest_double(points, p, axis))) return error;
  return std::nullopt;
}

}  // namespace plumb::pipeline
