// SPDX-License-Identifier: GPL-3.0-or-later
// Relations between levels: each maps a drawn level L and an agent to another level R(L), an agent there, and a
// placement that moves points of L to points of R(L). docs/reference/relations.md has the table, with the conditions
// and why they are needed; `meet` makes a drawn level and agent meet the conditions of a relation. `misapply` breaks
// the relation by hand, so that a test can see whether a check notices.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/bake_options.h"
#include "support/random_level.h"

namespace plumb::tests {

/// Random choices, the same on every machine.
class Draws {
 public:
  explicit Draws(unsigned seed) : random_(seed) {}
  int operator()(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }
  bool one_in(int n) { return (*this)(1, n) == 1; }
  template <class Value>
  Value of(std::initializer_list<Value> values) {
    return values.begin()[(*this)(0, static_cast<int>(values.size()) - 1)];
  }
  template <class Range>
  void shuffle(Range& range) {
    for (std::size_t i = range.size(); i > 1; --i)
      std::swap(range[i - 1], range[static_cast<std::size_t>((*this)(0, static_cast<int>(i) - 1))]);
  }

 private:
  std::mt19937 random_;
};

/// Coordinates are binary fractions, z up.
struct PlainLevel {
  std::vector<kernel::ExactPoint> points;
  std::vector<std::vector<std::size_t>> faces;

  void add(const std::vector<kernel::ExactPoint>& corners) {
    std::vector<std::size_t>& face = faces.emplace_back();
    for (const auto& p : corners) {
      face.push_back(points.size());
      points.push_back(p);
    }
  }
};

/// Coordinates that are doubles are written exactly.
inline std::string obj(const PlainLevel& level) {
  std::ostringstream out;
  out.precision(17);
  for (const auto& p : level.points) out << "v " << p[0].get_d() << ' ' << p[1].get_d() << ' ' << p[2].get_d() << '\n';
  for (const auto& face : level.faces) {
    out << 'f';
    for (const std::size_t c : face) out << ' ' << c + 1;
    out << '\n';
  }
  return out.str();
}

/// A level of random_level(), and perhaps a closed box, a face that is not convex and one that is not planar.
inline PlainLevel drawn_level(Draws& draws) {
  PlainLevel out;
  std::istringstream in(random_level(static_cast<unsigned>(draws(0, 1 << 30))));
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "v") {
      std::array<double, 3> p;
      words >> p[0] >> p[1] >> p[2];
      out.points.push_back({mpq_class(p[0]), mpq_class(p[1]), mpq_class(p[2])});
    } else if (kind == "f") {
      std::vector<std::size_t> face;
      for (int back; words >> back;) face.push_back(out.points.size() - static_cast<std::size_t>(-back));
      out.faces.push_back(face);
    }
  }
  const mpq_class x = mpq_class(draws(0, 6)) / 2, y = mpq_class(draws(0, 6)) / 2, z = mpq_class(draws(0, 6)) / 2;
  const auto at = [&](int i, int j, int k) -> kernel::ExactPoint {
    return {x + mpq_class(i) / 2, y + mpq_class(j) / 2, z + mpq_class(k) / 2};
  };
  if (draws.one_in(3)) {
    const int u = draws(1, 5), v = draws(1, 5), w = draws(1, 4);
    out.add({at(0, 0, 0), at(0, v, 0), at(u, v, 0), at(u, 0, 0)});
    out.add({at(0, 0, w), at(u, 0, w), at(u, v, w), at(0, v, w)});
    out.add({at(0, 0, 0), at(u, 0, 0), at(u, 0, w), at(0, 0, w)});
    out.add({at(u, 0, 0), at(u, v, 0), at(u, v, w), at(u, 0, w)});
    out.add({at(u, v, 0), at(0, v, 0), at(0, v, w), at(u, v, w)});
    out.add({at(0, v, 0), at(0, 0, 0), at(0, 0, w), at(0, v, w)});
  }
  if (draws.one_in(4)) out.add({at(0, 0, 0), at(4, 0, 0), at(4, 2, 0), at(2, 2, 0), at(2, 4, 0), at(0, 4, 0)});
  // Seen along z it is convex and has its greatest area, so it becomes the fan from its first corner.
  if (draws.one_in(4)) out.add({at(0, 0, 0), at(5, 0, 0), at(5, 5, 1), at(0, 5, 0)});
  return out;
}

/// What a level is baked for, and how. Lengths grow with the level.
struct RelatedAgent {
  bool wedge = false;
  std::vector<mpq_class> heights{mpq_class(3, 2)};
  mpq_class step = mpq_class(1, 2), weld = mpq_class(1, 4), radius = 0;
  mpq_class window = mpq_class(7, 8);  // the default one is rounded, and so does not grow with the level exactly
  mpq_class min_area = 0;
  std::string slope = "1", sides = "up", disc = "16", clearance = "inner", solids = "none", optimise = "count";
  std::string decomposition = "bounded";
  bool one_surface = false;
  std::vector<kernel::ExactPoint> seed_points = {};
};

inline RelatedAgent drawn_agent(Draws& draws) {
  RelatedAgent out;
  out.wedge = draws.one_in(5);
  out.heights = draws.of<std::vector<mpq_class>>({{1}, {mpq_class(3, 2)}, {2}, {1, 2}, {1, mpq_class(3, 2), 3}});
  out.step = mpq_class(draws(0, 2)) / 4;
  out.weld = mpq_class(draws(0, 2)) / 4;
  out.radius = mpq_class(draws(0, 3) / 2) / 4;  // none for two of four
  out.window = draws.of<mpq_class>({mpq_class(3, 8), mpq_class(7, 8)});
  out.slope = draws.of<std::string>({"1/2", "1", "3/2"});
  out.sides = draws.of<std::string>({"up", "both"});
  out.disc = draws.of<std::string>({"4", "8", "12", "16"});
  out.clearance = draws.of<std::string>({"inner", "inner", "outer"});
  out.solids = draws.of<std::string>({"none", "closed"});
  out.optimise = draws.of<std::string>({"count", "regular", "none"});
  out.decomposition = draws.of<std::string>({"bounded", "seed"});
  out.one_surface = draws.one_in(4);
  out.min_area = draws.of<mpq_class>({0, 0, 0, 1});
  if (draws.one_in(6)) out.seed_points = {{draws(0, 9), draws(0, 9), 9}};
  if (out.wedge) {
    // Ramps over steps have runs that are rounded; without steps there are none. The other method has its options.
    out.heights.resize(1);
    out.step = out.weld = 0;
    out.optimise = draws.of<std::string>({"count", "none"});
    out.decomposition = "bounded";
    out.one_surface = false;
    out.seed_points.clear();
  }
  return out;
}

inline std::string text_of(const kernel::ExactPoint& p) {
  return p[0].get_str() + "," + p[1].get_str() + "," + p[2].get_str();
}

inline pipeline::BakeArguments arguments_of(const RelatedAgent& agent, const std::string& scene) {
  pipeline::BakeArguments out;
  out.scene = scene;
  out.up = "z";
  out.numbers = "decimal";
  out.threads = "1";
  out.exact_digits = "0";
  out.sides = agent.sides;
  out.slope_ratio = agent.slope;
  out.solids = agent.solids;
  out.optimise = agent.optimise;
  out.min_area = agent.min_area.get_str();
  for (std::size_t i = 0; i < agent.heights.size(); ++i)
    out.stances.push_back("stance" + std::to_string(i + 1) + "=" + agent.heights[i].get_str());
  out.step = agent.step.get_str();
  out.radius = agent.radius.get_str();
  if (agent.radius != 0) {
    out.window = agent.window.get_str();
    out.disc = agent.disc;
    out.clearance = agent.clearance;
  }
  if (agent.wedge) {
    out.method = "wedge";
    out.cone = "0";
    return out;
  }
  out.weld = agent.weld.get_str();
  out.decomposition = agent.decomposition;
  out.one_surface = agent.one_surface;
  for (const auto& p : agent.seed_points) out.seed_points.push_back(text_of(p));
  return out;
}

/// Moves points: three rows that make x, y, z of x, y, z and 1. Lengths grow by `scale`.
struct Placement {
  std::array<std::array<mpq_class, 4>, 3> rows{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  mpq_class scale = 1;

  kernel::ExactPoint operator()(const kernel::ExactPoint& p) const {
    kernel::ExactPoint out;
    for (std::size_t k = 0; k < 3; ++k) out[k] = rows[k][0] * p[0] + rows[k][1] * p[1] + rows[k][2] * p[2] + rows[k][3];
    return out;
  }
  /// As --navmesh-transform takes it.
  std::string text() const {
    std::string out;
    for (const auto& row : rows)
      for (const mpq_class& v : row) out += (out.empty() ? "" : ",") + v.get_str();
    return out;
  }
};

/// R(L).
struct RelatedLevel {
  PlainLevel level;
  RelatedAgent agent;
  Placement placement = {};
  std::vector<std::vector<std::uint32_t>> images = {};  ///< by face of L: the faces of R(L) that it becomes
  mpq_class added_side = 0;                             ///< of a square floor of R(L) that L does not have; 0: none

  /// With an agent's radius the border of the square loses a strip.
  mpq_class added_area() const {
    if (added_side == 0) return 0;
    const mpq_class side = added_side - 2 * agent.radius;
    return side * side;
  }
};

/// How the convex polygons of R(L) are those of L.
enum class PolygonsOf : std::uint8_t {
  same,        ///< one to one, with the same numbers
  renumbered,  ///< one to one for faces that are convex
  others,      ///< cut otherwise, or there are more
};

struct Relation {
  const char* name;
  PolygonsOf polygons;
  /// Whether ends of welds that are irrational are rounded to the same places (docs/theory/definitions.md, Welds): to
  /// a multiple of 2^-64, which does not grow with the level, along the axis that changes more, or x.
  bool keeps_rounding;
  void (*meet)(PlainLevel& level, RelatedAgent& agent);
  RelatedLevel (*relate)(const PlainLevel& level, const RelatedAgent& agent, Draws& draws);
  void (*misapply)(RelatedLevel& related, Draws& draws);
};

const std::vector<Relation>& relations();

}  // namespace plumb::tests
