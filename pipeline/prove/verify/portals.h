// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <unordered_set>

#include "base/geometry.h"
#include "read/records.h"
#include "verify/walls.h"

namespace plumb::checker {

/// Distinct lines, numbered from 0: coprime integers, the first of a and b that is not 0 is positive.
class LinePool {
 public:
  LinePool() : numbers_(0, Hash{this}, Equal{this}) {}
  LinePool(const LinePool&) = delete;
  LinePool& operator=(const LinePool&) = delete;

  /// A line in its normal form.
  struct Normal {
    Integer a, b, c;
    Normal(Integer a, Integer b, Integer c);  ///< of any multiple of it
  };
  /// The number of a line.
  Index number(const Normal& line);
  const Line& line(Index number) const { return lines_[number]; }

 private:
  struct Hash {
    const LinePool* pool;
    std::size_t operator()(Index number) const;
  };
  struct Equal {
    const LinePool* pool;
    bool operator()(Index l, Index m) const;
  };

  std::vector<Line> lines_;
  std::unordered_set<Index, Hash, Equal> numbers_;
};

/// The cells of one surface, in the order of the file, and the sides of those in which somebody stands.
struct SurfaceCells {
  /// The end of a side: the line that goes on there, by its number in `lines`; near the position along the side, for
  /// the filter; and the point of the scene if that is known.
  struct Corner {
    Index line;
    double at;
    Index point;
  };
  /// It lies on the line's positive side if `left`. Its ends ascend by (x, y).
  struct Side {
    Index line;
    bool left;
    Corner low, high;
  };
  struct Cell {
    std::size_t stance;  // 0: nobody stands there
    std::vector<Side> sides;
  };
  std::vector<LinePool::Normal> lines;
  std::vector<Cell> cells;
};

/// Collects the sides of all cells in which somebody stands, finds the flush and step portals between them and compares
/// them with the records (semantics, 6).
class Portals {
 public:
  explicit Portals(const World& world) : world_(world) {}

  /// The cells of the next surface in the order of the file.
  void add(Index surface, const SurfaceCells& found);

  /// Reads the records of all flush and step portals. Throws Refutation unless they are just the true ones.
  void check(Records& records);

  struct Cell {
    Index surface, stance;
  };
  struct End {
    double at;              // near the position on the line; NaN: no use
    Index line;             // that crosses there, unless there is a point or a position
    Index point = none;     // of the scene, if known
    Index position = none;  // an index into positions_
  };
  struct Side {
    Index line, cell;
    bool left;
    End low, high;
  };
  struct Portal {
    Index a, b, line, stance;
    bool step;
    End from, to;
  };
  const std::vector<Cell>& cells() const { return cells_; }
  /// Ascending by cell.
  const std::vector<Side>& sides() const { return sides_; }
  /// Those that were checked, ascending by cells.
  const std::vector<Portal>& all() const { return portals_; }
  const Line& line(Index number) const { return lines_.line(number); }
  /// Where an end on the line is.
  Vertex place(const Line& line, const End& end) const;
  Vertex place(Index line, const End& end) const { return place(lines_.line(line), end); }

 private:
  class OnLine;

  /// Portals with their positions, as some lines have them.
  struct Found {
    std::vector<Portal> portals;
    std::vector<Position> positions;
  };
  void find();
  void add(Found&& found);
  void check_some(Records& records, std::vector<Portal>::const_iterator& next) const;
  void require_same(const Portal& portal, const Records& records) const;
  bool is_at(Index line, const End& end, const Ratio& x, const Ratio& y) const;

  const World& world_;
  LinePool lines_;
  std::vector<Cell> cells_;
  std::vector<Side> sides_;
  std::vector<Position> positions_;
  std::vector<Portal> portals_;
};

}  // namespace plumb::checker
