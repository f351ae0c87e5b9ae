// SPDX-License-Identifier: GPL-3.0-or-later
// Another baker's navmesh as a NavMesh: cells, and portals where its polygons are linked.
//
// 1. add_cells() makes cells of a polygon, counter-clockwise. A convex one that is flat has one facet; one that is not
//    has the triangles of its fan, as audits take its surface, or, where one of these has no area, those of its
//    Delaunay triangulation (region_of), as a polygon that is not convex has, whose triangles are cells each.
// 2. add_flush_portals(): cells of one polygon, or of linked ones, have a portal along each stretch of edge that they
//    have in common (shared_edges); by the rule of whole edges, where both edges are the same; and where the file says
//    over which edges its links lead, over these alone (is_open), since a wall may stand on the others.
// 3. add_other_portals(): of polygons that are linked without such a stretch, as on the borders of tiles or by an
//    engine's grid, the edges that are nearest are joined. Of two edges that run in opposite directions, those
//    stretches count whose points lie beside the other edge, square to the first one (Beside).
// 4. Points are numbered, portals sorted, and what cannot be said is counted.
//
// Problem: routes and questions on what a baker wrote, as it stands. Cost: n log n for n corners; all pairs of edges of
// two polygons in step 3. Exact: coordinates are the file's; points of step 3 are fractions of them. Source: our own.
#include "plumb/pipeline/foreign_nav_mesh.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/face_outline.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/numbering.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

using Index = ForeignMesh::Index;
using Corners = std::vector<Index>;
using kernel::formulas::dot;
using kernel::formulas::dot2d;

ExactPoint between(const ExactPoint& p, const ExactPoint& q, const mpq_class& t) {
  return {p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])};
}
mpq_class squared_distance(const ExactPoint& p, const ExactPoint& q) {
  const ExactPoint d = difference(p, q);
  return dot(d, d);
}

// Stretches of two edges that lie beside one another: their ends along the first, and how far apart they are there.
struct Beside {
  std::array<ExactPoint, 2> on_a, on_b;
  mpq_class squared_distance;  // the greater of both ends
};

class CellMaker {
 public:
  explicit CellMaker(const ForeignMesh& mesh) : mesh_(mesh) {}

  Result<ForeignNavMesh> make(unsigned threads) {
    first_cell_.push_back(0);
    for (Index p = 0; p < mesh_.polygons.size(); ++p) {
      add_cells(p);
      if (outlines_.size() == first_cell_.back()) ++out_.left_out;
      first_cell_.push_back(static_cast<std::uint32_t>(outlines_.size()));
    }
    if (outlines_.empty())
      return Error{ErrorCode::no_face, "there is no polygon with an area in this navmesh", mesh_.file, 0};
    add_flush_portals(threads);
    add_other_portals();
    finish();
    return std::move(out_);
  }

 private:
  NavMesh& nav() { return out_.mesh; }
  kernel::PlanPoint plan(Index point) const { return {points_[point][0], points_[point][1]}; }

  void add_cells(Index polygon) {
    Corners corners;
    for (const Index c : mesh_.polygons[polygon].corners) {
      const Index point = number_(mesh_.points[c]);
      if (corners.empty() || corners.back() != point) corners.push_back(point);
    }
    if (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
    if (corners.size() < 3) return;
    kernel::PlanRing ring;
    for (const Index c : corners) ring.push_back(plan(c));
    if (kernel::signed_area(ring) < 0) std::ranges::reverse(corners);
    if (kernel::normal_convex_ring(std::move(ring)).empty()) {
      for (Corners& triangle : triangles_of(corners)) add_cell(polygon, {triangle}, triangle);
      return;
    }
    std::vector<Corners> facets{corners};
    if (!is_flat(corners)) facets = fan_of(corners);
    if (facets.empty()) facets = triangles_of(corners);
    if (!facets.empty()) add_cell(polygon, std::move(facets), std::move(corners));
  }

  void add_cell(Index polygon, const std::vector<Corners>& facets, Corners outline) {
    NavMesh::Cell& cell = nav().cells.emplace_back();
    cell.stance = 1;
    for (const Corners& corners : facets) cell.facets.emplace_back().corners.assign(corners.begin(), corners.end());
    outlines_.push_back(std::move(outline));
    out_.polygons.push_back(polygon);
  }

  bool is_flat(const Corners& corners) const {
    if (corners.size() == 3) return true;
    for (std::size_t i = 2; i < corners.size(); ++i) {
      const ExactPoint& base = points_[corners[0]];
      if (kernel::orient2d(plan(corners[0]), plan(corners[1]), plan(corners[i])) == 0) continue;
      const ExactPoint normal =
          kernel::formulas::cross(difference(points_[corners[1]], base), difference(points_[corners[i]], base));
      return std::ranges::all_of(corners, [&](Index c) { return sgn(dot(normal, difference(points_[c], base))) == 0; });
    }
    return false;
  }

  // Empty if a triangle has no area.
  std::vector<Corners> fan_of(const Corners& corners) const {
    std::vector<Corners> out;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
      if (kernel::orient2d(plan(corners[0]), plan(corners[i]), plan(corners[i + 1])) <= 0) return {};
      out.push_back({corners[0], corners[i], corners[i + 1]});
    }
    return out;
  }

  // Empty if the outline winds around some place otherwise than once, or crosses itself.
  std::vector<Corners> triangles_of(const Corners& corners) const {
    mpz_class unit = 1;
    for (const Index c : corners)
      for (const mpq_class& v : points_[c]) unit = lcm(unit, v.get_den());
    std::vector<mpz_class> xyz;
    for (const Index c : corners)
      for (const mpq_class& v : points_[c]) xyz.push_back(v.get_num() * (unit / v.get_den()));
    std::vector<kernel::PointId> ids(corners.size());
    std::iota(ids.begin(), ids.end(), kernel::PointId{0});
    const auto region = kernel::region_of(kernel::PointTable::from_integers(std::move(xyz), unit), 2, ids);
    std::vector<Corners> out;
    if (!region || region->sign <= 0) return out;
    const kernel::CornerLists& t = region->triangles;
    for (std::size_t i = 0; i < t.size(); ++i) {
      Corners& triangle = out.emplace_back();
      for (std::uint32_t k = t.begin[i]; k < t.begin[i + 1]; ++k) triangle.push_back(corners[t.corners[k]]);
    }
    return out;
  }

  bool is_linked(Index a, Index b) const {
    return a == b || std::ranges::binary_search(mesh_.links, ForeignMesh::Link{std::min(a, b), std::max(a, b)});
  }

  // Whether a link may lead over an edge of a polygon, by its ends, to another polygon: over those that the file names
  // or, if it names none of the pair, over any.
  bool is_open(Index polygon, Index other, const std::array<Index, 2>& ends) const {
    const auto of_pair = [&](Index from, Index to) {
      const auto first = std::ranges::lower_bound(mesh_.edge_links, ForeignMesh::EdgeLink{from, 0, 0});
      const auto last = std::ranges::lower_bound(mesh_.edge_links, ForeignMesh::EdgeLink{from + 1, 0, 0});
      std::vector<std::uint32_t> edges;
      for (auto at = first; at != last; ++at)
        if (at->other == to) edges.push_back(at->edge);
      return edges;
    };
    const std::vector<std::uint32_t> edges = of_pair(polygon, other);
    if (edges.empty()) return of_pair(other, polygon).empty();
    const auto& corners = mesh_.polygons[polygon].corners;
    return std::ranges::any_of(edges, [&](std::uint32_t e) {
      const ExactPoint &from = mesh_.points[corners[e]],
                       &to = mesh_.points[corners[e + 1 == corners.size() ? 0 : e + 1]];
      const ExactPoint &a = points_[ends[0]], &b = points_[ends[1]];
      return (from == a && to == b) || (from == b && to == a);
    });
  }

  void add_flush_portals(unsigned threads) {
    const PolygonTurns turns(outlines_.size(), kernel::Sign::positive);
    const bool whole_only = !mesh_.has_links && mesh_.edge_rule == EdgeRule::whole;
    for (const SharedEdge& s : shared_edges(points_, outlines_, turns, threads)) {
      const Index p = out_.polygons[s.a.polygon], q = out_.polygons[s.b.polygon];
      if (!is_linked(p, q) || (whole_only && p != q && !s.whole)) continue;
      if (p != q && !is_open(p, q, edge(s.a.polygon, s.a.edge)) && !is_open(q, p, edge(s.b.polygon, s.b.edge)))
        continue;
      const auto [from, to] = common_stretch(edge(s.a.polygon, s.a.edge), edge(s.b.polygon, s.b.edge));
      nav().portals.push_back({.a = s.a.polygon, .b = s.b.polygon, .on_a = {from, to}, .on_b = {from, to}});
      if (p != q) joined_.insert({std::min(p, q), std::max(p, q)});
    }
  }

  std::array<Index, 2> edge(std::uint32_t cell, std::uint32_t i) const {
    const Corners& c = outlines_[cell];
    return {c[i], c[i + 1 == c.size() ? 0 : i + 1]};
  }

  // Of two edges on one line that run in opposite directions, along the first.
  std::array<Index, 2> common_stretch(const std::array<Index, 2>& a, const std::array<Index, 2>& b) const {
    const ExactPoint along = difference(points_[a[1]], points_[a[0]]);
    const auto is_before = [&](Index p, Index q) { return sgn(dot(along, difference(points_[q], points_[p]))) > 0; };
    return {is_before(a[0], b[1]) ? b[1] : a[0], is_before(b[0], a[1]) ? b[0] : a[1]};
  }

  void add_other_portals() {
    for (const ForeignMesh::Link& link : mesh_.links) {
      if (joined_.contains(link) || empty(link.a) || empty(link.b)) continue;
      if (std::ranges::binary_search(mesh_.connections, link)) {
        ++out_.connections;
        continue;
      }
      std::optional<Beside> best;
      NavMesh::CellIndex a = 0, b = 0;
      for (std::uint32_t p = first_cell_[link.a]; p < first_cell_[link.a + 1]; ++p)
        for (std::uint32_t q = first_cell_[link.b]; q < first_cell_[link.b + 1]; ++q)
          if (auto found = nearest_edges(p, q); found && (!best || found->squared_distance < best->squared_distance)) {
            best = std::move(found);
            a = p, b = q;
          }
      if (best) add_portal(a, b, *best);
      else ++out_.apart;
    }
  }
  bool empty(Index polygon) const { return first_cell_[polygon] == first_cell_[polygon + 1]; }

  std::optional<Beside> nearest_edges(std::uint32_t p, std::uint32_t q) const {
    std::optional<Beside> best;
    for (std::uint32_t i = 0; i < outlines_[p].size(); ++i)
      for (std::uint32_t j = 0; j < outlines_[q].size(); ++j)
        if (auto found = is_open(out_.polygons[p], out_.polygons[q], edge(p, i)) ||
                                 is_open(out_.polygons[q], out_.polygons[p], edge(q, j))
                             ? beside(edge(p, i), edge(q, j))
                             : std::nullopt;
            found && (!best || found->squared_distance < best->squared_distance))
          best = std::move(found);
    return best;
  }

  // None if the edges do not run in opposite directions, seen from above, or nothing of the second lies beside the
  // first.
  std::optional<Beside> beside(const std::array<Index, 2>& a, const std::array<Index, 2>& b) const {
    const ExactPoint &a0 = points_[a[0]], &a1 = points_[a[1]], &b0 = points_[b[0]], &b1 = points_[b[1]];
    const kernel::PlanPoint run{a1[0] - a0[0], a1[1] - a0[1]};
    const mpq_class length = dot2d(run[0], run[1], run[0], run[1]);
    if (sgn(length) == 0) return std::nullopt;
    const auto place = [&](const ExactPoint& p) {
      return mpq_class(dot2d(run[0], run[1], mpq_class(p[0] - a0[0]), mpq_class(p[1] - a0[1])) / length);
    };
    const mpq_class first = place(b1), last = place(b0);
    const mpq_class from = std::max(first, mpq_class(0)), to = std::min(last, mpq_class(1));
    if (from >= to) return std::nullopt;
    const auto on_b = [&](const mpq_class& t) { return between(b1, b0, (t - first) / (last - first)); };
    Beside out{{between(a0, a1, from), between(a0, a1, to)}, {on_b(from), on_b(to)}, 0};
    for (std::size_t k = 0; k < 2; ++k)
      out.squared_distance = std::max(out.squared_distance, squared_distance(out.on_a[k], out.on_b[k]));
    return out;
  }

  void add_portal(NavMesh::CellIndex a, NavMesh::CellIndex b, const Beside& at) {
    const auto is_over = [&](std::size_t k) {
      return at.on_a[k][0] == at.on_b[k][0] && at.on_a[k][1] == at.on_b[k][1];
    };
    const PortalKind kind = !is_over(0) || !is_over(1) ? PortalKind::weld
                            : at.squared_distance == 0 ? PortalKind::flush
                                                       : PortalKind::step;
    nav().portals.push_back({.a = a,
                             .b = b,
                             .kind = kind,
                             .on_a = {number_(at.on_a[0]), number_(at.on_a[1])},
                             .on_b = {number_(at.on_b[0]), number_(at.on_b[1])}});
  }

  void finish() {
    NavMesh& out = nav();
    const auto key = [](const NavMesh::Portal& p) { return std::tie(p.a, p.b); };
    std::ranges::stable_sort(out.portals, {}, key);
    for (const ExactPoint& p : points_)
      for (const mpq_class& v : p) out.denominator = lcm(out.denominator, v.get_den());
    out.points = MeshPoints(std::move(points_));
    const BakerSettings& baker = mesh_.settings;
    BakeOptions o;
    o.scene = mesh_.file;
    o.up = mesh_.up;
    o.stances = {{"agent", baker.height.value_or(1)}};
    o.step = std::min(baker.climb.value_or(0), mpq_class(o.stances[0].height / 2));
    o.radius = baker.radius.value_or(0);
    o.slope.reset();
    Json options = options_json(o);
    options.set("method", mesh_.format);
    out.info = {.version = version(),
                .scene = mesh_.file,
                .sha256 = {},
                .up = o.up,
                .stances = o.stances,
                .step = o.step,
                .radius = o.radius,
                .options = json_text(options)};
    number_points(out);
  }

  const ForeignMesh& mesh_;
  ForeignNavMesh out_;
  std::vector<ExactPoint> points_;
  kernel::PointNumbering number_{points_};
  CornerLists outlines_;                   // by cell
  std::vector<std::uint32_t> first_cell_;  // by polygon, and the end
  std::set<ForeignMesh::Link> joined_;     // polygons with a flush portal
};

// Whether a file is Plumb's navmesh, which names plumb in its first bytes.
bool is_own(std::string_view bytes) { return bytes.substr(0, 64).find("\"plumb\"") != std::string_view::npos; }

}  // namespace

Result<ForeignNavMesh> nav_mesh_of(const ForeignMesh& mesh, unsigned threads) {
  if (mesh.is_exact)
    return Error{ErrorCode::bad_option,
                 "this is a navmesh of Plumb's own, of which links alone are left; read its file", mesh.file, 0};
  return CellMaker(mesh).make(threads);
}

Result<ForeignNavMesh> read_any_nav_mesh(const std::string& path, const ForeignMeshOptions& options) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  if (is_own(file->text())) {
    auto own = read_nav_mesh_json(path);
    if (!own) return own.error();
    return ForeignNavMesh{.mesh = std::move(*own), .polygons = {}};
  }
  auto mesh = read_foreign_mesh_text(file->text(), path, options);
  if (!mesh) return mesh.error();
  auto made = nav_mesh_of(*mesh, options.threads);
  if (made) made->source = std::make_shared<ForeignMesh>(std::move(*mesh));
  return made;
}

std::string what_is_left_out(const ForeignNavMesh& m) {
  std::vector<std::string> parts;
  if (m.connections > 0) parts.push_back(counted_text(m.connections, "link") + " by off-mesh connections");
  if (m.apart > 0) parts.push_back(counted_text(m.apart, "link") + " of polygons that are not beside one another");
  if (m.left_out > 0) parts.push_back(counted_text(m.left_out, "polygon") + " without an area, or folded");
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "Left out: " : ", ") + part;
  return out.empty() ? out : out + ".";
}

}  // namespace plumb::pipeline
