// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a level keep relations: an obstacle that is added to L and its image that is added to R(L) make the same
// floor, and when it is removed the bake is back; an area that is blocked or priced has an image that changes as much.
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "plumb/pipeline/nav_update.h"
#include "support/live_text.h"
#include "support/relation_draws.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// A box or some polygons; and its image, whose faces run the other way round in a mirror.
std::pair<PlainLevel, PlainLevel> drawn_obstacle(RelationCase& c) {
  PlainLevel obstacle = drawn_level(c.draws);
  if (obstacle.faces.size() > 4) obstacle.faces.erase(obstacle.faces.begin(), obstacle.faces.end() - 4);
  PlainLevel image = obstacle;
  for (auto& p : image.points) p = c.placement()(p);
  if (c.placement().rows[0][0] < 0)
    for (auto& face : image.faces) std::reverse(face.begin() + 1, face.end());
  return {obstacle, image};
}
PlainLevel with(PlainLevel level, const PlainLevel& more) {
  for (const auto& face : more.faces) {
    std::vector<kernel::ExactPoint> corners;
    for (const std::size_t corner : face) corners.push_back(more.points[corner]);
    level.add(corners);
  }
  return level;
}

std::string fault_of_obstacles(RelationCase& c) {
  const auto [obstacle, image] = drawn_obstacle(c);
  const auto add = [&](const PlainLevel& level, const RelatedAgent& agent, const PlainLevel& more, const char* file) {
    const BakeSettings settings = options_of(arguments_of(agent, "level.obj"));
    LiveBake live = live_of(obj(level), settings);
    const NavMesh before = mesh_of(live);
    const auto id = live.add_obstacle(scene_of(obj(more)));
    if (!id) throw std::runtime_error(id.error().text());
    write_json(mesh_of(live), c.folder / file);
    if (!live.remove_obstacle(*id)) throw std::runtime_error("the obstacle cannot go");
    return same_navmesh(mesh_of(live), before);
  };
  if (!add(c.level, c.agent, obstacle, "a.json")) return "L is not as before when the obstacle is gone";
  if (!add(c.related.level, c.related.agent, image, "b.json")) return "R(L) is not as before when its image is gone";
  const BakeArguments both =
      arguments_of(c.related.agent, c.folder.write("both.obj", obj(with(c.related.level, image))));
  if (const auto wrong = fault_of_floor(c.folder / "a.json", c.placement().text(), both, c.related.added_area());
      !wrong.empty())
    return "of L: " + wrong;
  const auto wrong = fault_of_floor(c.folder / "b.json", Placement{}.text(), both, 0);
  return wrong.empty() ? "" : "of R(L): " + wrong;
}

// Areas by stance and state.
std::map<std::string, mpq_class> areas_of(const NavMesh& mesh, const mpq_class& scale) {
  std::map<std::string, mpq_class> out;
  for (const NavMesh::Cell& cell : mesh.cells) {
    const CellState& state = cell.updated();
    std::string key =
        std::to_string(cell.stance) + " by " + std::to_string(state.blocked_by) + " " + state.cost.get_str();
    for (const std::string& tag : state.tags) key += " " + tag;
    if (cell.stance <= 0) continue;
    for (const NavMesh::Facet& f : cell.facets)
      for (std::size_t i = 0; i < f.corners.size(); ++i) {
        const auto &p = mesh.points[f.corners[i]], &q = mesh.points[f.corners[(i + 1) % f.corners.size()]];
        out[key] += (p[0] * q[1] - p[1] * q[0]) / 2 * scale;
      }
  }
  return out;
}
// By stance: how many components are not blocked.
std::vector<std::size_t> component_counts(const NavMesh& mesh) {
  std::vector<std::size_t> out;
  for (std::size_t s = 1; s <= mesh.info.stances.size(); ++s) {
    std::set<std::uint32_t> open;
    const auto all = components(mesh, static_cast<kernel::Label>(s));
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i] != no_component && mesh.cells[i].open_to() > kernel::blocked) open.insert(all[i]);
    out.push_back(open.size());
  }
  return out;
}

// Two changes of areas, of one of which heights are given.
std::string fault_of_areas(RelationCase& c) {
  auto a = bake_level(c.level, c.agent), b = bake_level(c.related.level, c.related.agent);
  if (bool(a) != bool(b)) return "one of them is refused";
  if (!a) return "";
  NavUpdate of_a(a->mesh()), of_b(b->mesh());
  for (const Change& change : {Change{Change::Kind::block, 0, ""}, Change{Change::Kind::add_cost, 3, ""}}) {
    const mpq_class x = mpq_class(c.draws(-1, 8)) / 3, y = mpq_class(c.draws(-1, 8)) / 3, z = c.draws(0, 4);
    const mpq_class u = mpq_class(c.draws(1, 9)) / 2, v = mpq_class(c.draws(1, 9)) / 2;
    const std::array<kernel::ExactPoint, 3> corners{{{x, y, z}, {x + u, y, z}, {x, y + v, z + 2}}};
    kernel::PlanRing ring, image;
    for (const auto& p : corners) {
      const auto q = c.placement()(p);
      ring.push_back({p[0], p[1]});
      image.push_back({q[0], q[1]});
    }
    std::optional<HeightRange> heights, image_heights;
    if (change.kind == Change::Kind::block && c.draws.one_in(2)) {
      heights = HeightRange{z, z + 2};
      image_heights = HeightRange{c.placement()(corners[0])[2], c.placement()(corners[2])[2]};
    }
    if (!of_a.update(*make_update_area(ring, heights), change)) return "an update is refused";
    if (!of_b.update(*make_update_area(image, image_heights), change)) return "an update's image is refused";
  }
  const auto same = [&](const char* when) -> std::string {
    const NavMesh x = of_a.mesh(), y = of_b.mesh();
    auto areas_a = areas_of(x, c.area_scale()), areas_b = areas_of(y, 1);
    const std::string free = std::to_string(c.agent.heights.size()) + " by 0 1";
    areas_a[free] += c.related.added_area();
    areas_b[free] += 0;
    if (areas_a != areas_b) {
      std::string out = std::string("areas ") + when + " differ";
      for (const auto* areas : {&areas_a, &areas_b})
        for (const auto& [key, area] : *areas) out += "\n  " + key + ": " + area.get_str();
      return out;
    }
    auto counts = component_counts(x);
    if (c.related.added_side != 0)
      for (auto& count : counts) ++count;
    if (counts == component_counts(y)) return "";
    std::string out = std::string("components ") + when + " differ:";
    for (const auto& n : counts) out += " " + std::to_string(n);
    out += " and";
    for (const auto& n : component_counts(y)) out += " " + std::to_string(n);
    return out;
  };
  if (const auto wrong = same("under both changes"); !wrong.empty()) return wrong;
  of_a.revert(1), of_b.revert(1);
  if (const auto wrong = same("under the second change"); !wrong.empty()) return wrong;
  of_a.revert(2), of_b.revert(2);
  return same_navmesh(of_a.mesh(), a->mesh()) && same_navmesh(of_b.mesh(), b->mesh()) ? "" : "a bake is not back";
}

void meet_live(const Relation&, RelatedAgent& agent) {
  agent.wedge = false;
  agent.seed_points.clear();
  agent.solids = "none";  // an obstacle may have no corner in common with the level
}
const RelationJob obstacles{fault_of_obstacles, meet_live};
const RelationJob changed_areas{fault_of_areas, [](const Relation&, RelatedAgent& agent) { agent.wedge = false; }};

}  // namespace

TEST_CASE("relations of updates: the image of an obstacle makes the same floor, and may go", "[relations]") {
  hold_relations(obstacles, 6);
}
TEST_CASE("relations of updates: with obstacles, what breaks one is noticed") {
  notice_broken_relations(obstacles, 12, 12);
}
TEST_CASE("relations of updates: the image of an area changes as much", "[relations]") {
  hold_relations(changed_areas, 12);
}
TEST_CASE("relations of updates: with areas, what breaks one is noticed") {
  notice_broken_relations(changed_areas, 12, 12);
}
