// SPDX-License-Identifier: GPL-3.0-or-later
#include "patch_joints.h"

#include <algorithm>
#include <tuple>

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;

struct JointEnd {
  std::uint64_t joint;  // a number for both of its sides
  bool second;          // of the side of the greater number
  PatchEnd end;
};

class Joiner {
 public:
  explicit Joiner(const std::vector<ClearedPatch>& patches) : patches_(patches) {}

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

}  // namespace

PatchJoints join_patches(const std::vector<ClearedPatch>& patches, const std::vector<std::array<Index, 3>>& beyond) {
  std::vector<JointEnd> ends;
  for (Index p = 0; p < patches.size(); ++p)
    for (Index i = 0; i < patches[p].ends.size(); ++i) {
      const ClearedPatch::End& end = patches[p].ends[i];
      if (end.joint == ClearedPatch::none) continue;
      const Index other = beyond[end.joint][end.joint_side];
      std::uint64_t there = 0;
      for (std::uint64_t k = 0; k < 3; ++k)
        if (beyond[other][k] == end.joint) there = 3 * std::uint64_t{other} + k;
      const std::uint64_t here = 3 * std::uint64_t{end.joint} + end.joint_side;
      ends.push_back({std::min(here, there), there < here, {p, i}});
    }
  std::stable_sort(ends.begin(), ends.end(), [](const JointEnd& a, const JointEnd& b) {
    return std::tie(a.joint, a.second) < std::tie(b.joint, b.second);
  });
  Joiner joiner(patches);
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

}  // namespace plumb::pipeline
