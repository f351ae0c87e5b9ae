// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/write_baked.h"

#include <algorithm>

#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/export_detour.h"
#include "plumb/pipeline/export_godot.h"
#include "plumb/pipeline/file_name.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/slope_degrees.h"
#include "plumb/pipeline/split_storeys.h"
#include "plumb/pipeline/work_range.h"

namespace plumb::pipeline {
namespace {

using Written = std::optional<Error>;

constexpr double rounding_share = 0.7;  // of the time to write a mesh in rounded numbers

Error refused(std::string message) { return {ErrorCode::bad_option, std::move(message), "", 0}; }

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

// Calls with the mesh whose cells are written: the navmesh, or that with links.
template <class Use>
auto with_polygons(Baked& b, const LinkCells* links, Use&& use) {
  if (links == nullptr) return use(*b.derived);
  DerivedMesh derived(links->mesh, b.options.threads);
  return use(derived);
}

ConformingMesh conforming(Baked& b, Format format, std::size_t most_corners, const LinkCells* links) {
  const WorkRange range(0, rounding_share);
  const WantedCells all{.highest = static_cast<kernel::Label>(b.options.stances.size())};
  ConformingMesh made = with_polygons(b, links, [&](DerivedMesh& derived) {
    return conform(derived, {.wanted = all, .most_corners = most_corners, .threads = b.options.threads});
  });
  b.report.conforming.insert_or_assign(text_of(format), made.facts);
  return made;
}

Written write_godot(Baked& b, Output& out, const WriteSettings& settings, Progress& progress) {
  const kernel::Label stance = settings.stance;
  const BakeOptions& o = b.options;
  if (stance < 1 || static_cast<std::size_t>(stance) > o.stances.size())
    return refused("there is no stance " + std::to_string(stance) + "; give one of 1 to " +
                   std::to_string(o.stances.size()));
  const GodotMesh mesh = [&] {
    const WorkRange range(0, rounding_share);
    return with_polygons(b, links_of(b, Format::tres, settings),
                         [&](DerivedMesh& derived) { return make_godot(derived, stance, o.threads); });
  }();
  b.report.conforming.insert_or_assign(text_of(Format::tres), mesh.mesh.facts);
  b.report.godot = mesh.facts;
  const WorkRange range(rounding_share, 1);
  export_godot(out, b.mesh().info, o.stances[static_cast<std::size_t>(stance) - 1], slope_degrees(o), mesh, progress);
  return std::nullopt;
}

Written write_detour(Baked& b, Format format, Output& out, const std::optional<mpq_class>& tile) {
  if (tile && *tile <= b.options.weld)
    return refused("tiles of Format::mset have to be wider than 0 and the reach of welds; set WriteSettings::tile");
  b.mesh().points.make_exact(b.options.threads);
  auto made = format == Format::bin ? make_detour(b.mesh()) : make_detour_set(b.mesh(), tile);
  if (!made) return made.error();
  out.write(made->bytes);
  b.report.detour.insert_or_assign(text_of(format), std::move(made->facts));
  b.report.conforming.insert_or_assign(text_of(format), made->conforming);
  return std::nullopt;
}

Written write_certificate(const Baked& b, Output& out, Progress& progress) {
  if (!b.options.certificate)
    return refused("what a certificate says was not kept; set BakeSettings::certificate before the bake");
  if (b.level->scene.sha256.empty() || extension_of(b.level->scene.file) != ".obj")
    return refused("a certificate is of an .obj file: import it with ImportOptions::digest");
  const Navigation& n = *b.navigation;
  const Scene& scene = b.level->scene;
  const SurfaceSet& set = b.level->set;
  const CertificateSettings settings = certificate_settings(b.options);
  if (!n.uncleared) export_certificate(out, {{scene, set, n.map, n.graph}, settings}, progress);
  else export_certificate(out, {{scene, set, *n.uncleared, n.uncleared_graph}, settings, &n.map}, progress);
  return std::nullopt;
}

Written write_report(Baked& b, Output& out) {
  if (b.report.graph.borders.empty())
    for (std::size_t s = 1; s <= b.options.stances.size(); ++s)
      b.report.graph.borders.push_back(b.derived->border(static_cast<kernel::Label>(s)).size());
  out.write(report_json(b.report));
  return std::nullopt;
}

Written write_in(Baked& b, Format format, Output& out, const WriteSettings& settings, Progress& progress) {
  if (format == Format::cert) return write_certificate(b, out, progress);
  if (format == Format::csv) return out.write(report_csv(b.report)), std::nullopt;
  if (!b.derived) return refused("the navmesh was not kept; set BakeSettings::mesh before the bake");
  constexpr Written done;
  DerivedMesh& derived = *b.derived;
  switch (format) {
    case Format::json: b.mesh().points.make_exact(b.options.threads); return export_json(out, b.mesh(), progress), done;
    case Format::obj: {
      const LinkCells* links = links_of(b, format, settings);
      const ConformingMesh made = conforming(b, format, any_number, links);
      const WorkRange range(rounding_share, 1);
      return export_obj(out, settings.materials, derived, made, progress, links), done;
    }
    case Format::mtl: return export_mtl(out, b.mesh(), settings.link_polygons.value_or(false)), done;
    case Format::glb: {
      const LinkCells* links = links_of(b, format, settings);
      const ConformingMesh made = conforming(b, format, 3, links);
      const WorkRange range(rounding_share, 1);
      return export_glb(out, derived, made, progress, links), done;
    }
    case Format::svg: return export_svg(out, derived, split_storeys(derived), progress), done;
    case Format::tres: return write_godot(b, out, settings, progress);
    case Format::bin: return write_detour(b, format, out, std::nullopt);
    case Format::mset: return write_detour(b, format, out, settings.tile);
    case Format::report: return write_report(b, out);
    case Format::csv:
    case Format::cert: break;
  }
  return done;
}

}  // namespace

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

}  // namespace plumb::pipeline
