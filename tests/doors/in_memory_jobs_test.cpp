// SPDX-License-Identifier: GPL-3.0-or-later
// Every job in memory: what a call finds of a level that is baked is, byte by byte, what the command finds of the
// files.
//
// Three levels, one with a radius. Audits, differences, explanations, thresholds, ways from one place to another,
// layers and routes are printed as JSON and compared; seconds are left out. Certificates of arrays are checked. The
// plain arrays of float_mesh() are compared with the components of the navmesh.
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <regex>
#include <sstream>

#include "plumb/audit.h"
#include "plumb/bake.h"
#include "plumb/certificate.h"
#include "plumb/diff.h"
#include "plumb/explain.h"
#include "plumb/kernel/union_find.h"
#include "plumb/layers.h"
#include "plumb/navmesh.h"
#include "plumb/route.h"
#include "plumb/scene.h"
#include "plumb/write.h"
#include "support/temporary_folder.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

struct Level {
  std::string file, up, step, radius, from, to;
};
const Level levels[] = {{"ruin.obj", "y", "2/5", "0", "3,1,3", "6,1,6"},
                        {"wall_in_room.obj", "z", "0", "3/10", "1,1,1", "5,2,1"},
                        {"wall_in_room.obj", "z", "0", "0", "1,1,1", "3,3,1"},
                        {"staircase.obj", "z", "1/4", "0", "1/2,1/2,1", "1/2,5/2,3"}};

BakeArguments arguments_of(const Level& level) {
  BakeArguments a;
  a.scene = PLUMB_SOURCE_DIR "/docs/examples/" + level.file;
  a.stances = {"crouch=1.1", "stand=1.8"};
  a.up = level.up;
  a.step = level.step;
  a.radius = level.radius;
  a.threads = "1";
  return a;
}

template <class T>
T value_of(Result<T> result) {
  if (!result) FAIL(result.error().text());
  return std::move(*result);
}

Progress silent;

// What a command keeps as its files need it.
BakeOptions settings_of(const BakeArguments& arguments) {
  BakeOptions out = value_of(make_bake_options(arguments));
  out.mesh = out.unwalkable = out.areas = true;
  return out;
}

// A level that is baked in memory with the settings of the command.
struct InMemory {
  explicit InMemory(const Level& level)
      : arguments(arguments_of(level)),
        options(settings_of(arguments)),
        baked(value_of(bake(value_of(import_scene(arguments.scene, {.up = options.up, .digest = true})), options))) {}
  BakeArguments arguments;
  BakeOptions options;
  Baked baked;
};

std::string without_seconds(const std::string& json) {
  static const std::regex seconds("\"(seconds|stages)\": ?(\\{[^}]*\\}|\\[[^\\]]*\\]|[-+.0-9e]+)");
  return std::regex_replace(json, seconds, "\"$1\": 0");
}

std::string bytes_of(Baked& baked, Format format) {
  std::ostringstream out;
  if (const auto error = write(baked, format, out)) FAIL(error->text());
  return out.str();
}

}  // namespace

TEST_CASE("in memory: an audit finds what the command finds") {
  for (const Level& level : levels) {
    CAPTURE(level.file, level.radius);
    InMemory here(level);
    const Folder folder;
    Level coarse = level;
    coarse.step = level.file == "ruin.obj" ? "1/10" : "0";  // another baker: fewer joins
    coarse.radius = level.file == "staircase.obj" ? "0" : "1/4";
    InMemory other(coarse);
    AuditArguments a;
    a.level = here.arguments;
    a.navmesh = folder.write("other.bin", bytes_of(other.baked, Format::bin));
    a.stance = "stand";
    a.cell = "0.3,0.2";
    const AuditOptions options = value_of(make_audit_options(a));
    const AuditFacts by_files = value_of(audit(options, silent));
    const AuditFacts by_call =
        value_of(audit(here.baked, value_of(read_foreign_mesh(a.navmesh, options.reading)), options, silent));
    if (level.file == "ruin.obj") CHECK(by_files.missing.terms() > 0);
    CHECK(without_seconds(audit_json(by_call)) == without_seconds(audit_json(by_files)));
    CHECK(audit_csv(by_call) == audit_csv(by_files));
    // Arrays of the same polygons: the same floor.
    const FloatMesh mesh = value_of(float_mesh(*other.baked.derived, {.stance = 2}));
    std::vector<float> xyz;
    for (const auto& v : mesh.vertices) xyz.insert(xyz.end(), v.begin(), v.end());
    std::vector<std::uint32_t> sizes;
    for (std::size_t p = 0; p < mesh.size(); ++p) sizes.push_back(mesh.offsets[p + 1] - mesh.offsets[p]);
    const AuditFacts of_arrays = value_of(audit(
        here.baked, value_of(foreign_mesh(xyz, mesh.corners, sizes, here.options.up)), {.stance = "stand"}, silent));
    CHECK(of_arrays.mesh.polygons.size() == mesh.size());
    // The level's own arrays, with their neighbours and links: its components.
    const FloatMesh own = value_of(float_mesh(*here.baked.derived, {.stance = 2}));
    const AuditFacts of_own =
        value_of(audit(here.baked, value_of(foreign_mesh(own, here.options.up)), {.stance = "stand"}, silent));
    CHECK(of_own.components.truth == of_own.components.found);
    CHECK(of_own.components.lost.empty());
    CHECK(of_own.components.split.empty());
    CHECK(of_own.components.merged.empty());
    CHECK(of_arrays.covered.area(0).approx == Approx(by_files.covered.area(0).approx).epsilon(0.05));
  }
}

TEST_CASE("in memory: an audit refuses what it cannot judge") {
  InMemory here(levels[2]);
  const float xyz[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const std::uint32_t corners[] = {0, 1, 2}, beyond[] = {0, 1, 3}, sizes[] = {3}, wrong_sizes[] = {4};
  CHECK(foreign_mesh(xyz, beyond, sizes, UpAxis::z).error().code == ErrorCode::bad_index);
  CHECK(foreign_mesh(xyz, corners, wrong_sizes, UpAxis::z).error().code == ErrorCode::syntax);
  const float nowhere[] = {0, 0, 0, 1, 0, 0, 0, NAN, 0};
  CHECK(foreign_mesh(nowhere, corners, sizes, UpAxis::z).error().code == ErrorCode::bad_number);
  CHECK(value_of(foreign_mesh(std::span<const float>(), {}, {}, UpAxis::z)).polygons.empty());
  const ForeignMesh mesh = value_of(foreign_mesh(xyz, corners, sizes, UpAxis::z));
  CHECK(audit(here.baked, mesh, {.stance = "nobody"}, silent).error().code == ErrorCode::bad_option);
  CHECK(audit(here.baked, mesh, {.below = 2}, silent).error().code == ErrorCode::bad_option);
  CHECK(audit(here.baked, mesh, {.surface = MeshSurface::detail}, silent).error().code == ErrorCode::bad_option);
  ForeignMesh broken = mesh;
  broken.polygons[0].corners[1] = 77;
  CHECK(audit(here.baked, broken, {}, silent).error().code == ErrorCode::bad_scene);
  CHECK(diff(mesh, broken, {}, silent).error().code == ErrorCode::bad_scene);
  BakeSettings bare = here.options;
  bare.mesh = false;
  const Baked without = value_of(bake(here.baked.level->scene, bare));
  CHECK(audit(without, mesh, {}, silent).error().code == ErrorCode::bad_option);
}

TEST_CASE("in memory: a difference is that of the files") {
  InMemory one(levels[0]), other({"ruin.obj", "y", "1/10", "0", {}, {}});
  const Folder folder;
  DiffArguments d;
  d.a = folder.write("a.bin", bytes_of(one.baked, Format::bin));
  d.b = folder.write("b.bin", bytes_of(other.baked, Format::bin));
  const DiffOptions options = value_of(make_diff_options(d));
  const ForeignMesh a = value_of(read_foreign_mesh(d.a, options.reading)),
                    b = value_of(read_foreign_mesh(d.b, options.reading));
  const DiffFacts found = value_of(diff(a, b, options, silent));
  CHECK_FALSE(found.same());
  CHECK(diff_json(found) == diff_json(value_of(diff(options, silent))));
  CHECK(value_of(diff(a, a, {}, silent)).same());
}

TEST_CASE("in memory: explanations and thresholds are those of the file") {
  for (const Level& level : levels) {
    CAPTURE(level.file, level.radius);
    InMemory here(level);
    ExplainedLevel asked(*here.baked.level, here.baked.options);
    for (const std::string& at : {level.from, level.to, std::string("1000,1000,1000")}) {
      const ExplainQuery query = value_of(make_explain_query(at, {}));
      CHECK(explanation_json(value_of(asked.explain(query, silent))) ==
            explanation_json(value_of(explain(here.options, query, silent))));
    }
    if (level.file == "ruin.obj") continue;  // what follows takes half a minute of it
    const auto thresholds = [&](const char* of, const char* range) {
      return value_of(make_threshold_query(of, std::string(range), false, here.arguments, here.options));
    };
    const ThresholdQuery heights = thresholds("height", "1,3"), slopes = thresholds("slope", "0,90"),
                         radii = thresholds("radius", "0,1");
    if (level.radius == "0")
      CHECK(thresholds_json(value_of(asked.height_thresholds(heights, silent))) ==
            thresholds_json(value_of(height_thresholds(here.options, heights, silent))));
    CHECK(thresholds_json(value_of(asked.slope_thresholds(slopes, silent))) ==
          thresholds_json(value_of(slope_thresholds(here.options, slopes, silent))));
    CHECK(thresholds_json(value_of(asked.radius_thresholds(radii, silent))) ==
          thresholds_json(value_of(radius_thresholds(here.options, radii, silent))));
    CHECK(asked.height_thresholds(radii, silent).error().code == ErrorCode::bad_option);
    const ReachQuery reach =
        value_of(make_reach_query({level.from, level.to, {}, {}, {}}, here.arguments, here.options));
    CHECK(reachability_json(value_of(asked.reachability(reach, silent))) ==
          reachability_json(value_of(reachability(here.options, reach, silent))));
  }
}

TEST_CASE("in memory: layers and routes are those of the files") {
  for (const Level& level : levels) {
    CAPTURE(level.file, level.radius);
    InMemory here(level);
    const Folder folder;
    const std::string navmesh = folder.write("nav.json", bytes_of(here.baked, Format::json));
    LayersArguments l;
    l.level.scene = navmesh;
    const LayersOptions options = value_of(make_layers_options(l));
    FoundLayers by_files = value_of(find_layers(options, silent)),
                by_call = value_of(find_layers(here.baked.mesh(), options, silent));
    by_call.file = by_files.file;
    const auto text = [&](const FoundLayers& found) {
      const std::string path = folder / "layers.json";
      OutputFiles files;
      files.add(path,
                [&](Output& out) -> std::optional<Error> { return export_layers_json(out, found), std::nullopt; });
      if (const auto error = files.commit<int>(0, {})) FAIL(error->text());
      return without_seconds(text_of_file(path));
    };
    CHECK(text(by_call) == text(by_files));
    CHECK(find_layers(here.baked.mesh(), {.stance = "nobody"}, silent).error().code == ErrorCode::bad_option);
    for (const char* radius : {"", "1/8"}) {
      RouteArguments r;
      r.navmesh = navmesh;
      r.from = level.from;
      r.to = level.to;
      if (*radius != '\0') r.radius = radius;
      const RouteOptions route = value_of(make_route_options(r));
      const auto by_file = find_navmesh_route(route, silent);
      const auto in_memory = find_navmesh_route(here.baked.mesh(), route, silent);
      REQUIRE(bool(by_file) == bool(in_memory));
      if (!by_file) {
        CHECK(by_file.error().text() == in_memory.error().text());
        continue;
      }
      const auto json = [](const FoundNavmeshRoute& found) {
        if (const auto* disc = std::get_if<FoundDiscRoute>(&found)) return disc_route_json(*disc);
        return route_json(std::get<FoundCorridorRoute>(found));
      };
      CHECK(json(*in_memory) == json(*by_file));
    }
  }
}

TEST_CASE("in memory: a certificate of arrays is of the scene's text, and is checked") {
  const std::vector<double> xyz{0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 0.1, 0.1, 1.3, 2, 0.1, 1.3, 0.1, 2, 1.3};
  const std::vector<std::uint32_t> corners{0, 1, 2, 3, 4, 5, 6}, sizes{4, 3};
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    const Scene scene = value_of(scene_from_polygons(xyz, corners, sizes, up));
    const std::string text = value_of(scene_text(scene));
    CHECK(text.find("v 0.1000000000000000055511151231257827021181583404541015625 ") != std::string::npos);
    Scene read = value_of(import_obj_text(text, "arrays.obj", {.numbers = Numbers::decimal, .up = up, .digest = true}));
    CHECK(read.face_points == scene.face_points);
    for (kernel::PointId p = 0; p < scene.points.size(); ++p)
      CHECK(kernel::exact_point(read.points, p) == kernel::exact_point(scene.points, p));
    CHECK_FALSE(is_certified_as_text(read));
    Baked baked = value_of(bake(std::move(read), {.certificate = true}));
    const std::string certificate = bytes_of(baked, Format::cert);
    Baked of_arrays = value_of(bake(scene, {.certificate = true}));
    CHECK(bytes_of(of_arrays, Format::cert) == certificate);
    CHECK(bytes_of(of_arrays, Format::scene) == text);
    using enum checker::Checked::Answer;
    const checker::Checked good = checker::check(text, certificate, 1);
    CHECK(good.answer == holds);
    CHECK(good.text.starts_with("Every record holds: "));
    const checker::Checked forged =
        checker::check(text, std::regex_replace(certificate, std::regex("\nend "), "\nend 1"), 2);
    CHECK(forged.answer == refuted);
    CHECK(forged.line > 1);
    CHECK(checker::check(text + "v 1 2 3\n", certificate).answer == refuted);
    const checker::Checked no_certificate = checker::check(text, "nothing\n");
    CHECK(no_certificate.answer == refused);
    CHECK_FALSE(no_certificate.of_level);
  }
  const std::vector<kernel::ExactPoint> third{{0, 0, 0}, {mpq_class(1, 3), 0, 0}, {0, 1, 0}};
  const std::vector<std::vector<kernel::ExactPoint>> polygons{third};
  CHECK(scene_text(value_of(scene_from_polygons(polygons))).error().code == ErrorCode::out_of_range);
  Baked no_decimal = value_of(bake(value_of(scene_from_polygons(polygons)), {.certificate = true}));
  std::ostringstream out;
  CHECK(write(no_decimal, Format::cert, out)->code == ErrorCode::out_of_range);
}

TEST_CASE("in memory: a navmesh that is made later is the one that is made at once") {
  for (const Level& level : levels) {
    CAPTURE(level.file, level.radius);
    InMemory at_once(level);
    BakeOptions options = at_once.options;
    options.mesh = false, options.mesh_later = true;
    Baked later =
        value_of(bake(value_of(import_scene(at_once.arguments.scene, {.up = options.up, .digest = true})), options));
    REQUIRE(!later.derived);
    CHECK(later.report.graph.components == at_once.baked.report.graph.components);
    make_mesh(later);
    make_mesh(later);
    for (const Format format : {Format::json, Format::glb, Format::svg, Format::bin})
      CHECK(bytes_of(later, format) == bytes_of(at_once.baked, format));
    CHECK(without_seconds(report_json(later.report)).size() ==
          without_seconds(report_json(at_once.baked.report)).size());
    const FloatMesh own = value_of(float_mesh(*later.derived));
    CHECK(value_of(audit(later, value_of(foreign_mesh(own, options.up)), {}, silent)).components.lost.empty());
  }
}

TEST_CASE("float meshes: neighbours and links join what the navmesh joins") {
  for (const Level& level : levels) {
    InMemory here(level);
    const NavMesh& nav = here.baked.mesh();
    for (const kernel::Label stance : {kernel::Label(1), kernel::Label(2)}) {
      CAPTURE(level.file, level.radius, stance);
      const FloatMesh mesh = value_of(float_mesh(*here.baked.derived, {.stance = stance}));
      REQUIRE(mesh.size() > 0);
      REQUIRE(mesh.offsets.size() == mesh.size() + 1);
      REQUIRE(mesh.offsets.back() == mesh.corners.size());
      REQUIRE(mesh.neighbours.size() == mesh.corners.size());
      CHECK(mesh.lost_links == 0);
      kernel::UnionFind joined(static_cast<std::uint32_t>(mesh.size()));
      double area = 0;
      for (std::uint32_t p = 0; p < mesh.size(); ++p) {
        CHECK(mesh.areas[p] > 0);
        CHECK(mesh.stances[p] >= stance);
        area += mesh.areas[p];
        for (std::uint32_t i = mesh.offsets[p]; i < mesh.offsets[p + 1]; ++i) {
          REQUIRE(mesh.corners[i] < mesh.vertices.size());
          const std::uint32_t q = mesh.neighbours[i];
          if (q == FloatMesh::none) continue;
          REQUIRE(q < mesh.size());
          joined.unite(p, q);
          CHECK(std::count(mesh.neighbours.begin() + mesh.offsets[q], mesh.neighbours.begin() + mesh.offsets[q + 1],
                           p) > 0);
        }
      }
      for (const FloatMesh::Link& l : mesh.links) {
        joined.unite(l.a, l.b);
        CHECK(l.kind != PortalKind::flush);
        CHECK(l.stance >= stance);
      }
      // By cell, the component of the navmesh and that of the arrays: the same division.
      const std::vector<std::uint32_t> of_cell = components(nav, stance);
      std::map<std::uint32_t, std::uint32_t> there, back;
      for (std::uint32_t p = 0; p < mesh.size(); ++p) {
        const std::uint32_t truth = of_cell[mesh.cells[p]], found = joined.find(p);
        CHECK(there.emplace(truth, found).first->second == found);
        CHECK(back.emplace(found, truth).first->second == truth);
      }
      double wanted = 0;
      for (std::size_t s = static_cast<std::size_t>(stance) - 1; s < here.baked.report.areas.stances.size(); ++s)
        wanted += here.baked.report.areas.stances[s].approx;
      CHECK(area == Approx(wanted).epsilon(1e-4));
    }
  }
}

TEST_CASE("float meshes: polygons have no more corners than an engine takes") {
  for (const Level& level : levels)
    for (const std::size_t most : {std::size_t{3}, std::size_t{6}}) {
      CAPTURE(level.file, level.radius, most);
      InMemory here(level);
      const FloatMesh any = value_of(float_mesh(*here.baked.derived)),
                      few = value_of(float_mesh(*here.baked.derived, {.most_corners = most}));
      for (std::size_t p = 0; p < few.size(); ++p) CHECK(few.offsets[p + 1] - few.offsets[p] <= most);
      CHECK(few.size() >= any.size());
      CHECK(std::accumulate(few.areas.begin(), few.areas.end(), 0.0) ==
            Approx(std::accumulate(any.areas.begin(), any.areas.end(), 0.0)).epsilon(1e-4));
      CHECK(few.lost_links == 0);
    }
}

TEST_CASE("float meshes: an origin is subtracted before rounding, in the axes of the level") {
  for (const Level& level : levels) {
    CAPTURE(level.file, level.radius);
    InMemory here(level);
    const std::array<double, 3> origin{1000.25, 3.5, -77};
    const FloatMesh near = value_of(float_mesh(*here.baked.derived)),
                    far = value_of(float_mesh(*here.baked.derived, {.origin = origin}));
    CHECK(far.origin == origin);
    const auto check_box = [&](const auto& points_of) {
      const auto a = points_of(near), b = points_of(far);
      for (std::size_t k = 0; k < 3; ++k) {
        const auto by_axis = [k](const auto& p, const auto& q) { return p[k] < q[k]; };
        CHECK((*std::ranges::min_element(b, by_axis))[k] + origin[k] ==
              Approx((*std::ranges::min_element(a, by_axis))[k]).margin(1e-3));
        CHECK((*std::ranges::max_element(b, by_axis))[k] + origin[k] ==
              Approx((*std::ranges::max_element(a, by_axis))[k]).margin(1e-3));
      }
    };
    check_box([](const FloatMesh& m) { return m.vertices; });
    if (near.links.empty()) continue;
    check_box([](const FloatMesh& m) {
      std::vector<std::array<float, 3>> out;
      for (const FloatMesh::Link& l : m.links)
        for (const auto& ends : {l.on_a, l.on_b}) out.insert(out.end(), ends.begin(), ends.end());
      return out;
    });
  }
  InMemory here(levels[3]);
  for (const double wrong : {double(NAN), HUGE_VAL, -HUGE_VAL})
    CHECK(float_mesh(*here.baked.derived, {.origin = {0, wrong, 0}}).error().code == ErrorCode::bad_option);
  CHECK(float_mesh(*here.baked.derived, {.origin = {0, 0, 1e300}}).error().code == ErrorCode::too_large);
  CHECK(float_mesh(*here.baked.derived, {.most_corners = 2}).error().code == ErrorCode::bad_option);
}

TEST_CASE("in memory: faces that clustering folds are dropped and listed; what is bad without it is still refused") {
  // A corner of the third face is moved to that of the second one in its cube, across the face's other side.
  const std::string floor = "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nf 1 2 3 4\n";
  const auto scene = import_obj_text(floor +
                                         "v 1 1.24 1\nv 0.6 1.9 1\nv 0.3 1.24 1\nf 5 6 7\n"
                                         "v 1.24 1.01 1\nv 5.24 3.01 1\nv 4.99 3.01 1\nv 0.99 1.01 1\nf 8 9 10 11\n",
                                     "level", {.numbers = Numbers::decimal, .up = UpAxis::z});
  BakeSettings settings{.method = Method::wedge};
  settings.wedge.cluster = mpq_class(1, 4);
  auto baked = bake(*scene, settings);
  REQUIRE(baked);
  CHECK(baked->report.dropped_faces == std::vector<std::uint32_t>{2});
  const auto crossed =
      import_obj_text(floor + "v 1 1 1\nv 3 3 1\nv 3 1 1\nv 1 3 1\nf 5 6 7 8\n", "level", {.up = UpAxis::z});
  const auto refused = bake(*crossed, settings);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::bad_face);
}
