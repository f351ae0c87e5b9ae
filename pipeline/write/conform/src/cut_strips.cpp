// SPDX-License-Identifier: GPL-3.0-or-later
#include "cut_strips.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using kernel::formulas::orient2d;
using Ring = std::vector<PlanPoint>;

bool on_line(const PlanSegment& s, const PlanPoint& at) { return sgn(orient2d(s[0], s[1], at)) == 0; }

mpq_class squared_length(const PlanSegment& s) {
  return kernel::formulas::dot2d(s[1][0] - s[0][0], s[1][1] - s[0][1], s[1][0] - s[0][0], s[1][1] - s[0][1]);
}

class StripCutter {
 public:
  StripCutter(Ring ring, const std::vector<StripWish>& wishes, Ring marks, const mpq_class& width,
              const mpq_class& least)
      : ring_(std::move(ring)), wishes_(wishes), marks_(std::move(marks)), width_(width), least_(least) {}

  StripCut cut() {
    // Edges by their ends before anything is cut: they get shorter and keep their lines.
    std::vector<PlanSegment> edges;
    for (std::size_t i = 0; i < ring_.size(); ++i) edges.push_back({ring_[i], ring_[(i + 1) % ring_.size()]});
    for (const PlanSegment& edge : edges) {
      std::vector<const StripWish*> here;
      for (const StripWish& w : wishes_)
        if (on_line(edge, w.from) && on_line(edge, w.to)) here.push_back(&w);
      if (!here.empty()) cut_edge(edge, here);
    }
    out_.rings.insert(out_.rings.begin(), std::move(ring_));
    return std::move(out_);
  }

 private:
  // How far to go from a corner along an edge beside the one from p to q: a power of two of its length.
  std::optional<mpq_class> share_along(const PlanSegment& beside, const PlanSegment& edge) const {
    mpq_class most = 1;
    for (const PlanPoint& m : marks_)
      if (on_line(beside, m))
        if (const mpq_class at = kernel::share_along(beside[0], beside[1], m); sgn(at) > 0) most = std::min(most, at);
    // Its end's distance from the edge, squared.
    const mpq_class across = orient2d(edge[0], edge[1], beside[1]), squared = across * across / squared_length(edge);
    mpq_class share = 1;
    while (share * 2 > most || share * share * squared > width_ * width_) share /= 2;
    if (share * share * squared < least_ * least_) return std::nullopt;
    return share;
  }

  void cut_edge(const PlanSegment& line, std::vector<const StripWish*>& wishes) {
    std::size_t i = 0;
    const std::size_t n = ring_.size();
    while (i < n && !(on_line(line, ring_[i]) && on_line(line, ring_[(i + 1) % n]))) ++i;
    if (i == n) return;  // others took all of it
    const PlanSegment edge{ring_[i], ring_[(i + 1) % n]};
    const auto left = share_along({edge[0], ring_[(i + n - 1) % n]}, edge),
               right = share_along({edge[1], ring_[(i + 2) % n]}, edge);
    if (!left || !right) return;
    const PlanSegment inner{kernel::point_along(edge[0], ring_[(i + n - 1) % n], *left),
                            kernel::point_along(edge[1], ring_[(i + 2) % n], *right)};
    struct Piece {
      mpq_class from, to;
      const StripWish* wish;
    };
    std::vector<Piece> pieces;
    for (const StripWish* w : wishes) {
      Piece piece{std::max<mpq_class>(0, kernel::share_along(edge[0], edge[1], w->from)),
                  std::min<mpq_class>(1, kernel::share_along(edge[0], edge[1], w->to)), w};
      if (piece.from >= piece.to) continue;
      const auto length = [&](const PlanSegment& s) {
        return squared_length({kernel::point_along(s[0], s[1], piece.from), kernel::point_along(s[0], s[1], piece.to)});
      };
      if (length(edge) >= least_ * least_ && length(inner) >= least_ * least_) pieces.push_back(std::move(piece));
    }
    if (pieces.empty()) return;
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.from < b.from; });
    mpq_class at = 0;
    const auto outer_at = [&](const mpq_class& share) { return kernel::point_along(edge[0], edge[1], share); };
    const auto inner_at = [&](const mpq_class& share) { return kernel::point_along(inner[0], inner[1], share); };
    const auto leave = [&](const mpq_class& to) {
      if (at < to) out_.rings.push_back({outer_at(at), outer_at(to), inner_at(to), inner_at(at)});
    };
    for (const Piece& p : pieces) {
      leave(p.from);
      out_.strips.push_back({p.wish->number, outer_at(p.from), outer_at(p.to), inner_at(p.from), inner_at(p.to)});
      marks_.insert(marks_.end(), {inner_at(p.from), inner_at(p.to)});
      at = p.to;
    }
    leave(1);
    ring_[i] = inner[0];
    ring_[(i + 1) % n] = inner[1];
  }

  Ring ring_;
  const std::vector<StripWish>& wishes_;
  Ring marks_;
  const mpq_class &width_, &least_;
  StripCut out_;
};

}  // namespace

std::optional<kernel::ExactInterval> overlap(const PlanSegment& s, const PlanSegment& other) {
  if (!on_line(s, other[0]) || !on_line(s, other[1])) return std::nullopt;
  mpq_class from = kernel::share_along(s[0], s[1], other[0]), to = kernel::share_along(s[0], s[1], other[1]);
  if (from > to) std::swap(from, to);
  kernel::ExactInterval part{std::max<mpq_class>(0, from), std::min<mpq_class>(1, to)};
  if (part.from >= part.to) return std::nullopt;
  return part;
}

void clip_to(std::vector<kernel::ExactPoint>& corners, const Ring& ring) {
  for (std::size_t i = 0; i < ring.size() && !corners.empty(); ++i) {
    const PlanPoint &p = ring[i], &q = ring[(i + 1) % ring.size()];
    kernel::clip_half_plane(
        corners, [&](const kernel::ExactPoint& c) { return mpq_class(orient2d(p, q, c)); },
        [](const kernel::ExactPoint& a, const mpq_class& at_a, const kernel::ExactPoint& b, const mpq_class& at_b) {
          return kernel::point_along(a, b, at_a / (at_a - at_b));
        });
    const auto last = std::unique(corners.begin(), corners.end());
    corners.erase(last, corners.end());
    while (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
    mpq_class doubled = 0;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const auto& next = corners[(k + 1) % corners.size()];
      doubled += kernel::formulas::determinant(corners[k][0], corners[k][1], next[0], next[1]);
    }
    if (sgn(doubled) == 0) corners.clear();
  }
}

StripCut cut_strips(Ring ring, const std::vector<StripWish>& wishes, Ring marks, const mpq_class& width,
                    const mpq_class& least) {
  return StripCutter(std::move(ring), wishes, std::move(marks), width, least).cut();
}

}  // namespace plumb::pipeline
