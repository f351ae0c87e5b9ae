// SPDX-License-Identifier: GPL-3.0-or-later
// What lets one place be reached from another, against bakes.
// 1. draw_level() draws a small level whose heights, slopes and gaps are multiples of eighths and sixteenths.
// 2. compare() asks for all limits, and bakes the level at every third sixteenth and a hair around each limit: a
//    navmesh that is planned on tells whether the places are joined there.
// 3. Where no parameter helps alone, PairCheck bakes the grid of two: what is joined there has to be within the limits
//    of a pair, and a pair has to hold at its limits and nowhere a hair beside them.
// Cost: some hundred bakes a level, about a millisecond each.
#include "plumb/pipeline/reachability.h"

#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/in_memory.h"
#include "plumb/pipeline/nav_query.h"
#include "support/level_text.h"
#include "support/options_of.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

struct Drawn {
  std::string obj;
  ExactPoint from, to;
};

mpq_class ratio(long n, long d) {
  mpq_class out(n, d);
  out.canonicalize();
  return out;
}
mpq_class eighths(long n) { return ratio(n, 8); }

// Two ways from one end of a level to the other: tiles of different heights, ramps, gaps, beams above and walls that
// leave a door.
Drawn draw_level(unsigned seed) {
  std::mt19937 random(seed);
  const auto at = [&](long low, long high) {
    return low + static_cast<long>(random() % static_cast<unsigned long>(high - low + 1));
  };
  LevelText level;
  level.slab(-2, 0, 0, 6, 0);
  if (at(0, 2) == 0) {  // a roof over the start
    const mpq_class low = eighths(at(5, 16)), high = low + eighths(at(-2, 6));
    if (at(0, 1)) level.face({{-2, 0, low}, {0, 0, high}, {0, 6, high}, {-2, 6, low}});
    else level.face({{-2, 0, low}, {0, 0, low}, {0, 6, high}, {-2, 6, high}});
  }
  long last[2] = {0, 0};
  const long tiles = at(1, 3);
  for (long way = 0; way < 2; ++way) {
    const mpq_class y0 = way == 0 ? mpq_class(0) : mpq_class(4), y1 = y0 + 2;
    mpq_class x = 0;
    for (long i = 0; i < tiles; ++i) {
      if (at(0, 2) == 0) x += ratio(at(1, 4), 16);
      mpq_class end = 2 * (i + 1);
      const long before = last[way];
      if (at(0, 2) == 0) {
        const long rise = at(-3, 3) + before;
        level.face(
            {{x, y0, eighths(before)}, {end, y0, eighths(rise)}, {end, y1, eighths(rise)}, {x, y1, eighths(before)}});
        last[way] = rise;
      } else {
        last[way] = before + (at(0, 1) ? at(-3, 3) : 0);
        level.slab(x, y0, end, y1, eighths(last[way]));
      }
      if (at(0, 2) == 0) {  // a beam, level or slanted along or across the way
        const mpq_class low = eighths(last[way] + at(5, 16)), high = low + eighths(at(0, 2));
        const mpq_class b0 = x + ratio(1, 4), b1 = b0 + ratio(at(2, 5), 4);
        if (at(0, 1)) level.face({{b0, y0, low}, {b1, y0, low}, {b1, y1, high}, {b0, y1, high}});
        else level.face({{b0, y0, low}, {b1, y0, high}, {b1, y1, high}, {b0, y1, low}});
      }
      if (at(0, 2) == 0) {  // a wall with a door
        const mpq_class w = x + ratio(at(2, 6), 4), door = y0 + ratio(at(1, 8), 8), floor = eighths(last[way] - 4);
        level.wall({w, y0}, {w, door}, floor, floor + at(1, 4));
        level.wall({w, door + ratio(at(2, 7), 8)}, {w, y1}, floor, floor + 4);
      }
      x = end;
    }
  }
  const long top = last[0] + at(-1, 1);
  level.slab(2 * tiles, 0, 2 * tiles + 2, 6, eighths(top));
  return {level.obj(), {-1, 3, 0}, {2 * tiles + 1, 3, eighths(top)}};
}

struct Given {
  mpq_class height, step, weld, radius, window, slope_ratio;
  std::uint32_t disc = 16;
  ClearanceBound clearance = ClearanceBound::inner;
};

bool joined(const Scene& scene, const Drawn& drawn, const Given& g) {
  BakeSettings settings;
  settings.stances = {{"stand", g.height}};
  settings.step = g.step;
  settings.weld = g.weld;
  settings.slope.reset();
  settings.slope_ratio = g.slope_ratio;
  settings.sides = Sides::up;
  settings.radius = g.radius;
  if (g.radius > 0) settings.window = g.window;
  settings.disc = g.disc;
  settings.clearance = g.clearance;
  const auto baked = bake(scene, settings);
  if (!baked) throw std::runtime_error(baked.error().text());
  const auto route = NavQuery(baked->mesh()).route(drawn.from, drawn.to, {.reach = mpq_class(0)});
  if (!route && route.error().code != ErrorCode::unreachable && route.error().code != ErrorCode::no_floor)
    throw std::runtime_error(route.error().text());
  return static_cast<bool>(route);
}

// Whether the limit found says so of a value; none where an enclosure or an end of the range cannot tell.
std::optional<bool> says(const ReachLimit& l, bool up, const mpq_class& x) {
  if (l.kind == ReachLimit::Kind::never) return false;
  if (l.kind == ReachLimit::Kind::always) return true;
  if (l.value.low == l.value.high && x == l.value.low) return l.attained;
  if (l.value.low <= x && x <= l.value.high) return std::nullopt;
  return up ? x > l.value.high : x < l.value.low;
}

struct Tally {
  int asked = 0, pairs = 0, pair_asked = 0, fractions = 0, enclosures = 0, attained = 0, open_ends = 0, unsettled = 0;
  std::map<std::string, int> limits;  // of parameter and kind
};

// Two parameters against bakes at the grid of both. A lower height and a greater step, slope or weld take nothing away,
// so what is joined is an upper set of the grid, and a pair of limits is a corner of it.
class PairCheck {
 public:
  PairCheck(const Scene& scene, const Drawn& drawn, const Given& given, const Reachability& found, Tally& tally)
      : scene_(scene), drawn_(drawn), given_(given), found_(found), tally_(tally) {}

  void run() {
    for (const ReachPair& pair : found_.pairs) check_corner(pair);
    for (std::size_t i = 0; i < parameters.size(); ++i)
      for (std::size_t j = i + 1; j < parameters.size(); ++j) check_grid(parameters[i], parameters[j]);
  }

 private:
  static constexpr std::array parameters{ReachParameter::height, ReachParameter::step, ReachParameter::slope,
                                         ReachParameter::weld};

  // The settings with a parameter at a value: of a slope the ratio, whose square a limit tells.
  static Given with(Given g, ReachParameter parameter, const mpq_class& x) {
    switch (parameter) {
      case ReachParameter::height: g.height = x; break;
      case ReachParameter::step: g.step = x; break;
      case ReachParameter::slope: g.slope_ratio = x; break;
      case ReachParameter::weld: g.weld = x; break;
      case ReachParameter::radius: break;
    }
    return g;
  }
  static bool loosens(ReachParameter parameter, const Given& from, const mpq_class& x) {
    switch (parameter) {
      case ReachParameter::height: return x <= from.height;
      case ReachParameter::step: return x >= from.step;
      case ReachParameter::slope: return x >= from.slope_ratio;
      default: return x >= from.weld;
    }
  }
  // A value a hair looser than a limit, or stricter.
  static mpq_class beside(const ReachLimit& l, bool looser) {
    const bool up = (l.parameter != ReachParameter::height) == looser;
    mpq_class x = up ? l.value.high : l.value.low;
    if (l.parameter == ReachParameter::slope) x = sqrt(mpf_class(x, 256));
    return x + x * (up ? 1 : -1) / (mpq_class(1) << 38);
  }
  bool joined_at(const Given& g) {
    ++tally_.pair_asked;
    return joined(scene_, drawn_, g);
  }

  void check_corner(const ReachPair& pair) {
    const ReachLimit &a = pair.first, &b = pair.second;
    INFO("pair of " << text_of(a.parameter) << " " << a.value.low.get_str() << " and " << text_of(b.parameter) << " "
                    << b.value.low.get_str());
    ++tally_.pairs;
    // At the limit itself another value of the second may be due than beside it.
    const bool exact = a.attained && a.value.low == a.value.high && a.parameter != ReachParameter::slope;
    const Given open = with(given_, a.parameter, exact ? a.value.low : beside(a, true));
    if (open.step >= open.height) return;
    CHECK(joined_at(with(open, b.parameter, beside(b, true))));
    CHECK_FALSE(joined_at(with(open, b.parameter, beside(b, false))));
    CHECK_FALSE(joined_at(with(with(given_, a.parameter, beside(a, false)), b.parameter, beside(b, true))));
  }

  void check_grid(ReachParameter p, ReachParameter q) {
    for (long i = 1; i <= 37; i += 6)
      for (long j = 1; j <= 37; j += 6) {
        const mpq_class x = ratio(i, 16), y = ratio(j, 16);
        if (!loosens(p, given_, x) || !loosens(q, given_, y)) continue;
        const Given g = with(with(given_, p, x), q, y);
        if (g.step >= g.height || !joined_at(g)) continue;
        INFO(text_of(p) << " " << x.get_str() << " with " << text_of(q) << " " << y.get_str());
        CHECK(std::ranges::any_of(found_.pairs, [&](const ReachPair& pair) {
          const ReachLimit& first = pair.first;
          if (first.parameter == p && pair.second.parameter == q) return allows(first, x);
          return first.parameter == q && pair.second.parameter == p && allows(first, y);
        }));
      }
  }
  static bool allows(const ReachLimit& l, const mpq_class& x) {
    const bool up = l.parameter != ReachParameter::height;
    return says(l, up, l.parameter == ReachParameter::slope ? mpq_class(x * x) : x).value_or(true);
  }

  const Scene& scene_;
  const Drawn& drawn_;
  const Given& given_;
  const Reachability& found_;
  Tally& tally_;
};

void compare(unsigned seed, Given given, Tally& tally) {
  const Drawn drawn = draw_level(seed);
  INFO("seed " << seed << "\n" << drawn.obj);
  const Folder folder;
  BakeArguments a;
  a.scene = folder.write("level.obj", drawn.obj);
  a.up = "z";
  a.sides = "up";
  a.numbers = "decimal";
  a.stances = {"stand=" + given.height.get_str()};
  a.step = given.step.get_str();
  a.weld = given.weld.get_str();
  a.slope_ratio = given.slope_ratio.get_str();
  if (given.radius > 0) a.radius = given.radius.get_str();
  a.threads = "1";
  const BakeOptions options = options_of(a);
  const auto point = [](const ExactPoint& p) { return p[0].get_str() + "," + p[1].get_str() + "," + p[2].get_str(); };
  const auto query = make_reach_query({point(drawn.from), point(drawn.to), {}, {}, {}}, a, options);
  REQUIRE(query);
  given.window = query->window;
  Progress silent;
  const auto found = reachability(options, *query, silent);
  REQUIRE(found);
  const auto scene = import_scene(a.scene, {.numbers = Numbers::decimal, .up = UpAxis::z});
  REQUIRE(scene);
  REQUIRE(found->reached == joined(*scene, drawn, given));
  REQUIRE(found->limits.size() == reach_parameters.size());
  const bool alone =
      std::ranges::any_of(found->limits, [](const ReachLimit& l) { return l.kind == ReachLimit::Kind::at; });
  CHECK((found->pairs.empty() || !(found->reached || alone)));
  if (!found->reached && !alone && given.radius == 0) PairCheck(*scene, drawn, given, *found, tally).run();
  for (const ReachLimit& l : found->limits) {
    ++tally.limits[std::string(text_of(l.parameter)) + " " + std::to_string(static_cast<int>(l.kind))];
    if (l.kind == ReachLimit::Kind::at) {
      CHECK(l.place);
      CHECK(!l.polygons.empty());
      ++(l.value.low == l.value.high ? tally.fractions : tally.enclosures);
      if (l.value.low == l.value.high) ++(l.attained ? tally.attained : tally.open_ends);
      if (l.settled) CHECK(l.value.width() * (mpq_class(1) << 40) <= l.value.high);
      else ++tally.unsettled;
      CHECK(l.bakes <= (l.parameter == ReachParameter::radius ? 40 : 20));
    }
    const auto ask = [&](const Given& g, bool up, const mpq_class& x) {
      const auto said = says(l, up, x);
      if (!said) return;
      INFO(text_of(l.parameter) << " " << x.get_str() << ", limit " << l.value.low.get_str() << " kind "
                                << static_cast<int>(l.kind));
      ++tally.asked;
      CHECK(*said == joined(*scene, drawn, g));
    };
    Given g = given;
    // Every sixteenth, and a hair around the limit.
    std::vector<mpq_class> values;
    for (long i = 1; i <= 40; i += 3) values.push_back(ratio(i, 16));
    if (l.kind == ReachLimit::Kind::at)
      for (const mpq_class& x : {l.value.low, l.value.high})
        for (const long by : {-1, 0, 1}) values.push_back(x + x * by / (mpq_class(1) << 39));
    for (const mpq_class& x : values) switch (l.parameter) {
        case ReachParameter::height:
          g.height = x;
          if (x > given.step) ask(g, false, x);
          break;
        case ReachParameter::step:
          g.step = x;
          if (x < given.height) ask(g, true, x);
          break;
        case ReachParameter::weld:
          g.weld = x;
          ask(g, true, x);
          break;
        case ReachParameter::slope:  // the ratio's square is what is told
          g.slope_ratio = x;
          ask(g, true, x * x);
          break;
        default: break;
      }
    if (l.parameter != ReachParameter::radius) continue;
    // A polygon stands for the disc: one inside of it does not pass where the disc does not, one around it passes
    // nowhere else. Of 16 points they are less than 1/48 apart.
    for (long i = 1; i <= 24; i += 2) {
      g.radius = ratio(i, 16);
      const bool never = l.kind == ReachLimit::Kind::never, always = l.kind == ReachLimit::Kind::always;
      if (always || (!never && g.radius * 49 / 48 < l.value.low)) {
        g.clearance = ClearanceBound::inner;
        CHECK(joined(*scene, drawn, g));
      } else if (never || g.radius * 47 / 48 > l.value.high) {
        g.clearance = ClearanceBound::outer;
        CHECK_FALSE(joined(*scene, drawn, g));
      }
      ++tally.asked;
    }
  }
}

}  // namespace

namespace {

Tally compare_levels(unsigned first, unsigned last) {
  Tally tally;
  for (unsigned seed = first; seed < last; ++seed) {
    Given given;
    given.height = ratio(5 + static_cast<long>(seed % 3) * 3, 8);
    given.step = ratio(static_cast<long>(seed % 4), 8);
    given.weld = ratio(static_cast<long>(seed % 5), 32);
    given.slope_ratio = ratio(1 + static_cast<long>(seed % 2), 8);
    compare(seed, given, tally);
  }
  return tally;
}

}  // namespace

TEST_CASE("Reachability: every limit is that of bakes at values around it, on drawn levels") {
  Tally tally = compare_levels(0, 60);
  for (const auto& [what, count] : tally.limits) UNSCOPED_INFO(what << ": " << count);
  CHECK(tally.asked >= 3000);
  CHECK(tally.fractions >= 50);
  CHECK(tally.attained >= 40);
  for (const ReachParameter p : reach_parameters) {
    CHECK(tally.limits[std::string(text_of(p)) + " 0"] >= 5);
  }
  CHECK(tally.pairs >= 3);
  UNSCOPED_INFO("enclosures " << tally.enclosures << ", open ends " << tally.open_ends);
}

TEST_CASE("Reachability: limits and pairs of 400 drawn levels are those of bakes", "[.long]") {
  const Tally tally = compare_levels(1000, 1400);
  CHECK(tally.pairs >= 20);
  CHECK(tally.pair_asked >= 2000);
  WARN(tally.asked << " values and " << tally.pair_asked << " of two baked; " << tally.pairs << " pairs");
}

TEST_CASE("Reachability: an agent with a radius") {
  Tally tally;
  for (unsigned seed = 100; seed < 112; ++seed) {
    Given given;
    given.height = 1;
    given.step = ratio(3, 8);
    given.weld = ratio(1, 8);
    given.slope_ratio = ratio(1, 4);
    given.radius = ratio(static_cast<long>(seed % 3) + 1, 16);
    compare(seed, given, tally);
  }
  CHECK(tally.asked >= 300);
}
