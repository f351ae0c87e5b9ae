// SPDX-License-Identifier: GPL-3.0-or-later
// The seams of tiles joined to one level, one after another.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/join_seams.h"
#include "plumb/pipeline/scratch_file.h"
#include "plumb/pipeline/tile_seam.h"
#include "way_line.h"

namespace plumb::pipeline {

class SeamJoiner {
 public:
  /// `scratch`: for the components. `exact_digits`: of areas.
  SeamJoiner(ScratchFile scratch, std::uint64_t exact_digits) : scratch_(std::move(scratch)), digits_(exact_digits) {}

  /// The seam of the next tile, ascending. Throws InternalError if this tile and one before do not say the same of the
  /// ways between them.
  void add(const TileSeam& seam);

  /// After the last tile. Calls take(stance, component) for the components of each stance, in the order of their
  /// numbers. Throws InternalError if ways lead to a tile that was not added. Errors: those of the scratch file.
  using Take = std::function<void(std::size_t, const WholeComponent&)>;
  Result<JoinedTiles> finish(const TilePruning& pruning, const Take& take);

 private:
  using Lines = std::map<WayLine, std::vector<WayStretch>>;

  void join(const Tile& first, const Tile& second, Lines of_first, Lines of_second);
  void store(const TileSeam& seam);
  template <class Call>
  void for_each_component(std::span<const std::byte> stored, std::size_t stance, const Call& call) const;
  void number(std::span<const std::byte> stored, std::size_t stance, const TilePruning& pruning, const Take& take);

  ScratchFile scratch_;  // by tile, stance and component: its area, and the component of the lowest stance it is in
  const std::uint64_t digits_;
  JoinedTiles out_;
  std::map<std::string, std::vector<kernel::Area>> areas_;
  std::vector<Tile> tiles_;
  std::map<Tile, std::uint32_t> tile_number_;
  std::vector<std::vector<std::uint32_t>> first_;   // by stance and tile: the number of its first component
  std::vector<std::vector<std::uint64_t>> stored_;  // likewise: where they are in the scratch file
  std::vector<kernel::UnionFind> sets_;             // by stance
  std::map<Tile, std::map<Tile, Lines>> waiting_;   // by the second and the first tile: what the first says
  std::vector<std::uint32_t> lowest_number_;        // of components of the lowest stance, by the name of their set
  std::vector<std::optional<DropReason>> dropped_;  // by that number
};

}  // namespace plumb::pipeline
