// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/reachability.h"
#include "reach/limit_search.h"
#include "reach/trial_level.h"

namespace plumb::pipeline {

/// At an open end of a range the value tried is this share of the range's length from it.
inline mpq_class hair(const mpq_class& length) { return shifted(length, 30); }

/// Varies the parameters of a level, one at a time or two. Keeps references.
class ReachSearch {
 public:
  ReachSearch(TrialLevel& level, const BakeOptions& options, const ReachQuery& query, Progress& progress);

  /// Whether the places are joined with the values as given.
  bool reached() const { return reached_; }
  /// What keeps the stance from standing at a place.
  std::optional<ReachBlock> blocked(std::size_t end);

  /// The limit of one parameter, the others as given.
  ReachLimit limit(ReachParameter parameter);
  /// What the polygon for the disc has decided otherwise than the disc would: as the limit of the radius tells, or a
  /// polygon of 128 points where that limit was not asked for. Requires a radius.
  std::optional<ReachDisc> disc();
  /// Pairs of the query's parameters that join the places, if none does alone.
  std::vector<ReachPair> pairs();

 private:
  using Candidates = std::function<std::vector<mpq_class>(const mpq_class&, const mpq_class&)>;
  /// A limit, and a trial that joins the places, as near to it as was asked.
  struct Found {
    ReachLimit limit;
    Trial open;
  };

  Trial with(const Trial& base, ReachParameter parameter, const mpq_class& x) const;
  bool joins(ReachParameter parameter, const mpq_class& x);
  unsigned most(ReachParameter parameter) const;
  unsigned left() const;

  Found find(ReachParameter parameter, const Trial& base, bool reached);
  Found search(const mpq_class& given, const mpq_class& loosest, const mpq_class& strictest, LimitSearch how);
  Found at_limit(const mpq_class& yes, const mpq_class& no, LimitSearch how);
  Found none(ReachLimit::Kind kind) const;
  std::unique_ptr<TrialGraph> graph(const mpq_class& x, bool joined);
  Found radius_limit();
  Found slope_limit_of();
  Found weld_limit();
  Found between_gaps(mpq_class wide, mpq_class narrow);
  std::vector<mpq_class> gaps(const mpq_class& narrow, const mpq_class& wide);
  Candidates heights();
  mpq_class tan_squared(kernel::PolygonId p) const;
  std::vector<kernel::PolygonId> steep(const mpq_class& slope, const BlockedPlace& end) const;
  mpq_class least_height(const Trial& base) const;
  std::optional<mpq_class> file_decimal(const ReachLimit& limit) const;
  std::optional<mpq_class> file_decimal(const mpq_class& value, bool is_ratio) const;
  std::uint32_t points_that_join(Trial trial, bool joined) const;
  std::optional<Trial> loosened(const Trial& base, ReachParameter parameter) const;
  std::vector<ReachPair> pairs_of(ReachParameter p, ReachParameter q, const Trial& loose);

  TrialLevel& level_;
  const BakeOptions& options_;
  const ReachQuery& query_;
  Progress& progress_;
  std::unique_ptr<TrialGraph> given_;  // until blocked() has been asked of both places
  bool reached_;

  // Of the parameter at work: the others as in base_, which joins the places if base_reached_.
  ReachParameter parameter_ = ReachParameter::height;
  Trial base_;
  bool base_reached_ = false;
  unsigned begun_ = 0;  // bakes before
  struct Asked {
    mpq_class x;
    std::unique_ptr<TrialGraph> graph;
  };
  std::array<std::optional<Asked>, 2> asked_;  // the last values that parted and that joined the places

  double done_ = 0;     // share of the parameters
  mpq_class farthest_;  // no coordinate is greater
  std::optional<bool> disc_passes_;
};

}  // namespace plumb::pipeline
