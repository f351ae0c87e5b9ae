// SPDX-License-Identifier: GPL-3.0-or-later
// Exact areas of the verdicts, and the check that they add up to the polygons (docs/theory/definitions.md, Clearance).
// Problem. For every traversable polygon area(T) = covered + inside + blocked + too close + stances must hold, as
// fractions, and the totals are to be reported, exactly as long as they are short enough, with a double beside each.
// 1. measure() goes over the surfaces in chunks, in parallel. SurfaceMeasure::enter() adds the edges of each cell to a
//    ledger (AreaLedger) under the account of its verdict, and the outline of the surface with a minus sign under an
//    account of its own.
// 2. Edges that two cells share cancel in the ledger; balances() then says whether all accounts of the surface together
//    are 0, without computing its areas.
// 3. add_exact() adds the area of each account to the sum of the chunk (AreaSum), where whole numbers stay apart from
//    fractions.
// 4. RunningSum adds the chunks in a fixed binary tree as they come in. A sum whose denominator alone is longer than
//    the options allow is given up, at once in all threads.
// 5. approx() keeps sums in longer doubles (Extended) for values that are given up; where those lose too many digits,
//    on slivers, the exact area of the surface is used.
// A surface that is one cell without lines is its outline, and needs no ledger.
// Cost. Linear in the edges of cells, but for the length of fractions: the balanced sums keep partial sums as short as
// they can be. Memory: one ledger and set of sums for each thread, and the partial sums of the chunks.
// Exactness. Areas are fractions and the check is exact. The threads change neither: sums are those of the tree,
// whatever comes first.
#include "plumb/pipeline/measure.h"

#include <atomic>
#include <bit>
#include <cmath>

#include "area_sums.h"
#include "extended.h"
#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/int128.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t measured_at_once = 64;
// A sum of areas in doubles that is a smaller part of its polygon than this has lost so many digits that it is computed
// exactly. It only affects `approx`.
constexpr kernel::Hint sliver{1e-6};

// Scaled to integers, the areas of an extreme scene leave the range of double.
Extended wide(const mpz_class& v) {
  std::int64_t exponent;
  const double m = kernel::mantissa_of(v, exponent);
  return Extended(m).scaled(exponent);
}

// The same for native integers; digits beyond those of a double are cut off.
Extended wide(kernel::Int128 v) {
  const auto size = static_cast<kernel::Uint128>(v < 0 ? -v : v);
  const auto high = static_cast<std::uint64_t>(size >> 64);
  const int bits = high ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(size)),
            beyond = std::max(0, bits - 53);
  const auto kept = static_cast<double>(static_cast<std::uint64_t>(size >> beyond));
  return Extended(v < 0 ? -kept : kept).scaled(beyond);
}

Extended wide(const mpq_class& v) { return wide(v.get_num()) / wide(v.get_den()); }

// Accounts: [0] too close, [1] inside, [2] covered, [3] blocked, [3 + s] stance s; the outline, negated, last.
std::uint32_t account_of(kernel::Label label) { return static_cast<std::uint32_t>(label - kernel::least_label); }
std::uint32_t account_count(const StanceMap& map) {
  return account_of(static_cast<kernel::Label>(map.stances.size())) + 2;
}

class SurfaceMeasure {
 public:
  SurfaceMeasure(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map)
      : points_(points), map_(map), surface_(points, set, map), accounts_(account_count(map)) {}

  std::uint32_t accounts() const { return accounts_; }

  // Takes the cells of one surface. Returns whether they add up to it.
  bool enter(std::span<const vcd::Cell> cells) {
    cells_ = cells;
    const auto corners = surface_.corners(cells[0].surface);
    native_outline_ = kernel::native_doubled_area(points_, corners);
    outline_ = native_outline_ ? wide(-*native_outline_) : wide(doubled_outline());
    if (undivided()) return true;  // the surface itself, whole
    surface_.enter(cells[0].surface);
    ledger_.clear();
    approx_.assign(accounts_, {});
    outline(accounts_ - 1, -1);
    for (const vcd::Cell& c : cells) {
      cancellation_point();  // one surface may have most of the cells
      const std::uint32_t account = account_of(c.label);
      if (c.line_count == 0) {
        outline(account, 1);
        continue;
      }
      const auto sources = map_.table.lines_of(c);
      lines_.clear();
      for (const kernel::LineSource& s : sources) lines_.push_back(surface_.line(s));
      add_cycle(account, 1);
    }
    ledger_.settle();
    return ledger_.balances(surface_.plan());
  }

  Extended approx(std::uint32_t account) {
    if (whole(account)) return outline_;
    if (undivided()) return {};
    // On slivers doubles cancel, and some numbers are beyond their range: the area is then computed exactly.
    const Extended& sum = approx_[account];
    if (!sum.is_zero() && !(sum.is_finite() && sum > Extended(sliver) * outline_))
      return wide(*ledger_.doubled_area(surface_.plan(), account, 0));
    return sum;
  }

  // Adds twice the area of an account, in integer units, to a sum. @return false: it is too long.
  bool add_exact(std::uint32_t account, std::size_t limit_bits, AreaSum& sum) {
    if (whole(account)) {
      if (native_outline_) sum.add(-*native_outline_);
      else sum.add(doubled_outline());
    } else if (!undivided()) {
      auto v = ledger_.doubled_area(surface_.plan(), account, limit_bits);
      if (!v) return false;
      sum.add(std::move(*v));
    }
    return true;
  }

 private:
  bool undivided() const { return cells_.size() == 1 && cells_[0].line_count == 0; }
  bool whole(std::uint32_t account) const {
    return account == accounts_ - 1 || (undivided() && account == account_of(cells_[0].label));
  }

  mpq_class doubled_outline() const { return -kernel::doubled_area(points_, surface_.corners(cells_[0].surface)); }

  // Adds the outline of the surface to an account. Corners in the middle of a side are skipped: the line goes straight
  // on.
  void outline(std::uint32_t account, int times) {
    const auto c = surface_.corners(cells_[0].surface);
    lines_.clear();
    for (std::uint32_t i = 0; i < c.size(); ++i) {
      const kernel::LineId l = surface_.line({kernel::edge_kind, false, cells_[0].surface, i});
      if (lines_.empty() || !surface_.plan().equal_directed(lines_.back(), l)) lines_.push_back(l);
    }
    if (lines_.size() > 1 && surface_.plan().equal_directed(lines_.back(), lines_.front())) lines_.pop_back();
    add_cycle(account, times);
  }

  void add_cycle(std::uint32_t account, int times) {
    const kernel::ImplicitPlan& plan = surface_.plan();
    const std::size_t n = lines_.size();
    const auto at = [&](std::size_t i) { return lines_[i % n]; };
    for (std::size_t i = 0; i < n; ++i) ledger_.add_edge(plan, account, at(i), at(i + n - 1), at(i + 1), times);
    if (whole(account)) return;  // its area is known already
    std::array<double, 2> first = plan.approx_meet(at(0), at(1)), previous = plan.approx_meet(at(1), at(2));
    for (std::size_t i = 2; i < n; ++i) {
      const auto p = plan.approx_meet(at(i), at(i + 1));
      approx_[account] += kernel::formulas::orient2d(first, p, previous);
      previous = p;
    }
  }

  const kernel::PointTable& points_;
  const StanceMap& map_;
  SurfacePlan surface_;
  std::uint32_t accounts_;
  kernel::AreaLedger ledger_;
  std::span<const vcd::Cell> cells_;
  std::optional<kernel::Int128> native_outline_;  // not negated
  Extended outline_;
  std::vector<kernel::LineId> lines_;
  std::vector<Extended> approx_;
};

struct ChunkAreas {
  std::vector<Extended> approx;
  std::uint64_t held = 0;
};

}  // namespace

Measures measure(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                 std::uint64_t exact_digits, unsigned threads) {
  const auto& cells = map.table.cells;
  std::vector<std::size_t> first;  // the first cell of each surface; its cells follow one another
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (i == 0 || cells[i].surface != cells[i - 1].surface) first.push_back(i);
  const std::size_t surfaces = first.size(), chunks = (surfaces + measured_at_once - 1) / measured_at_once;
  first.push_back(cells.size());
  const std::uint32_t accounts = account_count(map);
  // An exact sum ends when a partial sum's denominator alone is longer than what may be written: that would have to
  // cancel again.
  const std::size_t limit_bits = static_cast<std::size_t>(exact_digits) * 4;

  std::vector<ChunkAreas> parts(chunks);
  // If one sum has no exact value the total has none, and the other sums need not be computed.
  std::vector<std::atomic<bool>> too_long(accounts);
  Mutex adding;
  std::vector<RunningSum> exact(accounts, RunningSum(chunks, limit_bits));
  parallel_chunks(chunks, threads, [&](unsigned) {
    return
        [&, measure = SurfaceMeasure(points, set, map), sums = std::vector<AreaSum>(accounts)](std::size_t c) mutable {
          ChunkAreas& part = parts[c];
          part.approx.assign(accounts, {});
          for (AreaSum& s : sums) s.clear();
          const auto is_too_long = [&](std::uint32_t a) { return too_long[a].load(std::memory_order_relaxed); };
          const auto give_up = [&](std::uint32_t a) { too_long[a].store(true, std::memory_order_relaxed); };
          for (std::size_t i = c * measured_at_once; i < std::min((c + 1) * measured_at_once, surfaces); ++i) {
            part.held += measure.enter({cells.data() + first[i], first[i + 1] - first[i]});
            for (std::uint32_t a = 0; a < accounts; ++a) {
              part.approx[a] += measure.approx(a);
              if (!is_too_long(a) && !measure.add_exact(a, limit_bits, sums[a])) give_up(a);
            }
          }
          for (std::uint32_t a = 0; a < accounts; ++a) {
            if (is_too_long(a)) continue;
            auto sum = sums[a].sum(limit_bits);
            const std::lock_guard lock(adding);
            if (!sum || !exact[a].add(c, std::move(*sum))) give_up(a);
          }
        };
  });

  const mpq_class unit(2 * points.denominator() * points.denominator());
  std::vector<Area> areas(accounts);
  for (std::uint32_t a = 0; a < accounts; ++a) {
    Extended approx;
    for (const ChunkAreas& p : parts) approx += p.approx[a];
    areas[a].approx = (approx / wide(unit.get_num())).to_double();
    if (too_long[a]) continue;
    areas[a].exact = exact[a].sum();
    *areas[a].exact /= unit;
    areas[a].approx = areas[a].exact->get_d();
    kernel::drop_longer(areas[a].exact, exact_digits);
  }
  Measures m;
  m.polygons = surfaces;
  for (const ChunkAreas& p : parts) m.held += p.held;
  m.too_close = areas[account_of(kernel::too_close)];
  m.inside = areas[account_of(kernel::inside)];
  m.covered = areas[account_of(kernel::covered)];
  m.blocked = areas[account_of(kernel::blocked)];
  m.stances.assign(areas.begin() + account_of(1), areas.end() - 1);
  m.traversable = areas.back();
  return m;
}

}  // namespace plumb::pipeline
