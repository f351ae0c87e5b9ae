// SPDX-License-Identifier: GPL-3.0-or-later
// A baked level to which obstacles are added and from which they are removed, without a bake of the whole level each
// time.
// Problem. An obstacle is a set of polygons. After it has been added or removed, the navmesh must be equal, number by
// number, to that of a full bake of the level with the obstacles that are there; but only what it may have changed
// should be baked again.
// 1. make() finds the polygons of the scene; State::bake_all() decomposes every floor, runs the later stages once, and
//    keeps the cells of each polygon (LiveRecords).
// 2. add_obstacle() and remove_obstacle() change LiveLevel, the table of polygons, and call State::remake(). If the
//    table's integers became finer or too long, bake_all() runs instead, once.
// 3. affected_by() finds which polygons may have changed. Floors below the obstacle within the highest stance are cut
//    again (`cut`). Floors in reach of these by steps and welds may have other portals (`joined`). `changed` are the
//    floors whose cells may change in the end: with a radius also those near border that may have changed, and with
//    merging all those whose cells may be merged with cells of any of these. `floors` and `around` are what the stages
//    need to know to decide about them.
// 4. decompose() cuts the floors in `cut`; take() runs inside, link, erode, optimise and construct on `floors` alone
//    and hands what has changed to LiveRecords.
// 5. mesh() numbers all records as a bake would, and prunes.
// Cost. A change costs a bake of the polygons near it, each as a whole, and with merging of all cells that flush
// portals join to these, perhaps the level; mesh() is linear in the level. Removed polygons keep their numbers until
// there are more than 4,096 of them and more than the level has; then all is baked and numbered again. Exactness. The
// stages are those of a bake. Distances around boxes are rounded outward, so no polygon that may have changed is left
// out. Source: *Trivial navigation mesh generation I* (2010) asks for updates that can be taken back; obstacles with
// upper sides and walls are ours.
#include "plumb/pipeline/live_bake.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "live_level.h"
#include "live_records.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/construct.h"
#include "plumb/pipeline/decompose.h"

namespace plumb::pipeline {
namespace {

// Once more polygons of obstacles than this have been removed, and more than the scene has, all are numbered again.
constexpr std::size_t most_gone = 4096;
// With fewer floors than this, starting threads takes longer than it saves.
constexpr std::size_t few_floors = 512;

PolygonList united(PolygonList a, const PolygonList& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::sort(a);
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

Result<SceneSurfaces> surfaces_of(Scene scene, const SurfaceSettings& settings) {
  Progress silent;
  Stages stage(silent, surface_stages(settings.solids));
  return find_surfaces(std::move(scene), settings, stage);
}

}  // namespace

// The present level, and what was baked from it.
struct LiveBake::State {
  State(SceneSurfaces b, LiveSettings s) : settings(std::move(s)), base(std::move(b)) { begin(); }

  bool closed() const { return settings.surfaces.solids == Solids::closed; }
  bool merges() const { return settings.optimise.goal != Optimise::none && !settings.optimise.one_surface; }

  // Converts a length of the input to integer units, rounded up.
  double units(const mpq_class& length) const {
    return kernel::interval_of(mpq_class(length * level->points().denominator())).high;
  }

  void begin();
  void bake_all();
  void decompose(const PolygonList& surfaces);
  // The polygons that a change concerns.
  struct Affected {
    PolygonList cut;      // floors whose cells may change before merging and --radius
    PolygonList changed;  // floors whose cells may change after these
    PolygonList joined;   // floors among which portals may have changed
    PolygonList floors;   // the floors on which all these depend
    PolygonList around;   // all polygons on which `floors` depend
  };
  Affected affected_by(const PolygonList& polygons, const PolygonList& gone) const;
  void take(const Affected& affected);
  void remake(const PolygonList& polygons, const PolygonList& gone, UpdateFacts& facts);
  UpdateFacts facts_of(std::size_t polygons, std::size_t before, std::size_t after) const;
  // The boxes in which polygons may change others: their own boxes or, with solids, one box around all of them.
  std::vector<Box> reach_of(const PolygonList& polygons) const;

  LiveSettings settings;
  SceneSurfaces base;
  std::map<ObstacleId, SceneSurfaces> obstacles;
  std::optional<LiveLevel> level;
  std::optional<LiveRecords> records;
  std::optional<SurfaceDecomposer> decomposer;
  std::vector<vcd::CellTable> parts;  // by polygon: its cells, as decompose() makes them
  kernel::LadderCounts counts;
};

void LiveBake::State::begin() {
  level.emplace(base);
  for (const auto& [id, obstacle] : obstacles) level->add(id, obstacle);
  bake_all();
}

// Bakes everything: after begin(), and when the integers of the table of points have changed.
void LiveBake::State::bake_all() {
  decomposer.emplace(level->points(), level->set(), level->base_index(),
                     DecomposeOptions{.stances = settings.link.stances,
                                      .step = settings.link.step,
                                      .decomposition = settings.link.decomposition,
                                      .solids = closed() ? &level->solids() : nullptr},
                     base.set);
  records.emplace(merges());
  parts.clear();
  const PolygonList floors = level->traversable();
  decompose(floors);
  take({floors, floors, floors, floors, level->all()});
}

void LiveBake::State::decompose(const PolygonList& surfaces) {
  const Margin over{0, 0, units(settings.link.stances.back().height)};
  if (!surfaces.empty() && surfaces.back() >= parts.size()) parts.resize(surfaces.back() + std::size_t{1});
  for (const PolygonId p : surfaces) {
    parts[p].clear();
    decomposer->add(p, level->added_near(level->base_index().box(p), over), parts[p]);
  }
}

// Runs the stages after decompose(), and stores the part of their result that has changed.
void LiveBake::State::take(const Affected& affected) {
  const kernel::PointTable& points = level->points();
  const SurfaceSet& set = level->set();
  const unsigned threads = affected.floors.size() < few_floors ? 1 : settings.link.threads;
  StanceMap map{settings.link.stances, settings.link.step, {}, {}};
  for (const PolygonId p : affected.floors) map.table.append(parts[p]);
  if (closed()) {
    PolygonList bodies = affected.around;
    std::erase_if(bodies, [&](PolygonId p) {
      return set.surfaces[p].kind == SurfaceKind::vertical || !level->solids().counts_face(set.surfaces[p].face);
    });
    label_inside(points, set, level->index_of(bodies), map, threads);
  }
  NavGraph graph =
      link(points, set, level->index_of(affected.around), map, {.weld = settings.link.weld, .threads = threads});
  if (settings.clear) {
    ErodeOptions clearing = *settings.clear;
    clearing.threads = threads;
    erode(points, set, map, graph, clearing, counts);
  }
  OptimiseOptions merging = settings.optimise;
  merging.threads = threads;
  MergedCells partition = optimise(points, set, map, graph, merging);
  records->take(construct(settings.info, {level->scene(), set, map, graph}, std::move(partition), threads),
                affected.changed, affected.joined);
}

// The polygons that may have changed because `polygons` were added or removed. `gone` are those that were removed.
LiveBake::State::Affected LiveBake::State::affected_by(const PolygonList& polygons, const PolygonList& gone) const {
  const bool welds = sgn(settings.link.weld) > 0, leaps = welds || sgn(settings.link.step) > 0;
  // A weld rises by one step at most. It may pass a border that is another step higher, and whether that is a border
  // may depend on a floor that is a third step higher.
  const double top = units(settings.link.stances.back().height),
               rise = units(welds ? mpq_class(3 * settings.link.step) : settings.link.step),
               weld = units(settings.link.weld), radius = settings.clear ? units(settings.clear->radius) : 0,
               window = settings.clear ? units(settings.clear->window) : 0;
  const Margin reach{weld, rise, rise};
  const auto floors_near = [&](const PolygonList& list, const Margin& margin) {
    return level->traversable_near(level->boxes_of(list), margin);
  };
  const auto with_merged = [&](PolygonList list) {
    list = records->merged_with(std::move(list));
    std::erase_if(list, [&](PolygonId p) { return std::ranges::binary_search(gone, p); });
    return list;
  };
  Affected out;
  PolygonList beneath = level->traversable_near(reach_of(polygons), {0, top, 0});
  out.cut = beneath;
  std::erase_if(out.cut, [&](PolygonId p) { return !decomposer->may_change(p, polygons); });
  if (!closed()) beneath = out.cut;  // with solids, any floor beneath may be inside of one now, or no longer be
  // These are the floors in reach of those or of removed ones, and the floors between which a polygon may stand.
  out.joined = united(floors_near(united(beneath, gone), reach), gone);
  if (leaps)
    out.joined = united(out.joined, level->traversable_near(level->boxes_of(polygons), {weld, top + rise, rise}));
  // These are the floors near a border that may have changed, and the floors whose cells are merged with others.
  out.changed = settings.clear ? united(beneath, floors_near(out.joined, {radius, window, window})) : beneath;
  if (merges()) out.changed = with_merged(united(out.changed, out.joined));
  out.joined = united(out.joined, floors_near(out.changed, reach));
  // Portals name cells, so the stages must make the same cells as those that are stored. So they get all floors whose
  // cells are merged with these. A flush portal depends only on the floors that it joins.
  out.floors = with_merged(out.joined);
  if (leaps || settings.clear) out.floors = floors_near(out.floors, {weld + radius, rise + window, rise + window});
  // With a radius, cells are cut along all borders around them, in an order that depends on all of these borders.
  if (settings.clear) out.floors = floors_near(out.floors, reach);
  const double column = closed() ? HUGE_VAL : 0;
  out.around = level->near(level->boxes_of(out.floors), {weld, rise, top + rise + column});
  return out;
}

// Bakes again what may have changed because `polygons` were added or removed. `gone` are those that were removed.
void LiveBake::State::remake(const PolygonList& polygons, const PolygonList& gone, UpdateFacts& facts) {
  const Affected affected = affected_by(polygons, gone);
  const std::size_t before = records->cells_of(affected.changed) + records->cells_of(gone);
  for (const PolygonId p : gone) {
    records->drop(p);
    if (p < parts.size()) parts[p] = {};
  }
  decompose(affected.cut);
  take(affected);
  facts = facts_of(affected.cut.size(), before, records->cells_of(affected.changed));
}

UpdateFacts LiveBake::State::facts_of(std::size_t polygons, std::size_t before, std::size_t after) const {
  return {.met = before,
          .cuts = polygons,
          .made = after > before ? after - before : 0,
          .joined = before > after ? before - after : 0,
          .bits = static_cast<std::size_t>(decomposer->counts().max_bits)};
}

std::vector<Box> LiveBake::State::reach_of(const PolygonList& polygons) const {
  std::vector<Box> boxes = level->boxes_of(polygons);
  if (!closed()) return boxes;
  Box all = kernel::no_box;
  for (const Box& b : boxes) grow(all, b);
  return {all};
}

LiveBake::LiveBake(std::unique_ptr<State> state) : state_(std::move(state)) {}
LiveBake::~LiveBake() = default;
LiveBake::LiveBake(LiveBake&&) noexcept = default;

Result<LiveBake> LiveBake::make(Scene scene, LiveSettings settings) {
  auto base = surfaces_of(std::move(scene), settings.surfaces);
  if (!base) return base.error();
  return LiveBake(std::make_unique<State>(std::move(*base), std::move(settings)));
}

bool LiveBake::has(ObstacleId id) const { return state_->level->has(id); }

Result<ObstacleId> LiveBake::add_obstacle(Scene scene) {
  State& s = *state_;
  auto obstacle = surfaces_of(std::move(scene), s.settings.surfaces);
  if (!obstacle) return obstacle.error();
  if (s.closed() && s.level->touches_level(obstacle->scene))
    return Error{
        ErrorCode::bad_scene,
        "a corner of the obstacle is one of the scene, so that its body might not be its own; move it a little, "
        "or leave --solids out",
        obstacle->scene.file, 0};
  const ObstacleId id = ++last_;
  const LiveLevel::Added added = s.level->add(id, *obstacle);
  s.obstacles.emplace(id, std::move(*obstacle));
  if (added.rescaled) {
    const PolygonList floors = s.level->traversable();
    const std::size_t before = s.records->cells_of(floors);
    s.bake_all();
    facts_ = s.facts_of(floors.size(), before, s.records->cells_of(floors));
  } else {
    s.remake(added.polygons, {}, facts_);
  }
  return id;
}

bool LiveBake::remove_obstacle(ObstacleId id) {
  State& s = *state_;
  if (!s.level->has(id)) return false;
  const PolygonList polygons = s.level->polygons_of(id);
  s.level->remove(id);
  s.obstacles.erase(id);
  s.remake(polygons, polygons, facts_);
  if (s.level->gone() > std::max(most_gone, s.base.set.surfaces.size())) s.begin();
  return true;
}

Result<NavMesh> LiveBake::mesh() {
  if (!state_->level->is_as_if_new()) state_->begin();
  NavMesh mesh = state_->records->mesh(state_->settings.info, state_->level->numbers());
  if (prunes(state_->settings.prune))
    if (auto pruned = prune_components(mesh, state_->settings.prune); !pruned) return pruned.error();
  return mesh;
}

}  // namespace plumb::pipeline
