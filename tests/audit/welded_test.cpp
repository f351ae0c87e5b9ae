// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of components with a weld, which an audit takes from the graph without it, beside an audit with it.
#include <sstream>

#include "support/audited.h"
#include "support/property.h"
#include "support/run_program.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

// Rooms of 2 x 2 on a grid, z up, with gaps between them that are closed, hairlines or wide, some a step higher; and a
// navmesh that is one polygon over all of them.
struct Drawn {
  std::string level, navmesh;
};
Drawn draw() {
  std::ostringstream level, navmesh;
  const int columns = drawn(2, 4), rows = drawn(1, 3);
  double x = 0, last = 0;
  for (int i = 0; i < columns; ++i) {
    double y = 0;
    for (int j = 0; j < rows; ++j) {
      const double z = 0.25 * drawn(0, 4) / 4;
      for (const auto& [dx, dy] : {std::pair(0, 0), std::pair(2, 0), std::pair(2, 2), std::pair(0, 2)})
        level << "v " << x + dx << " " << y + dy << " " << z << "\n";
      level << "f -4 -3 -2 -1\n";
      last = std::max(last, y + 2);
      y += 2 + 0.001 * *rc::gen::element(0, 1, 2, 5, 40, 500);
    }
    x += 2 + 0.001 * *rc::gen::element(0, 1, 2, 5, 40, 500);
  }
  navmesh << "v 0 0 0\nv " << x << " 0 0\nv " << x << " " << last << " 0\nv 0 " << last << " 0\nf 1 2 3 4\n";
  return {level.str(), navmesh.str()};
}

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;
Pairs pairs_of(const pipeline::MatchedComponents& m) {
  Pairs out;
  for (const auto& [key, area] : m.areas) out.insert(key);
  return out;
}

}  // namespace

TEST_CASE("audit: components with a weld are those of an audit with that weld") {
  const Run run;
  Met met({{"welded", 20}, {"still parted", 5}, {"steps", 5}});
  CHECK(check_many("the same components", 60, met, [&] {
    const Drawn d = draw();
    write_file(run.folder() / "level.obj", d.level);
    write_file(run.folder() / "navmesh.obj", d.navmesh);
    AuditArguments a{.level = {.scene = run.folder() / "level.obj"}, .navmesh = run.folder() / "navmesh.obj"};
    a.level.up = "z";
    a.level.sides = "up";
    a.level.numbers = "decimal";
    a.level.step = drawn(0, 1) == 0 ? "0" : "0.125";
    a.level.threads = "2";
    const AuditFacts facts = audited(a);
    if (!facts.welded) return;
    a.level.weld = facts.welded->weld.weld.get_str();
    const AuditFacts welded = audited(a);
    const pipeline::MatchedComponents &told = facts.welded->components, &right = welded.components;
    RC_ASSERT(told.truth == right.truth);
    RC_ASSERT(told.lost == right.lost);
    RC_ASSERT(told.split == right.split);
    RC_ASSERT(told.merged == right.merged);
    RC_ASSERT(pairs_of(told) == pairs_of(right));
    ++met["welded"];
    if (told.truth > 1) ++met["still parted"];
    if (a.level.step != "0") ++met["steps"];
  }));
}

TEST_CASE("audit: areas that no double holds are told, and shares of them") {
  Run run;
  write_file(run.folder() / "level.obj",
             "v 0 0 0\nv 4e160 0 0\nv 4e160 4e160 0\nv 0 4e160 0\nf 1 2 3 4\n"
             "v 5e160 0 0\nv 9e160 0 0\nv 9e160 4e160 0\nv 5e160 4e160 0\nf 5 6 7 8\n");
  write_file(run.folder() / "navmesh.obj", "v 0 0 0\nv 9e160 0 0\nv 9e160 3e160 0\nv 0 3e160 0\nf 1 2 3 4\n");
  for (const std::string digits : {"1000", "1"}) {
    const auto audit = run("audit level.obj navmesh.obj --up z --numbers decimal --exact-digits " + digits);
    CHECK(audit.status == 1);
    CHECK(contains(audit.out, "true floor    3.2e+321\n"));
    CHECK(contains(audit.out, "covered       2.4e+321   75.0000 %   of it\n"));
    CHECK(contains(audit.out, "excess          3e+320   11.1111 %   of it\n"));
    CHECK(contains(audit.out, "0.0000 % are joined in truth alone, 50.0000 % in the navmesh alone"));
    CHECK(contains(audit.out, "gap of 1e+160 at"));
    CHECK_FALSE(contains(audit.out, "nan"));
    CHECK_FALSE(contains(audit.out, "inf"));
  }
}
