// SPDX-License-Identifier: GPL-3.0-or-later
// Judges random points of a level by a direct exact vertical ray test (the definitions, section 4) and compares
// the verdicts with the cells of a bake. Reads both files by itself and uses nothing of Plumb.
#include <algorithm>
#include <iostream>
#include <map>
#include <random>

#include "json_cells.h"
#include "obj_scene.h"
#include "wall_check.h"

namespace oracle {
namespace {

const char* const usage =
    "usage: plumb_ray_oracle SCENE.obj BAKE.json [--numbers double|float|decimal] [--up y|z] [--sides both|up]\n"
    "         [--slope 0|30|45|60 | --slope-ratio P/Q] [--stance NAME=H]... [--step S] [--points N] [--seed S]\n"
    "         [--walls N] [--each-cell]\n"
    "--points and --walls: how many points of floors and of walls' traces to judge (1000, 0); --each-cell: besides,\n"
    "a point in each cell and polygon and one on either side of each of their edges.\n"
    "Exit status: 0 every point agrees, 1 some differ, 2 bad input or options.\n";

struct Options {
  std::string scene_file, bake_file;
  SceneOptions scene;
  std::vector<mpq_class> heights;
  mpq_class step = 0;
  std::uint64_t points = 1000, walls = 0, seed = 1;
  bool each_cell = false;
};

Options parse(int argc, char** argv) {
  Options o;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string key = argv[i];
    if (key.rfind("--", 0) != 0) {
      files.push_back(key);
      continue;
    }
    if (key == "--each-cell") {
      o.each_cell = true;
      continue;
    }
    if (++i == argc) throw Refusal(key + " needs a value");
    const std::string value = argv[i];
    const auto choose = [&](std::initializer_list<const char*> words) {
      const auto found = std::find(words.begin(), words.end(), value);
      if (found == words.end()) throw Refusal(key + " " + value + ": no such choice");
      return static_cast<int>(found - words.begin());
    };
    if (key == "--numbers") {
      o.scene.numbers = static_cast<Numbers>(choose({"double", "float", "decimal"}));
    } else if (key == "--up") {
      o.scene.y_up = choose({"y", "z"}) == 0;
    } else if (key == "--sides") {
      o.scene.both_sides = choose({"both", "up"}) == 0;
    } else if (key == "--slope") {  // the degrees whose squared tangent is rational
      const mpq_class squares[] = {0, mpq_class(1, 3), 1, 3};
      o.scene.tan_squared = squares[choose({"0", "30", "45", "60"})];
    } else if (key == "--slope-ratio") {
      const mpq_class tan = exact_number(value);
      o.scene.tan_squared = tan * tan;
    } else if (key == "--stance") {
      o.heights.push_back(exact_number(std::string_view(value).substr(value.find('=') + 1)));
    } else if (key == "--step") {
      o.step = exact_number(value);
    } else if (key == "--points") {
      o.points = std::stoull(value);
    } else if (key == "--walls") {
      o.walls = std::stoull(value);
    } else if (key == "--seed") {
      o.seed = std::stoull(value);
    } else {
      throw Refusal("unknown option " + key);
    }
  }
  if (files.size() != 2) throw Refusal(usage);
  o.scene_file = files[0];
  o.bake_file = files[1];
  if (o.heights.empty()) o.heights.push_back(mpq_class(9, 5));
  for (std::size_t s = 0; s < o.heights.size(); ++s)
    if (o.heights[s] <= (s ? o.heights[s - 1] : mpq_class(0)))
      throw Refusal("the heights of stances must ascend from above 0");
  return o;
}

class Comparison {
 public:
  Comparison(const Options& options)
      : options_(options),
        scene_(options.scene_file, options.scene),
        cells_(options.bake_file, options.scene.y_up),
        random_(options.seed) {}

  int run() {
    if (options_.each_cell) visit_all();
    sample();
    print("points", tally_);
    if (options_.walls == 0) return tally_.differ ? 1 : 0;
    const Tally walls = check_walls(scene_, cells_, options_.heights, options_.step, options_.walls, random_);
    print("points of walls", walls);
    return tally_.differ + walls.differ ? 1 : 0;
  }

 private:
  static void print(const char* what, const Tally& t) {
    std::cout << t.agree + t.differ + t.borders << ' ' << what << ": " << t.agree << " agree, " << t.differ
              << " differ, " << t.borders << " on borders\n";
  }

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  /// A strictly positive combination of corners; the denominator is odd, so that it is no point of a dyadic grid.
  Point mix(const std::vector<const Point*>& corners) {
    Point sum{0, 0, 0};
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      std::uint64_t weight = 1 + below(1000003);
      if (i + 1 == corners.size() && (total + weight) % 2 == 0) ++weight;
      total += weight;
      sum = sum + mpq_class(weight) * *corners[i];
    }
    return mpq_class(1, total) * sum;
  }

  std::optional<Point> point_on_face(std::uint32_t face) {
    std::vector<const Piece*> floors;
    for (const Piece& piece : scene_.pieces(face))
      if (piece.traversable) floors.push_back(&piece);
    if (floors.empty()) return std::nullopt;
    const Polygon& corners = floors[below(floors.size())]->corners;
    for (int attempt = 0; attempt < 100; ++attempt) {
      std::vector<const Point*> three;
      for (int k = 0; k < 3; ++k) three.push_back(&corners[corners.size() == 3 ? k : below(corners.size())]);
      Point p = mix(three);
      if (locate(corners, p) == Where::inside) return p;
    }
    return std::nullopt;
  }

  Point point_within(const Polygon& convex) {
    std::vector<const Point*> corners;
    for (const Point& p : convex) corners.push_back(&p);
    return mix(corners);
  }

  /// 2^-60 of the way from a point of an edge into the cell, or as far out of it.
  Point point_near_edge(const Polygon& convex, std::size_t edge, bool within) {
    const Point on_edge = mix({&convex[edge], &convex[(edge + 1) % convex.size()]});
    const mpq_class step(within ? 1 : -1, mpz_class(1) << 60);
    return on_edge + step * (point_within(convex) - on_edge);
  }

  /// A point in each cell and each polygon, and one on either side of each of their edges.
  void visit_all() {
    for (std::uint32_t f = 0; f < cells_.facets().size(); ++f) visit(cells_.corners(f));
    for (std::uint32_t f = 0; f < scene_.face_count(); ++f)
      for (const Piece& piece : scene_.pieces(f))
        if (piece.traversable) visit(piece.corners);
  }

  void visit(const Polygon& polygon) {
    judge(point_within(polygon));
    for (std::size_t edge = 0; edge < polygon.size(); ++edge)
      for (const bool within : {true, false}) judge(point_near_edge(polygon, edge, within));
  }

  /// In turn: faces alike, faces by area, cells alike close to a border.
  void sample() {
    std::vector<double> areas(scene_.face_count());
    for (std::uint32_t f = 0; f < areas.size(); ++f) areas[f] = (f ? areas[f - 1] : 0) + scene_.rough_area(f);
    const std::uint64_t faces = scene_.face_count(), cells = cells_.facets().size();
    std::uint64_t done = 0, attempts = 0;
    const std::uint64_t limit = 200 * options_.points;  // a scene may have hardly anything to stand on
    while (done < options_.points && ++attempts <= limit) {
      std::optional<Point> p;
      if (attempts % 3 == 2 && cells > 0) {
        const auto facet = static_cast<std::uint32_t>(below(cells));
        const Polygon& corners = cells_.corners(facet);
        p = point_near_edge(corners, below(corners.size()), below(2) == 0);
      } else if (attempts % 3 == 1 && areas.back() > 0) {
        const double at = static_cast<double>(random_() >> 11) * 0x1p-53 * areas.back();
        const auto face = std::upper_bound(areas.begin(), areas.end(), at) - areas.begin();
        p = point_on_face(static_cast<std::uint32_t>(std::min<std::uint64_t>(face, faces - 1)));
      } else {
        p = point_on_face(static_cast<std::uint32_t>(below(faces)));
      }
      done += p && judge(*p);
    }
  }

  Label true_label(const Point& p) {
    const std::optional<mpq_class> free = scene_.clearance(p);
    Label label = 0;
    for (const mpq_class& h : options_.heights) label += !free || h <= *free;
    return label;
  }

  /// A facet must lie in the plane of the face that it names.
  bool lies_on_its_face(std::uint32_t facet) {
    const std::uint32_t face = cells_.facets()[facet].face;
    if (face >= scene_.face_count()) return false;
    const Polygon& corners = cells_.corners(facet);
    const auto holds = [&](const Piece& piece) {
      return piece.traversable && std::all_of(corners.begin(), corners.end(), [&](const Point& p) {
               return sgn(dot(piece.normal, p - piece.corners[0])) == 0;
             });
    };
    const std::vector<Piece>& pieces = scene_.pieces(face);
    return std::any_of(pieces.begin(), pieces.end(), holds);
  }

  /// The owner has the lowest number of all; a covered cell names as its witness a lower one that is there too.
  std::string ownership_fault(std::uint32_t facet, std::uint32_t owner, const std::vector<std::uint32_t>& around) {
    const std::vector<Facet>& all = cells_.facets();
    if (all[facet].surface < all[owner].surface) return "the owner has not the lowest number. ";
    if (all[facet].label != covered) return {};
    const bool named = std::any_of(around.begin(), around.end(), [&](std::uint32_t other) {
      return all[other].surface == all[facet].witness && all[other].surface < all[facet].surface;
    });
    return named ? "" : "a covered cell names no polygon that covers it. ";
  }

  /// False if p stands on no floor and in no cell: then it says nothing.
  bool judge(const Point& p) {
    // Floors may cross at p: what stands in one plane is judged together.
    std::map<Tilt, std::vector<std::uint32_t>> around;
    bool border = false;
    std::string wrong;
    Box at;
    at.add(p);
    cells_.query(at, [&](std::uint32_t facet) {
      const Polygon& corners = cells_.corners(facet);
      const Point normal = area_vector(corners);
      if (sgn(normal.z) == 0) {
        wrong = "a cell without area";
        return;
      }
      if (!lies_on_its_face(facet)) wrong = "a cell leaves the plane of its face";
      if (sgn(dot(normal, p - corners[0])) != 0) return;
      const Where where = locate(corners, p);
      if (where == Where::inside) around[tilt(normal)].push_back(facet);
      border = border || where == Where::border;
    });
    ObjScene::Floors floors = scene_.floors_at(p);
    if (wrong.empty()) {
      if (border || floors.border) return ++tally_.borders, true;
      if (floors.count.empty() && around.empty()) return false;
    }
    const Label expected = true_label(p);
    for (const auto& [plane, count] : floors.count) around[plane];
    for (const auto& [plane, facets] : around)
      if (wrong.empty()) wrong = fault(floors.count[plane], facets, expected);
    if (wrong.empty()) return ++tally_.agree, true;
    if (++tally_.differ <= 10) complain(p, wrong, expected, around);
    return true;
  }

  /// What is wrong with the cells that contain a point of one plane, where so many floors are.
  std::string fault(int floors, const std::vector<std::uint32_t>& facets, Label expected) {
    std::vector<std::uint32_t> owners;
    for (const std::uint32_t facet : facets)
      if (cells_.facets()[facet].label != covered) owners.push_back(facet);
    if (floors != static_cast<int>(facets.size()))
      return std::to_string(floors) + " polygons but " + std::to_string(facets.size()) + " cells contain the point";
    if (owners.size() != 1) return std::to_string(owners.size()) + " cells own the point";
    if (cells_.facets()[owners[0]].label != expected) return "another verdict";
    std::string out;
    for (const std::uint32_t facet : facets) out += ownership_fault(facet, owners[0], facets);
    return out;
  }

  void complain(const Point& p, const std::string& wrong, Label expected,
                const std::map<Tilt, std::vector<std::uint32_t>>& around) {
    const Point out = options_.scene.y_up ? Point{p.x, p.z, -p.y} : p;
    std::cout << "differs: " << wrong << "\n  at " << out.x << ' ' << out.y << ' ' << out.z << "  (" << out.x.get_d()
              << ' ' << out.y.get_d() << ' ' << out.z.get_d() << ")\n  expected " << expected << "; found";
    for (const auto& [plane, facets] : around)
      for (const std::uint32_t facet : facets) {
        const Facet& f = cells_.facets()[facet];
        std::cout << "  stance " << f.label << " on surface " << f.surface << " (face " << f.face << ")";
      }
    std::cout << (around.empty() ? " nothing\n" : "\n");
  }

  const Options& options_;
  ObjScene scene_;
  JsonCells cells_;
  std::mt19937_64 random_;
  Tally tally_;
};

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) {
  try {
    const oracle::Options options = oracle::parse(argc, argv);
    return oracle::Comparison(options).run();
  } catch (const std::exception& e) {
    std::cerr << "plumb_ray_oracle: " << e.what() << '\n';
    return 2;
  }
}
