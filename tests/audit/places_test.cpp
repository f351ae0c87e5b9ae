// SPDX-License-Identifier: GPL-3.0-or-later
// Components that are lost, spurious, split and merged, and joins that are false or missing, each at the place where
// the level that is drawn has it.
//
// A drawn level is a row of rooms along an axis. Of each room and the next it is drawn how the level and how the
// navmesh join them; so each pair tells of one place, or of none. All is turned by right angles, mirrored and moved.
//
// At the end the figures of components with a weld, which an audit takes from the graph without it, are compared with
// those of an audit with it.
#include <algorithm>
#include <sstream>

#include "support/audited.h"
#include "support/property.h"
#include "support/run_program.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::ExactPoint;

const std::string corpus = std::string(PLUMB_SOURCE_DIR) + "/tests/corpus/audit/";

mpq_class fraction(int numerator, int denominator) {
  mpq_class out(numerator, denominator);
  out.canonicalize();
  return out;
}

std::string decimal(const mpq_class& thousandths) {
  const mpz_class scaled = mpq_class(thousandths * 1000).get_num();
  std::string digits = mpz_class(abs(scaled)).get_str();
  while (digits.size() < 4) digits.insert(0, "0");
  digits.insert(digits.size() - 3, ".");
  return (scaled < 0 ? "-" : "") + digits;
}

// A square turn, or none; perhaps mirrored, which turns faces over again; moved.
struct Turn {
  int quarter = drawn(0, 3);
  bool mirrored = drawn(0, 1) != 0;
  mpq_class x = fraction(drawn(-50, 50), 8), y = fraction(drawn(-50, 50), 8);

  ExactPoint operator()(ExactPoint p) const {
    if (mirrored) p[1] = -p[1];
    for (int k = 0; k < quarter; ++k) p = {-p[1], p[0], p[2]};
    return {p[0] + x, p[1] + y, p[2]};
  }
};

// Polygons in a file; a corner is a vertex by itself unless it is the same.
class Drawing {
 public:
  explicit Drawing(const Turn& turn) : turn_(turn) {}
  std::uint32_t add(std::vector<ExactPoint> corners, const std::string& name = "") {
    if (turn_.mirrored) std::ranges::reverse(corners);
    std::ostringstream face;
    for (const ExactPoint& c : corners) {
      const ExactPoint p = turn_(c);
      auto at = std::ranges::find(points_, p);
      if (at == points_.end()) at = points_.insert(at, p);
      face << ' ' << at - points_.begin() + 1;
    }
    if (!name.empty()) faces_ += "o " + name + "\n";
    faces_ += "f" + face.str() + "\n";
    return count_++;
  }
  std::uint32_t box(const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1,
                    const mpq_class& z, const std::string& name = "") {
    return add({{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}}, name);
  }
  std::string text() const {
    std::string out;
    for (const ExactPoint& p : points_) out += "v " + decimal(p[0]) + " " + decimal(p[1]) + " " + decimal(p[2]) + "\n";
    return out + faces_;
  }

 private:
  const Turn& turn_;
  std::vector<ExactPoint> points_;
  std::string faces_;
  std::uint32_t count_ = 0;
};

enum class Relation {
  apart,    ///< neither joins them
  same,     ///< both do
  crack,    ///< the level joins them, and the navmesh has a crack beside the line between them
  stair,    ///< the level joins them by a step, the navmesh does not
  spanned,  ///< the level parts them by a gap, over which one polygon goes
  linked,   ///< in whose middle two polygons meet
  bridged   ///< over which a narrow polygon leads
};

// A place that has to be told.
struct Expected {
  bool is_false;
  mpq_class from, to;          // of the gap, along the row
  mpq_class y_low, y_high, z;  // where it is across, and how high the first side is
  std::vector<std::uint32_t> polygons;
  int room;  // the first of the two
};

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

TEST_CASE("audit: seam_level.obj: a crack of the level makes the merge, and bake's line on gaps is told") {
  AuditArguments a{.level = {.scene = corpus + "seam_level.obj"}, .navmesh = corpus + "seam_navmesh.obj"};
  a.level.sides = "up";
  a.level.threads = "2";
  a.cell = "0.05,0.05";
  const AuditFacts facts = audited(a);
  CHECK(facts.components.merged.size() == 1);
  REQUIRE(facts.joins.size() == 1);
  const ComponentJoin& join = facts.joins[0];
  CHECK(join.is_false);
  const mpq_class crack = mpq_class(5) - mpq_class(4.9999);
  CHECK(join.squared_width == crack * crack);
  CHECK(join.from[1] == -mpq_class(4.9999));  // z up inside
  CHECK(join.to[1] == -5);
  CHECK(join.from[0] > 0);
  CHECK(join.from[0] < 10);
  CHECK(join.box[0][0] == mpq_class(0.2));  // all along it
  CHECK(join.box[1][0] == mpq_class(9.8));
  REQUIRE(facts.welded);
  CHECK(facts.welded->weld.weld == mpq_class(1, 1000));
  CHECK(facts.welded->components.merged.empty());
  CHECK(facts.welded->components.truth == 1);
  const std::string text = audit_text(facts);
  CHECK(contains(
      text,
      "Gaps: --weld 0.001 would bring stand's largest from 50.00 % to about 100.00 %.\nWith it: 1 true, 1 found; "
      "0 lost, 0 spurious, 0 split, 0 merged.\n"));
  CHECK(contains(text, "gap of 0.0001 ("));

  a.level.weld = "0.001";
  const AuditFacts welded = audited(a);
  CHECK(welded.components.merged.empty());
  CHECK(welded.joins.empty());
  CHECK_FALSE(welded.welded);
}

TEST_CASE("audit: every false and missing join is at its place, in rows of rooms") {
  const Folder folder;
  Met met({{"same", 50},
           {"crack", 50},
           {"stair", 50},
           {"spanned", 50},
           {"linked", 50},
           {"bridged", 50},
           {"apart", 50},
           {"lost", 50},
           {"spurious", 50}});
  CHECK(check_many("joins of rows of rooms", 120, met, [&] {
    const Turn turn;
    Drawing level(turn), mesh(turn);
    std::vector<Expected> expected;
    std::vector<mpq_class> lost, spurious;  // areas
    const int rooms = drawn(2, 5);
    mpq_class x = 0, z = 0, begin = fraction(drawn(1, 3), 10);  // of the room's polygon
    const mpq_class y_low = fraction(drawn(0, 20), 10), y_high = y_low + fraction(drawn(30, 80), 10);
    const mpq_class inner_low = y_low + fraction(1, 5), inner_high = y_high - fraction(3, 10);
    std::uint32_t polygon = 0;
    std::vector<std::uint32_t> face;    // by room: faces in one plane side by side are welded to the first
    std::vector<ExactPoint> left_edge;  // of the next polygon, where it has to have more corners
    for (int room = 0; room < rooms; ++room) {
      const mpq_class end = x + fraction(drawn(20, 60), 10);
      level.box(x, y_low, end, y_high, z, "room" + std::to_string(room));
      if (face.size() == static_cast<std::size_t>(room)) face.push_back(static_cast<std::uint32_t>(room));
      const Relation next = room + 1 == rooms ? Relation::apart : static_cast<Relation>(drawn(0, 6));
      const mpq_class gap = next == Relation::same || next == Relation::crack || next == Relation::stair
                                ? mpq_class(0)
                                : fraction(3 * drawn(1, 300), 1000);
      const mpq_class start = end + gap;  // of the next room
      mpq_class stop = end - fraction(1, 10), next_begin = start + fraction(1, 5), next_z = z;
      std::vector<ExactPoint> right_edge;
      switch (next) {
        case Relation::apart: ++met["apart"]; break;
        case Relation::same: ++met["same"], stop = next_begin = end; break;
        case Relation::crack: {
          ++met["crack"];
          stop = end - fraction(drawn(0, 50), 1000);
          next_begin = end + fraction(drawn(1, 50), 1000);
          expected.push_back({false, stop, next_begin, inner_low, inner_high, z, {polygon, polygon + 1}, room});
          break;
        }
        case Relation::stair:
          ++met["stair"];
          next_z = z + fraction(drawn(1, 40), 100);
          expected.push_back({false, stop, next_begin, inner_low, inner_high, z, {polygon, polygon + 1}, room});
          break;
        case Relation::spanned:
          ++met["spanned"];
          expected.push_back({true, end, start, inner_low, inner_high, z, {polygon}, room});
          break;
        case Relation::linked:
          ++met["linked"];
          stop = next_begin = end + gap / 3;
          expected.push_back({true, end, start, inner_low, inner_high, z, {polygon, polygon + 1}, room});
          break;
        case Relation::bridged: {
          ++met["bridged"];
          stop = end;
          next_begin = start;
          const mpq_class door = inner_low + fraction(drawn(2, 10), 10), open = fraction(drawn(2, 8), 10);
          right_edge = {{end, door, z}, {end, door + open, z}};
          expected.push_back({true, end, start, door, door + open, z, {polygon, polygon + 1, polygon + 2}, room});
          break;
        }
      }
      if (next == Relation::same || next == Relation::crack) face.push_back(face.back());
      if (next == Relation::spanned) {
        // The polygon goes on through the next room.
        x = start;
        continue;
      }
      std::vector<ExactPoint> corners{{begin, inner_low, z}, {stop, inner_low, z}};
      corners.insert(corners.end(), right_edge.begin(), right_edge.end());
      corners.insert(corners.end(), {{stop, inner_high, z}, {begin, inner_high, z}});
      for (auto p = left_edge.rbegin(); p != left_edge.rend(); ++p) corners.push_back(*p);
      left_edge.clear();
      mesh.add(corners);
      ++polygon;
      if (next == Relation::bridged) {
        std::vector<ExactPoint> ends = right_edge;
        for (ExactPoint& p : ends) p[0] = start;
        mesh.add({right_edge[0], ends[0], ends[1], right_edge[1]});
        ++polygon;
        left_edge = ends;
      }
      x = start;
      begin = next_begin;
      z = next_z;
    }
    for (int k = drawn(0, 3); k > 0; --k) {
      const mpq_class size = fraction(drawn(2, 30), 10), at = fraction(10 * k, 1);
      level.box(at, 40, at + size, 40 + size, 0, "alone");
      lost.push_back(size * size);
      ++met["lost"];
    }
    for (int k = drawn(0, 3); k > 0; --k) {
      const mpq_class size = fraction(drawn(2, 30), 10), at = fraction(10 * k, 1);
      mesh.box(at, 60, at + size, 60 + size, 0);
      spurious.push_back(size * size);
      ++met["spurious"];
    }

    AuditArguments a{.level = level_of(folder.write("level.obj", level.text()), "z"),
                     .navmesh = folder.write("mesh.obj", mesh.text())};
    a.level.numbers = "decimal";
    a.level.weld = "0";
    a.level.optimise = drawn(0, 1) != 0 ? "count" : "none";
    const AuditFacts facts = audited(a);

    RC_ASSERT(facts.joins.size() == expected.size());
    for (const Expected& e : expected) {
      const auto found = std::ranges::find_if(facts.joins, [&](const ComponentJoin& j) {
        if (j.is_false != e.is_false || j.squared_width != (e.to - e.from) * (e.to - e.from)) return false;
        // Either side may be the first.
        for (const auto& [p, q] : {std::pair(j.from, j.to), std::pair(j.to, j.from)})
          for (const mpq_class& y : {e.y_low, e.y_high}) {
            const ExactPoint low = turn({e.from, e.y_low, e.z}), high = turn({e.from, e.y_high, e.z}),
                             end = turn({e.to, y, e.z});
            const bool along = turn.quarter % 2 == 0;  // whether the row runs along x
            const std::size_t k = along ? 0 : 1;
            if (p[k] == low[k] && q[k] == end[k] && std::min(low[1 - k], high[1 - k]) <= p[1 - k] &&
                p[1 - k] <= std::max(low[1 - k], high[1 - k]) && p[2] == e.z)
              return true;
          }
        return false;
      });
      RC_ASSERT(found != facts.joins.end());
      std::vector<std::uint32_t> polygons = found->through;
      if (!found->is_false) polygons.clear();
      std::vector<std::uint32_t> faces;
      for (const ComponentJoin::Side& side : found->sides) {
        polygons.insert(polygons.end(), side.polygons.begin(), side.polygons.end());
        faces.insert(faces.end(), side.faces.begin(), side.faces.end());
      }
      sort_unique(polygons);
      sort_unique(faces);
      RC_ASSERT(polygons == e.polygons);
      const auto room = static_cast<std::size_t>(e.room);
      std::vector<std::uint32_t> both{face[room], face[room + 1]};
      sort_unique(both);
      RC_ASSERT(faces == both);
      for (const ExactPoint* p : {&found->from, &found->to})
        for (std::size_t k = 0; k < 3; ++k) RC_ASSERT((found->box[0][k] <= (*p)[k] && (*p)[k] <= found->box[1][k]));
    }
    std::vector<mpq_class> areas[2];
    for (const ComponentPlace& p : facts.places) {
      if (p.kind == ComponentPlace::Kind::lost) areas[0].push_back(exact(p.area));
      if (p.kind == ComponentPlace::Kind::spurious) areas[1].push_back(exact(p.area));
      RC_ASSERT(p.owners.size() >= 1u);
      if (p.kind == ComponentPlace::Kind::lost)
        RC_ASSERT((p.box[1][0] - p.box[0][0]) * (p.box[1][1] - p.box[0][1]) == exact(p.area));
      for (std::size_t k = 0; k < 2; ++k) RC_ASSERT((p.box[0][k] < p.inside[k] && p.inside[k] < p.box[1][k]));
    }
    std::ranges::sort(lost, std::greater());
    std::ranges::sort(spurious, std::greater());
    RC_ASSERT(areas[0] == lost);
    RC_ASSERT(areas[1] == spurious);
  }));
}

TEST_CASE("audit: places name objects and groups, tables have a row a place, and nothing in the text is a fraction") {
  const Folder folder;
  const std::string level = folder.write("level.obj",
                                         "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 8 0 0\nv 9 0 0\nv 9 4 0\nv 8 4 0\n"
                                         "o hall\nf 1 2 3 4\no yard\ng grass\nf 5 6 7 8\n");
  AuditArguments a{
      .level = level_of(level, "z"),
      .navmesh = folder.write(
          "m.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 20 0 0\nv 21 0 0\nv 21 1 0\nf 1 2 3 4\nf 5 6 7\n")};
  a.level.stances = {"stand=9/5"};
  const AuditFacts facts = audited(a);
  const std::string text = audit_text(facts);
  CHECK(contains(text, "face 1 (yard/grass)"));
  CHECK(contains(text, "stances stand 1.8."));
  for (std::size_t at = text.find('/'); at != std::string::npos; at = text.find('/', at + 1))
    CHECK_FALSE((at > 0 && std::isdigit(text[at - 1]) && std::isdigit(text[at + 1])));
  CHECK(contains(text, "lost       4.000   true 1    (8.000, 0.000, 0.000) to (9.000, 4.000, 0.000)"));
  CHECK(contains(text, "face 1 (yard/grass); by unexplained 4.000\n"));
  CHECK(contains(audit_json(facts), R"("causes":[{"cause":"unexplained","area":{"exact":"4")"));
  CHECK(contains(audit_json(facts), R"("object":"yard","group":"grass","faces":[1])"));
  const std::string table = audit_csv(facts);
  CHECK(contains(table, ",component,lost,1,,4,4,8.5,2,0,8,0,0,9,4,0,,1,yard/grass\n"));
  CHECK(contains(table, ",component,spurious,1,,0.5,1/2,"));
  CHECK(contains(table, ",figure,truth,,,20,20,"));
  std::istringstream lines(table);
  const auto columns = [](const std::string& line) { return std::ranges::count(line, ','); };
  std::string line;
  REQUIRE(std::getline(lines, line));
  const auto wide = columns(line);
  while (std::getline(lines, line)) CHECK(columns(line) == wide);
  REQUIRE(facts.findings.size() == 2);
  CHECK(facts.findings[0].component == 1);
  CHECK(facts.findings[0].on == std::vector<std::uint32_t>{1});
}

TEST_CASE("audit: a navmesh of another level, in other units, or with another axis up is named as such") {
  const Folder folder;
  const std::string square = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n";
  AuditArguments a{.level = level_of(folder.write("level.obj", square), "z"), .navmesh = folder.write("m.obj", square)};
  const auto text = [&] { return audit_text(audited(a)); };
  CHECK_FALSE(contains(text(), "Nearly nothing is covered"));
  CHECK(audit_failures(audited(a)).empty());

  a.navmesh = folder.write("far.obj", "v 9 0 0\nv 13 0 0\nv 13 4 0\nv 9 4 0\nf 1 2 3 4\n");
  CHECK(contains(text(),
                 "Nearly nothing is covered. The true floor lies in (0.000, 0.000, 0.000) to (4.000, 4.000, "
                 "0.000), and the navmesh in (9.000, 0.000, 0.000) to (13.000, 4.000, 0.000).\n"
                 "Is it a navmesh of this level?"));
  a.fail_if = " missing > 50% , lost>0,excess>20";
  CHECK(audit_failures(audited(a)) == a.navmesh + " fails missing > 50% (100.0000 %), lost>0 (1)");

  a.navmesh = folder.write("units.obj", "v 0 0 0\nv 0.04 0 0\nv 0.04 0.04 0\nv 0 0.04 0\nf 1 2 3 4\n");
  CHECK(contains(text(), "The navmesh is 0.01 times as long: are both in the same units?"));

  a.navmesh = folder.write("m.obj", empty_mesh);
  CHECK_FALSE(contains(text(), "lies in"));

  a.level = level_of(folder.write("wall.obj", "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n"), "z");
  a.navmesh = folder.write("m.obj", square);
  CHECK(contains(text(), "The level has no floor for stand; is --up right?"));
}

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
