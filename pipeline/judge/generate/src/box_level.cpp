// SPDX-License-Identifier: GPL-3.0-or-later
// What a bake of level and upright rectangles finds, by the definitions alone (docs/theory/definitions.md), in
// fractions, without a line of the baker.
//
// 1. Grid: the x and the y of all rectangles divide the plan into cells. Over a cell lies a fixed set of rectangles,
//    and walls lie on edges of cells only.
// 2. find_places(), for each cell: the level rectangles over it, by height. Of those at one height that can be stood
//    on, one is the owner, and the others are covered. The owner's verdict is "inside" if more rectangles of bodies
//    above it face up than down; otherwise the distance to the next height decides between blocked and a stance.
// 3. expect_boxes() adds up the areas. For each stance, Joined joins places of neighbouring cells whose heights are
//    equal (flush) or differ by at most the step, unless a wall on their common edge reaches into the heights between
//    the step above the lower and the stance's height above the higher place. The sets that are left are the
//    components. Both places of a step end at that edge: if one's rectangle went on beyond it, the lower one of the two
//    would be blocked there, since the step is less than the lowest stance.
//
// Cost: with n rectangles at most 4 n^2 cells with at most n places each; scenes have a few dozen rectangles.
// Exact: all numbers are fractions. Source: our own.
#include "box_level.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "plumb/kernel/int64.h"

namespace plumb::pipeline {
namespace {

struct Place {
  mpq_class z;
  kernel::Label verdict = kernel::blocked;
  std::size_t number = 0;  // among all places
};

struct Grid {
  std::vector<mpq_class> x, y;
  std::size_t width() const { return x.empty() ? 0 : x.size() - 1; }
  std::size_t depth() const { return y.empty() ? 0 : y.size() - 1; }
  mpq_class area(std::size_t i, std::size_t j) const { return (x[i + 1] - x[i]) * (y[j + 1] - y[j]); }
};

Grid grid_of(const BoxLevel& level) {
  std::set<mpq_class> x, y;
  for (const Flat& f : level.flats) {
    x.insert({f.x0, f.x1});
    y.insert({f.y0, f.y1});
  }
  for (const Upright& u : level.uprights) {
    (u.axis == 0 ? x : y).insert(u.at);
    (u.axis == 0 ? y : x).insert({u.from, u.to});
  }
  return {{x.begin(), x.end()}, {y.begin(), y.end()}};
}

// The sets of places that are joined.
class Joined {
 public:
  explicit Joined(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  void join(std::size_t a, std::size_t b) { parent_[top(a)] = top(b); }
  bool is_top(std::size_t a) const { return parent_[a] == a; }

 private:
  std::size_t top(std::size_t a) const {
    while (!is_top(a)) a = parent_[a];
    return a;
  }
  std::vector<std::size_t> parent_;
};

// What is over one cell of the grid.
struct Column {
  std::vector<Place> places;  // one for each height with an owner
  std::size_t owners = 0, covered = 0;
};

Column find_places(const std::vector<const Flat*>& over, const ScenarioOptions& options) {
  std::map<mpq_class, std::vector<const Flat*>> heights;
  for (const Flat* f : over) heights[f->z].push_back(f);
  Column out;
  for (auto here = heights.begin(); here != heights.end(); ++here) {
    const auto standable = static_cast<std::size_t>(
        std::ranges::count_if(here->second, [&](const Flat* f) { return options.sides == Sides::both || f->up; }));
    if (standable == 0) continue;
    out.covered += standable - 1;
    Place place{here->first, kernel::blocked, 0};
    const auto next = std::next(here);
    int winding = 0;
    for (auto above = next; above != heights.end(); ++above)
      for (const Flat* f : above->second)
        if (f->of_body) winding += f->up ? 1 : -1;
    if (options.solids == Solids::closed && winding > 0) place.verdict = kernel::inside;
    else
      for (std::size_t s = 0; s < options.stances.size(); ++s)
        if (next == heights.end() || options.stances[s].height <= next->first - here->first)
          place.verdict = static_cast<kernel::Label>(s + 1);
    out.places.push_back(std::move(place));
  }
  return out;
}

// Walls on an edge of the grid.
bool is_stopped(const std::vector<const Upright*>& walls, const mpq_class& low, const mpq_class& high) {
  return std::ranges::any_of(walls, [&](const Upright* w) { return w->low < high && w->high > low; });
}

class Truth {
 public:
  Truth(const BoxLevel& level, const ScenarioOptions& options)
      : level_(level), options_(options), grid_(grid_of(level)) {
    for (std::size_t i = 0; i < grid_.width(); ++i)
      for (std::size_t j = 0; j < grid_.depth(); ++j) {
        std::vector<const Flat*> over;
        for (const Flat& f : level.flats)
          if (f.x0 <= grid_.x[i] && grid_.x[i + 1] <= f.x1 && f.y0 <= grid_.y[j] && grid_.y[j + 1] <= f.y1)
            over.push_back(&f);
        columns_.push_back(find_places(over, options));
        for (Place& p : columns_.back().places) p.number = places_++;
      }
  }

  void add_areas(Expectation& e) const {
    mpq_class blocked = 0, covered = 0, inside = 0;
    std::vector<mpq_class> stances(options_.stances.size());
    for (std::size_t i = 0; i < grid_.width(); ++i)
      for (std::size_t j = 0; j < grid_.depth(); ++j) {
        const Column& c = column(i, j);
        const mpq_class area = grid_.area(i, j);
        covered += area * kernel::to_gmp(c.covered);
        e.traversable += area * kernel::to_gmp(c.covered + c.places.size());
        for (const Place& p : c.places)
          (p.verdict == kernel::inside    ? inside
           : p.verdict == kernel::blocked ? blocked
                                          : stances[static_cast<std::size_t>(p.verdict) - 1]) += area;
      }
    e.blocked = e.blocked.value_or(0) + blocked;
    e.covered = e.covered.value_or(0) + covered;
    e.inside = e.inside.value_or(0) + inside;
    e.stances.resize(stances.size());
    for (std::size_t s = 0; s < stances.size(); ++s) e.stances[s].area = e.stances[s].area.value_or(0) + stances[s];
  }

  std::uint64_t components(kernel::Label stance) const {
    Joined joined(places_);
    std::set<std::size_t> nodes;
    for (std::size_t i = 0; i < grid_.width(); ++i)
      for (std::size_t j = 0; j < grid_.depth(); ++j) {
        for (const Place& p : column(i, j).places)
          if (p.verdict >= stance) nodes.insert(p.number);
        if (i + 1 < grid_.width()) join(column(i, j), column(i + 1, j), walls(0, i + 1, j), stance, joined);
        if (j + 1 < grid_.depth()) join(column(i, j), column(i, j + 1), walls(1, j + 1, i), stance, joined);
      }
    return static_cast<std::uint64_t>(std::ranges::count_if(nodes, [&](std::size_t n) { return joined.is_top(n); }));
  }

 private:
  const Column& column(std::size_t i, std::size_t j) const { return columns_[i * grid_.depth() + j]; }

  // On the line `line` across an axis, over the stretch `along` of the other.
  std::vector<const Upright*> walls(int axis, std::size_t line, std::size_t along) const {
    const std::vector<mpq_class>&across = axis == 0 ? grid_.x : grid_.y, &stretch = axis == 0 ? grid_.y : grid_.x;
    std::vector<const Upright*> out;
    for (const Upright& u : level_.uprights)
      if (u.axis == axis && u.at == across[line] && u.from <= stretch[along] && stretch[along + 1] <= u.to)
        out.push_back(&u);
    return out;
  }

  void join(const Column& a, const Column& b, const std::vector<const Upright*>& walls, kernel::Label stance,
            Joined& joined) const {
    const mpq_class& height = options_.stances[static_cast<std::size_t>(stance) - 1].height;
    for (const Place& p : a.places)
      for (const Place& q : b.places) {
        if (p.verdict < stance || q.verdict < stance || abs(p.z - q.z) > options_.step) continue;
        if (!is_stopped(walls, std::min(p.z, q.z) + options_.step, std::max(p.z, q.z) + height))
          joined.join(p.number, q.number);
      }
  }

  const BoxLevel& level_;
  const ScenarioOptions& options_;
  Grid grid_;
  std::vector<Column> columns_;
  std::size_t places_ = 0;
};

}  // namespace

void BoxLevel::floor(const mpq_class& x0, const mpq_class& x1, const mpq_class& y0, const mpq_class& y1,
                     const mpq_class& z, bool up) {
  flats.push_back({x0, x1, y0, y1, z, up, false});
}

void BoxLevel::wall(int axis, const mpq_class& at, const mpq_class& from, const mpq_class& to, const mpq_class& low,
                    const mpq_class& high) {
  if (from < to && low < high) uprights.push_back({axis, at, from, to, low, high, true, false});
}

void BoxLevel::box(const std::array<mpq_class, 2>& x, const std::array<mpq_class, 2>& y,
                   const std::array<mpq_class, 2>& z, Body body, bool counts) {
  const bool out = body != Body::turned;
  flats.push_back({x[0], x[1], y[0], y[1], z[0], !out, counts});
  if (body != Body::open) flats.push_back({x[0], x[1], y[0], y[1], z[1], out, counts});
  uprights.push_back({0, x[0], y[0], y[1], z[0], z[1], !out, counts});
  uprights.push_back({0, x[1], y[0], y[1], z[0], z[1], out, counts});
  uprights.push_back({1, y[0], x[0], x[1], z[0], z[1], !out, counts});
  uprights.push_back({1, y[1], x[0], x[1], z[0], z[1], out, counts});
}

void BoxLevel::open_joined_bodies() {
  std::set<std::array<ExactPoint, 2>> edges[2];  // of bodies, and of all else
  for (const LevelPolygon& p : polygons_of(*this))
    for (std::size_t i = 0; i < p.corners.size(); ++i) {
      const ExactPoint &a = p.corners[i], &b = p.corners[(i + 1) % p.corners.size()];
      edges[p.of_body ? 0 : 1].insert(a < b ? std::array{a, b} : std::array{b, a});
    }
  if (std::ranges::none_of(edges[0], [&](const auto& edge) { return edges[1].contains(edge); })) return;
  for (Flat& f : flats) f.of_body = false;
  for (Upright& u : uprights) u.of_body = false;
}

std::vector<LevelPolygon> polygons_of(const BoxLevel& level) {
  std::vector<LevelPolygon> out;
  const auto add = [&](Corners corners, bool turned, bool of_body) {
    if (turned) std::ranges::reverse(corners);
    out.push_back({std::move(corners), of_body});
  };
  for (const Flat& f : level.flats)
    add({{f.x0, f.y0, f.z}, {f.x1, f.y0, f.z}, {f.x1, f.y1, f.z}, {f.x0, f.y1, f.z}}, !f.up, f.of_body);
  for (const Upright& u : level.uprights) {
    const auto at = [&](const mpq_class& along, const mpq_class& z) {
      return u.axis == 0 ? ExactPoint{u.at, along, z} : ExactPoint{along, u.at, z};
    };
    add({at(u.from, u.low), at(u.to, u.low), at(u.to, u.high), at(u.from, u.high)}, u.positive == (u.axis == 1),
        u.of_body);
  }
  return out;
}

void expect_boxes(const BoxLevel& level, const ScenarioOptions& options, Expectation& expectation) {
  const Truth truth(level, options);
  truth.add_areas(expectation);
  for (std::size_t s = 0; s < options.stances.size(); ++s)
    expectation.stances[s].components = truth.components(static_cast<kernel::Label>(s + 1));
}

}  // namespace plumb::pipeline
