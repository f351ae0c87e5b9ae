// SPDX-License-Identifier: GPL-3.0-or-later
// The stage that lays ramps where floors end above other floors (Sanchez 2021, 2.7).
// Problem. A floor ends at an open edge, and another floor lies at most one step lower. The agent steps down there, but
// the mesh has no connection. A ramp, as steep as the agent may walk, is laid from the edge down to the lower floor;
// what the ramp covers is taken from the lower floor, and close_gaps joins the rest afterwards.
// 1. find_plateaus() numbers the nearly flat regions at open edges. A ramp never cuts its own plateau.
// 2. RampMaker::find_starts() finds for each open edge the horizontal run of its ramp, square to the edge.
// 3. RampMaker::make_ramp() lays a parallelogram and asks RampSupport which parts of it lead down to the mesh. If none
//    does, the run grows by an eighth of the first run, until it is longer than the options allow.
// 4. RampMaker::fill_corner() lays triangular faces between two ramps whose edges meet in a corner that points outward.
// 5. cut_mesh() subtracts from the floors what lies less than one step below a part of another plateau's ramp.
// 6. cut_mesh() subtracts from the ramps what lies less than the agent's height below other ramps or below polygons of
//    the level, except those of the ramp's own plateau. Walls of the level cut ramps as they cut floors.
// Cost. Each try queries a tree of the mesh's triangles; ramp_support.cpp says what one try costs. An edge that
// nothing supports is tried nine times, or about 8 * reach / run times if the options give a reach. Steps 5 and 6 are
// near N log N in triangles and ramp parts, plus the triangulation of the triangles that are cut.
// Exactness. All coordinates are fractions and all decisions exact. Boxes and SectionFilter, in doubles, only leave out
// pairs that certainly do not meet. A part of a ramp with a coordinate longer than position_bits is dropped and
// counted.
// Differences from the source: ramps that cross cut one another instead of ending at the middle of an edge, corners are
// filled by planar triangles, and no threshold decides what counts as supported (docs/theory/wedge.md, add_ramps).
#include <algorithm>
#include <map>
#include <vector>

#include "cut/surface_wedges.h"
#include "cut/triangulate_cut.h"
#include "mesh/plane_table.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/triangle_mesh.h"
#include "plumb/pipeline/wedge_stages.h"
#include "ramps/ramp_support.h"

namespace plumb::pipeline {

namespace {

using Index = TriangleMesh::Index;
using kernel::PlanPoint;

// Numbers the plateaus of a mesh (Sanchez 2021, 2.7.1) and returns how many there are. A plateau starts at a triangle
// with an open edge, in the order of the triangles, and has all triangles that are joined to it by triangles whose
// normals are within the cone of its own. Other triangles have no plateau.
Index find_plateaus(TriangleMesh& mesh, const kernel::SlopeLimit& cone) {
  constexpr Index none = TriangleMesh::none;
  const auto beyond = neighbours(mesh);
  PlaneTable planes;
  const std::vector<PlaneTable::Index> plane = planes_of(mesh, planes);
  const auto alike = [&](Index t, Index other) {
    const Index a = planes[plane[t]].direction, b = planes[plane[other]].direction;
    if (a == b) return true;
    const PlaneTable::Direction &n = planes.direction(a), &m = planes.direction(b);
    const auto near = cone.within(n.near, m.near);
    return near ? *near : cone.within(n.normal, m.normal);
  };
  for (TriangleMesh::Triangle& t : mesh.triangles) t.plateau = none;
  Index count = 0;
  std::vector<Index> to_visit;
  for (const TriangleMesh::BoundaryEdge& e : mesh.boundary) {
    if (e.edge_class != EdgeClass::open || mesh.triangles[e.triangle].plateau != none) continue;
    const auto add = [&](Index t) {
      mesh.triangles[t].plateau = count;
      to_visit.push_back(t);
    };
    add(e.triangle);
    while (!to_visit.empty()) {
      const Index t = to_visit.back();
      to_visit.pop_back();
      for (const Index other : beyond[t])
        if (other != none && mesh.triangles[other].plateau == none && alike(e.triangle, other)) add(other);
    }
    ++count;
  }
  return count;
}

// The surfaces of the triangles of each plateau, ascending.
std::vector<std::vector<kernel::PolygonId>> plateau_surfaces(const TriangleMesh& mesh, Index count) {
  std::vector<std::vector<kernel::PolygonId>> out(count);
  for (const TriangleMesh::Triangle& t : mesh.triangles)
    if (t.plateau != TriangleMesh::none && t.surface != kernel::no_polygon) out[t.plateau].push_back(t.surface);
  for (auto& list : out) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return out;
}

// An open edge from which a ramp leads down.
struct Start {
  ExactPoint from, to;
  PlanPoint run;
  Index plateau = 0;
  Index first = 0, last = 0;  // points of the mesh
};

// A part of a ramp that leads down to the mesh, and so stays.
struct Part {
  RampPiece corners;
  Index plateau = 0, ramp = 0;
  std::vector<kernel::IntervalPoint> near;
  kernel::Box box;
};

class RampMaker {
 public:
  RampMaker(const TriangleMesh& mesh, const mpq_class& height, const AddRampsOptions& options, OperationFacts& facts)
      : mesh_(mesh), options_(options), support_(mesh, height), facts_(facts) {}

  std::vector<Part> make() {
    find_starts();
    for (const Start& s : starts_) {
      cancellation_point();
      make_ramp(s);
    }
    for (const Start& s : starts_)
      if (const auto next = by_first_.find(s.last); next != by_first_.end()) fill_corner(s, starts_[next->second]);
    return std::move(parts_);
  }

 private:
  void find_starts() {
    for (const TriangleMesh::BoundaryEdge& e : mesh_.boundary) {
      if (e.edge_class != EdgeClass::open) continue;
      const TriangleMesh::Triangle& t = mesh_.triangles[e.triangle];
      const Index first = t.corners[e.side], last = t.corners[(e.side + 1) % 3];
      const ExactPoint &from = mesh_.points[first], &to = mesh_.points[last];
      auto run = ramp_run(from, to, options_.step, options_.slope);
      if (!run) {
        ++facts_.refused["steep_edge"];
        continue;
      }
      by_first_.emplace(first, starts_.size());
      starts_.push_back({from, to, std::move(*run), t.plateau, first, last});
    }
  }

  // Adds the ramp of the first run that reaches the mesh.
  void make_ramp(const Start& s) {
    for (unsigned eighths = 8;; ++eighths) {
      const mpq_class factor = mpq_class(eighths) / 8;
      const PlanPoint run{s.run[0] * factor, s.run[1] * factor};
      if (eighths > 8 && is_beyond_reach(run, factor)) break;
      if (add(ramp_beside(s.from, s.to, run, options_.step), s.plateau)) return;
    }
    ++facts_.refused["unsupported"];
  }
  bool is_beyond_reach(const PlanPoint& run, const mpq_class& factor) const {
    if (!options_.reach) return factor > 2;
    return run[0] * run[0] + run[1] * run[1] > *options_.reach * *options_.reach;
  }

  void fill_corner(const Start& s, const Start& next) {
    for (const RampFace& face : corner_faces(s.to, s.run, next.run, options_.step, options_.miter))
      add(face, s.plateau);
  }

  // Adds the parts of a face that lead down to the mesh. Returns whether there are any.
  bool add(RampFace face, Index plateau) {
    face.plateau = plateau;
    const std::vector<RampPiece> pieces = support_(face);
    bool any = false;
    for (const RampPiece& piece : pieces) {
      if (std::ranges::any_of(piece,
                              [&](const ExactPoint& p) { return coordinate_bits(p) > options_.position_bits; })) {
        ++facts_.refused["position"];
        continue;
      }
      parts_.push_back({piece, plateau, ramps_, near_corners(piece), kernel::box_of(piece)});
      any = true;
    }
    if (any) ++ramps_, ++facts_.operations;
    return !pieces.empty();
  }

  const TriangleMesh& mesh_;
  const AddRampsOptions& options_;
  RampSupport support_;
  OperationFacts& facts_;
  std::vector<Start> starts_;
  std::map<Index, std::size_t> by_first_;
  std::vector<Part> parts_;
  Index ramps_ = 0;
};

TriangleMesh mesh_of(const std::vector<Part>& parts) {
  TriangleMesh out;
  for (const Part& p : parts) {
    const auto first = static_cast<Index>(out.points.size()), sides = static_cast<Index>(p.corners.size());
    out.points.insert(out.points.end(), p.corners.begin(), p.corners.end());
    for (Index i = 1; i + 1 < sides; ++i) {
      const auto t = static_cast<Index>(out.triangles.size());
      out.triangles.push_back({{first, first + i, first + i + 1}, kernel::no_polygon, p.plateau, p.ramp});
      if (i == 1) out.boundary.push_back({t, 0});
      out.boundary.push_back({t, 1});
      if (i + 2 == sides) out.boundary.push_back({t, 2});
    }
  }
  return out;
}

// Finds the parts of ramps that lie over a triangle, and what they take from it.
class PartWedges {
 public:
  explicit PartWedges(const std::vector<Part>& parts) : parts_(parts), boxes_(boxes_of(parts)) {}

  // The cut of a triangle by all parts that are less than `height` above it and for which takes(part) holds.
  template <class Takes>
  TriangleCut cut(const std::array<ExactPoint, 3>& corners, const mpq_class& height, EdgeClass edge_class,
                  Takes&& takes) const {
    kernel::Box near = kernel::box_of(corners);
    near.high[2] = (kernel::Interval(near.high[2]) + kernel::interval_of(height)).high;
    std::vector<const Part*> found;
    boxes_.query(near, [&](std::uint32_t i) {
      if (takes(parts_[i])) found.push_back(&parts_[i]);
    });
    TriangleCut out;
    out.kinds.push_back({edge_class});
    if (found.empty()) return out;
    const SectionFilter filter(corners, height);
    std::erase_if(found, [&](const Part* p) { return filter.misses(filter_corners(*p)); });
    if (found.empty()) return out;
    const kernel::ExactPlane plane = kernel::exact_plane(corners[0], corners[1], corners[2]);
    kernel::PlanRing window;
    for (const ExactPoint& p : corners) window.push_back({p[0], p[1]});
    for (const Part* p : found) {
      TaggedRing ring;
      for (RaisedCorner& c : part_between(raised_corners(p->corners, plane), 0, height))
        ring.push_back({std::move(c.at), 0});
      if (!ring.empty() && clip_to(ring, window)) out.taken.push_back(std::move(ring));
    }
    return out;
  }

 private:
  static std::vector<kernel::Box> boxes_of(const std::vector<Part>& parts) {
    std::vector<kernel::Box> out;
    for (const Part& p : parts) out.push_back(p.box);
    return out;
  }

  static std::vector<SectionFilter::Corner> filter_corners(const Part& part) {
    std::vector<SectionFilter::Corner> out;
    for (std::size_t i = 0; i < part.corners.size(); ++i) out.push_back({&part.corners[i], part.near[i]});
    return out;
  }

  const std::vector<Part>& parts_;
  kernel::BoxTree boxes_;
};

std::array<ExactPoint, 3> corners_of(const TriangleMesh& mesh, Index t) {
  const auto& [a, b, c] = mesh.triangles[t].corners;
  return {mesh.points[a], mesh.points[b], mesh.points[c]};
}

void add_cut(TriangleCut& to, SurfaceWedges&& more) {
  const auto first = static_cast<std::uint32_t>(to.kinds.size());
  to.kinds.insert(to.kinds.end(), more.kinds.begin(), more.kinds.end());
  for (TaggedRing& ring : more.taken) {
    for (TaggedCorner& c : ring)
      if (c.tag != TaggedCorner::no_tag) c.tag += first;
    to.taken.push_back(std::move(ring));
  }
  to.slits.insert(to.slits.end(), more.slits.begin(), more.slits.end());
}

}  // namespace

OperationFacts add_ramps(TriangleMesh& mesh, const kernel::PointTable& points, const SurfaceSet& set,
                         const SurfaceIndex& index, const WedgeCutOptions& cut, const AddRampsOptions& options) {
  OperationFacts facts;
  if (sgn(options.step) == 0) return facts;
  const Index plateaus = find_plateaus(mesh, options.cone);
  const std::vector<Part> parts = RampMaker(mesh, cut.height, options, facts).make();
  const PartWedges wedges(parts);
  TriangleMesh floors = cut_mesh(mesh, cut.threads, [&](Index t) {
    const Index plateau = mesh.triangles[t].plateau;
    return wedges.cut(corners_of(mesh, t), options.step, EdgeClass::blocked,
                      [&](const Part& p) { return plateau == TriangleMesh::none || p.plateau != plateau; });
  });
  const std::vector<std::vector<kernel::PolygonId>> own = plateau_surfaces(mesh, plateaus);
  const WedgeFinder level(points, set, index, cut);
  const TriangleMesh whole = mesh_of(parts);
  TriangleMesh ramps = cut_mesh(whole, cut.threads, [&](Index t) {
    const TriangleMesh::Triangle& triangle = whole.triangles[t];
    const auto corners = corners_of(whole, t);
    TriangleCut out =
        wedges.cut(corners, cut.height, EdgeClass::open, [&](const Part& p) { return p.ramp != triangle.ramp; });
    add_cut(out, level.over(corners, [&](kernel::PolygonId polygon) {
      return triangle.plateau == TriangleMesh::none || !std::ranges::binary_search(own[triangle.plateau], polygon);
    }));
    return out;
  });
  facts.lost = plan_area(mesh, options.exact_digits) - plan_area(floors, options.exact_digits);
  facts.gained = plan_area(ramps, options.exact_digits);
  append(floors, ramps);
  mesh = std::move(floors);
  return facts;
}

}  // namespace plumb::pipeline
