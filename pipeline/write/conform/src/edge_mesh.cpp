// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a half-edge mesh of a navmesh. Facets of a cell, and cells beside a portal, need not meet end to end: a corner
// of one may lie on an edge of the other. Here it becomes a corner of both.
//
// 1. JoiningPortals lists the points on each flush portal that joins its cells, sorted along it: its ends, and the
//    corners of both cells that lie within it.
// 2. RingMaker makes the ring of each facet and inserts the points that lie on its edges: points of portals, and
//    corners of the cell's other facets.
//    - A cell with one facet (add_only_ring): only points of its portals are looked at.
//    - A cell with several (add_rings): a terrain may be one cell with a million facets, so only open edges
//      (FacetEdges) are looked at, and only against the ends of open edges and points of portals near them. These are
//      sorted along the axis of their longer extent (sort_along_axis), and find_near() searches there.
// 3. edge_mesh() joins the rings of all threads to one mesh. Twins are edges between the same two points: inner edges
//    of a cell, and the edges along a portal, by their number on it.
//
// Cost: n log n for n corners, as few points of a nearly convex boundary lie beside a facet; the product of facets with
// open edges and points in the worst case, and for each portal all open corners of its two cells. Memory: linear.
// Threads share out portals and cells.
// Exact: whether a point lies on an edge, and the order along it; intervals of doubles filter. Twins are found by the
// numbers of points, so no coordinates are compared for them.
// Source: our own.
#include "edge_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/facet_edges.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using CellIndex = NavMesh::CellIndex;
using PointIndex = NavMesh::PointIndex;
using Place = MeshPoints::Place;
using Segment = std::array<PointIndex, 2>;

// Does c lie on the segment from p to q, ends excluded?
bool within(const Place& p, const Place& q, const Place& c) {
  const auto beside = [](const kernel::Interval& a, const kernel::Interval& b, const kernel::Interval& v) {
    return v.high < std::min(a.low, b.low) || v.low > std::max(a.high, b.high);
  };
  return !beside(p.ix, q.ix, c.ix) && !beside(p.iy, q.iy, c.iy) && kernel::orientation(p, q, c) == 0 &&
         between(p, q, c);
}

// The flush portals that join their cells, by number and by cell, with the points on them: corners of either side.
class JoiningPortals {
 public:
  JoiningPortals(DerivedMesh& derived, const WantedCells& wanted, unsigned threads) : mesh_(derived.mesh()) {
    const NavMesh& mesh = mesh_;
    for (std::uint32_t i = 0; i < mesh.portals.size(); ++i) {
      const NavMesh::Portal& p = mesh.portals[i];
      if (p.kind == PortalKind::flush && joins(mesh, wanted, p)) portals_.push_back(i);
    }
    sort_by_cell();
    find_points(derived, threads);
  }

  std::size_t size() const { return portals_.size(); }
  const NavMesh::Portal& operator[](std::size_t i) const { return mesh_.portals[portals_[i]]; }
  /// Those of a cell, by their number here.
  std::span<const std::uint32_t> of(CellIndex cell) const {
    return std::span(by_cell_).subspan(first_[cell], first_[cell + 1] - first_[cell]);
  }
  /// From one end to the other as it runs around a.
  std::span<const PointIndex> points(std::uint32_t portal) const {
    return std::span(points_).subspan(first_point_[portal], first_point_[portal + 1] - first_point_[portal]);
  }
  /// The number of its first edge among those of all portals; it has one less than points.
  std::uint32_t first_edge(std::uint32_t portal) const { return first_point_[portal] - portal; }
  std::size_t edges() const { return points_.size() - portals_.size(); }

 private:
  void sort_by_cell() {
    first_.resize(mesh_.cells.size() + 1);
    for (std::size_t i = 0; i < size(); ++i) ++first_[(*this)[i].a + 1], ++first_[(*this)[i].b + 1];
    for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
    by_cell_.resize(first_.back());
    auto next = first_;
    for (std::uint32_t i = 0; i < size(); ++i)
      for (const CellIndex cell : {(*this)[i].a, (*this)[i].b}) by_cell_[next[cell]++] = i;
  }

  // By cell, the corners that may lie within one of its portals. In a cell with one facet these are straight corners,
  // so one without any lists none; in a cell with several facets they are ends of open edges.
  struct CornersOfCells {
    std::vector<std::uint32_t> first;  // by cell
    std::vector<PointIndex> corners;
    std::span<const PointIndex> of(CellIndex cell) const {
      return std::span(corners).subspan(first[cell], first[cell + 1] - first[cell]);
    }
  };
  CornersOfCells corners_of_cells(DerivedMesh& derived, unsigned threads) const {
    const std::size_t cells = mesh_.cells.size(), chunks = chunk_count(cells, threads);
    std::vector<std::vector<PointIndex>> found(chunks);
    CornersOfCells out;
    out.first.resize(cells + 1);
    for_chunks(cells, chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      FacetEdges edges;
      for (std::size_t c = begin; c < end; ++c) {
        cancellation_point(c);
        if (first_[c] == first_[c + 1]) continue;
        const NavMesh::Cell& cell = mesh_.cells[c];
        const std::size_t before = found[chunk].size();
        if (cell.facets.size() > 1) {
          edges.find(cell);
          edges.add_open_ends(cell, found[chunk]);
        } else if (derived.goes_straight(static_cast<CellIndex>(c))) {
          found[chunk].insert(found[chunk].end(), cell.facets[0].corners.begin(), cell.facets[0].corners.end());
        }
        out.first[c + 1] = static_cast<std::uint32_t>(found[chunk].size() - before);
      }
    });
    for (std::size_t c = 1; c <= cells; ++c) out.first[c] += out.first[c - 1];
    for (const auto& part : found) out.corners.insert(out.corners.end(), part.begin(), part.end());
    return out;
  }

  void find_points(DerivedMesh& derived, unsigned threads) {
    const CornersOfCells corners = corners_of_cells(derived, threads);
    const std::size_t chunks = chunk_count(size(), threads);
    std::vector<std::vector<PointIndex>> found(chunks);
    first_point_.assign(size() + 1, 0);
    for_chunks(size(), chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        cancellation_point(i);
        const NavMesh::Portal& p = (*this)[i];
        const std::size_t before = found[chunk].size();
        found[chunk].push_back(p.on_a[0]);
        for (const CellIndex cell : {p.a, p.b}) add_corners_within(p.on_a, corners.of(cell), before, found[chunk]);
        sort_along(p.on_a, before + 1, found[chunk]);
        found[chunk].push_back(p.on_a[1]);
        first_point_[i + 1] = static_cast<std::uint32_t>(found[chunk].size() - before);
      }
    });
    for (std::size_t i = 1; i < first_point_.size(); ++i) first_point_[i] += first_point_[i - 1];
    for (const auto& part : found) points_.insert(points_.end(), part.begin(), part.end());
  }

  void add_corners_within(const Segment& s, std::span<const PointIndex> corners, std::size_t begin,
                          std::vector<PointIndex>& out) const {
    if (corners.empty()) return;
    const Place from = mesh_.points.place(s[0]), to = mesh_.points.place(s[1]);
    for (const PointIndex c : corners)
      if (c != s[0] && c != s[1] &&
          std::find(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), c) == out.end() &&
          within(from, to, mesh_.points.place(c)))
        out.push_back(c);
  }

  void sort_along(const Segment& s, std::size_t begin, std::vector<PointIndex>& out) const {
    if (out.size() < begin + 2) return;
    const auto at = [&](PointIndex p) { return mesh_.points.place(p); };
    const bool forward = kernel::before(at(s[0]), at(s[1]));
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), [&](PointIndex p, PointIndex q) {
      return forward ? kernel::before(at(p), at(q)) : kernel::before(at(q), at(p));
    });
  }

  const NavMesh& mesh_;
  std::vector<std::uint32_t> portals_;          // into the mesh's
  std::vector<std::uint32_t> first_, by_cell_;  // by cell
  std::vector<std::uint32_t> first_point_;      // by portal
  std::vector<PointIndex> points_;
};

// The rings of a stretch of cells.
struct Rings {
  std::vector<EdgeMesh::Face> faces;  // first: into corners
  std::vector<PointIndex> corners;
  std::vector<std::array<std::uint32_t, 2>> inner;  // twins within cells: into corners
  std::vector<std::array<std::uint32_t, 2>> along;  // edge of a portal, doubled, plus 1 on b; into corners
  std::uint64_t inserted = 0, looked_at = 0;
};

// Makes the rings of one cell after the other. One object a thread.
class RingMaker {
 public:
  RingMaker(const NavMesh& mesh, const WantedCells& wanted, const JoiningPortals& portals)
      : mesh_(mesh), wanted_(wanted), portals_(portals) {}

  void add_cell(CellIndex index, Rings& out) {
    cancellation_point(index);
    const NavMesh::Cell& cell = mesh_.cells[index];
    const auto portals = portals_.of(index);
    const EdgeMesh::Face face{index, wanted_.counts(cell.open_to()), EdgeMesh::none, EdgeMesh::none};
    if (cell.facets.size() == 1 && add_plain_ring(cell.facets[0].ring(), face, out)) return;
    edges_.clear();
    if (cell.facets.size() == 1) add_only_ring(cell.facets[0].ring(), face, out);
    else add_rings(cell, face, out);
    for (const std::uint32_t p : portals) {
      const auto points = portals_.points(p);
      const bool on_b = portals_[p].b == index;
      for (std::uint32_t k = 0; k + 1 < points.size(); ++k) {
        const std::uint32_t e = on_b ? edge_of(points[k + 1], points[k]) : edge_of(points[k], points[k + 1]);
        if (e != EdgeMesh::none) out.along.push_back({side(p, k, on_b), e});
      }
    }
  }

 private:
  struct Placed {
    PointIndex point;
    Place at;
  };
  // A point between the ends of an edge, by its number in the ring.
  struct OnEdge {
    std::size_t edge;
    Placed placed;
  };
  struct EdgeAt {
    PointIndex from, to;
    std::uint32_t corner;
    bool operator<(const EdgeAt& o) const { return from != o.from ? from < o.from : to < o.to; }
  };

  // The number of a side of an edge of a portal.
  std::uint32_t side(std::uint32_t portal, std::uint32_t edge, bool on_b) const {
    return 2 * (portals_.first_edge(portal) + edge) + (on_b ? 1 : 0);
  }

  // The ring of a cell with one facet, if each of its portals is an edge of the ring, as most are. False, and nothing
  // is added, if one is not, or if the ring is too long to look for them one by one.
  bool add_plain_ring(std::span<const PointIndex> ring, EdgeMesh::Face face, Rings& out) const {
    constexpr std::size_t many = 32;
    if (ring.size() > many) return false;
    const std::size_t before = out.along.size();
    const auto first = static_cast<std::uint32_t>(out.corners.size());
    for (const std::uint32_t p : portals_.of(face.cell)) {
      const auto points = portals_.points(p);
      const bool on_b = portals_[p].b == face.cell;
      const std::size_t e =
          static_cast<std::size_t>(std::find(ring.begin(), ring.end(), points[on_b ? 1 : 0]) - ring.begin());
      if (points.size() > 2 || e == ring.size() || ring[e + 1 == ring.size() ? 0 : e + 1] != points[on_b ? 0 : 1]) {
        out.along.resize(before);
        return false;
      }
      out.along.push_back({side(p, 0, on_b), first + static_cast<std::uint32_t>(e)});
    }
    face.first = first;
    out.faces.push_back(face);
    out.corners.insert(out.corners.end(), ring.begin(), ring.end());
    return true;
  }

  void choose_points_of_portals(CellIndex cell) {
    chosen_.clear();
    for (const std::uint32_t p : portals_.of(cell))
      for (const PointIndex point : portals_.points(p)) chosen_.push_back(point);
  }
  void sort_chosen() {
    std::sort(chosen_.begin(), chosen_.end());
    chosen_.erase(std::unique(chosen_.begin(), chosen_.end()), chosen_.end());
  }

  // The ring of a cell with one facet: only points of portals may have to become corners, and they are on its edges.
  void add_only_ring(std::span<const PointIndex> ring, EdgeMesh::Face face, Rings& out) {
    choose_points_of_portals(face.cell);
    sort_chosen();
    sorted_.assign(ring.begin(), ring.end());
    std::sort(sorted_.begin(), sorted_.end());
    candidates_.clear();
    std::set_difference(chosen_.begin(), chosen_.end(), sorted_.begin(), sorted_.end(),
                        std::back_inserter(candidates_));
    on_edge_.clear();
    if (!candidates_.empty()) read_places(ring);
    // Those that are corners need no place.
    out.looked_at += candidates_.size();
    for (const PointIndex p : candidates_)
      if (const Placed placed{p, mesh_.points.place(p)}; !box_.is_beside(placed.at)) add_if_on_edge(placed, true);
    const std::size_t begin = out.corners.size();
    add_face(ring, face, out, [](std::size_t) {});
    if (chosen_.empty()) return;  // no portals that look for edges
    for (std::size_t i = begin; i < out.corners.size(); ++i) list_edge(i, begin, out);
    std::sort(edges_.begin(), edges_.end());
  }

  void add_rings(const NavMesh::Cell& cell, EdgeMesh::Face face, Rings& out) {
    facet_edges_.find(cell);
    choose_points_of_portals(face.cell);
    facet_edges_.add_open_ends(cell, chosen_);
    sort_chosen();
    sort_along_axis();
    corner_of_edge_.resize(2 * facet_edges_.pairs().size() + facet_edges_.open_count());
    std::size_t first_edge = 0;
    for (const NavMesh::Facet& facet : cell.facets) {
      const std::span<const PointIndex> ring = facet.ring();
      on_edge_.clear();
      bool open = false;
      for (std::size_t e = 0; e < ring.size(); ++e) open |= facet_edges_.is_open(first_edge + e);
      if (open) out.looked_at += find_near(ring);
      const std::size_t begin = out.corners.size();
      add_face(ring, face, out, [&](std::size_t e) {
        corner_of_edge_[first_edge + e] = static_cast<std::uint32_t>(out.corners.size());
      });
      for (std::size_t e = 0; open && e < ring.size(); ++e) {
        if (!facet_edges_.is_open(first_edge + e)) continue;
        const std::size_t end = e + 1 == ring.size() ? out.corners.size() : corner_of_edge_[first_edge + e + 1];
        for (std::size_t i = corner_of_edge_[first_edge + e]; i < end; ++i) list_edge(i, begin, out);
      }
      first_edge += ring.size();
    }
    std::sort(edges_.begin(), edges_.end());
    if (cell.open_to() <= kernel::blocked) return;
    for (const auto& [forward, back] : facet_edges_.pairs())
      out.inner.push_back({corner_of_edge_[forward], corner_of_edge_[back]});
    for (const EdgeAt& e : edges_)
      if (e.from < e.to)
        if (const std::uint32_t back = edge_of(e.to, e.from); back != EdgeMesh::none)
          out.inner.push_back({e.corner, back});
  }

  // Sorts the points chosen by where their intervals begin along the axis of their longer extent: few points of a
  // convex boundary lie beside a stretch of that axis.
  void sort_along_axis() {
    along_axis_.clear();
    for (const PointIndex p : chosen_) along_axis_.push_back({p, mesh_.points.place(p)});
    if (along_axis_.empty()) return;
    Box all;
    for (const Placed& p : along_axis_) all.add(p.at);
    steep_ = all.high_y - all.low_y > all.high_x - all.low_x;
    std::sort(along_axis_.begin(), along_axis_.end(),
              [&](const Placed& a, const Placed& b) { return along(a.at).low < along(b.at).low; });
    reach_.clear();
    for (const Placed& p : along_axis_)
      reach_.push_back(std::max(reach_.empty() ? -HUGE_VAL : reach_.back(), along(p.at).high));
  }
  const kernel::Interval& along(const Place& p) const { return steep_ ? p.iy : p.ix; }

  // Finds the points chosen that lie on edges of a ring. Returns how many were looked at.
  std::uint64_t find_near(std::span<const PointIndex> ring) {
    read_places(ring);
    sorted_.assign(ring.begin(), ring.end());
    std::sort(sorted_.begin(), sorted_.end());
    const double low = steep_ ? box_.low_y : box_.low_x, high = steep_ ? box_.high_y : box_.high_x;
    // No point before this one reaches as far as `low`.
    const auto first = std::lower_bound(reach_.begin(), reach_.end(), low) - reach_.begin();
    auto p = along_axis_.begin() + first;
    for (; p != along_axis_.end() && along(p->at).low <= high; ++p)
      if (!box_.is_beside(p->at) && !std::binary_search(sorted_.begin(), sorted_.end(), p->point))
        add_if_on_edge(*p, false);
    return static_cast<std::uint64_t>(p - along_axis_.begin() - first);
  }

  // Doubles around places.
  struct Box {
    double low_x = HUGE_VAL, high_x = -HUGE_VAL, low_y = HUGE_VAL, high_y = -HUGE_VAL;
    void add(const Place& p) {
      low_x = std::min(low_x, p.ix.low), high_x = std::max(high_x, p.ix.high);
      low_y = std::min(low_y, p.iy.low), high_y = std::max(high_y, p.iy.high);
    }
    bool is_beside(const Place& p) const {
      return p.ix.high < low_x || p.ix.low > high_x || p.iy.high < low_y || p.iy.low > high_y;
    }
  };

  void read_places(std::span<const PointIndex> ring) {
    places_.clear();
    box_ = {};
    for (const PointIndex p : ring) box_.add(places_.emplace_back(mesh_.points.place(p)));
  }

  void add_if_on_edge(const Placed& placed, bool on_boundary) {
    if (const std::size_t e = edge_under(placed.at, on_boundary); e < places_.size()) on_edge_.push_back({e, placed});
  }

  // A ring with the points that lie on its edges. at_corner(e): before the corner goes out that edge e starts at.
  template <class AtCorner>
  void add_face(std::span<const PointIndex> ring, EdgeMesh::Face face, Rings& out, AtCorner&& at_corner) {
    face.first = static_cast<EdgeMesh::Id>(out.corners.size());
    out.faces.push_back(face);
    std::sort(on_edge_.begin(), on_edge_.end(), [](const OnEdge& a, const OnEdge& b) {
      return a.edge != b.edge ? a.edge < b.edge : a.placed.point < b.placed.point;
    });
    auto next = on_edge_.begin();
    for (std::size_t e = 0; e < ring.size(); ++e) {
      at_corner(e);
      out.corners.push_back(ring[e]);
      const auto begin = next;
      while (next != on_edge_.end() && next->edge == e) ++next;
      if (next - begin > 1) {
        const bool forward = kernel::before(places_[e], end_of(e));
        std::sort(begin, next, [&](const OnEdge& a, const OnEdge& b) {
          return forward ? kernel::before(a.placed.at, b.placed.at) : kernel::before(b.placed.at, a.placed.at);
        });
      }
      for (auto i = begin; i != next; ++i) out.corners.push_back(i->placed.point);
    }
    out.inserted += on_edge_.size();
  }

  // The edge that the place lies on between its ends, by number; as many as there are if on none. A place known to be
  // on the boundary (the facet is alone in its cell) is on the only edge that it is not certainly left of.
  std::size_t edge_under(const Place& p, bool on_boundary) const {
    const std::size_t n = places_.size();
    std::size_t candidate = n, count = 0;
    for (std::size_t e = 0; e < n; ++e) {
      const auto side = kernel::orientation_of_vectors_near(places_[e], end_of(e), places_[e], p);
      if (side && static_cast<int>(*side) < 0) return n;
      if (side && static_cast<int>(*side) > 0) continue;
      if (candidate == n) candidate = e;
      ++count;
    }
    if (count == 0 || (count == 1 && on_boundary)) return candidate;
    for (std::size_t e = candidate; e < n; ++e)
      if (within(places_[e], end_of(e), p)) return e;
    return n;
  }
  const Place& end_of(std::size_t e) const { return places_[e + 1 == places_.size() ? 0 : e + 1]; }

  // For edge_of(): the edge from corner i of the ring that began at corner `begin` and is the last so far.
  void list_edge(std::size_t i, std::size_t begin, const Rings& out) {
    const PointIndex to = out.corners[i + 1 == out.corners.size() ? begin : i + 1];
    edges_.push_back({out.corners[i], to, static_cast<std::uint32_t>(i)});
  }
  std::uint32_t edge_of(PointIndex from, PointIndex to) const {
    const auto at = std::lower_bound(edges_.begin(), edges_.end(), EdgeAt{from, to, 0});
    return at != edges_.end() && at->from == from && at->to == to ? at->corner : EdgeMesh::none;
  }

  const NavMesh& mesh_;
  const WantedCells& wanted_;
  const JoiningPortals& portals_;
  FacetEdges facet_edges_;
  std::vector<PointIndex> chosen_, sorted_, candidates_;  // buffers
  std::vector<Placed> along_axis_;
  std::vector<double> reach_;  // [i]: how far along the axis the first i + 1 of them reach
  bool steep_ = false;         // along y
  std::vector<Place> places_;
  Box box_;  // of places_
  std::vector<OnEdge> on_edge_;
  std::vector<EdgeAt> edges_;                  // of the cell; those that FacetEdges pairs are not listed
  std::vector<std::uint32_t> corner_of_edge_;  // by edge of the facets
};

}  // namespace

EdgeMesh edge_mesh(DerivedMesh& derived, const WantedCells& wanted, unsigned threads) {
  const NavMesh& mesh = derived.mesh();
  const JoiningPortals portals(derived, wanted, threads);
  const std::size_t cells = mesh.cells.size(), chunks = chunk_count(cells, threads);
  std::vector<Rings> found(chunks);
  for_chunks(cells, chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    RingMaker maker(mesh, wanted, portals);
    for (std::size_t c = begin; c < end; ++c)
      if (wanted(mesh.cells[c].open_to())) maker.add_cell(static_cast<CellIndex>(c), found[chunk]);
  });

  EdgeMesh out;
  std::vector<std::array<std::uint32_t, 2>> along(portals.edges(), {EdgeMesh::none, EdgeMesh::none});
  std::size_t corners = 0, faces = 0;
  for (const Rings& part : found) corners += part.corners.size(), faces += part.faces.size();
  out.edges.reserve(corners);
  out.faces.reserve(faces);
  for (Rings& part : found) {
    const EdgeMesh::Id base = out.size();
    for (std::size_t f = 0; f < part.faces.size(); ++f) {
      const std::uint32_t first = part.faces[f].first, end = f + 1 < part.faces.size()
                                                                 ? part.faces[f + 1].first
                                                                 : static_cast<std::uint32_t>(part.corners.size());
      out.add_face(std::span(part.corners).subspan(first, end - first));
      for (std::uint32_t i = first; i < end; ++i) out[base + i].face = static_cast<std::uint32_t>(out.faces.size());
      part.faces[f].first += base;
      out.faces.push_back(part.faces[f]);
    }
    for (const auto& [e, f] : part.inner) out.glue(base + e, base + f);
    for (const auto& [side, e] : part.along) along[side / 2][side % 2] = base + e;
    out.inserted += part.inserted;
    out.looked_at += part.looked_at;
    part = {};
  }
  for (const auto& [a, b] : along)
    if (a != EdgeMesh::none && b != EdgeMesh::none) out.glue(a, b);
  return out;
}

}  // namespace plumb::pipeline
