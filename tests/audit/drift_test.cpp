// SPDX-License-Identifier: GPL-3.0-or-later
// Floor at a wrong height is one cause, height_drift, of what is missing and of what is in excess; and which settings
// tell causes.
#include "plumb/pipeline/height_drift.h"

#include "baker_settings.h"
#include "plumb/kernel/number.h"
#include "plumb/kernel/number_text.h"
#include "plumb/pipeline/text_number.h"
#include "support/audited.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

std::string box(int x, int y, int width, int depth, const mpq_class& west, const mpq_class& east) {
  const auto vertex = [](int a, int b, const mpq_class& z) {
    return "v " + std::to_string(a) + " " + std::to_string(b) + " " + kernel::exact_text(z) + "\n";
  };
  return vertex(x, y, west) + vertex(x + width, y, east) + vertex(x + width, y + depth, east) +
         vertex(x, y + depth, west) + "f -4 -3 -2 -1\n";
}

const AuditFacts::CauseTotal* total_of(const AuditFacts& facts, Cause cause) {
  for (const AuditFacts::CauseTotal& c : facts.causes)
    if (c.cause == cause) return &c;
  return nullptr;
}

}  // namespace

TEST_CASE("audit: drift in height is as much missing as in excess, with its range") {
  const Folder folder;
  Met met({{"drifts near", 50},
           {"drifts far", 50},
           {"tilts", 50},
           {"stays", 50},
           {"missing alone", 50},
           {"excess alone", 50},
           {"on a roof", 50}});
  CHECK(check_many("height drift", 100, met, [&] {
    std::string level, mesh;
    mpq_class drift = 0, missing = 0, excess = 0, low = 1000, high = -1000;
    const int count = drawn(1, 6);
    for (int i = 0; i < count; ++i) {
      const int x = 10 * i, width = drawn(2, 7), depth = drawn(2, 9);
      const mpq_class area = width * depth;
      const auto at = [](int tenths) {
        mpq_class out(tenths, 10);
        out.canonicalize();
        return out;
      };
      // Over 0.45, where a window ends; no more than the height, or far more.
      const int sign = drawn(0, 1) != 0 ? 1 : -1;
      switch (drawn(0, 6)) {
        case 0:
        case 1: {
          const bool far = drawn(0, 1) != 0;
          ++met[far ? "drifts far" : "drifts near"];
          const mpq_class z = sign * (far ? at(drawn(30, 900)) : at(drawn(5, 17)));
          level += box(x, 0, width, depth, 0, 0);
          mesh += box(x, 0, width, depth, z, z);
          drift += area;
          low = std::min(low, z), high = std::max(high, z);
          break;
        }
        case 2: {
          ++met["tilts"];
          const mpq_class west = sign * at(drawn(5, 40)), east = sign * at(drawn(5, 40));
          level += box(x, 0, width, depth, 0, 0);
          mesh += box(x, 0, width, depth, west, east);
          drift += area;
          low = std::min({low, west, east}), high = std::max({high, west, east});
          break;
        }
        case 3:
          ++met["stays"];
          level += box(x, 0, width, depth, 0, 0);
          mesh += box(x, 0, width, depth, sign * at(4), 0);
          break;
        case 4:
          ++met["missing alone"];
          level += box(x, 0, width, depth, 0, 0);
          missing += area;
          break;
        case 5:
          ++met["excess alone"];
          mesh += box(x, 0, width, depth, 3, 3);
          excess += area;
          break;
        default:
          // Something of the scene is there, too steep to stand on.
          ++met["on a roof"];
          level += box(x, 0, width, depth, 0, 0) + box(x, 20, width, depth, 0, 3 * width);
          mesh += box(x, 20, width, depth, 0, 3 * width);
          missing += area, excess += area;
      }
    }
    AuditArguments a{.level = level_of(folder.write("level.obj", level + box(0, 90, 1, 1, 0, 0)), "z"),
                     .navmesh = folder.write("mesh.obj", mesh + box(0, 90, 1, 1, 0, 0))};
    a.level.numbers = "decimal";
    const AuditFacts facts = audited(a);
    const auto *lost = total_of(facts, Cause::drift_missing), *found = total_of(facts, Cause::drift_excess);
    RC_ASSERT(exact(facts.missing) == drift + missing);
    RC_ASSERT(exact(facts.excess) == drift + excess);
    RC_ASSERT((lost != nullptr) == (drift > 0));
    RC_ASSERT((found != nullptr) == (drift > 0));
    if (!lost) return;
    RC_ASSERT(exact(lost->area) == drift);
    RC_ASSERT(exact(found->area) == drift);
    for (const auto* total : {lost, found}) {
      RC_ASSERT(total->drift->low == low);
      RC_ASSERT(total->drift->high == high);
    }
  }));
}

TEST_CASE("audit: what is over a floor that is missing, and little of it, does not drift") {
  const Folder folder;
  // A shelf of 1 by 4 in the air over a floor of 8 by 4, all of which is missing.
  AuditArguments a{.level = level_of(folder.write("level.obj", box(0, 0, 8, 4, 0, 0)), "z"),
                   .navmesh = folder.write("mesh.obj", box(0, 0, 1, 4, 1, 1))};
  CHECK(causes(audited(a)) == std::map<std::string, mpq_class>{{"nothing", 4}, {"unexplained", 32}});
  // Three quarters are enough.
  a.navmesh = folder.write("mesh.obj", box(0, 0, 6, 4, 1, 1));
  CHECK(causes(audited(a)) == std::map<std::string, mpq_class>{{"height_drift", 48}, {"unexplained", 8}});
}

TEST_CASE("audit: Detour's inverse of a cell size is told as the decimal that made it") {
  for (const char* text : {"0.3", "0.25", "0.05", "0.03", "0.1", "0.125", "0.2", "1", "3", "12.5", "0.007"}) {
    const float size = std::strtof(text, nullptr);
    CHECK(cell_size_of_inverse(1.0f / size) == kernel::parse_rational(text));
  }
  CHECK_FALSE(cell_size_of_inverse(0));
  CHECK_FALSE(cell_size_of_inverse(-1));
  CHECK_FALSE(cell_size_of_inverse(std::numeric_limits<float>::quiet_NaN()));
  CHECK(cell_size_of_inverse(std::numeric_limits<float>::infinity()) == std::nullopt);
}

TEST_CASE("audit: settings are the user's, or the file's, or the preset's; else a line says which would tell") {
  AuditOptions o;
  ForeignMesh mesh;
  mesh.format = "Detour tile";
  CHECK(known_baker(o, mesh).text.empty());
  o.level.preset = "recast";
  CHECK(known_baker(o, mesh).settings.cell_size == mpq_class(3, 10));
  CHECK(known_baker(o, mesh).settings.min_region == 64);
  CHECK(known_baker(o, mesh).text ==
        "cells 0.3 (by the preset), cells' height 0.2 (by the preset), climb 0.9 (by the preset), "
        "smallest region 64 (by the preset)");
  // Other cells: another baker.
  mesh.settings.cell_size = mpq_class(1, 10);
  CHECK_FALSE(known_baker(o, mesh).settings.cell_height);
  CHECK(known_baker(o, mesh).text == "cells 0.1 (by the file)");
  o.cell_size = mpq_class(1, 20);
  o.cell_height = mpq_class(1, 50);
  CHECK(known_baker(o, mesh).settings.cell_size == mpq_class(1, 20));
  CHECK(known_baker(o, mesh).text == "cells 0.05 (as told), cells' height 0.02 (as told)");
  // Godot leaves out what has its default.
  AuditOptions godot;
  godot.level.preset = "godot";
  mesh.format = "Godot navmesh";
  CHECK(known_baker(godot, mesh).settings.cell_size == mpq_class(1, 10));
  CHECK(known_baker(godot, mesh).settings.cell_height == mpq_class(1, 4));

  const Folder folder;
  AuditArguments a{.level = level_of(folder.write("level.obj", box(0, 0, 8, 4, 0, 0)), "z"),
                   .navmesh = folder.write("mesh.obj", box(0, 0, 4, 4, 0, 0))};
  CHECK(contains(audit_text(audited(a)),
                 "--cell CS,CH --climb C, the baker's cells and climb, would tell more causes.\n"));
  a.cell = "0.3,0.2";
  a.climb = "0.4";
  CHECK_FALSE(contains(audit_text(audited(a)), "would tell more causes"));
}
