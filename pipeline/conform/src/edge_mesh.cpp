// SPDX-License-Identifier: GPL-3.0-or-later
#include "edge_mesh.h"

#include <algorithm>
#include <array>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/chunks.h"

namespace plumb::pipeline {
namespace {

using CellIndex = NavMesh::CellIndex;
using PointIndex = NavMesh::PointIndex;
using Place = MeshPoints::Place;
using Segment = std::array<PointIndex, 2>;
constexpr std::uint32_t none = EdgeMesh::none;

bool has_straight_corners(const NavMesh::Facet& facet, const MeshPoints& points) {
  const auto& c = facet.corners;
  for (std::size_t i = 0, n = c.size(); n > 3 && i < n; ++i)
    if (kernel::orientation(points.place(c[i]), points.place(c[(i + 1) % n]), points.place(c[(i + 2) % n])) == 0)
      return true;
  return false;
}

// On the segment, ends excluded.
bool within(const Place& p, const Place& q, const Place& c) {
  const auto beside = [](const kernel::Interval& a, const kernel::Interval& b, const kernel::Interval& v) {
    return v.high < std::min(a.low, b.low) || v.low > std::max(a.high, b.high);
  };
  return !beside(p.ix, q.ix, c.ix) && !beside(p.iy, q.iy, c.iy) && kernel::orientation(p, q, c) == 0 &&
         between(p, q, c);
}

// The portals that join, by number and by cell, with all points on them that are corners of one side or the other.
class JoiningPortals {
 public:
  JoiningPortals(const NavMesh& mesh, const WantedCells& wanted, unsigned threads) : mesh_(mesh) {
    for (std::uint32_t i = 0; i < mesh.portals.size(); ++i) {
      const NavMesh::Portal& p = mesh.portals[i];
      if (p.kind == PortalKind::flush && joins(mesh, wanted, p)) portals_.push_back(i);
    }
    sort_by_cell();
    find_points(threads);
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

  // Only cells of several facets, or with straight corners, have corners within a portal.
  void find_points(unsigned threads) {
    std::vector<std::uint8_t> many(mesh_.cells.size());
    for_chunks(many.size(), chunk_count(many.size(), threads), threads,
               [&](std::size_t, std::size_t begin, std::size_t end) {
                 for (std::size_t c = begin; c < end; ++c) {
                   const auto& facets = mesh_.cells[c].facets;
                   if (first_[c] < first_[c + 1])
                     many[c] = facets.size() > 1 || has_straight_corners(facets[0], mesh_.points);
                 }
               });
    const std::size_t chunks = chunk_count(size(), threads);
    std::vector<std::vector<PointIndex>> found(chunks);
    first_point_.assign(size() + 1, 0);
    for_chunks(size(), chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        cancellation_point(i);
        const NavMesh::Portal& p = (*this)[i];
        const std::size_t before = found[chunk].size();
        found[chunk].push_back(p.on_a[0]);
        for (const CellIndex cell : {p.a, p.b})
          if (many[cell]) add_corners_within(p.on_a, cell, before, found[chunk]);
        sort_along(p.on_a, before + 1, found[chunk]);
        found[chunk].push_back(p.on_a[1]);
        first_point_[i + 1] = static_cast<std::uint32_t>(found[chunk].size() - before);
      }
    });
    for (std::size_t i = 1; i < first_point_.size(); ++i) first_point_[i] += first_point_[i - 1];
    for (const auto& part : found) points_.insert(points_.end(), part.begin(), part.end());
  }

  void add_corners_within(const Segment& s, CellIndex cell, std::size_t begin, std::vector<PointIndex>& out) const {
    const Place from = mesh_.points.place(s[0]), to = mesh_.points.place(s[1]);
    for (const NavMesh::Facet& facet : mesh_.cells[cell].facets)
      for (const PointIndex c : facet.corners)
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
  std::uint64_t inserted = 0;
};

// Makes the rings of one cell after the other. One object a thread.
class RingMaker {
 public:
  RingMaker(const NavMesh& mesh, const WantedCells& wanted, const JoiningPortals& portals)
      : mesh_(mesh), wanted_(wanted), portals_(portals) {}

  void add_cell(CellIndex cell, Rings& out) {
    cancellation_point(cell);
    const auto& facets = mesh_.cells[cell].facets;
    const auto portals = portals_.of(cell);
    const std::size_t begin = out.corners.size();
    choose_points(cell);
    for (const NavMesh::Facet& facet : facets) {
      out.faces.push_back(
          {cell, wanted_.counts(mesh_.cells[cell].open_to()), static_cast<std::uint32_t>(out.corners.size()), none});
      add_ring(facet.ring(), facets.size() == 1, out);
    }
    if (portals.empty() && facets.size() == 1) return;
    find_edges(begin, facets.size() > 1 && mesh_.cells[cell].open_to() > kernel::blocked, out);
    for (const std::uint32_t p : portals) {
      const auto points = portals_.points(p);
      const bool on_b = portals_[p].b == cell;
      for (std::uint32_t k = 0; k + 1 < points.size(); ++k) {
        const std::uint32_t e = on_b ? edge_of(points[k + 1], points[k]) : edge_of(points[k], points[k + 1]);
        if (e != none) out.along.push_back({2 * (portals_.first_edge(p) + k) + (on_b ? 1 : 0), e});
      }
    }
  }

 private:
  struct Placed {
    PointIndex point;
    Place at;
  };
  struct EdgeAt {
    PointIndex from, to;
    std::uint32_t corner;
    bool operator<(const EdgeAt& o) const { return from != o.from ? from < o.from : to < o.to; }
  };

  // What may have to become a corner of some facet.
  void choose_points(CellIndex cell) {
    chosen_.clear();
    for (const std::uint32_t p : portals_.of(cell))
      for (const PointIndex point : portals_.points(p)) chosen_.push_back(point);
    const auto& facets = mesh_.cells[cell].facets;
    if (facets.size() > 1)
      for (const NavMesh::Facet& facet : facets)
        chosen_.insert(chosen_.end(), facet.corners.begin(), facet.corners.end());
    std::sort(chosen_.begin(), chosen_.end());
    chosen_.erase(std::unique(chosen_.begin(), chosen_.end()), chosen_.end());
    chosen_places_.clear();
    if (facets.size() > 1)
      for (const PointIndex p : chosen_) chosen_places_.push_back(mesh_.points.place(p));
  }
  Place place_of_chosen(std::size_t i) const {
    return chosen_places_.empty() ? mesh_.points.place(chosen_[i]) : chosen_places_[i];
  }

  void add_ring(std::span<const PointIndex> ring, bool alone, Rings& out) {
    const std::size_t n = ring.size();
    // Those that are corners need no place.
    sorted_.assign(ring.begin(), ring.end());
    std::sort(sorted_.begin(), sorted_.end());
    candidates_.clear();
    auto corner = sorted_.begin();
    for (std::uint32_t i = 0; i < chosen_.size(); ++i) {
      while (corner != sorted_.end() && *corner < chosen_[i]) ++corner;
      if (corner == sorted_.end() || *corner != chosen_[i]) candidates_.push_back(i);
    }
    if (candidates_.empty()) {
      out.corners.insert(out.corners.end(), ring.begin(), ring.end());
      return;
    }
    places_.clear();
    for (const PointIndex p : ring) places_.push_back(mesh_.points.place(p));
    double low_x = places_[0].ix.low, high_x = places_[0].ix.high, low_y = places_[0].iy.low,
           high_y = places_[0].iy.high;
    for (const Place& p : places_) {
      low_x = std::min(low_x, p.ix.low), high_x = std::max(high_x, p.ix.high);
      low_y = std::min(low_y, p.iy.low), high_y = std::max(high_y, p.iy.high);
    }
    on_edge_.clear();
    for (const std::uint32_t i : candidates_) {
      const Placed placed{chosen_[i], place_of_chosen(i)};
      const Place& p = placed.at;
      if (p.ix.high < low_x || p.ix.low > high_x || p.iy.high < low_y || p.iy.low > high_y) continue;
      if (const std::size_t e = edge_under(p, alone); e < n) on_edge_.emplace_back(e, placed);
    }
    std::stable_sort(on_edge_.begin(), on_edge_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    auto next = on_edge_.begin();
    for (std::size_t e = 0; e < n; ++e) {
      out.corners.push_back(ring[e]);
      const auto begin = next;
      while (next != on_edge_.end() && next->first == e) ++next;
      if (next - begin > 1) {
        const bool forward = kernel::before(places_[e], places_[e + 1 == n ? 0 : e + 1]);
        std::sort(begin, next, [&](const auto& a, const auto& b) {
          return forward ? kernel::before(a.second.at, b.second.at) : kernel::before(b.second.at, a.second.at);
        });
      }
      for (auto i = begin; i != next; ++i) out.corners.push_back(i->second.point);
    }
    out.inserted += on_edge_.size();
  }

  // The edge that the place lies on between its ends, by number; as many as there are if on none. A place known to be
  // on the boundary (the facet is alone in its cell) is on the only edge that it is not certainly left of.
  std::size_t edge_under(const Place& p, bool on_boundary) const {
    const std::size_t n = places_.size();
    std::size_t candidate = n, count = 0;
    for (std::size_t e = 0; e < n; ++e) {
      const auto side = kernel::turn_near(places_[e], end_of(e), places_[e], p);
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

  // Lists the cell's edges for edge_of(), and finds those that two facets have in common.
  void find_edges(std::size_t begin, bool join, Rings& out) {
    edges_.clear();
    std::size_t face = out.faces.size();
    while (face > 0 && out.faces[face - 1].first >= begin) --face;
    for (; face < out.faces.size(); ++face) {
      const std::uint32_t first = out.faces[face].first;
      const auto end =
          static_cast<std::uint32_t>(face + 1 < out.faces.size() ? out.faces[face + 1].first : out.corners.size());
      for (std::uint32_t i = first; i < end; ++i)
        edges_.push_back({out.corners[i], out.corners[i + 1 == end ? first : i + 1], i});
    }
    std::sort(edges_.begin(), edges_.end());
    if (!join) return;
    for (const EdgeAt& e : edges_)
      if (e.from < e.to)
        if (const std::uint32_t back = edge_of(e.to, e.from); back != none) out.inner.push_back({e.corner, back});
  }
  std::uint32_t edge_of(PointIndex from, PointIndex to) const {
    const auto at = std::lower_bound(edges_.begin(), edges_.end(), EdgeAt{from, to, 0});
    return at != edges_.end() && at->from == from && at->to == to ? at->corner : none;
  }

  const NavMesh& mesh_;
  const WantedCells& wanted_;
  const JoiningPortals& portals_;
  std::vector<PointIndex> chosen_, sorted_;  // buffers
  std::vector<std::uint32_t> candidates_;    // into chosen_
  std::vector<Place> chosen_places_, places_;
  std::vector<std::pair<std::size_t, Placed>> on_edge_;
  std::vector<EdgeAt> edges_;
};

}  // namespace

EdgeMesh edge_mesh(const NavMesh& mesh, const WantedCells& wanted, unsigned threads) {
  const JoiningPortals portals(mesh, wanted, threads);
  const std::size_t cells = mesh.cells.size(), chunks = chunk_count(cells, threads);
  std::vector<Rings> found(chunks);
  for_chunks(cells, chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    RingMaker maker(mesh, wanted, portals);
    for (std::size_t c = begin; c < end; ++c)
      if (wanted(mesh.cells[c].open_to())) maker.add_cell(static_cast<CellIndex>(c), found[chunk]);
  });

  EdgeMesh out;
  std::vector<std::array<std::uint32_t, 2>> along(portals.edges(), {none, none});
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
    part = {};
  }
  for (const auto& [a, b] : along)
    if (a != none && b != none) out.glue(a, b);
  return out;
}

}  // namespace plumb::pipeline
