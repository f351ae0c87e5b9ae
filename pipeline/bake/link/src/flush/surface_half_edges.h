// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/numbering.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_plan.h"

// The part of linking within one surface, whose cells meet along lines of its plan.
namespace plumb::pipeline {

/// An edge of the input that lies in a surface's plane, by its two points, the lower one first. It is the same for all
/// surfaces that share the edge.
using InputEdge = std::array<kernel::PointId, 2>;
inline constexpr InputEdge no_edge{kernel::no_point, kernel::no_point};

/// A vertex where a line cuts an input edge, if the point depends on the line and the edge alone: vertices with equal
/// edge and cut are equal points, on whatever surfaces.
struct EdgeCut {
  InputEdge edge = no_edge;
  kernel::LineSource cut{};
  VertexRef vertex = 0;
};

/// A line in plan, in rounded numbers: its points p have (nx, ny) . p = offset, and (nx, ny) has the length 1. All
/// three are NaN if doubles do not suffice.
struct PlanLine {
  double nx = 0, ny = 0, offset = 0;
  InputEdge edge = no_edge;  ///< the input edge that it runs along, if known
};

/// nx, ny and offset of the line a x + b y + c = 0, which is given relative to a point (x, y).
template <class N>
std::array<N, 3> plan_line(const N& a, const N& b, const N& c, const N& x, const N& y) {
  using std::sqrt;
  const N length = sqrt(a * a + b * b);
  return {a / length, b / length, (kernel::formulas::linear(a, b, -c, x, y)) / length};
}

/// The half-edges of some surfaces, each of which is linked by itself.
struct SurfaceGraph {
  std::vector<std::uint32_t> side_counts;  ///< by cell: the number of its half-edges
  std::vector<HalfEdge> half_edges;
  std::vector<GraphVertex> vertices;
  std::vector<EdgeCut> cuts;    ///< for vertices that are no known input point
  std::vector<PlanLine> lines;  ///< by HalfEdge::line
  std::vector<ExactPoint> points;

  void clear();  ///< empties all lists and keeps their memory
};

/// Makes the half-edges of the cells of one surface after the other. Each object may be used by one thread at a time.
class SurfaceHalfEdges {
 public:
  SurfaceHalfEdges(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map);

  /// Appends the half-edges of cells [first, last), which must be all cells of one surface. `obstructions` are all
  /// those of the surface.
  void add(CellId first, CellId last, std::span<const vcd::Obstruction> obstructions, SurfaceGraph& out);

 private:
  using Corner = std::uint32_t;
  static constexpr std::uint32_t none = 0xffffffffu;

  struct Edge {
    std::uint32_t line;  // the number of its line, within this surface
    bool forward;        // it runs in the direction of the line's representative
    Corner from, to;
    CellId cell;
    // Its pieces are [first_piece, last_piece) of pieces_, in its direction; none: it is not cut and has no neighbour.
    std::uint32_t first_piece = none, last_piece = none;
  };
  // A part of an edge with one neighbour, or none, and one greatest stance that may pass.
  struct EdgePiece {
    Corner from, to;
    kernel::Label pass;
    std::uint32_t twin = none;
    std::uint32_t edge = none;  // the half-edge of the output that it became
  };
  struct Wall {
    std::uint32_t line;
    Corner from, to;
    kernel::Label may_cross;
  };
  // A corner on the line at work.
  struct Place {
    Corner corner;
    double at, error;  // its coordinate along the line, and the bound of its error
  };
  // The stretch between two neighbouring points of the line.
  struct Interval {
    std::uint32_t edge[2], piece[2];  // [1]: on the side of the edges that run forward; [0]: on the other side
    kernel::Label pass;
  };

  // An edge of the cell at work, and the corner where it ends.
  struct RingEdge {
    kernel::LineId line;
    Corner end;
  };

  void add_whole(CellId cell, SurfaceGraph& out);
  void collect_edges(CellId first, CellId last);
  void collect_walls(std::span<const vcd::Obstruction> obstructions);
  void sort_by_line();
  void split_line(std::span<const std::uint32_t> edges, std::span<const Wall> walls);
  void rank_places(kernel::LineId line);
  std::pair<std::uint32_t, std::uint32_t> ranks(Corner from, Corner to) const {
    return std::minmax({place_of_[from], place_of_[to]});
  }
  void add_pieces(std::uint32_t edge, std::uint32_t low, std::uint32_t high);
  void emit(CellId first, CellId last, SurfaceGraph& out);
  std::uint32_t line_number(kernel::LineId line);
  Corner corner_between(kernel::LineId first, kernel::LineId second, kernel::PointId point, CellId cell,
                        std::uint32_t corner);
  Corner wall_end(kernel::LineId trace, kernel::LineId end);
  Corner& meeting(kernel::LineId first, kernel::LineId second);
  Corner add_corner(kernel::VertexId vertex, CellId cell, std::uint32_t corner);
  VertexRef vertex_of(Corner c, SurfaceGraph& out);
  InputEdge edge_along(kernel::LineId line) const;
  void find_input_edge(std::uint32_t number, kernel::LineId line);
  void name_vertex(kernel::VertexId vertex, kernel::PointId point, const kernel::ImplicitPlan::ApproxVertex& near,
                   SurfaceGraph& out);

  const kernel::PointTable& points_;
  const StanceMap& map_;
  SurfacePlan plan_;
  kernel::PolygonId surface_ = 0;  // the surface at work

  // Buffers.
  std::vector<Edge> edges_;
  std::vector<kernel::VertexId> corner_vertex_;  // by corner: of cells first, then of ends of walls
  std::vector<kernel::ImplicitPlan::ApproxVertex> corner_near_;
  std::vector<std::pair<CellId, std::uint32_t>> corner_name_;
  std::vector<RingEdge> ring_;
  kernel::PairMap<Corner> meetings_;           // where two lines meet, named by their representatives, the lower first
  kernel::UnionFind equal_;                    // corners at one point
  std::vector<VertexRef> vertex_;              // by corner: the vertex that was made of it
  std::vector<kernel::LineId> lines_;          // by number: the line's representative
  std::vector<InputEdge> edge_of_line_;        // by number
  std::vector<std::uint32_t> number_of_line_;  // by representative / 2
  std::vector<std::uint8_t> asked_for_edge_;   // by line / 2: find_input_edge() has compared it with the plane
  std::vector<std::uint32_t> by_line_;         // edges
  std::vector<Wall> walls_;
  std::vector<Place> places_;
  std::vector<Corner> at_rank_;
  std::vector<std::uint32_t> place_of_;  // by corner: its place on the line at work, later the number of its point
  std::vector<Interval> intervals_;
  std::vector<std::uint32_t> next_of_line_;  // by number, for sort_by_line()
  std::vector<EdgePiece> pieces_;
};

}  // namespace plumb::pipeline
