// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/plane_overlay.h"

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Constrained_triangulation_plus_2.h>
#include <CGAL/Triangulation_face_base_with_info_2.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "plumb/kernel/cgal.h"

namespace plumb::pipeline {
namespace {

using Index = PlaneOverlay::Index;
constexpr Index none = PlaneOverlay::none;

struct Number {
  Index at = none;
};
using Kernel = kernel::CgalKernel;
using VertexBase = CGAL::Triangulation_vertex_base_with_info_2<Number, Kernel>;
using FaceBase =
    CGAL::Triangulation_face_base_with_info_2<Number, Kernel, CGAL::Constrained_triangulation_face_base_2<Kernel>>;
using Structure = CGAL::Triangulation_data_structure_2<VertexBase, FaceBase>;
// Where two edges cross, it makes the point of these edges themselves, not of parts of them.
using Triangulation = CGAL::Constrained_triangulation_plus_2<
    CGAL::Constrained_Delaunay_triangulation_2<Kernel, Structure, CGAL::Exact_intersections_tag>>;
using Vertex = Triangulation::Vertex_handle;
using Face = Triangulation::Face_handle;

// The edges of rings between two points, whatever their direction.
struct Constraint {
  Vertex from, to;
  std::vector<PlaneOverlay::Source> edges;
};

class Maker {
 public:
  explicit Maker(std::span<const OverlayRing> rings) : rings_(rings) {}

  PlaneOverlay make() {
    add_edges();
    if (triangulation_.dimension() < 2) {
      out_.first_source.push_back(0);
      return std::move(out_);
    }
    number_triangles();
    find_regions();
    return std::move(out_);
  }

 private:
  Vertex vertex(const kernel::PlanPoint& at) {
    const auto [known, is_new] = vertices_.try_emplace(at);
    if (is_new) {
      known->second = triangulation_.insert({kernel::to_cgal(at[0]), kernel::to_cgal(at[1])}, hint_);
      known->second->info().at = static_cast<Index>(out_.points.size());
      out_.points.push_back(at);
      hint_ = known->second->face();
    }
    return known->second;
  }

  void add_edges() {
    std::map<std::pair<Index, Index>, Constraint> edges;
    for (Index r = 0; r < rings_.size(); ++r) {
      const kernel::PlanRing& ring = rings_[r].points;
      for (Index i = 0; i < ring.size(); ++i) {
        const Vertex from = vertex(ring[i]), to = vertex(ring[i + 1 == ring.size() ? 0 : i + 1]);
        if (from == to) continue;
        const bool forward = from->info().at < to->info().at;
        const auto& [low, high] = forward ? std::pair(from, to) : std::pair(to, from);
        Constraint& constraint = edges[{low->info().at, high->info().at}];
        constraint.from = low;
        constraint.to = high;
        constraint.edges.push_back({r, i, forward});
      }
    }
    for (auto& [ends, constraint] : edges) {
      const auto id = triangulation_.insert_constraint(constraint.from, constraint.to);
      constraints_.emplace(id.vl_ptr(), std::move(constraint));
    }
  }

  Index point(Vertex v) {
    Index& at = v->info().at;
    if (at == none) {
      at = static_cast<Index>(out_.points.size());
      out_.points.push_back({kernel::from_cgal(v->point().x()), kernel::from_cgal(v->point().y())});
    }
    return at;
  }

  void number_triangles() {
    for (const Face f : triangulation_.finite_face_handles()) {
      f->info().at = static_cast<Index>(faces_.size());
      faces_.push_back(f);
    }
    for (const Face f : faces_) {
      PlaneOverlay::Triangle& t = out_.triangles.emplace_back();
      for (int i = 0; i < 3; ++i) {
        t.corners[i] = point(f->vertex(i));
        t.beyond[i] = f->neighbor(opposite(i))->info().at;
        out_.first_source.push_back(static_cast<Index>(out_.sources.size()));
        if (f->is_constrained(opposite(i))) add_sources(f->vertex(i), f->vertex(triangulation_.ccw(i)));
      }
    }
    out_.first_source.push_back(static_cast<Index>(out_.sources.size()));
  }

  // The corner that a side does not have, which CGAL names it by.
  static int opposite(int side) { return (side + 2) % 3; }

  bool before(Vertex v, Vertex w) const { return triangulation_.compare_xy(v->point(), w->point()) == CGAL::SMALLER; }

  void add_sources(Vertex from, Vertex to) {
    const std::size_t first = out_.sources.size();
    const auto end = triangulation_.contexts_end(from, to);
    for (auto context = triangulation_.contexts_begin(from, to); context != end; ++context) {
      const Constraint& constraint = constraints_.at(context->id().vl_ptr());
      const bool same = before(from, to) == before(constraint.from, constraint.to);
      for (PlaneOverlay::Source s : constraint.edges) {
        s.forward = s.forward == same;
        out_.sources.push_back(s);
      }
    }
    std::sort(out_.sources.begin() + static_cast<std::ptrdiff_t>(first), out_.sources.end(),
              [](const PlaneOverlay::Source& s, const PlaneOverlay::Source& t) {
                return std::tie(s.ring, s.edge, s.forward) < std::tie(t.ring, t.edge, t.forward);
              });
  }

  // The windings of what is on the left of a side, given those on its right, or the other way round.
  PlaneOverlay::Windings across(const PlaneOverlay::Windings& windings, Index triangle, std::size_t side,
                                int sign) const {
    std::map<std::uint32_t, int> sum(windings.begin(), windings.end());
    for (const PlaneOverlay::Source& s : out_.along(triangle, side)) sum[rings_[s.ring].id] += s.forward ? sign : -sign;
    PlaneOverlay::Windings out;
    for (const auto& [id, winding] : sum)
      if (winding != 0) out.emplace_back(id, winding);
    return out;
  }

  // Begins at a side of the hull, beyond which all windings are 0.
  void find_regions() {
    auto& triangles = out_.triangles;
    for (auto& t : triangles) t.region = none;
    std::vector<Index> to_visit;
    const auto begin_region = [&](Index t, PlaneOverlay::Windings windings) {
      triangles[t].region = static_cast<Index>(out_.windings.size());
      out_.windings.push_back(std::move(windings));
      to_visit.push_back(t);
    };
    for (Index t = 0; to_visit.empty(); ++t)
      for (std::size_t i = 0; i < 3 && to_visit.empty(); ++i)
        if (triangles[t].beyond[i] == none) begin_region(t, across({}, t, i, 1));
    // A region is finished before what is beyond its edges is begun, so that none is begun twice.
    std::vector<std::pair<Index, std::size_t>> edges;
    for (std::size_t next = 0;; ++next) {
      while (!to_visit.empty()) {
        const Index t = to_visit.back();
        to_visit.pop_back();
        for (std::size_t i = 0; i < 3; ++i) {
          const Index beyond = triangles[t].beyond[i];
          if (beyond == none || triangles[beyond].region != none) continue;
          if (!out_.along(t, i).empty()) {
            edges.emplace_back(t, i);
            continue;
          }
          triangles[beyond].region = triangles[t].region;
          to_visit.push_back(beyond);
        }
      }
      if (next == edges.size()) return;
      const auto [t, i] = edges[next];
      const Index beyond = triangles[t].beyond[i];
      if (triangles[beyond].region == none) begin_region(beyond, across(out_.windings[triangles[t].region], t, i, -1));
    }
  }

  std::span<const OverlayRing> rings_;
  PlaneOverlay out_;
  Triangulation triangulation_;
  Face hint_;
  std::map<kernel::PlanPoint, Vertex> vertices_;
  std::map<const void*, Constraint> constraints_;  // by CGAL's name of it
  std::vector<Face> faces_;
};

}  // namespace

int PlaneOverlay::winding(Index region, std::uint32_t id) const {
  const Windings& all = windings[region];
  const auto at = std::lower_bound(all.begin(), all.end(), std::pair(id, std::numeric_limits<int>::min()));
  return at != all.end() && at->first == id ? at->second : 0;
}

PlaneOverlay plane_overlay(std::span<const OverlayRing> rings) { return Maker(rings).make(); }

}  // namespace plumb::pipeline
