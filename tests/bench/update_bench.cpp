// SPDX-License-Identifier: GPL-3.0-or-later
// plumb_update_bench [sizes] [memory] [prepared] [recast]: what changes of a navmesh cost (nav_update.h), as ratios of
// medians, on one thread; all four parts if none is named. Bounds are printed, not enforced. tests/bench/bench.py runs
// it.
//
// sizes: a triangle is blocked and the block reverted, on floors of more and more cells. memory: how much the program
// grows over 100,000 updates and reverts. prepared: preparing, enabling and disabling an update, over making it at
// once. Pieces are made within the time told (settle()). recast: boxes as obstacles, beside a tile of Detour's tile
// cache.
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "measuring.h"
#include "plumb/pipeline/nav_update.h"
#include "program_memory.h"
#include "require.h"
#ifdef PLUMB_TILE_CACHE
#include "recast_tile.h"
#endif

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::bench;

namespace {

NavMeshInfo info(const char* scene) {
  NavMeshInfo out;
  out.version = "0";
  out.scene = scene;
  out.up = UpAxis::z;
  out.stances = {{"stand", 2}};
  out.options = "{}";
  return out;
}

// k x k squares of one unit, at heights 0 and 1/8 like the colours of a chessboard, each joined to its neighbours by
// steps. Linear in its cells.
class ChessFloor {
 public:
  explicit ChessFloor(unsigned k) : k_(k), points_(2 * std::size_t(k + 1) * (k + 1), none) {
    mesh_.info = info("chess_floor");
    mesh_.info.step = mpq_class(1, 8);
    mesh_.denominator = 8;
    for (unsigned j = 0; j < k; ++j)
      for (unsigned i = 0; i < k; ++i) add_cell(i, j);
    for (unsigned j = 0; j < k; ++j)
      for (unsigned i = 0; i < k; ++i) {
        if (i + 1 < k) add_step({i, j}, {i + 1, j}, {i + 1, j}, {i + 1, j + 1});
        if (j + 1 < k) add_step({i, j}, {i, j + 1}, {i + 1, j + 1}, {i, j + 1});
      }
    require(is_valid(mesh_), "the floor is not valid");
  }
  NavMesh take() { return std::move(mesh_); }

 private:
  using Square = std::array<unsigned, 2>;
  static constexpr NavMesh::PointIndex none = 0xffffffffu;

  static unsigned colour(const Square& s) { return (s[0] + s[1]) % 2; }
  NavMesh::CellIndex cell(const Square& s) const { return s[1] * k_ + s[0]; }
  NavMesh::PointIndex point(const Square& at, unsigned colour) {
    NavMesh::PointIndex& known = points_[2 * (std::size_t(at[1]) * (k_ + 1) + at[0]) + colour];
    if (known == none) {
      known = static_cast<NavMesh::PointIndex>(mesh_.points.size());
      mesh_.points.push_back({at[0], at[1], mpq_class(colour, 8)});
    }
    return known;
  }
  void add_cell(unsigned i, unsigned j) {
    const unsigned c = colour({i, j});
    NavMesh::Cell& out = mesh_.cells.emplace_back();
    out.stance = 1;
    NavMesh::Facet& facet = out.facets.emplace_back();
    facet.surface = facet.face = static_cast<std::uint32_t>(mesh_.cells.size() - 1);
    facet.corners = {point({i, j}, c), point({i + 1, j}, c), point({i + 1, j + 1}, c), point({i, j + 1}, c)};
  }
  // From p to q counter-clockwise around a.
  void add_step(const Square& a, const Square& b, const Square& p, const Square& q) {
    mesh_.portals.push_back({cell(a),
                             cell(b),
                             PortalKind::step,
                             1,
                             {point(p, colour(a)), point(q, colour(a))},
                             {point(p, colour(b)), point(q, colour(b))}});
  }

  unsigned k_;
  NavMesh mesh_;
  std::vector<NavMesh::PointIndex> points_;  // by corner of a square and colour
};

UpdateArea area_of(const kernel::PlanRing& ring) {
  auto area = make_update_area(ring, std::nullopt);
  require(bool(area), "an area is not valid");
  return std::move(*area);
}

// Triangles with corners on multiples of 1/8 within 3/2 of a centre. All of each lies on the floor, so that floors of
// any size ask for the same work.
class Triangles {
 public:
  explicit Triangles(unsigned k) : centre_(16, 8 * static_cast<int>(k) - 16) {}
  UpdateArea operator()() {
    const std::array centre{centre_(random_), centre_(random_)};
    for (;;) {
      std::array<std::array<int, 2>, 3> corners;
      for (auto& c : corners) c = offset();
      const auto& [p, q, r] = corners;
      if ((q[0] - p[0]) * (r[1] - p[1]) == (q[1] - p[1]) * (r[0] - p[0])) continue;
      kernel::PlanRing ring;
      for (const auto& c : corners) ring.push_back({eighths(centre[0] + c[0]), eighths(centre[1] + c[1])});
      return area_of(ring);
    }
  }

 private:
  static mpq_class eighths(int n) {
    mpq_class out(n, 8);
    out.canonicalize();
    return out;
  }
  std::array<int, 2> offset() {
    for (;;)
      if (const std::array d{reach_(random_), reach_(random_)}; d[0] * d[0] + d[1] * d[1] <= 12 * 12) return d;
  }

  std::mt19937 random_{20100607};
  std::uniform_int_distribution<int> centre_, reach_{-12, 12};
};

const Change block{};

struct Times {
  std::vector<double> add, remove;
};

// A floor with changes that are taken back at once.
struct Bed {
  explicit Bed(unsigned k) : cells(k * k), update(ChessFloor(k).take()), triangles(k) {}
  void run(int operations) {
    while (operations-- > 0) {
      UpdateArea area = triangles();
      UpdateId id = 0;
      times.add.push_back(time_of([&] { id = *update.update(std::move(area), block), update.settle(); }));
      met += update.facts().met;
      times.remove.push_back(time_of([&] { update.revert(id), update.settle(); }));
    }
  }
  double cells_met() const { return static_cast<double>(met) / static_cast<double>(times.add.size()); }

  unsigned cells;
  NavUpdate update;
  Triangles triangles;
  Times times;
  std::size_t met = 0;
};

// Floors take turns, so that what else the machine does meets all; but each keeps its turn long enough to have the
// caches to itself.
void measure_sizes() {
  std::vector<std::unique_ptr<Bed>> beds;
  for (const unsigned k : {32u, 100u, 316u}) beds.push_back(std::make_unique<Bed>(k));
  for (int round = 0; round < 6; ++round)
    for (auto& bed : beds) bed->run(200);
  std::printf(
      "Updates: a block of a triangle on k x k unit cells, and its revert; medians of 1,200, over those of %u:\n",
      beds[0]->cells);
  const Times& least = beds[0]->times;
  for (const auto& bed : beds) {
    require(bed->update.mesh().cells.size() == bed->cells, "reverts leave pieces");
    const double bound = bed == beds.back() ? 2 : 0, add = median(bed->times.add), remove = median(bed->times.remove);
    char met[32];
    std::snprintf(met, sizeof met, ", meets %.1f cells", bed->cells_met());
    const std::string name = "  " + std::to_string(bed->cells) + " cells, ";
    line(name + "update", add / median(least.add), bound, in_microseconds(add) + met);
    line(name + "revert", remove / median(least.remove), bound, in_microseconds(remove));
  }
}

double resident_kib() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
}
double heap_kib() {
  const auto now = mallinfo2();
  return static_cast<double>(now.uordblks + now.hblkhd) / 1024;
}

// The heap in use tells growth that finds room in pages that are there already.
void measure_memory() {
  constexpr unsigned k = 32;
  constexpr int pairs = 100000;
  NavUpdate update(ChessFloor(k).take());
  Triangles triangles(k);
  const double resident = resident_kib(), heap = heap_kib();
  for (int i = 0; i < pairs; ++i) update.revert(*update.update(triangles(), block)), update.settle();
  std::printf("Memory after 100,000 updates and their reverts on %u cells, growth in MiB:\n", k * k);
  line("  resident", (resident_kib() - resident) / 1024, 1, std::to_string(int(resident_kib() - resident)) + " KiB");
  line("  heap in use", (heap_kib() - heap) / 1024, 1, std::to_string(int(heap_kib() - heap)) + " KiB");
}

// An update that is prepared, enabled, disabled and taken back, beside the same made at once.
void measure_prepared() {
  constexpr unsigned k = 32;
  NavUpdate update(ChessFloor(k).take());
  Triangles triangles(k);
  std::vector<double> at_once, prepare, enable, disable;
  for (int i = 0; i < 1000; ++i) {
    const UpdateArea area = triangles();
    UpdateId id = 0;
    UpdateArea copy = area;
    at_once.push_back(time_of([&] { id = *update.update(std::move(copy), block), update.settle(); }));
    update.revert(id), update.settle();
    copy = area;
    prepare.push_back(time_of([&] { id = *update.prepare(std::move(copy), block), update.settle(); }));
    bool done = true;
    enable.push_back(time_of([&] { done = update.enable(id) && done; }));
    disable.push_back(time_of([&] { done = update.disable(id) && done; }));
    require(done, "a prepared update did not come and go");
    update.revert(id), update.settle();
  }
  std::printf("A prepared update on %u cells, over an update; medians of 1,000:\n", k * k);
  line("  prepare", median(prepare) / median(at_once), 0, in_microseconds(median(prepare)));
  line("  enable", median(enable) / median(at_once), 0.1, in_microseconds(median(enable)));
  line("  disable", median(disable) / median(at_once), 0.1, in_microseconds(median(disable)));
}

#ifdef PLUMB_TILE_CACHE

NavMesh flat_floor() {
  const mpq_class side(72, 5);  // 14.4
  NavMesh out;
  out.info = info("flat_floor");
  out.denominator = 5;
  for (const ExactPoint& p : {ExactPoint{0, 0, 0}, {side, 0, 0}, {side, side, 0}, {0, side, 0}})
    out.points.push_back(p);
  NavMesh::Cell& cell = out.cells.emplace_back();
  cell.stance = 1;
  NavMesh::Facet& facet = cell.facets.emplace_back();
  facet.surface = 0;
  facet.corners = {0, 1, 2, 3};
  return out;
}

// An obstacle on the floor, in tenths: 1 to 3 wide and deep, within 5 of the middle.
struct BoxObstacle {
  std::array<int, 2> centre, half;
};

class Boxes {
 public:
  BoxObstacle operator()() { return {{centre_(random_), centre_(random_)}, {half_(random_), half_(random_)}}; }

 private:
  std::mt19937 random_{20100607};
  std::uniform_int_distribution<int> centre_{22, 122}, half_{5, 15};
};

// Turned: by the angle of the triangle 3, 4, 5, whose sine and cosine are fractions.
kernel::PlanRing ring_of(const BoxObstacle& box, bool turned) {
  const mpq_class c = turned ? mpq_class(4, 5) : mpq_class(1), s = turned ? mpq_class(3, 5) : mpq_class(0);
  kernel::PlanRing out;
  for (const auto& [u, v] : {std::array{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    const int x = u * box.half[0], y = v * box.half[1];
    out.push_back({mpq_class((box.centre[0] + c * x - s * y) / 10), mpq_class((box.centre[1] + s * x + c * y) / 10)});
  }
  return out;
}

dtObstacleRef add(bench::RecastTile& tile, const BoxObstacle& box, bool turned) {
  const auto tenth = [](int n) { return static_cast<float>(n) / 10; };
  const auto& [centre, half] = box;
  if (turned)
    return tile.add_turned_box({tenth(centre[0]), 0, tenth(centre[1])}, {tenth(half[0]), 1, tenth(half[1])},
                               std::atan2(3.0f, 4.0f));
  return tile.add_box({tenth(centre[0] - half[0]), -1, tenth(centre[1] - half[1])},
                      {tenth(centre[0] + half[0]), 1, tenth(centre[1] + half[1])});
}

// Ours takes its corners as fractions from the start: making the area of them is part of the update here. Recast's
// tile is ready for queries then; the whole of our navmesh as a value is one more call, which is told on its own.
void measure_boxes(bool turned) {
  NavUpdate update(flat_floor());
  bench::RecastTile tile;
  Boxes boxes;
  Times ours, theirs;
  std::vector<double> mesh;
  for (int i = 0; i < 1000; ++i) {
    const BoxObstacle box = boxes();
    const kernel::PlanRing ring = ring_of(box, turned);
    UpdateId id = 0;
    std::size_t cells = 0;
    ours.add.push_back(time_of([&] { id = *update.update(area_of(ring), block), update.settle(); }));
    mesh.push_back(time_of([&] { cells = update.mesh().cells.size(); }));
    ours.remove.push_back(time_of([&] { update.revert(id), update.settle(); }));
    require(cells > 1, "an update cut nothing");
    dtObstacleRef obstacle = 0;
    theirs.add.push_back(time_of([&] { obstacle = add(tile, box, turned); }));
    require(tile.polygons() > 1, "Detour's obstacle cut nothing");
    theirs.remove.push_back(time_of([&] { tile.remove(obstacle); }));
    require(tile.polygons() == 1, "Detour's obstacle is still there");
  }
  const std::string name = turned ? "  a box turned, " : "  a box, ";
  const double add = median(ours.add), their_add = median(theirs.add), remove = median(ours.remove),
               their_remove = median(theirs.remove);
  line(name + "add", add / their_add, 0, in_microseconds(add) + " over " + in_microseconds(their_add));
  line(name + "remove", remove / their_remove, 0, in_microseconds(remove) + " over " + in_microseconds(their_remove));
  line("    add, and mesh() of all", (add + median(mesh)) / their_add, 0);
}

void measure_recast() {
  std::printf("A box on a floor of 14.4 x 14.4, over Detour's tile cache (48 cells of .3); medians of 1,000:\n");
  measure_boxes(false);
  measure_boxes(true);
}

#else
void measure_recast() { std::printf("skipped: updates beside Recast, whose DetourTileCache is not there\n"); }
#endif

}  // namespace

int main(int argc, char** argv) {
  plumb::checker::prepare_memory([] { std::abort(); });  // as the program has it
  const std::vector<std::string> wanted(argv + 1, argv + argc);
  // Memory first: freed pages of another part would hide growth.
  const std::pair<const char*, void (*)()> parts[] = {
      {"memory", measure_memory}, {"sizes", measure_sizes}, {"prepared", measure_prepared}, {"recast", measure_recast}};
  for (const auto& [name, measure] : parts)
    if (wanted.empty() || std::ranges::find(wanted, name) != wanted.end()) measure();
}
