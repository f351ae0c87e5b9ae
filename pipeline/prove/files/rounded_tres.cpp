// SPDX-License-Identifier: LGPL-3.0-or-later
#include <algorithm>
#include <charconv>

#include "files/rounded_mesh.h"

namespace plumb::checker {
namespace {

class Text {
 public:
  explicit Text(std::string_view text) : rest_(text) {}
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    line_ += static_cast<std::uint64_t>(std::count(word.begin(), word.end(), '\n'));
    return true;
  }
  void require(std::string_view word) {
    if (!take(word)) throw no_mesh("something else is wanted here", line_);
  }
  // Up to one of some signs.
  std::string_view until(const char* ends) {
    const std::string_view word = rest_.substr(0, rest_.find_first_of(ends));
    rest_.remove_prefix(word.size());
    return word;
  }
  double number() { return double_of(until(",)\n"), line_); }
  float coordinate() { return float_of(until(",)\n"), line_); }
  Index index(std::size_t limit) {
    const std::string_view word = until(",)");
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value >= limit)
      throw no_mesh("a polygon has a corner that is no vertex", line_);
    return to_index(value, "vertices");
  }
  // The elements of a list, up to its end. Calls read() for each.
  template <class Read>
  void list(std::string_view end, Read&& read) {
    if (take(end)) return;
    do read();
    while (take(", "));
    require(end);
  }

 private:
  std::string_view rest_;
  std::uint64_t line_ = 1;
};

// The lowest stance of about this height: it was rounded to the nearest double.
int stance_of(const NavMesh& mesh, double height) {
  for (std::size_t s = 0; s < mesh.stances.size(); ++s) {
    Fraction off = abs(mesh.stances[s].height - Fraction(height));
    mpq_mul_2exp(off.get_mpq_t(), off.get_mpq_t(), 52);
    if (off <= mesh.stances[s].height) return static_cast<int>(s) + 1;
  }
  throw no_mesh("its agent_height is that of no stance");
}

}  // namespace

RoundedMesh rounded_tres_mesh(std::string_view text, const NavMesh& mesh) {
  RoundedMesh out;
  Text in(text);
  in.require("[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\nvertices = PackedVector3Array(");
  in.list(")\n", [&] {
    const float x = in.coordinate();
    in.require(", ");
    const float z = in.coordinate();
    in.require(", ");
    out.places.push_back({x, -in.coordinate(), z});
  });
  in.require("polygons = [");
  in.list("]\n", [&] {
    in.require("PackedInt32Array(");
    out.polygons.push_back({1, NavMesh::Kind::flush, out.corners.size()});
    in.list(")", [&] { out.corners.push_back(in.index(out.places.size())); });
    if (out.corners.size() < out.polygons.back().first + 3) throw no_mesh("a polygon has fewer than three corners");
    std::reverse(out.corners.begin() + static_cast<std::ptrdiff_t>(out.polygons.back().first), out.corners.end());
  });
  in.require("cell_size = ");
  out.grid = in.number();
  in.require("\ncell_height = ");
  in.number();
  in.require("\nagent_height = ");
  out.lowest = out.highest = stance_of(mesh, in.number());
  for (RoundedMesh::Polygon& polygon : out.polygons) polygon.label = out.lowest;
  out.may_link = true;
  return out;
}

}  // namespace plumb::checker
