// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the grid of a Detour file: origin and cell of each axis, so that steps of 16 bits hold the points of a
// navmesh as finely as may be, and Detour's binary32 computes origin + step * cell without rounding. And says what is
// too much for a tile.
//
// SureNeeds counts what cells need however they are rounded: polygons by the corners that stay corners, and vertices
// that stay apart. So a level that no tile holds is refused before anything is made exactly. The grid is chosen so:
// 1. ranges_of() finds the exact ranges of the points. unit_exponent() returns the power of two whose multiples, up to
//    twice the greatest number, have at most 24 bits.
// 2. One tile: grid_axis() makes the finest cell that is a multiple of that unit and spans a range in 65,534 steps; x
//    and z share one. try_power_of_two() takes the next power of two instead where points move less than half as far.
// 3. Many tiles: many_tiles() chooses a power of two as the cell, and the nearest whole number of cells as a tile.
//    square_edges() collects where edges of cells run along a possible tile line, and farthest_from() returns the place
//    of tile lines that is farthest from all of them.
// 4. GridSteps rounds points to steps. DetourGrid answers what follows from the grid: tiles, ranges, numbers for
//    conform_cells().
//
// Cost: linear in points and edges, with one sort of the edges that are parallel to an axis. Memory: linear.
// Exact: ranges, the grid and steps. AxisNumbers::step() decides by intervals of doubles; where these hold two steps, a
// fraction decides. moved() is rounded, and only chooses between grids that are both right.
// Source: the layout of a tile is Detour's (Recast Navigation); the choice is ours.
#include "detour/detour_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/export_detour.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

std::string excess_text(std::uint64_t count, bool at_least, const char* what, std::uint64_t most) {
  return (at_least ? "at least " : "") + count_text(count) + what + ", and a Detour tile holds " + count_text(most);
}

constexpr unsigned most_steps = 65534;
constexpr int least_exponent = -120, greatest_exponent = 100;  // of u: well within the normal numbers of binary32

mpq_class two_to(int e) {
  mpq_class v = 1;
  if (e >= 0) mpq_mul_2exp(v.get_mpq_t(), v.get_mpq_t(), static_cast<mp_bitcnt_t>(e));
  else mpq_div_2exp(v.get_mpq_t(), v.get_mpq_t(), static_cast<mp_bitcnt_t>(-e));
  return v;
}

mpz_class floor(const mpq_class& v) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), v.get_num_mpz_t(), v.get_den_mpz_t());
  return out;
}

mpz_class ceiling(const mpq_class& v) { return -floor(-v); }

// The least k such that 2^k is above a positive number.
int exponent_above(const mpq_class& v) {
  const int k =
      static_cast<int>(mpz_sizeinbase(v.get_num_mpz_t(), 2)) - static_cast<int>(mpz_sizeinbase(v.get_den_mpz_t(), 2));
  return v >= two_to(k) ? k + 1 : k;
}

struct Range {
  mpq_class low, high;
  mpq_class span() const { return high - low; }
};

// The exponent of the unit of a grid that may reach as far as `room` beyond a range; none beyond binary32.
std::optional<int> unit_exponent(const Range& range, const mpq_class& room) {
  // Twice the greatest number is room for a grid that reaches a little beyond.
  const mpq_class greatest = std::max<mpq_class>({abs(range.low), abs(range.high), room});
  if (sgn(greatest) == 0) return least_exponent;
  const int e = std::max(least_exponent, exponent_above(greatest) + 1 - 24);
  if (e > greatest_exponent) return std::nullopt;
  return e;
}

// An axis of most_steps for `span` (at least the range's). The grid reaches no more than a cell beyond the range, and
// cells are at most span / most_steps + 2 units.
std::optional<GridAxis> grid_axis(const Range& range, const mpq_class& span) {
  const auto e = unit_exponent(range, span);
  if (!e) return std::nullopt;
  const mpq_class unit = two_to(*e);
  GridAxis axis;
  axis.origin = floor(range.low / unit) * unit;
  axis.cell = std::max<mpz_class>(1, ceiling((span + unit) / (most_steps * unit))) * unit;
  return axis;
}

using Ranges = std::array<Range, 3>;

Ranges ranges_of(const DetourPoints& points) {
  Ranges out;
  for (std::size_t axis = 0; axis < 3; ++axis) out[axis] = {points.least(axis), points.greatest(axis)};
  return out;
}

// About how far all points move along some axes, summed up.
double moved(const DetourGrid& grid, const DetourPoints& points, std::initializer_list<std::size_t> axes) {
  double sum = 0;
  for (const std::size_t axis : axes) {
    const auto [origin, cell] = AxisNumbers(grid.axes[axis]);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const kernel::Interval& at = points.near(i)[axis];
      const double steps = ((at.low > 0 ? at.low : at.high) - origin) / cell;
      sum += cell * std::fabs(steps - std::rint(steps));
    }
  }
  return sum;
}

// The coordinates of a level are often multiples of a power of two, and such points do not move if cells are a power of
// two. So along some axes the cells of the finest grid are replaced by the next power of two if points move less than
// half as far on that.
void try_power_of_two(DetourGrid& grid, const Ranges& ranges, const DetourPoints& points,
                      std::initializer_list<std::size_t> axes) {
  DetourGrid other = grid;
  for (const std::size_t axis : axes) {
    const mpq_class& cell = grid.axes[axis].cell;
    const int e = exponent_above(cell);
    other.axes[axis].cell = two_to(e - 1) == cell ? cell : two_to(e);
    other.axes[axis].origin = floor(ranges[axis].low / other.axes[axis].cell) * other.axes[axis].cell;
  }
  if (2 * moved(other, points, axes) < moved(grid, points, axes)) grid = std::move(other);
}

// The least power of two that is not below a number; 0 for 0.
mpq_class power_of_two_from(const mpq_class& least) {
  if (sgn(least) == 0) return 0;
  const mpq_class above = two_to(exponent_above(least));
  return above / 2 == least ? least : above;
}

// One cell size for both horizontal axes. Detour's box tree measures heights with it, too.
std::optional<DetourGrid> one_tile(const Ranges& ranges, const DetourPoints& points) {
  const mpq_class widest = std::max({ranges[x_axis].span(), ranges[y_axis].span(), ranges[z_axis].span()});
  DetourGrid grid;
  for (const std::size_t axis : {x_axis, y_axis, z_axis}) {
    const auto made = grid_axis(ranges[axis], axis == y_axis ? ranges[axis].span() : widest);
    if (!made) return std::nullopt;
    grid.axes[axis] = *made;
  }
  grid.axes[x_axis].cell = grid.axes[z_axis].cell = std::max(grid.axes[x_axis].cell, grid.axes[z_axis].cell);
  try_power_of_two(grid, ranges, points, {x_axis, z_axis});
  try_power_of_two(grid, ranges, points, {y_axis});
  return grid;
}

// Of `period` places in a circle, one that is as far as can be from those used.
std::uint32_t farthest_from(std::vector<std::uint32_t> used, std::uint32_t period) {
  if (used.empty()) return 0;
  std::sort(used.begin(), used.end());
  std::uint32_t best = 0, widest = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const std::uint32_t gap = i + 1 < used.size() ? used[i + 1] - used[i] : used[0] + period - used[i];
    if (gap > widest) widest = gap, best = (used[i] + gap / 2) % period;
  }
  return best;
}

// Where edges of cells are square to an axis: in steps from the origin, modulo the steps of a tile.
std::vector<std::uint32_t> square_edges(DerivedMesh& derived, const DetourGrid& grid, std::size_t axis,
                                        const std::vector<DetourGrid::Step>& steps) {
  const NavMesh& mesh = derived.mesh();
  std::vector<std::uint32_t> out;
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
    cancellation_point(c);
    if (mesh.cells[c].open_to() <= kernel::blocked) continue;
    const std::span<const NavMesh::PointIndex> ring = derived.outline(c);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const std::uint32_t from = steps[ring[i]][axis], to = steps[ring[i + 1 == ring.size() ? 0 : i + 1]][axis];
      if (from == to) out.push_back(from % grid.tile_steps);
    }
  }
  return out;
}

std::optional<DetourGrid> many_tiles(DerivedMesh& derived, const DetourPoints& points, const Ranges& ranges,
                                     const mpq_class& size) {
  const auto y = grid_axis(ranges[y_axis], ranges[y_axis].span());
  mpq_class cell = two_to(least_exponent);
  for (const std::size_t axis : {x_axis, z_axis}) {
    const Range& r = ranges[axis];
    const auto unit = unit_exponent({r.low - size, r.high + size}, r.span() + 2 * size);
    if (!unit || !y) return std::nullopt;
    cell = std::max(cell, two_to(*unit));
  }
  cell = std::max(cell, power_of_two_from(std::max(size, ranges[y_axis].span()) / most_steps));
  DetourGrid grid;
  grid.tile_steps = static_cast<std::uint32_t>(std::max<mpz_class>(1, floor(size / cell + mpq_class(1, 2))).get_ui());
  grid.axes[y_axis] = *y;
  for (const std::size_t axis : {x_axis, z_axis}) grid.axes[axis] = {floor(ranges[axis].low / cell) * cell, cell};
  std::vector<DetourGrid::Step> steps(derived.mesh().points.size());
  const GridSteps step_of(grid);
  for (std::size_t i = 0; i < points.size(); ++i) steps[points.index(i)] = step_of(points, i);
  for (const std::size_t axis : {x_axis, z_axis}) {
    const std::uint32_t line = farthest_from(square_edges(derived, grid, axis, steps), grid.tile_steps);
    if (line > 0) grid.axes[axis].origin -= cell * (grid.tile_steps - line);
  }
  return grid;
}

}  // namespace

std::string polygon_excess(std::uint64_t polygons, bool at_least) {
  return excess_text(polygons, at_least, " polygons of up to six corners", max_detour_polygons);
}

std::string vertex_excess(std::uint64_t vertices, bool at_least) {
  return excess_text(vertices, at_least, " corners and ends of connections", max_detour_vertices);
}

std::string height_excess(std::uint64_t heights) {
  return excess_text(heights, false, " heights between corners", most_tile_heights);
}

void SureNeeds::add(std::span<const NavMesh::PointIndex> outline) {
  std::vector<Place> places;
  for (const NavMesh::PointIndex p : outline) {
    const FilteredPoint at = bounds(mesh_.points, p);
    places.push_back({at[0].low, at[1].low});
  }
  // The turn at a corner changes by no more than this where all three places move by `reach_` along both axes; doubled,
  // for what doubles leave out.
  std::uint64_t corners = 0;
  for (std::size_t i = 0, n = places.size(); i < n; ++i) {
    const Place &a = places[i == 0 ? n - 1 : i - 1], &b = places[i], &c = places[i + 1 == n ? 0 : i + 1];
    const double x = b[0] - a[0], y = b[1] - a[1], u = c[0] - a[0], v = c[1] - a[1];
    const double moved = 2 * reach_ * (std::fabs(x) + std::fabs(y) + std::fabs(u) + std::fabs(v) + 4 * reach_);
    if (!(x * v - y * u > 2 * moved)) continue;
    ++corners;
    vertices_ += stays_apart(b);
  }
  if (corners >= 3) polygons_ += (corners - 2 + 3) / 4;
}

// Whether it is farther than the reach, along an axis, from all that were counted.
bool SureNeeds::stays_apart(const Place& place) {
  const auto square = [&](std::size_t axis) { return static_cast<std::int64_t>(std::floor(place[axis] / reach_)); };
  const auto key = [](std::int64_t x, std::int64_t y) {
    return static_cast<std::uint64_t>(x) << 32 ^ (static_cast<std::uint64_t>(y) & 0xffffffffu);
  };
  const std::int64_t x = square(0), y = square(1);
  for (std::int64_t i = -1; i <= 1; ++i)
    for (std::int64_t j = -1; j <= 1; ++j)
      if (const auto near = apart_.find(key(x + i, y + j)); near != apart_.end())
        if (std::fabs(near->second[0] - place[0]) <= reach_ && std::fabs(near->second[1] - place[1]) <= reach_)
          return false;
  return apart_.try_emplace(key(x, y), place).second;
}

std::optional<std::string> SureNeeds::excess() const {
  if (polygons_ > max_detour_polygons) return polygon_excess(polygons_, true);
  if (vertices_ > max_detour_vertices) return vertex_excess(vertices_, true);
  return std::nullopt;
}

std::uint32_t GridAxis::step(const mpq_class& value) const {
  return static_cast<std::uint32_t>(floor((value - origin) / cell + mpq_class(1, 2)).get_ui());
}

// Up to k + 1/2 cells a value is nearest to step k; at k + 1/2 it is as near to k + 1. That limit is a double: it is a
// multiple of half the axis's power of two u, and not above 2^24 u, so it has at most 25 bits. The rounded quotient may
// be k + 1 where the exact one is a little less, which does no harm: from either, the step is k + 1.
std::optional<std::uint32_t> AxisNumbers::step(const kernel::Interval& value) const {
  const double away = value.low - origin;
  const bool exact = kernel::is_exact(value) && kernel::is_exact_difference(value.low, origin, away);
  const kernel::Interval from_origin = exact ? kernel::Interval(away) : value - kernel::Interval(origin);
  const auto nearest = [this](double d) {
    const double k = std::floor(d / cell);
    return d >= (k + 0.5) * cell ? k + 1 : k;
  };
  const double low = nearest(from_origin.low);
  if (!(low >= 0 && low <= std::numeric_limits<std::uint32_t>::max()) || low != nearest(from_origin.high))
    return std::nullopt;
  return static_cast<std::uint32_t>(low);
}

DetourGrid::Step GridSteps::operator()(const DetourPoints& points, std::size_t i) const {
  DetourGrid::Step out;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto near = numbers_[axis].step(points.near(i)[axis]);
    out[axis] = near ? *near : grid_.axes[axis].step(points.exact(i, axis));
  }
  return out;
}

DetourGrid::TileAt DetourGrid::tiles() const {
  if (tile_steps == 0) return {1, 1};
  const auto count = [&](std::size_t axis) { return std::max(1u, (top[axis] + tile_steps - 1) / tile_steps); };
  return {count(x_axis), count(z_axis)};
}

std::pair<DetourGrid::Step, DetourGrid::Step> DetourGrid::range(const TileAt& tile) const {
  if (tile_steps == 0) return {{0, 0, 0}, top};
  const std::uint32_t x = tile[0] * tile_steps, z = tile[1] * tile_steps;
  return {{x, 0, z}, {x + tile_steps, top[y_axis], z + tile_steps}};
}

mpq_class DetourGrid::coarse_cell() const {
  const mpq_class &plan = axes[x_axis].cell, &height = axes[y_axis].cell;
  const std::uint32_t wide = tile_steps > 0 ? tile_steps : std::max(top[x_axis], top[z_axis]);
  mpq_class out = 0;
  if (4 * std::max(plan * wide, height * top[y_axis]) < most_steps * plan) out = plan;
  if (4 * top[y_axis] < most_steps) out = std::max(out, height);
  return out;
}

NumberGrid DetourGrid::numbers() const {
  const auto origin = [&](std::size_t axis) { return axes[axis].origin.get_d(); };
  const auto cell = [&](std::size_t axis) { return axes[axis].cell.get_d(); };
  const auto last = [&](std::size_t axis) { return static_cast<float>(top[axis]); };
  return {.whole = true,
          .origin = {origin(x_axis), -origin(z_axis), origin(y_axis)},
          .cell = {cell(x_axis), cell(z_axis), cell(y_axis)},
          .lowest = {0, -last(z_axis), 0},
          .highest = {last(x_axis), 0, last(y_axis)},
          .line_spacing = one_of_many ? std::array{last(x_axis), last(z_axis)}
                                      : std::array{static_cast<float>(tile_steps), static_cast<float>(tile_steps)}};
}

std::optional<DetourGrid> detour_grid(DerivedMesh& derived, const DetourPoints& points,
                                      const std::optional<mpq_class>& tile_size) {
  const Ranges ranges = ranges_of(points);
  const bool tiled = tile_size && (*tile_size < ranges[x_axis].span() || *tile_size < ranges[z_axis].span());
  auto grid = tiled ? many_tiles(derived, points, ranges, *tile_size) : one_tile(ranges, points);
  if (grid)
    for (std::size_t axis = 0; axis < 3; ++axis) grid->top[axis] = grid->axes[axis].step(ranges[axis].high);
  return grid;
}

std::optional<DetourCells> detour_cells(const mpq_class& tile_size, const mpq_class& farthest,
                                        const std::array<mpq_class, 2>& heights, const mpq_class& tallest) {
  const auto plan = unit_exponent({-farthest, farthest}, farthest + tile_size),
             height = unit_exponent({heights[0], heights[1]}, tallest);
  if (!plan || !height) return std::nullopt;
  const mpq_class steps = most_steps;
  return DetourCells{std::max(two_to(*plan), power_of_two_from(std::max(tile_size, tallest) / steps)),
                     std::max(two_to(*height), power_of_two_from(tallest / steps))};
}

DetourGrid detour_grid(const DetourPoints& points, const DetourTileFrame& frame) {
  DetourGrid grid;
  grid.one_of_many = true;
  // Along the plan's second axis Detour's z runs the other way.
  grid.number = {frame.at[0], -frame.at[1] - 1};
  const auto nearest = [&](std::size_t axis, std::int64_t k) {
    return mpq_class(floor(frame.line(axis, k) / frame.cells.plan + mpq_class(1, 2)) * frame.cells.plan);
  };
  grid.axes[x_axis] = {nearest(0, frame.at[0]), frame.cells.plan};
  grid.axes[z_axis] = {-nearest(1, frame.at[1] + 1), frame.cells.plan};
  const mpq_class& cell = frame.cells.height;
  grid.axes[y_axis] = {mpq_class(floor(points.least(y_axis) / cell) * cell), cell};
  grid.top = {grid.axes[x_axis].step(nearest(0, frame.at[0] + 1)), grid.axes[y_axis].step(points.greatest(y_axis)),
              grid.axes[z_axis].step(-nearest(1, frame.at[1]))};
  return grid;
}

}  // namespace plumb::pipeline
