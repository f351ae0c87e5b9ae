// SPDX-License-Identifier: GPL-3.0-or-later
// The faces of ramps, and which parts of them lead down to the mesh (Sanchez 2021, 2.7.2: supported sections).
// Problem. A face slopes down from an edge, or from a corner, of the mesh. Follow every straight way down the face,
// square to its top or from its corner. A way is supported if the first triangle that it meets crosses the face's plane
// there, or lies in it, so that the way ends on it from above; it is blocked if it first meets the side of a triangle
// that is less than the agent's height over the face. Return the convex parts of the face that supported ways sweep.
// A way is known by its share of the top, from 0 to 1. How far it gets is a linear function of the share along every
// straight obstacle, so what all ways meet first is a lower envelope of linear pieces: no way is followed alone.
// Faces. ramp_run() finds how far a ramp beside an edge runs for its step and slope, ramp_beside() makes its face, and
// corner_faces() fills the corner between two ramps with triangular faces.
// Support.
// 1. RampSupport::operator() finds the triangles near the face in a tree of boxes, without those of the face's plateau;
//    SectionFilter (doubles) leaves out those that certainly do not count.
// 2. Supporter::add_support() adds, for each triangle that may meet the plane, its trace on the face as a piece of the
//    envelope.
// 3. Supporter::add_side() adds the edges of the section of each triangle's prism with the plane, except of triangles
//    that lie beyond all support (Ways::is_beyond).
// 4. pieces() computes the envelope, keeps the stretches where a support is among what is met first, removes ways that
//    begin under a triangle, and returns triangles and quadrangles from the top down to the support.
// At a corner all ways start in one point. There the depth is replaced by -1 / depth, which is linear along straight
// lines and ascends with the depth, so both cases share the code (Ways).
// Cost. With m triangles near a face O(m) clippings and O(m log m), times a slowly growing factor, for the envelope.
// Exactness. Shares, depths and sections are fractions; intervals of doubles only leave triangles out. A way that ends
// exactly at the bottom of the face is supported. Roots in runs are rounded up, to multiples of 2^-21, so that no ramp
// is steeper than the limit.
#include "ramps/ramp_support.h"

#include <algorithm>

#include "cut/surface_wedges.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/surface/region_boundary.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactInterval;
using kernel::Interval;
using kernel::PlanPoint;

constexpr mp_bitcnt_t run_bits = 21;

mpq_class dot(const PlanPoint& u, const PlanPoint& v) { return kernel::formulas::dot2d(u[0], u[1], v[0], v[1]); }
mpq_class cross(const PlanPoint& u, const PlanPoint& v) {
  return kernel::formulas::determinant(u[0], u[1], v[0], v[1]);
}

// The root of a number > 0 if that is a fraction; else the least multiple of 2^-run_bits that is not below it.
mpq_class root_rounded_up(const mpq_class& squared) {
  if (mpz_perfect_square_p(squared.get_num_mpz_t()) && mpz_perfect_square_p(squared.get_den_mpz_t()))
    return mpq_class(sqrt(squared.get_num()), sqrt(squared.get_den()));
  const mpq_class scaled = squared << (2 * run_bits);
  mpz_class root = sqrt(mpz_class(scaled.get_num() / scaled.get_den()));
  while (root * root < scaled) ++root;
  return mpq_class(root) >> run_bits;
}

// The vector scaled so that its longer coordinate is 1 or -1: equal for equal directions.
PlanPoint direction_of(const PlanPoint& v) {
  const mpq_class most = std::max<mpq_class>(abs(v[0]), abs(v[1]));
  return {v[0] / most, v[1] / most};
}

ExactPoint lowered(const ExactPoint& p, const PlanPoint& run, const mpq_class& step) {
  return {p[0] + run[0], p[1] + run[1], p[2] - step};
}

// Where the two lines that are square to the runs a and b at their ends meet: a . p = |a|^2 and b . p = |b|^2.
PlanPoint meet(const PlanPoint& a, const PlanPoint& b) {
  const mpq_class turn = cross(a, b), aa = dot(a, a), bb = dot(b, b);
  return {(aa * b[1] - bb * a[1]) / turn, (bb * a[0] - aa * b[0]) / turn};
}

// A run half way between two others, as long as the longer one.
PlanPoint middle_run(const PlanPoint& a, const PlanPoint& b) {
  const mpq_class aa = dot(a, a), bb = dot(b, b), longer = std::max(aa, bb);
  // Scaled so that both are nearly of one length: only the direction is rounded.
  const mpq_class la = root_rounded_up(aa), lb = root_rounded_up(bb);
  PlanPoint middle{a[0] / la + b[0] / lb, a[1] / la + b[1] / lb};
  if (sgn(dot(a, b)) < 0)  // the sum would be short; the middle is also square to the difference
    middle = {b[1] / lb - a[1] / la, a[0] / la - b[0] / lb};
  const PlanPoint direction = direction_of(middle);
  const mpq_class factor = root_rounded_up(longer / dot(direction, direction));
  return {direction[0] * factor, direction[1] * factor};
}

constexpr std::uint32_t side_id = 0, trace_id = 1;

std::vector<kernel::Box> triangle_boxes(const TriangleMesh& mesh) {
  std::vector<kernel::Box> out;
  for (const auto& t : mesh.triangles) {
    const std::array corners{mesh.points[t.corners[0]], mesh.points[t.corners[1]], mesh.points[t.corners[2]]};
    out.push_back(kernel::box_of(corners));
  }
  return out;
}

// A place on the face: the way that it is on, and how far along it (Ways::measure).
struct Place {
  mpq_class share, measure;
};

// Doubles around the shares of ways that something may support, and around how deep the deepest support is.
struct NearReach {
  double from = HUGE_VAL, to = -HUGE_VAL, depth = -HUGE_VAL;
};

// A linear function in plan: a x + b y + c.
using LinearInPlan = std::array<mpq_class, 3>;
LinearInPlan through_zero(const PlanPoint& rise, const ExactPoint& zero) {
  return {rise[0], rise[1], -kernel::formulas::dot2d(rise[0], rise[1], zero[0], zero[1])};
}
template <class L, class P>
auto at(const L& l, const P& p) {
  return kernel::formulas::linear(l[0], l[1], l[2], p[0], p[1]);
}

// Coordinates on a face: `share` names a way, from 0 to 1 along the top and the bottom; `depth` is 0 at the top and 1
// at the bottom.
class Ways {
 public:
  explicit Ways(const RampFace& face) : face_(face) {
    const mpq_class x = face.base_to[0] - face.base_from[0], y = face.base_to[1] - face.base_from[1];
    const mpq_class length = kernel::formulas::dot2d(x, y, x, y);
    share_ = through_zero({x / length, y / length}, face.base_from);
    const mpq_class drop = kernel::formulas::determinant(x, y, mpq_class(face.base_from[0] - face.from[0]),
                                                         mpq_class(face.base_from[1] - face.from[1]));
    depth_ = through_zero({-y / drop, x / drop}, face.from);
    near_share_ = kernel::interval_point(share_);
    near_depth_ = kernel::interval_point(depth_);
  }

  // Whether all of a polygon certainly lies beyond the supports that `reach` encloses.
  bool is_beyond(std::span<const kernel::IntervalPoint> corners, const NearReach& reach) const {
    double depth = HUGE_VAL, least = HUGE_VAL, most = -HUGE_VAL;
    for (const kernel::IntervalPoint& c : corners) {
      depth = std::min(depth, at(near_depth_, c).low);
      const Interval share = at(near_share_, c);
      least = std::min(least, share.low);
      most = std::max(most, share.high);
    }
    return depth > reach.depth || (!face_.is_corner() && (most < reach.from || least > reach.to));
  }

  // The place of a point; none at the corner where all ways begin.
  std::optional<Place> place(const PlanPoint& p) const {
    const mpq_class depth = at(depth_, p);
    if (!has_measure(depth)) return std::nullopt;
    mpq_class share = at(share_, p);
    if (face_.is_corner()) {
      // The share of the way where it reaches the bottom, farther from the corner by 1 / depth.
      const mpq_class corner = at(share_, face_.from);
      share = corner + (share - corner) / depth;
    }
    return Place{std::move(share), measure(depth)};
  }
  ExactPoint top(const mpq_class& share) const { return kernel::point_along(face_.from, face_.to, share); }
  ExactPoint point(const mpq_class& share, const mpq_class& depth) const {
    return kernel::point_along(top(share), kernel::point_along(face_.base_from, face_.base_to, share), depth);
  }

  // A function of the depth that ascends with it and is linear along straight lines.
  mpq_class measure(const mpq_class& depth) const { return face_.is_corner() ? mpq_class(-1 / depth) : depth; }
  mpq_class depth_of(const mpq_class& measure) const { return face_.is_corner() ? mpq_class(-1 / measure) : measure; }
  bool has_measure(const mpq_class& depth) const { return !face_.is_corner() || sgn(depth) > 0; }

 private:
  const RampFace& face_;
  LinearInPlan share_, depth_;  // of a corner's ways, the share is so at the bottom only
  kernel::IntervalPoint near_share_, near_depth_;
};

class Supporter {
 public:
  Supporter(const RampFace& face, const kernel::ExactPlane& plane, const mpq_class& height)
      : ways_(face), height_(height), plane_(plane), ring_(face.ring()) {}

  // Adds the trace of a triangle on the face's plane, which supports ways. Returns whether there is one.
  bool add_support(const std::array<ExactPoint, 3>& corners) {
    const std::size_t before = edges_.size();
    std::vector<RaisedCorner> raised = raised_corners(corners, plane_);
    if (lies_in_plane(raised)) add_ring(raised, trace_id);
    else if (const auto trace = trace_of(std::move(raised)))
      if (const auto inside = clipped(*trace, ring_))
        add_edge(ways_.place(inside->from), ways_.place(inside->to), trace_id);
    return edges_.size() > before;
  }
  // Encloses all supports added so far.
  NearReach reach() const {
    NearReach out;
    for (const kernel::LinearPiece& e : edges_) {
      out.from = std::min(out.from, kernel::interval_of(e.range.from).low);
      out.to = std::max(out.to, kernel::interval_of(e.range.to).high);
      for (const mpq_class& share : {e.range.from, e.range.to})
        out.depth = std::max(out.depth, kernel::interval_of(ways_.depth_of(e.distance(share))).high);
    }
    return out;
  }
  bool is_beyond(std::span<const kernel::IntervalPoint> corners, const NearReach& reach) const {
    return ways_.is_beyond(corners, reach);
  }
  // Adds the sides of a triangle's prism, which stop ways.
  void add_side(const std::array<ExactPoint, 3>& corners) {
    std::vector<RaisedCorner> raised = raised_corners(corners, plane_);
    if (!lies_in_plane(raised)) add_ring(part_between(std::move(raised), 0, height_), side_id);
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

  static bool lies_in_plane(const std::vector<RaisedCorner>& corners) {
    return std::ranges::all_of(corners, [](const RaisedCorner& c) { return sgn(c.above) == 0; });
  }

  void add_ring(const std::vector<RaisedCorner>& corners, std::uint32_t id) {
    surface::TaggedRing ring;
    for (const RaisedCorner& c : corners) ring.push_back({c.at});
    if (ring.empty() || !clip_to(ring, ring_)) return;
    std::vector<std::optional<Place>> places;
    for (const surface::TaggedCorner& c : ring) places.push_back(ways_.place(c.at));
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto &p = places[i], &q = places[i + 1 == places.size() ? 0 : i + 1];
      if (p && q && q->share < p->share) add_edge(p, q, id);  // ways leave the ring by the others
    }
    if (std::ranges::all_of(places, [](const auto& p) { return p.has_value(); })) return;
    std::optional<ExactInterval> around_corner;
    for (const auto& p : places) {
      if (!p) continue;
      if (!around_corner) around_corner = {p->share, p->share};
      around_corner->from = std::min(around_corner->from, p->share);
      around_corner->to = std::max(around_corner->to, p->share);
    }
    if (around_corner && around_corner->from < around_corner->to) at_corner_.push_back(*around_corner);
  }

  void add_edge(const std::optional<Place>& p, const std::optional<Place>& q, std::uint32_t id) {
    if (!p || !q || p->share == q->share) return;  // along one way
    const auto& [from, to] = p->share < q->share ? std::pair(*p, *q) : std::pair(*q, *p);
    const mpq_class slope = (to.measure - from.measure) / (to.share - from.share);
    edges_.push_back({{from.share, to.share}, {from.measure - slope * from.share, slope}, id});
  }

  Ways ways_;
  const mpq_class& height_;
  const kernel::ExactPlane& plane_;
  kernel::PlanRing ring_;
  std::vector<kernel::LinearPiece> edges_;  // of what ways may meet, by measure
  std::vector<ExactInterval> at_corner_;    // ways that begin under a triangle
};

}  // namespace

std::vector<ExactPoint> RampFace::corners() const {
  if (is_corner()) return {from, base_from, base_to};
  return {to, from, base_from, base_to};
}
kernel::PlanRing RampFace::ring() const {
  kernel::PlanRing out;
  for (const ExactPoint& p : corners()) out.push_back({p[0], p[1]});
  return out;
}

std::optional<PlanPoint> ramp_run(const ExactPoint& from, const ExactPoint& to, const mpq_class& step,
                                  const kernel::SlopeLimit& limit) {
  const PlanPoint way{to[0] - from[0], to[1] - from[1]};
  if (sgn(way[0]) == 0 && sgn(way[1]) == 0) return std::nullopt;
  const mpq_class most = std::max<mpq_class>(abs(way[0]), abs(way[1])), rise = (to[2] - from[2]) / most;
  const PlanPoint direction = direction_of(way);
  // tan^2 or a little less: (step / f)^2 + rise^2 <= tan^2 |direction|^2 for a run of f times the direction, turned.
  constexpr int precision = 128;
  const mpq_class tan_squared = 1 / limit.cos_squared(precision).high - 1,
                  left = tan_squared * dot(direction, direction) - rise * rise;
  if (sgn(left) <= 0) return std::nullopt;
  const mpq_class factor = root_rounded_up(step * step / left);
  return PlanPoint{direction[1] * factor, -direction[0] * factor};
}

RampFace ramp_beside(const ExactPoint& from, const ExactPoint& to, const PlanPoint& run, const mpq_class& step) {
  return {.from = from, .to = to, .base_from = lowered(from, run, step), .base_to = lowered(to, run, step)};
}

std::vector<RampFace> corner_faces(const ExactPoint& at, const PlanPoint& first, const PlanPoint& second,
                                   const mpq_class& step, const mpq_class& miter) {
  // Opposite runs turn by half a circle, which is neither left nor right: the top ends there in a spike, and is filled.
  const int turn = sgn(cross(first, second));
  if (turn < 0 || (turn == 0 && sgn(dot(first, second)) > 0)) return {};
  std::vector<PlanPoint> bottom{first};
  const mpq_class longer = std::max<mpq_class>(dot(first, first), dot(second, second));
  std::optional<PlanPoint> meeting;
  if (turn > 0) meeting = meet(first, second);
  if (meeting && dot(*meeting, *meeting) <= miter * miter * longer) {
    bottom.push_back(*meeting);
  } else {
    const PlanPoint middle = middle_run(first, second);
    bottom.push_back(meet(first, middle));
    bottom.push_back(meet(middle, second));
  }
  bottom.push_back(second);
  std::vector<RampFace> out;
  for (std::size_t i = 0; i + 1 < bottom.size(); ++i) {
    if (sgn(cross(bottom[i], bottom[i + 1])) <= 0) return {};
    out.push_back(
        {.from = at, .to = at, .base_from = lowered(at, bottom[i], step), .base_to = lowered(at, bottom[i + 1], step)});
  }
  return out;
}

RampSupport::RampSupport(const TriangleMesh& mesh, const mpq_class& height)
    : mesh_(mesh), height_(height), near_(near_corners(mesh.points)), boxes_(triangle_boxes(mesh)) {}

std::vector<RampPiece> RampSupport::operator()(const RampFace& face) const {
  const std::array ends{face.from, face.to, face.base_from, face.base_to};
  kernel::Box near = kernel::box_of(ends);
  near.high[2] =
      std::max(near.high[2], kernel::interval_of(mpq_class(std::max(face.from[2], face.to[2]) + height_)).high);
  const std::vector<ExactPoint> floor = face.corners();
  const SectionFilter filter(floor, height_);
  std::vector<std::uint32_t> supporting, near_by;
  boxes_.query(near, [&](std::uint32_t t) {
    const TriangleMesh::Triangle& triangle = mesh_.triangles[t];
    if (triangle.plateau != TriangleMesh::none && triangle.plateau == face.plateau) return;
    const auto& [a, b, c] = triangle.corners;
    const auto corner = [&](TriangleMesh::Index v) { return SectionFilter::Corner{&mesh_.points[v], near_[v]}; };
    const std::array corners{corner(a), corner(b), corner(c)};
    if (filter.misses(corners)) return;
    near_by.push_back(t);
    if (!filter.is_off_plane(corners)) supporting.push_back(t);
  });
  if (supporting.empty()) return {};
  const kernel::ExactPlane plane = face.plane();
  Supporter supporter(face, plane, height_);
  const auto corners_of = [&](std::uint32_t t) -> std::array<ExactPoint, 3> {
    const auto& [a, b, c] = mesh_.triangles[t].corners;
    return {mesh_.points[a], mesh_.points[b], mesh_.points[c]};
  };
  bool any = false;
  for (const std::uint32_t t : supporting) any |= supporter.add_support(corners_of(t));
  if (!any) return {};
  const NearReach reach = supporter.reach();
  for (const std::uint32_t t : near_by) {
    const auto& [a, b, c] = mesh_.triangles[t].corners;
    if (!supporter.is_beyond(std::array{near_[a], near_[b], near_[c]}, reach)) supporter.add_side(corners_of(t));
  }
  return supporter.pieces();
}

}  // namespace plumb::pipeline
