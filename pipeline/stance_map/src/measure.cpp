// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/measure.h"

#include <atomic>
#include <cmath>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/pipeline/cell_geometry.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/surface_frame.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t chunk = 64;
// Of a polygon: in doubles, an area of a smaller part has lost digits that are worth an exact one. Only `approx` shows
// them.
constexpr kernel::Hint sliver{1e-6};

// Scaled to integers, an extreme scene's areas leave the range of double.
long double wide(const mpz_class& v) {
  long exponent;
  const double m = mpz_get_d_2exp(&exponent, v.get_mpz_t());
  return std::ldexp(static_cast<long double>(m), static_cast<int>(exponent));
}

std::optional<mpq_class> sum_of(const std::vector<mpq_class>& terms, std::size_t limit_bits) {
  return kernel::balanced_sum(0, terms.size(), limit_bits, [&](std::size_t i) { return terms[i]; });
}

long double wide(const mpq_class& v) {
  long numerator, denominator;
  const long double n = mpz_get_d_2exp(&numerator, v.get_num_mpz_t()),
                    d = mpz_get_d_2exp(&denominator, v.get_den_mpz_t());
  return std::ldexp(n / d, static_cast<int>(numerator - denominator));
}

// Accounts: [0] inside, [1] covered, [2] blocked, [2 + s] stance s; the outline, negated, last.
std::uint32_t account_of(kernel::Label label) { return static_cast<std::uint32_t>(label - kernel::inside); }
std::uint32_t account_count(const StanceMap& map) {
  return account_of(static_cast<kernel::Label>(map.stances.size())) + 2;
}

class SurfaceMeasure {
 public:
  SurfaceMeasure(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map)
      : points_(points), map_(map), surface_(points, set, map), accounts_(account_count(map)) {}

  std::uint32_t accounts() const { return accounts_; }

  // Enters the cells of one surface and answers whether they add up to it.
  bool enter(std::span<const vcd::Cell> cells) {
    cells_ = cells;
    surface_.enter(cells[0].surface);
    ledger_.clear();
    approx_.assign(accounts_, 0.0L);
    if (cells.size() == 1 && cells[0].line_count == 0) return true;  // the surface itself, whole
    outline(accounts_ - 1, -1);
    for (const vcd::Cell& c : cells) {
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
    return ledger_.balances(surface_.frame());
  }

  long double approx(std::uint32_t account) {
    if (whole(account)) return wide(doubled_outline());
    // Slivers, where doubles cancel, and numbers beyond them.
    if (approx_[account] != 0 &&
        !(approx_[account] > sliver * wide(doubled_outline()) && std::isfinite(approx_[account]))) {
      return wide(*exact(account, 0));
    }
    return approx_[account];
  }

  // Twice the area in integer units.
  std::optional<mpq_class> exact(std::uint32_t account, std::size_t limit_bits) {
    if (account == accounts_ - 1) return doubled_outline();
    if (cells_.size() == 1 && cells_[0].line_count == 0)
      return whole(account) ? mpq_class(doubled_outline()) : mpq_class(0);
    return ledger_.doubled_area(surface_.frame(), account, limit_bits);
  }

 private:
  bool whole(std::uint32_t account) const {
    return account == accounts_ - 1 ||
           (cells_.size() == 1 && cells_[0].line_count == 0 && account == account_of(cells_[0].label));
  }

  mpz_class doubled_outline() const { return -kernel::doubled_area(points_, surface_.corners(cells_[0].surface)); }

  // Corners in the middle of a side are no corners: the line goes straight on.
  void outline(std::uint32_t account, int times) {
    const auto c = surface_.corners(cells_[0].surface);
    lines_.clear();
    for (std::uint32_t i = 0; i < c.size(); ++i) {
      const kernel::LineId l = surface_.line({kernel::edge_kind, false, cells_[0].surface, i});
      if (lines_.empty() || !surface_.frame().equal_directed(lines_.back(), l)) lines_.push_back(l);
    }
    if (lines_.size() > 1 && surface_.frame().equal_directed(lines_.back(), lines_.front())) lines_.pop_back();
    add_cycle(account, times);
  }

  void add_cycle(std::uint32_t account, int times) {
    const kernel::Frame& frame = surface_.frame();
    const std::size_t n = lines_.size();
    const auto at = [&](std::size_t i) { return lines_[i % n]; };
    for (std::size_t i = 0; i < n; ++i) ledger_.add_edge(frame, account, at(i), at(i + n - 1), at(i + 1), times);
    std::array<double, 2> first = frame.approx_meet(at(0), at(1)), previous = frame.approx_meet(at(1), at(2));
    for (std::size_t i = 2; i < n; ++i) {
      const auto p = frame.approx_meet(at(i), at(i + 1));
      approx_[account] += times * kernel::formulas::orient2d(first, p, previous);
      previous = p;
    }
  }

  const kernel::PointTable& points_;
  const StanceMap& map_;
  SurfaceFrame surface_;
  std::uint32_t accounts_;
  kernel::AreaLedger ledger_;
  std::span<const vcd::Cell> cells_;
  std::vector<kernel::LineId> lines_;
  std::vector<long double> approx_;
};

struct Part {
  std::vector<long double> approx;
  std::vector<std::optional<mpq_class>> exact;
  std::uint64_t held = 0;
};

}  // namespace

Measures measure(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                 std::uint64_t exact_digits, unsigned threads) {
  const auto& cells = map.table.cells;
  std::vector<std::size_t> first;  // a surface's cells stand together
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (i == 0 || cells[i].surface != cells[i - 1].surface) first.push_back(i);
  const std::size_t surfaces = first.size(), chunks = (surfaces + chunk - 1) / chunk;
  first.push_back(cells.size());
  const std::uint32_t accounts = account_count(map);
  // A partial sum with a denominator alone longer than what may be written ends an exact sum: it would have to cancel
  // again.
  const std::size_t limit_bits = static_cast<std::size_t>(exact_digits) * 4;

  std::vector<Part> parts(chunks);
  // One sum without an exact value leaves the total without one: the others need not be made.
  std::vector<std::atomic<bool>> too_long(accounts);
  parallel_chunks(chunks, threads, [&](unsigned) {
    return [&, measure = SurfaceMeasure(points, set, map)](std::size_t c) mutable {
      Part& part = parts[c];
      part.approx.assign(accounts, 0.0L);
      std::vector<std::vector<mpq_class>> terms(accounts);
      for (std::size_t i = c * chunk; i < std::min((c + 1) * chunk, surfaces); ++i) {
        part.held += measure.enter({cells.data() + first[i], first[i + 1] - first[i]});
        for (std::uint32_t a = 0; a < accounts; ++a) {
          part.approx[a] += measure.approx(a);
          if (too_long[a].load(std::memory_order_relaxed)) continue;
          auto v = measure.exact(a, limit_bits);
          if (!v) too_long[a].store(true, std::memory_order_relaxed);
          else if (*v != 0) terms[a].push_back(std::move(*v));
        }
      }
      for (std::uint32_t a = 0; a < accounts; ++a) {
        part.exact.push_back(too_long[a].load(std::memory_order_relaxed) ? std::nullopt : sum_of(terms[a], limit_bits));
        if (!part.exact[a]) too_long[a].store(true, std::memory_order_relaxed);
      }
    };
  });

  const mpq_class unit(2 * points.denominator() * points.denominator());
  std::vector<Area> areas(accounts);
  for (std::uint32_t a = 0; a < accounts; ++a) {
    std::vector<mpq_class> terms;
    long double approx = 0;
    for (Part& p : parts) {
      approx += p.approx[a];
      if (p.exact[a]) terms.push_back(std::move(*p.exact[a]));
    }
    areas[a].approx = static_cast<double>(approx / wide(unit.get_num()));
    if (terms.size() != parts.size()) continue;
    areas[a].exact = sum_of(terms, limit_bits);
    if (!areas[a].exact) continue;
    *areas[a].exact /= unit;
    areas[a].approx = areas[a].exact->get_d();
    if (exact_digits != 0 && areas[a].exact->get_str().size() > exact_digits) areas[a].exact.reset();
  }
  Measures m;
  m.polygons = surfaces;
  for (const Part& p : parts) m.held += p.held;
  m.inside = areas[account_of(kernel::inside)];
  m.covered = areas[account_of(kernel::covered)];
  m.blocked = areas[account_of(kernel::blocked)];
  m.stances.assign(areas.begin() + account_of(1), areas.end() - 1);
  m.traversable = areas.back();
  return m;
}

}  // namespace plumb::pipeline
