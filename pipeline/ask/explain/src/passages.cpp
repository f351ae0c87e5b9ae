// SPDX-License-Identifier: GPL-3.0-or-later
// Where an agent that grows ceases to pass: pairs of border stretches that face each other (docs/guide/explain.md,
// Thresholds of radius). Problem. Border is a set of straight stretches in space. Find all pairs, of one stance, whose
// nearest points p and q face each other: both within the window of the height half way, the way between them open, and
// the border on both sides not coming nearer where it continues. The square of the width is a fraction.
// 1. PassageFinder's constructor makes the exact ends of all stretches and a tree of their boxes.
// 2. find() runs over the stretches in parallel; find_from() takes those later in the list that are within the greatest
//    width and may face (may_face).
// 3. nearest() minimises the squared distance over the two parameters of the stretches, on the convex part of the unit
//    square where heights agree within the window: at a crossing it is 0, else the minimum lies on the boundary of that
//    part. For parallel stretches it is a range.
// 4. open_segment() looks for a place: open_parts() subtracts from the range where border is met between the two sides,
//    nearer_parts() where border is nearer to the middle than the two sides are.
// 5. is_narrowest() rejects a pair whose nearest point is an end of a stretch if the border comes nearer, or as near,
//    where it continues there.
// 6. `closes` is set if no border at all is nearer to the middle. Passages with the same ends are reported once.
// Cost. About n log n for n stretches, plus the pairs within the greatest width, each with the stretches near its two
// sides.
// Exactness. All decisions are fractions; boxes only find candidates. Ends of parts in nearer_parts() are irrational:
// they are bisected 32 times, so such a part may be short by 2^-32 of it at each end, which moves only the place shown.
// Source: ours; Koutsoumpas 4.1.1 and Kallmann 2010 define narrow passages in one plane, for one radius.
#include "passages.h"

#include <algorithm>
#include <set>

#include "near_border.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {
namespace {

using kernel::Linear;
using kernel::PlanPoint;
using kernel::formulas::determinant;
using kernel::formulas::dot2d;

PlanPoint way(const ExactPoint& p, const ExactPoint& q) { return {q[0] - p[0], q[1] - p[1]}; }
mpq_class square(const PlanPoint& v) { return dot2d(v[0], v[1], v[0], v[1]); }
mpq_class turn(const PlanPoint& v, const PlanPoint& w) { return determinant(v[0], v[1], w[0], w[1]); }
bool over_one_another(const ExactPoint& p, const ExactPoint& q) { return p[0] == q[0] && p[1] == q[1]; }

mpq_class half() { return {1, 2}; }

// An upper bound of half the distance of the ends.
mpq_class reach(const std::array<ExactPoint, 2>& ends) {
  const PlanPoint across = way(ends[0], ends[1]);
  return (abs(across[0]) + abs(across[1])) / 2;
}

// A number in the middle half of the longest part: that of the shortest denominator, which is a power of two.
mpq_class short_middle(const kernel::IntervalSet& parts) {
  const auto longest =
      std::ranges::max_element(parts, [](const auto& a, const auto& b) { return a.to - a.from < b.to - b.from; });
  const mpq_class quarter = (longest->to - longest->from) / 4, low = longest->from + quarter,
                  high = longest->to - quarter;
  for (mpz_class unit = 1;; unit *= 2) {
    mpz_class n;
    const mpq_class scaled = low * unit;
    mpz_cdiv_q(n.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
    mpq_class x(n, unit);
    x.canonicalize();
    if (x <= high) return x;
  }
}

Linear linear(const mpq_class& at_0, const mpq_class& at_1) { return {at_0, at_1 - at_0}; }

}  // namespace

// Whether some of f lies on the floor's side of e, which is its right side, or on its line.
bool PassageFinder::may_face(const Edge& e, const Edge& f) {
  return sgn(turn(e.run, way(e.from, f.from))) <= 0 || sgn(turn(e.run, way(e.from, f.to))) <= 0;
}

kernel::RationalInterval root_of(const mpq_class& square) {
  mpz_class product = square.get_num() * square.get_den();
  const std::size_t size = mpz_sizeinbase(product.get_mpz_t(), 2), bits = size < 128 ? 64 : 0;
  product <<= 2 * bits;
  const mpz_class below = sqrt(product), unit = square.get_den() << bits;
  mpq_class low(below, unit), high(below * below == product ? below : mpz_class(below + 1), unit);
  low.canonicalize();
  high.canonicalize();
  return {low, high};
}

PassageFinder::PassageFinder(const kernel::PointTable& points, const Border& border, const mpq_class& window)
    : points_(points), border_(border), window_(window) {
  std::vector<kernel::Box> boxes;
  for (const BorderStretch& s : border.stretches) {
    Edge e{exact_end(points, border.ends[s.from]), exact_end(points, border.ends[s.to]), {}};
    e.run = way(e.from, e.to);
    boxes.push_back(box(e.from, e.to, 0, 0));
    edges_.push_back(std::move(e));
  }
  tree_.emplace(std::move(boxes));
}

kernel::Box PassageFinder::box(const ExactPoint& p, const ExactPoint& q, const mpq_class& around,
                               const mpq_class& above) const {
  ExactPoint low, high;
  for (std::size_t k = 0; k < 3; ++k) {
    const mpq_class& more = k < 2 ? around : above;
    low[k] = std::min(p[k], q[k]) - more;
    high[k] = std::max(p[k], q[k]) + more;
  }
  return rounded_box(points_, low, high);
}

std::vector<FoundPassage> PassageFinder::find(const mpq_class& narrowest, const mpq_class& widest,
                                              unsigned threads) const {
  constexpr std::size_t edges_at_once = 64;
  auto found = parallel_list<FoundPassage>(edges_.size(), edges_at_once, threads, [&](unsigned) {
    return [&](std::size_t i, std::vector<FoundPassage>& out) {
      find_from(static_cast<std::uint32_t>(i), narrowest, widest, out);
    };
  });
  std::ranges::stable_sort(found, {}, &FoundPassage::squared_width);
  // The two sides of a thin wall give passages with the same ends.
  std::set<std::pair<Ends, std::vector<kernel::Label>>> known;
  std::erase_if(found, [&](const FoundPassage& p) {
    const auto [low, high] = std::minmax(p.ends[0], p.ends[1]);
    return !known.insert({Ends{low, high}, p.stances}).second;
  });
  return found;
}

void PassageFinder::find_from(std::uint32_t i, const mpq_class& narrowest, const mpq_class& widest,
                              std::vector<FoundPassage>& found) const {
  std::vector<std::uint32_t> others;
  tree_->query(box(edges_[i].from, edges_[i].to, widest, 2 * window_), [&](std::uint32_t j) {
    if (j > i && may_face(edges_[i], edges_[j]) && may_face(edges_[j], edges_[i])) others.push_back(j);
  });
  std::ranges::sort(others);
  for (const std::uint32_t j : others) find_between(i, j, narrowest, widest, found);
}

// Edges run clockwise around the floor, which is on their right.
void PassageFinder::find_between(std::uint32_t i, std::uint32_t j, const mpq_class& narrowest, const mpq_class& widest,
                                 std::vector<FoundPassage>& found) const {
  const BorderStretch &a = border_.stretches[i], &b = border_.stretches[j];
  const kernel::Label lowest = std::max(a.lowest, b.lowest), highest = std::min(a.highest, b.highest);
  if (lowest > highest) return;
  const auto nearest = this->nearest(edges_[i], edges_[j], 2 * window_);
  if (!nearest) return;
  const PlanPoint across = way(nearest->on_first[0], nearest->on_second[0]);
  const mpq_class squared_width = square(across);
  if (squared_width == 0 || squared_width < narrowest * narrowest || squared_width > widest * widest) return;
  if (turn(edges_[i].run, across) > 0 || turn(edges_[j].run, across) < 0) return;
  const std::size_t before = found.size();
  for (kernel::Label s = lowest; s <= highest; ++s) {
    const auto is_narrowest_at = [&](const Ends& ends) {
      return is_narrowest(i, ends[0], ends[1], s) && is_narrowest(j, ends[1], ends[0], s);
    };
    if (nearest->is_point() && !is_narrowest_at(nearest->at(0))) continue;  // most pairs are rejected here
    const auto open = open_segment(*nearest, s);
    if (!open || (!nearest->is_point() && !is_narrowest_at(open->ends))) continue;
    if (found.size() > before && found.back().ends == open->ends && found.back().closes == open->closes)
      found.back().stances.push_back(s);
    else found.push_back({squared_width, open->ends, {i, j}, {s}, open->closes});
  }
}

// The squared distance is convex in the parameters (t, u) along both edges, and so is the part of [0, 1]^2 in which
// heights differ by at most the window. Unless the edges cross within it, where the distance is 0, the minimum lies on
// the boundary of that part.
std::optional<PassageFinder::Nearest> PassageFinder::nearest(const Edge& e, const Edge& f, const mpq_class& window) {
  const PlanPoint start = way(e.from, f.from);
  if (const mpq_class d = turn(e.run, f.run); d != 0) {
    const mpq_class t = turn(start, f.run) / d, u = turn(start, e.run) / d;
    if (sgn(t) >= 0 && t <= 1 && sgn(u) >= 0 && u <= 1 &&
        abs(kernel::point_along(e.from, e.to, t)[2] - kernel::point_along(f.from, f.to, u)[2]) <= window) {
      const ExactPoint p = kernel::point_along(e.from, e.to, t), q = kernel::point_along(f.from, f.to, u);
      return Nearest{{p, p}, {q, q}};
    }
  }
  std::vector<PlanPoint> domain{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  for (const int sign : {1, -1})
    kernel::clip_half_plane(
        domain,
        [&](const PlanPoint& p) -> mpq_class {
          return window -
                 sign * (kernel::point_along(e.from, e.to, p[0])[2] - kernel::point_along(f.from, f.to, p[1])[2]);
        },
        [](const PlanPoint& p, const mpq_class& p_side, const PlanPoint& q, const mpq_class& q_side) {
          return kernel::point_along(p, q, p_side / (p_side - q_side));
        });
  if (domain.empty()) return std::nullopt;
  const auto distance = [&](const PlanPoint& p) -> PlanPoint {
    return {start[0] + p[1] * f.run[0] - p[0] * e.run[0], start[1] + p[1] * f.run[1] - p[0] * e.run[1]};
  };
  std::optional<mpq_class> least;
  std::array<PlanPoint, 2> ends;
  const auto take = [&](const PlanPoint& p) {
    const mpq_class value = square(distance(p));
    if (least && value > *least) return;
    if (!least || value < *least) ends = {p, p};
    least = value;
    ends = {std::min(ends[0], p), std::max(ends[1], p)};
  };
  for (std::size_t i = 0; i < domain.size(); ++i) {
    const PlanPoint &p = domain[i], &q = domain[i + 1 == domain.size() ? 0 : i + 1];
    take(p);
    const PlanPoint from = distance(p), to = distance(q), change{to[0] - from[0], to[1] - from[1]};
    if (change == PlanPoint{0, 0}) continue;
    const mpq_class s = -dot2d(from[0], from[1], change[0], change[1]) / square(change);
    if (sgn(s) > 0 && s < 1) take(kernel::point_along(p, q, s));
  }
  Nearest out;
  for (std::size_t k = 0; k < 2; ++k) {
    out.on_first[k] = kernel::point_along(e.from, e.to, ends[k][0]);
    out.on_second[k] = kernel::point_along(f.from, f.to, ends[k][1]);
  }
  // Both edges on one line, as far apart as the window keeps them: one pair of points stands for all.
  if (turn(way(out.on_first[0], out.on_first[1]), way(out.on_first[0], out.on_second[0])) == 0)
    out = {{out.on_first[0], out.on_first[0]}, {out.on_second[0], out.on_second[0]}};
  return out;
}

PassageFinder::Ends PassageFinder::Nearest::at(const mpq_class& x) const {
  return {kernel::point_along(on_first[0], on_first[1], x), kernel::point_along(on_second[0], on_second[1], x)};
}

// Chooses the place of a passage. Where the width is the same along a stretch it is in the longest part in which no
// border is met on the way across and none is nearer; if there is no such part, in the longest in which none is met.
std::optional<PassageFinder::OpenSegment> PassageFinder::open_segment(const Nearest& nearest,
                                                                      kernel::Label stance) const {
  const kernel::IntervalSet open = open_parts(nearest, stance);
  if (open.empty()) return std::nullopt;
  kernel::IntervalSet best = without(open, nearer_parts(nearest, stance));
  OpenSegment way{nearest.at(short_middle(best.empty() ? open : best)), !best.empty()};
  if (abs(way.ends[0][2] - way.ends[1][2]) >= 2 * window_) return std::nullopt;
  way.closes = way.closes && !any_nearer(way.ends, stance);
  return way;
}

// The parts, from 0 to 1 along the nearest points, where no border is met between the two sides; 0 to 1 if the nearest
// points are single and the way between them is open.
kernel::IntervalSet PassageFinder::open_parts(const Nearest& nearest, kernel::Label stance) const {
  const ExactPoint &p = nearest.on_first[0], &q = nearest.on_second[0];
  const PlanPoint across = way(p, q), shift = way(p, nearest.on_first[1]);
  const bool single = nearest.is_point();
  const PlanPoint along = single ? PlanPoint{-across[1], across[0]} : shift;
  const mpq_class unit = turn(along, across);
  const kernel::Box near = box(p, q, std::max(abs(shift[0]), abs(shift[1])),
                               window_ + abs(nearest.on_first[1][2] - p[2]) + abs(nearest.on_second[1][2] - q[2]));
  kernel::IntervalSet met;
  tree_->query(near, [&](std::uint32_t g) {
    if (!has(g, stance)) return;
    const Edge& edge = edges_[g];
    const auto x_at = [&](const ExactPoint& b) -> mpq_class { return turn(way(p, b), across) / unit; };
    const auto y_at = [&](const ExactPoint& b) -> mpq_class { return turn(along, way(p, b)) / unit; };
    const Linear x = linear(x_at(edge.from), x_at(edge.to)), y = linear(y_at(edge.from), y_at(edge.to)),
                 z = linear(edge.from[2], edge.to[2]);
    for (const auto* side : {&nearest.on_first, &nearest.on_second}) {
      const mpq_class climb = (*side)[1][2] - (*side)[0][2];
      const Linear rise = z - Linear{(*side)[0][2] + climb * x.at, climb * x.slope};
      const std::array<Linear, 4> positive{y, Linear{1, 0} - y, Linear{window_, 0} - rise, rise + window_};
      const auto is_between = [&](const mpq_class& t) {
        return std::ranges::all_of(positive, [&](const Linear& f) { return sgn(f(t)) > 0; });
      };
      if (single && sgn(x.slope) != 0) {
        const mpq_class t = -x.at / x.slope;
        if (sgn(t) >= 0 && t <= 1 && is_between(t)) met.push_back({0, 1});
        continue;
      }
      kernel::ExactInterval range{0, 1};
      if (std::ranges::any_of(positive, [&](const Linear& f) { return !clip(range, f); }) ||
          !is_between((range.from + range.to) / 2))
        continue;
      if (single && sgn(x.at) == 0) met.push_back({0, 1});
      else if (!single && sgn(x.slope) != 0)
        met.push_back({std::min(x(range.from), x(range.to)), std::max(x(range.from), x(range.to))});
    }
  });
  return without({{0, 1}}, united(std::move(met)));
}

// The parts where a border is nearer to the middle than the two sides are. From which places an edge is so near is an
// interval; its ends are irrational, and it is returned too short by less than 2^-32 of it at each end.
kernel::IntervalSet PassageFinder::nearer_parts(const Nearest& nearest, kernel::Label stance) const {
  constexpr unsigned digits = 32;
  const Ends first = nearest.at(0), last = nearest.at(1);
  const ExactPoint from = kernel::point_along(first[0], first[1], half()),
                   to = kernel::point_along(last[0], last[1], half());
  const Edge middle{from, to, way(from, to)};
  if (middle.run == PlanPoint{0, 0}) return {};
  kernel::IntervalSet found;
  tree_->query(box(from, to, reach(first), window_), [&](std::uint32_t g) {
    if (!has(g, stance)) return;
    const auto closest = this->nearest(middle, edges_[g], window_);
    if (!closest) return;
    const auto nearer = [&](const mpq_class& x) { return is_nearer(g, nearest.at(x)); };
    const PlanPoint run = way(from, closest->on_first[0]);
    const mpq_class within = dot2d(run[0], run[1], middle.run[0], middle.run[1]) / square(middle.run);
    if (!nearer(within)) return;
    const auto end = [&](mpq_class beyond) -> mpq_class {
      if (nearer(beyond)) return beyond;
      mpq_class x = within;
      for (unsigned k = 0; k < digits; ++k) {
        const mpq_class y = (x + beyond) / 2;
        (nearer(y) ? x : beyond) = y;
      }
      return x;
    };
    kernel::ExactInterval part{end(0), end(1)};
    if (part.from < part.to) found.push_back(std::move(part));
  });
  return united(std::move(found));
}

// Whether an edge is nearer to the middle of a passage than its ends are.
bool PassageFinder::is_nearer(std::uint32_t edge, const Ends& ends) const {
  const ExactPoint middle = kernel::point_along(ends[0], ends[1], half());
  const auto at = nearest_within(edges_[edge].from, edges_[edge].to, middle, window_);
  return at && square(way(middle, *at)) * 4 < square(way(ends[0], ends[1]));
}

bool PassageFinder::any_nearer(const Ends& ends, kernel::Label stance) const {
  const ExactPoint middle = kernel::point_along(ends[0], ends[1], half());
  return tree_->any(box(middle, middle, reach(ends), window_),
                    [&](std::uint32_t g) { return has(g, stance) && is_nearer(g, ends); });
}

// Whether the border, where it goes on from the end of an edge, comes no nearer to the other side. Of two edges that
// keep their distance and face the other side one counts: the one that is square to the way across, or the first. Where
// the floor has a convex corner the way across must not leave the floor over the other edge.
bool PassageFinder::is_narrowest(std::uint32_t edge, const ExactPoint& at, const ExactPoint& other,
                                 kernel::Label stance) const {
  const Edge& own = edges_[edge];
  if (!over_one_another(at, own.from) && !over_one_another(at, own.to)) return true;
  const PlanPoint across = way(at, other);
  const auto nearer = [&](const PlanPoint& run) -> mpq_class { return dot2d(run[0], run[1], across[0], across[1]); };
  const bool level = nearer(own.run) == 0;
  return !tree_->any(box(at, at, 0, window_), [&](std::uint32_t g) {
    if (g == edge || !has(g, stance)) return false;
    const Edge& e = edges_[g];
    const PlanPoint from = way(e.from, at);
    const mpq_class t = dot2d(from[0], from[1], e.run[0], e.run[1]) / square(e.run);
    if (turn(e.run, from) != 0 || sgn(t) < 0 || t > 1 ||
        abs(kernel::point_along(e.from, e.to, t)[2] - at[2]) >= window_)
      return false;
    const mpq_class run = nearer(e.run);
    const bool faces = turn(e.run, across) <= 0;
    if (!faces && ((t == 0 && over_one_another(at, own.to) && turn(own.run, e.run) < 0) ||
                   (t == 1 && over_one_another(at, own.from) && turn(e.run, own.run) < 0)))
      return true;
    if (sgn(run) == 0) return faces && (!level || g < edge);
    return (sgn(run) > 0 && t < 1) || (sgn(run) < 0 && sgn(t) > 0);
  });
}

}  // namespace plumb::pipeline
