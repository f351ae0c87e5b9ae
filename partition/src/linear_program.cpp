// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear_program.h"

#include <glpk.h>

#include "plumb/kernel/error_bound.h"

// The headers of QSopt_ex do not say that they are C, and include gmp.h, which must not be within.
extern "C" {
#include <qsopt_ex/QSopt_ex.h>
}

namespace plumb::partition {

struct LinearProgram::Impl {
  glp_prob* program = glp_create_prob();
  glp_smcp control;
};

LinearProgram::LinearProgram(std::size_t arcs) : impl_(std::make_unique<Impl>()), column_(arcs, 0) {
  glp_term_out(GLP_OFF);
  glp_set_obj_dir(impl_->program, GLP_MIN);
  glp_init_smcp(&impl_->control);
  impl_->control.msg_lev = GLP_MSG_OFF;
  impl_->control.meth = GLP_DUALP;
}

LinearProgram::~LinearProgram() { glp_delete_prob(impl_->program); }

int LinearProgram::column(ArcId arc) {
  int& c = column_[arc];
  if (c == 0) {
    c = glp_add_cols(impl_->program, 1);
    glp_set_obj_coef(impl_->program, c, 1);
    glp_set_col_bnds(impl_->program, c, GLP_LO, 0, 0);
    glp_set_col_stat(impl_->program, c, GLP_NL);
  }
  return c;
}

void LinearProgram::add(BlockCover cover) {
  std::vector<int> columns{0};
  for (const ArcId a : cover.arcs) columns.push_back(column(a));
  const std::vector<double> ones(columns.size(), 1);
  const int row = glp_add_rows(impl_->program, 1);
  glp_set_row_bnds(impl_->program, row, GLP_LO, cover.asks(), 0);
  glp_set_mat_row(impl_->program, row, static_cast<int>(columns.size()) - 1, columns.data(), ones.data());
  glp_set_row_stat(impl_->program, row, GLP_BS);
  covers_.push_back(std::move(cover));
  slack_for_.push_back(0);
}

void LinearProgram::fix(ArcId arc, int value) {
  glp_set_col_bnds(impl_->program, column(arc), value < 0 ? GLP_LO : GLP_FX, value < 0 ? 0 : value, value);
}

LinearProgram::Outcome LinearProgram::solve() {
  glp_prob* p = impl_->program;
  if (covers_.empty()) glp_std_basis(p);
  int failed = glp_simplex(p, &impl_->control);
  if (failed || (glp_get_status(p) != GLP_OPT && glp_get_status(p) != GLP_NOFEAS)) {
    glp_std_basis(p);  // from nothing, once
    failed = glp_simplex(p, &impl_->control);
  }
  if (!failed && glp_get_status(p) == GLP_OPT) return Outcome::optimal;
  return !failed && glp_get_status(p) == GLP_NOFEAS ? Outcome::infeasible : Outcome::failed;
}

double LinearProgram::value() const { return glp_get_obj_val(impl_->program); }
double LinearProgram::x(ArcId arc) const { return column_[arc] ? glp_get_col_prim(impl_->program, column_[arc]) : 0; }
double LinearProgram::dual(std::size_t i) const { return glp_get_row_dual(impl_->program, static_cast<int>(i) + 1); }

void LinearProgram::purge() {
  constexpr std::size_t many = 2000;
  constexpr std::uint32_t long_time = 12;
  constexpr kernel::Hint least_slack{1e-7};
  for (std::size_t i = 0; i < covers_.size(); ++i) {
    const int row = static_cast<int>(i) + 1;
    const bool slack = glp_get_row_stat(impl_->program, row) == GLP_BS &&
                       glp_get_row_prim(impl_->program, row) > covers_[i].asks() + least_slack;
    slack_for_[i] = slack ? slack_for_[i] + 1 : 0;
  }
  if (covers_.size() < many) return;
  std::vector<int> rows{0};
  std::size_t kept = 0;
  for (std::size_t i = 0; i < covers_.size(); ++i) {
    if (slack_for_[i] > long_time) {
      rows.push_back(static_cast<int>(i) + 1);
      continue;
    }
    if (kept != i) covers_[kept] = std::move(covers_[i]);
    slack_for_[kept++] = slack_for_[i];
  }
  if (rows.size() == 1) return;
  covers_.resize(kept);
  slack_for_.resize(kept);
  glp_del_rows(impl_->program, static_cast<int>(rows.size()) - 1, rows.data());
}

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
