// SPDX-License-Identifier: GPL-3.0-or-later
// The relations of docs/reference/relations.md, one by one: how a level and an agent are made to meet the conditions
// (meet_), how R(L) is made, and how that is broken by hand (misapply_). Coordinates stay binary fractions that doubles
// hold, so that an .obj has them exactly; each relation says which faces of R(L) a face of L becomes. Linear in the
// level. Source: ours; the conditions are derived in that page.
#include "support/related_levels.h"

namespace plumb::tests {
namespace {

using kernel::ExactPoint;
using Faces = std::vector<std::vector<std::uint32_t>>;

Faces each_to_itself(std::size_t count) {
  Faces out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = {static_cast<std::uint32_t>(i)};
  return out;
}
RelatedLevel unchanged(const PlainLevel& level, const RelatedAgent& agent) {
  return {.level = level, .agent = agent, .images = each_to_itself(level.faces.size())};
}
RelatedLevel placed(const PlainLevel& level, const RelatedAgent& agent, const Placement& placement) {
  RelatedLevel out = unchanged(level, agent);
  out.placement = placement;
  for (auto& p : out.level.points) p = placement(p);
  for (auto& p : out.agent.seed_points) p = placement(p);
  return out;
}
std::size_t drawn_index(std::size_t count, Draws& draws) {
  return static_cast<std::size_t>(draws(0, static_cast<int>(count) - 1));
}

void meet_always(PlainLevel&, RelatedAgent&) {}

// The box of drawn_level() alone is closed, and faces are welded to it only along its edges.
void meet_open(PlainLevel&, RelatedAgent& agent) { agent.solids = "none"; }

// The polygon around the disc is its own mirror image where it has no corner at an odd eighth of a turn.
void meet_mirrored_disc(PlainLevel&, RelatedAgent& agent) {
  if (agent.disc == "8" || agent.disc == "16") agent.disc = "12";
}

// Border that a weld covers takes no floor away, up to the weld's end, which is rounded.
void meet_rational_border(PlainLevel&, RelatedAgent& agent) {
  if (agent.radius != 0) agent.weld = 0;
}

// A seed point keeps only what is reached from it.
void meet_all_kept(PlainLevel&, RelatedAgent& agent) { agent.seed_points.clear(); }

RelatedLevel with_faces_shuffled(const PlainLevel& level, const RelatedAgent& agent, Draws& draws) {
  RelatedLevel out = unchanged(level, agent);
  std::vector<std::size_t> order(level.faces.size());
  std::iota(order.begin(), order.end(), 0);
  draws.shuffle(order);
  for (std::size_t i = 0; i < order.size(); ++i) {
    out.level.faces[order[i]] = level.faces[i];
    out.images[i] = {static_cast<std::uint32_t>(order[i])};
  }
  return out;
}
void misapply_one_face_twice(RelatedLevel& related, Draws& draws) {
  auto& faces = related.level.faces;
  const std::size_t i = drawn_index(faces.size(), draws);
  faces[i] = faces[(i + 1) % faces.size()];
}

RelatedLevel with_points_shuffled(const PlainLevel& level, const RelatedAgent& agent, Draws& draws) {
  RelatedLevel out = unchanged(level, agent);
  std::vector<std::size_t> order(level.points.size());
  std::iota(order.begin(), order.end(), 0);
  draws.shuffle(order);
  for (std::size_t i = 0; i < order.size(); ++i) out.level.points[order[i]] = level.points[i];
  for (auto& face : out.level.faces)
    for (std::size_t& c : face) c = order[c];
  return out;
}
void misapply_two_points_exchanged(RelatedLevel& related, Draws& draws) {
  auto& points = related.level.points;
  std::swap(points[drawn_index(points.size(), draws)], points[drawn_index(points.size(), draws)]);
}

// Whether all corners of a face lie in one plane.
bool is_planar(const PlainLevel& level, const std::vector<std::size_t>& face) {
  ExactPoint normal{0, 0, 0};
  const auto& at = level.points;
  for (std::size_t i = 0; i < face.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const ExactPoint &a = at[face[i]], &b = at[face[(i + 1) % face.size()]];
      const std::size_t l = (k + 1) % 3, m = (k + 2) % 3;
      normal[k] += (a[l] - b[l]) * (a[m] + b[m]);
    }
  return std::ranges::all_of(face, [&](std::size_t c) {
    mpq_class off = 0;
    for (std::size_t k = 0; k < 3; ++k) off += normal[k] * (at[c][k] - at[face[0]][k]);
    return off == 0;
  });
}
RelatedLevel with_corners_rotated(const PlainLevel& level, const RelatedAgent& agent, Draws& draws) {
  RelatedLevel out = unchanged(level, agent);
  for (auto& face : out.level.faces)
    if (is_planar(level, face))
      std::rotate(face.begin(), face.begin() + draws(0, static_cast<int>(face.size()) - 1), face.end());
  return out;
}
void misapply_a_corner_of_another_face(RelatedLevel& related, Draws& draws) {
  auto& faces = related.level.faces;
  const std::size_t i = drawn_index(faces.size(), draws);
  faces[i].front() = faces[(i + 1) % faces.size()].front();
}

RelatedLevel translated(const PlainLevel& level, const RelatedAgent& agent, Draws& draws) {
  Placement placement;
  placement.rows[0][3] = mpq_class(draws(-1000000, 1000000)) / 8;
  placement.rows[1][3] = mpq_class(draws(-1000, 1000)) / 4;
  placement.rows[2][3] = mpq_class(draws(-1000, 1000)) / 2;
  return placed(level, agent, placement);
}
// Areas do not tell where a level is: so a point of it is another's, too.
void misapply_by_a_little(RelatedLevel& related, Draws& draws) {
  for (auto& p : related.level.points) p[0] += mpq_class(1, 8);
  misapply_two_points_exchanged(related, draws);
}

RelatedLevel turned(const PlainLevel& level, const RelatedAgent& agent, Draws&) {
  return placed(level, agent, {.rows = {{{0, -1, 0, 0}, {1, 0, 0, 0}, {0, 0, 1, 0}}}});
}
void misapply_the_other_way_round(RelatedLevel& related, Draws& draws) {
  for (auto& p : related.level.points) p = {-p[0], -p[1], p[2]};
  misapply_two_points_exchanged(related, draws);
}

// A face still faces up, and the triangles of a face that is not planar are the same.
RelatedLevel mirrored(const PlainLevel& level, const RelatedAgent& agent, Draws&) {
  RelatedLevel out = placed(level, agent, {.rows = {{{-1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}});
  for (auto& face : out.level.faces) std::reverse(face.begin() + 1, face.end());
  return out;
}

RelatedLevel scaled(const PlainLevel& level, const RelatedAgent& agent, Draws& draws) {
  const mpq_class by = mpq_class(1 << draws(0, 20)) / (1 << 10);
  RelatedLevel out = placed(level, agent, {.rows = {{{by, 0, 0, 0}, {0, by, 0, 0}, {0, 0, by, 0}}}, .scale = by});
  for (mpq_class& height : out.agent.heights) height *= by;
  for (mpq_class* length : {&out.agent.step, &out.agent.weld, &out.agent.radius, &out.agent.window}) *length *= by;
  out.agent.min_area *= by * by;
  return out;
}
void misapply_once_more(RelatedLevel& related, Draws&) {
  for (auto& p : related.level.points)
    for (mpq_class& v : p) v *= mpq_class(9, 8);
}

RelatedLevel with_a_face_twice(const PlainLevel& level, const RelatedAgent& agent, Draws& draws) {
  RelatedLevel out = unchanged(level, agent);
  const std::size_t face = drawn_index(level.faces.size(), draws);
  out.images[face].push_back(static_cast<std::uint32_t>(level.faces.size()));
  out.level.faces.push_back(level.faces[face]);
  return out;
}
void misapply_a_copy_above(RelatedLevel& related, Draws&) {
  auto& [points, faces] = related.level;
  for (std::size_t& c : faces.back()) {
    points.push_back(points[c]);
    points.back()[2] += mpq_class(1, 4);
    c = points.size() - 1;
  }
}

// A triangle at a point within, from which it is seen as three, so that no edge gets a corner that a neighbour lacks; a
// planar quadrangle, convex as those of drawn_level() are, along a diagonal.
RelatedLevel subdivided(const PlainLevel& level, const RelatedAgent& agent, Draws& draws) {
  RelatedLevel out{.level = {.points = level.points, .faces = {}}, .agent = agent};
  auto& [points, faces] = out.level;
  for (const auto& f : level.faces) {
    const auto first = static_cast<std::uint32_t>(faces.size());
    const bool cut = !draws.one_in(4);
    if (cut && f.size() == 3) {
      ExactPoint within;
      for (std::size_t k = 0; k < 3; ++k)
        within[k] = level.points[f[0]][k] / 2 + level.points[f[1]][k] / 4 + level.points[f[2]][k] / 4;
      points.push_back(within);
      for (std::size_t k = 0; k < 3; ++k) faces.push_back({f[k], f[(k + 1) % 3], points.size() - 1});
    } else if (cut && f.size() == 4 && is_planar(level, f)) {
      faces.push_back({f[0], f[1], f[2]});
      faces.push_back({f[0], f[2], f[3]});
    } else {
      faces.push_back(f);
    }
    auto& images = out.images.emplace_back();
    for (auto i = first; i < faces.size(); ++i) images.push_back(i);
  }
  return out;
}
void misapply_without_a_part(RelatedLevel& related, Draws& draws) {
  auto& faces = related.level.faces;
  faces.erase(faces.begin() + static_cast<std::ptrdiff_t>(drawn_index(faces.size(), draws)));
}

RelatedLevel with_far_floor(const PlainLevel& level, const RelatedAgent& agent, Draws&) {
  RelatedLevel out = unchanged(level, agent);
  out.added_side = 8;
  out.level.add({{1000, 0, 0}, {1008, 0, 0}, {1008, 8, 0}, {1000, 8, 0}});
  return out;
}
void misapply_near(RelatedLevel& related, Draws&) {
  for (std::size_t i = related.level.points.size() - 4; i < related.level.points.size(); ++i)
    related.level.points[i][0] -= 1000;
}

}  // namespace

const std::vector<Relation>& relations() {
  static const std::vector<Relation> all{
      {"order of faces", PolygonsOf::renumbered, true, meet_always, with_faces_shuffled, misapply_one_face_twice},
      {"order of points", PolygonsOf::same, true, meet_always, with_points_shuffled, misapply_two_points_exchanged},
      {"first corners", PolygonsOf::renumbered, true, meet_always, with_corners_rotated,
       misapply_a_corner_of_another_face},
      {"translation", PolygonsOf::same, true, meet_always, translated, misapply_by_a_little},
      {"turn", PolygonsOf::same, false, meet_rational_border, turned, misapply_the_other_way_round},
      {"mirror", PolygonsOf::same, true, meet_mirrored_disc, mirrored, misapply_the_other_way_round},
      {"scale", PolygonsOf::same, false, meet_rational_border, scaled, misapply_once_more},
      {"duplicate", PolygonsOf::others, true, meet_open, with_a_face_twice, misapply_a_copy_above},
      {"subdivision", PolygonsOf::others, true, meet_always, subdivided, misapply_without_a_part},
      {"far floor", PolygonsOf::same, true, meet_all_kept, with_far_floor, misapply_near},
  };
  return all;
}

}  // namespace plumb::tests
