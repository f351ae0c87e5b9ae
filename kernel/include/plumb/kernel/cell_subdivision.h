// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "plumb/kernel/decomposition.h"
#include "plumb/kernel/labelled_regions.h"
#include "plumb/kernel/ladder.h"
#include "plumb/kernel/triangle_subdivision.h"

namespace plumb::kernel {

/// A convex part of a base cell that no live area's side runs through.
struct SubdivisionPiece {
  PlanRing ring;              ///< counter-clockwise, strictly convex
  std::vector<AreaId> areas;  ///< the live areas that it is in, ascending
  /// By corner, the line of the side that starts there, by a number that is its own in the leaf. Of seed, none.
  std::vector<std::uint32_t> lines = {};
};

/// A convex base cell under areas that come and go: the same pieces for the same live areas, whatever came before, and
/// whoever went.
///
/// Bounded: where many areas meet, the cell is parted along axis-parallel lines through corners of them, again and
/// again, until few are left in a part, a leaf. In a leaf pieces are cut by decompose_traversable(), one area after the
/// other, along lines of the base, of areas and of parts alone, by a Frame that is made for it and goes with it: no
/// number is longer than three of these make it. A change makes anew those leaves that the area's boundary runs
/// through.
///
/// Seed: TriangleSubdivision, areas in the order of their names; a removal makes all anew.
class CellSubdivision {
 public:
  /// A leaf has more live areas than this only where a line through a corner does not part them.
  static constexpr std::size_t most_areas = 12;

  /// Requires a convex ring with an area. `unit`: most lines of the ring run through multiples of 1 / unit; it keeps
  /// numbers short, and decides nothing.
  CellSubdivision(PlanRing base, mpz_class unit = 1, Decomposition decomposition = Decomposition::bounded);
  ~CellSubdivision();
  CellSubdivision(CellSubdivision&&) noexcept;
  CellSubdivision& operator=(CellSubdivision&&) noexcept;

  /// The convex parts of one area, counter-clockwise, whose interiors do not meet; what of them is outside of the cell
  /// does not matter. Requires that the name is not in use. `unit` as above, of the parts' lines.
  /// @return false, and nothing is kept, if no interior meets the cell's
  bool insert(AreaId name, std::vector<PlanRing> parts, const mpz_class& unit = 1);
  /// Requires that it was inserted.
  void erase(AreaId name);
  bool contains(AreaId name) const;
  bool empty() const;

  const PlanRing& base() const { return base_; }

  /// An axis-parallel line that parts the cell: x = at (axis 0) or y = at.
  struct AxisLine {
    std::size_t axis;
    mpq_class at;
    bool operator==(const AxisLine&) const = default;
  };
  /// A part of the cell that is cut by itself; the cell, if few areas meet it.
  struct Leaf {
    std::uint64_t number;                         ///< another one each time it is made anew
    const std::vector<SubdivisionPiece>* pieces;  ///< in which of the areas whose boundary runs through the leaf
    std::vector<AreaId> around;                   ///< the live areas that hold all of it, ascending
    std::vector<AxisLine> splits;                 ///< the lines that parted it from the rest
  };
  /// In an order that the live areas decide. Valid until the next change.
  std::vector<Leaf> leaves() const;
  /// All their pieces. With no live area, the base.
  std::vector<SubdivisionPiece> pieces() const;

  struct Counts {
    std::size_t cuts = 0;     ///< pieces that an area was cut out of
    std::size_t leaves = 0;   ///< leaves made
    LadderCounts predicates;  ///< of the frames
    int longest_bits = 0;     ///< no predicate of theirs takes the sign of a longer integer; seed: of coordinates
  };
  const Counts& counts() const { return counts_; }
  /// Of seed: triangles lower than that.
  std::size_t low_triangles(const mpq_class& height) const {
    return triangles_ ? triangles_->count_lower_than(height) : 0;
  }

  /// What a live area is made of, as decisions need it.
  struct Part;
  /// The base, a part of it, or a leaf.
  struct Node;

 private:
  struct Areas;
  void insert(Node& node, const Part& part);
  void erase(Node& node, const Part& part);
  void make(Node& node);
  void cut(Node& node);
  void make_triangles();
  void keep_triangles();

  PlanRing base_;
  mpz_class unit_;
  Decomposition decomposition_;
  std::unique_ptr<Areas> areas_;
  std::unique_ptr<Node> root_;                      // bounded
  std::unique_ptr<TriangleSubdivision> triangles_;  // seed
  std::vector<SubdivisionPiece> triangle_pieces_;
  std::uint64_t made_ = 0;  // leaves
  Counts counts_;
};

/// The areas of a piece of a leaf: those around the leaf, too.
std::vector<AreaId> all_areas(const CellSubdivision::Leaf& leaf, const SubdivisionPiece& piece);

/// The normal form of pieces: label(areas) is what a point in these areas is.
template <class Label>
std::vector<LabelledRegion> normal_form(std::span<const SubdivisionPiece> pieces, Label&& label) {
  std::vector<LabelledRing> rings;
  for (const SubdivisionPiece& p : pieces) rings.push_back({p.ring, label(p.areas)});
  return labelled_regions(rings);
}

/// Triangles of pieces: conforming, with every corner of a neighbour that lies on a side.
std::vector<std::array<PlanPoint, 3>> triangulate(std::span<const SubdivisionPiece> pieces);

}  // namespace plumb::kernel
