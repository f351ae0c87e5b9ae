// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/bake.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/surface_plan.h"
#include "support/temporary_folder.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

std::vector<std::string> example_levels() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(PLUMB_SOURCE_DIR "/docs/examples"))
    if (entry.path().extension() == ".obj") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

BakeArguments all_files(const std::string& scene, const Folder& folder) {
  BakeArguments a;
  a.scene = scene;
  a.stances = {"crawl=0.5", "crouch=1.1", "stand=1.8"};
  a.step = "0.4";
  a.exact_digits = "0";
  a.outputs = {folder / "a.json", folder / "a.obj", folder / "a.svg"};
  a.report = folder / "r.json";
  return a;
}

mpq_class plan_area(const std::vector<ExactPoint>& vertices) {
  mpq_class sum = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const ExactPoint &p = vertices[i], &q = vertices[(i + 1) % vertices.size()];
    sum += p[0] * q[1] - p[1] * q[0];
  }
  return sum / 2;
}

// Area of the faces of each group of an OBJ, y up.
std::map<std::string, double> group_areas(const std::string& text) {
  std::vector<std::array<double, 3>> v;
  std::map<std::string, double> out;
  std::istringstream lines(text);
  std::string line, group, word;
  while (std::getline(lines, line)) {
    std::istringstream in(line);
    in >> word;
    if (word == "g") in >> group;
    if (word == "v") in >> v.emplace_back()[0] >> v.back()[1] >> v.back()[2];
    if (word != "f") continue;
    std::vector<std::size_t> f;
    for (std::size_t i; in >> i;) f.push_back(i - 1);
    for (std::size_t i = 0; i < f.size(); ++i) {
      const auto &p = v.at(f[i]), &q = v.at(f[(i + 1) % f.size()]);
      out[group] += (p[2] * q[0] - p[0] * q[2]) / 2;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("bake: no stage makes a line of the cutting again") {
  for (const char* level : {"ruin.obj", "gutter.obj"}) {
    const Folder folder;
    BakeArguments a = all_files(std::string(PLUMB_SOURCE_DIR "/docs/examples/") + level, folder);
    a.outputs.push_back(folder / "a.glb");
    a.outputs.push_back(folder / "a.cert");
    const auto before = SurfacePlan::lines_made();
    const auto options = make_bake_options(a);
    REQUIRE(options);
    Progress silent;
    REQUIRE(bake(*options, silent));
    CHECK(SurfacePlan::lines_made() == before);
  }
}

TEST_CASE("bake: on every example level, report, JSON and OBJ tell of the same areas, and JSON survives reading") {
  for (const std::string& level : example_levels()) {
    INFO(level);
    Folder folder;
    const auto options = make_bake_options(all_files(level, folder));
    REQUIRE(options);
    Progress silent;
    const auto report = bake(*options, silent);
    REQUIRE(report);
    CHECK(report->areas.held == report->areas.polygons);
    CHECK(report->areas.polygons == report->traversable);
    CHECK(folder.files() == std::vector<std::string>{"a.json", "a.mtl", "a.obj", "a.svg", "r.json"});

    const auto read = read_nav_mesh_json(folder / "a.json");
    REQUIRE(read);
    std::map<int, mpq_class> exact;
    for (const NavMesh::Cell& c : read->cells)
      for (const NavMesh::Facet& f : c.facets) {
        std::vector<ExactPoint> corners;
        for (const NavMesh::PointIndex p : f.corners) corners.push_back(read->points[p]);
        const mpq_class area = plan_area(corners);
        CHECK(sgn(area) > 0);  // counter-clockwise from above
        exact[c.stance] += area;
      }
    CHECK(exact[-1] == report->areas.covered.exact.value());
    CHECK(exact[0] == report->areas.blocked.exact.value());
    for (int s = 1; s <= 3; ++s) CHECK(exact[s] == report->areas.stances[s - 1].exact.value());

    const auto rounded = group_areas(text_of_file(folder / "a.obj"));
    const auto close = [&](const char* group, const Area& area) {
      const auto at = rounded.find(group);
      const double found = at == rounded.end() ? 0 : at->second;
      CHECK(std::abs(found - area.approx) <= 1e-7 * report->areas.traversable.approx);  // binary32
    };
    close("covered", report->areas.covered);
    close("blocked", report->areas.blocked);
    for (int s = 0; s < 3; ++s) close(options->stances[s].name.c_str(), report->areas.stances[s]);

    auto again = AtomicFile::create(folder / "b.json");
    REQUIRE(again);
    export_json(*again, *read, silent);
    REQUIRE_FALSE(again->close());
    REQUIRE_FALSE(again->commit());
    CHECK(text_of_file(folder / "b.json") == text_of_file(folder / "a.json"));
  }
}

TEST_CASE("bake: stages are told in order, and an error leaves no file") {
  struct Names : Progress {
    std::vector<std::string> names;
    double before = 0;
    double told = 0;  // of the stage
    bool within = false;
    void advance(double done) override {
      CHECK(done >= told);
      CHECK(done <= 1);
      told = done;
      within = within || (done > 0 && done < 1);
    }
    void stage(const StageProgress& begun) override {
      told = 0;
      names.emplace_back(begun.name);
      CHECK(begun.number == names.size());
      CHECK(begun.count == 13);
      CHECK(begun.before == Approx(before));
      before += begun.share;
    }
  };
  Folder folder;
  write_file(folder / "good.obj", "v 0 0 0\nv 1 0 0\nv 1 0 -1\nf 1 2 3\n");
  write_file(folder / "bad.obj", "v 0 0 0\nf 1 2 3\n");
  Names good;
  const auto options = make_bake_options(all_files(folder / "good.obj", folder));
  REQUIRE(options);
  REQUIRE(bake(*options, good));
  CHECK(good.before == Approx(1));
  CHECK(good.within);
  CHECK(good.names == std::vector<std::string>{"read", "convexify", "merge_coplanar", "classify", "index", "decompose",
                                               "link", "gaps", "optimise", "construct", "measure", "facts", "write"});
  Folder other;
  const auto refused = make_bake_options(all_files(folder / "bad.obj", other));
  REQUIRE(refused);
  Names bad;
  const auto report = bake(*refused, bad);
  REQUIRE_FALSE(report);
  CHECK(report.error().line == 2);
  CHECK(bad.names == std::vector<std::string>{"read"});
  CHECK(other.files().empty());
}

TEST_CASE("bake: a file that cannot be written is told, and the others appear") {
  Folder folder;
  write_file(folder / "wall.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");  // nobody stands on it
  BakeArguments a = all_files(folder / "wall.obj", folder);
  a.outputs.push_back(folder / "a.bin");
  Progress silent;
  const auto report = bake(*make_bake_options(a), silent);
  REQUIRE(report);
  REQUIRE(report->not_written.size() == 1);
  CHECK(report->not_written[0].file == folder / "a.bin");
  CHECK(report->not_written[0].code == ErrorCode::no_face);
  CHECK(folder.files() == std::vector<std::string>{"a.json", "a.mtl", "a.obj", "a.svg", "r.json", "wall.obj"});
  const auto json = nlohmann::json::parse(text_of_file(folder / "r.json"));
  CHECK(json["not_written"][0]["file"] == folder / "a.bin");

  const Folder other;
  a.outputs = {other / "a.bin"};
  a.report.clear();
  for (int i = 1; i <= 17; ++i) a.stances.push_back("s" + std::to_string(10 * i) + "=" + std::to_string(10 * i));
  const auto refused = bake(*make_bake_options(a), silent);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::bad_option);
}
