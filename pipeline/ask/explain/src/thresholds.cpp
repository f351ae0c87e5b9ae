// SPDX-License-Identifier: GPL-3.0-or-later
// The slopes, heights and radii at which a level changes (docs/guide/explain.md, Thresholds). Problem. Slopes: list the
// squared tangents of all polygons, with the area of each. Heights: A(h), the area with clearance h or more over all
// floors, is a piecewise polynomial of degree 2 at most. List the heights at which it changes its form, what is lost
// there, and what is left.
// 1. make_threshold_query() reads the kind, the range and, for radii, the window.
// 2. slope_thresholds() groups the polygons by their squared tangent in a map and adds up their areas.
// 3. height_thresholds() goes over the floors in chunks, in parallel. For each, Envelope finds the lower envelope of
//    the polygons above it, cell by cell, and EnvelopeChanges turns the cells into changes of the area (jump, opens,
//    closes, bend).
// 4. find_changes() keeps the changes in the range, and all losses up to its end; by_height() sorts the changes and
//    groups those of one height.
// 5. areas_left() adds up what is left at each height, exactly (ParabolaSum) or, where that grows too long, in
//    multiples of a small power of two (FixedSum).
// 6. radius_thresholds() cuts and links the level, takes the passages between stretches of border that face each other
//    (passages.h), and keeps those over a floor (Floors).
// Cost. Slopes O(N log N). Heights: about n log n for a floor under n scattered polygons, times the cells that they
// leave; memory: all changes up to the end of the range.
// Exactness. Slopes, heights and losses are fractions. A slope is compared with a limit in degrees by that limit's own
// exact decision. Areas left are exact up to a length and doubles beyond it.
// Source: ours.
#include "plumb/pipeline/thresholds.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "envelope.h"
#include "near_border.h"
#include "on_level.h"
#include "passages.h"
#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/setting_table.h"
#include "plumb/pipeline/stage_settings.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t bits_per_digit = 16;  // 3.3 in the result, and more on the way there

// The coefficients of 1, h and h^2 of a term of the area.
using Coefficients = std::array<mpq_class, 3>;

Coefficients coefficients(const AreaLoss& l) {
  const mpq_class bent = l.bend * l.height;
  return {mpq_class((l.rate - bent) * l.height - l.jump), mpq_class(2 * bent - l.rate), mpq_class(-l.bend)};
}

// A sum of parabolas over one common denominator. The sum grows long, its terms do not: so adding a term takes time in
// proportion to the sum, and only values that are asked for are put in lowest terms. The sum is given up when the
// denominator has more than limit_bits (0: never).
class ParabolaSum {
 public:
  explicit ParabolaSum(std::size_t limit_bits) : limit_bits_(limit_bits) {}

  void add(const std::vector<Coefficients>& terms) {
    for (std::size_t k = 0; k < 3 && !given_up_; ++k) {
      const auto term = kernel::balanced_sum(0, terms.size(), limit_bits_,
                                             [&](std::size_t i) -> std::optional<mpq_class> { return terms[i][k]; });
      if (term) add(k, *term);
      given_up_ = !term || (limit_bits_ && mpz_sizeinbase(denominator_.get_mpz_t(), 2) > limit_bits_);
    }
  }

  std::optional<mpq_class> at(const mpq_class& h) const {
    if (given_up_) return std::nullopt;
    const mpz_class &p = h.get_num(), &q = h.get_den();
    mpq_class value((numerators_[2] * p + numerators_[1] * q) * p + numerators_[0] * q * q, denominator_ * q * q);
    value.canonicalize();
    return value;
  }

 private:
  void add(std::size_t k, const mpq_class& term) {
    mpz_class scale, times;
    mpz_gcd(scale.get_mpz_t(), denominator_.get_mpz_t(), term.get_den_mpz_t());
    mpz_divexact(scale.get_mpz_t(), term.get_den_mpz_t(), scale.get_mpz_t());
    if (scale != 1) {
      denominator_ *= scale;
      for (mpz_class& n : numerators_) n *= scale;
    }
    mpz_divexact(times.get_mpz_t(), denominator_.get_mpz_t(), term.get_den_mpz_t());
    numerators_[k] += times * term.get_num();
  }

  std::size_t limit_bits_;
  bool given_up_ = false;
  std::array<mpz_class, 3> numerators_ = {0, 0, 0};
  mpz_class denominator_ = 1;
};

// The same in multiples of 2^-places, with each coefficient rounded down: the sum of n terms is off by less than n * (1
// + h + h^2) * 2^-places, however large they are and however much cancels.
class FixedSum {
 public:
  void add(const Coefficients& term) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (term[k] == 0) continue;
      mpz_class scaled = term[k].get_num() << places;
      mpz_fdiv_q(scaled.get_mpz_t(), scaled.get_mpz_t(), term[k].get_den_mpz_t());
      sums_[k] += scaled;
    }
  }

  // Rounded to a multiple of 2^-200, so that an area of which nothing is left is 0.
  mpq_class at(const mpq_class& h) const {
    mpz_class whole =
        ((sums_[2] * h.get_num() / h.get_den() + sums_[1]) * h.get_num() / h.get_den() + sums_[0]) >> (places - 201);
    whole = (whole + 1) >> 1;
    mpq_class value(whole, mpz_class(1) << 200);
    value.canonicalize();
    return value;
  }

 private:
  static constexpr unsigned places = 1024;
  std::array<mpz_class, 3> sums_ = {0, 0, 0};
};

// What is left of some areas at each of the given heights: their sum less all losses below the height. It is exact up
// to `exact_digits` characters (0: any), and given up when a partial sum has a denominator of about five times as
// many. The approximation, before it is rounded to a double, is within 2^-200 of the truth for heights below 2^300.
// Requires ascending heights.
std::vector<kernel::Area> areas_left(const std::vector<mpq_class>& areas, std::vector<AreaLoss> losses,
                                     const std::vector<mpq_class>& heights, std::uint64_t exact_digits) {
  std::ranges::sort(losses, {}, &AreaLoss::height);  // the order of equal heights does not matter: sums are exact
  const std::size_t limit_bits = std::min<std::uint64_t>(exact_digits, std::uint64_t{1} << 40) * bits_per_digit;
  std::vector<kernel::Area> out;
  ParabolaSum sum(limit_bits);
  FixedSum fixed;
  std::vector<Coefficients> terms;
  for (const mpq_class& a : areas) terms.push_back({a, 0, 0});
  auto next = losses.begin();
  for (const mpq_class& height : heights) {
    for (; next != losses.end() && next->height < height; ++next) terms.push_back(coefficients(*next));
    for (const Coefficients& t : terms) fixed.add(t);
    sum.add(terms);
    terms.clear();
    const mpq_class approx = fixed.at(height);
    out.push_back({sum.at(height), kernel::nearest_double(approx)});
    kernel::drop_longer(out.back().exact, exact_digits);
  }
  return out;
}

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
  std::vector<AreaLoss> losses;  // all up to the end of the range
  std::vector<mpq_class> owned_areas;
};

void find_changes(Envelope& envelope, EnvelopeChanges changes, std::uint32_t floor, const SurfaceSet& set,
                  const ThresholdQuery& query, FloorChanges& out) {
  envelope.find(floor, changes);
  out.owned_areas.push_back(envelope.owned_area());
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

ExactPoint middle(const std::array<ExactPoint, 2>& ends) {
  return {(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2, (ends[0][2] + ends[1][2]) / 2};
}

// Says where stances can stand.
class Floors {
 public:
  Floors(const SceneSurfaces& level, const SurfaceIndex& index, const StanceMap& map)
      : points_(level.scene.points),
        set_(level.set),
        index_(index),
        geometry_(points_, set_, map),
        cells_(set_.surfaces.size()) {
    for (const vcd::Cell& c : map.table.cells) cells_[c.surface].push_back(&c);
  }

  /// Whether a stance stands at a place, z up, or on a floor over or under it within the window.
  bool hold(const ExactPoint& place, kernel::Label stance, const mpq_class& window) {
    const auto beside = [&](const mpq_class& by) -> ExactPoint { return {place[0], place[1], place[2] + by}; };
    bool found = false;
    index_.query(rounded_box(points_, beside(-window), beside(window)), [&](std::uint32_t surface) {
      if (found || cells_[surface].empty()) return;
      const auto plane = kernel::exact_plane(points_, set_.corners_of(set_.surfaces[surface]));
      if (abs(plane.height(place[0], place[1]) - place[2]) >= window) return;
      for (const vcd::Cell* c : cells_[surface])
        found =
            found || (c->label >= stance && kernel::projection_contains(geometry_.vertices(*c), {place[0], place[1]}));
    });
    return found;
  }

 private:
  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  CellGeometry geometry_;
  std::vector<std::vector<const vcd::Cell*>> cells_;  // by surface
};

RadiusPassage passage(const SceneSurfaces& level, const Border& border, const FoundPassage& found, bool closes,
                      UpAxis up) {
  RadiusPassage out;
  for (std::size_t k = 0; k < 2; ++k) {
    const BorderStretch& s = border.stretches[found.stretches[k]];
    out.sides[k] = {to_input_frame(found.ends[k], up),
                    {to_input_frame(exact_end(level.scene.points, border.ends[s.from]), up),
                     to_input_frame(exact_end(level.scene.points, border.ends[s.to]), up)},
                    s.surface,
                    level.set.surfaces[s.surface].face};
  }
  out.place = to_input_frame(middle(found.ends), up);
  out.stances = found.stances;
  out.closes = closes;
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
    const auto end = [&](const std::string& text) -> std::optional<mpq_class> {
      mpq_class value;
      const LevelUnit* const unit = q.of == ThresholdsOf::slope ? nullptr : &options.unit;
      return read_rational("--range", text, value, unit) ? std::nullopt : std::optional(value);
    };
    const auto low = end(range->substr(0, comma));
    const auto high = comma == std::string::npos ? std::nullopt : end(range->substr(comma + 1));
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
    std::ranges::move(part.owned_areas, std::back_inserter(all.owned_areas));
  }
  HeightThresholds out{options, query, by_height(std::move(all.found))};
  if (query.jumps_only) std::erase_if(out.values, [](const HeightThreshold& t) { return t.lost == 0; });
  std::vector<mpq_class> heights;
  for (const HeightThreshold& t : out.values) heights.push_back(t.height);
  std::vector<kernel::Area> left = areas_left(all.owned_areas, std::move(all.losses), heights, options.exact_digits);
  for (std::size_t i = 0; i < left.size(); ++i) out.values[i].left = std::move(left[i]);
  return out;
}

Result<SlopeThresholds> slope_thresholds(const BakeOptions& given, const ThresholdQuery& asked, Progress& progress) {
  return answer_checked(given, asked, [&](const BakeOptions& options, const ThresholdQuery& query) {
    return unless_cancelled(progress, [&]() -> Result<SlopeThresholds> {
      Stages stage(progress, read_stage + surface_stages(options.solids) + std::vector<Stage>{{"slopes", 10}});
      const auto surfaces = load_surfaces(options, stage);
      if (!surfaces) return surfaces.error();
      return stage("slopes", [&] { return slope_thresholds(surfaces->scene.points, surfaces->set, options, query); });
    });
  });
}

Result<HeightThresholds> height_thresholds(const BakeOptions& given, const ThresholdQuery& asked, Progress& progress) {
  return answer_checked(given, asked, [&](const BakeOptions& options, const ThresholdQuery& query) {
    return unless_cancelled(progress, [&]() -> Result<HeightThresholds> {
      Stages stage(progress,
                   read_stage + indexed_surface_stages(options.solids) + std::vector<Stage>{{"envelopes", 200}});
      const auto found = load_indexed_surfaces(options, stage);
      if (!found) return found.error();
      return stage("envelopes", [&] {
        return height_thresholds(found->level.scene.points, found->level.set, found->index, options, query);
      });
    });
  });
}

RadiusThresholds radius_thresholds_on(const SceneSurfaces& level, const SurfaceIndex& index, const LinkedMap& linked,
                                      const BakeOptions& options, const ThresholdQuery& query) {
  const Border border = border_of(level.scene.points, level.set, linked.map, linked.graph);
  const PassageFinder finder(level.scene.points, border, query.window);
  RadiusThresholds out{options, query, {}};
  out.options.window = query.window;
  Floors floors(level, index, linked.map);
  for (const FoundPassage& p : finder.find(2 * query.low, 2 * query.high, options.threads)) {
    const bool closes = p.closes && floors.hold(middle(p.ends), p.stances.back(), query.window);
    if (query.jumps_only && !closes) continue;
    const mpq_class squared_radius = p.squared_width / 4;
    if (out.values.empty() || out.values.back().squared_radius != squared_radius)
      out.values.push_back({squared_radius, root_of(squared_radius), {}});
    out.values.back().passages.push_back(passage(level, border, p, closes, options.up));
  }
  return out;
}

Result<RadiusThresholds> radius_thresholds(const BakeOptions& given, const ThresholdQuery& asked, Progress& progress) {
  return answer_checked(given, asked, [&](const BakeOptions& options, const ThresholdQuery& query) {
    return unless_cancelled(progress, [&]() -> Result<RadiusThresholds> {
      Stages stage(progress, read_stage + indexed_surface_stages(options.solids) + link_stages(options.solids) +
                                 std::vector<Stage>{{"passages", 10}});
      const auto found = load_indexed_surfaces(options, stage);
      if (!found) return found.error();
      kernel::LadderCounts counts;
      const LinkedMap linked = link_surfaces(found->level, found->index, link_settings(options), stage, counts);
      return stage("passages",
                   [&] { return radius_thresholds_on(found->level, found->index, linked, options, query); });
    });
  });
}

}  // namespace plumb::pipeline
