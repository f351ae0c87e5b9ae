// SPDX-License-Identifier: LGPL-3.0-or-later
// What writers and the report derive from a navmesh, each made once: outlines of cells, rounded points, and the border
// of the graph of a stance, which is the stretches of cells' boundaries that no portal for that stance covers.
//
// Outlines (make_outlines()) and rounded points (make_rounded()) are made cell by cell and point by point, on all
// threads. The border:
// 1. DerivedMesh::border() finds the border of a stance once. CoveredParts collects the segments of its portals by
//    cell, and threads share the cells.
// 2. BorderFinder::add_cell() assigns each covered part, and each side of a facet, to the edge of the cell's outline
//    that it lies on: the one with the same ends (Edges::find()), or the one that corners of the boundary lie on
//    between which the part runs (edge_between()). Else Edges::edge_along() finds it by binary search, as the
//    directions of the edges of a convex outline ascend around the circle.
// 3. add_edge() sorts the parts of an edge along it, and subtracts them from the edge.
// 4. add_interval() reports each stretch that is left, split where the boundary bends in space: at corners of facets.
//
// Cost: n log n in edges, portals and facets of a cell; memory linear. Cells are independent of one another.
// Exact: directions and orders are decided by intervals of doubles, then by fractions (MeshPoints::Place).
// Source: our own; docs/theory/definitions.md, The navigation graph.
#include "plumb/pipeline/derived_mesh.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/facet_edges.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

using PointIndex = NavMesh::PointIndex;

// A facet has an area, so no triangle goes straight on.
bool DerivedMesh::goes_straight(NavMesh::CellIndex cell) {
  Straight& known = straight_[cell];
  if (known != Straight::unknown) return known == Straight::yes;
  known = Straight::no;
  const std::span<const PointIndex> ring = mesh_.cells[cell].facets[0].ring();
  const std::size_t n = ring.size();
  if (n == 3) return false;
  MeshPoints::Place last = mesh_.points.place(ring[n - 1]), at = mesh_.points.place(ring[0]);
  for (std::size_t i = 0; i < n; ++i) {
    const MeshPoints::Place next = mesh_.points.place(ring[i + 1 == n ? 0 : i + 1]);
    if (kernel::orientation(last, at, next) == 0) return known = Straight::yes, true;
    last = at;
    at = next;
  }
  return false;
}

const std::array<DerivedMesh::Extent, 3>& DerivedMesh::extent() {
  if (extent_) return *extent_;
  extent_.emplace().fill({HUGE_VAL, -HUGE_VAL, -HUGE_VAL});
  for (PointIndex p = 0; p < mesh_.points.size(); ++p) {
    cancellation_point(p);
    const FilteredPoint at = bounds(mesh_.points, p);
    for (std::size_t k = 0; k < 3; ++k) {
      Extent& e = (*extent_)[k];
      e = {std::min(e.low, at[k].low), std::max(e.highest_low, at[k].low), std::max(e.high, at[k].high)};
    }
  }
  return *extent_;
}

void DerivedMesh::make_outlines(bool standing) {
  Outlines& made = outlines_[standing];
  if (!made.first.empty()) return;
  const std::size_t cells = mesh_.cells.size(), chunks = chunk_count(cells, threads_);
  std::vector<std::vector<PointIndex>> found(chunks);
  std::vector<std::uint32_t> first(cells + 1);
  for_chunks(cells, chunks, threads_, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    FacetEdges edges;
    std::vector<PointIndex> ring;
    for (std::size_t c = begin; c < end; ++c) {
      cancellation_point(c);
      if (stands(c) != standing) continue;
      const std::size_t before = found[chunk].size();
      const NavMesh::Cell& cell = mesh_.cells[c];
      const bool strict = cell.facets.size() == 1 && !goes_straight(static_cast<NavMesh::CellIndex>(c));
      append_convex_outline(cell, mesh_.points, strict, edges, ring, found[chunk]);
      first[c + 1] = static_cast<std::uint32_t>(found[chunk].size() - before);
    }
  });
  for (std::size_t c = 1; c <= cells; ++c) first[c] += first[c - 1];
  made.corners.reserve(first.back());
  for (const auto& part : found) made.corners.insert(made.corners.end(), part.begin(), part.end());
  made.first = std::move(first);
}

std::span<const PointIndex> DerivedMesh::outline(NavMesh::CellIndex cell) {
  make_outlines(stands(cell));
  const Outlines& made = outlines_[stands(cell)];
  return {made.corners.data() + made.first[cell], made.first[cell + 1] - made.first[cell]};
}

template <class Number, class Round>
void DerivedMesh::make_rounded(std::vector<std::array<Number, 3>>& out, const Round& round) const {
  if (!out.empty()) return;
  std::vector<std::array<Number, 3>> rounded(mesh_.points.size());
  for_chunks(rounded.size(), chunk_count(rounded.size(), threads_), threads_,
             [&](std::size_t, std::size_t begin, std::size_t end) {
               for (std::size_t i = begin; i < end; ++i, cancellation_point(i))
                 rounded[i] = round(mesh_.points, static_cast<PointIndex>(i));
             });
  out = std::move(rounded);
}

const std::vector<std::array<double, 3>>& DerivedMesh::doubles() {
  make_rounded(doubles_, rounded_doubles);
  return doubles_;
}

const std::vector<std::array<float, 3>>& DerivedMesh::floats() {
  make_rounded(floats_, rounded_floats);
  return floats_;
}

std::vector<std::array<float, 3>> DerivedMesh::floats_from(const std::array<double, 3>& origin) const {
  std::vector<std::array<float, 3>> out;
  make_rounded(out, [&](const MeshPoints& points, PointIndex p) { return rounded_floats_from(points, p, origin); });
  return out;
}

namespace {

using Place = MeshPoints::Place;
using Segment = std::array<PointIndex, 2>;

// The edges of a convex outline. No two have the same direction, and the directions ascend around the circle from
// straight down on, as the outline starts at its leftmost, then lowest corner.
class Edges {
 public:
  // Keeps a reference to the buffer.
  Edges(const MeshPoints& points, std::span<const PointIndex> corners, std::vector<Place>& buffer)
      : points_(points), corners_(corners), from_(buffer) {
    from_.clear();
  }

  std::size_t size() const { return corners_.size(); }
  Segment operator[](std::size_t edge) const {
    return {corners_[edge], corners_[edge + 1 == corners_.size() ? 0 : edge + 1]};
  }

  // The edge between the two points of a segment; else size(). Not told where there are many edges.
  std::size_t find(const Segment& s) const {
    constexpr std::size_t many = 16;  // more edges take longer to compare one by one than by binary search
    for (std::size_t e = 0; e < size() && size() <= many; ++e)
      if ((*this)[e] == s) return e;
    return size();
  }

  // The edge that a segment lies on, if the segment is part of the boundary and runs in the edge's direction; else
  // size().
  std::size_t edge_along(const Segment& s) const {
    if (from_.empty())
      for (const PointIndex p : corners_) from_.push_back(points_.place(p));
    const Place from = points_.place(s[0]), to = points_.place(s[1]);
    const int quarter = quarter_of(from, to);
    std::size_t first = 0, count = size();
    while (count > 0) {
      const std::size_t half = count / 2, e = first + half;
      const int other = quarter_of(from_[e], end_of(e));
      const kernel::Sign side =
          other == quarter ? kernel::orientation_of_vectors(from_[e], end_of(e), from, to) : kernel::Sign::zero;
      if (other == quarter && side == 0) {
        const Segment edge = (*this)[e];
        return s[0] == edge[0] || s[1] == edge[1] || kernel::orientation(from_[e], end_of(e), from) == 0 ? e : size();
      }
      if (other < quarter || (other == quarter && side > 0)) {
        first = e + 1;
        count -= half + 1;
      } else {
        count = half;
      }
    }
    return size();
  }

 private:
  const Place& end_of(std::size_t edge) const { return from_[edge + 1 == from_.size() ? 0 : edge + 1]; }
  // 0 to the right, 1 straight up, 2 to the left, 3 straight down.
  static int quarter_of(const Place& from, const Place& to) {
    const int rightward = kernel::compare_x(to, from);
    if (rightward != 0) return rightward > 0 ? 0 : 2;
    return kernel::compare_y(to, from) > 0 ? 1 : 3;
  }

  const MeshPoints& points_;
  std::span<const PointIndex> corners_;
  std::vector<Place>& from_;  // the place where each edge starts; filled when first needed
};

// The parts of each cell's boundary that portals for a stance cover, directed counter-clockwise around the cell.
class CoveredParts {
 public:
  CoveredParts(const NavMesh& mesh, kernel::Label stance) : first_(mesh.cells.size() + 1) {
    const auto each = [&](const auto& visit) {
      for (const NavMesh::Portal& p : mesh.portals) {
        if (p.stance < stance) continue;
        visit(p.a, p.on_a);
        visit(p.b, Segment{p.on_b[1], p.on_b[0]});
      }
    };
    each([&](NavMesh::CellIndex cell, const Segment&) { ++first_[cell + 1]; });
    for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
    parts_.resize(first_.back());
    auto next = first_;
    each([&](NavMesh::CellIndex cell, const Segment& part) { parts_[next[cell]++] = part; });
  }

  std::span<const Segment> of(NavMesh::CellIndex cell) const {
    return std::span(parts_).subspan(first_[cell], first_[cell + 1] - first_[cell]);
  }

 private:
  std::vector<std::uint32_t> first_;  // by cell
  std::vector<Segment> parts_;
};

// Finds the borders of one cell after another. Each thread has an object of its own.
class BorderFinder {
 public:
  BorderFinder(DerivedMesh& derived, const CoveredParts& parts)
      : derived_(derived), mesh_(derived.mesh()), parts_(parts) {}

  void add_cell(NavMesh::CellIndex cell, std::vector<BorderInterval>& out) {
    const auto corners = derived_.outline(cell);
    const Edges edges(mesh_.points, corners, places_);
    covered_.clear();
    chain_.clear();
    std::optional<bool> has_boundary;
    const auto knows_boundary = [&] {
      if (!has_boundary) has_boundary = find_boundary(mesh_.cells[cell], corners);
      return *has_boundary;
    };
    const auto sort_in = [&](std::vector<Along>& where, const Segment& s) {
      std::size_t e = edges.find(s);
      if (e == edges.size() && knows_boundary()) e = edge_between(s, e);
      if (e == edges.size()) e = edges.edge_along(s);
      if (e != edges.size()) where.push_back({e, s});
    };
    for (const Segment& part : parts_.of(cell))
      if (part[0] != part[1]) sort_in(covered_, part);
    const auto& facets = mesh_.cells[cell].facets;
    if (facets.size() > 1 && knows_boundary()) {  // the edges of a single facet are straight in space
      for (std::size_t i = 0; i < boundary_.size(); ++i)
        chain_.push_back({edge_of_[i], {boundary_[i], boundary_[i + 1 == boundary_.size() ? 0 : i + 1]}});
    } else if (facets.size() > 1) {
      std::size_t edge = 0;
      for (const NavMesh::Facet& f : facets)
        for (std::size_t i = 0; i < f.corners.size(); ++i)
          if (facet_edges_.is_open(edge++))  // an edge of two facets is not on the boundary
            sort_in(chain_, {f.corners[i], f.corners[i + 1 == f.corners.size() ? 0 : i + 1]});
    }
    std::ranges::stable_sort(covered_, {}, &Along::edge);
    std::ranges::stable_sort(chain_, {}, &Along::edge);
    std::span<Along> covered(covered_), chain(chain_);
    const auto take = [](std::span<Along>& rest, std::size_t edge) {
      const auto end = std::ranges::find_if(rest, [&](const Along& a) { return a.edge != edge; });
      const std::span<Along> part(rest.begin(), end);
      rest = {end, rest.end()};
      return part;
    };
    for (std::size_t e = 0; e < edges.size(); ++e) add_edge(cell, edges[e], take(covered, e), take(chain, e), out);
  }

 private:
  // A segment along an edge of the outline.
  struct Along {
    std::size_t edge;
    Segment part;
  };

  // Finds the boundary of a cell, from the first corner of its outline on, and which edge of the outline each part of
  // it is along. False if its open edges are more than that.
  bool find_boundary(const NavMesh::Cell& cell, std::span<const PointIndex> outline) {
    boundary_.clear();
    if (cell.facets.size() == 1) {
      boundary_.assign(cell.facets[0].corners.begin(), cell.facets[0].corners.end());
    } else {
      facet_edges_.find(cell);
      if (!facet_edges_.add_boundary(cell, boundary_)) return false;
    }
    std::rotate(boundary_.begin(), std::ranges::find(boundary_, outline[0]), boundary_.end());
    edge_of_.clear();
    for (std::size_t e = 0; const PointIndex p : boundary_) {
      if (e + 1 < outline.size() && p == outline[e + 1]) ++e;
      edge_of_.push_back(e);
    }
    return true;
  }

  // The edge of the outline that a segment is along, if it leads from one corner of the boundary to a later one along
  // the same edge; else `none`. Not told where the boundary is long.
  std::size_t edge_between(const Segment& s, std::size_t none) const {
    constexpr std::size_t many = 32;
    if (boundary_.size() > many) return none;
    const auto from = static_cast<std::size_t>(std::ranges::find(boundary_, s[0]) - boundary_.begin());
    if (from == boundary_.size()) return none;
    for (std::size_t i = from; i < boundary_.size() && edge_of_[i] == edge_of_[from]; ++i)
      if (boundary_[i + 1 == boundary_.size() ? 0 : i + 1] == s[1]) return edge_of_[from];
    return none;
  }

  void add_edge(NavMesh::CellIndex cell, const Segment& edge, std::span<Along> covered, std::span<Along> chain,
                std::vector<BorderInterval>& out) const {
    if (covered.size() == 1 && covered[0].part == edge) return;
    // Nothing is covered, and no corner of a facet is between the ends.
    if (covered.empty() && (chain.empty() || (chain.size() == 1 && chain[0].part[0] == edge[0]))) {
      out.push_back({cell, edge[0], edge[1]});
      return;
    }
    // Along a line, the order from one corner of the edge to the other is the order of places, or its reverse.
    const bool forward = kernel::before(at(edge[0]), at(edge[1]));
    const auto earlier = [&](PointIndex p, PointIndex q) {
      return p != q && (forward ? kernel::before(at(p), at(q)) : kernel::before(at(q), at(p)));
    };
    const auto by_start = [&](const Along& s, const Along& t) { return earlier(s.part[0], t.part[0]); };
    std::ranges::sort(covered, by_start);
    std::ranges::sort(chain, by_start);
    PointIndex reached = edge[0];
    for (const auto& [e, s] : covered) {
      if (earlier(reached, s[0])) add_interval(cell, reached, s[0], chain, earlier, out);
      if (earlier(reached, s[1])) reached = s[1];
    }
    if (earlier(reached, edge[1])) add_interval(cell, reached, edge[1], chain, earlier, out);
  }

  // Reports one interval for each stretch that is straight in space.
  template <class Earlier>
  void add_interval(NavMesh::CellIndex cell, PointIndex from, PointIndex to, std::span<const Along> chain,
                    const Earlier& earlier, std::vector<BorderInterval>& out) const {
    PointIndex start = from, last = from;
    const auto pass = [&](PointIndex next) {
      if (last != start && !straight(start, last, next)) {
        out.push_back({cell, start, last});
        start = last;
      }
      last = next;
    };
    for (const auto& [e, s] : chain)
      if (earlier(last, s[0]) && earlier(s[0], to)) pass(s[0]);
    pass(to);
    out.push_back({cell, start, to});
  }

  Place at(PointIndex p) const { return mesh_.points.place(p); }

  // Whether three points whose projections are on one line are collinear in space.
  bool straight(PointIndex a, PointIndex b, PointIndex c) const {
    if (const auto known = straight_near(mesh_.points.near(a), mesh_.points.near(b), mesh_.points.near(c)))
      return *known;
    const ExactPoint &p = mesh_.points[a], &q = mesh_.points[b], &r = mesh_.points[c];
    const int axis = p[0] != r[0] ? 0 : 1;
    return kernel::formulas::parallel(q[axis] - p[axis], q[2] - p[2], r[axis] - p[axis], r[2] - p[2]);
  }

  // The same where doubles can tell: on level floors, and where the ground certainly bends.
  static std::optional<bool> straight_near(const FilteredPoint& p, const FilteredPoint& q, const FilteredPoint& r) {
    const bool apart = p[0].high < r[0].low || r[0].high < p[0].low,
               alike = kernel::is_exact(p[0]) && kernel::is_exact(r[0]) && p[0].low == r[0].low;
    if (!apart && !alike) return std::nullopt;
    const std::size_t axis = apart ? 0 : 1;
    const auto turned =
        kernel::formulas::determinant(q[axis] - p[axis], q[2] - p[2], r[axis] - p[axis], r[2] - p[2]).sign();
    if (!turned) return std::nullopt;
    return *turned == kernel::Sign::zero;
  }

  DerivedMesh& derived_;
  const NavMesh& mesh_;
  const CoveredParts& parts_;
  FacetEdges facet_edges_;
  std::vector<Along> covered_, chain_;  // buffers
  std::vector<Place> places_;
  std::vector<PointIndex> boundary_;
  std::vector<std::size_t> edge_of_;  // by corner of the boundary
};

}  // namespace

const std::vector<BorderInterval>& DerivedMesh::border(kernel::Label stance) {
  require_stance(mesh_.info, stance);
  borders_.resize(std::max(borders_.size(), static_cast<std::size_t>(stance)));
  auto& made = borders_[static_cast<std::size_t>(stance) - 1];
  if (made) return *made;
  make_outlines(true);
  const CoveredParts parts(mesh_, stance);
  const std::size_t cells = mesh_.cells.size(), chunks = chunk_count(cells, threads_);
  std::vector<std::vector<BorderInterval>> found(chunks);
  for_chunks(cells, chunks, threads_, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    BorderFinder finder(*this, parts);
    for (std::size_t c = begin; c < end; ++c, cancellation_point(c))
      if (mesh_.cells[c].open_to() >= stance) finder.add_cell(static_cast<NavMesh::CellIndex>(c), found[chunk]);
  });
  made.emplace();
  for (const auto& part : found) made->insert(made->end(), part.begin(), part.end());
  return *made;
}

std::vector<BorderInterval> border(const NavMesh& mesh, kernel::Label stance) {
  return DerivedMesh(mesh).border(stance);
}

}  // namespace plumb::pipeline
