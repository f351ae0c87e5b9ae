// SPDX-License-Identifier: GPL-3.0-or-later
// How long the numbers are that a radius brings: lines along border edges and around their ends, which may be implicit,
// and determinants of them. The bounds are those of docs/theory/radius.md.
#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "plumb/kernel/exact.h"
#include "plumb/pipeline/border_of.h"
#include "plumb/pipeline/erode.h"
#include "support/level_text.h"
#include "support/linked.h"

using namespace plumb;
using namespace plumb::tests;
using kernel::DiscBound;

namespace {

std::size_t bits(const mpz_class& n) { return mpz_sizeinbase(n.get_mpz_t(), 2); }
std::size_t bits(const mpq_class& q) { return std::max(bits(q.get_num()), bits(q.get_den())); }

// A floor that slants, and slanting roofs over it that leave less than a stance at places: integers of b bits.
std::string slanted_level(unsigned b, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto drawn = [&](const mpq_class& from, const mpq_class& to) -> mpq_class {  // shares of 2^b
    const mpq_class share =
        from + (to - from) * mpq_class(mpz_class(static_cast<unsigned long>(random())), mpz_class(1) << 64);
    const mpq_class scaled = share * mpq_class(mpz_class(1) << b);
    return mpq_class(mpz_class(scaled.get_num() / scaled.get_den()));
  };
  const mpq_class low(1, 16), high(15, 16), half(1, 2);
  LevelText level;
  level.face({{drawn(0, low), drawn(0, low), drawn(0, low)},
              {drawn(high, 1), drawn(0, low), drawn(0, low)},
              {drawn(0, 1), drawn(high, 1), drawn(0, low)}});
  for (int i = 0; i < 3; ++i)
    level.face({{drawn(low, half), drawn(low, half), drawn(low, low * 3)},
                {drawn(low, half), drawn(half, high), drawn(low, low * 4)},
                {drawn(half, high), drawn(low, half), drawn(low, low * 5)}});
  return level.obj();
}

struct Longest {
  std::size_t plan = 0, weight = 0;              // of ends
  std::map<kernel::LineKind, std::size_t> line;  // by kind
};

}  // namespace

TEST_CASE("clear: lines and determinants are no longer than their bounds", "[bounds]") {
  for (const unsigned b : {12u, 24u, 48u}) {
    Longest longest;
    kernel::LadderCounts counts;
    std::size_t disc_bits = 0;
    for (unsigned seed = 1; seed <= 6; ++seed) {
      const mpq_class size(mpz_class(1) << b);
      BakeTextOptions options;
      options.stances = {{"stand", size / 8}};
      Linked level = link_text(slanted_level(b, seed), options);
      const kernel::PointTable& points = level.baked.scene.points;
      REQUIRE(points.denominator() == 1);
      const pipeline::ErodeOptions clear_options{mpq_class(3, 10) * size / 32, size / 16 + mpq_class(1, 1 << 20), 16,
                                                 DiscBound::tangents, 1};
      const vcd::BodyShape shape(16, DiscBound::tangents, clear_options.radius, clear_options.window, 1);
      disc_bits = bits(shape.window);
      for (const auto& e : shape.disc.edges)
        disc_bits = std::max({disc_bits, bits(e.normal[0]), bits(e.normal[1]), bits(e.offset)});
      for (const auto& c : shape.disc.corners)
        for (const mpq_class& v : c) disc_bits = std::max(disc_bits, bits(v));
      const pipeline::Border border = pipeline::border_of(points, level.baked.set, level.baked.map, level.graph);
      for (const vcd::BodyEnd& e : border.ends) {
        longest.plan = std::max({longest.plan, bits(e.plan.x), bits(e.plan.y)});
        longest.weight = std::max(longest.weight, bits(e.plan.w));
      }
      for (std::uint32_t s = 0; s < border.stretches.size(); ++s)
        for (const pipeline::Surface& surface : level.baked.set.surfaces) {
          const auto corners = level.baked.set.corners_of(surface);
          const kernel::Plane plane(points, corners);
          kernel::ImplicitPlan implicit_plan(points, corners[0]);
          for (const kernel::Corner& c :
               vcd::body_section(implicit_plan, plane, border.edge(s), shape, vcd::WindowCase::cuts)) {
            const auto l = implicit_plan.exact(c.line);
            std::size_t& line = longest.line[implicit_plan.source(c.line).kind];
            line = std::max({line, bits(l.a), bits(l.b), bits(l.c)});
          }
        }
      pipeline::erode(points, level.baked.set, level.baked.map, level.graph, clear_options, counts);
    }
    CAPTURE(b, disc_bits, longest.plan, longest.weight);
    // Planes have 2b + 3 and 3b + 5 bits, traces of one in another 4b + 7 and 5b + 10, ends where two of those meet:
    const std::size_t plan = 9 * b + 18, weight = 8 * b + 15;
    CHECK(longest.plan <= plan);
    CHECK(longest.weight <= weight);
    CHECK(longest.plan > 8 * b);  // there are such ends
    const std::size_t side = 5 * b + 12 + 2 * disc_bits, end = plan + 3 + disc_bits, level = 13 * b + 27 + disc_bits,
                      slant = 19 * b + 44 + 3 * disc_bits;
    const auto is_within = [&](kernel::LineKind kind, std::size_t bound) {
      CAPTURE(longest.line[kind], bound);
      CHECK((longest.line[kind] > 2 * b && longest.line[kind] <= bound));
    };
    is_within(vcd::body_side_kind, side);
    is_within(vcd::body_end_kind, end);
    is_within(vcd::body_level_kind, level);
    is_within(vcd::body_slant_kind, slant);
    CHECK(longest.line.size() == 4);
    CHECK(static_cast<std::size_t>(counts.max_bits) <= 3 * slant + 3);
    CHECK(counts.exact == 0);  // fixed-width integers decide what doubles do not
    CHECK(counts.filtered > 100 * counts.fixed);
  }
}
