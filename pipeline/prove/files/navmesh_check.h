// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "files/navmesh.h"
#include "files/proven.h"
#include "files/updates.h"

namespace plumb::checker {

/// A file does not say what the certificate says: the answer is no.
struct Unequal : Refutation {
  explicit Unequal(const std::string& what, std::uint64_t line_of_the_file = 0)
      : Refutation(what), line(line_of_the_file) {}
  std::uint64_t line;  // 0: none
};

/// Throws Unequal unless the digest and the options are the certificate's, as far as it has them.
void check_options(const Proven& proven, const NavMesh& mesh);

/// Calls visit(stance, piece, piece of the other side, from, to) for each part of a way of the certificate that is one
/// between pieces of stance 1 or more, with the greatest stance that may use it.
using WayPart = std::function<void(Index stance, Index piece, Index other, Index from, Index to)>;
void for_parts(Proven& proven, const Proven::Way& way, const WayPart& visit);
/// The same for cuts within cells.
void for_cuts(Proven& proven, const WayPart& visit);

/// By piece, whether a navmesh is to have it: of those of stance 1 or more, whether `--seed-point` and `--min-area`
/// leave it.
std::vector<bool> kept_pieces(Proven& proven, const NavMesh& mesh);

/// A convex polygon in plan: side i runs from corner i to the next, positive inside.
struct Convex {
  Outline corners;
  std::vector<Line> sides;
};

/// What a half plane leaves; empty unless some corner is within it (lemma 3).
Convex clip(const Convex& polygon, const Line& line);
/// Whether a segment has a positive length in the interior.
bool runs_through(const Convex& polygon, const Vertex& from, const Vertex& to);

/// Whether a navmesh says what a certificate says (docs/theory/files.md, J).
class NavMeshCheck {
 public:
  /// Keeps references.
  NavMeshCheck(Proven& proven, const NavMesh& mesh) : proven_(proven), mesh_(mesh), places_(proven.places) {}
  /// Throws Unequal if it does not.
  void check();
  /// Two things, cells or pieces, that are one floor along a stretch.
  struct Joint {
    Index a, b, from, to;
  };
  /// The same for one that updates have made of another, which was checked: whether it says what they make of it.
  void check_after(const NavMeshCheck& base, const std::vector<Update>& updates);

 private:
  void check_denominator() const;
  void find_places();
  void check_cells();
  void check_facet(Index cell, const NavMesh::Facet& facet);
  void check_boundary(Index cell, std::vector<Flank>& flanks);
  void check_regions();
  void check_ways();
  void add_portal(Index number);
  void add_proven();
  void add_way(Proven::Kind kind, Index stance, Index surface, Index other, const WayEnds& part, bool is_proven);
  void require_none(std::vector<Stretch> sum, Sides sides, const char* what);
  void check_walls();

  // After updates (updated.cpp):
  void check_states(const std::vector<Update>& updates);
  Convex between(const Convex& polygon, Index surface, const std::array<Fraction, 2>& heights) const;
  void check_open_ways(const NavMeshCheck& base);

  // With --simplify (simplified.cpp):
  void check_simplified();
  struct Floor {
    Convex polygon;
    Index surface, of;  // the cell of a facet, or a piece
  };
  void find_joints();
  void find_near(const std::vector<Floor>& pieces);
  void check_floor();
  void check_lost();
  bool is_near(const Convex& lost, const Floor& piece, const BoxTree& facets, int cuts) const;
  bool is_near(const Vertex& v, Index surface, const Floor& facet) const;
  Fraction near_corner(const BoxTree& facets, const Box& box, std::size_t axis, double at) const;
  void check_borders();
  void check_components();
  // Two facets, of surfaces to the left and right of a stretch, are one floor there.
  void add_open(Index surface, Index other, Index from, Index to) {
    open_.push_back({{1, surface, 0, 0}, from, to, 1});
    open_.push_back({{1, other, 0, 0}, to, from, 1});
  }

  const Polygon& polygon(Index number) const { return proven_.world->polygons[number]; }
  bool is_on(Index point, Index surface);
  bool have_one_height(Index surface, Index other, Index place) const;
  void require(bool statement, Index cell, const char* otherwise) const;
  std::string at(const Place& place) const;
  std::string at(Index place) const { return at(place_of(places_[place])); }
  Convex convex(std::span<const Index> ring) const;

  Proven& proven_;
  const NavMesh& mesh_;
  Places& places_;
  std::vector<bool> kept_;    // by piece
  std::vector<Index> place_;  // by point
  std::vector<Index> on_;     // by point: a surface that it is known to lie on
  std::vector<Index> ring_;   // of the present facet
  Flanks flanks_;             // by cell, of those in which somebody stands: the boundary, with surfaces
  std::vector<Stretch> border_, true_border_, steps_, welds_;  // the first two: of the navmesh, and the certificate
  bool simplified_ = false;
  std::vector<Joint> joints_, true_joints_;  // of cells, and of pieces
  struct Near {
    Fraction tolerance, height;                              // in steps of the scene's scale, and in its unit
    std::vector<std::size_t> component, component_of_piece;  // over flush portals: by facet, and by piece
  } near_;
  std::vector<Floor> lost_;      // parts of pieces
  std::vector<Floor> floor_;     // facets in which somebody stands
  std::vector<Index> piece_of_;  // by cell: a piece that it overlaps
  std::vector<Stretch> open_;    // boundaries of facets over which there is floor of another one
};

}  // namespace plumb::checker
