// SPDX-License-Identifier: GPL-3.0-or-later
// What a shortest path on a navmesh takes, beside Detour's path on the same navmesh, which is not the shortest.
//
//   plumb_path_bench NAVMESH.json DETOUR.bin PAIRS SEED
//
// One line of JSON: how many pairs are reached; of these the ratio of times, pair by pair, at the median and at the
// 99th percentile, and that of the sums; the same ratio at the median where there is no path; how many of Detour's
// paths are longer by over 1 %, and by how much at worst; how many of ours are longer than Detour's, by more than a
// cell of the file's grid at each corner, its ends included; and how many times memory was allocated in the second half
// of the queries. Detour: nearest polygon of both ends, path, straight path. Each is timed twice, and the lesser time
// counts. Times are of the processor; making indices and landmarks is told in milliseconds.
#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <numeric>
#include <random>
#include <utility>

#include "drawn_floor_places.h"
#include "measuring.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/nav_query.h"
#include "require.h"

namespace {
std::size_t allocations = 0;
}
void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size ? size : 1)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace plumb::bench {
namespace {

using namespace pipeline;

double processor() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}
template <class Operation>
double lesser_time(Operation&& operation) {
  double least = HUGE_VAL;
  for (int i = 0; i < 2; ++i) {
    const double start = processor();
    operation();
    least = std::min(least, processor() - start);
  }
  return least;
}
double quantile(std::vector<double> v, double at) {
  if (v.empty()) return 0;
  std::ranges::sort(v);
  return v[std::max<std::size_t>(static_cast<std::size_t>(std::ceil(at * static_cast<double>(v.size()))), 1) - 1];
}

// Detour as a game asks it, with its y up.
class Detour {
 public:
  explicit Detour(const char* file) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    auto* data = static_cast<unsigned char*>(dtAlloc(bytes.size(), DT_ALLOC_PERM));
    std::memcpy(data, bytes.data(), bytes.size());
    require(dtStatusSucceed(mesh_->init(data, static_cast<int>(bytes.size()), DT_TILE_FREE_DATA)),
            "no .bin of Detour's");
    require(dtStatusSucceed(query_->init(mesh_.get(), 65535)), "Detour's query");
    // Corners of polygons, which come before the ends of connections, are whole numbers of cells from the least ones.
    const dtMeshTile& tile = *std::as_const(*mesh_).getTile(0);
    for (int i = 0; i < tile.header->vertCount - 2 * tile.header->offMeshConCount; ++i)
      for (const int axis : {0, 2})
        cell_ = std::gcd(
            cell_, std::llround(std::ldexp(double{tile.verts[3 * i + axis]} - double{tile.header->bmin[axis]}, fine)));
  }
  /// The width of a cell of the file's grid.
  double cell() const { return std::ldexp(static_cast<double>(cell_), -fine); }
  /// Of the last path: how many points it has, and how far its ends are from those that were asked for.
  int corners = 0;
  double aside(const Place& from, const Place& to) const {
    return distance(at(from).data(), on_[0]) + distance(at(to).data(), on_[1]);
  }
  /// In plan; negative if there is none.
  double length(const Place& from, const Place& to) {
    const std::array<std::array<float, 3>, 2> ends{at(from), at(to)};
    const float reach[3] = {0.25f, 0.5f, 0.25f};
    dtPolyRef polygons[2] = {};
    for (int k = 0; k < 2; ++k)
      query_->findNearestPoly(ends[static_cast<std::size_t>(k)].data(), reach, &filter_, &polygons[k], on_[k]);
    if (!polygons[0] || !polygons[1]) return -1;
    int count = 0;
    const dtStatus status =
        query_->findPath(polygons[0], polygons[1], on_[0], on_[1], &filter_, path_.data(), &count, most);
    if (dtStatusFailed(status) || count == 0 || path_[static_cast<std::size_t>(count) - 1] != polygons[1]) return -1;
    query_->findStraightPath(on_[0], on_[1], path_.data(), count, corners_.data(), nullptr, nullptr, &corners, most);
    double length = 0;
    for (int i = 1; i < corners; ++i)
      length += distance(&corners_[static_cast<std::size_t>(3 * i - 3)], &corners_[static_cast<std::size_t>(3 * i)]);
    return length;
  }

 private:
  static constexpr int most = 16384, fine = 40;
  long long cell_ = 0;  // in units of 2^-fine
  float on_[2][3] = {};
  static double distance(const float* p, const float* q) {
    return std::hypot(double{q[0]} - double{p[0]}, double{q[2]} - double{p[2]});
  }
  static std::array<float, 3> at(const Place& p) {
    return {static_cast<float>(p[0]), static_cast<float>(p[2]), static_cast<float>(-p[1])};
  }
  std::unique_ptr<dtNavMesh, void (*)(dtNavMesh*)> mesh_{dtAllocNavMesh(), dtFreeNavMesh};
  std::unique_ptr<dtNavMeshQuery, void (*)(dtNavMeshQuery*)> query_{dtAllocNavMeshQuery(), dtFreeNavMeshQuery};
  dtQueryFilter filter_;
  std::vector<dtPolyRef> path_ = std::vector<dtPolyRef>(most);
  std::vector<float> corners_ = std::vector<float>(3 * most);
};

int run(const char* navmesh, const char* detour_file, std::size_t pairs, unsigned seed) {
  const auto mesh = read_nav_mesh_json(navmesh);
  require(static_cast<bool>(mesh), "no navmesh");
  Detour detour(detour_file);
  std::mt19937_64 random(seed);
  const std::vector<Place> places = draw_places(*mesh, 2 * pairs, random);
  const double start = processor();
  NavQuery query(*mesh);
  query.prepare(1);
  const double made = 1e-3 * (processor() - start);

  NavQuery::Path path;
  std::vector<double> ours, theirs, ratios, unreached, longer;
  std::size_t late_allocations = 0, worse = 0, above = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const Place &a = places[2 * i], &b = places[2 * i + 1];
    auto found = NavQuery::PathFound::unreachable;
    const std::size_t held = allocations;
    const double own = lesser_time([&] { found = query.path(a, b, {}, path); });
    if (i >= pairs / 2) late_allocations += allocations - held;
    double length = -1;
    const double other = lesser_time([&] { length = detour.length(a, b); });
    if (found != NavQuery::PathFound::found) {
      unreached.push_back(own / other);
      continue;
    }
    ours.push_back(own);
    theirs.push_back(other);
    ratios.push_back(own / other);
    if (length < 0 || path.length <= 0) continue;
    longer.push_back(length / path.length - 1);
    worse += longer.back() > 0.01;
    above += path.length > length + detour.aside(a, b) + detour.corners * detour.cell();
  }
  double sum = 0, sum_of_theirs = 0;
  for (const double t : ours) sum += t;
  for (const double t : theirs) sum_of_theirs += t;
  std::printf(
      "{\"reached\": %zu, \"median\": %.3f, \"p99\": %.3f, \"sum\": %.3f, \"unreached\": %.3f, \"longer\": %.4f, "
      "\"worst\": %.4f, \"least\": %.6f, \"above\": %zu, \"cell\": %.3g, \"allocations\": %zu, \"made_ms\": %.1f}\n",
      ours.size(), quantile(ratios, 0.5), quantile(ratios, 0.99), sum_of_theirs > 0 ? sum / sum_of_theirs : 0,
      quantile(unreached, 0.5), longer.empty() ? 0 : static_cast<double>(worse) / static_cast<double>(longer.size()),
      quantile(longer, 1), quantile(longer, 0), above, detour.cell(), late_allocations, made);
  return 0;
}

}  // namespace
}  // namespace plumb::bench

int main(int argc, char** argv) {
  plumb::bench::require(argc == 5, "give NAVMESH.json DETOUR.bin PAIRS SEED");
  return plumb::bench::run(argv[1], argv[2], static_cast<std::size_t>(std::atoi(argv[3])),
                           static_cast<unsigned>(std::atoi(argv[4])));
}
