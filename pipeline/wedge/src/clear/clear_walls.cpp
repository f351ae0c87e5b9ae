// SPDX-License-Identifier: GPL-3.0-or-later
// The stage that keeps the mesh away from its border by the agent's radius (Sanchez 2021, 2.9).
// Problem. Erase every point of the mesh that has a point of the border nearer than the radius in plan and nearer than
// the window in height. The disc is replaced by a polygon around it or inside of it (docs/theory/radius.md). What each
// straight stretch of border takes away is then an open convex body, and the stage subtracts all bodies from all
// floors.
// 1. EdgeBodies (edge_body.h) joins the boundary edges to straight stretches and makes a body of each.
// 2. patches_of() joins triangles side by side of one surface, plateau and ramp to patches. A patch lies in one plane
//    and is cut as a whole; the sides between two patches are joints.
// 3. clear_patches() lets PatchClearer (cleared_patch.h) subtract the bodies near each patch, patch by patch, in
//    several threads.
// 4. join_patches() matches what is left of the two sides of each joint. Where one side has a corner
//    that the other lacks, the other patch is cleared again with that corner added, until both sides have the same
//    corners.
// 5. Assembler builds one mesh: a union-find of triangle corners decides which of them are one point, and each new
//    boundary edge gets the class of the border stretch that took what lies beyond it.
// Cost. Near N log N in triangles and border stretches, with boxes in a tree to find the bodies of a patch. Patches in
// which many bodies cross pairwise, none of them covering another's edge, cost the square of the bodies in the worst
// case. Memory: the old mesh, the new one, and the outline of every body.
// Exactness. No coordinate is rounded: a new corner is where two lines meet, each of which comes from one border
// stretch or one side of a triangle, so numbers do not grow from cut to cut. Doubles with error bounds decide most
// signs, fractions the rest. The result does not depend on the number of threads.
// The room `erode` takes the same bodies from cells. Both share the outline of a body and the test of its window
// (plumb/vcd/border_body.h), and nothing else; tests compare the areas of both.
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "clear/cleared_patch.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/wedge_stages.h"

namespace plumb::pipeline {

namespace {

using Index = TriangleMesh::Index;
using Beyond = std::vector<std::array<Index, 3>>;

// --- What is left of both sides of each joint, matched

// An end of what is left of a patch (ClearedPatch::End).
struct PatchEnd {
  Index patch, end;
};

// The sides along which patches were joined, matched again.
struct PatchJoints {
  std::vector<std::pair<PatchEnd, PatchEnd>> joined;  // pairs with the same ends, in opposite directions
  std::vector<PatchEnd> alone;                        // ends beyond which everything was taken
  std::vector<PatchEnd> steps;                        // ends at steps, beyond which there is no patch
  // Corners that a patch lacks, though the patch on the other side of the joint has them; ascending by patch. If there
  // are any, `joined` and `alone` are not complete.
  std::vector<std::pair<Index, ExtraCorner>> missing;
};

struct JointEnd {
  std::uint64_t joint;  // a number for both of its sides
  bool second;          // of the side of the greater number
  PatchEnd end;
};

class PatchJoiner {
 public:
  explicit PatchJoiner(const std::vector<ClearedPatch>& patches) : patches_(patches) {}

  const ClearedPatch::End& end(PatchEnd e) const { return patches_[e.patch].ends[e.end]; }
  const ExactPoint& from(PatchEnd e) const { return corner(e, 0); }
  const ExactPoint& to(PatchEnd e) const { return corner(e, 1); }

  // Matches the ends on both sides of one joint.
  void add(std::span<const JointEnd> first, std::span<const JointEnd> second) {
    if (first.size() == 1 && second.size() == 1 && match(first[0].end, second[0].end)) return;
    if (add_missing(first, second) | add_missing(second, first)) return;
    std::vector<bool> used(second.size());
    for (const JointEnd& f : first) {
      bool found = false;
      for (std::size_t i = 0; i < second.size() && !found; ++i)
        if (!used[i] && match(f.end, second[i].end)) found = used[i] = true;
      if (!found) out_.alone.push_back(f.end);
    }
    for (std::size_t i = 0; i < second.size(); ++i)
      if (!used[i]) out_.alone.push_back(second[i].end);
  }
  void add_step(PatchEnd e) { out_.steps.push_back(e); }
  PatchJoints result() {
    std::stable_sort(out_.missing.begin(), out_.missing.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    return std::move(out_);
  }

 private:
  const ExactPoint& corner(PatchEnd e, std::size_t k) const {
    const ClearedPatch& patch = patches_[e.patch];
    const ClearedPatch::End& end = patch.ends[e.end];
    return patch.points[patch.triangles[end.triangle].corners[(end.side + k) % 3]];
  }

  bool match(PatchEnd a, PatchEnd b) {
    if (from(a) != to(b) || to(a) != from(b)) return false;
    out_.joined.emplace_back(a, b);
    return true;
  }

  // Notes corners of the others that lie within one of these ends. Returns whether there are any.
  bool add_missing(std::span<const JointEnd> ends, std::span<const JointEnd> others) {
    bool any = false;
    for (const JointEnd& e : ends)
      for (const JointEnd& o : others)
        for (const ExactPoint* p : {&from(o.end), &to(o.end)}) {
          const auto& [low, high] = std::minmax(from(e.end), to(e.end));
          if (!(low < *p && *p < high)) continue;
          out_.missing.emplace_back(e.end.patch,
                                    ExtraCorner{end(e.end).joint, end(e.end).joint_side, {(*p)[0], (*p)[1]}});
          any = true;
        }
    return any;
  }

  const std::vector<ClearedPatch>& patches_;
  PatchJoints out_;
};

// Matches the ends of all patches. `beyond`: neighbours() of the mesh of which they are patches.
PatchJoints join_patches(const std::vector<ClearedPatch>& patches, const Beyond& beyond) {
  std::vector<JointEnd> ends;
  PatchJoiner joiner(patches);
  for (Index p = 0; p < patches.size(); ++p)
    for (Index i = 0; i < patches[p].ends.size(); ++i) {
      const ClearedPatch::End& end = patches[p].ends[i];
      if (end.joint == ClearedPatch::none) continue;
      const Index other = beyond[end.joint][end.joint_side];
      if (other == TriangleMesh::none) {
        joiner.add_step({p, i});
        continue;
      }
      std::uint64_t there = 0;
      for (std::uint64_t k = 0; k < 3; ++k)
        if (beyond[other][k] == end.joint) there = 3 * std::uint64_t{other} + k;
      const std::uint64_t here = 3 * std::uint64_t{end.joint} + end.joint_side;
      ends.push_back({std::min(here, there), there < here, {p, i}});
    }
  std::stable_sort(ends.begin(), ends.end(), [](const JointEnd& a, const JointEnd& b) {
    return std::tie(a.joint, a.second) < std::tie(b.joint, b.second);
  });
  const std::span all(ends);
  for (std::size_t i = 0; i < ends.size();) {
    std::size_t middle = i, last = i;
    while (last < ends.size() && ends[last].joint == ends[i].joint) {
      middle += !ends[last].second;
      ++last;
    }
    joiner.add(all.subspan(i, middle - i), all.subspan(middle, last - middle));
    i = last;
  }
  return joiner.result();
}

// --- Patches, cleared and put together

constexpr std::size_t patches_at_once = 16;  // patches

bool of_one_patch(const TriangleMesh::Triangle& a, const TriangleMesh::Triangle& b) {
  return a.surface != kernel::no_polygon && a.surface == b.surface && a.plateau == b.plateau && a.ramp == b.ramp;
}

// The patches, ascending by their first triangle.
std::vector<FloorPatch> patches_of(const TriangleMesh& mesh, const Beyond& beyond) {
  const auto count = static_cast<Index>(mesh.triangles.size());
  kernel::UnionFind sets(count);
  std::vector<bool> is_step(3 * std::size_t{count});
  for (const TriangleMesh::BoundaryEdge& e : mesh.boundary)
    is_step[3 * std::size_t{e.triangle} + e.side] = e.edge_class == EdgeClass::step;
  const auto inside = [&](Index t, std::size_t i) {
    return beyond[t][i] != TriangleMesh::none && of_one_patch(mesh.triangles[t], mesh.triangles[beyond[t][i]]);
  };
  for (Index t = 0; t < count; ++t)
    for (std::size_t i = 0; i < 3; ++i)
      if (inside(t, i)) sets.unite(t, beyond[t][i]);
  std::vector<FloorPatch> out;
  std::vector<Index> patch(count), place(count);
  for (Index t = 0; t < count; ++t) {
    const Index first = sets.find(t);
    if (first == t) {
      patch[t] = static_cast<Index>(out.size());
      out.emplace_back();
    }
    FloorPatch& p = out[patch[first]];
    place[t] = static_cast<Index>(p.triangles.size());
    p.triangles.push_back(t);
  }
  for (FloorPatch& p : out)
    for (const Index t : p.triangles) {
      auto& sides = p.beyond.emplace_back();
      for (std::size_t i = 0; i < 3; ++i)
        sides[i] = inside(t, i)                                                             ? place[beyond[t][i]]
                   : beyond[t][i] == TriangleMesh::none && !is_step[3 * std::size_t{t} + i] ? FloorPatch::border
                                                                                            : FloorPatch::joint;
    }
  return out;
}

struct PatchPart {
  std::vector<ClearedPatch> patches;
  void clear() { patches.clear(); }
};

// Builds one mesh of what is left of the patches.
class Assembler {
 public:
  Assembler(const TriangleMesh& mesh, const std::vector<FloorPatch>& patches, std::vector<ClearedPatch> cleared)
      : mesh_(mesh), patches_(patches), cleared_(std::move(cleared)) {
    for (const ClearedPatch& p : cleared_) {
      first_.push_back(count_);
      count_ += static_cast<Index>(p.triangles.size());
    }
    common_.reset(3 * count_);
  }

  TriangleMesh mesh(const PatchJoints& joints, const EdgeBodies& bodies) {
    for (const auto& [a, b] : joints.joined) {
      common_.unite(corner(a, 0), corner(b, 1));
      common_.unite(corner(a, 1), corner(b, 0));
      end(a).joint = end(b).joint = joined;
    }
    for (const PatchEnd e : joints.alone) end(e).edge_class = class_beyond(e, bodies);
    for (const PatchEnd e : joints.steps) end(e).edge_class = EdgeClass::step;
    TriangleMesh out;
    std::vector<Index> point(3 * std::size_t{count_}, TriangleMesh::none);
    for (Index p = 0; p < cleared_.size(); ++p) {
      join_within(p);
      for (Index t = 0; t < cleared_[p].triangles.size(); ++t) {
        const FloorPatch& patch = patches_[p];
        out.triangles.push_back(mesh_.triangles[patch.triangles[cleared_[p].is_whole ? t : 0]]);
      }
      for (const ClearedPatch::End& e : cleared_[p].ends)
        if (e.joint != joined) out.boundary.push_back({first_[p] + e.triangle, e.side, e.edge_class});
    }
    for (Index p = 0; p < cleared_.size(); ++p)
      for (Index t = 0; t < cleared_[p].triangles.size(); ++t)
        for (Index i = 0; i < 3; ++i) {
          Index& number = point[common_.find(3 * (first_[p] + t) + i)];
          if (number == TriangleMesh::none) {
            number = static_cast<Index>(out.points.size());
            out.points.push_back(cleared_[p].points[cleared_[p].triangles[t].corners[i]]);
          }
          out.triangles[first_[p] + t].corners[i] = number;
        }
    return out;
  }

 private:
  static constexpr Index joined = TriangleMesh::none - 1;  // in place of a joint

  ClearedPatch::End& end(PatchEnd e) { return cleared_[e.patch].ends[e.end]; }
  // The number, among all corners, of an end of a side.
  Index corner(PatchEnd e, std::size_t k) {
    const ClearedPatch::End& side = end(e);
    return 3 * (first_[e.patch] + side.triangle) + static_cast<Index>((side.side + k) % 3);
  }

  void join_within(Index p) {
    const auto& triangles = cleared_[p].triangles;
    for (Index t = 0; t < triangles.size(); ++t)
      for (Index i = 0; i < 3; ++i) {
        const Index other = triangles[t].beyond[i];
        if (other == ClearedPatch::none) continue;
        for (const Index end : {i, (i + 1) % 3}) {
          const auto& corners = triangles[other].corners;
          const auto at = std::ranges::find(corners, triangles[t].corners[end]) - corners.begin();
          common_.unite(3 * (first_[p] + t) + end, 3 * (first_[p] + other) + static_cast<Index>(at));
        }
      }
  }

  // The class of the lowest of the bodies that took what was beyond a side.
  EdgeClass class_beyond(PatchEnd e, const EdgeBodies& bodies) {
    const ClearedPatch& patch = cleared_[e.patch];
    const auto& corners = patch.triangles[end(e).triangle].corners;
    const ExactPoint middle = kernel::point_along(patch.points[corners[end(e).side]],
                                                  patch.points[corners[(end(e).side + 1) % 3]], mpq_class(1, 2));
    kernel::Box at;
    for (std::size_t k = 0; k < 3; ++k) {
      const kernel::Interval near = kernel::interval_of(middle[k]);
      at.low[k] = near.low;
      at.high[k] = near.high;
    }
    std::uint32_t lowest = TriangleMesh::none;
    bodies.boxes().query(at, [&](std::uint32_t body) {
      if (body < lowest && bodies.closure_holds(body, middle)) lowest = body;
    });
    return lowest == TriangleMesh::none ? EdgeClass::open : bodies.class_of(lowest);
  }

  const TriangleMesh& mesh_;
  const std::vector<FloorPatch>& patches_;
  std::vector<ClearedPatch> cleared_;
  std::vector<Index> first_;  // by patch, its first triangle
  Index count_ = 0;
  kernel::UnionFind common_;  // of 3 * triangle + corner
};

std::vector<ClearedPatch> clear_patches(const TriangleMesh& mesh, const std::vector<FloorPatch>& patches,
                                        const EdgeBodies& bodies, unsigned threads) {
  std::vector<ClearedPatch> out;
  parallel_parts<PatchPart>(
      (patches.size() + patches_at_once - 1) / patches_at_once, threads,
      [&](unsigned) {
        return [&, clearer = std::make_unique<PatchClearer>(mesh, bodies)](std::size_t c, PatchPart& part) mutable {
          for (std::size_t i = c * patches_at_once; i < std::min((c + 1) * patches_at_once, patches.size()); ++i)
            part.patches.push_back((*clearer)(patches[i]));
        };
      },
      [&](PatchPart& part) { std::ranges::move(part.patches, std::back_inserter(out)); });
  return out;
}

kernel::Area lost_area(const TriangleMesh& before, const TriangleMesh& after, std::uint64_t exact_digits) {
  const kernel::Area a = plan_area(before, exact_digits), b = plan_area(after, exact_digits);
  if (a.exact && b.exact) return surface::sum_of({*a.exact, -*b.exact}, exact_digits);
  return {std::nullopt, a.approx - b.approx};
}

}  // namespace

OperationFacts clear_walls(TriangleMesh& mesh, const ClearWallsOptions& options) {
  const EdgeBodies bodies(mesh, options);
  const Beyond beyond = neighbours(mesh);
  const std::vector<FloorPatch> patches = patches_of(mesh, beyond);
  std::vector<ClearedPatch> cleared = clear_patches(mesh, patches, bodies, options.threads);
  PatchJoints joints = join_patches(cleared, beyond);
  // Where one patch has a corner on a joint that the other lacks, the other is cleared again with that corner.
  std::map<Index, std::vector<ExtraCorner>> extra;
  PatchClearer clearer(mesh, bodies);
  while (!joints.missing.empty()) {
    std::vector<Index> changed;
    for (auto& [patch, corner] : joints.missing) {
      extra[patch].push_back(std::move(corner));
      if (changed.empty() || changed.back() != patch) changed.push_back(patch);
    }
    for (const Index p : changed) cleared[p] = clearer(patches[p], extra[p]);
    joints = join_patches(cleared, beyond);
  }
  TriangleMesh left = Assembler(mesh, patches, std::move(cleared)).mesh(joints, bodies);
  OperationFacts facts;
  facts.operations = bodies.size();
  facts.lost = lost_area(mesh, left, options.exact_digits);
  mesh = std::move(left);
  return facts;
}

}  // namespace plumb::pipeline
