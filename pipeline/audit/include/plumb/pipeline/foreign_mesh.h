// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <boost/container/small_vector.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plumb/pipeline/floor_faces.h"

namespace plumb::pipeline {

/// What a baker was told, as far as its file or the user says so; lengths in units of the scene.
struct BakerSettings {
  std::optional<mpq_class> cell_size, cell_height;  ///< of its grid, above 0
  std::optional<mpq_class> height, radius, climb;   ///< of its agent
  mpq_class max_error = 0;                          ///< of its outlines, in cells
  mpq_class min_region = 0;                         ///< area of the smallest region that it keeps, in cells
};

/// Another baker's navmesh, in exact coordinates: z up, units of the scene.
struct ForeignMesh {
  using Index = std::uint32_t;

  /// Any corners at all: it may be flat, not convex, or lie over itself.
  struct Polygon {
    boost::container::small_vector<Index, 6> corners;  ///< into points, at least three
    std::uint32_t area = 0;                            ///< the baker's id, of its kind of ground
    std::uint64_t name = 0;                            ///< its number in the file, for messages
  };
  struct Triangle {
    std::array<Index, 3> corners;  ///< into points
    Index polygon;
  };
  /// Polygons that an agent passes between; a < b.
  struct Link {
    Index a, b;
    bool operator==(const Link&) const = default;
    auto operator<=>(const Link&) const = default;
  };

  std::string file, format;  ///< as messages name them
  std::vector<ExactPoint> points;
  mpz_class unit = 1;  ///< most coordinates are multiples of 1 / unit
  std::vector<Polygon> polygons;
  std::vector<Triangle> detail;  ///< the surface that the baker says it means; empty: it has none
  std::vector<Link> links;       ///< ascending, each once
  bool has_links = false;        ///< the file says what is linked
  std::uint64_t off_mesh = 0;    ///< of the links, those by polygons that are connections and no ground
  BakerSettings settings;
  bool is_exact = false;  ///< its numbers are fractions, of no grid (file_grid.h)
};

/// Indices in range, three corners or more, links ascending.
bool is_valid(const ForeignMesh& mesh);

/// Sets `unit` to the least common denominator of coordinates, but for those that would make it very long.
void find_unit(ForeignMesh& mesh);

/// What of it has one of these ids.
ForeignMesh with_areas(ForeignMesh mesh, const std::vector<std::uint32_t>& areas);

/// Whose triangles stand for a mesh: `detail` where there is one, or fans of polygons from their first corners.
enum class MeshSurface { detail, polygons };

/// Its triangles, with polygons as owners, counter-clockwise; those without an area in plan are left out.
FloorFaces triangles_of(const ForeignMesh& mesh, MeshSurface surface);

}  // namespace plumb::pipeline
