// SPDX-License-Identifier: GPL-3.0-or-later
// The stage that lays ramps where floors end above other floors (Sanchez 2021, 2.7).
// Problem. A floor ends at an edge, and beyond the edge another floor lies at most one step lower. The agent steps down
// there, but the mesh has no connection. A ramp, as steep as the agent may walk, is laid from the edge down to the
// lower floor. Two things must hold whatever the level: no two places of the mesh come to lie over one another, and
// what the agent can reach does not change. So a ramp is no polygon beside the floors: it is the floor below it,
// lifted.
// 1. mark_steps() finds where the agent steps from one floor to another, and number_components() which floors steps and
//    joined sides connect. Both stay in the mesh: where no ramp is laid, the step itself is the connection.
// 2. find_plateaus() numbers the nearly flat regions at steps. A ramp never lifts its own plateau.
// 3. RampMaker::find_starts() finds for each stretch over which a step leads down the horizontal run of its ramp,
//    square to the edge. ramp_beside() lays a parallelogram, and RampMaker::add() asks RampSupport which parts of it
//    lead down to the mesh. corner_faces() lays triangular faces between two ramps whose edges meet in a corner that
//    points outward.
// 4. LiftFinder finds the floors of the ramp's own component that lie less than a step below a part, and where polygons
//    of the level leave no headroom over it. lift_mesh() lifts them.
// 5. useless_lifts() finds lifted triangles that connect nothing, or that part what was connected. They become floor
//    again, until there are none.
// Cost. Each ramp queries a tree of the mesh's triangles; ramp_support.cpp says what that costs. Step 4 is near N log N
// in triangles and ramp parts, plus one overlay for each triangle under a ramp. Step 5 seldom has more than three
// rounds. Exactness. All coordinates are fractions and all decisions exact. Boxes and SectionFilter, in doubles, only
// leave out pairs that certainly do not meet. A part of a ramp with a coordinate longer than position_bits is dropped
// and counted. Differences from the source: steps stay as connections, ramps lift floors instead of being added to
// them, corners are filled by planar triangles, and no threshold decides what counts as supported
// (docs/theory/wedge.md, add_ramps).
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "cut/surface_wedges.h"
#include "links/edge_contacts.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/triangle_stages.h"
#include "plumb/pipeline/wedge_stages.h"
#include "plumb/surface/plane_table.h"
#include "ramps/lift_mesh.h"
#include "ramps/ramp_ends.h"
#include "ramps/ramp_support.h"

namespace plumb::pipeline {

namespace {

using Index = TriangleMesh::Index;
using kernel::PlanPoint;

// Numbers the plateaus of a mesh (Sanchez 2021, 2.7.1) and returns how many there are. A plateau starts at a triangle
// beside a step, in the order of the triangles, and has all triangles that are joined to it by triangles whose
// normals are within the cone of its own. Other triangles have no plateau.
Index find_plateaus(TriangleMesh& mesh, const kernel::SlopeLimit& cone) {
  const auto beyond = neighbours(mesh);
  surface::PlaneTable planes;
  const std::vector<surface::PlaneTable::Index> plane = surface::planes_of(mesh, planes);
  const auto alike = [&](Index t, Index other) {
    const Index a = planes[plane[t]].direction, b = planes[plane[other]].direction;
    if (a == b) return true;
    const surface::PlaneTable::Direction &n = planes.direction(a), &m = planes.direction(b);
    const auto near = cone.within(n.near, m.near);
    return near ? *near : cone.within(n.normal, m.normal);
  };
  for (TriangleMesh::Triangle& t : mesh.triangles) t.plateau = TriangleMesh::none;
  Index count = 0;
  std::vector<Index> to_visit;
  for (const TriangleMesh::BoundaryEdge& e : mesh.boundary) {
    if (e.edge_class != EdgeClass::step || mesh.triangles[e.triangle].plateau != TriangleMesh::none) continue;
    const auto add = [&](Index t) {
      mesh.triangles[t].plateau = count;
      to_visit.push_back(t);
    };
    add(e.triangle);
    while (!to_visit.empty()) {
      const Index t = to_visit.back();
      to_visit.pop_back();
      for (const Index other : beyond[t])
        if (other != TriangleMesh::none && mesh.triangles[other].plateau == TriangleMesh::none &&
            alike(e.triangle, other))
          add(other);
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

// A stretch of an edge from which a step leads down.
struct Start {
  ExactPoint from, to;
  PlanPoint run;
  Index plateau = 0, component = 0;
  Index first = TriangleMesh::none, last = TriangleMesh::none;  // points of the mesh, if it begins or ends there
};

// A part of a ramp that leads down to the mesh.
struct PlateauPart {
  RampPiece corners;
  Index plateau = 0, component = 0, ramp = 0;
  kernel::ExactPlane plane;
  std::vector<kernel::IntervalPoint> near;
  kernel::Box box;
};

class RampMaker {
 public:
  RampMaker(const TriangleMesh& mesh, const std::vector<EdgeContact>& contacts, const mpq_class& height,
            const AddRampsOptions& options, OperationFacts& facts)
      : mesh_(mesh), contacts_(contacts), options_(options), support_(mesh, height), facts_(facts) {}

  std::vector<PlateauPart> make() {
    find_starts();
    for (const Start& s : starts_) {
      cancellation_point();
      if (!add(ramp_beside(s.from, s.to, s.run, options_.step), s)) ++facts_.refused["unsupported"];
    }
    for (const Start& s : starts_)
      if (const auto next = by_first_.find(s.last); s.last != TriangleMesh::none && next != by_first_.end())
        for (const RampFace& face : corner_faces(s.to, s.run, starts_[next->second].run, options_.step, options_.miter))
          add(face, s);
    return std::move(parts_);
  }

 private:
  // The stretches of each edge that are higher than what they are linked to, joined where they touch.
  void find_starts() {
    std::map<Index, std::vector<kernel::ExactInterval>> upper;
    for (const EdgeContact& c : contacts_)
      for (const kernel::ExactInterval& i : c.linked) {
        if (kernel::ExactInterval over_b = i; kernel::clip(over_b, kernel::Linear{0, 0} - c.rise) && !c.is_level())
          upper[c.a].push_back(over_b);
        if (kernel::ExactInterval over_a = i; kernel::clip(over_a, c.rise) && !c.is_level()) {
          const mpq_class from = c.share_on_b(over_a.from), to = c.share_on_b(over_a.to);
          upper[c.b].push_back({std::min(from, to), std::max(from, to)});
        }
      }
    for (auto& [edge, stretches] : upper)
      for (const kernel::ExactInterval& i : kernel::united(std::move(stretches))) add_start(edge, i);
  }
  void add_start(Index edge, const kernel::ExactInterval& stretch) {
    const TriangleMesh::BoundaryEdge& e = mesh_.boundary[edge];
    const TriangleMesh::Triangle& t = mesh_.triangles[e.triangle];
    const Index first = t.corners[e.side], last = t.corners[(e.side + 1) % 3];
    const ExactPoint &from = mesh_.points[first], &to = mesh_.points[last];
    auto run = ramp_run(from, to, options_.step, options_.slope);
    if (!run) {
      ++facts_.refused["steep_edge"];
      return;
    }
    Start start{kernel::point_along(from, to, stretch.from), kernel::point_along(from, to, stretch.to), std::move(*run),
                t.plateau, t.component};
    if (sgn(stretch.from) == 0) {
      start.first = first;
      by_first_.emplace(first, starts_.size());
    }
    if (stretch.to == 1) start.last = last;
    starts_.push_back(std::move(start));
  }

  // Adds the parts of a face that lead down to the mesh. Returns whether there are any.
  bool add(RampFace face, const Start& start) {
    face.plateau = start.plateau;
    const std::vector<RampPiece> pieces = support_(face);
    bool any = false;
    for (const RampPiece& piece : pieces) {
      if (std::ranges::any_of(
              piece, [&](const ExactPoint& p) { return surface::coordinate_bits(p) > options_.position_bits; })) {
        ++facts_.refused["position"];
        continue;
      }
      parts_.push_back(
          {piece, start.plateau, start.component, ramps_, face.plane(), near_corners(piece), kernel::box_of(piece)});
      any = true;
    }
    if (any) ++ramps_;
    return !pieces.empty();
  }

  const TriangleMesh& mesh_;
  const std::vector<EdgeContact>& contacts_;
  const AddRampsOptions& options_;
  RampSupport support_;
  OperationFacts& facts_;
  std::vector<Start> starts_;
  std::map<Index, std::size_t> by_first_;
  std::vector<PlateauPart> parts_;
  Index ramps_ = 0;
};

// What stands in the way over a part of a ramp.
struct Overhead {
  std::vector<kernel::PlanRing> low;  // where polygons of the level are lower over it than the agent is high
  std::vector<PlanSegment> walls;     // that hang into it
};

// Finds how floors are lifted.
class LiftFinder {
 public:
  LiftFinder(const TriangleMesh& mesh, const std::vector<PlateauPart>& parts, const mpq_class& step)
      : mesh_(mesh),
        parts_(parts),
        step_(step),
        overhead_(parts.size()),
        near_(mesh.triangles.size()),
        boxes_(boxes_of(parts)) {}

  // Finds which parts may lift which triangles, and what is over those parts: `own` has, by plateau, the polygons that
  // stop nobody on its ramps.
  void look_up(const WedgeFinder& level, const std::vector<std::vector<kernel::PolygonId>>& own, unsigned threads) {
    std::vector<bool> lifts(parts_.size());
    for (Index t = 0; t < near_.size(); ++t) {
      near_[t] = parts_near(t);
      for (const Index i : near_[t]) lifts[i] = true;
    }
    parallel_chunks(parts_.size(), threads, [&](unsigned) {
      return [&](std::size_t i) {
        if (!lifts[i]) return;
        const PlateauPart& part = parts_[i];
        const auto counts = [&](kernel::PolygonId polygon) {
          return part.plateau == TriangleMesh::none || !std::ranges::binary_search(own[part.plateau], polygon);
        };
        for (std::size_t k = 1; k + 1 < part.corners.size(); ++k) {
          SurfaceWedges found = level.over({part.corners[0], part.corners[k], part.corners[k + 1]}, counts);
          for (const surface::TaggedRing& ring : found.taken) overhead_[i].low.push_back(points_of(ring));
          for (Slit& slit : found.slits) overhead_[i].walls.push_back(std::move(slit.segment));
        }
      };
    });
  }

  // The lifts of a triangle by all parts of its component's ramps, but for those of its plateau.
  std::vector<Lift> lifts_of(Index t) const {
    std::vector<Lift> out;
    if (near_[t].empty()) return out;
    const std::array<ExactPoint, 3> corners = corners_of(t);
    const kernel::ExactPlane plane = kernel::exact_plane(corners[0], corners[1], corners[2]);
    kernel::PlanRing window;
    for (const ExactPoint& p : corners) window.push_back({p[0], p[1]});
    for (const Index i : near_[t]) add(i, plane, window, out);
    return out;
  }

 private:
  std::array<ExactPoint, 3> corners_of(Index t) const {
    const auto& [a, b, c] = mesh_.triangles[t].corners;
    return {mesh_.points[a], mesh_.points[b], mesh_.points[c]};
  }
  // The parts that are not certainly off a triangle, ascending.
  std::vector<Index> parts_near(Index t) const {
    const TriangleMesh::Triangle& triangle = mesh_.triangles[t];
    const std::array<ExactPoint, 3> corners = corners_of(t);
    kernel::Box near = kernel::box_of(corners);
    near.high[2] = (kernel::Interval(near.high[2]) + kernel::interval_of(step_)).high;
    std::vector<Index> found;
    boxes_.query(near, [&](std::uint32_t i) {
      const bool own = triangle.plateau != TriangleMesh::none && triangle.plateau == parts_[i].plateau;
      if (!own && triangle.component == parts_[i].component) found.push_back(i);
    });
    if (found.empty()) return found;
    std::ranges::sort(found);
    const SectionFilter filter(corners, step_);
    std::erase_if(found, [&](Index i) { return filter.misses(filter_corners(parts_[i])); });
    return found;
  }
  void add(Index i, const kernel::ExactPlane& plane, const kernel::PlanRing& window, std::vector<Lift>& out) const {
    const PlateauPart& part = parts_[i];
    surface::TaggedRing ring;
    for (RaisedCorner& c : part_between(raised_corners(part.corners, plane), 0, step_))
      ring.push_back({std::move(c.at), 0});
    if (ring.empty() || !clip_to(ring, window)) return;
    Lift lift{i, part.ramp, part.plateau, &part.plane, points_of(ring), {}};
    for (const PlanSegment& wall : overhead_[i].walls)
      if (const auto inside = clipped(wall, lift.ring); inside && inside->from != inside->to)
        if (strictly_inside(kernel::point_along(inside->from, inside->to, mpq_class(1, 2)), lift.ring)) return;
    for (const kernel::PlanRing& low : overhead_[i].low) {
      surface::TaggedRing inside;
      for (const PlanPoint& p : low) inside.push_back({p});
      if (clip_to(inside, lift.ring)) lift.low.push_back(points_of(inside));
    }
    out.push_back(std::move(lift));
  }

  static std::vector<kernel::Box> boxes_of(const std::vector<PlateauPart>& parts) {
    std::vector<kernel::Box> out;
    for (const PlateauPart& p : parts) out.push_back(p.box);
    return out;
  }
  static std::vector<SectionFilter::Corner> filter_corners(const PlateauPart& part) {
    std::vector<SectionFilter::Corner> out;
    for (std::size_t i = 0; i < part.corners.size(); ++i) out.push_back({&part.corners[i], part.near[i]});
    return out;
  }

  const TriangleMesh& mesh_;
  const std::vector<PlateauPart>& parts_;
  const mpq_class& step_;
  std::vector<Overhead> overhead_;        // by part
  std::vector<std::vector<Index>> near_;  // by triangle
  kernel::BoxTree boxes_;
};

// Lifts floors, and lowers again what is no use.
class FloorLifter {
 public:
  FloorLifter(const TriangleMesh& mesh, const LiftFinder& finder, unsigned threads)
      : mesh_(mesh), lifts_(mesh.triangles.size()), cut_(mesh.triangles.size()) {
    parallel_each(lifts_.size(), triangles_at_once, threads, [&](unsigned) {
      return [&](std::size_t t) {
        lifts_[t] = finder.lifts_of(static_cast<Index>(t));
        cut(static_cast<Index>(t));
      };
    });
  }

  LiftedMesh run(const ContactOptions& options, OperationFacts& facts) {
    for (;;) {
      cancellation_point();
      std::vector<LiftedTriangle> cut;
      for (const LiftedTriangle& c : cut_)
        if (!c.pieces.empty()) cut.push_back(c);
      LiftedMesh lifted = lift_mesh(mesh_, cut, lifts_);
      const UselessLifts useless = useless_lifts(mesh_, lifted, options);
      const std::size_t lowered =
          lower(lifted, useless.loose, "loose", facts) + lower(lifted, useless.dividing, "divides", facts);
      if (lowered == 0) return lifted;
    }
  }

 private:
  static constexpr std::size_t triangles_at_once = 64;

  void cut(Index t) {
    cut_[t] = {};
    if (!lifts_[t].empty()) cut_[t] = lift_triangle(mesh_, t, lifts_[t]);
  }
  std::size_t lower(const LiftedMesh& lifted, const std::vector<Index>& triangles, const char* why,
                    OperationFacts& facts) {
    std::set<std::pair<Index, Index>> pairs;
    for (const Index t : triangles) pairs.emplace(lifted.origin[t], lifted.part[t]);
    std::size_t count = 0;
    for (const auto& pair : pairs)
      count += std::erase_if(lifts_[pair.first], [&](const Lift& l) { return l.part == pair.second; });
    for (auto at = pairs.begin(); at != pairs.end(); at = pairs.upper_bound({at->first, TriangleMesh::none}))
      cut(at->first);
    if (count > 0) facts.refused[why] += count;
    return count;
  }

  const TriangleMesh& mesh_;
  std::vector<std::vector<Lift>> lifts_;  // by triangle
  std::vector<LiftedTriangle> cut_;       // by triangle; without pieces: nothing of it is lifted
};

mpq_class area_of(const TriangleMesh& mesh, Index t) {
  const auto& [a, b, c] = mesh.triangles[t].corners;
  return kernel::formulas::orient2d(mesh.points[a], mesh.points[b], mesh.points[c]) / 2;
}

}  // namespace

OperationFacts add_ramps(TriangleMesh& mesh, const kernel::PointTable& points, const SurfaceSet& set,
                         const SurfaceIndex& index, const WedgeCutOptions& cut, const AddRampsOptions& options) {
  OperationFacts facts;
  if (sgn(options.step) == 0) return facts;
  const ColumnCheck column(points, set, index, options.step);
  const ContactOptions stepping{column, options.step, cut.height};
  mark_steps(mesh, edge_contacts(mesh, stepping, [](const TriangleMesh::BoundaryEdge&) { return true; }));
  const std::vector<EdgeContact> contacts = edge_contacts(
      mesh, stepping, [](const TriangleMesh::BoundaryEdge& e) { return e.edge_class == EdgeClass::step; });
  number_components(mesh, contacts);
  const Index plateaus = find_plateaus(mesh, options.cone);
  const std::vector<PlateauPart> parts = RampMaker(mesh, contacts, cut.height, options, facts).make();
  LiftFinder finder(mesh, parts, options.step);
  finder.look_up(WedgeFinder(points, set, index, cut), plateau_surfaces(mesh, plateaus), cut.threads);
  LiftedMesh lifted = FloorLifter(mesh, finder, cut.threads).run(stepping, facts);
  std::set<Index> ramps;
  std::vector<mpq_class> moved;
  for (Index t = 0; t < lifted.part.size(); ++t)
    if (lifted.part[t] != TriangleMesh::none) {
      ramps.insert(lifted.mesh.triangles[t].ramp);
      moved.push_back(area_of(lifted.mesh, t));
    }
  facts.operations = ramps.size();
  facts.gained = facts.lost = surface::sum_of({}, options.exact_digits);
  facts.moved = surface::sum_of(moved, options.exact_digits);
  mesh = std::move(lifted.mesh);
  return facts;
}

}  // namespace plumb::pipeline
