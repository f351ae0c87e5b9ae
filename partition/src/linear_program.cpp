// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear_program.h"

#include <glpk.h>

#include "plumb/kernel/error_bound.h"

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

}  // namespace plumb::partition
