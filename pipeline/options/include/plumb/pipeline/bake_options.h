// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/decomposition.h"
#include "plumb/kernel/disc.h"
#include "plumb/kernel/label.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/axes.h"
#include "plumb/pipeline/link_surfaces.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/stance.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// What `plumb bake` is told, as text: one member an option of the command line, with its default.
struct BakeArguments {
  std::string scene;
  std::vector<std::string> outputs;  ///< -o
  std::string report, certificate;   ///< empty: none
  std::vector<std::string> stances;  ///< NAME=H; empty: stand=1.8
  std::optional<std::string> slope;  ///< degrees; neither this nor slope_ratio: 45
  std::optional<std::string> slope_ratio;
  std::string sides = "both", numbers = "double", up = "y", step = "0", weld = "0", solids = "none";
  std::string optimise = "count", radius = "0", disc = "16", clearance = "inner", min_area = "0", bad_faces = "error",
              exact_digits = "1000";
  std::string decomposition = "bounded", method = "vcd";
  std::optional<std::string> window;         ///< default: step + radius * tan(slope)
  std::optional<std::string> threads;        ///< default: all cores
  std::optional<std::string> export_stance;  ///< a name; default: the lowest
  std::vector<std::string> seed_points;
  bool one_surface = false, quiet = false;
};

/// The options of a bake, checked. Everything that decides the result is exact.
struct BakeOptions {
  std::string scene;
  std::vector<std::string> outputs;      ///< distinct, each of a known extension; --certificate is the last
  std::string report;                    ///< empty: none
  kernel::Label export_stance = 1;       ///< that of a .tres
  std::vector<Stance> stances;           ///< heights ascend strictly from above 0; names differ
  std::optional<mpq_class> slope;        ///< degrees, 0 <= slope < 90; none: slope_ratio holds
  std::optional<mpq_class> slope_ratio;  ///< tangent of the limit, >= 0
  Sides sides = Sides::both;
  Numbers numbers = Numbers::binary64;
  UpAxis up = UpAxis::y;
  mpq_class step = 0;  ///< 0 <= step < stances[0].height
  mpq_class weld = 0;  ///< horizontal reach of welds, >= 0
  Solids solids = Solids::none;
  mpq_class radius = 0;     ///< of the agent, >= 0
  mpq_class window = 0;     ///< height within which a border counts, above 0; without radius the step
  std::uint32_t disc = 16;  ///< points of the disc
  ClearanceBound clearance = ClearanceBound::inner;
  Optimise optimise = Optimise::count;
  bool one_surface = false;             ///< merged cells stay on one surface
  mpq_class min_area = 0;               ///< components of less are dropped, >= 0
  std::vector<ExactPoint> seed_points;  ///< in the input's frame; empty: every component stays
  BadFaces bad_faces = BadFaces::error;
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
  kernel::Decomposition decomposition = kernel::Decomposition::bounded;
  unsigned threads = 1;  ///< at least 1
  bool quiet = false;
};

/// Checks every option, or says in one line which is wrong and what to do (ErrorCode::bad_option;
/// unsupported_format for files). An option whose feature does not exist yet is refused unless it is off.
Result<BakeOptions> make_bake_options(const BakeArguments& arguments);

/// The limit that --slope or --slope-ratio sets.
kernel::SlopeLimit slope_limit(const BakeOptions& options);
/// What of the options decides the polygons of the level.
SurfaceSettings surface_settings(const BakeOptions& options);
/// What of them decides its graph, given the polygons.
LinkSettings link_settings(const BakeOptions& options);

/// Whether an output is a certificate.
bool wants_certificate(const BakeOptions& options);
/// The .mtl that stands beside an .obj output.
std::string material_file(const std::string& obj_file);

}  // namespace plumb::pipeline
