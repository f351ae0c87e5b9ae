// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <boost/container/small_vector.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "plumb/pipeline/float_mesh.h"
#include "plumb/pipeline/floor_faces.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/shared_edges.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// What a baker was told, as far as its file or the user says so; lengths in units of the scene.
struct BakerSettings {
  std::optional<mpq_class> cell_size, cell_height;  ///< of its grid, above 0
  std::optional<mpq_class> height, radius, climb;   ///< of its agent
  mpq_class max_error = 0;                          ///< of its outlines, in cells
  mpq_class min_region = 0;                         ///< area of the smallest region that it keeps, in cells

  /// How far its outlines, which follow cells, may be from the true ones in plan; none if the cells are not known.
  std::optional<mpq_class> border_reach() const {
    if (!cell_size) return std::nullopt;
    return (max_error + 3) * *cell_size;
  }
};

/// Which edges link two polygons of a file without links: those between the same two vertices, as engines link them, or
/// also edges that have only a stretch in common.
enum class EdgeRule { whole, partial };
constexpr std::array<Word<EdgeRule>, 2> words_of(EdgeRule) {
  return {{{"whole", EdgeRule::whole}, {"partial", EdgeRule::partial}}};
}

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
  /// How links are found if the file does not say.
  EdgeRule edge_rule = EdgeRule::partial;
  /// For EdgeRule::whole: by point, which vertex its engine takes it for; empty: points at one place are one vertex.
  std::vector<Index> vertices;
  std::uint64_t off_mesh = 0;  ///< of the links, those by polygons that are connections and no ground
  /// That a link leads over this edge of a polygon, from that corner to the next, to another polygon. Of a pair of
  /// polygons that is here, no other edge is open.
  struct EdgeLink {
    Index polygon;
    std::uint32_t edge;
    Index other;
    auto operator<=>(const EdgeLink&) const = default;
  };
  std::vector<EdgeLink> edge_links;  ///< as far as the file says so; ascending, each once
  std::vector<Link> connections;     ///< of the links, those by such polygons alone; ascending
  UpAxis up = UpAxis::y;             ///< of the axes that its file has
  BakerSettings settings;
  bool is_any_scene = false;  ///< polygons of a format of scenes that no drawing of Plumb is: perhaps a level
  bool is_exact = false;      ///< its numbers are fractions, of no grid (file_grid.h)
  bool is_binary32 = false;   ///< its numbers are text, and its engine rounds them to binary32
};

/// Indices in range, points in lowest terms, three corners or more, links ascending, connections among them.
bool is_valid(const ForeignMesh& mesh);

/// Takes links by ground, and by connections, as its links: sorted, each once. Sorts links over edges, too.
void set_links(ForeignMesh& mesh, std::vector<ForeignMesh::Link> by_ground,
               std::vector<ForeignMesh::Link> by_connections);

/// Sets `unit` to the least common denominator of coordinates, but for those that would make it very long.
void find_unit(ForeignMesh& mesh);

/// What of it has one of these ids.
ForeignMesh with_areas(ForeignMesh mesh, const std::vector<std::uint32_t>& areas);

/// Whose triangles stand for a mesh: `detail` where there is one, or fans of polygons from their first corners.
enum class MeshSurface { detail, polygons };
constexpr std::array<Word<MeshSurface>, 2> words_of(MeshSurface) {
  return {{{"detail", MeshSurface::detail}, {"polygons", MeshSurface::polygons}}};
}

/// Its triangles, with polygons as owners, counter-clockwise; those without an area in plan are left out.
FloorFaces triangles_of(const ForeignMesh& mesh, MeshSurface surface);

/// What is odd about the polygons of a navmesh, seen from above; polygons by their place in the list.
struct MeshStructure {
  std::vector<ForeignMesh::Index> degenerate;  ///< without an area
  std::vector<ForeignMesh::Index> nonconvex;   ///< among those with one
  std::vector<ForeignMesh::Index> folded;      ///< of these, those that lie over themselves
  std::vector<ForeignMesh::Index> clockwise;
  struct Edge {
    ForeignMesh::Index from, to;               ///< points
    std::vector<ForeignMesh::Index> polygons;  ///< ascending, three or more
  };
  std::vector<Edge> crowded_edges;  ///< of three polygons or more, from point to point
  struct Junction {
    ForeignMesh::Index corner;  ///< a point
    SharedEdge::At edge;        ///< of another polygon, within which it lies
    auto operator<=>(const Junction&) const = default;
  };
  std::vector<Junction> t_junctions;  ///< where the two polygons have a stretch of edge in common
};

MeshStructure find_structure(const ForeignMesh& mesh, unsigned threads);

/// The polygons' corners and how they run, as shared_edges() takes them.
CornerLists corner_lists(const ForeignMesh& mesh);
PolygonTurns polygon_turns(const ForeignMesh& mesh);

/// By polygon, the number of its component, from 0 by lowest polygon.
std::vector<std::uint32_t> components(const ForeignMesh& mesh);

/// Fills in the links of a mesh whose file has none: polygons with edges in common by its rule, and those with edges
/// that come within `join`. By the rule of whole edges it does not matter in which direction polygons run.
void link_by_edges(ForeignMesh& mesh, const std::optional<mpq_class>& join, unsigned threads);

/// How another baker's file is taken.
struct ForeignMeshOptions {
  Numbers numbers = Numbers::binary64;    ///< of text; binary numbers are taken exactly
  UpAxis up = UpAxis::y;                  ///< of formats that do not say: that of the scene
  bool up_given = false;                  ///< it holds for all formats
  std::vector<mpq_class> transform = {};  ///< none, or twelve numbers: three rows that make x, y, z of x, y, z and 1
  std::vector<std::uint32_t> areas = {};  ///< ids of the kinds of ground to keep; none: all
  std::optional<mpq_class> join = {};     ///< edges so far apart are joined, where the format has no links
  std::optional<EdgeRule> edges = {};     ///< where the format has no links; by default that of the format
  std::string resource = {};              ///< of a .tscn with several navmeshes: the id of one, or a region's path
  std::string stance = {};                ///< of plumb's own JSON: whose floor; empty, or unknown there: the lowest's
  /// The navmesh's other files: more tiles, or the detail mesh of a polygon mesh.
  std::vector<std::string> more_files = {};
  unsigned threads = 1;
};

/// A navmesh of arrays: convex or other polygons, the first of which has sizes[0] of the corners, and so on. Numbers
/// are taken exactly, in axes of which `up` points up; equal positions are one point. Polygons are linked by their
/// edges, by EdgeRule::partial unless options.edges says otherwise, and within options.join; no other option counts. No
/// polygon at all is a navmesh, too. Errors: those of scene_from_polygons().
Result<ForeignMesh> foreign_mesh(std::span<const double> coordinates, std::span<const std::uint32_t> corners,
                                 std::span<const std::uint32_t> sizes, UpAxis up,
                                 const ForeignMeshOptions& options = {});
Result<ForeignMesh> foreign_mesh(std::span<const float> coordinates, std::span<const std::uint32_t> corners,
                                 std::span<const std::uint32_t> sizes, UpAxis up,
                                 const ForeignMeshOptions& options = {});

/// The plain arrays of a navmesh, with its neighbours and links, in the axes of its level, of which `up` points up.
/// Errors: those of the same with arrays.
Result<ForeignMesh> foreign_mesh(const FloatMesh& mesh, UpAxis up);

/// Reads a navmesh; what it is, its content tells (of a map of TrinityCore, its name). Files that it names, or that
/// belong to it, are looked for beside it. Errors: those of reading, and bad_index, too_large, bad_option.
Result<ForeignMesh> read_foreign_mesh(const std::string& path, const ForeignMeshOptions& options);
/// The same for a file's content in memory.
Result<ForeignMesh> read_foreign_mesh_text(std::string_view bytes, const std::string& name,
                                           const ForeignMeshOptions& options);

}  // namespace plumb::pipeline
