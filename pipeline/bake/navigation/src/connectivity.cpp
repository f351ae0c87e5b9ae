// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a level hangs together, and which --weld or --step would join what narrow gaps or low rises part.
//
// Shares: rough_areas() sums areas in plan in doubles, of the cells of a navmesh or the pieces of a partition, and
// largest_share() divides. Where the sum is beyond the range of doubles, coordinates are taken times a small unit.
// joining_weld(), for the lowest stance:
// 1. components_of() sums the area of each component of the graph and keeps those of a thousandth of it or more.
// 2. Joining, a union-find, closes all gaps between borders that seem near (near_borders): what a weld can bring at
//    most, as far as doubles tell. If that is less than a hundredth of the area, nothing else is looked at.
// 3. weld_gaps() finds the gaps that a weld would bridge, and Joining closes them, the narrowest first.
//    gaps_in_reach() looks farther, in doubling steps, while that does not join the two largest components but may.
// 4. The gap with which nine tenths of the gain are reached gives the weld, rounded up (short_decimal_beyond).
// joining_step() does the same by StepGaps, and then asks for the rises once more with the step that it chose, as walls
// may stop that (StepGaps::at). welded_components() numbers components anew over welds of a given reach (welded_pairs).
// gap_line() makes sentences for people.
//
// Cost: linear in the graph for shares; the search for near borders, about n log n for n of them where few are near
// each other; exact work for the gaps that are tried. Memory: linear.
// Exact: that a weld or a step bridges a gap, the gap's width, the rise, and what is returned as weld or step. Shares
// are doubles: they choose among gaps, and are advice.
// Source: our own (docs/reference/bake.md, "Gaps").
#include "plumb/pipeline/connectivity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/elementary.h"
#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/short_double.h"
#include "plumb/pipeline/vertex_reader.h"
#include "plumb/pipeline/weld_gaps.h"

namespace plumb::pipeline {
namespace {

// The area of a polygon. near(i, axis): about where its corner i is.
template <class Near>
double rough_area(std::size_t corners, const Near& near) {
  const auto point = [&](std::size_t i) { return std::array{near(i, 0), near(i, 1)}; };
  return std::fabs(kernel::formulas::doubled_area<double>(corners, point)) / 2;
}

constexpr kernel::Hint small{0x1p-600};

// compute(unit) returns areas for coordinates times the unit. Only the ratios of areas count, so a small unit is taken
// where doubles do not hold the sum.
template <class Compute>
std::vector<double> areas_in_some_unit(Compute&& compute) {
  std::vector<double> out = compute(1.0);
  if (std::isfinite(std::accumulate(out.begin(), out.end(), 0.0))) return out;
  return compute(small);
}

// By cell of the stance map.
std::vector<double> rough_areas(const NavGraph& graph) {
  return areas_in_some_unit([&](double unit) {
    std::vector<double> out;
    for (std::size_t c = 0; c + 1 < graph.first_half_edge.size(); ++c) {
      const HalfEdgeId first = graph.first_half_edge[c];
      out.push_back(rough_area(graph.first_half_edge[c + 1] - first, [&](std::size_t i, int axis) {
        return unit * graph.vertices[graph.half_edges[first + i].from].near(axis).low;
      }));
    }
    return out;
  });
}

// A weld is worth a word if it adds `least_gain` to the largest component's share; `enough` is the part that it has to
// bring of what the widest weld would. Components with less than `least_component` of the area are ignored. Gaps are
// looked at up to the lowest stance's height divided by `narrow_gaps_in_height`, and a tenth of that more, so that
// rounded coordinates do not part gaps of just that width. If those do not join the two largest components, gaps are
// looked at up to the narrowest that does, but no farther than the height divided by `gaps_in_height`.
constexpr double least_gain = 0.01, enough = 0.9, least_component = 0.001;
constexpr int narrow_gaps_in_height = 20, gaps_in_height = 2;
// Rises higher than the lowest stance's height divided by this are ignored.
constexpr int rises_in_height = 2;

// The components of the lowest stance's graph.
struct Components {
  double area = 0;                     // of all
  std::vector<double> areas;           // of those looked at, largest first
  std::vector<std::uint32_t> of_cell;  // by cell of the stance map: their place there
};

Components components_of(const LinkedLevel& level) {
  kernel::UnionFind joined = joined_cells(level.graph, level.map, 1);
  const std::vector<double> cells = rough_areas(level.graph);
  Components out;
  std::vector<double> sums(cells.size());  // by root
  std::vector<std::uint32_t> roots;
  for (std::uint32_t c = 0; c < cells.size(); ++c) {
    if (level.map.table.cells[c].label < 1) continue;
    const std::uint32_t root = joined.find(c);
    if (root == c) roots.push_back(c);
    sums[root] += cells[c];
    out.area += cells[c];
  }
  std::erase_if(roots, [&](std::uint32_t root) { return !(sums[root] >= least_component * out.area); });
  std::ranges::stable_sort(roots, std::ranges::greater(), [&](std::uint32_t root) { return sums[root]; });
  out.of_cell.assign(cells.size(), ignored_component);
  for (std::uint32_t i = 0; i < roots.size(); ++i) {
    out.of_cell[roots[i]] = i;
    out.areas.push_back(sums[roots[i]]);
  }
  for (std::uint32_t c = 0; c < cells.size(); ++c)
    if (level.map.table.cells[c].label >= 1) out.of_cell[c] = out.of_cell[joined.find(c)];
  return out;
}

// Components as gaps between them are closed, one after the other.
class Joining {
 public:
  explicit Joining(const Components& c)
      : joined_(static_cast<std::uint32_t>(c.areas.size())),
        areas_(c.areas),
        area_(c.area),
        largest_(c.areas.empty() ? 0 : c.areas[0]) {}

  double largest_share() const { return largest_ / area_; }
  bool are_joined(std::uint32_t a, std::uint32_t b) { return joined_.find(a) == joined_.find(b); }

  void close(std::uint32_t a, std::uint32_t b) {
    a = joined_.find(a), b = joined_.find(b);
    if (!joined_.unite(a, b)) return;
    double& sum = areas_[joined_.find(a)];
    sum = areas_[a] + areas_[b];
    largest_ = std::max(largest_, sum);
  }

 private:
  kernel::UnionFind joined_;
  std::vector<double> areas_;  // by root
  double area_, largest_;
};

mpq_class power_of_ten(int exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? mpq_class(1 / mpq_class(power)) : mpq_class(power);
}

// What rounded coordinates may lack to a power of ten.
constexpr kernel::Hint rounded_away{1 + 0x1p-44};

// A decimal above the root of a square: up to `narrow` one of one digit, but no shorter than about a hundredth of
// `narrow`; beyond, one of two.
mpq_class short_decimal_beyond(const mpq_class& square, const mpq_class& narrow) {
  const double about = std::max(std::sqrt(square.get_d()), narrow.get_d() / 25);
  if (!(about > 0 && std::isfinite(about))) return narrow;
  const int exponent = kernel::floor_log10(about * rounded_away);
  const mpq_class unit = power_of_ten(square > narrow * narrow ? exponent - 1 : exponent);
  mpq_class out = unit;
  while (out * out <= square) out += unit;
  return out;
}

// The least decimal of three digits that is not below x.
mpq_class three_digits(const mpq_class& x) {
  const double about = x.get_d();
  if (!(about > 0 && std::isfinite(about))) return x;
  const mpq_class unit = power_of_ten(kernel::floor_log10(about) - 2), units = x / unit;
  mpz_class count;
  mpz_cdiv_q(count.get_mpz_t(), units.get_num_mpz_t(), units.get_den_mpz_t());
  return count * unit;
}

// The gaps that joining_weld() looks at, narrowest first.
std::vector<WeldGap> gaps_in_reach(const LinkedLevel& level, const SurfaceIndex& index, const Components& components,
                                   unsigned threads) {
  const mpq_class& height = level.map.stances.front().height;
  const mpq_class narrow = height / narrow_gaps_in_height, farthest = height / gaps_in_height;
  const auto near_within = [&](const mpq_class& reach) { return near_borders(level, components.of_cell, reach); };
  const auto all_joined = [&](const std::vector<NearBorders>& near) {  // as if every border that is near were joined
    Joining all(components);
    const auto component = [&](HalfEdgeId e) { return components.of_cell[level.graph.half_edges[e].cell]; };
    for (const NearBorders& n : near) all.close(component(n.a), component(n.b));
    return all;
  };
  const auto gaps_between = [&](const std::vector<NearBorders>& near, const mpq_class& reach) {
    return weld_gaps(level, index, components.of_cell, near, reach, threads);
  };
  // The gap that joins the two largest components, when gaps are closed from the narrowest on; or none.
  const auto joining_gap = [&](const std::vector<WeldGap>& gaps) {
    Joining joining(components);
    return std::ranges::find_if(gaps, [&](const WeldGap& gap) {
      joining.close(gap.a, gap.b);
      return joining.are_joined(0, 1);
    });
  };
  mpq_class reach = narrow * mpq_class(11, 10);
  std::vector<WeldGap> out;
  if (const auto near = near_within(reach);
      all_joined(near).largest_share() - Joining(components).largest_share() >= least_gain)
    out = gaps_between(near, reach);
  const bool is_worth_it = components.areas[1] >= least_gain * components.area;
  if (!is_worth_it || joining_gap(out) != out.end() || !all_joined(near_within(farthest)).are_joined(0, 1)) return out;
  while (reach < farthest) {
    reach = std::min<mpq_class>(2 * reach, farthest);
    const auto near = near_within(reach);
    if (!all_joined(near).are_joined(0, 1)) continue;
    std::vector<WeldGap> gaps = gaps_between(near, reach);
    const auto joining = joining_gap(gaps);
    if (joining == gaps.end()) continue;
    const mpq_class most = short_decimal_beyond(joining->squared_width, narrow);  // what is about as wide counts, too
    std::erase_if(gaps, [&](const WeldGap& gap) { return gap.squared_width >= most * most; });
    return gaps;
  }
  return out;
}

std::string would_bring(const std::string& option, const mpq_class& value, double without, double with,
                        const std::string& stance, bool has_radius) {
  char shares[100];
  std::snprintf(shares, sizeof shares, "%.2f %% to about %.2f %%", 100 * without, 100 * with);
  return "Gaps: " + option + " " + kernel::exact_text(value) + " would bring " + stance + "'s largest from " + shares +
         (has_radius ? ", the radius left aside.\n" : ".\n");
}

}  // namespace

std::vector<double> rough_areas(const NavMesh& mesh) {
  return areas_in_some_unit([&](double unit) {
    std::vector<double> out(mesh.cells.size());
    for (std::size_t c = 0; c < out.size(); ++c)
      if (mesh.cells[c].stance >= 1)
        out[c] = cell_area(mesh.cells[c], [&](NavMesh::PointIndex p) {
          return std::array{unit * short_double(mesh.points, p, 0), unit * short_double(mesh.points, p, 1)};
        });
    return out;
  });
}

std::vector<double> rough_areas(const LinkedLevel& level, const MergedCells& partition) {
  VertexReader vertices(level.scene.points, level.set, level.map, level.graph);
  const auto coordinate = [&](VertexRef v, int axis) {
    return short_double_in(level.graph.vertices[v].near(axis), [&] {
      const kernel::PlanIntegers p = vertices.made_plan(v);
      mpq_class at(axis == 0 ? p.x : p.y, p.w);
      at.canonicalize();
      return at;
    });
  };
  return areas_in_some_unit([&](double unit) {
    std::vector<double> out;
    for (const MergedCells::Piece& p : partition.pieces)
      out.push_back(rough_area(p.edge_count, [&, edges = partition.edges_of(p)](std::size_t i, int axis) {
        return unit * coordinate(edges[i].from, axis);
      }));
    return out;
  });
}

double largest_share(const std::vector<double>& areas) {
  if (areas.size() == 1) return 1;
  const double total = std::accumulate(areas.begin(), areas.end(), 0.0);
  return total > 0 && std::isfinite(total) ? *std::ranges::max_element(areas) / total : 0;
}

std::optional<JoiningWeld> joining_weld(const LinkedLevel& level, const SurfaceIndex& index, unsigned threads) {
  const Components components = components_of(level);
  const double without = Joining(components).largest_share();
  if (components.areas.size() < 2 || 1 - without < least_gain) return std::nullopt;
  const std::vector<WeldGap> gaps = gaps_in_reach(level, index, components, threads);
  std::vector<double> shares;  // by gap: with it and the narrower ones closed
  Joining joining(components);
  for (const WeldGap& gap : gaps) {
    joining.close(gap.a, gap.b);
    shares.push_back(joining.largest_share());
  }
  if (gaps.empty() || shares.back() - without < least_gain) return std::nullopt;
  std::size_t last = 0;
  while (shares[last] < without + enough * (shares.back() - without)) ++last;
  const mpq_class narrow = level.map.stances.front().height / narrow_gaps_in_height;
  JoiningWeld out{short_decimal_beyond(gaps[last].squared_width, narrow), without, 0};
  while (last + 1 < gaps.size() && gaps[last + 1].squared_width < out.weld * out.weld) ++last;
  out.largest_with = shares[last];
  return out;
}

std::vector<std::uint32_t> welded_components(const LinkedLevel& level, const SurfaceIndex& index, const mpq_class& weld,
                                             kernel::Label stance, unsigned threads) {
  // Cells of the mesh ascend by the lowest cell of the map that is in them, so components are met in one order in both.
  kernel::UnionFind joined = joined_cells(level.graph, level.map, stance);
  std::vector<std::uint32_t> of_root(level.map.table.cells.size(), ignored_component), of_cell = of_root;
  std::uint32_t count = 0;
  for (std::uint32_t c = 0; c < of_cell.size(); ++c) {
    if (level.map.table.cells[c].label < stance) continue;
    std::uint32_t& number = of_root[joined.find(c)];
    if (number == ignored_component) number = count++;
    of_cell[c] = number;
  }
  kernel::UnionFind welded(count);
  for (const auto& [a, b] : welded_pairs(level, index, of_cell, weld, stance, threads)) welded.unite(a, b);
  std::vector<std::uint32_t> out(count), number(count, ignored_component);
  std::uint32_t next = 0;
  for (std::uint32_t c = 0; c < count; ++c) {
    std::uint32_t& n = number[welded.find(c)];
    if (n == ignored_component) n = next++;
    out[c] = n;
  }
  return out;
}

std::optional<JoiningStep> joining_step(const LinkedLevel& level, const SurfaceIndex& index, unsigned threads) {
  const mpq_class highest = level.map.stances.front().height / rises_in_height;
  if (level.map.step >= highest) return std::nullopt;
  const Components components = components_of(level);
  const double without = Joining(components).largest_share();
  const auto gains = [&](double share) { return share - without >= least_gain; };
  if (components.areas.size() < 2 || !gains(1)) return std::nullopt;
  StepGaps rises(level, index, components.of_cell, highest, threads);
  std::vector<double> shares;  // by gap: with it and the lower ones stepped over
  Joining joining(components);
  const std::vector<StepGap> gaps = rises.at(highest);
  for (const StepGap& gap : gaps) {
    joining.close(gap.a, gap.b);
    shares.push_back(joining.largest_share());
  }
  if (gaps.empty() || !gains(shares.back())) return std::nullopt;
  std::size_t last = 0;
  while (shares[last] < without + enough * (shares.back() - without)) ++last;
  const mpq_class step = std::min(three_digits(gaps[last].rise), highest);
  Joining then(components);  // walls may stop a step that is no higher than the rise
  for (const StepGap& gap : rises.at(step)) then.close(gap.a, gap.b);
  if (!gains(then.largest_share())) return std::nullopt;
  return JoiningStep{step, without, then.largest_share()};
}

std::string gap_line(const JoiningWeld& j, const std::string& stance, bool has_radius) {
  return would_bring("--weld", j.weld, j.largest_without, j.largest_with, stance, has_radius);
}

std::string gap_line(const JoiningStep& j, const std::string& stance, bool has_radius) {
  return would_bring("--step", j.step, j.largest_without, j.largest_with, stance, has_radius);
}

}  // namespace plumb::pipeline
