// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "box_level.h"
#include "draws.h"
#include "plumb/kernel/int64.h"
#include "plumb/pipeline/scenario.h"

namespace plumb::pipeline {

/// How a scene may be laid out in space without a change of what is expected.
enum class Layout {
  quarter_turns,  ///< moved by whole units, and turned by right angles
  turned,         ///< turned by any angle with short sine and cosine as well: distances stay
  sheared,        ///< and mapped in plan by any map that keeps areas, and tilted: nothing but areas and heights counts
};

/// The plan of a scene as it is laid out, and the heights that a tilt adds.
struct Placement {
  std::array<std::array<mpq_class, 2>, 2> plan{{{1, 0}, {0, 1}}};
  ExactPoint offset{};
  std::array<mpq_class, 2> gradient{};
  ExactPoint operator()(const ExactPoint& p) const;
};

/// Makes one scene: a family draws numbers, adds polygons and says what it expects; finish() lays the scene out.
class ScenarioMaker {
 public:
  /// `nudge`: which of the nudges d is, below nudge_count. `variant`: any number; the family takes its rest.
  ScenarioMaker(const std::string& family, std::uint64_t seed, const std::optional<CellSize>& cell, std::size_t nudge);

  static constexpr std::size_t nudge_count = 13;

  bool has_cells() const { return cell_.has_value(); }
  /// n units in plan, and in height.
  mpq_class across(std::int64_t n) const { return unit_.size * mpq_class(kernel::to_gmp(n)); }
  mpq_class up(std::int64_t n) const { return unit_.height * mpq_class(kernel::to_gmp(n)); }
  /// n times the least common multiple of both units, which is not below any nudge: on the lattice both ways.
  mpq_class wide(std::int64_t n) const { return common_unit_ * mpq_class(kernel::to_gmp(n)); }
  mpq_class drawn_across(std::int64_t low, std::int64_t high) { return across(draws.whole(low, high)); }

  /// d, of 0, +-2^-60, +-2^-20, +-2^-10, +- the distance of neighbouring floats at `reference`, +-CH and +-CS.
  const mpq_class& nudge(const mpq_class& reference);
  /// The number of one of the family's forms, whose name is kept.
  std::size_t variant(const std::vector<std::string>& names);
  /// Draws who walks here: stances and, from `least_step` to 5 units, the step, which is less than the lowest stance.
  void draw_agent(std::int64_t least_step = 0);
  const mpq_class& tallest() const { return options.stances.back().height; }
  mpq_class any_stance() { return draws.one_of(options.stances).height; }

  void polygon(Corners corners) { polygons_.push_back({std::move(corners), false}); }
  /// Adds polygons and what is expected of them.
  void add(const BoxLevel& level);
  /// A floor of voxel bakers: a rectangle that loses its outermost cells. If one or two cells are left of its width,
  /// the rules do not decide: some ways of dividing a floor into regions lose such a strip.
  void voxel_floor(const Flat& f);
  /// The rules of voxel bakers do not decide.
  void no_voxels() { options_decide_voxels_ = false; }

  /// Lays the scene out. `points`: how many points get an expected verdict.
  Scenario finish(Layout layout, std::size_t points = 0);

  Draws draws;
  ScenarioOptions options;
  Expectation expected;

 private:
  Placement draw_placement(Layout layout);
  bool is_on_lattice(const ScenarioScene& scene) const;
  void place_voxels(const Placement& placement, Scenario& out) const;

  std::optional<CellSize> cell_;
  CellSize unit_;
  mpq_class common_unit_;
  std::size_t nudge_index_;
  Scenario out_;
  std::vector<LevelPolygon> polygons_;
  std::vector<ExpectedVoxels::Floor> voxels_;
  bool options_decide_voxels_ = true;
};

/// The distance of a float from the next greater one, at the magnitude of a number above 0.
mpq_class float_spacing(const mpq_class& at);
/// 2 to a power.
mpq_class power_of_two(int exponent);

/// The families, by their names; each makes the scene of a maker.
Scenario make_headroom(ScenarioMaker& m);
Scenario make_riser(ScenarioMaker& m);
Scenario make_wall(ScenarioMaker& m);
Scenario make_slope(ScenarioMaker& m);
Scenario make_door(ScenarioMaker& m);
Scenario make_slit(ScenarioMaker& m);
Scenario make_stack(ScenarioMaker& m);
Scenario make_coplanar(ScenarioMaker& m);
Scenario make_tjunction(ScenarioMaker& m);
Scenario make_neck(ScenarioMaker& m);
Scenario make_room(ScenarioMaker& m);
Scenario make_voxel(ScenarioMaker& m);
Scenario make_tall(ScenarioMaker& m);
Scenario make_wide(ScenarioMaker& m);
Scenario make_far(ScenarioMaker& m);
Scenario make_contact(ScenarioMaker& m);
Scenario make_cloud(ScenarioMaker& m);
Scenario make_mixed(ScenarioMaker& m);

}  // namespace plumb::pipeline
