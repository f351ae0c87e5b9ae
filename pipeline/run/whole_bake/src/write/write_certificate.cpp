// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {

CertificateSettings certificate_settings(const BakeOptions& o, CertifiedLevel level) {
  return {.level = std::move(level),
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

std::optional<Error> writers::write_cert(Baked& b, Output& out, const WriteSettings&, Progress& progress) {
  if (!b.options.certificate)
    return bad_option("what a certificate says was not kept; set BakeSettings::certificate before the bake");
  const Navigation& n = *b.navigation;
  const Scene& scene = b.level->scene;
  auto level = certified_level(scene);
  if (!level) return level.error();
  const SurfaceSet& set = b.level->set;
  const CertificateSettings settings = certificate_settings(b.options, std::move(*level));
  if (!n.uncleared) export_certificate(out, {{scene, set, n.map, n.graph}, settings}, progress);
  else export_certificate(out, {{scene, set, *n.uncleared, n.uncleared_graph}, settings, &n.map}, progress);
  return std::nullopt;
}

std::optional<Error> writers::write_scene(Baked& b, Output& out, const WriteSettings&, Progress&) {
  const auto text = scene_text(b.level->scene);
  if (!text) return text.error();
  out.write(*text);
  return std::nullopt;
}

}  // namespace plumb::pipeline
