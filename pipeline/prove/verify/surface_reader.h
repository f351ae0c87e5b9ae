// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "read/records.h"
#include "verify/surface.h"

namespace plumb::checker {

/// Reads and checks the records of some surfaces, one after the other. Keeps references.
class SurfaceReader {
 public:
  /// traversable: the polygons that want a surface; the next of these, and the number in the file of its first cell.
  /// threads: for the parts of each surface.
  SurfaceReader(const World& world, const BoxTree& tree, const Bodies& bodies, const Threads& threads,
                const std::vector<Index>& traversable, std::size_t next, std::size_t first_cell)
      : world_(world),
        tree_(tree),
        bodies_(bodies),
        threads_(threads),
        traversable_(traversable),
        next_(next),
        first_cell_(first_cell) {}

  /// Goes on to the first record that belongs to no surface. Throws Refutation for one that does not hold.
  void read(Records& records);

  struct Found : SurfaceFound {
    Index number = none;
    std::uint64_t walls = 0, piece_records = 0;
  };
  /// Of all surfaces that were read; the last one's as far as its records hold.
  const std::vector<Found>& found() const { return found_; }
  /// Which of the traversable polygons is the next.
  std::size_t next() const { return next_; }

  /// Throws Refutation unless this polygon is the next traversable one; if this is the number of all polygons, unless
  /// there is no next one.
  void require_next(std::size_t number) const;

 private:
  void read_surface(Records& records, Index number, Found& found);
  void read_cells(Records& records, Surface& surface);
  void read_piece(Records& records, Surface& surface);
  std::uint64_t read_walls(Records& records, Surface& surface);

  const World& world_;
  const BoxTree& tree_;
  const Bodies& bodies_;
  const Threads threads_;
  const std::vector<Index>& traversable_;
  std::size_t next_, first_cell_;
  std::vector<Index> sides_;
  std::vector<Found> found_;
};

}  // namespace plumb::checker
