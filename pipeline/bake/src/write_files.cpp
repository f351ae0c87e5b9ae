// SPDX-License-Identifier: GPL-3.0-or-later
#include "write_files.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {
namespace {

// In time, beside the stages.
double weight_of(Format format) {
  switch (format) {
    case Format::tres: return 150;
    case Format::bin:
    case Format::mset: return 250;
    case Format::obj: return 80;
    case Format::json: return 60;
    case Format::glb: return 40;
    case Format::cert: return 40;
    case Format::svg: return 100;
    case Format::csv:
    case Format::mtl:
    case Format::report: break;
  }
  return 1;
}

}  // namespace

double write_weight(const BakeOptions& o) {
  double sum = 1;
  for (const std::string& file : o.outputs) sum += weight_of(format_of(file).value());
  return sum;
}

void write_files(Baked& baked, OutputFiles& files, Progress& progress) {
  const BakeOptions& o = baked.options;
  WriteSettings settings{.stance = o.export_stance, .link_polygons = o.link_polygons, .tile = o.tile};
  RangeProgress of_file(progress);
  const auto writer = [&](Format format) {
    return [&, format](Output& file) { return write(baked, format, file, settings, of_file); };
  };
  double before = 0;
  for (const std::string& path : o.outputs) {
    const double weight = weight_of(format_of(path).value());
    const WorkRange range(before / write_weight(o), (before + weight) / write_weight(o));
    before += weight;
    const std::string materials = material_file(path);
    settings.materials = std::filesystem::path(materials).filename().string();
    if (files.is_refused(path)) continue;
    const Format format = format_of(path).value();
    if (format == Format::obj) files.add_pair(path, writer(format), materials, writer(Format::mtl));
    else files.add(path, writer(format));
  }
  if (!o.report.empty())
    for (std::size_t s = 1; s <= o.stances.size(); ++s) baked.derived->border(static_cast<kernel::Label>(s));
}

std::optional<Error> cannot_hold(const BakeOptions& o) {
  if ((!writes(o, Format::bin) && !writes(o, Format::mset)) || o.stances.size() <= max_detour_stances)
    return std::nullopt;
  return Error{ErrorCode::bad_option,
               "Detour's flags do not hold " + std::to_string(o.stances.size()) + " stances; give at most " +
                   std::to_string(max_detour_stances) + ", or write another format",
               "", 0};
}

// Cells lie within the polygons that they are cut from, so those have the greatest numbers.
std::optional<Error> cannot_hold(const SceneSurfaces& level, Format format) {
  const kernel::PointTable& points = level.scene.points;
  const long bits_before_point =
      points.common_bits() - static_cast<long>(mpz_sizeinbase(points.common_denominator().get_mpz_t(), 2)) + 1;
  if (!out_of_range(format, std::ldexp(1, static_cast<int>(std::min(bits_before_point, 2000L))))) return std::nullopt;
  for (const Surface& surface : level.set.surfaces)
    if (surface.kind == SurfaceKind::traversable)
      for (const kernel::PointId p : level.set.corners_of(surface))
        for (int axis = 0; axis < 3; ++axis)
          if (auto error = out_of_range(format, kernel::nearest_double(points, p, axis))) return error;
  return std::nullopt;
}

}  // namespace plumb::pipeline
