// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/sign.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/connectivity.h"
#include "plumb/pipeline/export_detour.h"
#include "plumb/pipeline/export_godot.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/link_cells.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/prune_components.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/terms.h"
#include "plumb/pipeline/triangle_stages.h"

namespace plumb::pipeline {

/// The least box around a level. All zero for one without points.
struct LevelBounds {
  ExactPoint low{}, high{};  ///< in the axes and units of the input
  mpq_class size(std::size_t axis) const { return high[axis] - low[axis]; }
};

LevelBounds level_bounds(const Scene& scene, UpAxis up);

/// What the report says of a navmesh and of how it came about.
struct GraphFacts {
  std::vector<std::uint64_t> merged_cells;      ///< [s-1]: cells of stance s
  std::uint64_t flush = 0, step = 0, weld = 0;  ///< portals by kind
  std::uint64_t drops = 0, leaps = 0;           ///< one-way links by kind; a leap that leads back, too, counts once
  std::vector<std::uint64_t> borders;           ///< [s-1]: border intervals of the graph of stance s; empty if unasked
  std::vector<std::uint64_t> components;        ///< [s-1]: components of the graph of stance s
  std::vector<double> largest;                  ///< [s-1]: the largest one's share of their area, 0 to 1, rounded
  PartitionCounts partition;                    ///< before anything is dropped
  Pruned pruned;
};

/// All but the borders. `areas`: of its cells, in any unit.
GraphFacts graph_facts(const CellGraph& graph, const std::vector<double>& areas, std::size_t stances,
                       const PartitionCounts& partition, Pruned pruned);

/// What a bake has found, as the report looks at it. Everything referred to outlives it.
struct MeasuredLevel : LinkedLevel {
  const BakeOptions& options;
  const Measures& areas;
  const SolidSet* solids = nullptr;  ///< none without --solids closed
};

/// Something that looks wrong, though it is no error. docs/reference/bake.md lists the codes.
struct Warning {
  std::string code, text;   ///< `code` is stable; `text`: one line: what looks wrong; what to do
  std::string option = {};  ///< what mends it, as on the command line: "--up z"; empty if no option does
};

/// Whether a threshold of BakeSettings::fail_if is exceeded.
struct OutcomeVerdict {
  OutcomeThreshold threshold;
  bool exceeded = false;
  std::string value;  ///< what it limits, as text for people
};

/// How many steps and welds were made polygons; a weld and its reverse count as one.
struct LinkFacts {
  std::uint64_t linked = 0, left_out = 0;
  std::vector<LinkCells::Lost> lost = {};  ///< of those left out, the ways that nothing else replaces
};

/// The facts of one bake, for report.json and for people.
struct BakeReport {
  BakeOptions options;
  std::string scene_file;
  std::string sha256;                     ///< of the scene's file; empty: it is not known
  std::uint64_t faces = 0, polygons = 0;  ///< as in the file; after splitting and preliminary welding
  std::uint64_t vertices = 0;             ///< `v` records of the file
  std::uint64_t straightened_nodes = 0;   ///< of a glTF, taken for turned by right angles
  std::uint64_t skipped_primitives = 0;   ///< of a glTF, without positions
  std::vector<LeftOut> left_out;          ///< by --leave-out
  int coordinate_bits = 0;                ///< longest coordinate once the scene is scaled to integers
  LevelBounds bounds;                     ///< of the points that faces use
  std::vector<std::uint32_t> degenerate_faces, split_faces, dropped_faces;
  std::vector<FaceCorner> dropped_corners;
  std::vector<FannedFace> fanned_faces;
  std::uint64_t traversable = 0, blocker = 0, vertical = 0;  ///< a partition: blocker counts those not vertical
  std::uint64_t welded_from = 0;
  Measures areas;
  /// [s-1]: the least and the greatest area of stance s or higher that an agent with the radius has; with --clearance
  /// both.
  std::vector<std::array<Area, 2>> clearance;
  std::uint64_t blocked_cells = 0, covered_cells = 0, inside_cells = 0, too_close_cells = 0;
  std::vector<std::uint64_t> stance_cells;  ///< [s-1]: stance s
  std::uint64_t obstructions = 0;
  std::vector<ClosedComponent> components;  ///< of the level, with --solids closed
  std::uint64_t open_edges = 0;             ///< of the level, if nothing of it is closed
  /// Some of them: a face, and the ends of its edge in the axes and units of the input.
  std::vector<std::pair<std::uint32_t, std::array<ExactPoint, 2>>> open_places;
  std::vector<TriangleStageFacts> triangle_stages;  ///< Method::wedge leaves areas and cells but those of its stance
  GraphFacts graph;
  std::optional<JoiningWeld> joining_weld;  ///< of the whole level, without radius; if one was searched for and found
  std::optional<JoiningStep> joining_step;  ///< the same
  std::map<std::string, ConformingFacts> conforming;  ///< by extension of the output
  std::optional<LinkFacts> links;                     ///< with link polygons
  std::optional<GodotFacts> godot;                    ///< of a .tres output
  std::map<std::string, DetourFacts> detour;          ///< by extension of the output
  kernel::LadderCounts arithmetic;
  std::vector<Warning> warnings;
  std::vector<Stage> stages;       ///< with their seconds, in their order
  double seconds = 0;              ///< the whole bake, so a little more than the sum
  std::uint64_t peak_bytes = 0;    ///< largest resident size of this process so far
  std::vector<std::string> files;  ///< written
  std::vector<Error> not_written;  ///< why the others that were wanted are not
  /// By threshold of options.fail_if: the exact area, or its share of the traversable one; 0 of what is no area.
  std::vector<mpq_class> limited_areas;

  /// What becomes of the thresholds. Files that are written later may bring more warnings.
  std::vector<OutcomeVerdict> verdicts() const;
  /// Whether none is exceeded.
  bool passes() const;
};

/// Whether all areas that thresholds limit are there as fractions; and these areas, which requires that.
bool has_limited_areas(const BakeOptions& options, const Measures& areas);
std::vector<mpq_class> limited_areas(const BakeOptions& options, const Measures& areas);
/// Which thresholds are exceeded, in one line; empty if none is.
std::string outcome_failures(const BakeReport& report);

/// Counts, lists and areas of a bake. The caller adds clearance, triangle_stages, graph, joining_weld, joining_step,
/// conforming, links, godot, detour, arithmetic, warnings, stages, seconds, peak_bytes, files, not_written and
/// limited_areas.
BakeReport make_report(const MeasuredLevel& level);

/// By stance, the areas of that stance or higher by the inner and by the outer bound.
std::vector<std::array<Area, 2>> clearance_bounds(const Measures& inner, const Measures& outer);

/// report.json, whole (docs/reference/bake.md lists its fields).
std::string report_json(const BakeReport& report);

/// The areas as a table with a line for each verdict, so that the tables of many levels can be joined
/// (docs/reference/bake.md lists its columns).
std::string report_csv(const BakeReport& report);

/// A short text for people, many lines, newline at the end.
std::string report_summary(const BakeReport& report);

}  // namespace plumb::pipeline

// Fields of tables (RFC 4180).
namespace plumb::pipeline {

/// Text, in quotes where it has to be.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

/// Empty beyond the range of a double.
inline std::string csv_decimal(double value) {
  std::string out;
  if (std::isfinite(value)) kernel::append_decimal(out, value);
  return out;
}

}  // namespace plumb::pipeline
