// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/baseline.h"
#include "plumb/pipeline/compare.h"
#include "plumb/pipeline/connectivity.h"
#include "plumb/pipeline/file_grid.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/match_components.h"
#include "plumb/pipeline/mend.h"
#include "plumb/pipeline/places.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"

// `plumb audit` compares a navmesh of another baker with the exact floor of the same level. This header has its
// thresholds, its options and what it finds.
namespace plumb::pipeline {

struct Baked;

/// What a threshold limits. The true floor is the exact one, and the found floor is that of the other baker.
enum class Metric {
  missing,       ///< the area of the true floor that is not in the found one, or its share of the true floor
  excess,        ///< the area of the found floor that is not in the true one, or its share of the found floor
  overlap,       ///< the area that the found floor has more than once, or its share of the found floor
  unexplained,   ///< the missing area without a cause, or its share of the true floor
  lost,          ///< the number of true components that nothing matches
  spurious,      ///< the number of found components that match nothing
  below_grid,    ///< the number of those of both kinds that are narrower than the file's grid, which cannot hold them
  split,         ///< the number of true components that several found ones match
  merged,        ///< the number of found components that match several true ones
  degenerate,    ///< the number of polygons without an area
  nonconvex,     ///< the number of polygons that are not convex
  folded,        ///< the number of polygons of which some place is wound around more than once or both ways
  edges3,        ///< the number of edges of three polygons or more
  height,        ///< the greatest distance in height between matched places of both floors
  new_places,    ///< the number of places that the baseline does not have (BaselineFacts), as the next two
  known_places,  ///< the number of those that it has
  gone_places,   ///< the number of its places of which nothing is left
};
constexpr std::array<Word<Metric>, 17> words_of(Metric) {
  return {{{"missing", Metric::missing},
           {"excess", Metric::excess},
           {"overlap", Metric::overlap},
           {"unexplained", Metric::unexplained},
           {"lost", Metric::lost},
           {"spurious", Metric::spurious},
           {"below_grid", Metric::below_grid},
           {"split", Metric::split},
           {"merged", Metric::merged},
           {"degenerate", Metric::degenerate},
           {"nonconvex", Metric::nonconvex},
           {"folded", Metric::folded},
           {"edges3", Metric::edges3},
           {"height", Metric::height},
           {"new", Metric::new_places},
           {"known", Metric::known_places},
           {"gone", Metric::gone_places}}};
}
/// Whether a metric is an area, whose limit may be a share.
constexpr bool is_area(Metric m) { return m <= Metric::unexplained; }

/// A limit that a metric must not exceed.
struct Threshold {
  Metric metric;
  mpq_class limit;
  bool percent = false;  ///< the limit is a share
  std::string text;      ///< as it was given: "missing>1%"
};

/// The thresholds of a list "METRIC>NUMBER[%],...". Error: bad_option.
Result<std::vector<Threshold>> read_thresholds(std::string_view list);
/// The thresholds if none are given: any difference at all exceeds them.
std::vector<Threshold> any_difference();
/// The same with a baseline: any new place does.
std::vector<Threshold> any_new_place();

/// Whether a threshold is exceeded.
struct Verdict {
  Threshold threshold;
  bool exceeded = false;
  std::string value;  ///< the value of the metric, as text for people
};

/// The options of `plumb audit` as text, one member for each option of the command line.
struct AuditArguments {
  BakeArguments level;                                ///< how the true floor is baked
  std::string navmesh;                                ///< the file to judge
  std::vector<std::string> more_files = {};           ///< other files of the same navmesh
  std::optional<std::string> stance = {};             ///< the stance's name; by default the lowest stance
  std::optional<std::string> surface = {};            ///< "detail" or "polygons"; by default detail if there is one
  std::optional<std::string> below = {}, above = {};  ///< heights; by default a quarter of the stance's height
  std::optional<std::string> navmesh_up = {}, transform = {}, areas = {}, join = {}, edges = {}, resource = {};
  std::optional<std::string> settings = {}, cell = {}, max_error = {}, min_region = {}, climb = {};
  std::string sliver = "0", limit = "1000";
  std::optional<std::string> fail_if = {}, baseline = {};
  std::vector<std::string> outputs = {};                    ///< the files of -o
  std::string json = {}, csv = {}, junit = {}, sarif = {};  ///< files; empty if one is not wanted
  std::optional<std::string> page = {};                     ///< where the page will be found, for links
  std::optional<std::string> prove = {};                    ///< the command of a baker
  std::string prove_seconds = "60";                         ///< how long it may take
};

/// How a navmesh is judged by a true floor.
struct AuditSettings {
  std::string stance = {};                          ///< empty for the lowest stance
  std::optional<MeshSurface> surface = {};          ///< by default detail if there is one
  std::optional<mpq_class> below = {}, above = {};  ///< heights; by default a quarter of the stance's height
  /// The settings of the other baker, if they are known; lengths in units of the scene, errors and regions in cells.
  std::optional<mpq_class> cell_size = {}, cell_height = {}, max_error = {}, min_region = {}, climb = {};
  mpq_class sliver = 0;                           ///< the least area by which components match
  std::uint64_t limit = 1000;                     ///< how many findings are listed
  std::vector<Threshold> thresholds = {};         ///< none: any_difference(), or any_new_place() with a baseline
  std::shared_ptr<const Baseline> baseline = {};  ///< what was found earlier; null: nothing is known of that
  std::optional<BakerName> baker = {};            ///< whose words tell settings that would mend causes; none: none do
  /// Differences below the file's grid exceed no threshold, whatever the grid is, as --fail-if is not given. Those
  /// below a grid of the file's numbers (FileGrid::is_of_numbers) never do.
  bool below_grid_passes = true;
};

/// The options of `plumb audit`, checked.
struct AuditOptions : AuditSettings {
  BakeOptions level;
  std::string navmesh;
  ForeignMeshOptions reading;
  std::vector<std::string> outputs;
  std::string json, csv, junit, sarif, page;
  std::vector<std::string> prove;  ///< the words of the baker's command; none: nothing is baked again
  std::string variant;             ///< that this command is asked for; empty: none
  double prove_seconds = 60;

  /// All files that are to be written.
  std::vector<std::string> files() const;
};

/// Checks the options. Errors: bad_option, unsupported_format, and those of reading the file of --settings.
Result<AuditOptions> make_audit_options(const AuditArguments& arguments);

/// The differences that are below the grid of the navmesh's file, so that rounding to the grid may have made them.
struct BelowGrid {
  AreaTotal missing, excess;             ///< the areas of pieces that are below the grid (Difference::below_grid)
  AreaTotal overlap;                     ///< the area of overlapping pieces that are narrower than the grid's step
  std::uint64_t lost = 0, spurious = 0;  ///< how many components are strips that are no wider than this
  bool all_missing = true, all_excess = true, all_overlap = true;  ///< whether all of that kind is below the grid
};

/// What the figures of components would be with the weld that `plumb bake` proposes for gaps.
struct WeldedFigures {
  JoiningWeld weld;
  MatchedComponents components;
};

/// What an audit of a level in tiles has found in one of them.
struct TileFigures {
  std::array<std::int64_t, 2> tile{};
  kernel::Area truth, covered, missing, found, excess, overlap;

  /// The largest place within the tile that hangs together along edges; none if nothing is missing, or in excess.
  struct Place {
    kernel::Area area;
    std::array<ExactPoint, 2> box;  ///< least and greatest coordinates, z up
    ExactPoint inside;              ///< a point in its interior
  };
  std::optional<Place> largest_missing, largest_excess;
};

/// What an audit has found.
struct AuditFacts {
  AuditOptions options;
  std::string stance;  ///< the name of the stance
  mpq_class stance_height;
  MatchWindow window;  ///< the heights within which two floors count as one
  BakerSettings baker;
  std::string baker_text;  ///< each known setting of the baker, and where it is known from, as text for people
  ForeignMesh mesh;
  FileGrid grid;  ///< the grid of the mesh's file
  MeshSurface surface = MeshSurface::polygons;
  MeshStructure structure;
  std::uint32_t islands = 0;  ///< the number of components of the mesh

  Comparison comparison;
  /// The areas of the true floor, of its part that is in the found floor, and of the rest. With an agent's radius the
  /// true floor is what is left at least, so that the rest is certainly missing.
  AreaTotal truth, covered, missing;
  AreaTotal outer;  ///< with an agent's radius, the area of what is left at most
  bool has_outer() const { return sgn(options.level.radius) > 0; }
  /// The areas of the found floor, of its part that is in the true floor, of the rest, and of what is there repeatedly.
  /// With an agent's radius the rest is certainly in excess.
  AreaTotal found, matched, excess, repeated;
  std::optional<MatchedHeights> heights;
  /// How far the farthest place of the found floor is from the true one, and the other way round.
  std::optional<kernel::Interval> found_from_truth, truth_from_found;
  MatchedComponents components;
  std::vector<ComponentPlace> places;   ///< the lost, spurious, split and merged components, the largest first
  std::vector<ComponentJoin> joins;     ///< false and missing joins, the largest first
  std::vector<OverlapPlace> overlaps;   ///< where the found floor lies over itself, the largest first
  std::optional<WeldedFigures> welded;  ///< present if something is merged and a narrow gap may be the reason

  Differences missing_pieces, excess_pieces;
  Differences covered_pieces;     ///< of a level in tiles; of one in one piece, the comparison has them
  std::vector<Finding> findings;  ///< findings of both kinds, the largest first
  struct CauseTotal {
    Cause cause;
    AreaTotal area;
    std::uint64_t findings = 0;           ///< how many findings have a piece with this cause
    std::optional<MatchedHeights> drift;  ///< how far the pieces drift in height, if that is the cause
  };
  std::vector<CauseTotal> causes;  ///< causes of missing floor, then of excess, in the order in which they are tried
  BelowGrid below_grid;
  std::optional<BaselineFacts> baseline;  ///< with a baseline
  std::vector<Mend> mends;                ///< with the baker's name
  std::optional<Proof> proof;             ///< with the baker's command
  std::vector<Verdict> verdicts;          ///< one for each threshold
  std::vector<FaceGroup> groups;          ///< the names of the scene's faces
  mpq_class size;                         ///< the longest side of the level's box
  std::vector<TileFigures> tiles;         ///< of a level in tiles, those with any floor
  std::vector<Stage> stages;              ///< the stages with their seconds, once all files are written

  /// Whether no threshold is exceeded.
  bool passes() const;
};

/// Does all that `plumb audit` does: it reads the navmesh, bakes the scene, compares both and writes the files. Either
/// all files appear or, on an error, none. `announce` is called as by bake(). Throws InternalError if a check of the
/// comparison fails.
Result<AuditFacts> audit(const AuditOptions& options, Progress& progress,
                         const std::function<std::optional<Error>(const AuditFacts&)>& announce = {});

/// Judges a navmesh by a level that is baked, without files; the lowest stance, or that of the settings. Requires
/// BakeSettings::mesh, and `joining_weld` for what narrow gaps part. With an agent's radius the level is baked once
/// more, for the outer bound. Errors: bad_option (no such stance, a window as high as the stance, a surface that the
/// navmesh does not have, a bake without a navmesh), bad_scene (indices of the navmesh that are out of range),
/// cancelled.
Result<AuditFacts> audit(const Baked& baked, ForeignMesh mesh, const AuditSettings& settings, Progress& progress);

/// Text for people, in many lines.
std::string audit_text(const AuditFacts& facts);
/// "level.mset fails missing>1% (9.9098 %), lost>0 (2)"; empty if it passes.
std::string audit_failures(const AuditFacts& facts);
/// JSON, whose fields docs/reference/audit.md describes.
std::string audit_json(const AuditFacts& facts);
/// A table with a row for each figure and each place.
std::string audit_csv(const AuditFacts& facts);
/// XML of JUnit, with a test case for each threshold.
std::string audit_junit(const AuditFacts& facts);
/// SARIF 2.1.0, with a result for each place.
std::string audit_sarif(const AuditFacts& facts);

/// Adds the files of --json, --csv, --junit and --sarif. The first error of any file so far.
std::optional<Error> add_reports(const AuditFacts& facts, OutputFiles& files);

/// Writes the covered floor, what is missing and what is in excess, by cause; of a level in tiles no causes are known,
/// and there is no plan. The extension of `name` gives the format:
/// .obj or .glb (with a coloured group for each), .svg (a plan with a panel for each storey of the true floor), .json
/// (audit_json()) or .csv (audit_csv()).
void draw_audit(Output& file, const std::string& name, const AuditFacts& facts, const NavMesh& truth);

}  // namespace plumb::pipeline
