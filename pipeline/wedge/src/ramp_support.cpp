// SPDX-License-Identifier: GPL-3.0-or-later
#include "ramp_support.h"

#include <algorithm>

#include "floor_section.h"
#include "plumb/kernel/interval_of.h"
#include "plumb/kernel/lower_envelope.h"
#include "region_boundary.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactInterval;
using kernel::PlanPoint;
constexpr std::uint32_t side_id = 0, trace_id = 1;

std::vector<kernel::Box> triangle_boxes(const TriangleMesh& mesh) {
  std::vector<kernel::Box> out;
  for (const auto& t : mesh.triangles) {
    const std::array corners{mesh.points[t.corners[0]], mesh.points[t.corners[1]], mesh.points[t.corners[2]]};
    out.push_back(kernel::box_of(corners));
  }
  return out;
}

// A face by its ways down: `share` tells them apart, from 0 to 1 along the top and the bottom; `depth` is 0 at the top
// and 1 at the bottom.
class Ways {
 public:
  explicit Ways(const RampFace& face) : face_(face) {
    const auto base = [&](std::size_t k) -> mpq_class { return face.base_to[k] - face.base_from[k]; };
    along_ = {base(0), base(1)};
    length_ = kernel::formulas::dot2d(along_[0], along_[1], along_[0], along_[1]);
    drop_ = turn_from_top(face.base_from);
  }

  mpq_class depth(const PlanPoint& p) const { return turn_from_top(p) / drop_; }
  // Of a corner's ways, not at the corner itself.
  mpq_class share(const PlanPoint& p) const {
    PlanPoint at = p;
    if (face_.is_corner()) at = at_depth(p, 1 / depth(p));
    return kernel::formulas::dot2d(mpq_class(at[0] - face_.base_from[0]), mpq_class(at[1] - face_.base_from[1]),
                                   along_[0], along_[1]) /
           length_;
  }
  ExactPoint top(const mpq_class& share) const { return kernel::point_along(face_.from, face_.to, share); }
  ExactPoint point(const mpq_class& share, const mpq_class& depth) const {
    return kernel::point_along(top(share), kernel::point_along(face_.base_from, face_.base_to, share), depth);
  }

  // What is linear along straight lines, and ascends with the depth.
  mpq_class measure(const mpq_class& depth) const { return face_.is_corner() ? mpq_class(-1 / depth) : depth; }
  mpq_class depth_of(const mpq_class& measure) const { return face_.is_corner() ? mpq_class(-1 / measure) : measure; }
  bool has_measure(const mpq_class& depth) const { return !face_.is_corner() || sgn(depth) > 0; }

 private:
  template <class P>
  mpq_class turn_from_top(const P& p) const {
    return kernel::formulas::determinant(along_[0], along_[1], mpq_class(p[0] - face_.from[0]),
                                         mpq_class(p[1] - face_.from[1]));
  }
  PlanPoint at_depth(const PlanPoint& p, const mpq_class& factor) const {
    return {face_.from[0] + (p[0] - face_.from[0]) * factor, face_.from[1] + (p[1] - face_.from[1]) * factor};
  }

  const RampFace& face_;
  PlanPoint along_;
  mpq_class length_, drop_;  // squared length of the bottom; what turn_from_top is there
};

class Supporter {
 public:
  explicit Supporter(const RampFace& face, const mpq_class& height)
      : ways_(face), height_(height), plane_(face.plane()), ring_(face.ring()) {}

  void add(const std::array<ExactPoint, 3>& corners) {
    std::vector<RaisedCorner> raised = raised_corners(corners, plane_);
    const bool in_plane = std::ranges::all_of(raised, [](const RaisedCorner& c) { return sgn(c.above) == 0; });
    if (in_plane) return add_ring(raised, trace_id);
    if (const auto trace = trace_of(raised))
      if (const auto inside = clipped(*trace, ring_)) add_edge(inside->from, inside->to, trace_id);
    add_ring(part_between(std::move(raised), 0, height_), side_id);
  }

  std::vector<RampPiece> pieces() const {
    const kernel::IntervalSet blocked = kernel::united(at_corner_);
    std::vector<kernel::EnvelopeStretch> supported;
    for (kernel::EnvelopeStretch& s : kernel::lower_envelope(edges_)) {
      if (!std::ranges::binary_search(s.ids, trace_id)) continue;
      const bool goes_on =
          !supported.empty() && supported.back().range.to == s.range.from && supported.back().distance == s.distance;
      if (goes_on) supported.back().range.to = s.range.to;
      else supported.push_back(std::move(s));
    }
    std::vector<RampPiece> out;
    for (const kernel::EnvelopeStretch& s : supported)
      for (const ExactInterval& part : kernel::without({s.range}, blocked)) add_piece(part, s, out);
    return out;
  }

 private:
  void add_piece(const ExactInterval& part, const kernel::EnvelopeStretch& s, std::vector<RampPiece>& out) const {
    const auto end = [&](const mpq_class& share) { return ways_.point(share, ways_.depth_of(s.distance(share))); };
    RampPiece piece{ways_.top(part.to), ways_.top(part.from), end(part.from), end(part.to)};
    piece.erase(std::unique(piece.begin(), piece.end()), piece.end());
    if (piece.front() == piece.back()) piece.pop_back();
    if (piece.size() >= 3) out.push_back(std::move(piece));
  }

  void add_ring(const std::vector<RaisedCorner>& corners, std::uint32_t id) {
    TaggedRing ring;
    for (const RaisedCorner& c : corners) ring.push_back({c.at});
    if (ring.empty() || !clip_to(ring, ring_)) return;
    std::optional<ExactInterval> around_corner;
    for (std::size_t i = 0; i < ring.size(); ++i) add_edge(ring[i].at, ring[i + 1 == ring.size() ? 0 : i + 1].at, id);
    const bool at_corner = std::ranges::any_of(ring, [&](const TaggedCorner& c) { return is_corner(c.at); });
    if (!at_corner) return;
    for (const TaggedCorner& c : ring) {
      if (is_corner(c.at)) continue;
      const mpq_class share = ways_.share(c.at);
      if (!around_corner) around_corner = {share, share};
      around_corner->from = std::min(around_corner->from, share);
      around_corner->to = std::max(around_corner->to, share);
    }
    if (around_corner && around_corner->from < around_corner->to) at_corner_.push_back(*around_corner);
  }

  // The point where all ways begin.
  bool is_corner(const PlanPoint& p) const { return !ways_.has_measure(ways_.depth(p)); }

  void add_edge(const PlanPoint& p, const PlanPoint& q, std::uint32_t id) {
    const mpq_class depth_p = ways_.depth(p), depth_q = ways_.depth(q);
    if (!ways_.has_measure(depth_p) || !ways_.has_measure(depth_q)) return;  // along one way
    mpq_class from = ways_.share(p), to = ways_.share(q), at_from = ways_.measure(depth_p),
              at_to = ways_.measure(depth_q);
    if (from == to) return;
    if (from > to) std::swap(from, to), std::swap(at_from, at_to);
    const mpq_class slope = (at_to - at_from) / (to - from);
    edges_.push_back({{from, to}, {at_from - slope * from, slope}, id});
  }

  Ways ways_;
  const mpq_class& height_;
  kernel::ExactPlane plane_;
  kernel::PlanRing ring_;
  std::vector<kernel::LinearPiece> edges_;  // of what ways may meet, by measure
  std::vector<ExactInterval> at_corner_;    // ways that begin under a triangle
};

}  // namespace

RampSupport::RampSupport(const TriangleMesh& mesh, const mpq_class& height)
    : mesh_(mesh), height_(height), boxes_(triangle_boxes(mesh)) {}

std::vector<RampPiece> RampSupport::operator()(const RampFace& face) const {
  const std::array ends{face.from, face.to, face.base_from, face.base_to};
  kernel::Box near = kernel::box_of(ends);
  near.high[2] =
      std::max(near.high[2], kernel::interval_of(mpq_class(std::max(face.from[2], face.to[2]) + height_)).high);
  Supporter supporter(face, height_);
  boxes_.query(near, [&](std::uint32_t t) {
    const TriangleMesh::Triangle& triangle = mesh_.triangles[t];
    if (triangle.plateau != TriangleMesh::none && triangle.plateau == face.plateau) return;
    const auto& [a, b, c] = triangle.corners;
    supporter.add({mesh_.points[a], mesh_.points[b], mesh_.points[c]});
  });
  return supporter.pieces();
}

}  // namespace plumb::pipeline
