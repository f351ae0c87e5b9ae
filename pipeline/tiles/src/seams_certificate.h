// SPDX-License-Identifier: GPL-3.0-or-later
// The file seams.cert of a store: what its tiles' certificates come to, for plumb-check (docs/reference/certificate.md,
// Tiles).
#pragma once
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/join_seams.h"

namespace plumb::pipeline {

class SeamsCertificate {
 public:
  /// Keeps references.
  SeamsCertificate(Output& out, const BakeOptions& options) : out_(out), options_(options) {}

  void write_head(const TilePlan& plan);
  /// By stance from the lowest. Nothing where a radius leaves pieces of cells: plumb-check does not join these.
  void write(std::size_t stance, const WholeComponent& component);
  void end(const JoinedTiles& joined);

 private:
  Output& out_;
  const BakeOptions& options_;
};

}  // namespace plumb::pipeline
