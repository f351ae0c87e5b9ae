// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/numbers.h"
#include "base/verdict.h"
#include "files/json.h"

namespace plumb::checker {

/// What an exact navmesh says, the `.json` of a bake (docs/reference/bake.md): as it is written, z up, in the level's
/// unit. Nothing is believed: numbers of polygons may be any, those of cells and points are in range.
struct NavMesh {
  /// The point (x / w, y / w, z / w), w > 0.
  struct Point {
    Integer x, y, z, w;
  };
  /// A polygon with the corners [first, end) of `corners`, three or more.
  struct Facet {
    Index surface, face, witness;  ///< none: null
    Index first, end;
  };
  /// What updates have made of a cell.
  struct State {
    Index blocked_by = 0;  ///< 0: nothing blocks it
    Fraction cost = 1;
    std::vector<std::string> tags;
  };
  /// With the facets [first, end), one or more.
  struct Cell {
    int stance;  ///< 0 blocked, -1 covered, -2 inside, -3 too close
    Index first, end;
    std::uint64_t line;  ///< of the file
  };
  enum class Kind { flush, step, weld };
  struct Portal {
    Index a, b;
    Kind kind;
    int stance;
    std::array<Index, 2> on_a, on_b;  ///< points; of a flush one both are the same
    std::uint64_t line;
  };
  struct Obstruction {
    Index surface, wall;
    std::array<Index, 2> ends;
    int may_cross;
    std::uint64_t line;
  };
  struct Stance {
    std::string name;
    Fraction height;
  };

  std::string sha256;                          ///< empty: null
  std::vector<Stance> stances;                 ///< of the options; at least one
  std::map<std::string, std::string> options;  ///< the others that are a text, true, false, null or a whole number
  std::vector<Fraction> seeds;                 ///< of the option seed_points, three numbers each, z up
  bool y_up = false;
  Integer denominator;
  std::vector<Point> points;  ///< no two are equal
  std::vector<Index> corners;
  std::vector<Facet> facets;
  std::vector<Cell> cells;
  std::map<Index, State> states;  ///< of cells that have one
  std::vector<Portal> portals;
  std::vector<Obstruction> obstructions;
  std::uint64_t one_way_links = 0;  ///< how many there are; they are not read

  std::span<const Index> ring(const Facet& f) const { return std::span(corners).subspan(f.first, f.end - f.first); }
  std::span<const Facet> of(const Cell& c) const { return std::span(facets).subspan(c.first, c.end - c.first); }
};

/// An option of a file as a fraction, 0 if it has none; for a text that is none, throws Refused.
Fraction option_value(const NavMesh& mesh, const std::string& name);

/// Reads an exact navmesh. Throws Refused for what is no such file.
class NavMeshReader {
 public:
  explicit NavMeshReader(Json& json) : json_(json) {}
  /// The whole file; none if it is JSON, but none of a navmesh.
  std::optional<NavMesh> read();
  /// The options alone, where they stand in another file.
  NavMesh read_options_alone() {
    read_options();
    require_options();
    return std::move(mesh_);
  }

 private:
  void member(const std::string& name);
  void read_denominator();
  void read_scene();
  void read_options();
  void require_options();
  void read_cell();
  void read_facet();
  void read_portal();
  void read_obstruction();
  void require_members(std::uint64_t read, unsigned count) const;
  Index point();
  std::array<Index, 2> two_points();
  int stance(int low) { return static_cast<int>(json_.whole(low, static_cast<std::int64_t>(mesh_.stances.size()))); }

  /// Numbers of points by the text of their coordinates: there is one way to write a number.
  class Texts {
   public:
    /// The number of a text, which is new if it is that of all before.
    Index number(std::string_view text);

   private:
    std::vector<Index> slots_ = std::vector<Index>(1024, none);
    std::vector<std::size_t> ends_;  // of the texts, by number
    std::string all_;
    std::string_view text(Index i) const {
      const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
      return std::string_view(all_).substr(begin, ends_[i] - begin);
    }
    Index& slot(std::string_view text);
  };

  Json& json_;
  NavMesh mesh_;
  Texts texts_;
  std::string coordinates_;
};

}  // namespace plumb::checker
