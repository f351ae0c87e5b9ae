// SPDX-License-Identifier: GPL-3.0-or-later
// The whole of `plumb audit`: how far a navmesh of another baker is from the exact floor of the same level.
//
// audit() does, as stages:
// 1. find_stance() chooses the stance and the heights within which two floors count as one.
// 2. The scene is read, and so is the foreign navmesh, before anything is baked: a file that cannot be read costs no
//    wait.
// 3. build_nav_graph() bakes the level: this is the true floor. With an agent's radius its clearance is the inner
//    bound, what is left at least, and outer_bound() erodes the same cells again for what is left at most.
// 4. compare() covers both floors by each other. On several threads at once (side_by_side), components are matched and
//    joins found, uncovered pieces and height drift are found, distances are measured, and areas are summed (add_up).
// 5. blame_missing() and blame_excess() give each uncovered piece a cause; find_findings() gathers pieces that hang
//    together. Where narrow gaps part what the other mesh merges (may_part), look_at_weld() finds the figures with a
//    weld: from the graph if that is possible (welded_components_of), else by another bake.
// 6. Causes are summed (add_causes), thresholds judged (find_verdicts), and the files written, all of them or none.
//
// Cost: one bake, of which a radius repeats what follows the decomposition, and another one at most for the weld; then
// N log N for N corners of both floors, while few faces overlap one another. Memory: the level, the navmeshes and all
// pieces at once. Results do not depend on the number of threads.
// Exact: the floors, the pieces and their areas. Doubles filter, and bound the distances; how the other baker's cells
// may have moved a border is an estimate from its settings (blame.cpp).
// Source: our own; docs/reference/audit.md defines what is reported.
#include "plumb/pipeline/audit.h"

#include <algorithm>
#include <map>

#include "compare/uncovered.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/build_nav_graph.h"
#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/export_view.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/optimise.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/report.h"
#include "plumb/pipeline/text.h"
#include "report/audit_options.h"
#include "report/verdicts.h"

namespace plumb::pipeline {
namespace {

std::vector<Stage> stages_of(const AuditOptions& o) {
  // The navmesh comes before the bake: a file that cannot be read should not cost the user the wait.
  std::vector<Stage> out = read_stage + std::vector<Stage>{{"navmesh", 10}} + indexed_surface_stages(o.level.solids) +
                           nav_graph_stages(o.level);
  if (sgn(o.level.radius) > 0) out.push_back({"outer", 400});
  return out + std::vector<Stage>{{"compare", 200}, {"match", 170}, {"blame", 100}, {"write", 20}};
}

Result<kernel::Label> find_stance(const AuditOptions& o, AuditFacts& facts) {
  const auto& stances = o.level.stances;
  const auto at = o.stance.empty() ? stances.begin() : std::ranges::find(stances, o.stance, &Stance::name);
  if (at == stances.end())
    return Error{ErrorCode::bad_option,
                 "--at-stance '" + o.stance + "' is none of the stances; the lowest is '" + stances.front().name + "'",
                 "", 0};
  facts.stance = at->name;
  facts.stance_height = at->height;
  const mpq_class quarter = at->height / 4;
  facts.window = {o.below.value_or(quarter), o.above.value_or(quarter)};
  if (facts.window.below + facts.window.above >= at->height)
    return Error{ErrorCode::bad_option,
                 "--below and --above make " + kernel::short_fraction(facts.window.below + facts.window.above) +
                     ", which has to be less than the stance's height " + kernel::short_fraction(at->height) +
                     ": floors may be that close",
                 "", 0};
  return static_cast<kernel::Label>(at - stances.begin() + 1);
}

auto stands(kernel::Label stance) {
  return [stance](const NavMesh::Cell& cell) { return cell.stance >= stance; };
}

// With a radius, outer_bound() needs the cells from before it, which a bake keeps for certificates.
bool keeps_uneroded(const BakeOptions& o) { return sgn(o.radius) > 0 && o.method == Method::vcd; }

Result<std::unique_ptr<Navigation>> navigate(const BakeOptions& o, const SceneSurfaces& level, SurfaceIndex index,
                                             Stages& stage) {
  BakeOptions kept = o;
  kept.certificate = keeps_uneroded(o);
  kernel::LadderCounts arithmetic;
  return build_nav_graph(kept, level, std::move(index), stage, arithmetic);
}

// The most floor that an agent's radius may leave. Uses up the cells from before the radius; the wedge method, which
// has none, is run again.
Result<FloorFaces> outer_bound(const BakeOptions& options, const SceneSurfaces& level, Navigation& inner,
                               kernel::Label stance) {
  BakeOptions o = options;
  o.clearance = ClearanceBound::outer;
  o.joining_weld = false;
  const auto floor = [&](const NavMesh& mesh) {
    mesh.points.make_exact(o.threads);
    return facets_of(mesh, stands(stance));
  };
  if (!inner.uncleared) {
    Progress silent;
    Stages stage(silent, nav_graph_stages(o));
    const auto again = navigate(o, level, SurfaceIndex(level.scene.points, level.set), stage);
    if (!again) return again.error();
    return floor(*(*again)->mesh);
  }
  StanceMap map = std::move(*inner.uncleared);
  NavGraph graph = std::move(inner.uncleared_graph);
  inner.uncleared.reset();
  kernel::LadderCounts arithmetic;
  erode(level.scene.points, level.set, map, graph, clear_options(o), arithmetic);
  MergedCells cells = optimise(level.scene.points, level.set, map, graph,
                               {.goal = o.optimise, .one_surface = o.one_surface, .threads = o.threads});
  NavMesh mesh =
      construct(nav_mesh_info(o), {level.scene, level.set, map, graph}, std::move(cells), o.threads, o.unwalkable);
  const auto pruned =
      prune_components(mesh, {.seed_points = o.seed_points, .min_area = o.min_area, .exact_digits = o.exact_digits});
  if (!pruned) return pruned.error();
  return floor(mesh);
}

void add_up(AuditFacts& facts) {
  const Comparison& c = facts.comparison;
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
// baked again: an agent's radius and dropped components make the floor depend on the weld.
std::optional<std::vector<std::uint32_t>> welded_components_of(const mpq_class& weld, const BakeOptions& o,
                                                               const SceneSurfaces& level, const Navigation& navigation,
                                                               kernel::Label stance,
                                                               std::vector<std::uint32_t> components) {
  if (sgn(o.radius) > 0 || o.weld > weld || prunes({.seed_points = o.seed_points, .min_area = o.min_area}))
    return std::nullopt;
  const std::vector<std::uint32_t> welded =
      pipeline::welded_components({level.scene, level.set, navigation.map, navigation.graph},
                                  SurfaceIndex(level.scene.points, level.set), weld, stance, o.threads);
  for (std::uint32_t& c : components)
    if (c != no_component) c = welded.at(c);
  return components;
}

// The figures of the components with a weld that bake's line on gaps names.
std::optional<Error> look_at_weld(const Navigation& unwelded, const SceneSurfaces& level, kernel::Label stance,
                                  const std::vector<std::uint32_t>& truth_components,
                                  const std::vector<std::uint32_t>& found_components, AuditFacts& facts) {
  const JoiningWeld& weld = *unwelded.joining_weld;
  BakeOptions o = facts.options.level;
  const auto match = [&](const Comparison& c, const std::vector<std::uint32_t>& welded) {
    return WeldedFigures{
        weld, match_components(c, welded, found_components, facts.options.sliver, o.exact_digits, facts.grid.step)};
  };
  if (const auto known = welded_components_of(weld.weld, o, level, unwelded, stance, truth_components)) {
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
  FloorFaces truth = facets_of(mesh, stands(stance));
  const std::vector<std::uint32_t> welded = components(mesh, stance);
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

}  // namespace

bool AuditFacts::passes() const {
  return std::ranges::none_of(verdicts, [](const Verdict& v) { return v.exceeded; });
}

Result<AuditFacts> audit(const AuditOptions& o, Progress& progress,
                         const std::function<std::optional<Error>(const AuditFacts&)>& announce) {
  return unless_cancelled(progress, [&]() -> Result<AuditFacts> {
    AuditFacts facts;
    facts.options = o;
    const auto stance = find_stance(o, facts);
    if (!stance) return stance.error();
    std::vector<std::string> wanted = o.outputs;
    for (const std::string& file : {o.json, o.csv, o.junit})
      if (!file.empty()) wanted.push_back(file);
    if (auto error = OutputFiles::check(wanted)) return *error;

    Stages stage(progress, stages_of(o));
    auto scene = read_scene(o.level, stage);
    if (!scene) return scene.error();
    auto mesh = stage("navmesh", [&] { return read_foreign_mesh(o.navmesh, o.reading); });
    if (!mesh) return mesh.error();
    facts.mesh = std::move(*mesh);
    if (o.surface == MeshSurface::detail && facts.mesh.detail.empty())
      return Error{ErrorCode::bad_option,
                   "--surface detail asks for a detail mesh, which this file does not have; leave it out", o.navmesh,
                   0};
    facts.surface = o.surface.value_or(facts.mesh.detail.empty() ? MeshSurface::polygons : MeshSurface::detail);
    KnownBaker baker = known_baker(o, facts.mesh);
    facts.baker = std::move(baker.settings);
    facts.baker_text = std::move(baker.text);
    facts.grid = file_grid(facts.mesh);

    auto surfaces = index_surfaces(std::move(*scene), surface_settings(o.level), stage);
    if (!surfaces) return surfaces.error();
    const SceneSurfaces level = std::move(surfaces->level);
    auto navigation = navigate(o.level, level, std::move(surfaces->index), stage);
    if (!navigation) return navigation.error();
    const NavMesh& truth = *(*navigation)->mesh;
    truth.points.make_exact(o.level.threads);
    std::optional<FloorFaces> outer;
    if (sgn(o.level.radius) > 0) {
      auto bound = stage("outer", [&] { return outer_bound(o.level, level, **navigation, *stance); });
      if (!bound) return bound.error();
      outer = std::move(*bound);
    }

    stage("compare", [&] {
      facts.comparison = compare(facets_of(truth, stands(*stance)), triangles_of(facts.mesh, facts.surface),
                                 std::move(outer), facts.window, o.level.threads);
    });
    const std::vector<std::uint32_t> truth_components = components(truth, *stance);
    const std::vector<std::uint32_t> found_components = components(facts.mesh);
    std::optional<Uncovered> missing, excess;
    HeightDrift drift;
    stage("match", [&] {
      const Comparison& c = facts.comparison;
      // What takes long comes first.
      side_by_side(
          o.level.threads,
          [&] {
            for (const std::uint32_t i : found_components) facts.islands = std::max(facts.islands, i + 1);
            facts.components = match_components(c, truth_components, found_components, o.sliver, o.level.exact_digits,
                                                facts.grid.step);
            facts.joins = find_joins(
                {c, facts.components, truth, *stance, truth_components, facts.mesh, found_components, facts.grid.step});
          },
          [&] {
            missing.emplace(c.truth, c.of_truth, truth_components, o.level.threads);
            excess.emplace(c.found, c.excess(), found_components, o.level.threads);
            drift = find_height_drift(c, *missing, *excess, facts.window, facts.stance_height, facts.grid.step, level,
                                      o.level.threads);
          },
          [&] { facts.truth_from_found = truth_from_found(c, facts.window); },
          [&] { facts.found_from_truth = found_from_truth(c, facts.window); }, [&] { add_up(facts); },
          [&] { facts.structure = find_structure(facts.mesh, o.level.threads); },
          [&] { facts.heights = matched_heights(c, facts.window, o.level.threads); });
    });
    DerivedMesh derived(truth, o.level.threads);
    std::optional<Error> no_weld;
    stage("blame", [&] {
      const Comparison& c = facts.comparison;
      const BlameInput input{c,       facts.window, derived,          *stance, level,
                             o.level, facts.baker,  truth_components, drift,   facts.grid.step};
      if (facts.baker.cell_size) derived.border(*stance);  // made once, before both ask for it
      std::vector<Finding> of_missing, of_excess;
      side_by_side(
          o.level.threads,
          [&] {
            facts.missing_pieces = blame_missing(input, *missing);
            of_missing = find_findings(c.truth, truth_components, facts.missing_pieces, &missing->finding, false,
                                       o.level.threads);
          },
          [&] {
            facts.excess_pieces = blame_excess(input, *excess);
            of_excess = find_findings(c.found, found_components, facts.excess_pieces,
                                      crosses_itself(c) ? nullptr : &excess->finding, true, o.level.threads);
          },
          [&] {
            const auto& weld = (*navigation)->joining_weld;
            if (weld && may_part(*weld, facts))
              no_weld = look_at_weld(**navigation, level, *stance, truth_components, found_components, facts);
          });
      facts.findings = largest_first(std::move(of_missing), std::move(of_excess));
      for (Finding& f : facts.findings) {
        if (f.excess) continue;
        for (const std::uint32_t cell : f.owners) add_faces(truth, cell, f.on);
        sort_unique(f.on);
      }
      add_causes(facts);
      facts.places =
          find_component_places(c, facts.components, truth_components, found_components, truth, facts.excess_pieces);
      facts.below_grid = below_grid(facts);
      facts.groups = level.scene.groups;
      const LevelBounds bounds = level_bounds(level.scene, o.level.up);
      facts.size = std::max({bounds.size(0), bounds.size(1), bounds.size(2)});
      facts.verdicts = find_verdicts(facts);
    });
    if (no_weld) return *no_weld;

    OutputFiles files;
    stage("write", [&] {
      constexpr std::optional<Error> ok;
      for (const std::string& file : o.outputs)
        files.add(file, [&](Output& f) -> std::optional<Error> {
          if (extension_of(file) != ".html") return draw_audit(f, file, facts, truth), ok;
          return export_view(f, {&derived, &level, &o.level, {{"audit", o.navmesh, audit_json(facts)}}});
        });
      if (!o.json.empty()) files.add(o.json, [&](Output& f) { return f.write(audit_json(facts)), ok; });
      if (!o.csv.empty()) files.add(o.csv, [&](Output& f) { return f.write(audit_csv(facts)), ok; });
      if (!o.junit.empty()) files.add(o.junit, [&](Output& f) { return f.write(audit_junit(facts)), ok; });
    });
    facts.stages = stage.all();
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit(facts, announce)) return *error;
    return facts;
  });
}

}  // namespace plumb::pipeline
