// SPDX-License-Identifier: GPL-3.0-or-later
// What can be left out of a scene: groups of faces, faces, and corners of faces.
//
// 1. GroupList::trim() leaves out all groups on one side of a plane, as long as one of the six sides succeeds: what
//    shows a defect is most often in one place. It is a cut through space and not through the list, for a few large
//    groups, such as a floor below everything, belong to every place.
// 2. GroupList::leave_out_directions() leaves out all faces that look into one direction, such as all undersides. Both
//    take few trials, and come before anything else.
// 3. order_in_space() sorts groups such that halves, quarters ... of the list are compact regions: a list is halved at
//    the median of its groups' centres along the axis in which these spread most, and each half likewise.
// 4. leave_out_groups() is ddmin on that list, by complements: it cuts the list into 2, 4, 8 ... parts, and leaves out
//    part after part where the rest is interesting. Where most are gone, it begins again with 1. When parts are single
//    groups, it repeats until none can be left out.
// 5. leave_out_corners() cuts all faces into fans of triangles and does the same with these. That is kept if it makes
//    fewer triangles. Faces with more than three corners that there are still lose single corners.
//
// Cost: for m faces left of n, O(m log n) trials where left-out faces do not matter to the others, at most O(n^2).
// Source: Zeller & Hildebrandt, Simplifying and Isolating Failure-Inducing Input (2002); that parts are passed over
// once each, in order, and only single ones again, is what Lithium and C-Vise do.
#include <algorithm>
#include <array>
#include <cmath>

#include "plumb/kernel/formulas.h"
#include "reduction.h"

namespace plumb::pipeline {
namespace {

using Faces = std::vector<std::uint32_t>;

// The box around a group, in doubles. They only steer the search.
struct GroupBox {
  std::array<double, 3> low, high;
  double centre(std::size_t axis) const { return low[axis] + (high[axis] - low[axis]) / 2; }
  bool meets(const GroupBox& other) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (low[axis] > other.high[axis] || other.low[axis] > high[axis]) return false;
    return true;
  }
};

GroupBox box_of(const PlainScene& scene, const Faces& group) {
  GroupBox box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto at = [&](std::uint32_t p) { return scene.points[p][axis].get_d(); };
    double &low = box.low[axis], &high = box.high[axis];
    low = high = at(scene.faces[group[0]][0]);
    for (const std::uint32_t f : group)
      for (const std::uint32_t p : scene.faces[f]) low = std::min(low, at(p)), high = std::max(high, at(p));
  }
  return box;
}

// Faces that are left out together.
struct Group {
  Faces faces;
  GroupBox box;
};
using GroupIterator = std::vector<Group>::iterator;

// The box around the centres of groups.
GroupBox box_of_centres(GroupIterator begin, GroupIterator end) {
  GroupBox box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto centre = [axis](const Group& group) { return group.box.centre(axis); };
    box.low[axis] = centre(*std::ranges::min_element(begin, end, {}, centre));
    box.high[axis] = centre(*std::ranges::max_element(begin, end, {}, centre));
  }
  return box;
}

// The box without a share of it at one of its sides.
constexpr std::size_t sides = 6;
GroupBox trimmed(GroupBox box, std::size_t side, int share) {
  const std::size_t axis = side / 2;
  const double part = (box.high[axis] - box.low[axis]) / share;
  (side % 2 == 0 ? box.low[axis] : box.high[axis]) += side % 2 == 0 ? part : -part;
  return box;
}

bool centre_is_in(const GroupBox& box, const GroupBox& window) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (box.centre(axis) < window.low[axis] || box.centre(axis) > window.high[axis]) return false;
  return true;
}

// Which of the six directions along the axes a face turns its front to, about: by its first three corners, in doubles.
constexpr std::size_t directions = 6;
std::size_t direction_of(const PlainScene& scene, const std::vector<std::uint32_t>& face) {
  const auto to = [&](std::size_t corner) {
    std::array<double, 3> edge;
    for (std::size_t axis = 0; axis < 3; ++axis)
      edge[axis] = mpq_class(scene.points[face[corner]][axis] - scene.points[face[0]][axis]).get_d();
    return edge;
  };
  const std::array<double, 3> normal = kernel::formulas::cross(to(1), to(2));
  std::size_t longest = 0;
  for (std::size_t axis = 1; axis < 3; ++axis)
    if (std::abs(normal[axis]) > std::abs(normal[longest])) longest = axis;
  return 2 * longest + (normal[longest] > 0);
}

// Sorts groups as said above. Places that are equal keep the order of their first faces.
void order_in_space(GroupIterator begin, GroupIterator end) {
  if (end - begin < 2) return;
  const GroupBox box = box_of_centres(begin, end);
  std::size_t widest = 0;
  for (std::size_t axis = 1; axis < 3; ++axis)
    if (box.high[axis] - box.low[axis] > box.high[widest] - box.low[widest]) widest = axis;
  const GroupIterator middle = begin + (end - begin) / 2;
  std::nth_element(begin, middle, end, [widest](const Group& a, const Group& b) {
    return std::pair(a.box.centre(widest), a.faces[0]) < std::pair(b.box.centre(widest), b.faces[0]);
  });
  order_in_space(begin, middle);
  order_in_space(middle, end);
}

// The faces of a scene, in groups.
class GroupList {
 public:
  GroupList(Reduction& reduction, const std::vector<Faces>& groups) : reduction_(reduction), whole_(reduction.scene()) {
    for (const Faces& faces : groups) groups_.push_back({faces, box_of(whole_, faces)});
    order_in_space(groups_.begin(), groups_.end());
  }

  std::size_t size() const { return groups_.size(); }

  // Leaves out all groups on one side of a plane, as long as that succeeds: a half of the space that their centres
  // take, then quarters, then eighths. A group on both sides, such as a floor below everything, stays.
  void trim() {
    GroupBox window = box_of_centres(groups_.begin(), groups_.end());
    for (const int share : {2, 4, 8})
      for (;;) {
        const auto found = reduction_.take_first(sides, [&](std::size_t side) {
          const GroupBox rest = trimmed(window, side, share);
          return scene_of([&](std::size_t i) { return groups_[i].box.meets(rest); });
        });
        if (!found) break;
        const GroupBox rest = trimmed(window, *found, share);
        std::erase_if(groups_, [&](const Group& group) { return !group.box.meets(rest); });
        const GroupIterator end = std::stable_partition(groups_.begin(), groups_.end(),
                                                        [&](const Group& g) { return centre_is_in(g.box, rest); });
        window = end == groups_.begin() ? rest : box_of_centres(groups_.begin(), end);
      }
    order_in_space(groups_.begin(), groups_.end());
  }

  // Leaves out all groups of one direction, where that succeeds: the undersides of everything, for instance.
  void leave_out_directions() {
    std::vector<std::size_t> direction;
    for (const Faces& face : whole_.faces) direction.push_back(direction_of(whole_, face));
    for (std::size_t first = 0; first < directions;) {
      const auto found = reduction_.take_first(directions - first, [&](std::size_t number) {
        return scene_of([&](std::size_t i) { return direction[groups_[i].faces[0]] != first + number; });
      });
      if (!found) return;
      first += *found;
      std::erase_if(groups_, [&](const Group& group) { return direction[group.faces[0]] == first; });
    }
  }

  // Leaves out parts where that succeeds, going through them once, but for the last that is left. @return how many
  // parts are left
  std::size_t leave_out(std::size_t parts) {
    std::vector<std::size_t> ends;  // of the parts that are left
    for (std::size_t part = 1; part <= parts; ++part) ends.push_back(begin(part, parts));
    for (std::size_t first = 0; first < ends.size() && ends.size() > 1;) {
      const auto start = [&](std::size_t part) { return part == 0 ? 0 : ends[part - 1]; };
      const auto found = reduction_.take_first(ends.size() - first, [&](std::size_t part) {
        return scene_of([&](std::size_t i) { return i < start(first + part) || i >= ends[first + part]; });
      });
      if (!found) break;
      first += *found;
      const std::size_t from = start(first), gone = ends[first] - from;
      groups_.erase(at(from), at(ends[first]));
      ends.erase(ends.begin() + static_cast<std::ptrdiff_t>(first));
      for (std::size_t part = first; part < ends.size(); ++part) ends[part] -= gone;
    }
    return ends.size();
  }

 private:
  GroupIterator at(std::size_t i) { return groups_.begin() + static_cast<std::ptrdiff_t>(i); }
  // Where a part of the list begins, in equal parts.
  std::size_t begin(std::size_t part, std::size_t parts) const { return groups_.size() * part / parts; }

  template <class IsKept>
  PlainScene scene_of(const IsKept& is_kept) const {
    Faces faces;
    for (std::size_t i = 0; i < groups_.size(); ++i)
      if (is_kept(i)) faces.insert(faces.end(), groups_[i].faces.begin(), groups_[i].faces.end());
    std::ranges::sort(faces);
    return with_faces(whole_, faces);
  }

  Reduction& reduction_;
  const PlainScene whole_;  // of which the groups are
  std::vector<Group> groups_;
};

void leave_out_groups(Reduction& reduction, const std::vector<Faces>& groups, bool halves) {
  GroupList list(reduction, groups);
  std::size_t parts = halves ? 2 : list.size();
  while (list.size() > 1) {
    if (halves && parts == 2) list.trim();
    parts = std::min(parts, list.size());
    const std::size_t before = list.size(), left = list.leave_out(parts);
    if (parts == before && left == parts) return;
    parts = 2 * list.size() <= before && halves ? 2 : 2 * left;
  }
}

std::vector<Faces> single_faces(const PlainScene& scene) {
  std::vector<Faces> groups;
  for (std::uint32_t f = 0; f < scene.faces.size(); ++f) groups.push_back({f});
  return groups;
}

bool has_polygons(const PlainScene& scene) {
  return std::ranges::any_of(scene.faces, [](const Faces& face) { return face.size() > 3; });
}

// Every face as the triangles of its first corner and each of its sides.
PlainScene with_fans(const PlainScene& scene) {
  PlainScene out{scene.points, {}};
  for (const Faces& face : scene.faces)
    for (std::size_t c = 2; c < face.size(); ++c) out.faces.push_back({face[0], face[c - 1], face[c]});
  return out;
}

}  // namespace

void leave_out_regions(Reduction& reduction) {
  reduction.set_stage("regions");
  GroupList list(reduction, single_faces(reduction.scene()));
  list.trim();
  list.leave_out_directions();
}

void leave_out_components(Reduction& reduction) {
  reduction.set_stage("components");
  leave_out_groups(reduction, connected_faces(reduction.scene()), true);
}

void leave_out_faces(Reduction& reduction, bool halves) {
  reduction.set_stage("faces");
  leave_out_groups(reduction, single_faces(reduction.scene()), halves);
}

void leave_out_corners(Reduction& reduction) {
  if (!has_polygons(reduction.scene())) return;
  reduction.set_stage("triangles");
  Reduction triangles = reduction.begun_with(with_fans(reduction.scene()));
  if (triangles.is_interesting()) {
    triangles.set_stage("triangles");
    leave_out_faces(triangles, true);
    reduction.take_over(std::move(triangles));
  }
  reduction.sweep([](const PlainScene& scene, std::size_t place) {
    std::vector<Reduction::Change> changes;
    for (std::size_t f = place; f < scene.faces.size(); ++f)
      for (std::size_t corner = 0; scene.faces[f].size() > 3 && corner < scene.faces[f].size(); ++corner)
        changes.push_back({f, [&scene, f, corner] {
                             PlainScene out = scene;
                             out.faces[f].erase(out.faces[f].begin() + static_cast<std::ptrdiff_t>(corner));
                             return out;
                           }});
    return changes;
  });
}

}  // namespace plumb::pipeline
