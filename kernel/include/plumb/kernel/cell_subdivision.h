// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "plumb/kernel/conforming_rings.h"
#include "plumb/kernel/cut_by_areas.h"
#include "plumb/kernel/provenance.h"
#include "plumb/kernel/sign.h"
#include "plumb/kernel/triangle_subdivision.h"

namespace plumb::kernel {

/// A convex piece of a base cell that no live area's side runs through.
struct SubdivisionPiece {
  PlanRing ring;              ///< counter-clockwise, strictly convex
  std::vector<AreaId> areas;  ///< the live areas that it is in, ascending
  /// By corner: the number of the line of the side that starts there. Equal lines of one leaf have equal numbers; lines
  /// of different leaves are not comparable. Empty with Decomposition::seed.
  std::vector<std::uint32_t> lines = {};
};

/// A convex base cell under convex areas that are inserted and erased: the same live areas give the same pieces,
/// whatever updates came before.
///
/// Decomposition::bounded: where many areas overlap, the cell is split along axis-parallel lines through their corners
/// until no more than few_areas parts of areas cross each part, a leaf, or no line through a corner separates them well
/// enough. The pieces of a leaf are cut by decompose_traversable(), one area after the other. All cuts run along lines
/// of the base, of the areas or of the splits, in an ImplicitPlan that exists for one cutting only, so each predicate
/// is about three of these lines and no number is longer. An update cuts again those leaves that the area's boundary
/// crosses.
///
/// Decomposition::seed: a TriangleSubdivision with the areas in the order of their names; erasing an area rebuilds it.
class CellSubdivision {
 public:
  /// Requires a convex ring of positive area. `unit`: most lines of the ring run through multiples of 1 / unit. The
  /// unit keeps numbers short and has no effect on the pieces.
  CellSubdivision(PlanRing base, mpz_class unit = 1, Decomposition decomposition = Decomposition::bounded);
  ~CellSubdivision();
  CellSubdivision(CellSubdivision&&) noexcept;
  CellSubdivision& operator=(CellSubdivision&&) noexcept;

  /// Inserts an area as convex parts, counter-clockwise rings whose interiors do not meet. The parts may extend beyond
  /// the cell. Requires a name that is not in use. `unit` is as above, for the lines of the parts.
  /// @return false, and the area is not inserted, if the interior of no part meets that of the cell
  bool insert(AreaId name, std::vector<PlanRing> parts, const mpz_class& unit = 1);
  /// Requires a live area.
  void erase(AreaId name);
  bool contains(AreaId name) const;
  bool empty() const;

  const PlanRing& base() const { return base_; }

  /// Whether insert() and erase() leave it to settle() to make pieces; at first they make them at once. Thousands of
  /// areas are inserted faster so. Which pieces there are in the end is the same; Counts are of those that were made.
  /// No effect with Decomposition::seed.
  void defer(bool later) { defers_ = later; }
  /// Makes what pieces are wanting. Required after deferred updates, before pieces, leaves or counts are asked for.
  void settle();

  /// An axis-parallel line that splits the cell: x = at (axis 0) or y = at (axis 1).
  struct AxisLine {
    std::size_t axis;
    mpq_class at;
    bool operator==(const AxisLine&) const = default;
  };
  /// A part of the cell that is cut by itself; the whole cell, if few areas meet it.
  struct Leaf {
    std::uint64_t number;                         ///< changes whenever the leaf is cut again
    const std::vector<SubdivisionPiece>* pieces;  ///< with the areas that cross the leaf, not those around it
    std::vector<AreaId> around;                   ///< the live areas that contain the whole leaf, ascending
    std::vector<AxisLine> splits;                 ///< the lines that separate it from the rest of the cell
  };
  /// The order depends on the live areas alone. The pointers are valid until the next update.
  std::vector<Leaf> leaves() const;
  /// The pieces of all leaves. Without a live area: the base.
  std::vector<SubdivisionPiece> pieces() const;
  /// How many pieces all leaves have. Constant time.
  std::size_t piece_count() const { return piece_count_; }

  struct Counts {
    std::size_t cuts = 0;     ///< pieces that an area was cut out of
    std::size_t leaves = 0;   ///< leaves that were cut
    LadderCounts predicates;  ///< of all plans of leaves
    int longest_bits = 0;     ///< no predicate took the sign of a longer integer; seed: the longest coordinate
  };
  const Counts& counts() const { return counts_; }
  /// Decomposition::seed: the number of triangles whose least altitude is below that height; bounded: 0.
  std::size_t low_triangles(const mpq_class& height) const {
    return triangles_ ? triangles_->count_lower_than(height) : 0;
  }

  /// A convex part of a live area.
  struct Part;
  /// A node of the binary space partition: the base, or a part of it.
  struct Node;

 private:
  struct Areas;
  void insert(Node& node, const Part& part);
  void erase(Node& node, const Part& part);
  void make(Node& node);
  void settle(Node& node);
  void cut(Node& node);
  void forget(const Node& node);
  void make_triangles();
  void keep_triangles();

  PlanRing base_;
  mpz_class unit_;
  Decomposition decomposition_;
  std::unique_ptr<Areas> areas_;
  std::unique_ptr<Node> root_;                      // bounded
  std::unique_ptr<TriangleSubdivision> triangles_;  // seed
  std::vector<SubdivisionPiece> triangle_pieces_;
  std::uint64_t made_ = 0;  // the number of the leaf that was cut last
  std::size_t piece_count_ = 0;
  bool defers_ = false;
  Counts counts_;
};

/// All areas that a piece of a leaf is in: its own and those around the leaf, ascending.
std::vector<AreaId> all_areas(const CellSubdivision::Leaf& leaf, const SubdivisionPiece& piece);

/// The normal form of pieces. label(areas) is the label of a point that lies in exactly these areas.
template <class Label>
std::vector<LabelledRegion> normal_form(std::span<const SubdivisionPiece> pieces, Label&& label) {
  std::vector<LabelledRing> rings;
  for (const SubdivisionPiece& p : pieces) rings.push_back({p.ring, label(p.areas)});
  return labelled_regions(rings);
}

/// Splits pieces into triangles that conform: every corner of a piece that lies on another's side is a vertex there.
std::vector<std::array<PlanPoint, 3>> triangles_of(std::span<const SubdivisionPiece> pieces);

}  // namespace plumb::kernel
