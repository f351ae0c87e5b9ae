// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// The facet's height over a place, on its whole plane.
mpq_class plane_height(const NavMesh& mesh, const NavMesh::Facet& facet, const mpq_class& x, const mpq_class& y);
/// Is the place in the facet's projection, its boundary included?
bool plan_contains(const NavMesh& mesh, const NavMesh::Facet& facet, const mpq_class& x, const mpq_class& y);

/// The height of a cell over a place; none outside of its projection.
std::optional<mpq_class> cell_height(const NavMesh& mesh, NavMesh::CellIndex cell, const mpq_class& x,
                                     const mpq_class& y);

/// Facets by place. Exact: the boxes only choose whom to ask.
class FacetIndex {
 public:
  /// Of cells of at least this label. `closed`: by cell, whether answers are without it; it may change. Keeps
  /// references.
  FacetIndex(const NavMesh& mesh, kernel::Label lowest, const std::vector<char>* closed = nullptr);

  /// To be called when cells were added to the mesh. Cost: the facets of all that came since the index was made.
  void follow();

  struct Hit {
    NavMesh::CellIndex cell;
    std::uint32_t facet;
    mpq_class height;
  };
  /// The facets of cells of at least a label over or under a place, by cell and facet.
  std::vector<Hit> at(const mpq_class& x, const mpq_class& y, kernel::Label lowest) const;
  /// Of these the highest that are not above z: more than one where cells or facets meet.
  std::vector<Hit> first_below(const ExactPoint& point, kernel::Label lowest) const;

 private:
  void add_facets(std::vector<kernel::Box>& boxes);
  std::vector<kernel::Box> first_boxes();

  const NavMesh& mesh_;
  kernel::Label lowest_;
  const std::vector<char>* closed_;
  NavMesh::CellIndex cells_ = 0;                                      // whose facets are listed
  std::vector<std::pair<NavMesh::CellIndex, std::uint32_t>> facets_;  // cell, facet
  kernel::BoxTree tree_;                                              // over facets_, in plan
  std::vector<kernel::Box> more_boxes_;                               // of facets that came later
  std::optional<kernel::BoxTree> more_;
};

}  // namespace plumb::pipeline
