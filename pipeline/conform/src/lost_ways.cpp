// SPDX-License-Identifier: GPL-3.0-or-later
#include "lost_ways.h"

#include <algorithm>
#include <cmath>

namespace plumb::pipeline {
namespace {

using Id = EdgeMesh::Id;
constexpr std::uint32_t none = EdgeMesh::none;

// From every face of which something is left through those of which nothing is, breadth first.
class Search {
 public:
  Search(const EdgeMesh& exact, const EdgeMesh& mesh, const MeshPoints& points, kernel::Label stance,
         kernel::UnionFind& islands)
      : exact_(exact),
        points_(points),
        stance_(stance),
        islands_(islands),
        from_(exact.faces.size(), none),
        far_(exact.faces.size()),
        entry_(exact.faces.size(), none) {
    for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
      const EdgeMesh::Face& face = mesh.faces[f];
      if (face.first == none || face.stance < stance) continue;
      if (from_[face.origin] == none) from_[face.origin] = f;
      else islands_.unite(from_[face.origin], f);
    }
  }

  std::vector<LostWay> find() {
    spread();
    std::vector<Meeting> meetings;
    for (Id e = 0; e < exact_.size(); ++e) {
      if (!exact_.is_inner(e) || e > exact_[e].twin) continue;
      const std::uint32_t a = from_[exact_[e].face], b = from_[beyond(e)];
      if (a != none && b != none && islands_.find(a) != islands_.find(b))
        meetings.push_back({far_[exact_[e].face] + far_[beyond(e)], length(e), e});
    }
    std::sort(meetings.begin(), meetings.end());
    std::vector<LostWay> ways;
    for (const Meeting& m : meetings)
      if (islands_.unite(from_[exact_[m.e].face], from_[beyond(m.e)])) ways.push_back(way_over(m.e));
    return ways;
  }

 private:
  // Where what was reached from two islands meets.
  struct Meeting {
    std::uint32_t far;
    double length;
    Id e;
    bool operator<(const Meeting& o) const {
      return far != o.far ? far < o.far : length != o.length ? length > o.length : e < o.e;
    }
  };

  std::uint32_t beyond(Id e) const { return exact_[exact_[e].twin].face; }

  template <class Visit>
  void for_edges(std::uint32_t face, Visit&& visit) const {
    for (Id e = exact_.faces[face].first;;) {
      visit(e);
      if ((e = exact_[e].next) == exact_.faces[face].first) return;
    }
  }

  // A hint: which of several ways to open.
  double length(Id e) const {
    const FilteredPoint p = bounds(points_, exact_[e].from), q = bounds(points_, exact_.to(e));
    return std::hypot(q[0].low - p[0].low, q[1].low - p[1].low);
  }

  void spread() {
    // Those beside one of which nothing is left, in their order.
    std::vector<std::uint32_t> reached;
    for (std::uint32_t f = 0; f < from_.size(); ++f)
      if (from_[f] == none && exact_.faces[f].stance >= stance_)
        for_edges(f, [&](Id e) {
          if (exact_[e].twin != none && from_[beyond(e)] != none) reached.push_back(beyond(e));
        });
    std::sort(reached.begin(), reached.end());
    reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const std::uint32_t f = reached[i];
      for_edges(f, [&](Id e) {
        if (exact_[e].twin == none) return;
        if (const std::uint32_t g = beyond(e); from_[g] == none && exact_.faces[g].stance >= stance_) {
          from_[g] = from_[f];
          far_[g] = far_[f] + 1;
          entry_[g] = e;
          reached.push_back(g);
        }
      });
    }
  }

  LostWay way_over(Id e) const {
    LostWay way;
    for (std::uint32_t f = exact_[e].face; entry_[f] != none; f = exact_[entry_[f]].face) way.push_back(entry_[f]);
    std::reverse(way.begin(), way.end());
    way.push_back(e);
    for (std::uint32_t f = beyond(e); entry_[f] != none; f = exact_[entry_[f]].face)
      way.push_back(exact_[entry_[f]].twin);
    return way;
  }

  const EdgeMesh& exact_;
  const MeshPoints& points_;
  kernel::Label stance_;
  kernel::UnionFind& islands_;
  std::vector<std::uint32_t> from_;  // by face of the exact mesh: the one of the other mesh that it was reached from
  std::vector<std::uint32_t> far_;   // through how many faces
  std::vector<Id> entry_;            // over which half-edge; none: something is left of it
};

}  // namespace

std::vector<LostWay> lost_ways(const EdgeMesh& exact, const EdgeMesh& mesh, const MeshPoints& points,
                               kernel::Label stance, kernel::UnionFind& islands) {
  return Search(exact, mesh, points, stance, islands).find();
}

}  // namespace plumb::pipeline
