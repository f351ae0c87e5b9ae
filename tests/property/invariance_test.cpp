// SPDX-License-Identifier: GPL-3.0-or-later
// What must not change the areas of a bake: how a level is written down, where it stands, how large it is, how its
// faces are cut.
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <sstream>

#include "support/bake_text.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using Corner = std::array<mpq_class, 3>;
using Face = std::vector<Corner>;
using Level = std::vector<Face>;

// Exact for denominators that are powers of two.
std::string decimal(const mpq_class& v) {
  mpz_class n = v.get_num(), d = v.get_den();
  int places = 0;
  while (d != 1) {
    n *= 10;
    ++places;
    const mpz_class g = gcd(n, d);
    n /= g;
    d /= g;
  }
  std::string digits = mpz_class(abs(n)).get_str();
  if (static_cast<int>(digits.size()) <= places)
    digits.insert(0, static_cast<std::size_t>(places) + 1 - digits.size(), '0');
  if (places > 0) digits.insert(digits.size() - static_cast<std::size_t>(places), ".");
  return (sgn(n) < 0 ? "-" : "") + digits;
}

std::string obj(const Level& level) {
  std::ostringstream out;
  for (const Face& f : level) {
    for (const Corner& c : f) out << "v " << decimal(c[0]) << ' ' << decimal(c[1]) << ' ' << decimal(c[2]) << '\n';
    out << 'f';
    for (std::size_t i = f.size(); i > 0; --i) out << " -" << i;
    out << '\n';
  }
  return out.str();
}

AreaByLabel bake(const Level& level, const BakeTextOptions& options) {
  const BakedText baked = bake_text(obj(level), options);
  RC_ASSERT(baked.measures.held == baked.measures.polygons);
  AreaByLabel sum = areas(baked);
  std::erase_if(sum, [](const auto& entry) { return entry.second == 0; });
  return sum;
}

// Floors, slabs, walls and loose triangles on a tiny grid, where most coordinates coincide.
Level arbitrary_level() {
  const auto at = [](int low, int high) { return mpq_class(*rc::gen::inRange(low, high + 1)); };
  Level level;
  const int faces = *rc::gen::inRange(2, 9);
  for (int i = 0; i < faces; ++i) {
    const mpq_class x = at(0, 3), y = at(0, 3), w = at(1, 4), h = at(1, 4), z = at(0, 4);
    switch (*rc::gen::inRange(0, 4)) {
      case 0: level.push_back({{x, y, z}, {x + w, y, z}, {x + w, y + h, z}, {x, y + h, z}}); break;
      case 1: level.push_back({{x, y, z}, {x + w, y, z + 1}, {x + w, y + h, z + 1}, {x, y + h, z}}); break;  // tilted
      case 2: level.push_back({{x, y, z}, {x + w, y + h, z}, {x + w, y + h, z + 2}, {x, y, z + 2}}); break;  // a wall
      default:
        level.push_back(
            {{at(0, 5), at(0, 5), at(0, 4)}, {at(0, 5), at(0, 5), at(0, 4)}, {at(0, 5), at(0, 5), at(0, 4)}});
    }
    if (*rc::gen::arbitrary<bool>()) std::ranges::reverse(level.back());
  }
  return level;
}

template <class F>
Level mapped(Level level, F&& f) {
  for (Face& face : level)
    for (Corner& c : face) c = f(c);
  return level;
}

// Each face as two, cut from corner to the middle of an opposite side (which the middle then splits).
Level subdivided(const Level& level) {
  Level out;
  for (const Face& f : level) {
    const Corner &a = f[0], &b = f[1], &c = f[2];
    Corner middle;
    for (int k = 0; k < 3; ++k) middle[k] = (b[k] + c[k]) / 2;
    out.push_back({a, b, middle});
    Face rest = {a, middle, c};
    rest.insert(rest.end(), f.begin() + 3, f.end());
    out.push_back(rest);
  }
  return out;
}

BakeTextOptions options_of(pipeline::Sides sides) {
  BakeTextOptions options;
  options.stances = {{"crawl", mpq_class(1)}, {"crouch", mpq_class(3, 2)}, {"stand", mpq_class(5, 2)}};
  options.step = mpq_class(1, 2);
  options.sides = sides;
  return options;
}

}  // namespace

TEST_CASE("property: areas per verdict do not depend on how a level is written, placed, scaled, turned or subdivided") {
  std::map<kernel::Label, int> seen;
  CHECK(rc::check("invariance", [&] {
    const Level level = arbitrary_level();
    const BakeTextOptions options =
        options_of(*rc::gen::arbitrary<bool>() ? pipeline::Sides::both : pipeline::Sides::up);
    const AreaByLabel truth = bake(level, options);
    for (const auto& [label, area] : truth) ++seen[label];

    Level rotated = level;
    for (Face& f : rotated) std::rotate(f.begin(), f.begin() + 1, f.end());
    // A triangle fan of a face that is not planar depends on its first corner; these are planar or triangles.
    RC_ASSERT(bake(rotated, options) == truth);

    Level shuffled = level;
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(*rc::gen::inRange(0u, 1000000u)));
    RC_ASSERT(bake(shuffled, options) == truth);

    const mpq_class dx(*rc::gen::inRange(-1000000, 1000000), 8), dz(*rc::gen::inRange(-1000, 1000), 4);
    RC_ASSERT(bake(mapped(level,
                          [&](const Corner& c) {
                            return Corner{mpq_class(c[0] + dx), mpq_class(c[1] - dx * 3), mpq_class(c[2] + dz)};
                          }),
                   options) == truth);

    RC_ASSERT(bake(mapped(level,
                          [](const Corner& c) {
                            return Corner{mpq_class(-c[1]), c[0], c[2]};
                          }),
                   options) == truth);

    RC_ASSERT(bake(subdivided(level), options) == truth);

    BakeTextOptions seed = options;
    seed.decomposition = kernel::Decomposition::seed;
    seed.threads = 2;
    RC_ASSERT(bake(level, seed) == truth);

    // Scaled with the agent by 2^k, areas scale by 4^k, as fractions.
    const int k = *rc::gen::inRange(-40, 41);
    mpq_class factor = 1;
    if (k >= 0) factor <<= static_cast<unsigned>(k);
    else factor >>= static_cast<unsigned>(-k);
    BakeTextOptions scaled = options;
    for (pipeline::Stance& s : scaled.stances) s.height *= factor;
    scaled.step *= factor;
    AreaByLabel expected = truth;
    for (auto& [label, area] : expected) area *= factor * factor;
    RC_ASSERT(bake(mapped(level,
                          [&](const Corner& c) {
                            return Corner{mpq_class(c[0] * factor), mpq_class(c[1] * factor), mpq_class(c[2] * factor)};
                          }),
                   scaled) == expected);
  }));
  // Every verdict was put to the test.
  for (const kernel::Label label :
       {kernel::covered, kernel::blocked, kernel::Label{1}, kernel::Label{2}, kernel::Label{3}})
    CHECK(seen[label] >= 5);
}
