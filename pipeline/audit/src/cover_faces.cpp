// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/cover_faces.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "near_plane.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/convex_relation.h"
#include "plumb/kernel/cut_by_areas.h"
#include "plumb/kernel/half_plane.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

using kernel::ConvexRelation;
using kernel::Interval;
using kernel::PlanPoint;
using kernel::PlanRef;
using kernel::PlanRing;
using Index = FloorFaces::Index;

constexpr std::size_t faces_a_chunk = 64;

// A floor with doubles around its corners.
class NearFloor {
 public:
  explicit NearFloor(const FloorFaces& floor) : floor_(floor) {
    std::vector<PlanRef> plan;
    std::vector<Interval> heights;
    for (const ExactPoint& p : floor.points) {
      plan.emplace_back(p);
      heights.push_back(kernel::interval_of(p[2]));
    }
    first_.reserve(floor.faces.size() + 1);
    for (const FloorFaces::Face& face : floor.faces) {
      first_.push_back(plan_.size());
      for (const Index c : face.corners) {
        plan_.push_back(plan[c]);
        heights_.push_back(heights[c]);
      }
    }
    first_.push_back(plan_.size());
  }

  const FloorFaces& exact() const { return floor_; }
  kernel::Box box(Index face) const {
    kernel::Box out = kernel::no_box;
    for (std::size_t c = first_[face]; c < first_[face + 1]; ++c) {
      const Interval* const at[3] = {&plan_[c].ix, &plan_[c].iy, &heights_[c]};
      for (std::size_t k = 0; k < 3; ++k) {
        out.low[k] = std::min(out.low[k], at[k]->low);
        out.high[k] = std::max(out.high[k], at[k]->high);
      }
    }
    return out;
  }
  std::span<const PlanRef> plan(Index face) const {
    return std::span(plan_).subspan(first_[face], first_[face + 1] - first_[face]);
  }
  std::span<const Interval> heights(Index face) const {
    return std::span(heights_).subspan(first_[face], first_[face + 1] - first_[face]);
  }

 private:
  const FloorFaces& floor_;
  std::vector<PlanRef> plan_;
  std::vector<Interval> heights_;
  std::vector<std::size_t> first_;
};

class Coverer {
 public:
  Coverer(const NearFloor& base, const NearFloor& by, const kernel::BoxTree& tree, const HeightWindow& window,
          bool earlier, kernel::AreaCuts cuts)
      : base_(base),
        by_(by),
        tree_(tree),
        window_(window),
        low_(kernel::interval_of(window.low)),
        high_(kernel::interval_of(window.high)),
        unit_(lcm(base.exact().unit, by.exact().unit)),
        earlier_(earlier),
        cuts_(cuts),
        rings_(by.exact().faces.size()) {}

  CoveredFace cover(Index face) {
    CoveredFace out;
    out.area = kernel::signed_area(base_.exact().ring(face));
    find_regions(face);
    if (std::ranges::all_of(regions_, [](const Region& r) { return r.whole; })) {
      CoveredFace::Piece& piece = out.pieces.emplace_back();
      piece.area = out.area;
      for (const Region& r : regions_) {
        piece.by.push_back(r.by);
        out.shared.push_back({r.by, out.area});
        if (cuts_ == kernel::AreaCuts::first) break;
      }
    } else {
      cut(face, out);
    }
    for (const CoveredFace::Piece& p : out.pieces) (p.by.empty() ? out.left : out.covered) += p.area;
    return out;
  }

 private:
  struct Region {
    Index by;
    bool whole;     // it holds the face
    PlanRing part;  // else: its part within the window, if that is not all of it
  };
  struct Lifted {
    PlanPoint at;
    mpq_class height;  // over the face at work
  };

  void find_regions(Index face) {
    regions_.clear();
    found_.clear();
    kernel::Box box = base_.box(face);
    box.low[2] = (Interval(box.low[2]) + low_).low;
    box.high[2] = (Interval(box.high[2]) + high_).high;
    tree_.query(box, [&](Index other) {
      if (!earlier_ || other < face) found_.push_back(other);
    });
    std::ranges::sort(found_);
    if (found_.empty()) return;
    const std::span<const PlanRef> plan = base_.plan(face);
    near_plane_.emplace(plan, base_.heights(face));
    plane_.reset();
    for (const Index other : found_) {
      if (cuts_ == kernel::AreaCuts::first && !regions_.empty() && regions_.front().whole) return;
      const ConvexRelation relation = kernel::convex_relation(plan, by_.plan(other));
      if (relation == ConvexRelation::apart) continue;
      if (is_within_window(other)) {
        add_region(other, relation == ConvexRelation::within, {});
      } else if (PlanRing ring = clipped(face, other); !ring.empty()) {
        const ConvexRelation clipped_relation = kernel::convex_relation(plan, kernel::plan_refs(ring));
        if (clipped_relation == ConvexRelation::apart) continue;
        add_region(other, clipped_relation == ConvexRelation::within, std::move(ring));
      }
    }
  }

  // Where one cover is enough, one that holds all of the face makes others needless.
  void add_region(Index by, bool whole, PlanRing part) {
    if (whole && cuts_ == kernel::AreaCuts::first) regions_.clear();
    regions_.push_back({by, whole, std::move(part)});
  }
  const PlanRing& other_ring(Index other) {
    if (rings_[other].empty()) rings_[other] = kernel::normal_convex_ring(by_.exact().ring(other));
    return rings_[other];
  }

  // By doubles; false where they cannot tell.
  bool is_within_window(Index other) const {
    const auto plan = by_.plan(other);
    const auto z = by_.heights(other);
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const Interval height = near_plane_->over(plan[i], z[i]);
      if (!(height.low > low_.high && height.high < high_.low)) return false;
    }
    return true;
  }
  bool is_beyond_window(Index other) const {
    const auto plan = by_.plan(other);
    const auto z = by_.heights(other);
    bool below = true, above = true;
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const Interval height = near_plane_->over(plan[i], z[i]);
      below = below && height.high < low_.low;
      above = above && height.low > high_.high;
    }
    return below || above;
  }

  // The part of the other face within the window, in plan: empty, or convex with an area.
  PlanRing clipped(Index face, Index other) {
    if (is_beyond_window(other)) return {};
    if (!plane_) plane_ = base_.exact().plane(face);
    std::vector<Lifted> ring;
    for (const Index c : by_.exact().faces[other].corners) {
      const ExactPoint& p = by_.exact().points[c];
      ring.push_back({{p[0], p[1]}, p[2] - plane_->height(p[0], p[1])});
    }
    const auto beyond = [&](auto&& is_beyond) { return std::ranges::all_of(ring, is_beyond); };
    if (beyond([&](const Lifted& c) { return window_.closed ? c.height < window_.low : c.height <= window_.low; }) ||
        beyond([&](const Lifted& c) { return window_.closed ? c.height > window_.high : c.height >= window_.high; }))
      return {};
    const auto clip = [&](const mpq_class& limit, bool above) {
      kernel::clip_half_plane(
          ring, [&](const Lifted& c) { return above ? cmp(c.height, limit) : cmp(limit, c.height); },
          [&](const Lifted& p, int, const Lifted& q, int) {
            const mpq_class share = (limit - p.height) / (q.height - p.height);
            return Lifted{kernel::point_along(p.at, q.at, share), limit};
          });
    };
    clip(window_.low, true);
    if (!ring.empty()) clip(window_.high, false);
    PlanRing out;
    for (Lifted& c : ring) out.push_back(std::move(c.at));
    return out.size() < 3 ? PlanRing{} : kernel::normal_convex_ring(std::move(out));
  }

  void cut(Index face, CoveredFace& out) {
    const PlanRing ring = kernel::normal_convex_ring(base_.exact().ring(face));
    std::vector<kernel::NamedArea> areas;
    for (const Region& r : regions_) {
      out.shared.push_back({r.by, 0});
      areas.push_back({r.by, r.whole ? &ring : r.part.empty() ? &other_ring(r.by) : &r.part});
    }
    std::vector<kernel::AreaPiece> pieces = kernel::cut_by_areas(ring, areas, unit_, cuts_);
    out.pieces.reserve(pieces.size());
    for (kernel::AreaPiece& p : pieces) {
      CoveredFace::Piece& piece = out.pieces.emplace_back();
      piece.area = kernel::signed_area(p.ring);
      piece.ring = std::move(p.ring);
      piece.by = std::move(p.areas);
      for (const Index by : piece.by)
        std::ranges::lower_bound(out.shared, by, {}, &CoveredFace::Shared::by)->area += piece.area;
    }
    std::erase_if(out.shared, [](const CoveredFace::Shared& s) { return s.area == 0; });
  }

  const NearFloor &base_, &by_;
  const kernel::BoxTree& tree_;
  const HeightWindow& window_;
  const Interval low_, high_;
  const mpz_class unit_;
  const bool earlier_;
  const kernel::AreaCuts cuts_;

  std::vector<PlanRing> rings_;  // by other face: where it was asked for, its ring
  std::vector<Index> found_;
  std::vector<Region> regions_;
  // Of the face at work.
  std::optional<NearPlane> near_plane_;
  std::optional<kernel::ExactPlane> plane_;
};

std::vector<CoveredFace> cover(const FloorFaces& base, const FloorFaces& by, const HeightWindow& window, bool earlier,
                               kernel::AreaCuts cuts, unsigned threads) {
  const NearFloor near_base(base), near_by(by);
  std::vector<kernel::Box> boxes;
  boxes.reserve(by.faces.size());
  for (Index f = 0; f < by.faces.size(); ++f) boxes.push_back(near_by.box(f));
  const kernel::BoxTree tree(std::move(boxes));
  std::vector<CoveredFace> out(base.faces.size());
  parallel_chunks((out.size() + faces_a_chunk - 1) / faces_a_chunk, threads, [&](unsigned) {
    return [&, coverer = Coverer(near_base, near_by, tree, window, earlier, cuts)](std::size_t chunk) mutable {
      const std::size_t end = std::min(out.size(), (chunk + 1) * faces_a_chunk);
      for (std::size_t f = chunk * faces_a_chunk; f < end; ++f) out[f] = coverer.cover(static_cast<Index>(f));
    };
  });
  return out;
}

}  // namespace

PlanRing ring_of(const CoveredFace::Piece& piece, const FloorFaces& base, Index face) {
  return piece.ring.empty() ? base.ring(face) : piece.ring;
}

std::vector<CoveredFace> cover_faces(const FloorFaces& base, const FloorFaces& by, const HeightWindow& window,
                                     unsigned threads) {
  return cover(base, by, window, false, kernel::AreaCuts::all, threads);
}

std::vector<CoveredFace> cover_by_first(const FloorFaces& base, const FloorFaces& by, const HeightWindow& window,
                                        unsigned threads) {
  return cover(base, by, window, false, kernel::AreaCuts::first, threads);
}

std::vector<CoveredFace> cover_by_earlier(const FloorFaces& floor, const HeightWindow& window, unsigned threads) {
  return cover(floor, floor, window, true, kernel::AreaCuts::first, threads);
}

bool adds_up(const std::vector<CoveredFace>& here) {
  return std::ranges::all_of(here, [](const CoveredFace& f) { return f.covered + f.left == f.area; });
}

bool agree(const std::vector<CoveredFace>& here, const std::vector<CoveredFace>& there) {
  std::size_t pairs = 0;
  for (const CoveredFace& f : there) pairs += f.shared.size();
  for (Index f = 0; f < here.size(); ++f)
    for (const CoveredFace::Shared& s : here[f].shared) {
      const std::vector<CoveredFace::Shared>& other = there[s.by].shared;
      const auto at = std::ranges::lower_bound(other, f, {}, &CoveredFace::Shared::by);
      if (at == other.end() || at->by != f || at->area != s.area) return false;
      --pairs;
    }
  return pairs == 0;
}

}  // namespace plumb::pipeline
