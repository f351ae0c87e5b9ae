// SPDX-License-Identifier: GPL-3.0-or-later
// Bakes a level with Recast as Debian has it, solo or in tiles, and writes what other programs read: polygons, the
// detail mesh, one Detour tile or a set of them; and the links that a live dtNavMesh has, for readers to be compared
// with.
//
//   recast_navmesh LEVEL.obj CS CH HEIGHT RADIUS CLIMB SLOPE [--up z] [--partition watershed|monotone|layers]
//     [--tile CELLS] [--min-region N] [--merge-region N] [--max-error E] [--edge-length L] [--corners N]
//     [--detail-distance D] [--detail-error E] [--no-ledges] [-o FILE.obj] [--detail FILE.obj] [--bin FILE] [--mset
//     FILE]
//     [--links FILE]
//
// Lengths are in units of the level; regions in cells, their roots as in RecastDemo. Files have its axes; those of
// Detour are y up. Exit status: 0 baked, perhaps to nothing; 1 Recast failed; 2 bad options.
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <Recast.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(int status, const std::string& what) {
  std::cerr << "recast_navmesh: " << what << "\n";
  std::exit(status);
}

struct Options {
  float cell_size, cell_height, height, radius, climb, slope;
  bool z_up = false, ledges = true;
  std::string partition = "watershed", polygons, detail, bin, mset, links;
  int tile = 0, min_region = 8, merge_region = 20, corners = 6;
  float max_error = 1.3f, edge_length = 12, detail_distance = 6, detail_error = 1;
};

struct Level {
  std::vector<float> vertices;  // y up
  std::vector<int> triangles;
};

Level read_level(const std::string& name, bool z_up) {
  std::ifstream in(name);
  if (!in) fail(2, "cannot read " + name);
  Level out;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "v") {
      float x, y, z;
      if (!(words >> x >> y >> z)) fail(2, "a vertex has not three coordinates");
      if (z_up) out.vertices.insert(out.vertices.end(), {x, z, -y});
      else out.vertices.insert(out.vertices.end(), {x, y, z});
    } else if (kind == "f") {
      std::vector<int> corners;
      for (std::string corner; words >> corner;) {
        const int i = std::stoi(corner);
        corners.push_back(i > 0 ? i - 1 : static_cast<int>(out.vertices.size() / 3) + i);
      }
      for (std::size_t i = 2; i < corners.size(); ++i)
        out.triangles.insert(out.triangles.end(), {corners[0], corners[i - 1], corners[i]});
    }
  }
  return out;
}

template <class T, void (*release)(T*)>
struct Release {
  void operator()(T* p) const { release(p); }
};
template <class T, void (*release)(T*)>
using Owned = std::unique_ptr<T, Release<T, release>>;

struct Tile {
  int x = 0, y = 0;
  Owned<rcPolyMesh, rcFreePolyMesh> polygons{rcAllocPolyMesh()};
  Owned<rcPolyMeshDetail, rcFreePolyMeshDetail> detail{rcAllocPolyMeshDetail()};
  std::vector<unsigned char> data;  // Detour's
};

// One heightfield. An empty one is no failure.
void bake(const Options& o, const rcConfig& c, const Level& level, const std::vector<int>& triangles, Tile& out) {
  rcContext context(false);
  const auto step = [](bool done, const char* what) {
    if (!done) fail(1, std::string(what) + " fails");
  };
  Owned<rcHeightfield, rcFreeHeightField> field(rcAllocHeightfield());
  step(rcCreateHeightfield(&context, *field, c.width, c.height, c.bmin, c.bmax, c.cs, c.ch), "rcCreateHeightfield");
  const int count = static_cast<int>(triangles.size() / 3), vertices = static_cast<int>(level.vertices.size() / 3);
  std::vector<unsigned char> areas(static_cast<std::size_t>(count));
  rcMarkWalkableTriangles(&context, c.walkableSlopeAngle, level.vertices.data(), vertices, triangles.data(), count,
                          areas.data());
  step(rcRasterizeTriangles(&context, level.vertices.data(), vertices, triangles.data(), areas.data(), count, *field,
                            c.walkableClimb),
       "rcRasterizeTriangles");
  rcFilterLowHangingWalkableObstacles(&context, c.walkableClimb, *field);
  if (o.ledges) rcFilterLedgeSpans(&context, c.walkableHeight, c.walkableClimb, *field);
  rcFilterWalkableLowHeightSpans(&context, c.walkableHeight, *field);
  Owned<rcCompactHeightfield, rcFreeCompactHeightfield> compact(rcAllocCompactHeightfield());
  step(rcBuildCompactHeightfield(&context, c.walkableHeight, c.walkableClimb, *field, *compact),
       "rcBuildCompactHeightfield");
  step(rcErodeWalkableArea(&context, c.walkableRadius, *compact), "rcErodeWalkableArea");
  if (o.partition == "watershed") {
    step(rcBuildDistanceField(&context, *compact), "rcBuildDistanceField");
    step(rcBuildRegions(&context, *compact, c.borderSize, c.minRegionArea, c.mergeRegionArea), "rcBuildRegions");
  } else if (o.partition == "monotone") {
    step(rcBuildRegionsMonotone(&context, *compact, c.borderSize, c.minRegionArea, c.mergeRegionArea),
         "rcBuildRegionsMonotone");
  } else {
    step(rcBuildLayerRegions(&context, *compact, c.borderSize, c.minRegionArea), "rcBuildLayerRegions");
  }
  Owned<rcContourSet, rcFreeContourSet> contours(rcAllocContourSet());
  step(rcBuildContours(&context, *compact, c.maxSimplificationError, c.maxEdgeLen, *contours), "rcBuildContours");
  if (contours->nconts == 0) return;
  step(rcBuildPolyMesh(&context, *contours, c.maxVertsPerPoly, *out.polygons), "rcBuildPolyMesh");
  step(
      rcBuildPolyMeshDetail(&context, *out.polygons, *compact, c.detailSampleDist, c.detailSampleMaxError, *out.detail),
      "rcBuildPolyMeshDetail");
}

void make_detour(const Options& o, const rcConfig& c, Tile& tile) {
  rcPolyMesh& p = *tile.polygons;
  const rcPolyMeshDetail& d = *tile.detail;
  if (p.npolys == 0) return;
  for (int i = 0; i < p.npolys; ++i) p.flags[i] = 1;
  dtNavMeshCreateParams m{};
  m.verts = p.verts, m.vertCount = p.nverts;
  m.polys = p.polys, m.polyAreas = p.areas, m.polyFlags = p.flags, m.polyCount = p.npolys, m.nvp = p.nvp;
  m.detailMeshes = d.meshes, m.detailVerts = d.verts, m.detailVertsCount = d.nverts;
  m.detailTris = d.tris, m.detailTriCount = d.ntris;
  m.walkableHeight = o.height, m.walkableRadius = o.radius, m.walkableClimb = o.climb;
  m.tileX = tile.x, m.tileY = tile.y;
  rcVcopy(m.bmin, p.bmin);
  rcVcopy(m.bmax, p.bmax);
  m.cs = c.cs, m.ch = c.ch;
  m.buildBvTree = true;
  unsigned char* data = nullptr;
  int size = 0;
  if (!dtCreateNavMeshData(&m, &data, &size)) fail(1, "dtCreateNavMeshData fails");
  tile.data.assign(data, data + size);
  dtFree(data);
}

std::vector<Tile> bake_all(const Options& o, const Level& level, dtNavMeshParams& parameters) {
  rcConfig c{};
  float low[3], high[3];
  rcCalcBounds(level.vertices.data(), static_cast<int>(level.vertices.size() / 3), low, high);
  c.cs = o.cell_size, c.ch = o.cell_height;
  c.walkableSlopeAngle = o.slope;
  c.walkableHeight = static_cast<int>(std::ceil(o.height / c.ch));
  c.walkableClimb = static_cast<int>(std::floor(o.climb / c.ch));
  c.walkableRadius = static_cast<int>(std::ceil(o.radius / c.cs));
  c.maxEdgeLen = static_cast<int>(o.edge_length / c.cs);
  c.maxSimplificationError = o.max_error;
  c.minRegionArea = o.min_region * o.min_region;
  c.mergeRegionArea = o.merge_region * o.merge_region;
  c.maxVertsPerPoly = o.corners;
  c.detailSampleDist = o.detail_distance < 0.9f ? 0 : c.cs * o.detail_distance;
  c.detailSampleMaxError = c.ch * o.detail_error;
  rcVcopy(parameters.orig, low);
  std::vector<Tile> out;
  if (o.tile == 0) {
    rcVcopy(c.bmin, low);
    rcVcopy(c.bmax, high);
    rcCalcGridSize(low, high, c.cs, &c.width, &c.height);
    parameters.tileWidth = high[0] - low[0];
    parameters.tileHeight = high[2] - low[2];
    bake(o, c, level, level.triangles, out.emplace_back());
    make_detour(o, c, out.back());
    return out;
  }
  int width = 0, depth = 0;
  rcCalcGridSize(low, high, c.cs, &width, &depth);
  c.borderSize = c.walkableRadius + 3;
  c.tileSize = o.tile;
  c.width = c.height = o.tile + 2 * c.borderSize;
  const float side = static_cast<float>(o.tile) * c.cs, border = static_cast<float>(c.borderSize) * c.cs;
  parameters.tileWidth = parameters.tileHeight = side;
  for (int y = 0; y < (depth + o.tile - 1) / o.tile; ++y)
    for (int x = 0; x < (width + o.tile - 1) / o.tile; ++x) {
      const float from[2] = {low[0] + static_cast<float>(x) * side, low[2] + static_cast<float>(y) * side};
      for (int k = 0; k < 3; ++k) {
        c.bmin[k] = k == 1 ? low[1] : from[k / 2] - border;
        c.bmax[k] = k == 1 ? high[1] : from[k / 2] + side + border;
      }
      std::vector<int> near;
      for (std::size_t t = 0; t < level.triangles.size(); t += 3) {
        bool apart = false;
        for (const int k : {0, 2}) {
          float least = HUGE_VALF, most = -HUGE_VALF;
          for (std::size_t i = t; i < t + 3; ++i) {
            const float v =
                level.vertices[3 * static_cast<std::size_t>(level.triangles[i]) + static_cast<std::size_t>(k)];
            least = std::min(least, v);
            most = std::max(most, v);
          }
          apart = apart || most < c.bmin[k] || least > c.bmax[k];
        }
        if (!apart) near.insert(near.end(), &level.triangles[t], &level.triangles[t] + 3);
      }
      Tile& tile = out.emplace_back();
      tile.x = x, tile.y = y;
      bake(o, c, level, near, tile);
      make_detour(o, c, tile);
    }
  return out;
}

class ObjFile {
 public:
  ObjFile(const std::string& name, bool z_up) : out_(name), z_up_(z_up) { out_.precision(9); }
  void vertex(double x, double y, double z) {
    out_ << "v " << x << ' ' << (z_up_ ? -z : y) << ' ' << (z_up_ ? y : z) << '\n';
    ++count_;
  }
  // Recast's run clockwise seen from above.
  void face(std::vector<int> corners) {
    out_ << 'f';
    for (auto c = corners.rbegin(); c != corners.rend(); ++c) out_ << ' ' << *c + 1;
    out_ << '\n';
  }
  int count() const { return count_; }

 private:
  std::ofstream out_;
  bool z_up_;
  int count_ = 0;
};

void write_polygons(const Options& o, const std::vector<Tile>& tiles) {
  ObjFile out(o.polygons, o.z_up);
  for (const Tile& t : tiles) {
    const rcPolyMesh& p = *t.polygons;
    const int first = out.count();
    for (int v = 0; v < p.nverts; ++v)
      out.vertex(p.bmin[0] + p.verts[3 * v] * static_cast<double>(p.cs),
                 p.bmin[1] + p.verts[3 * v + 1] * static_cast<double>(p.ch),
                 p.bmin[2] + p.verts[3 * v + 2] * static_cast<double>(p.cs));
    for (int i = 0; i < p.npolys; ++i) {
      std::vector<int> corners;
      for (int k = 0; k < p.nvp && p.polys[2 * i * p.nvp + k] != RC_MESH_NULL_IDX; ++k)
        corners.push_back(first + p.polys[2 * i * p.nvp + k]);
      out.face(corners);
    }
  }
}

void write_detail(const Options& o, const std::vector<Tile>& tiles) {
  ObjFile out(o.detail, o.z_up);
  for (const Tile& t : tiles) {
    const rcPolyMeshDetail& d = *t.detail;
    const int first = out.count();
    for (int v = 0; v < d.nverts; ++v) out.vertex(d.verts[3 * v], d.verts[3 * v + 1], d.verts[3 * v + 2]);
    for (int m = 0; m < d.nmeshes; ++m)
      for (unsigned i = 0; i < d.meshes[4 * m + 3]; ++i) {
        const unsigned char* corners = &d.tris[4 * (d.meshes[4 * m + 2] + i)];
        const int base = first + static_cast<int>(d.meshes[4 * m]);
        out.face({base + corners[0], base + corners[1], base + corners[2]});
      }
  }
}

template <class T>
void put(std::ofstream& out, const T& value) {
  out.write(reinterpret_cast<const char*>(&value), sizeof value);
}

Owned<dtNavMesh, dtFreeNavMesh> load(const std::vector<Tile>& tiles, dtNavMeshParams parameters,
                                     std::vector<dtTileRef>& references) {
  Owned<dtNavMesh, dtFreeNavMesh> mesh(dtAllocNavMesh());
  int most = 1;
  for (const Tile& t : tiles) most = std::max(most, t.polygons->npolys);
  parameters.maxTiles = static_cast<int>(std::max<std::size_t>(1, tiles.size()));
  parameters.maxPolys = most;
  if (dtStatusFailed(mesh->init(&parameters))) fail(1, "dtNavMesh::init fails");
  for (const Tile& t : tiles) {
    dtTileRef reference = 0;
    if (!t.data.empty()) {
      auto* data = static_cast<unsigned char*>(dtAlloc(t.data.size(), DT_ALLOC_PERM));
      std::memcpy(data, t.data.data(), t.data.size());
      if (dtStatusFailed(mesh->addTile(data, static_cast<int>(t.data.size()), DT_TILE_FREE_DATA, 0, &reference)))
        fail(1, "dtNavMesh::addTile fails");
    }
    references.push_back(reference);
  }
  return mesh;
}

// As RecastDemo saves them.
void write_set(const std::string& name, const std::vector<Tile>& tiles, const dtNavMesh& mesh,
               const std::vector<dtTileRef>& references) {
  std::ofstream out(name, std::ios::binary);
  std::int32_t count = 0;
  for (const Tile& t : tiles) count += !t.data.empty();
  put(out, std::int32_t{'M' << 24 | 'S' << 16 | 'E' << 8 | 'T'});
  put(out, std::int32_t{1});
  put(out, count);
  put(out, *mesh.getParams());
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    if (tiles[t].data.empty()) continue;
    const dtMeshTile* tile = mesh.getTileByRef(references[t]);
    put(out, references[t]);
    put(out, static_cast<std::int32_t>(tile->dataSize));
    out.write(reinterpret_cast<const char*>(tile->data), tile->dataSize);
  }
}

// Polygons by their number over all tiles.
void write_links(const std::string& name, const dtNavMesh& mesh, const std::vector<dtTileRef>& references) {
  std::map<const dtMeshTile*, int> first;
  int next = 0;
  for (const dtTileRef r : references)
    if (const dtMeshTile* tile = r ? mesh.getTileByRef(r) : nullptr) {
      first[tile] = next;
      next += tile->header->polyCount;
    }
  std::ofstream out(name);
  for (const dtTileRef r : references) {
    const dtMeshTile* tile = r ? mesh.getTileByRef(r) : nullptr;
    for (int p = 0; tile && p < tile->header->polyCount; ++p)
      for (unsigned l = tile->polys[p].firstLink; l != DT_NULL_LINK; l = tile->links[l].next) {
        const dtMeshTile* other = nullptr;
        const dtPoly* polygon = nullptr;
        mesh.getTileAndPolyByRefUnsafe(tile->links[l].ref, &other, &polygon);
        const int a = first.at(tile) + p, b = first.at(other) + static_cast<int>(polygon - other->polys);
        if (a < b) out << a << ' ' << b << '\n';
      }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 8) fail(2, "usage: recast_navmesh LEVEL.obj CS CH HEIGHT RADIUS CLIMB SLOPE [options]");
  Options o{};
  float* const numbers[] = {&o.cell_size, &o.cell_height, &o.height, &o.radius, &o.climb, &o.slope};
  for (int i = 0; i < 6; ++i) *numbers[i] = std::strtof(argv[2 + i], nullptr);
  const std::map<std::string, std::function<void(const std::string&)>> options{
      {"--up", [&](auto& v) { o.z_up = v == "z"; }},
      {"--partition", [&](auto& v) { o.partition = v; }},
      {"--tile", [&](auto& v) { o.tile = std::stoi(v); }},
      {"--min-region", [&](auto& v) { o.min_region = std::stoi(v); }},
      {"--merge-region", [&](auto& v) { o.merge_region = std::stoi(v); }},
      {"--max-error", [&](auto& v) { o.max_error = std::stof(v); }},
      {"--edge-length", [&](auto& v) { o.edge_length = std::stof(v); }},
      {"--corners", [&](auto& v) { o.corners = std::stoi(v); }},
      {"--detail-distance", [&](auto& v) { o.detail_distance = std::stof(v); }},
      {"--detail-error", [&](auto& v) { o.detail_error = std::stof(v); }},
      {"-o", [&](auto& v) { o.polygons = v; }},
      {"--detail", [&](auto& v) { o.detail = v; }},
      {"--bin", [&](auto& v) { o.bin = v; }},
      {"--mset", [&](auto& v) { o.mset = v; }},
      {"--links", [&](auto& v) { o.links = v; }}};
  for (int i = 8; i < argc; ++i) {
    if (std::string(argv[i]) == "--no-ledges") {
      o.ledges = false;
      continue;
    }
    const auto at = options.find(argv[i]);
    if (at == options.end() || ++i == argc) fail(2, std::string("bad option ") + argv[i - (i == argc)]);
    at->second(argv[i]);
  }
  const Level level = read_level(argv[1], o.z_up);
  dtNavMeshParams parameters{};
  const std::vector<Tile> tiles = bake_all(o, level, parameters);
  int polygons = 0;
  for (const Tile& t : tiles) polygons += t.polygons->npolys;
  if (!o.polygons.empty()) write_polygons(o, tiles);
  if (!o.detail.empty()) write_detail(o, tiles);
  if (!o.bin.empty()) {
    std::ofstream out(o.bin, std::ios::binary);
    out.write(reinterpret_cast<const char*>(tiles[0].data.data()), static_cast<std::streamsize>(tiles[0].data.size()));
  }
  std::vector<dtTileRef> references;
  const auto mesh = load(tiles, parameters, references);
  if (!o.mset.empty()) write_set(o.mset, tiles, *mesh, references);
  if (!o.links.empty()) write_links(o.links, *mesh, references);
  std::cout << tiles.size() << " tiles, " << polygons << " polygons\n";
}
