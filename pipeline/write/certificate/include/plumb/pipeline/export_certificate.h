// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/disc.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/scene_text.h"

namespace plumb::pipeline {

/// The choices that a certificate names, beside those that its values hold.
struct CertificateSettings {
  CertifiedLevel level;
  UpAxis up = UpAxis::y;
  Sides sides = Sides::both;
  std::optional<mpq_class> slope, slope_ratio, slope_cos;  ///< degrees, tangent or cosine of the limit: one of them
  mpq_class weld = 0;
  Solids solids = Solids::none;
  mpq_class radius = 0, window = 0;  ///< of an agent, 0: none
  std::uint32_t disc = 0;            ///< its points
  kernel::DiscBound bound = kernel::DiscBound::tangents;
  BadFaces bad_faces = BadFaces::error;
};

/// What a certificate is of: the level before an agent's radius takes anything, and what it leaves.
struct Certified : LinkedLevel {
  const CertificateSettings& settings;
  const StanceMap* cleared = nullptr;  ///< with its clearance; none without a radius
};

/// The certificate (docs/reference/certificate.md): every polygon, cell, obstruction edge and portal with its reason,
/// in integers and fractions. The same bytes for the same bake; closing and naming the file is left to the caller.
/// Requires the level's digest. Beside steps and welds, memory is in proportion to the largest surface, not to the
/// file.
void export_certificate(Output& file, const Certified& certified, Progress& progress);

}  // namespace plumb::pipeline
