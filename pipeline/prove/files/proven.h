// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <span>
#include <vector>

#include "check.h"
#include "files/places.h"

namespace plumb::checker {

/// What a certificate that holds says, as far as other files say it again. Coordinates are in the scene's unit.
struct Proven {
  /// A convex piece of a polygon: with a radius those that it leaves of a cell, else a cell.
  struct Piece {
    Index surface, cell;
    int label;  ///< as a navmesh has it: -3 too close, -2 inside, -1 covered, 0 blocked, a stance
    Index witness;
    Index first, end;  ///< of `corners`
  };
  struct Wall {
    Index surface, wall, may_cross;
    std::array<Index, 2> ends;  ///< places
    auto operator<=>(const Wall&) const = default;
  };
  enum class Kind : Index { flush, step, weld };
  struct Way {
    Kind kind;
    Index a, b, stance;  ///< cells
    WayEnds ends;
  };

  const World* world = nullptr;
  std::string digest;  ///< of the level, or of the file that its text was made of
  std::map<std::string, std::string> options;
  std::size_t disc = 0;
  Places places;
  std::vector<Piece> pieces;  ///< ascending by surface, and by cell if they stand
  std::vector<Index> corners;
  std::vector<Wall> walls;
  std::vector<Way> ways;
  std::vector<Index> first_piece;  ///< by cell, in `standing`: [first_piece[c], first_piece[c + 1])
  std::vector<Index> standing;     ///< pieces of stance 1 or more, or too close
  Flanks flanks;                   ///< if pieces are not cells: of those of stance 1 or more, by cell
  std::vector<Index> faces;        ///< in a tile, the level's numbers of the piece's faces

  std::span<const Index> ring(const Piece& p) const { return std::span(corners).subspan(p.first, p.end - p.first); }
  bool has_radius() const { return world->clearing.has_value(); }
  /// Whether cells are cut, by a radius or the sides of a tile.
  bool has_cuts() const { return has_radius() || world->tile; }
  std::span<const Index> pieces_of(Index cell) const {
    return std::span(standing).subspan(first_piece[cell], first_piece[cell + 1] - first_piece[cell]);
  }
};

/// Collects it.
class Collector : public Listener {
 public:
  void surface(const World& world, Index number, const SurfaceFound& found) override;
  void end(const All& all) override;

 protected:
  /// Everything is known, and the world is there.
  virtual void found(Proven& proven) = 0;

 private:
  void add(const World& world, const Proven::Piece& piece, const Outline& outline);
  void add_wall(const World& world, const Proven::Wall& wall, const Vertex& from, const Vertex& to);
  void add_ways(const All& all);

  void add_flanks();

  Proven proven_;
  std::size_t cells_ = 0;
};

}  // namespace plumb::checker
