// SPDX-License-Identifier: GPL-3.0-or-later
// The slopes and the heights at which a level changes (docs/guide/explain.md, Thresholds of slope, Thresholds of
// height). Problem. Slopes: list the squared tangents of all polygons, with the area of each. Heights: A(h), the area
// with clearance h or more over all floors, is a piecewise polynomial of degree 2 at most. List the heights at which it
// changes its form, what is lost there, and what is left.
// 1. make_threshold_query() reads the kind, the range and, for radii, the window.
// 2. slope_thresholds() groups the polygons by their squared tangent in a map and adds up their areas.
// 3. height_thresholds() goes over the floors in chunks, in parallel. For each, Envelope finds the lower envelope of
//    the polygons above it, cell by cell, and EnvelopeChanges turns the cells into changes of the area (jump, opens,
//    closes, bend).
// 4. find_changes() keeps the changes in the range, and all losses up to its end; by_height() sorts the changes and
//    groups those of one height.
// 5. areas_left() adds up what is left at each height.
// Thresholds of radius are in radius_thresholds.cpp.
// Cost. Slopes O(N log N). Heights: about n log n for a floor under n scattered polygons, times the cells that they
// leave; memory: all changes up to the end of the range.
// Exactness. Slopes, heights and losses are fractions. A slope is compared with a limit in degrees by that limit's own
// exact decision. Areas left are exact up to a length and doubles beyond it.
// Source: ours.
#include "plumb/pipeline/thresholds.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "area_left.h"
#include "envelope.h"
#include "envelope_changes.h"
#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/number.h"
#include "plumb/kernel/slope_angle.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

// Compares slopes with an angle in degrees, exactly, by the decision of SlopeLimit; 90 degrees and more bound nothing.
class DegreeBound {
 public:
  explicit DegreeBound(const mpq_class& degrees) : whole_(degrees >= 90) {
    if (!whole_) limit_ = kernel::SlopeLimit::from_degrees(degrees);
  }
  bool at_most(const kernel::ExactNormal& n) const { return whole_ || limit_->is_traversable(n); }
  bool equals(const mpq_class& tan_squared) const { return !whole_ && kernel::tan_squared_of(*limit_) == tan_squared; }

 private:
  bool whole_;
  std::optional<kernel::SlopeLimit> limit_;
};

mpq_class sum_of(const std::vector<mpq_class>& terms) {
  return *kernel::balanced_sum(0, terms.size(), 0, [&](std::size_t i) -> std::optional<mpq_class> { return terms[i]; });
}

struct Found {
  mpq_class height;
  PieceChange piece;
};

// The changes that some floors contribute.
struct FloorChanges {
  std::vector<Found> found;
  std::vector<AreaLoss> losses;      // all up to the end of the range
  std::vector<mpq_class> uncovered;  // areas
};

void find_changes(Envelope& envelope, EnvelopeChanges changes, std::uint32_t floor, const SurfaceSet& set,
                  const ThresholdQuery& query, FloorChanges& out) {
  envelope.find(floor, changes);
  out.uncovered.push_back(envelope.uncovered_area());
  changes.settle([&](AreaLoss loss, PieceChange piece) {
    if (loss.height > query.high) return;
    if (loss.height >= query.low) {
      piece.floor_face = set.surfaces[piece.floor].face;
      piece.ceiling_face = set.surfaces[piece.ceiling].face;
      out.found.push_back({loss.height, std::move(piece)});
    }
    out.losses.push_back(std::move(loss));
  });
}

std::vector<HeightThreshold> by_height(std::vector<Found> found) {
  std::ranges::sort(found, [](const Found& a, const Found& b) {
    const PieceChange &p = a.piece, &q = b.piece;
    return std::tie(a.height, p.change, p.floor, p.ceiling) < std::tie(b.height, q.change, q.floor, q.ceiling);
  });
  std::vector<HeightThreshold> out;
  for (Found& f : found) {
    if (out.empty() || out.back().height != f.height) out.push_back({std::move(f.height), {}, 0, {}});
    out.back().pieces.push_back(std::move(f.piece));
  }
  for (HeightThreshold& t : out)
    t.lost = *kernel::balanced_sum(0, t.pieces.size(), 0,
                                   [&](std::size_t i) -> std::optional<mpq_class> { return t.pieces[i].lost; });
  return out;
}

}  // namespace

const char* text_of(PieceChangeKind value) {
  constexpr const char* words[] = {"jump", "opens", "closes", "bend"};
  return words[static_cast<std::size_t>(value)];
}

const char* text_of(ThresholdsOf value) {
  constexpr const char* words[] = {"slope", "height", "radius"};
  return words[static_cast<std::size_t>(value)];
}

Result<ThresholdQuery> make_threshold_query(const std::string& of, const std::optional<std::string>& range,
                                            bool jumps_only, const BakeArguments& level, const BakeOptions& options) {
  ThresholdQuery q;
  for (const ThresholdsOf kind : {ThresholdsOf::slope, ThresholdsOf::height, ThresholdsOf::radius})
    if (of == text_of(kind)) q.of = kind;
  if (of != text_of(q.of)) return bad_option("--thresholds '" + of + "' is unknown; give height, slope or radius");
  q.jumps_only = jumps_only;
  if (jumps_only && q.of == ThresholdsOf::slope)
    return bad_option("--jumps goes with --thresholds height and radius; leave it out");
  const mpq_class& highest = options.stances.back().height;
  q.high = q.of == ThresholdsOf::slope    ? mpq_class(90)
           : q.of == ThresholdsOf::height ? mpq_class(2 * highest)
                                          : mpq_class(highest / 2);
  if (range) {
    const std::size_t comma = range->find(',');
    const auto low = kernel::parse_rational(range->substr(0, comma));
    const auto high = comma == std::string::npos ? std::nullopt : kernel::parse_rational(range->substr(comma + 1));
    if (!low || !high)
      return bad_option("--range '" + *range + "' is no pair of numbers; give LOW,HIGH, such as 1.7,9/5");
    if (sgn(*low) < 0 || *low >= *high)
      return bad_option("--range '" + *range + "' is empty or begins below 0; give LOW,HIGH with 0 <= LOW < HIGH");
    if (q.of == ThresholdsOf::slope && *high > 90)
      return bad_option("--range '" + *range + "' ends above 90 degrees; give degrees up to 90");
    q.low = *low;
    q.high = *high;
  }
  if (q.of == ThresholdsOf::radius) {
    BakeArguments greatest = level;
    greatest.radius = q.high.get_str();
    const auto with_radius = make_bake_options(greatest);
    if (!with_radius) return with_radius.error();
    q.window = with_radius->window;
  }
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
    areas[t].push_back(kernel::plan_area(points, set.corners_of(s)));
    SlopeThreshold& value = found[t];
    if (value.polygons.empty()) {
      value.tan_squared = t;
      value.degrees = kernel::slope_degrees(t);
      value.within = limit.is_traversable(n);
    }
    value.polygons.push_back(id);
    value.faces.push_back(s.face);
  }
  for (auto& [t, value] : found) {
    value.area = sum_of(areas[t]);
    out.values.push_back(std::move(value));
  }
  return out;
}

HeightThresholds height_thresholds(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                                   const BakeOptions& options, const ThresholdQuery& query) {
  constexpr std::size_t chunk = 64;
  const std::size_t chunks = (set.surfaces.size() + chunk - 1) / chunk;
  std::vector<FloorChanges> parts(chunks);
  parallel_chunks(chunks, options.threads, [&](unsigned) {
    return [&, envelope = Envelope(points, set, index, query.high)](std::size_t c) mutable {
      for (std::size_t i = c * chunk; i < std::min((c + 1) * chunk, set.surfaces.size()); ++i)
        if (set.surfaces[i].kind == SurfaceKind::traversable)
          find_changes(envelope, EnvelopeChanges(points), static_cast<std::uint32_t>(i), set, query, parts[c]);
    };
  });
  FloorChanges all;
  for (FloorChanges& part : parts) {
    std::ranges::move(part.found, std::back_inserter(all.found));
    std::ranges::move(part.losses, std::back_inserter(all.losses));
    std::ranges::move(part.uncovered, std::back_inserter(all.uncovered));
  }
  HeightThresholds out{options, query, by_height(std::move(all.found))};
  if (query.jumps_only) std::erase_if(out.values, [](const HeightThreshold& t) { return t.lost == 0; });
  std::vector<mpq_class> heights;
  for (const HeightThreshold& t : out.values) heights.push_back(t.height);
  std::vector<kernel::Area> left = areas_left(all.uncovered, std::move(all.losses), heights, options.exact_digits);
  for (std::size_t i = 0; i < left.size(); ++i) out.values[i].left = std::move(left[i]);
  return out;
}

Result<SlopeThresholds> slope_thresholds(const BakeOptions& options, const ThresholdQuery& query, Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<SlopeThresholds> {
    Stages stage(progress, read_stage + surface_stages(options.solids) + std::vector<Stage>{{"slopes", 10}});
    const auto surfaces = load_surfaces(options, stage);
    if (!surfaces) return surfaces.error();
    return stage("slopes", [&] { return slope_thresholds(surfaces->scene.points, surfaces->set, options, query); });
  });
}

Result<HeightThresholds> height_thresholds(const BakeOptions& options, const ThresholdQuery& query,
                                           Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<HeightThresholds> {
    Stages stage(progress,
                 read_stage + indexed_surface_stages(options.solids) + std::vector<Stage>{{"envelopes", 200}});
    const auto found = load_indexed_surfaces(options, stage);
    if (!found) return found.error();
    return stage("envelopes", [&] {
      return height_thresholds(found->level.scene.points, found->level.set, found->index, options, query);
    });
  });
}

}  // namespace plumb::pipeline
