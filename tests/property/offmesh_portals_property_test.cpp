// SPDX-License-Identifier: GPL-3.0-or-later
// Step and weld portals against the definitions, point by point, on random levels where much coincides.
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "support/offmesh_oracle.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;
using kernel::Label;
using pipeline::HalfEdgeId;
using pipeline::OffmeshPortal;
using pipeline::PortalKind;

namespace {

struct Counts {
  int points = 0, steps = 0, welds = 0, stopped = 0, turned_away = 0, too_far = 0;
};

// What the graph says of p on a side: portals of a kind that admit s and leave from a stretch that contains p.
OffmeshOracle::Reached reached(const Linked& level, HalfEdgeId i, const pipeline::ExactPoint& p, Label s,
                               PortalKind kind) {
  OffmeshOracle::Reached out;
  const auto look = [&](HalfEdgeId b, const std::array<pipeline::ExactPoint, 2>& here,
                        const std::array<pipeline::ExactPoint, 2>& there) {
    const int k = here[0][0] != here[1][0] ? 0 : 1;
    const mpq_class t = (p[k] - here[0][k]) / (here[1][k] - here[0][k]);
    if (t < 0 || t > 1) return;
    pipeline::ExactPoint q, on_side;
    for (int c = 0; c < 3; ++c) {
      q[c] = there[0][c] + t * (there[1][c] - there[0][c]);
      on_side[c] = here[0][c] + t * (here[1][c] - here[0][c]);
    }
    RC_ASSERT(on_side == p);
    RC_ASSERT(out.emplace(b, q).second);
  };
  for (const OffmeshPortal& portal : level.graph.portals) {
    if (portal.kind != kind || portal.stance < s) continue;
    if (portal.a == i) look(portal.b, portal.on_a, portal.on_b);
    if (kind == PortalKind::step && portal.b == i) look(portal.a, portal.on_b, portal.on_a);
  }
  return out;
}

void compare(unsigned seed, bool strained, Counts& counts) {
  std::mt19937 random(seed);
  const auto pick = [&](std::initializer_list<mpq_class> values) { return values.begin()[random() % values.size()]; };
  BakeTextOptions options;
  options.step = pick({0, mpq_class(1, 2), mpq_class(3, 4), 1});
  options.stances = {{"crawl", pick({mpq_class(5, 4), mpq_class(3, 2)})}, {"stand", pick({2, mpq_class(5, 2)})}};
  const mpq_class weld = pick({mpq_class(1, 2), 1, mpq_class(7, 5), 2});
  const Linked level = link_text(strained ? beyond_doubles(random_level(seed)) : random_level(seed), options, weld);
  RC_ASSERT(pipeline::is_valid(level.graph, level.baked.map));
  const OffmeshOracle oracle(level);
  for (HalfEdgeId i = 0; i < level.graph.half_edges.size(); ++i) {
    // A denominator that no breakpoint of so small a level has.
    const mpq_class u = mpq_class(random() % 1000002 + 1) / 1000003;
    const pipeline::ExactPoint p = oracle.at(i, u);
    OffmeshOracle::Reached from_higher;
    for (Label s = 2; s >= 1; --s) {
      const OffmeshOracle::Reached steps = oracle.steps(i, p, s);
      RC_ASSERT(reached(level, i, p, s, PortalKind::step) == steps);
      OffmeshOracle::Seen seen;
      OffmeshOracle::Reached welds = oracle.welds(i, p, s, weld, seen);
      // Whatever a higher stance may use, a lower one may.
      welds.insert(from_higher.begin(), from_higher.end());
      RC_ASSERT(reached(level, i, p, s, PortalKind::weld) == welds);
      from_higher = welds;
      ++counts.points;
      counts.steps += !steps.empty();
      counts.welds += !welds.empty();
      counts.stopped += seen.stopped;
      counts.turned_away += seen.turned_away;
      counts.too_far += seen.too_far;
    }
  }
}

}  // namespace

TEST_CASE("far portals: on random levels they are, point by point, what the definitions say") {
  Counts counts;
  CHECK(rc::check("steps and welds", [&] {
    for (int k = 0; k < 5; ++k) compare(*rc::gen::arbitrary<unsigned>(), false, counts);
  }));
  CAPTURE(counts.points, counts.steps, counts.welds, counts.stopped, counts.turned_away, counts.too_far);
  CHECK(counts.steps > 500);
  CHECK(counts.welds > 250);
  CHECK(counts.stopped > 500);
  CHECK(counts.turned_away > 500);
  CHECK(counts.too_far > 200);
}

TEST_CASE("far portals: the same where no double holds a coordinate") {
  Counts counts;
  CHECK(rc::check("steps and welds", [&] {
    for (int k = 0; k < 2; ++k) compare(*rc::gen::arbitrary<unsigned>(), true, counts);
  }));
  CAPTURE(counts.points, counts.steps, counts.welds, counts.stopped, counts.turned_away, counts.too_far);
  CHECK(counts.steps > 200);
  CHECK(counts.welds > 100);
  CHECK(counts.stopped > 200);
}
