// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "plumb/pipeline/blame.h"
#include "plumb/pipeline/compare.h"
#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/match_components.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// Pieces of missing floor, or of excess, of one component that hang together along edges in space.
struct Finding {
  bool excess = false;
  std::uint32_t component = 0;  ///< of the true floor or, of excess, of the found one
  AreaTotal area;
  std::map<Cause, AreaTotal> causes;
  std::array<ExactPoint, 2> box;      ///< least and greatest coordinates, z up
  ExactPoint inside;                  ///< a point in its interior
  std::vector<std::uint32_t> owners;  ///< of its faces, ascending: cells of the true floor, polygons of the found one
  std::vector<std::uint32_t> witnesses;  ///< source faces, ascending
  std::vector<std::uint32_t> on;         ///< source faces that missing floor is on, ascending
  std::vector<std::uint32_t> pieces;     ///< of the differences, ascending
  std::optional<MatchedHeights> drift;   ///< of what drifts in height: the found floor over the true one
  std::optional<mpq_class> headroom;     ///< of what is missing for `height`: the least

  /// The cause of most of it.
  Cause main_cause() const;
};

/// All of a floor's, by their first pieces. `floor`: whose faces the differences are of; `component`: by owner.
/// `joined`: by uncovered piece, the first that it hangs together with (Uncovered::finding), where no two faces of the
/// floor have a point of space in common but on both their borders. Else null: then parts of pieces may hang together
/// where the pieces do not, along a line where faces cross.
std::vector<Finding> find_findings(const FloorFaces& floor, const std::vector<std::uint32_t>& component,
                                   const Differences& differences, const std::vector<std::uint32_t>* joined,
                                   bool excess, unsigned threads);

/// Those of both lists, by what doubles tell of their areas.
std::vector<Finding> largest_first(std::vector<Finding> a, std::vector<Finding> b);

/// Where a component is that is lost, spurious, split or merged.
struct ComponentPlace {
  enum class Kind { lost, spurious, split, merged };
  Kind kind = Kind::lost;
  std::uint32_t component = 0;  ///< of the true floor if lost or split, else of the found one
  AreaTotal area;               ///< of all of it
  struct Part {
    std::uint32_t component;  ///< of the other floor
    AreaTotal area;           ///< in common with it
  };
  std::vector<Part> parts;  ///< of one that is split or merged, the largest first
  /// Of one that is lost or spurious: why its floor is missing, or in excess; the largest area first.
  std::vector<std::pair<Cause, AreaTotal>> causes;
  std::array<ExactPoint, 2> box;      ///< least and greatest coordinates, z up
  ExactPoint inside;                  ///< a point in its interior
  std::vector<std::uint32_t> owners;  ///< its cells or polygons, ascending
  /// Faces of the scene, ascending: those that a true component is on; those that are, block, cover or are steep where
  /// a spurious one is.
  std::vector<std::uint32_t> faces;
};
const char* text_of(ComponentPlace::Kind kind);

/// All of them, the largest first.
std::vector<ComponentPlace> find_component_places(const Comparison& comparison, const MatchedComponents& components,
                                                  const std::vector<std::uint32_t>& of_truth,
                                                  const std::vector<std::uint32_t>& of_found, const NavMesh& truth,
                                                  const Differences& excess);

/// Gives the causes of findings to the components that are lost or spurious.
void add_causes(const std::vector<Finding>& findings, std::vector<ComponentPlace>& places);

/// A place where the found floor lies over itself: parts of its faces that lie over or under earlier ones, within the
/// window, and hang together along edges in space.
struct OverlapPlace {
  AreaTotal area;                       ///< as often as it is there but for the first time
  std::array<ExactPoint, 2> box;        ///< least and greatest coordinates, z up
  ExactPoint inside;                    ///< a point in its interior
  std::vector<std::uint32_t> polygons;  ///< that lie over one another there, ascending; one that is folded: itself
  std::vector<std::vector<ExactPoint>> rings;  ///< its parts: convex, counter-clockwise, on the later face of two
  bool below_grid = false;                     ///< rounding may have made all of it (is_overlap_below_grid)
};

/// All of them, the largest first. `repeated`: by face of the found floor, what earlier faces cover of it.
std::vector<OverlapPlace> find_overlaps(const FloorFaces& found, const std::vector<CoveredFace>& repeated,
                                        const mpq_class& grid, unsigned threads);
/// Whether a part of what lies over itself is so narrow that rounding to a grid of that step (0: none) may have made
/// it.
bool is_overlap_below_grid(const kernel::PlanRing& part, const mpq_class& grid);

/// Faces of the scene that a cell is on.
void add_faces(const NavMesh& mesh, NavMesh::CellIndex cell, std::vector<std::uint32_t>& faces);
void sort_unique(std::vector<std::uint32_t>& list);

/// A place where one floor is connected and the other is not: a *false join*, where the found floor merges what the
/// truth parts, or a *missing join*, where it splits what the truth joins.
///
/// A component that is split or merged matches several components of the other floor, its parts, and its places connect
/// all of them. Two parts meet in one cell or polygon, in two that a link joins, or along a way through others that
/// match nothing. Meetings of the same two parts side by side are one place.
struct ComponentJoin {
  bool is_false = false;        ///< the found floor joins, the truth does not
  std::uint32_t component = 0;  ///< the joined one: of the found floor if is_false, else of the true floor
  struct Side {
    std::uint32_t component;              ///< of the other floor, which parts the sides
    std::vector<std::uint32_t> cells;     ///< of the true floor there, ascending
    std::vector<std::uint32_t> polygons;  ///< of the navmesh there, ascending
    std::vector<std::uint32_t> faces;     ///< of the scene that the cells are on, ascending
  };
  std::array<Side, 2> sides;
  std::vector<std::uint32_t> through;  ///< cells, or polygons, of a way between that match nothing, ascending
  AreaTotal area;                      ///< of the smaller side: what its component has in common with the joined one

  /// The ends of the narrowest gap between the sides, on the floor that parts them.
  ExactPoint from, to;
  mpq_class squared_width;  ///< of that gap, in plan
  struct Link {
    std::uint32_t a, b;                                     ///< cells or polygons
    std::optional<PortalKind> kind = {};                    ///< of the true floor's
    std::optional<std::array<ExactPoint, 2>> segment = {};  ///< the edge that it leads across, if known
  };
  /// Of a false join: faces of the scene that stand in the gap, ascending (find_true_gaps).
  std::vector<std::uint32_t> standing;
  std::vector<Link> links;        ///< of the floor that joins; none: within single cells or polygons
  std::array<ExactPoint, 2> box;  ///< around the gap, along all of its narrowest stretch, and the links
};

/// What find_joins() reads. All of it outlives the call.
struct JoinInput {
  const Comparison& comparison;
  const MatchedComponents& components;
  const NavMesh& truth;
  kernel::Label stance;                        ///< the true floor is where this stance or a higher one fits
  const std::vector<std::uint32_t>& of_truth;  ///< by cell, its component
  const ForeignMesh& mesh;
  const std::vector<std::uint32_t>& of_found;  ///< by polygon, its component
  const mpq_class& grid;                       ///< the step of the file's grid; 0: none
};

/// All joins of both kinds, those of the largest areas first. The gap of each is between what is matched.
std::vector<ComponentJoin> find_joins(const JoinInput& input);

/// Moves the gaps of false joins to where the true floors of their two sides are nearest to each other there, if that
/// is narrower than between what the navmesh has of them; and finds the faces that stand in each gap: over the way from
/// one end to the other, they have heights between `step` above the lower end and `height` above the higher one.
void find_true_gaps(const JoinInput& input, const SceneSurfaces& level, const mpq_class& step, const mpq_class& height,
                    std::vector<ComponentJoin>& joins);

}  // namespace plumb::pipeline
