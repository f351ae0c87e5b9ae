// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear_program.h"

// Its headers do not say that they are C, and include gmp.h, which must not be within.
extern "C" {
#include <qsopt_ex/QSopt_ex.h>
}

namespace plumb::partition {
namespace {

struct Numbers {
  explicit Numbers(std::size_t n) : size(n), data(new mpq_t[n]) {
    for (std::size_t i = 0; i < n; ++i) mpq_init(data[i]);
  }
  ~Numbers() {
    for (std::size_t i = 0; i < size; ++i) mpq_clear(data[i]);
    delete[] data;
  }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  std::size_t size;
  mpq_t* data;
};

}  // namespace

std::optional<std::vector<mpq_class>> exact_duals(std::uint32_t columns, const std::vector<ProgramRow>& rows) {
  if (rows.empty()) return std::vector<mpq_class>{};  // QSopt_ex never comes back from a program without columns
  [[maybe_unused]] static const bool started = [] {
    QSexactStart();
    QSlog_set_handler([](const char*, void*) {}, nullptr);  // it warns of its own null pointers
    return true;
  }();
  // The dual itself: maximise the sum of asks * y, for each column the sum of y over its rows <= 1.
  const int n = static_cast<int>(rows.size()), m = static_cast<int>(columns);
  std::vector<int> counts, begins, indices;
  for (const ProgramRow& row : rows) {
    begins.push_back(static_cast<int>(indices.size()));
    counts.push_back(static_cast<int>(row.columns.size()));
    indices.insert(indices.end(), row.columns.begin(), row.columns.end());
  }
  Numbers ones(indices.size()), asks(rows.size()), limits(columns), lower(rows.size()), upper(rows.size()),
      x(rows.size() + columns), y(columns);
  for (std::size_t i = 0; i < indices.size(); ++i) mpq_set_ui(ones.data[i], 1, 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    mpq_set_ui(asks.data[i], rows[i].asks, 1);
    mpq_set_ui(lower.data[i], 0, 1);
    mpq_set(upper.data[i], mpq_ILL_MAXDOUBLE);
  }
  for (std::uint32_t c = 0; c < columns; ++c) mpq_set_ui(limits.data[c], 1, 1);
  std::vector<char> senses(columns, 'L');
  mpq_QSprob program = mpq_QSload_prob("covers", n, m, counts.data(), begins.data(), indices.data(), ones.data, QS_MAX,
                                       asks.data, limits.data, senses.data(), lower.data, upper.data, nullptr, nullptr);
  if (!program) return std::nullopt;
  mpq_QSset_param(program, QS_PARAM_SIMPLEX_DISPLAY, 0);
  int status = 0;
  const int failed = QSexact_solver(program, x.data, y.data, nullptr, DUAL_SIMPLEX, &status);
  std::optional<std::vector<mpq_class>> duals;
  if (!failed && status == QS_LP_OPTIMAL) {
    duals.emplace();
    for (int i = 0; i < n; ++i) duals->emplace_back(x.data[i]);
  }
  mpq_QSfree_prob(program);
  return duals;
}

}  // namespace plumb::partition
