// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a baked level in one format. write_in() is the switch over formats:
//
// 1. It refuses what the bake has not kept: areas for reports, the navmesh, what nobody can stand on, the certificate.
//    out_of_range() refuses coordinates that the format's numbers do not reach.
// 2. json, html and cert are exact: export_json() and write_certificate() write fractions. svg, csv, mtl and report do
//    not need neighbours that share edges.
// 3. obj, glb and tres have polygons whose neighbours share whole edges: conforming() or make_godot() rounds and mends
//    the navmesh, or with link polygons the mesh with those of steps and welds (links_of, with_polygons).
// 4. bin and mset are Detour's files: write_detour() has make_detour() or make_detour_set() conform and pack them.
// 5. What rounding did is entered in the report, under the format's name, and warn_of_numbers() adds a warning where
//    numbers are far apart. write_report() adds the warnings about all files written so far, so it comes last.
//
// write() is write_in() to an output or a stream, and returns an error if that is cancelled or the stream fails.
// write_files() writes all outputs of a bake, each in its share of the time (weight_of), an .obj with its .mtl.
// cannot_hold() is known before the work: by the options, and by the greatest coordinates of the level's polygons.
//
// Cost: that of the exporter and of conform(); the switch itself looks at each point once, and at each corner for the
// greatest coordinate. Link cells and exact points are made once, when the first format asks for them. Memory: the
// rounded mesh beside the navmesh.
// Exact: fractions of json and cert; conform() decides exactly on the rounded numbers. Doubles choose warnings.
// Source: our own; docs/reference/exports.md defines the formats.
#include "plumb/pipeline/write_baked.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/error_bound.h"
#include "plumb/pipeline/bake_settings.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/export_detour.h"
#include "plumb/pipeline/export_godot.h"
#include "plumb/pipeline/export_view.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/split_storeys.h"
#include "warnings.h"

namespace plumb::pipeline {
namespace {

using Written = std::optional<Error>;

constexpr double rounding_share = 0.7;  // of the time to write a mesh in rounded numbers

// The links of a bake, or null if none are wanted or there is nothing to link.
const LinkCells* links_of(Baked& b, Format format, const WriteSettings& settings) {
  if (!settings.link_polygons.value_or(format == Format::tres)) return nullptr;
  const auto joins_apart = [](const NavMesh::Portal& p) { return p.kind != PortalKind::flush; };
  if (std::ranges::none_of(b.mesh().portals, joins_apart)) {
    b.report.links = LinkFacts{};
    return nullptr;
  }
  if (!b.links) {
    b.mesh().points.make_exact(b.options.threads);
    b.links = std::make_unique<LinkCells>(link_cells(b.mesh()));
    b.report.links = LinkFacts{b.links->linked, b.links->left_out};
  }
  return b.links.get();
}

// Returns use(mesh) for the mesh whose cells are written: the navmesh, or the one with link polygons.
template <class Use>
auto with_polygons(Baked& b, const LinkCells* links, Use&& use) {
  if (links == nullptr) return use(*b.derived);
  DerivedMesh derived(links->mesh, b.options.threads);
  return use(derived);
}

ConformingMesh conforming(Baked& b, Format format, std::size_t most_corners, const LinkCells* links,
                          const NumberGrid& grid = {}) {
  const WorkRange range(0, rounding_share);
  const WantedCells all{.highest = static_cast<kernel::Label>(b.options.stances.size())};
  ConformingMesh made = with_polygons(b, links, [&](DerivedMesh& derived) {
    return conform(derived, {.wanted = all, .most_corners = most_corners, .threads = b.options.threads, .grid = grid});
  });
  b.report.conforming.insert_or_assign(text_of(format), made.facts);
  return made;
}

// The greatest magnitude of a coordinate where somebody can stand. Each point is looked at once.
double greatest_coordinate(const NavMesh& mesh) {
  std::vector<std::uint8_t> seen(mesh.points.size());
  double most = 0;
  for (const NavMesh::Cell& cell : mesh.cells)
    if (cell.stance > kernel::blocked)
      for (const NavMesh::Facet& facet : cell.facets)
        for (const NavMesh::PointIndex p : facet.corners)
          if (!std::exchange(seen[p], 1))
            for (const kernel::Interval& at : bounds(mesh.points, p)) most = std::max({most, -at.low, at.high});
  return most;
}

// The distance from a number, rounded to binary32, to the next binary32.
double binary32_spacing(double at) {
  const auto rounded = static_cast<float>(at);
  return static_cast<double>(kernel::step_up(rounded)) - static_cast<double>(rounded);  // not a bound
}

void warn_of_numbers(Baked& b, Format format, double spacing, const ConformingFacts& facts) {
  const bool glb_finer = glb_origin(*b.derived) != std::array<double, 3>{};
  auto warning = coarse_numbers({format, spacing, facts.moved, glb_finer}, b.options);
  auto& all = b.report.warnings;
  const auto same = [&](const Warning& w) { return w.text == warning->text; };
  if (warning && std::ranges::none_of(all, same)) all.push_back(std::move(*warning));
}

Written write_godot(Baked& b, Output& out, const WriteSettings& settings, Progress& progress) {
  const kernel::Label stance = settings.stance;
  const BakeOptions& o = b.options;
  if (stance < 1 || static_cast<std::size_t>(stance) > o.stances.size())
    return bad_option("there is no stance " + std::to_string(stance) + "; give one of 1 to " +
                      std::to_string(o.stances.size()));
  const GodotMesh mesh = [&] {
    const WorkRange range(0, rounding_share);
    return with_polygons(b, links_of(b, Format::tres, settings),
                         [&](DerivedMesh& derived) { return make_godot(derived, stance, o.threads); });
  }();
  b.report.conforming.insert_or_assign(text_of(Format::tres), mesh.mesh.facts);
  b.report.godot = mesh.facts;
  const double binary32 = binary32_spacing(greatest_coordinate(b.mesh()));
  warn_of_numbers(b, Format::tres, mesh.facts.shared_corners > 0 ? mesh.facts.cell_size : binary32, mesh.mesh.facts);
  const WorkRange range(rounding_share, 1);
  export_godot(out, b.mesh().info, o.stances[static_cast<std::size_t>(stance) - 1], slope_degrees(o), mesh, progress);
  return std::nullopt;
}

Written write_detour(Baked& b, Format format, Output& out, const std::optional<mpq_class>& tile) {
  if (tile && *tile <= b.options.weld)
    return bad_option("tiles of Format::mset have to be wider than 0 and the reach of welds; set WriteSettings::tile");
  auto made = format == Format::bin ? make_detour(b.mesh(), b.options.threads)
                                    : make_detour_set(b.mesh(), tile, b.options.threads);
  if (!made) return made.error();
  out.write(made->bytes);
  const DetourFacts& facts = made->facts;
  // Far from the origin cells are wider than 16 bits need over the level, or over a tile.
  if (sgn(facts.coarse_cell) > 0) warn_of_numbers(b, format, facts.coarse_cell.get_d(), made->conforming);
  b.report.detour.insert_or_assign(text_of(format), std::move(made->facts));
  b.report.conforming.insert_or_assign(text_of(format), made->conforming);
  return std::nullopt;
}

Written write_certificate(const Baked& b, Output& out, Progress& progress) {
  if (!b.options.certificate)
    return bad_option("what a certificate says was not kept; set BakeSettings::certificate before the bake");
  if (b.level->scene.sha256.empty() || extension_of(b.level->scene.file) != ".obj")
    return bad_option("a certificate is of an .obj file: import it with ImportOptions::digest");
  const Navigation& n = *b.navigation;
  const Scene& scene = b.level->scene;
  const SurfaceSet& set = b.level->set;
  const CertificateSettings settings = certificate_settings(b.options);
  if (!n.uncleared) export_certificate(out, {{scene, set, n.map, n.graph}, settings}, progress);
  else export_certificate(out, {{scene, set, *n.uncleared, n.uncleared_graph}, settings, &n.map}, progress);
  return std::nullopt;
}

Written write_view(Baked& b, Output& out) {
  b.mesh().points.make_exact(b.options.threads);
  return export_view(out, {b.derived.get(), b.level.get(), b.level ? &b.options : nullptr});
}

Written write_report(Baked& b, Output& out) {
  if (b.report.graph.borders.empty())
    for (std::size_t s = 1; s <= b.options.stances.size(); ++s)
      b.report.graph.borders.push_back(b.derived->border(static_cast<kernel::Label>(s)).size());
  if (b.derived) note_file_warnings(b.mesh(), b.report);
  out.write(report_json(b.report));
  return std::nullopt;
}

// Some point is out of range if the greatest of all coordinates is.
Written out_of_range(DerivedMesh& derived, Format format) {
  if (derived.mesh().points.empty()) return std::nullopt;
  for (const DerivedMesh::Extent& e : derived.extent())
    if (auto error = out_of_range(format, std::max(-e.low, e.high))) return error;
  return std::nullopt;
}

bool shows_unwalkable(Format format) {
  return format == Format::json || format == Format::obj || format == Format::glb || format == Format::svg ||
         format == Format::html;
}

Written write_in(Baked& b, Format format, Output& out, const WriteSettings& settings, Progress& progress) {
  if (format == Format::cert) return write_certificate(b, out, progress);
  const bool is_report = format == Format::csv || format == Format::report;
  if (is_report && !b.options.areas)
    return bad_option("areas were not measured; set BakeSettings::areas before the bake");
  if (format == Format::csv) return out.write(report_csv(b.report)), std::nullopt;
  if (!b.derived) return bad_option("the navmesh was not kept; set BakeSettings::mesh before the bake");
  if (!b.options.unwalkable && shows_unwalkable(format))
    return bad_option("what nobody can stand on was not kept; set BakeSettings::unwalkable before the bake");
  if (auto error = out_of_range(*b.derived, format)) return error;
  constexpr Written done;
  DerivedMesh& derived = *b.derived;
  switch (format) {
    case Format::json: b.mesh().points.make_exact(b.options.threads); return export_json(out, b.mesh(), progress), done;
    case Format::obj: {
      const LinkCells* links = links_of(b, format, settings);
      const ConformingMesh made = conforming(b, format, any_number, links);
      warn_of_numbers(b, format, binary32_spacing(greatest_coordinate(b.mesh())), made.facts);
      const WorkRange range(rounding_share, 1);
      return export_obj(out, settings.materials, derived, made, progress, links), done;
    }
    case Format::mtl: return export_mtl(out, b.mesh(), settings.link_polygons.value_or(false)), done;
    case Format::glb: {
      const LinkCells* links = links_of(b, format, settings);
      const ConformingMesh made = conforming(
          b, format, 3, links, {.origin = settings.glb_origin ? *settings.glb_origin : glb_origin(*b.derived)});
      const WorkRange range(rounding_share, 1);
      return export_glb(out, derived, made, progress, links), done;
    }
    case Format::svg: return export_svg(out, derived, split_storeys(derived), progress), done;
    case Format::html: return write_view(b, out);
    case Format::tres: return write_godot(b, out, settings, progress);
    case Format::bin: return write_detour(b, format, out, std::nullopt);
    case Format::mset: return write_detour(b, format, out, settings.tile);
    case Format::report: return write_report(b, out);
    case Format::csv:
    case Format::cert: break;
  }
  return done;
}

// In time, beside the stages.
double weight_of(Format format) {
  switch (format) {
    case Format::tres: return 150;
    case Format::bin:
    case Format::mset: return 250;
    case Format::obj: return 80;
    case Format::json: return 60;
    case Format::html: return 100;
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

Written out_of_range(Format format, double coordinate) {
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
    case Format::mset: return std::isinf(static_cast<float>(coordinate)) ? Written(beyond("binary32")) : std::nullopt;
    case Format::svg: return std::isinf(coordinate) ? Written(beyond("doubles")) : std::nullopt;
    case Format::json:
    case Format::mtl:
    case Format::csv:
    case Format::cert:
    case Format::report: break;
  }
  return std::nullopt;
}

CertificateSettings certificate_settings(const BakeOptions& o) {
  return {.numbers = o.numbers,
          .up = o.up,
          .sides = o.sides,
          .slope = o.slope,
          .slope_ratio = o.slope_ratio,
          .slope_cos = o.slope_cos,
          .weld = o.weld,
          .solids = o.solids,
          .radius = o.radius,
          .window = o.window,
          .disc = o.disc,
          .bound = o.clearance == ClearanceBound::outer ? kernel::DiscBound::hull : kernel::DiscBound::tangents,
          .bad_faces = o.bad_faces};
}

Written write(Baked& b, Format format, Output& output, const WriteSettings& settings, Progress& progress) {
  return unless_cancelled(progress, [&] { return write_in(b, format, output, settings, progress); });
}

Written write(Baked& b, Format format, std::ostream& stream, const WriteSettings& settings, Progress& progress) {
  StreamOutput output(stream);
  if (auto error = write(b, format, output, settings, progress)) return error;
  if (!stream) return Error{ErrorCode::cannot_write, "the stream has failed; see where it leads", "", 0};
  return std::nullopt;
}

Written write(Baked& b, Format format, std::ostream& stream, const WriteSettings& settings) {
  Progress silent;
  return write(b, format, stream, settings, silent);
}

double write_weight(const BakeOptions& o) {
  double sum = 1;
  for (const std::string& file : o.outputs) sum += weight_of(format_of(file).value());
  return sum;
}

void write_files(Baked& baked, OutputFiles& files, Progress& progress,
                 const std::optional<std::array<double, 3>>& glb_origin) {
  const BakeOptions& o = baked.options;
  WriteSettings settings{
      .stance = o.export_stance, .link_polygons = o.link_polygons, .tile = o.tile, .glb_origin = glb_origin};
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
