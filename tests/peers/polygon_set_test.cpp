// SPDX-License-Identifier: GPL-3.0-or-later
// The areas of every traversable polygon by verdict, once by Plumb and once by boolean set operations of
// CGAL::Polygon_set_2 on exact coordinates, compared as fractions.
#include <CGAL/Boolean_set_operations_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_set_2.h>
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/bake_text.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using FT = Kernel::FT;
using Point3 = Kernel::Point_3;
using FlatPolygon = CGAL::Polygon_2<Kernel>;
using PolygonSet = CGAL::Polygon_set_2<Kernel>;

/// Text is the one form that every number type behind Epeck can read.
FT to_cgal(const mpz_class& integer) {
  std::istringstream in(integer.get_str());
  FT::Exact_type exact;
  in >> exact;
  return FT(exact);
}
FT to_cgal(const mpq_class& q) { return to_cgal(q.get_num()) / to_cgal(q.get_den()); }

mpq_class to_gmp(const FT& value) {
  std::ostringstream out;
  out << CGAL::exact(value);
  mpq_class q(out.str());
  q.canonicalize();
  return q;
}

/// A polygon of the level with the plane z = slope_x * x + slope_y * y + height, unless it is vertical.
struct Facet {
  std::vector<Point3> corners;
  bool traversable = false, vertical = false;
  FT slope_x, slope_y, height;
};

Facet make_facet(const BakedText& baked, const pipeline::Surface& surface) {
  Facet facet;
  const kernel::PointTable& points = baked.scene.points;
  const FT denominator = to_cgal(points.denominator());
  for (const kernel::PointId p : baked.set.corners_of(surface))
    facet.corners.emplace_back(to_cgal(points.integer(p, 0)) / denominator, to_cgal(points.integer(p, 1)) / denominator,
                               to_cgal(points.integer(p, 2)) / denominator);
  facet.traversable = surface.kind == pipeline::SurfaceKind::traversable;
  Kernel::Vector_3 normal = CGAL::NULL_VECTOR;
  for (std::size_t i = 1; i + 1 < facet.corners.size(); ++i)
    normal = normal + CGAL::cross_product(facet.corners[i] - facet.corners[0], facet.corners[i + 1] - facet.corners[0]);
  facet.vertical = normal.z() == 0;
  if (facet.vertical) return facet;
  facet.slope_x = -normal.x() / normal.z();
  facet.slope_y = -normal.y() / normal.z();
  const Point3& c = facet.corners[0];
  facet.height = c.z() - facet.slope_x * c.x() - facet.slope_y * c.y();
  return facet;
}

FlatPolygon project(const Facet& facet) {
  FlatPolygon flat;
  for (const Point3& p : facet.corners) flat.push_back({p.x(), p.y()});
  if (flat.is_clockwise_oriented()) flat.reverse_orientation();
  return flat;
}

/// The part of a convex polygon where a*x + b*y + c >= 0.
FlatPolygon clip(const FlatPolygon& polygon, const FT& a, const FT& b, const FT& c) {
  FlatPolygon kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const FT at_p = a * p.x() + b * p.y() + c, at_q = a * q.x() + b * q.y() + c;
    if (at_p >= 0) kept.push_back(p);
    if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) kept.push_back(p + (at_p / (at_p - at_q)) * (q - p));
  }
  return kept;
}

FT area(const PolygonSet& set) {
  std::vector<CGAL::Polygon_with_holes_2<Kernel>> parts;
  set.polygons_with_holes(std::back_inserter(parts));
  FT sum = 0;
  for (const auto& part : parts) {
    sum += part.outer_boundary().area();
    for (auto hole = part.holes_begin(); hole != part.holes_end(); ++hole) sum += hole->area();  // negative
  }
  return sum;
}

void join(PolygonSet& set, const FlatPolygon& polygon) {
  if (polygon.size() >= 3 && polygon.area() != 0) set.join(polygon);
}

/// The definitions (semantics, section 4), word for word, for polygon number t.
AreaByLabel areas_by_sets(const std::vector<Facet>& facets, std::size_t t,
                          const std::vector<pipeline::Stance>& stances) {
  const Facet& floor = facets[t];
  const FlatPolygon flat = project(floor);
  PolygonSet taken;
  for (std::size_t q = 0; q < t; ++q) {
    const Facet& other = facets[q];
    if (other.traversable && other.slope_x == floor.slope_x && other.slope_y == floor.slope_y &&
        other.height == floor.height)
      join(taken, project(other));
  }
  PolygonSet covered_part(flat);
  covered_part.intersection(taken);
  AreaByLabel out;
  out[kernel::covered] = to_gmp(area(covered_part));
  // free: the area on which stance s or a higher one fits; s = 0 asks for nothing but ownership.
  mpq_class free_below = to_gmp(flat.area()) - out[kernel::covered];
  for (std::size_t s = 0; s < stances.size(); ++s) {
    const FT height = to_cgal(stances[s].height);
    PolygonSet lost = taken;
    for (std::size_t q = 0; q < facets.size(); ++q) {
      const Facet& other = facets[q];
      if (q == t || other.vertical) continue;
      const FT a = other.slope_x - floor.slope_x, b = other.slope_y - floor.slope_y, c = other.height - floor.height;
      if (a == 0 && b == 0 && !(c > 0 && c < height)) continue;
      join(lost, clip(clip(project(other), a, b, c), -a, -b, height - c));
    }
    PolygonSet free(flat);
    free.difference(lost);
    const mpq_class free_here = to_gmp(area(free));
    out[static_cast<kernel::Label>(s)] = free_below - free_here;
    free_below = free_here;
  }
  out[static_cast<kernel::Label>(stances.size())] = free_below;
  return out;
}

/// How often the comparison met each verdict with an area; what it never meets it does not test.
std::map<kernel::Label, int> met;

/// The first polygon on which the two disagree; empty if none.
std::string disagreement(const BakedText& baked) {
  std::vector<Facet> facets;
  for (const pipeline::Surface& surface : baked.set.surfaces) facets.push_back(make_facet(baked, surface));
  const std::vector<AreaByLabel> found = areas_by_surface(baked);
  for (std::size_t t = 0; t < facets.size(); ++t) {
    AreaByLabel expected;
    if (facets[t].traversable) expected = areas_by_sets(facets, t, baked.map.stances);
    std::erase_if(expected, [](const auto& entry) { return sgn(entry.second) == 0; });
    for (const auto& [label, amount] : expected) ++met[label];
    if (found[t] == expected) continue;
    std::ostringstream out;
    out << "polygon " << t << ", face " << baked.set.surfaces[t].face << "\n  expected";
    for (const auto& [label, amount] : expected) out << "  " << label << ": " << amount;
    out << "\n  found   ";
    for (const auto& [label, amount] : found[t]) out << "  " << label << ": " << amount;
    return out.str();
  }
  return {};
}

/// Small coordinates on a tiny grid: nearly everything touches, overlaps or lies in one plane with something.
struct Drawn {
  std::string obj;
  int vertices = 0;
  void vertex(int x, int y, int z) {
    obj += "v " + std::to_string(x) + ' ' + std::to_string(y) + ' ' + std::to_string(z) + '\n';
    ++vertices;
  }
  void face(std::initializer_list<int> backwards) {
    obj += 'f';
    for (const int i : backwards) obj += ' ' + std::to_string(i);
    obj += '\n';
  }
  void box(int x, int y, int z, int dx, int dy, int dz) {
    for (int i = 0; i < 8; ++i) vertex(x + (i & 1) * dx, y + (i >> 1 & 1) * dy, z + (i >> 2) * dz);
    face({-8, -6, -5, -7});
    face({-4, -3, -1, -2});
    face({-8, -7, -3, -4});
    face({-7, -5, -1, -3});
    face({-5, -6, -2, -1});
    face({-6, -8, -4, -2});
  }
};

/// What a level is made of, at most.
struct Recipe {
  const char* name;
  int boxes, triangles, floors, ramps;
};
const Recipe recipes[] = {{"boxes", 4, 0, 0, 0},
                          {"triangles", 0, 6, 0, 0},
                          {"floors", 0, 0, 6, 0},
                          {"ramps", 0, 0, 2, 5},
                          {"a bit of all", 2, 3, 3, 3}};

int draw(int low, int high) { return *rc::gen::inRange(low, high + 1); }

std::string draw_level(const Recipe& recipe) {
  Drawn level;
  level.box(0, 0, 0, 1, 1, 1);  // so that there is a face
  for (int i = draw(0, recipe.boxes); i > 0; --i) {
    const int x = draw(0, 3), y = draw(0, 3), z = draw(0, 2);
    level.box(x, y, z, draw(1, 3), draw(1, 3), draw(1, 2));
  }
  for (int i = draw(0, recipe.triangles); i > 0; --i) {
    for (int k = 0; k < 3; ++k) level.vertex(draw(0, 4), draw(0, 4), draw(0, 3));
    level.face({-3, -2, -1});
  }
  const auto rectangle = [&](int x, int y, int dx, int dy, int z, int rise) {
    level.vertex(x, y, z), level.vertex(x + dx, y, z + rise);
    level.vertex(x + dx, y + dy, z + rise), level.vertex(x, y + dy, z);
    level.face({-4, -3, -2, -1});
  };
  for (int i = draw(0, recipe.floors); i > 0; --i) {
    const int x = draw(0, 3), y = draw(0, 3), dx = draw(1, 4), dy = draw(1, 4);
    rectangle(x, y, dx, dy, draw(0, 1), 0);
  }
  for (int i = draw(0, recipe.ramps); i > 0; --i) {  // of slope 1/2 or 1 along x, up or down
    const int x = draw(0, 2), y = draw(0, 3), dx = 2 * draw(1, 2), dy = draw(1, 3), z = draw(0, 2);
    rectangle(x, y, dx, dy, z, *rc::gen::element(-2, -1, 1, 2) * dx / 2);
  }
  return level.obj;
}

}  // namespace

TEST_CASE("areas equal those of CGAL::Polygon_set_2 on random levels of a tiny grid") {
  met.clear();
  for (const Recipe& recipe : recipes) {
    const std::string name = std::string("areas by verdict, polygon by polygon: ") + recipe.name;
    CHECK(rc::check(name, [&recipe] {
      BakeTextOptions options;
      options.stances = {{"crawl", mpq_class(1, 2)}, {"crouch", mpq_class(1)}, {"stand", mpq_class(5, 2)}};
      const bool up = draw(0, 1) == 1, seed = draw(0, 1) == 1;
      options.sides = up ? pipeline::Sides::up : pipeline::Sides::both;
      options.decomposition = seed ? kernel::Decomposition::seed : kernel::Decomposition::bounded;
      const std::string level = draw_level(recipe);
      const std::string difference = disagreement(bake_text(level, options));
      RC_LOG() << "sides " << (up ? "up" : "both") << ", decomposition " << (seed ? "seed" : "bounded") << '\n'
               << level << difference;
      RC_ASSERT(difference.empty());
    }));
  }
  for (kernel::Label label = kernel::covered; label <= 3; ++label) {
    INFO("label " << label);
    CHECK(met[label] >= 50);
  }
}

TEST_CASE("areas equal those of CGAL::Polygon_set_2 on the shipped small levels") {
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PLUMB_SOURCE_DIR "/docs/examples")) {
    if (entry.path().extension() != ".obj" || entry.file_size() > 20'000) continue;
    INFO(entry.path().string());
    std::ifstream in(entry.path());
    std::ostringstream text;
    text << in.rdbuf();
    BakeTextOptions options;
    options.stances = {{"crawl", mpq_class(1, 2)}, {"crouch", mpq_class(6, 5)}, {"stand", mpq_class(9, 5)}};
    options.up = text.str().find("--up z") == std::string::npos ? pipeline::UpAxis::y : pipeline::UpAxis::z;
    for (const pipeline::Sides sides : {pipeline::Sides::both, pipeline::Sides::up}) {
      options.sides = sides;
      CHECK(disagreement(bake_text(text.str(), options)) == "");
    }
    ++compared;
  }
  CHECK(compared > 0);
}
