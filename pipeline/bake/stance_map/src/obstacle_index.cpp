// SPDX-License-Identifier: GPL-3.0-or-later
// Polygons that need not be paired, though their boxes overlap: parts of one face, fans around a point, and copies.
// Problem. Decomposition pairs each floor with all polygons whose boxes touch the space above it. Where a face was cut
// into many convex parts, or where hundreds of triangles meet in a point, most pairs of boxes overlap for nothing, and
// equal polygons laid on one another multiply the work; all these cost the square of their number. Find groups of
// polygons whose interiors are apart seen from above, and for each polygon the lowest one with the same outline.
// 1. find_equal() hashes the corners of each polygon, whichever comes first, and compares those of one hash as cycles.
// 2. group_parts() puts the convex parts of one planar face into a group, but for parts welded to another face and for
//    faces that were triangulated since they are not planar.
// 3. group_around() takes the points where at least `many_around` polygons meet, those with most first. Each polygon
//    takes a sector of the directions around the point; part_apart() chooses greedily, by where sectors end, a largest
//    set that does not overlap, and that set is a group. What is left is tried again while that pays.
// Cost. N log N: a sort of the sectors around each point; each repetition must group a quarter of what is left.
// Memory O(N).
// Exactness. Directions are compared by exact turns of points of the table; hashes only find candidates.
// ObstacleIndex asks the index of all polygons, and leaves out the members of a polygon's own group and all but the
// lowest of equal polygons.
// Source: none of the five documents; it saves time and changes no cell.
#include "obstacle_index.h"

#include <algorithm>
#include <numeric>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/numbering.h"
#include "plumb/kernel/point_predicates.h"

namespace plumb::pipeline {
namespace {

using kernel::PointId;
using kernel::Sign;
constexpr std::uint32_t no_group = kernel::BoxGroups::none;
// With fewer polygons around a point boxes are good enough.
constexpr std::uint32_t many_around = 32;

// --- Equal outlines

std::uint64_t hash_of(std::span<const PointId> corners) {
  std::uint64_t sum = 0;  // the same whichever corner is the first
  for (const PointId p : corners) {
    const std::uint64_t bits = (p + std::uint64_t{1}) * 0x9e3779b97f4a7c15u;
    sum += (bits ^ bits >> 32) * 0xbf58476d1ce4e5b9u;  // so that corners with equal sums of numbers do not collide
  }
  return sum ^ sum >> 32;
}

// Whether two outlines have the same corners in the same order, from any corner on. Both run clockwise.
bool same_outline(std::span<const PointId> a, std::span<const PointId> b) {
  if (a.size() != b.size()) return false;
  const auto start = std::ranges::find(b, a.front());
  return start != b.end() && std::equal(start, b.end(), a.begin()) &&
         std::equal(b.begin(), start, a.begin() + (b.end() - start));
}

void find_equal(const SurfaceSet& set, const SolidSet* solids, ObstacleGroups& out) {
  constexpr std::uint32_t end = 0xffffffffu;
  kernel::PairMap<std::uint32_t> last;  // by hash: the last surface that is its own first_equal
  last.reserve(set.surfaces.size());
  std::vector<std::uint32_t> before(set.surfaces.size(), end);  // of the same hash, by chance
  const auto counts = [&](const Surface& s) { return solids && solids->counts_face(s.face); };
  for (std::uint32_t i = 0; i < set.surfaces.size(); ++i) {
    const Surface& s = set.surfaces[i];
    if (s.kind == SurfaceKind::vertical) continue;
    const auto [at, is_new] = last.try_emplace(hash_of(set.corners_of(s)), i);
    if (is_new) continue;
    const auto equal = [&](const Surface& o) {
      return o.kind == s.kind && counts(o) == counts(s) && same_outline(set.corners_of(o), set.corners_of(s));
    };
    std::uint32_t other = at->second;
    while (other != end && !equal(set.surfaces[other])) other = before[other];
    if (other != end) {
      out.first_equal[i] = other;
      out.equal.push_back({other, i});
      out.any = true;
    } else {
      before[i] = at->second;
      at.value() = i;
    }
  }
  std::ranges::sort(out.equal);
}

// --- Parts of planar faces

void group_parts(const SurfaceSet& set, std::uint32_t& groups, ObstacleGroups& out) {
  std::uint32_t face = no_group, first = 0;
  for (std::uint32_t i = 0; i < set.surfaces.size(); ++i) {
    const auto parts = set.parts_of(i);
    // A part that was welded to a part of another face may lie over the rest of its own face.
    if (parts.front().face != parts.back().face) continue;
    const auto cut = std::ranges::lower_bound(set.cut_parts, FacePart{parts.front().face, 0});
    if (cut == set.cut_parts.end() || cut->face != parts.front().face) continue;
    // Seen from above, triangles of a face that is not planar may overlap.
    if (std::ranges::binary_search(set.triangulated_faces, cut->face)) continue;
    if (cut->face != face) {
      face = cut->face;
      first = i;
      continue;
    }
    if (out.group[first] == no_group) out.group[first] = groups++;
    out.group[i] = out.group[first];
    out.any = true;
  }
}

// --- Polygons around a point

// The directions around a point that a polygon takes: clockwise from one to another, at most half of all.
struct Sector {
  PointId from, to;
  std::uint32_t surface;
};

// Orders the directions from a centre to points, clockwise seen from above, from a first one on.
class Directions {
 public:
  Directions(const kernel::PointTable& points, PointId centre, PointId first)
      : points_(points), centre_(centre), first_(first) {}

  bool before(PointId p, PointId q) const {
    if (p == q) return false;
    const int half = half_of(p), other = half_of(q);
    return half != other ? half < other : turn_to(p, q) == Sign::negative;
  }
  bool is_first(PointId p) const { return half_of(p) == 0 && turn_to(first_, p) == Sign::zero; }

 private:
  Sign turn_to(PointId p, PointId q) const { return orientation(points_, 2, centre_, p, q); }
  int half_of(PointId p) const {
    if (p == first_) return 0;
    const Sign s = turn_to(first_, p);
    if (s != Sign::zero) return s == Sign::negative ? 0 : 1;
    return compare_projected(points_, 2, centre_, p) == compare_projected(points_, 2, centre_, first_) ? 0 : 1;
  }

  const kernel::PointTable& points_;
  PointId centre_, first_;
};

// Puts sectors that do not overlap, as many as possible, first. @return how many they are
std::size_t part_apart(const Directions& around, std::vector<Sector>& sectors) {
  // A sector that goes on beyond the first direction is left out.
  const auto ends_before = [&](const Sector& a, const Sector& b) {
    return !around.is_first(a.to) && (around.is_first(b.to) || around.before(a.to, b.to));
  };
  const auto wraps = [&](const Sector& s) { return !around.is_first(s.to) && !around.before(s.from, s.to); };
  const auto last = std::stable_partition(sectors.begin(), sectors.end(), [&](const Sector& s) { return !wraps(s); });
  std::stable_sort(sectors.begin(), last, ends_before);
  const Sector* before = nullptr;
  std::vector<Sector> apart, others;
  for (auto s = sectors.begin(); s != last; ++s) {
    if (before && (around.is_first(before->to) || around.before(s->from, before->to))) {
      others.push_back(*s);
    } else {
      before = &*s;
      apart.push_back(*s);
    }
  }
  others.insert(others.end(), last, sectors.end());
  std::ranges::copy(others, std::ranges::copy(apart, sectors.begin()).out);
  return apart.size();
}

void group_around(const kernel::PointTable& points, const SurfaceSet& set, std::uint32_t& groups, ObstacleGroups& out) {
  const auto counts = [&](std::uint32_t i) {
    return set.surfaces[i].kind != SurfaceKind::vertical && out.group[i] == no_group && out.first_equal[i] == i;
  };
  std::vector<std::uint32_t> around(points.size());
  for (std::uint32_t i = 0; i < set.surfaces.size(); ++i)
    if (counts(i))
      for (const PointId p : set.corners_of(set.surfaces[i])) ++around[p];
  std::vector<PointId> centres;
  for (PointId p = 0; p < around.size(); ++p)
    if (around[p] >= many_around) centres.push_back(p);
  if (centres.empty()) return;
  std::ranges::stable_sort(centres, std::greater<>(), [&](PointId p) { return around[p]; });
  std::vector<std::uint32_t> place(points.size(), no_group);
  for (std::uint32_t c = 0; c < centres.size(); ++c) place[centres[c]] = c;
  std::vector<std::vector<Sector>> sectors(centres.size());
  for (std::uint32_t i = 0; i < set.surfaces.size(); ++i) {
    if (!counts(i)) continue;
    const auto c = set.corners_of(set.surfaces[i]);
    for (std::size_t k = 0; k < c.size(); ++k)
      if (place[c[k]] != no_group)
        sectors[place[c[k]]].push_back({c[k + 1 == c.size() ? 0 : k + 1], c[k == 0 ? c.size() - 1 : k - 1], i});
  }
  for (std::uint32_t c = 0; c < centres.size(); ++c) {
    std::vector<Sector>& left = sectors[c];
    std::erase_if(left, [&](const Sector& s) { return out.group[s.surface] != no_group; });
    while (left.size() >= many_around) {
      const std::size_t apart = part_apart(Directions(points, centres[c], left.front().from), left);
      // Where most polygons lie over each other each group would be small, and all groups would cost the square.
      if (apart < left.size() / 4 || apart < 2) break;
      for (std::size_t i = 0; i < apart; ++i) out.group[left[i].surface] = groups;
      ++groups;
      out.any = true;
      left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(apart));
    }
  }
}

}  // namespace

ObstacleGroups obstacle_groups(const kernel::PointTable& points, const SurfaceSet& set, const SolidSet* solids) {
  ObstacleGroups out;
  out.group.resize(set.surfaces.size(), no_group);
  out.first_equal.resize(set.surfaces.size());
  std::iota(out.first_equal.begin(), out.first_equal.end(), 0u);
  std::uint32_t groups = 0;
  find_equal(set, solids, out);
  group_parts(set, groups, out);
  group_around(points, set, groups, out);
  return out;
}

ObstacleIndex::ObstacleIndex(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                             const SolidSet* solids)
    : index_(index), groups_(obstacle_groups(points, set, solids)) {
  if (!groups_.any) return;
  std::vector<std::uint32_t> in_tree = groups_.group;
  for (std::uint32_t i = 0; i < in_tree.size(); ++i)
    if (groups_.first_equal[i] != i) in_tree[i] = kernel::BoxGroups::hidden;
  passed_by_ = index.grouped(in_tree);
}

void ObstacleIndex::count_equal(vcd::Obstacle& lowest, std::uint32_t surface) const {
  if (groups_.equal.empty()) return;
  const std::uint32_t first = first_equal(lowest.polygon.id);
  const auto others = groups_.equal_to(first);
  // The obstacle stands for all equal polygons but itself and, if it is one of them, the surface.
  const bool with_surface = first == first_equal(surface);
  const auto all = static_cast<std::uint32_t>(others.size()) - (with_surface && !others.empty());
  const auto below =
      static_cast<std::uint32_t>(std::ranges::lower_bound(others, std::pair(first, surface)) - others.begin());
  if (lowest.owner) lowest.equal_owners = below;
  lowest.equal_others = all - lowest.equal_owners;
}

}  // namespace plumb::pipeline
