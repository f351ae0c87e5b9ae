// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/conforming_rings.h"
#include "plumb/kernel/provenance.h"
#include "plumb/pipeline/update_area.h"

namespace plumb::pipeline {

class UpdatedCell;

/// The reason why a navmesh cannot be updated, if there is one: a facet of a cell with a stance that is not convex or
/// has no area, or a portal that is upright. A bake makes neither; a file may have either. Linear.
std::optional<std::string> unfit_for_updates(const NavMesh& mesh);

/// What one change of a NavUpdate has done.
struct UpdateFacts {
  std::size_t met = 0;     ///< base cells whose pieces were made again, or changed state
  std::size_t cuts = 0;    ///< pieces that an area was cut out of
  std::size_t made = 0;    ///< pieces more than before
  std::size_t joined = 0;  ///< pieces fewer
  std::size_t bits = 0;    ///< of the longest integer of a predicate (bounded); of the longest coordinate (seed)
};

/// A navmesh under updates, exactly (*Trivial navigation mesh generation I*, 2010): any area may be blocked or priced,
/// and every change may be taken back, in any order.
///
/// The state of a place is what the changes of all live updates around it, applied in the order of their numbers, make
/// of what the base says. So it depends on the base and the live updates only, and so do the pieces into which cells
/// are cut. Only cells with a stance are changed; their stances, facets, witnesses and heights stay.
///
/// A change takes time for the cells that its area meets. Their pieces are made when settle(), facts(), mesh() or
/// state_regions() is called, which takes time for the updates that lie there.
class NavUpdate {
 public:
  /// Requires that nothing keeps the mesh from being updated. Its one-way links are left out.
  explicit NavUpdate(NavMesh base, kernel::Decomposition decomposition = kernel::Decomposition::bounded);
  ~NavUpdate();
  NavUpdate(NavUpdate&&) noexcept;

  /// Applies a change from now on. @return its number: 1, 2, ... Errors: those of refusal(); then nothing is changed,
  /// and no number is given.
  Result<UpdateId> update(UpdateArea area, Change change);
  /// Makes the cuts of update() without its effect, until the update is enabled. Errors as of update().
  Result<UpdateId> prepare(UpdateArea area, Change change);
  /// Makes a prepared update apply, or no longer. Nothing is cut. @return false if there is no such update, or its
  /// change applies (or does not) already
  bool enable(UpdateId id) { return set_enabled(id, true); }
  bool disable(UpdateId id) { return set_enabled(id, false); }
  /// Takes an update back, prepared or not. @return false if there is none of that number, or no longer
  bool revert(UpdateId id);

  /// The last number given; the first was 1.
  UpdateId last() const { return next_ - 1; }
  bool is_live(UpdateId id) const;
  bool is_prepared(UpdateId id) const;
  /// Makes the pieces that changes so far want. facts(), mesh() and state_regions() do so, too.
  void settle() const;
  /// Facts about the last change.
  const UpdateFacts& facts() const;

  const NavMesh& base() const { return base_; }
  /// Replaces the base; all live updates apply to the new one from now on. Requires that nothing keeps it from being
  /// updated.
  void set_base(NavMesh base);
  /// The present navmesh: in place of each cell its pieces, one after another, and in place of each portal its parts.
  /// Without live updates it is the base. Linear in its size.
  NavMesh mesh() const { return assembled(true); }
  /// The same cells, as if updates blocked none of them, with the portals that they have then: what a query keeps whose
  /// doors close and open (NavQuery::set_closed()).
  NavMesh open_mesh() const { return assembled(false); }
  /// A cell of mesh() that is a piece of a cell which live updates meet.
  struct Piece {
    NavMesh::CellIndex cell, base;  ///< its numbers in mesh() and, of the cell that it is a piece of, in base()
    std::vector<UpdateId> updates;  ///< the live updates in whose areas it lies, ascending
  };
  /// All of them, ascending. Linear.
  std::vector<Piece> pieces() const;
  /// The base cells whose pieces have changed since this was last asked, ascending.
  std::vector<NavMesh::CellIndex> take_changed();
  /// Of open_mesh(): the pieces of some base cells and of those around them, and all portals of the former.
  struct Part {
    NavMesh mesh;
    std::vector<Piece> pieces;  ///< by cell of the mesh; of a cell that no update meets, without updates
  };
  /// Takes time for these cells alone.
  Part open_part(std::span<const NavMesh::CellIndex> cells) const;
  /// The present state of a piece.
  CellState state(const Piece& piece) const { return state_of(piece.base, piece.updates); }

  /// The normal form of a base cell: two are equal if and only if the states of all places are
  /// (docs/theory/definitions.md).
  struct StateRegions {
    std::vector<CellState> states;                ///< ascending, each once
    std::vector<kernel::LabelledRegion> regions;  ///< the label is the state's place in the list
    bool operator==(const StateRegions&) const = default;
  };
  StateRegions state_regions(NavMesh::CellIndex cell) const;

 private:
  struct Update;
  struct Live;

  Result<UpdateId> add(UpdateArea area, Change change, bool prepared);
  bool set_enabled(UpdateId id, bool enabled);
  NavMesh assembled(bool with_blocks) const;
  void carry_out(bool tells) const;
  void cut(UpdateId id, Update& update, bool tells) const;
  void count(const UpdatedCell& cell) const;
  CellState state_of(NavMesh::CellIndex cell, std::span<const UpdateId> updates) const;

  NavMesh base_;
  kernel::Decomposition decomposition_;
  UpdateId next_ = 1;
  std::unique_ptr<Live> live_;
};

}  // namespace plumb::pipeline
