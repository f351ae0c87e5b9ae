// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/thresholds.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "area_ledger.h"
#include "envelope.h"
#include "envelope_changes.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/slope_angle.h"
#include "surface_exact.h"
#include "surfaces_of.h"

namespace plumb::pipeline {
namespace {

Error bad(std::string message) { return {ErrorCode::bad_option, std::move(message), "", 0}; }

// Is an angle at most so many degrees? Rational angles are compared as they are, others by the limit's own decision.
class DegreeBound {
 public:
  explicit DegreeBound(const mpq_class& degrees) : whole_(degrees >= 90) {
    if (!whole_) limit_ = kernel::SlopeLimit::from_degrees(degrees);
  }
  bool at_most(const kernel::ExactNormal& n) const { return whole_ || limit_->is_traversable(n); }
  bool equals(const mpq_class& tan_squared) const { return !whole_ && tan_squared_of(*limit_) == tan_squared; }

 private:
  bool whole_;
  std::optional<kernel::SlopeLimit> limit_;
};

mpq_class plan_area(const kernel::PointTable& points, std::span<const kernel::PointId> c) {
  mpz_class sum = 0;
  for (std::size_t i = 1; i + 1 < c.size(); ++i) {
    const auto local = [&](std::size_t k, int axis) { return mpz_class(points.exact(c[k], axis) - points.exact(c[0], axis)); };
    sum += local(i + 1, 0) * local(i, 1) - local(i, 0) * local(i + 1, 1);
  }
  mpq_class area(sum, 2 * points.denominator() * points.denominator());
  area.canonicalize();
  return area;
}

struct Found {
  mpq_class height;
  PieceChange piece;
};

std::vector<HeightThreshold> by_height(std::vector<Found> found) {
  std::ranges::sort(found, [](const Found& a, const Found& b) {
    const PieceChange &p = a.piece, &q = b.piece;
    return std::tie(a.height, p.change, p.floor, p.ceiling) < std::tie(b.height, q.change, q.floor, q.ceiling);
  });
  std::vector<HeightThreshold> out;
  for (Found& f : found) {
    if (out.empty() || out.back().height != f.height) out.push_back({std::move(f.height), 0, {}});
    out.back().pieces.push_back(std::move(f.piece));
  }
  for (HeightThreshold& t : out)
    t.lost = *balanced_sum(0, t.pieces.size(), 0, [&](std::size_t i) -> std::optional<mpq_class> { return t.pieces[i].lost; });
  return out;
}

}  // namespace

const char* text_of(Change value) {
  constexpr const char* words[] = {"jump", "opens", "closes", "bend"};
  return words[static_cast<std::size_t>(value)];
}

Result<ThresholdQuery> make_threshold_query(const std::string& of, const std::optional<std::string>& range, const BakeOptions& options) {
  ThresholdQuery q;
  if (of != "height" && of != "slope") return bad("--thresholds '" + of + "' is unknown; give height or slope");
  q.of = of == "slope" ? ThresholdsOf::slope : ThresholdsOf::height;
  q.high = q.of == ThresholdsOf::slope ? mpq_class(90) : mpq_class(2 * options.stances.back().height);
  if (!range) return q;
  const std::size_t comma = range->find(',');
  const auto low = kernel::parse_rational(range->substr(0, comma));
  const auto high = comma == std::string::npos ? std::nullopt : kernel::parse_rational(range->substr(comma + 1));
  if (!low || !high) return bad("--range '" + *range + "' is no pair of numbers; give LOW,HIGH, such as 1.7,9/5");
  if (sgn(*low) < 0 || *low >= *high) return bad("--range '" + *range + "' is empty or begins below 0; give LOW,HIGH with 0 <= LOW < HIGH");
  if (q.of == ThresholdsOf::slope && *high > 90) return bad("--range '" + *range + "' ends above 90 degrees; give degrees up to 90");
  q.low = *low;
  q.high = *high;
  return q;
}

SlopeThresholds slope_thresholds(const kernel::PointTable& points, const SurfaceSet& set, const BakeOptions& options,
                                 const ThresholdQuery& query) {
  SlopeThresholds out{options, query, {}, 0, 0};
  const kernel::SlopeLimit limit = slope_limit(options);
  const DegreeBound low(query.low), high(query.high);
  std::map<mpq_class, SlopeThreshold> found;
  std::map<mpq_class, std::vector<mpq_class>> areas;
  for (std::uint32_t id = 0; id < set.surfaces.size(); ++id) {
    const Surface& s = set.surfaces[id];
    out.vertical += s.kind == SurfaceKind::vertical;
    if (s.kind == SurfaceKind::vertical) continue;
    if (options.sides == Sides::up && !s.faces_up) {
      ++out.turned_away;
      continue;
    }
    const auto n = kernel::polygon_normal<mpz_class>(points, set.corners_of(s));
    mpq_class t(n.x * n.x + n.y * n.y, n.z * n.z);
    t.canonicalize();
    if (!high.at_most(n) || (low.at_most(n) && !low.equals(t))) continue;
    areas[t].push_back(plan_area(points, set.corners_of(s)));
    SlopeThreshold& value = found[t];
    if (value.polygons.empty()) {
      value.tan_squared = t;
      value.degrees = slope_degrees(t);
      value.within = limit.is_traversable(n);
    }
    value.polygons.push_back(id);
  }
  for (auto& [t, value] : found) {
    const std::vector<mpq_class>& terms = areas[t];
    value.area = *balanced_sum(0, terms.size(), 0, [&](std::size_t i) -> std::optional<mpq_class> { return terms[i]; });
    out.values.push_back(std::move(value));
  }
  return out;
}

HeightThresholds height_thresholds(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                                   const BakeOptions& options, const ThresholdQuery& query) {
  constexpr std::size_t chunk = 64;
  const std::size_t chunks = (set.surfaces.size() + chunk - 1) / chunk;
  std::vector<std::vector<Found>> parts(chunks);
  parallel_chunks(chunks, options.threads, [&](unsigned) {
    return [&, envelope = Envelope(points, set, index, query.high)](std::size_t c) mutable {
      for (std::size_t i = c * chunk; i < std::min((c + 1) * chunk, set.surfaces.size()); ++i) {
        if (set.surfaces[i].kind != SurfaceKind::traversable) continue;
        EnvelopeChanges changes(points);
        envelope.find(static_cast<std::uint32_t>(i), changes);
        changes.settle([&](mpq_class height, PieceChange piece) {
          if (height < query.low || height > query.high) return;
          piece.floor_face = set.surfaces[piece.floor].face;
          piece.ceiling_face = set.surfaces[piece.ceiling].face;
          parts[c].push_back({std::move(height), std::move(piece)});
        });
      }
    };
  });
  std::vector<Found> all;
  for (auto& part : parts) std::ranges::move(part, std::back_inserter(all));
  return {options, query, by_height(std::move(all))};
}

Result<SlopeThresholds> slope_thresholds(const BakeOptions& options, const ThresholdQuery& query, Progress& progress) {
  StageSeconds seconds;
  Stages stage(progress, 5);
  const auto surfaces = surfaces_of(options, stage, seconds);
  if (!surfaces) return surfaces.error();
  double ignored;
  return stage("slopes", ignored, [&] { return slope_thresholds(surfaces->scene.points, surfaces->set, options, query); });
}

Result<HeightThresholds> height_thresholds(const BakeOptions& options, const ThresholdQuery& query, Progress& progress) {
  StageSeconds seconds;
  Stages stage(progress, 6);
  const auto surfaces = surfaces_of(options, stage, seconds);
  if (!surfaces) return surfaces.error();
  const kernel::PointTable& points = surfaces->scene.points;
  const SurfaceIndex index = stage("index", seconds.index, [&] { return SurfaceIndex(points, surfaces->set); });
  double ignored;
  return stage("envelopes", ignored, [&] { return height_thresholds(points, surfaces->set, index, options, query); });
}

}  // namespace plumb::pipeline
