// SPDX-License-Identifier: GPL-3.0-or-later
// The whole of `plumb audit`: how far a navmesh of another baker is from the exact floor of the same level.
//
// audit() does, as stages:
// 1. The scene is read, and so is the foreign navmesh, before anything is baked: a file that cannot be read costs no
//    wait.
// 2. find_true_floor() bakes the level (true_floor.cpp).
// 3. judge() compares:
//    - match_window() has the heights within which two floors count as one.
//    - compare() covers both floors by each other. On several threads at once (side_by_side), components are matched
//      and joins found, uncovered pieces and height drift are found, distances are measured, and areas are summed
//      (add_up).
//    - blame_missing() and blame_excess() give each uncovered piece a cause; find_findings() gathers pieces that hang
//      together. Where narrow gaps part what the other mesh merges (may_part), look_at_weld() finds the figures with a
//      weld: from the graph if that is possible (welded_components_of), else by another bake.
//    - Causes are summed (add_causes), what is new against a baseline is found (match_baseline), and which settings
//      would mend causes (find_mends); thresholds are judged (find_verdicts).
// 4. With --prove the baker bakes again, and prove() judges that by the same floor.
// 5. The files are written, all of them or none.
//
// Cost: one bake, and another one at most for the weld; then N log N for N corners of both floors, while few faces
// overlap one another. Memory: the level, the navmeshes and all pieces at once. Results do not depend on the number of
// threads.
// Exact: the floors, the pieces and their areas. Doubles filter, and bound the distances; how the other baker's cells
// may have moved a border is an estimate from its settings (blame.cpp).
// Source: our own; docs/reference/audit.md defines what is reported.
#include "plumb/pipeline/audit.h"

#include <algorithm>
#include <map>

#include "compare/uncovered.h"
#include "judge_parts.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/bake_method.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/export_view.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/report.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/true_floor.h"
#include "report/audit_options.h"
#include "report/match_baseline.h"
#include "report/mends.h"
#include "report/verdicts.h"

namespace plumb::pipeline {
namespace {

// Do gaps that are no wider than the weld part components which the other mesh merges, by a hundredth of the covered
// floor or more? bake asks as much of a weld.
bool may_part(const JoiningWeld& weld, const AuditFacts& facts) {
  AreaTotal parted;
  for (const ComponentJoin& j : facts.joins)
    if (j.is_false && j.squared_width <= weld.weld * weld.weld) parted.add(j.area);
  return parted.terms() > 0 && compare_share(parted, mpq_class(1, 100), facts.covered) >= 0;
}

bool same_faces(const FloorFaces& a, const FloorFaces& b) {
  return a.points == b.points && std::ranges::equal(a.faces, b.faces, [](const auto& f, const auto& g) {
           return f.owner == g.owner && std::ranges::equal(f.corners, g.corners);
         });
}

// By cell of the true floor, its component with a weld. None where the graph does not tell, so that the level has to be
// baked again: an agent's radius and dropped components make the floor depend on the weld, and a bake may not have kept
// its graph.
std::optional<std::vector<std::uint32_t>> welded_components_of(const mpq_class& weld, const TrueFloor& floor) {
  const BakeOptions& o = floor.options;
  const SceneSurfaces& level = *floor.level;
  const Navigation& navigation = *floor.navigation;
  std::vector<std::uint32_t> components = floor.components;
  if (!floor.has_graph || sgn(o.radius) > 0 || o.weld > weld ||
      prunes({.seed_points = o.seed_points, .min_area = o.min_area}))
    return std::nullopt;
  const std::vector<std::uint32_t> welded =
      pipeline::welded_components({level.scene, level.set, navigation.map, navigation.graph},
                                  SurfaceIndex(level.scene.points, level.set), weld, floor.stance.label, o.threads);
  for (std::uint32_t& c : components)
    if (c != no_component) c = welded.at(c);
  return components;
}

// The figures of the components with a weld that bake's line on gaps names.
std::optional<Error> look_at_weld(const TrueFloor& floor, const std::vector<std::uint32_t>& found_components,
                                  AuditFacts& facts) {
  const JoiningWeld& weld = *floor.navigation->joining_weld;
  const SceneSurfaces& level = *floor.level;
  BakeOptions o = floor.options;
  const auto match = [&](const Comparison& c, const std::vector<std::uint32_t>& welded) {
    return WeldedFigures{
        weld, match_components(c, welded, found_components, facts.options.sliver, o.exact_digits, facts.grid.step)};
  };
  if (const auto known = welded_components_of(weld.weld, floor)) {
    facts.welded = match(facts.comparison, *known);
    return std::nullopt;
  }
  o.weld = weld.weld;
  o.joining_weld = false;
  Progress silent;
  Stages stage(silent, nav_graph_stages(o));
  kernel::LadderCounts arithmetic;
  const auto navigation = build_nav_graph(o, level, SurfaceIndex(level.scene.points, level.set), stage, arithmetic);
  if (!navigation) return navigation.error();
  const NavMesh& mesh = *(*navigation)->mesh;
  mesh.points.make_exact(o.threads);
  FloorFaces truth = standing_facets(mesh, floor.stance.label);
  const std::vector<std::uint32_t> welded = components(mesh, floor.stance.label);
  facts.welded = same_faces(truth, facts.comparison.truth)
                     ? match(facts.comparison, welded)
                     : match(compare(std::move(truth), facts.comparison.found, {}, facts.window, o.threads), welded);
  return std::nullopt;
}

void add_causes(AuditFacts& facts) {
  std::map<Cause, AreaTotal> areas;
  std::map<Cause, MatchedHeights> drifts;
  for (const auto* list : {&facts.missing_pieces, &facts.excess_pieces})
    for (const Difference& d : list->pieces) {
      areas[d.cause].add(d.area);
      if (!d.drift) continue;
      const auto [at, is_first] = drifts.try_emplace(d.cause, *d.drift);
      if (!is_first) at->second = widened(at->second, *d.drift);
    }
  std::map<Cause, std::uint64_t> findings;
  for (const Finding& f : facts.findings)
    for (const auto& [cause, area] : f.causes) ++findings[cause];
  const auto add = [&](const auto& causes) {
    for (const Cause cause : causes)
      if (const auto at = areas.find(cause); at != areas.end()) {
        facts.causes.push_back({cause, std::move(at->second), findings[cause], {}});
        if (const auto range = drifts.find(cause); range != drifts.end()) facts.causes.back().drift = range->second;
      }
  };
  add(missing_causes);
  add(excess_causes);
}

// Whether faces of the found floor may have a point of space in common that is inside of one of them: then they overlap
// around it, at heights that differ by less than any window.
bool crosses_itself(const Comparison& c) {
  return std::ranges::any_of(c.repeated, [](const CoveredFace& f) { return sgn(f.covered) != 0; });
}

// Does all of it, in parallel where there are threads.
template <class... Work>
void side_by_side(unsigned threads, const Work&... work) {
  const std::function<void()> parts[] = {work...};
  parallel_chunks(std::size(parts), threads, [&](unsigned) { return [&](std::size_t part) { parts[part](); }; });
}

std::vector<Stage> stages_of(const AuditOptions& o) {
  // The navmesh comes before the bake: a file that cannot be read should not cost the user the wait.
  std::vector<Stage> out = read_stage + std::vector<Stage>{{"navmesh", 10}} + true_floor_stages(o.level) + judge_stages;
  if (!o.prove.empty()) out.push_back({"prove", 500});
  return out + std::vector<Stage>{{"write", 20}};
}

// Everything that is found once the floors are compared but for causes. What takes long comes first.
void match_floors(const TrueFloor& floor, const std::vector<std::uint32_t>& found_components, AuditFacts& facts,
                  std::optional<Uncovered>& missing, std::optional<Uncovered>& excess, HeightDrift& drift) {
  const Comparison& c = facts.comparison;
  const AuditOptions& o = facts.options;
  const unsigned threads = o.level.threads;
  side_by_side(
      threads,
      [&] {
        for (const std::uint32_t i : found_components) facts.islands = std::max(facts.islands, i + 1);
        facts.components =
            match_components(c, floor.components, found_components, o.sliver, o.level.exact_digits, facts.grid.step);
        const JoinInput joins{c,          facts.components, floor.mesh(),   floor.stance.label, floor.components,
                              facts.mesh, found_components, facts.grid.step};
        facts.joins = find_joins(joins);
        find_true_gaps(joins, *floor.level, o.level.step, facts.stance_height, facts.joins);
      },
      [&] {
        missing.emplace(c.truth, c.of_truth, floor.components, threads);
        excess.emplace(c.found, c.excess(), found_components, threads);
        drift = find_height_drift(c, *missing, *excess, facts.window, facts.stance_height, facts.grid.step,
                                  *floor.level, threads);
      },
      [&] { facts.truth_from_found = truth_from_found(c, facts.window); },
      [&] { facts.found_from_truth = found_from_truth(c, facts.window); }, [&] { add_up(facts.comparison, facts); },
      [&] { facts.structure = find_structure(facts.mesh, threads); },
      [&] { facts.overlaps = find_overlaps(c.found, c.repeated, facts.grid.step, threads); },
      [&] { facts.heights = matched_heights(c, facts.window, threads); });
}

// Causes, findings and places, and what follows from them.
std::optional<Error> blame_differences(TrueFloor& floor, const std::vector<std::uint32_t>& found_components,
                                       Uncovered& missing, Uncovered& excess, const HeightDrift& drift,
                                       AuditFacts& facts) {
  const Comparison& c = facts.comparison;
  const unsigned threads = facts.options.level.threads;
  const BlameInput input{c,
                         facts.window,
                         *floor.derived,
                         floor.stance.label,
                         *floor.level,
                         facts.options.level,
                         facts.baker,
                         floor.components,
                         found_components,
                         drift,
                         facts.grid.step};
  if (facts.baker.cell_size) floor.derived->border(floor.stance.label);  // made once, before both ask for it
  std::vector<Finding> of_missing, of_excess;
  std::optional<Error> no_weld;
  side_by_side(
      threads,
      [&] {
        facts.missing_pieces = blame_missing(input, missing);
        of_missing = find_findings(c.truth, floor.components, facts.missing_pieces, &missing.finding, false, threads);
      },
      [&] {
        facts.excess_pieces = blame_excess(input, excess);
        of_excess = find_findings(c.found, found_components, facts.excess_pieces,
                                  crosses_itself(c) ? nullptr : &excess.finding, true, threads);
      },
      [&] {
        const auto& weld = floor.navigation->joining_weld;
        if (weld && may_part(*weld, facts)) no_weld = look_at_weld(floor, found_components, facts);
      });
  facts.findings = largest_first(std::move(of_missing), std::move(of_excess));
  for (Finding& f : facts.findings) {
    if (f.excess) continue;
    for (const std::uint32_t cell : f.owners) add_faces(floor.mesh(), cell, f.on);
    sort_unique(f.on);
  }
  add_causes(facts);
  facts.places =
      find_component_places(c, facts.components, floor.components, found_components, floor.mesh(), facts.excess_pieces);
  add_causes(facts.findings, facts.places);
  facts.below_grid = below_grid(facts);
  facts.groups = floor.level->scene.groups;
  const LevelBounds bounds = level_bounds(floor.level->scene, facts.options.level.up);
  facts.size = std::max({bounds.size(0), bounds.size(1), bounds.size(2)});
  if (facts.options.baseline) facts.baseline = match_baseline(facts, *facts.options.baseline);
  if (facts.options.baker) facts.mends = find_mends(facts);
  facts.verdicts = find_verdicts(facts);
  return no_weld;
}

// Writes the files of the options, all of them or none.
std::optional<Error> write_files(const AuditFacts& facts, TrueFloor& floor, Stages& stage, OutputFiles& files) {
  const AuditOptions& o = facts.options;
  return stage("write", [&] {
    constexpr std::optional<Error> ok;
    for (const std::string& file : o.outputs)
      files.add(file, [&](Output& f) -> std::optional<Error> {
        if (extension_of(file) != ".html") return draw_audit(f, file, facts, floor.mesh()), ok;
        return export_view(
            f, {floor.derived.get(), floor.level.get(), &o.level, {{"audit", o.navmesh, audit_json(facts)}}},
            {.title = {}, .max_bytes = o.level.max_bytes}, o.level.threads);
      });
    return add_reports(facts, files);
  });
}

}  // namespace

Result<MatchWindow> match_window(AuditOptions& o, const mpq_class& height) {
  LowestTerms lowest;
  lowest("--below", o.below)("--above", o.above)("--cell", o.cell_size)("--cell", o.cell_height);
  lowest("--max-error", o.max_error)("--min-region", o.min_region)("--climb", o.climb)("--sliver", o.sliver);
  for (Threshold& threshold : o.thresholds) lowest("--fail-if", threshold.limit);
  if (lowest.refused()) return *lowest.refused();
  const mpq_class quarter = height / 4;
  MatchWindow window{o.below.value_or(quarter), o.above.value_or(quarter)};
  if (window.below + window.above < height) return window;
  return bad_option("--below and --above make " + kernel::short_fraction(window.below + window.above) +
                    ", which has to be less than the stance's height " + kernel::short_fraction(height) +
                    ": floors may be that close");
}

std::optional<Error> check_surface(const AuditOptions& o, const ForeignMesh& mesh) {
  if (o.surface != MeshSurface::detail || !mesh.detail.empty()) return std::nullopt;
  return Error{ErrorCode::bad_option,
               "--surface detail asks for a detail mesh, which this file does not have; leave it out", o.navmesh, 0};
}

void describe_mesh(ForeignMesh mesh, AuditFacts& facts) {
  const AuditOptions& o = facts.options;
  facts.mesh = std::move(mesh);
  facts.surface = o.surface.value_or(facts.mesh.detail.empty() ? MeshSurface::polygons : MeshSurface::detail);
  KnownBaker baker = known_baker(o, facts.mesh);
  facts.baker = std::move(baker.settings);
  facts.baker_text = std::move(baker.text);
  facts.grid = file_grid(facts.mesh);
}

void add_up(const Comparison& c, AuditFacts& facts) {
  for (const CoveredFace& f : c.of_truth) {
    facts.truth.add(f.area);
    facts.covered.add(f.covered);
    facts.missing.add(f.left);
  }
  for (const CoveredFace& f : c.of_found) {
    facts.found.add(f.area);
    facts.matched.add(f.covered);
  }
  for (const CoveredFace& f : c.excess()) facts.excess.add(f.left);
  for (const CoveredFace& f : c.repeated) facts.repeated.add(f.covered);
  if (c.outer)
    for (FloorFaces::Index f = 0; f < c.outer->faces.size(); ++f)
      facts.outer.add(kernel::signed_area(c.outer->ring(f)));
}

std::optional<Error> add_reports(const AuditFacts& facts, OutputFiles& files) {
  const AuditOptions& o = facts.options;
  const auto add = [&](const std::string& file, std::string (*text)(const AuditFacts&)) {
    if (file.empty()) return;
    files.add(file, [&facts, text](Output& f) -> std::optional<Error> { return f.write(text(facts)), std::nullopt; });
  };
  add(o.json, &audit_json);
  add(o.csv, &audit_csv);
  add(o.junit, &audit_junit);
  add(o.sarif, &audit_sarif);
  if (!files.errors().empty()) return files.errors().front();
  return std::nullopt;
}

bool AuditFacts::passes() const {
  return std::ranges::none_of(verdicts, [](const Verdict& v) { return v.exceeded; });
}

Result<AuditFacts> judge(TrueFloor& floor, ForeignMesh mesh, const AuditOptions& options, Stages& stage) {
  AuditFacts facts;
  facts.options = options;
  facts.stance = floor.stance.name;
  facts.stance_height = floor.stance.height;
  const auto window = match_window(facts.options, facts.stance_height);
  if (!window) return window.error();
  facts.window = *window;
  if (auto error = check_thresholds(options)) return *error;
  if (auto error = check_surface(options, mesh)) return *error;
  describe_mesh(std::move(mesh), facts);
  stage("compare", [&] {
    facts.comparison =
        compare(standing_facets(floor.mesh(), floor.stance.label), triangles_of(facts.mesh, facts.surface), floor.outer,
                facts.window, options.level.threads);
  });
  const std::vector<std::uint32_t> found_components = components(facts.mesh);
  std::optional<Uncovered> missing, excess;
  HeightDrift drift;
  stage("match", [&] { match_floors(floor, found_components, facts, missing, excess, drift); });
  if (auto error =
          stage("blame", [&] { return blame_differences(floor, found_components, *missing, *excess, drift, facts); }))
    return *error;
  return facts;
}

Result<AuditFacts> audit(const Baked& baked, ForeignMesh mesh, const AuditSettings& settings, Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<AuditFacts> {
    AuditOptions o;
    static_cast<AuditSettings&>(o) = settings;
    o.level = baked.options;
    o.navmesh = mesh.file;
    if (o.thresholds.empty()) o.thresholds = o.baseline ? any_new_place() : any_difference();
    auto stance = choose_stance(o.level, o.stance);
    if (!stance) return stance.error();
    if (!is_valid(mesh)) return Error{ErrorCode::bad_scene, "the navmesh to be judged is not valid", mesh.file, 0};
    Stages stage(progress, outer_stages(o.level) + judge_stages);
    auto floor = find_true_floor(baked, std::move(*stance), stage);
    if (!floor) return floor.error();
    auto facts = judge(**floor, std::move(mesh), o, stage);
    if (facts) facts->stages = stage.all();
    return facts;
  });
}

Result<AuditFacts> audit(const AuditOptions& given, Progress& progress,
                         const std::function<std::optional<Error>(const AuditFacts&)>& announce) {
  return unless_cancelled(progress, [&]() -> Result<AuditFacts> {
    AuditOptions o = given;
    auto level = checked_options(given.level);
    if (!level) return level.error();
    o.level = std::move(*level);
    auto stance = choose_stance(o.level, o.stance);
    if (!stance) return stance.error();
    if (const auto window = match_window(o, stance->height); !window) return window.error();
    if (auto error = OutputFiles::check(o.files())) return *error;

    Stages stage(progress, stages_of(o));
    auto scene = read_scene(o.level, stage);
    if (!scene) return scene.error();
    auto mesh = stage("navmesh", [&] { return read_foreign_mesh(o.navmesh, o.reading); });
    if (!mesh) return mesh.error();
    if (auto error = check_surface(o, *mesh)) return *error;
    auto floor = find_true_floor(o.level, std::move(*stance), std::move(*scene), stage);
    if (!floor) return floor.error();
    auto facts = judge(**floor, std::move(*mesh), o, stage);
    if (!facts) return facts.error();
    if (!o.prove.empty()) {
      auto proof = stage("prove", [&] { return prove(**floor, *facts); });
      if (!proof) return proof.error();
      facts->proof = std::move(*proof);
    }
    OutputFiles files;
    auto error = write_files(*facts, **floor, stage, files);
    facts->stages = stage.all();
    if (!error) error = files.commit(*facts, announce);
    if (error) return *error;
    return facts;
  });
}

}  // namespace plumb::pipeline
