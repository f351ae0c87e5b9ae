// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {

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

std::optional<Error> writers::write_cert(Baked& b, Output& out, const WriteSettings&, Progress& progress) {
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

}  // namespace plumb::pipeline
