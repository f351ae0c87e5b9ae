// SPDX-License-Identifier: GPL-3.0-or-later
// Which setting of another baker would mend the causes of an audit.
// Problem: each cause holds by a condition on the baker's settings (docs/reference/audit.md#causes). Solved for one of
// them, the condition says from which value on it no longer holds at a place.
// 1. find_mends() asks, for each cause that has an area, the function that solves its condition:
//    - `height`: headroom < stance + 3 CH, so CH of at most a third of what the headroom has over the stance;
//    - `filter`: slope > (climb - CH) / 2 CS, so CS of at most (climb - CH) / 2 slope;
//    - `region`: area < min_region CS^2, so the least region is no larger than the component;
//    - `border`: with the level's radius if the baker has another one; else cells of half the size, with which the
//      border may be half as far from the true one;
//    - `climb`, `blocked`, `too_close`, `steep`: the agent's own numbers, or the filter that accepts low obstacles.
//    Where pieces ask for different values, half_value() takes the one with which half of the floor is mended: the last
//    corner under a sloping ceiling would ask for cells without size.
// 2. words_of_setting() has the name and the unit that a baker has for it. Values are rounded to four digits, to the
//    side on which the condition does not hold (rounded_safely), so that a person can enter them.
// Cost: n log n for n pieces. Exact: conditions are solved in fractions.
// Sources: Recast.h (rcConfig), NavigationMesh of Godot 4, NavMeshBuildSettings of Unity.
#include "report/mends.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/elementary.h"
#include "report/figures.h"

namespace plumb::pipeline {
namespace {

// A value of a setting that mends a piece, and that piece's area.
struct Wish {
  mpq_class at_most;
  const mpq_class* area;
};

mpq_class power_of_ten(int exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? mpq_class(1) / power : mpq_class(power);
}

// A decimal of four digits, not above the value, or not below it. Requires a value above 0.
mpq_class rounded_safely(const mpq_class& value, bool at_most) {
  constexpr int digits = 4;
  const double about = value.get_d();
  if (!(about > 0) || !std::isfinite(about)) return value;
  const mpq_class step = power_of_ten(kernel::floor_log10(about) + 1 - digits);
  const mpq_class steps = value / step;
  mpz_class whole;
  if (at_most) mpz_fdiv_q(whole.get_mpz_t(), steps.get_num_mpz_t(), steps.get_den_mpz_t());
  else mpz_cdiv_q(whole.get_mpz_t(), steps.get_num_mpz_t(), steps.get_den_mpz_t());
  return whole * step;
}

// The greatest value with which half of the area that has wishes, and `without`, is mended; none if there is none above
// 0. `mended`: the area that is mended then.
std::optional<mpq_class> half_value(std::vector<Wish> wishes, const AreaTotal& all, AreaTotal& mended) {
  std::ranges::stable_sort(wishes, std::ranges::greater(), &Wish::at_most);
  std::optional<mpq_class> out;
  for (const Wish& w : wishes) {
    if (sgn(w.at_most) <= 0) break;
    if (out && w.at_most < *out && compare_share(mended, mpq_class(1) / 2, all) >= 0) break;
    out = w.at_most;
    mended.add(*w.area);
  }
  return out;
}

// Files store settings in binary32: what is equal there is the same setting.
int compare_binary32(const mpq_class& a, const mpq_class& b) {
  const float x = kernel::nearest_float(a), y = kernel::nearest_float(b);
  return x < y ? -1 : y < x ? 1 : 0;
}

std::string decimal(const mpq_class& value) { return kernel::complete_decimal(value).value_or(value.get_str()); }

// A setting's name, and its value in the unit that the baker has for it.
std::string words_of_setting(BakerName name, const Mend& mend, const BakerSettings& baker) {
  const std::string bound = mend.at_most ? " at most " : " at least ";
  const auto plain = [&](const char* recast, const char* godot, const char* unity) {
    return (name == BakerName::recast  ? recast
            : name == BakerName::godot ? godot
                                       : unity) +
           bound + decimal(*mend.value);
  };
  // Recast's rcConfig has lengths of the agent in cells.
  const auto in_cells = [&](const char* recast, const std::optional<mpq_class>& cell, const char* godot,
                            const char* unity) {
    const std::string out = plain(recast, godot, unity);
    return name == BakerName::recast
               ? out + (cell ? " (over its cells of " + decimal(*cell) + ")" : " (over its cells)")
               : out;
  };
  switch (mend.setting) {
    case BakerSetting::cell_size: return plain("cs", "cell_size", "voxelSize");
    case BakerSetting::cell_height: return plain("ch", "cell_height", "voxelSize");
    case BakerSetting::height: return in_cells("walkableHeight", baker.cell_height, "agent_height", "agentHeight");
    case BakerSetting::radius: return in_cells("walkableRadius", baker.cell_size, "agent_radius", "agentRadius");
    case BakerSetting::climb: return in_cells("walkableClimb", baker.cell_height, "agent_max_climb", "agentClimb");
    case BakerSetting::slope: return plain("walkableSlopeAngle", "agent_max_slope", "agentSlope");
    case BakerSetting::min_region: {
      if (name == BakerName::unity) return "minRegionArea" + bound + decimal(*mend.value);
      mpz_class cells;  // whole ones
      const mpq_class in_cells_squared = *mend.value / (*baker.cell_size * *baker.cell_size);
      mpz_fdiv_q(cells.get_mpz_t(), in_cells_squared.get_num_mpz_t(), in_cells_squared.get_den_mpz_t());
      if (name == BakerName::recast) return "minRegionArea" + bound + cells.get_str() + " cells";
      return "region_min_size" + bound + mpz_class(sqrt(cells)).get_str() + ", which Godot squares";
    }
    case BakerSetting::detail_error:
      if (name == BakerName::unity) return "";
      if (name == BakerName::recast) return "detailSampleMaxError" + bound + decimal(*mend.value);
      return "detail_sample_max_error" + bound + decimal(rounded_safely(*mend.value / *baker.cell_height, true)) +
             " cell_height";
    case BakerSetting::low_obstacles:
      if (name == BakerName::recast) return "rcFilterLowHangingWalkableObstacles left out";
      return name == BakerName::godot ? "filter_low_hanging_obstacles off" : "";
  }
  return "";
}

class MendFinder {
 public:
  explicit MendFinder(const AuditFacts& facts) : f_(facts), b_(facts.baker) {}

  Mend find(const AuditFacts::CauseTotal& c) {
    Mend out{c.cause, BakerSetting::cell_size, true, {}, ""};
    AreaTotal mended;
    std::string how;
    solve(c, out, mended, how);
    if (!out.value && out.setting != BakerSetting::low_obstacles) return out;
    if (out.value && sgn(*out.value) > 0) out.value = rounded_safely(*out.value, out.at_most);
    out.text = words_of_setting(*f_.options.baker, out, b_);
    if (out.text.empty()) return out;
    const Figures figures(f_);
    if (mended.terms() > 0) how = "for " + figures.area(mended) + " of " + figures.area(c.area);
    if (!how.empty()) out.text += ", " + how;
    return out;
  }

 private:
  void solve(const AuditFacts::CauseTotal& c, Mend& out, AreaTotal& mended, std::string& how) const {
    const mpq_class& radius = f_.options.level.radius;
    const auto set = [&](BakerSetting setting, bool at_most, std::optional<mpq_class> value) {
      out.setting = setting;
      out.at_most = at_most;
      out.value = std::move(value);
    };
    switch (c.cause) {
      case Cause::height:
      case Cause::eroded:
        set(BakerSetting::cell_height, true, headroom_value(mended));
        if (c.cause == Cause::height) return;
        mended = {};
        how = "as for height";
        return;
      case Cause::filter: return set(BakerSetting::cell_size, true, slope_value(c.area, mended));
      case Cause::region: return set(BakerSetting::min_region, true, region_value(c.area, mended));
      case Cause::near_border:
        if (b_.radius && compare_binary32(*b_.radius, radius) > 0) return set(BakerSetting::radius, true, radius);
        return half_cells(out, how);
      case Cause::beyond_border:
        if (b_.radius && compare_binary32(*b_.radius, radius) < 0) return set(BakerSetting::radius, false, radius);
        return half_cells(out, how);
      case Cause::drift_missing: {
        const mpq_class room = std::min(f_.window.below, f_.window.above) - b_.cell_height.value_or(0);
        if (b_.cell_height && sgn(room) > 0) set(BakerSetting::detail_error, true, room);
        return;
      }
      case Cause::climb: return set(BakerSetting::low_obstacles, true, {});
      case Cause::blocked:
        if (!b_.height || compare_binary32(*b_.height, f_.stance_height) < 0)
          set(BakerSetting::height, false, f_.stance_height);
        return;
      case Cause::too_close:
        if (!b_.radius || compare_binary32(*b_.radius, radius) < 0) set(BakerSetting::radius, false, radius);
        return;
      case Cause::steep: return set(BakerSetting::slope, true, f_.options.level.slope);
      default: return;
    }
  }

  void half_cells(Mend& out, std::string& how) const {
    out.value = *b_.cell_size / 2;
    how = "for a border half as far from the true one";
  }

  template <class Value>
  std::optional<mpq_class> value_of_pieces(Cause cause, const AreaTotal& all, AreaTotal& mended, Value&& value) const {
    std::vector<Wish> wishes;
    for (const Difference& d : f_.missing_pieces.pieces)
      if (d.cause == cause) wishes.push_back({value(d), &d.area});
    return half_value(std::move(wishes), all, mended);
  }
  std::optional<mpq_class> headroom_value(AreaTotal& mended) const {
    const auto at = std::ranges::find(f_.causes, Cause::height, &AuditFacts::CauseTotal::cause);
    return value_of_pieces(Cause::height, at->area, mended,
                           [&](const Difference& d) -> mpq_class { return (*d.headroom - f_.stance_height) / 3; });
  }
  std::optional<mpq_class> slope_value(const AreaTotal& all, AreaTotal& mended) const {
    const mpq_class room = *b_.climb - *b_.cell_height;
    return value_of_pieces(Cause::filter, all, mended, [&](const Difference& d) -> mpq_class {
      const kernel::ExactPlane plane = f_.comparison.truth.plane(d.face);
      return room / (2 * std::max<mpq_class>(abs(plane.x[0]), abs(plane.x[1])));
    });
  }
  // What is missing of a component is no larger than the component.
  std::optional<mpq_class> region_value(const AreaTotal& all, AreaTotal& mended) const {
    std::map<std::uint32_t, AreaTotal> sums;
    for (const Finding& finding : f_.findings)
      if (const auto at = finding.causes.find(Cause::region); at != finding.causes.end())
        sums[finding.component].add(at->second);
    std::vector<mpq_class> areas;
    for (const auto& [component, sum] : sums) areas.push_back(*sum.exact(0));
    std::vector<Wish> wishes;
    for (const mpq_class& area : areas) wishes.push_back({area, &area});
    return half_value(std::move(wishes), all, mended);
  }

  const AuditFacts& f_;
  const BakerSettings& b_;
};

}  // namespace

std::vector<Mend> find_mends(const AuditFacts& facts) {
  std::vector<Mend> out;
  MendFinder finder(facts);
  for (const AuditFacts::CauseTotal& c : facts.causes) out.push_back(finder.find(c));
  return out;
}

}  // namespace plumb::pipeline
