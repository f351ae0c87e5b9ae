// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/compare.h"
#include "plumb/pipeline/connectivity.h"
#include "plumb/pipeline/file_grid.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/match_components.h"
#include "plumb/pipeline/places.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"

// `plumb audit`: a navmesh of another baker beside the exact floor of the same level. When it fails, what it is told,
// and what it finds.
namespace plumb::pipeline {

enum class Metric {
  missing,      ///< area, or share of the true floor
  excess,       ///< area, or share of the found one
  overlap,      ///< area that the found floor has more than once, or share of it
  unexplained,  ///< missing floor without a cause: area, or share of the true floor
  lost,         ///< components: counts
  spurious,
  split,
  merged,
  degenerate,  ///< polygons: counts
  nonconvex,
  folded,
  edges3,  ///< edges of three polygons or more
  height,  ///< of the found floor over or under the true one, at most
};
constexpr std::array<Word<Metric>, 13> words_of(Metric) {
  return {{{"missing", Metric::missing},
           {"excess", Metric::excess},
           {"overlap", Metric::overlap},
           {"unexplained", Metric::unexplained},
           {"lost", Metric::lost},
           {"spurious", Metric::spurious},
           {"split", Metric::split},
           {"merged", Metric::merged},
           {"degenerate", Metric::degenerate},
           {"nonconvex", Metric::nonconvex},
           {"folded", Metric::folded},
           {"edges3", Metric::edges3},
           {"height", Metric::height}}};
}
/// It is an area, and may be told as a share.
constexpr bool is_area(Metric m) { return m <= Metric::unexplained; }

struct Threshold {
  Metric metric;
  mpq_class limit;
  bool percent = false;
  std::string text;  ///< as it was given: "missing>1%"
};

/// "METRIC>NUMBER[%],..."; ErrorCode::bad_option.
Result<std::vector<Threshold>> read_thresholds(std::string_view list);
/// What stands for it: any difference at all.
std::vector<Threshold> any_difference();

struct Verdict {
  Threshold threshold;
  bool exceeded = false;
  std::string value;  ///< of the metric, for people
};

/// What `plumb audit` is told, as text: one member an option of the command line.
struct AuditArguments {
  BakeArguments level;                                ///< how the truth is found
  std::string navmesh;                                ///< the file to judge
  std::vector<std::string> more_files = {};           ///< others of the same navmesh
  std::optional<std::string> stance = {};             ///< a name; default: the lowest
  std::optional<std::string> surface = {};            ///< detail or polygons; default: detail where there is one
  std::optional<std::string> below = {}, above = {};  ///< heights; default: a quarter of the stance's
  std::optional<std::string> navmesh_up = {}, transform = {}, areas = {}, join = {}, resource = {};
  std::optional<std::string> settings = {}, cell = {}, max_error = {}, min_region = {}, climb = {};
  std::string sliver = "0", limit = "1000";
  std::optional<std::string> fail_if = {};
  std::vector<std::string> outputs = {};        ///< -o
  std::string json = {}, csv = {}, junit = {};  ///< empty: none
};

/// The same, checked.
struct AuditOptions {
  BakeOptions level;
  std::string navmesh;
  std::string stance;  ///< empty: the lowest
  std::optional<MeshSurface> surface;
  std::optional<mpq_class> below, above;
  ForeignMeshOptions reading;
  std::optional<mpq_class> cell_size, cell_height, max_error, min_region, climb;  ///< of the other baker
  mpq_class sliver = 0;
  std::uint64_t limit = 1000;  ///< of findings that are listed
  std::vector<Threshold> thresholds;
  bool below_grid_passes = true;  ///< what is below the file's grid exceeds no threshold: none was named
  std::vector<std::string> outputs;
  std::string json, csv, junit;
};

/// ErrorCode::bad_option or unsupported_format, in one line; errors of reading --settings.
Result<AuditOptions> make_audit_options(const AuditArguments& arguments);

/// What of the differences is below the grid of the navmesh's file: what rounding to it may have made.
struct BelowGrid {
  AreaTotal missing, excess;             ///< in pieces of that kind (Difference::below_grid)
  AreaTotal overlap;                     ///< in pieces narrower than its step
  std::uint64_t lost = 0, spurious = 0;  ///< components each cell, or polygon, of which is that narrow
  bool all_missing = true, all_excess = true, all_overlap = true;  ///< nothing else of it is
};

/// What the figures of components would be with the weld of bake's line on gaps.
struct WeldedFigures {
  JoiningWeld weld;
  MatchedComponents components;
};

/// What an audit has found.
struct AuditFacts {
  AuditOptions options;
  std::string stance;  ///< its name
  mpq_class stance_height;
  MatchWindow window;
  BakerSettings baker;
  std::string baker_text;  ///< each setting that is known, and by what; for people
  ForeignMesh mesh;
  FileGrid grid;  ///< of its file
  MeshSurface surface = MeshSurface::polygons;
  MeshStructure structure;
  std::uint32_t islands = 0;  ///< components of the mesh

  Comparison comparison;
  AreaTotal truth, covered, missing;           ///< with an agent's radius, of what is left at least: certainly missing
  AreaTotal outer;                             ///< with an agent's radius: what is left at most
  AreaTotal found, matched, excess, repeated;  ///< with an agent's radius, excess is certain
  std::optional<MatchedHeights> heights;
  std::optional<kernel::Interval> found_from_truth, truth_from_found;  ///< the farthest that one is from the other
  MatchedComponents components;
  std::vector<ComponentPlace> places;   ///< of those that are lost, spurious, split or merged, the largest first
  std::vector<ComponentJoin> joins;     ///< false and missing ones, the largest first
  std::optional<WeldedFigures> welded;  ///< if something is merged, and a narrow gap may be why

  Differences missing_pieces, excess_pieces;
  std::vector<Finding> findings;  ///< the largest first, of both kinds
  struct CauseTotal {
    Cause cause;
    AreaTotal area;
    std::uint64_t findings = 0;           ///< that have a piece of it
    std::optional<MatchedHeights> drift;  ///< of what drifts in height
  };
  std::vector<CauseTotal> causes;  ///< of missing, then of excess, in the order in which they are tried
  BelowGrid below_grid;
  std::vector<Verdict> verdicts;  ///< of the thresholds
  std::vector<FaceGroup> groups;  ///< of the scene's faces: their names
  mpq_class size;                 ///< the longest side of the level's box
  std::vector<Stage> stages;      ///< with their seconds, once all files are written

  bool passes() const;
};

/// The whole of `plumb audit`: bakes the scene, reads the navmesh, compares, writes the files. All appear or, on an
/// error, none. `announce` as for bake(). Throws InternalError if a check of the comparison fails.
Result<AuditFacts> audit(const AuditOptions& options, Progress& progress,
                         const std::function<std::optional<Error>(const AuditFacts&)>& announce = {});

/// For people, many lines; JSON (docs/reference/audit.md has its fields); a table, a row a figure and a place; JUnit's
/// XML, a case a threshold.
std::string audit_text(const AuditFacts& facts);
/// "level.mset fails missing>1% (9.9098 %), lost>0 (2)"; empty if it passes.
std::string audit_failures(const AuditFacts& facts);
std::string audit_json(const AuditFacts& facts);
std::string audit_csv(const AuditFacts& facts);
std::string audit_junit(const AuditFacts& facts);

/// Writes covered floor, what is missing and what is in excess, by cause, in the format of the file's extension: .obj
/// or .glb (a coloured group for each), .svg (a plan with a panel for each storey of the true floor), .json
/// (audit_json()) or .csv (audit_csv()).
void draw_audit(Output& file, const std::string& name, const AuditFacts& facts, const NavMesh& truth);

}  // namespace plumb::pipeline
