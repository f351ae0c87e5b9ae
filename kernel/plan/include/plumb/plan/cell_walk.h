// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/plan/cell_map.h"

namespace plumb::plan {

/// What of a cell a place lies on. A corner is where a piece begins, also within a side.
struct CellSpot {
  enum class On : std::uint8_t { inside, piece, corner };
  CellMap::Index cell = CellMap::none;
  On on = On::inside;
  CellMap::Index piece = CellMap::none;  ///< the piece within which it lies, or that begins at the corner
  bool operator==(const CellSpot&) const = default;
};

/// Where a point lies in or on a cell; none if it is outside.
std::optional<CellSpot> spot_of(const CellMap& map, CellMap::Index cell, const kernel::FilteredPoint& at);
/// Appends how the place of the first of the spots lies in the cells that ways without gaps join there.
void add_spots_around(const CellMap& map, std::vector<CellSpot>& spots);
/// The spot in the cell beyond a way: of a place within the piece that is left, or at its beginning or end.
CellSpot spot_beyond(const CellMap& map, const CellMap::Way& way, CellSpot::On on, bool at_beginning);

/// Straight lines over the cells of a map, and walks that slide along what stops them. Every decision is exact; nothing
/// is allocated once the memory has grown, unless doubles do not decide a sign. Not for two threads at once.
///
/// A line goes on in any cell that ways join to the present one, where it goes on: through corners, along sides, and
/// where several cells lie beyond a piece, in the one that lets it go farthest (of several of these, always in the same
/// one). It crosses a gap only where that is straight ahead. It is not turned back: at a way that is `mirrored` it
/// stops, unless it runs along it.
class CellWalk {
 public:
  using Index = CellMap::Index;

  /// Keeps a reference.
  explicit CellWalk(const CellMap& map);

  /// Where a line or a walk ends.
  struct End {
    enum class At : std::uint8_t {
      goal,
      start,     ///< within a piece: it does not leave its start, or where it came across a gap
      corner,    ///< where `piece` begins
      crossing,  ///< where the line meets `piece`
      foot,      ///< the nearest point of `piece` to the goal
    };
    At at = At::goal;
    Index cell = CellMap::none;
    Index piece = CellMap::none;
    Index border = CellMap::none;  ///< the piece that stops it; none at the goal
  };

  /// How far one gets straight to the goal, from a place in or on a cell; none if it is outside. Cost: linear in the
  /// sides of the cells that the line passes.
  template <class Number>  // mpq_class or double
  std::optional<End> cast(const std::array<Number, 2>& start, Index cell, const std::array<Number, 2>& goal);

  /// Where one gets by walking straight to the goal and, where that is stopped, along the border as long as that leads
  /// nearer to the goal: at a corner of the border in the direction that does so most. So it ends at the goal, at a
  /// corner, or where a border is nearest to the goal. It crosses a gap, straight, where it is stopped beside it and
  /// comes nearer to the goal. Cost: as many lines as pieces it slides along.
  template <class Number>
  std::optional<End> move(const std::array<Number, 2>& start, Index cell, const std::array<Number, 2>& goal);

  /// The place of the last end, exactly, and doubles around it.
  kernel::PlanPoint place(const End& end) const;
  std::array<kernel::Interval, 2> place_near(const End& end) const;

  /// A place in doubles that is certainly in or on its cell.
  struct Rounded {
    Index cell;
    std::array<double, 2> at;
  };
  /// The last end, rounded: in its cell, or in one that ways join there; where rounding leads out of all these, a
  /// little further in. None: the cells are too thin to have such a place near.
  std::optional<Rounded> rounded(const End& end);
  /// The same of a place in or on a cell that is known by doubles around it.
  std::optional<Rounded> rounded(Index cell, const std::array<kernel::Interval, 2>& near);

 private:
  struct Slide;
  template <class Number>
  std::optional<CellSpot> begin(const std::array<Number, 2>& start, Index cell, const std::array<Number, 2>& goal);
  End cast_from(const CellSpot& first);
  std::optional<CellSpot> go_on(const CellSpot& spot) const;
  std::optional<CellSpot> pass(const CellSpot& spot) const;
  std::optional<CellSpot> run_along(Index piece, bool forward) const;
  bool leap(const CellSpot& spot);
  bool is_first_visit(const CellSpot& spot);
  bool is_farther(const End& a, const End& b) const;
  End stopped_at(const CellSpot& spot, bool at_start) const;
  std::optional<CellSpot> cross_gap(const End& end);
  bool slide(End& end, CellSpot& next);
  bool slide_along(const Slide& slide, End& end, CellSpot& next);

  kernel::Sign side(Index a, Index b) const;  // of the goal, beside the line from point a to point b
  int order_along(Index point) const;         // of the goal behind a point of the line, in its direction

  const CellMap& map_;
  bool is_in(Index cell, const std::array<double, 2>& at);

  kernel::FilteredPoint origin_, goal_, probe_;
  std::vector<CellSpot> around_, stack_;
  std::vector<Index> visited_;  // by piece, twice: within it, at its beginning
  std::vector<Index> crossed_;  // gaps, by way
  Index mark_ = 0;
};

}  // namespace plumb::plan
