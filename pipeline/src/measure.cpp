// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/measure.h"

#include "plumb/pipeline/cell_geometry.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t chunk = 256;

// A sum of many fractions as a balanced tree; none if a partial sum grows far beyond what would be written.
std::optional<mpq_class> tree_sum(std::vector<mpq_class> terms, std::uint64_t digits) {
  const std::size_t limit_bits = digits == 0 ? 0 : 16 * 4 * digits;
  while (terms.size() > 1) {
    for (std::size_t i = 0; i + 1 < terms.size(); i += 2) {
      terms[i / 2] = terms[i] + terms[i + 1];
      if (limit_bits && mpz_sizeinbase(terms[i / 2].get_den_mpz_t(), 2) > limit_bits) return std::nullopt;
    }
    if (terms.size() % 2) terms[terms.size() / 2] = terms.back();
    terms.resize((terms.size() + 1) / 2);
  }
  return terms.empty() ? mpq_class(0) : terms[0];
}


Area finish(std::vector<mpq_class> fractions, double approx, std::uint64_t digits) {
  Area a;
  a.exact = tree_sum(std::move(fractions), digits);
  a.approx = a.exact ? a.exact->get_d() : approx;
  if (a.exact && digits != 0 && a.exact->get_str().size() > digits) a.exact.reset();
  return a;
}

}  // namespace

Measures measure(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, std::uint64_t exact_digits, unsigned threads) {
  const auto& cells = map.table.cells;
  // A surface's cells stand together.
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (i == 0 || cells[i].surface != cells[i - 1].surface) first.push_back(i);
  const std::size_t surfaces = first.size();
  first.push_back(cells.size());

  // [0] covered, [1] blocked, [1 + s] stance s, and all traversables last.
  const std::size_t labels = map.stances.size() + 2;
  struct Part {
    std::vector<std::vector<mpq_class>> sums;
    std::vector<double> approx;
    std::uint64_t held = 0;
  };
  const std::size_t chunks = (surfaces + chunk - 1) / chunk;
  std::vector<Part> parts(chunks);
  parallel_chunks(chunks, threads, [&](unsigned) {
    return [&, geometry = CellGeometry(points, set, map)](std::size_t c) mutable {
      Part& part = parts[c];
      part.sums.resize(labels + 1);
      part.approx.resize(labels + 1);
      for (std::size_t i = c * chunk; i < std::min((c + 1) * chunk, surfaces); ++i) {
        kernel::Cell whole = cells[first[i]];
        whole.line_count = 0;
        const mpq_class total = geometry.area(whole);
        std::vector<mpq_class> by_label(labels, 0);
        mpq_class sum = 0;
        for (std::size_t k = first[i]; k < first[i + 1]; ++k) {
          const mpq_class area = cells[k].line_count == 0 ? total : geometry.area(cells[k]);
          by_label[cells[k].label + 1] += area;
          sum += area;
        }
        part.held += sum == total;
        by_label.push_back(total);
        for (std::size_t l = 0; l <= labels; ++l)
          if (by_label[l] != 0) {
            part.sums[l].push_back(by_label[l]);
            part.approx[l] += by_label[l].get_d();
          }
      }
    };
  });

  Measures m;
  m.polygons = surfaces;
  std::vector<Area> areas;
  for (std::size_t l = 0; l <= labels; ++l) {
    std::vector<mpq_class> all;
    double approx = 0;
    for (Part& p : parts) {
      all.insert(all.end(), p.sums[l].begin(), p.sums[l].end());
      approx += p.approx[l];
    }
    areas.push_back(finish(std::move(all), approx, exact_digits));
  }
  for (const Part& p : parts) m.held += p.held;
  m.covered = areas[0];
  m.blocked = areas[1];
  m.stances.assign(areas.begin() + 2, areas.end() - 1);
  m.traversable = areas.back();
  return m;
}

}  // namespace plumb::pipeline
