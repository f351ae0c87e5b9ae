// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/box_tree.h"
#include "base/sets.h"
#include "files/regions.h"
#include "files/rounded.h"

namespace plumb::checker {

/// The check of one mesh (rounded.cpp).
class RoundedCheck {
 public:
  RoundedCheck(const NavMesh& exact, const RoundedMesh& mesh) : exact_(exact), mesh_(mesh) {}
  RoundedFacts run();

 private:
  static constexpr int unwanted = -4;

  /// Lists by number, one behind the other.
  template <class T>
  struct Lists {
    std::vector<std::size_t> first{0};
    std::vector<T> all;
    void end() { first.push_back(all.size()); }
    std::span<const T> operator[](std::size_t i) const {
      return std::span(all).subspan(first[i], first[i + 1] - first[i]);
    }
  };
  /// A portal as its cell a or b sees it.
  struct PortalSide {
    Index portal;
    bool of_b;
  };
  struct Edge {
    bool nobody;  // can stand there
    Index from, to;
    std::size_t corner;
    auto key() const { return std::tuple(nobody, from, to); }
  };
  struct Choice {
    std::size_t polygon;
    std::vector<Index> cells;
  };

  // What is exact, on the grid (exact_cells.cpp).
  void make_grid();
  void make_cells();
  void make_portals();
  std::int64_t steps(double at) const;
  bool is_near(Index wanted, const GridPlace& p);
  bool is_high_as(Index wanted, const GridPlace& p);
  std::vector<GridSegment> border(Index cell);
  GridSegment stretch(const PortalSide& side) const;
  Index beyond(const PortalSide& side) const;
  bool is_way(const NavMesh::Portal& p) const;

  // What the file has.
  void number_places();
  void require_convex(std::size_t polygon) const;
  void find_parts_near();
  std::vector<Index> candidates(std::size_t polygon) const;
  void find_cells();
  void find_twins();
  std::span<const Edge> between(bool nobody, Index from, Index to) const;
  Refutation edge_twice(const Edge& a, const Edge& b) const;
  void choose_cells();
  int faults(std::size_t polygon, const std::vector<std::size_t>& choice_of);
  void note_polygons(Index cell);
  void note_polygons();
  const char* fault(std::size_t polygon, std::size_t corner);
  std::vector<Index> around_place(Index cell, const GridSegment& s) const;
  bool is_between_tiles(const GridSegment& s) const;
  const char* alone_fault(Index cell, const GridSegment& s);
  std::vector<GridSegment> ways(std::span<const PortalSide> portals, Index a, Index b, const GridSegment& s);
  bool leads_over_others(Index a, Index b, const GridSegment& s);
  bool is_along(std::span<const GridSegment> list, const GridSegment& s, std::vector<Region> more = {}) const;
  void check_edges();
  void check_middles();
  void check_ways() const;
  void count();

  // Links (rounded_links.cpp).
  void set_strip_width();
  bool may_be_of_link(std::size_t polygon) const;
  void part_links(const std::vector<std::size_t>& choice_of);
  void check_links();
  bool is_of_link(std::size_t polygon, Index portal) const;
  bool is_beside_link(Index cell, Index portal, const GridSegment& s);
  Index end_at(Index cell, Index portal, const GridSegment& s);
  void check_link(const std::vector<std::size_t>& polygons);
  Region strip(Index cell, const GridSegment& side) const;

  // What a polygon stands for: a facet, or where neighbours have names, a cell.
  Index part_of(Index facet) const { return mesh_.names_neighbours ? cell_of_facet_[facet] : facet; }
  Index cell_of(Index part) const { return mesh_.names_neighbours ? part : cell_of_facet_[part]; }
  std::size_t size(std::size_t polygon) const { return mesh_.end(polygon) - mesh_.polygons[polygon].first; }
  std::size_t next(std::size_t polygon, std::size_t corner) const {
    return corner + 1 == mesh_.end(polygon) ? mesh_.polygons[polygon].first : corner + 1;
  }
  const GridPlace& at(std::size_t corner) const { return places_[vertex_[corner]]; }
  GridSegment edge(std::size_t polygon, std::size_t corner) const { return {at(corner), at(next(polygon, corner))}; }
  bool near(const GridPlace& p, const GridSegment& s) const;
  int label(std::size_t polygon) const { return mesh_.polygons[polygon].label; }
  std::string name(std::size_t polygon) const;
  std::string name(const GridPlace& p) const;

  const NavMesh& exact_;
  const RoundedMesh& mesh_;
  RoundedFacts facts_;

  double step_ = 1;  // of the grid
  std::int64_t e_ = 0, high_ = 0, strip_ = 0;
  std::vector<std::array<double, 3>> near_;  // by point: relative to the mesh's origin, within 2^-50 of it
  std::vector<GridPlace> points_;            // by point
  std::vector<int> label_;                   // by cell, as it counts; or unwanted
  Lists<GridPlace> rings_, facet_rings_;     // by cell; by wanted facet
  std::vector<Index> cell_of_facet_;         // by facet
  std::vector<Index> wanted_facets_;         // of wanted cells, as the tree numbers them
  std::vector<std::optional<std::array<std::int64_t, 2>>> slopes_;  // by wanted facet, times 2^30; where it was asked
  std::optional<BoxTree> tree_;
  Lists<PortalSide> ways_, soft_;  // by cell: those that may be common edges; steps and welds

  std::vector<Index> vertex_;          // by corner: equal ones have one number
  std::vector<GridPlace> places_;      // by vertex
  std::vector<std::size_t> first_of_;  // by vertex: a place of the mesh that it is
  Lists<Index> parts_near_;            // by vertex
  std::vector<Index> cell_;            // by polygon; none: of a link
  std::vector<Index> polygon_of_;      // by corner
  std::vector<Edge> edges_;            // sorted
  std::vector<std::size_t> twin_;      // by corner: that where the same edge begins, turned; or alone
  std::vector<Index> over_step_;       // by corner: the polygon beyond a step; or none
  bool has_strips_ = false;            // cells may have given up strips
  std::size_t links_from_ = 0;         // the first polygon of a link, where they are last
  std::vector<Choice> choices_;
  std::vector<std::uint8_t> has_polygon_;  // by cell
  std::vector<std::uint8_t> is_thin_;      // by cell: all of it is near its sides
  std::vector<std::uint8_t> has_edge_;     // by portal: a way with an edge in common along it
  std::vector<Index> link_of_;             // by polygon: its portal; or none
  std::vector<std::uint8_t> linked_;       // by portal
  Index border_cell_ = none;
  std::vector<GridSegment> border_;
  static constexpr std::size_t alone = static_cast<std::size_t>(-1);
};

}  // namespace plumb::checker
