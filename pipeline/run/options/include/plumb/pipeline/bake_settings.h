// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "plumb/kernel/provenance.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/fail_if.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

inline constexpr std::uint32_t max_position_bits = 1u << 20;

/// What Method::wedge is told besides.
struct WedgeSettings {
  mpq_class wall_thickness = 0;              ///< >= 0
  std::optional<mpq_class> wall_foot = {};   ///< >= 0, below the stance; none: the step
  mpq_class gap = 0;                         ///< >= 0: boundaries no farther apart are joined
  mpq_class min_altitude = 0;                ///< >= 0: lower triangles go
  std::uint32_t position_bits = 1024;        ///< longest numerator or denominator of a coordinate that is made
  mpq_class cluster = 0;                     ///< >= 0: width of a grid each cell of which has one vertex; 0: none
  mpq_class cone = 1;                        ///< degrees, 0 <= cone < 90: decimating turns no triangle by more
  std::optional<mpq_class> ramp_slope = {};  ///< degrees, 0 < ramp_slope < 90, of ramps; none: the limit of slope
  mpq_class miter = 2;                       ///< >= 1: ramps meet no farther from their edge, in runs
  std::optional<mpq_class> flatten = {};     ///< how far from a ramp floor is tilted into it; none: two runs
  mpq_class simplify = 0;                    ///< >= 0: how far from the mesh what it loses may be
  WedgeStage until = last_wedge_stage;       ///< the last stage that is run
};

/// What decides the result of a bake, given the scene. Lengths are in units of the scene; every number is exact.
struct BakeSettings {
  Method method = Method::vcd;
  WedgeSettings wedge = {};
  std::vector<Stance> stances{{"stand", mpq_class(9, 5)}};  ///< heights ascend strictly from above 0; names differ
  // The steepest ground; one of these three.
  std::optional<mpq_class> slope = 45;        ///< degrees, 0 <= slope < 90
  std::optional<mpq_class> slope_ratio = {};  ///< tangent, >= 0
  std::optional<mpq_class> slope_cos = {};    ///< cosine, above 0, at most 1
  Sides sides = Sides::both;
  mpq_class step = 0;         ///< 0 <= step < stances[0].height
  mpq_class weld = 0;         ///< horizontal reach of welds, >= 0
  mpq_class drop = 0;         ///< greatest height of one-way drops, above the step; 0: none are found
  mpq_class drop_reach = 0;   ///< how much farther out than the radius they land, >= 0
  mpq_class leap = 0;         ///< greatest width of leaps across gaps, >= 0; 0: none are found
  mpq_class leap_height = 0;  ///< greatest height of leaps, >= 0
  Solids solids = Solids::none;
  mpq_class radius = 0;     ///< of the agent, >= 0
  mpq_class window = 0;     ///< with a radius: height within which a border counts; 0: step + radius * tan(slope)
  std::uint32_t disc = 16;  ///< points of the disc, a multiple of 4
  ClearanceBound clearance = ClearanceBound::inner;
  Optimise optimise = Optimise::count;
  bool one_surface = false;                  ///< merged cells stay on one surface
  mpq_class min_area = 0;                    ///< components of less are dropped, >= 0
  std::vector<ExactPoint> seed_points = {};  ///< in the input's frame; empty: every component stays
  BadFaces bad_faces = BadFaces::error;
  std::uint64_t exact_digits = 1000;  ///< longest exact area to report, in characters; 0: any
  kernel::Decomposition decomposition = kernel::Decomposition::bounded;
  /// What BakeReport::passes() asks for; read_outcome_thresholds() makes them of text. Areas need `areas`.
  std::vector<OutcomeThreshold> fail_if = {};

  // What to keep for writers; it costs time and memory.
  bool mesh = true;          ///< the navmesh, which all formats show but a certificate
  bool mesh_later = false;   ///< without `mesh`: what make_mesh() makes it of, when it is asked to
  bool unwalkable = true;    ///< of the navmesh, where nobody can stand, and obstructions: no .tres, .bin or .mset
                             ///< shows them, all others do
  bool areas = true;         ///< exact areas by verdict, for the report and its table
  bool certificate = false;  ///< what a certificate says besides
  bool joining_weld = true;  ///< whether a weld or a step would join what is parted, for the report
  unsigned threads = 1;      ///< at least 1; the result does not depend on it
};

/// The settings with every number in lowest terms and the window filled in (without a radius, the step); or, in one
/// line, what is wrong and what to do, by the name of the option on the command line (ErrorCode::bad_option).
Result<BakeSettings> checked(BakeSettings settings);

inline constexpr unsigned max_threads = 1024;

/// The limit that slope, slope_ratio or slope_cos sets. Requires checked settings, as those below and stage_settings.h.
kernel::SlopeLimit slope_limit(const BakeSettings& settings);
/// The limit of ramps of Method::wedge.
kernel::SlopeLimit ramp_limit(const BakeSettings& settings);

/// About the steepest angle that is walked, in degrees, however it was set. For what rounds anyway.
double slope_degrees(const BakeSettings& settings);

}  // namespace plumb::pipeline
