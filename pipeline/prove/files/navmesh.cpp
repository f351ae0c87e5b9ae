// SPDX-License-Identifier: LGPL-3.0-or-later
// The exact navmesh of a bake, read record by record.
//
// 1. NavMeshReader::read() requires the members of the file in their order, and reads each by its own function:
//    read_scene(), read_options(), read_cell() with read_facet(), read_portal(), read_obstruction().
// 2. point() gives a point the number of its text. Numbers are written in one way, so equal points have equal texts.
//    What is new becomes integers over one denominator.
//
// Cost: linear in the file, expected. Memory: the navmesh, and the text of each point once.
// Exact: coordinates are fractions of any length. Numbers of polygons are read and not judged.
// Source: docs/reference/bake.md has the format.
#include "files/navmesh.h"

#include <algorithm>

#include "read/records.h"

namespace plumb::checker {
namespace {

Integer least_multiple(const Integer& a, const Integer& b) {
  return a == b || b == 1 ? a : a * exact_quotient(b, gcd(a, b));
}

}  // namespace

Fraction option_value(const NavMesh& mesh, const std::string& name) {
  const auto at = mesh.options.find(name);
  if (at == mesh.options.end() || at->second == "null") return 0;
  try {
    const Ratio value = read_ratio(at->second);
    return quotient(value.above, value.below);
  } catch (const Refutation& e) {
    throw Refused("the option " + name + ": " + e.what() + "; give a file as Plumb wrote it");
  }
}

Index& NavMeshReader::Texts::slot(std::string_view text) {
  for (std::size_t at = std::hash<std::string_view>()(text);; ++at) {
    Index& slot = slots_[at & (slots_.size() - 1)];
    if (slot == none || this->text(slot) == text) return slot;
  }
}

Index NavMeshReader::Texts::number(std::string_view text) {
  Index& found = slot(text);
  if (found != none) return found;
  const Index number = to_index(ends_.size(), "points");
  found = number;
  all_ += text;
  ends_.push_back(all_.size());
  if (2 * ends_.size() < slots_.size()) return number;
  slots_.assign(2 * slots_.size(), none);
  for (Index i = 0; i <= number; ++i) slot(this->text(i)) = i;
  return number;
}

std::optional<NavMesh> NavMeshReader::read() {
  std::size_t read = 0;
  bool other = false;
  static constexpr std::array<std::string_view, 7> order{"plumb", "scene",   "options",     "denominator",
                                                         "cells", "portals", "obstructions"};
  json_.object([&](const std::string& name) {
    // Drops and leaps are no part of what is proved.
    if (!other && read == order.size() && name == "one_way_links" && mesh_.one_way_links == 0)
      return json_.list([&] {
        json_.skip();
        ++mesh_.one_way_links;
      });
    other = other || (read < order.size() ? order[read] != name : true);
    if (other) {
      if (read > 3 && read < order.size()) throw json_.wrong("here '" + std::string(order[read]) + "' is wanted");
      return json_.skip();
    }
    ++read;
    member(name);
  });
  json_.end();
  if (other && read <= 3) return std::nullopt;
  if (other || read != order.size()) throw json_.wrong("this is no whole navmesh");
  require_options();
  return std::move(mesh_);
}

void NavMeshReader::member(const std::string& name) {
  if (name == "plumb") json_.text();
  else if (name == "scene") read_scene();
  else if (name == "options") read_options();
  else if (name == "denominator") read_denominator();
  else if (name == "cells") json_.list([&] { read_cell(); });
  else if (name == "portals") json_.list([&] { read_portal(); });
  else json_.list([&] { read_obstruction(); });
}

void NavMeshReader::read_denominator() {
  const Ratio value = json_.ratio();
  if (value.below != 1 || value.above < 1) throw json_.wrong("the denominator is no whole number above 0");
  mesh_.denominator = value.above;
}

void NavMeshReader::read_scene() {
  json_.object([&](const std::string& name) {
    if (name != "sha256") json_.skip();
    else if (!json_.null()) mesh_.sha256 = json_.text();
  });
}

void NavMeshReader::read_options() {
  std::vector<std::string> seeds;
  json_.object([&](const std::string& name) {
    if (name == "seed_points") json_.list([&] { seeds.emplace_back(json_.text()); });
    else if (name != "stances") {
      const int begin = json_.peek();
      if (name != "leave_out" && (begin == '[' || begin == '{')) throw json_.wrong("the option " + name + " is a list");
      mesh_.options[name] = json_.scalar();
    } else
      json_.list([&] {
        NavMesh::Stance& stance = mesh_.stances.emplace_back();
        require_members(json_.object({"name", "height"},
                                     [&](std::uint64_t k) {
                                       if (k == 0) stance.name = json_.text();
                                       else stance.height = json_.fraction();
                                     }),
                        2);
      });
  });
  if (mesh_.stances.empty() || mesh_.stances.size() > 64) throw json_.wrong("there are no stances, or more than 64");
  mesh_.y_up = mesh_.options["up"] == "y";
  for (const std::string& seed : seeds) {
    std::array<Fraction, 3> at;
    std::size_t begin = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t end = k == 2 ? seed.size() : seed.find(',', begin);
      if (end == seed.npos) throw json_.wrong("a seed point has three numbers");
      at[k] = json_.fraction_of(std::string_view(seed).substr(begin, end - begin));
      begin = end + 1;
    }
    if (mesh_.y_up) at = {at[0], -at[2], at[1]};
    mesh_.seeds.insert(mesh_.seeds.end(), at.begin(), at.end());
  }
}

// What every bake has, each of its kind.
void NavMeshReader::require_options() {
  for (const char* name : {"method", "sides", "numbers", "up", "step", "weld", "solids", "optimise", "one_surface",
                           "radius", "window", "min_area", "bad_faces", "exact_digits", "decomposition"})
    if (!mesh_.options.contains(name)) throw json_.wrong("the option " + std::string(name) + " is missing");
  if (const std::string& word = mesh_.options["one_surface"]; word != "true" && word != "false")
    throw json_.wrong("the option one_surface is true or false");
  for (const char* name : {"step", "weld", "radius", "window", "min_area", "simplify"})
    if (option_value(mesh_, name) < 0) throw json_.wrong("the option " + std::string(name) + " is negative");
}

void NavMeshReader::read_cell() {
  NavMesh::Cell cell{0, static_cast<Index>(mesh_.facets.size()), 0, json_.line()};
  NavMesh::State state;
  const auto read = json_.object({"stance", "facets", "blocked_by", "cost", "tags"}, [&](std::uint64_t k) {
    if (k == 0) cell.stance = stance(-3);
    else if (k == 1) json_.list([&] { read_facet(); });
    else if (k == 2) state.blocked_by = json_.number();
    else if (k == 3) state.cost = json_.fraction();
    else json_.list([&] { state.tags.emplace_back(json_.text()); });
  });
  cell.end = static_cast<Index>(mesh_.facets.size());
  require_members(read, 2);
  if (cell.first == cell.end) throw json_.wrong("a cell without a facet");
  if (read > 3) mesh_.states[to_index(mesh_.cells.size(), "cells")] = std::move(state);
  to_index(mesh_.cells.size(), "cells");
  mesh_.cells.push_back(cell);
}

void NavMeshReader::read_facet() {
  const auto first = static_cast<Index>(mesh_.corners.size());
  NavMesh::Facet facet{none, none, none, first, first};
  const auto read = json_.object({"surface", "face", "witness", "vertices"}, [&](std::uint64_t k) {
    if (k == 3) json_.list([&] { mesh_.corners.push_back(point()); });
    else if (!json_.null()) (k == 0 ? facet.surface : k == 1 ? facet.face : facet.witness) = json_.number();
  });
  require_members(read, 4);
  facet.end = to_index(mesh_.corners.size(), "corners");
  if (facet.end - facet.first < 3) throw json_.wrong("a facet with fewer than three corners");
  to_index(mesh_.facets.size(), "facets");
  mesh_.facets.push_back(facet);
}

void NavMeshReader::read_portal() {
  NavMesh::Portal p{none, none, NavMesh::Kind::flush, 0, {none, none}, {none, none}, json_.line()};
  const auto read = json_.object({"a", "b", "kind", "stance", "from", "to", "on_b"}, [&](std::uint64_t k) {
    if (k < 2) (k == 0 ? p.a : p.b) = json_.number();
    else if (k == 2) {
      const std::string_view kind = json_.text();
      if (kind != "flush" && kind != "step" && kind != "weld") throw json_.wrong("a portal is flush, step or weld");
      p.kind = kind == "flush" ? NavMesh::Kind::flush : kind == "step" ? NavMesh::Kind::step : NavMesh::Kind::weld;
    } else if (k == 3) p.stance = stance(1);
    else if (k < 6) p.on_a[k - 4] = point();
    else p.on_b = two_points();
  });
  const bool flush = p.kind == NavMesh::Kind::flush;
  require_members(read, flush ? 6 : 7);
  if (p.a >= mesh_.cells.size() || p.b >= mesh_.cells.size()) throw json_.wrong("there is no such cell");
  if (flush && read >> 6 != 0) throw json_.wrong("a flush portal has no other ends on b");
  if (flush) p.on_b = p.on_a;
  to_index(mesh_.portals.size(), "portals");
  mesh_.portals.push_back(p);
}

void NavMeshReader::read_obstruction() {
  NavMesh::Obstruction o{none, none, {none, none}, 0, json_.line()};
  const auto read = json_.object({"surface", "wall", "from", "to", "may_cross"}, [&](std::uint64_t k) {
    if (k < 2) (k == 0 ? o.surface : o.wall) = json_.number();
    else if (k < 4) o.ends[k - 2] = point();
    else o.may_cross = stance(0);
  });
  require_members(read, 5);
  to_index(mesh_.obstructions.size(), "obstructions");
  mesh_.obstructions.push_back(o);
}

// The first of those that an object may have.
void NavMeshReader::require_members(std::uint64_t read, unsigned count) const {
  const std::uint64_t wanted = (std::uint64_t{1} << count) - 1;
  if ((read & wanted) != wanted) throw json_.wrong("a record before this place lacks a member");
}

std::array<Index, 2> NavMeshReader::two_points() {
  std::array<Index, 2> two{none, none};
  std::size_t count = 0;
  json_.list([&] {
    const Index p = point();
    if (count < 2) two[count] = p;
    ++count;
  });
  if (count != 2) throw json_.wrong("here two points are wanted");
  return two;
}

// Numbers are parted by blanks, which none has.
Index NavMeshReader::point() {
  coordinates_.clear();
  std::size_t count = 0;
  json_.list([&] {
    (coordinates_ += json_.text()) += ' ';
    ++count;
  });
  const Index number = texts_.number(coordinates_);
  if (number < mesh_.points.size()) return number;
  std::array<Ratio, 3> at;
  std::size_t begin = 0;
  if (count != 3) throw json_.wrong("a point has three coordinates");
  for (Ratio& v : at) {
    const std::size_t end = coordinates_.find(' ', begin);
    v = json_.ratio_of(std::string_view(coordinates_).substr(begin, end - begin));
    begin = end + 1;
  }
  if (begin != coordinates_.size()) throw json_.wrong("a blank in a number");
  const Integer w = least_multiple(least_multiple(at[0].below, at[1].below), at[2].below);
  const auto over_w = [&](const Ratio& v) { return v.below == w ? v.above : v.above * exact_quotient(w, v.below); };
  if (mesh_.y_up) mesh_.points.push_back({over_w(at[0]), -over_w(at[2]), over_w(at[1]), w});
  else mesh_.points.push_back({over_w(at[0]), over_w(at[1]), over_w(at[2]), w});
  return number;
}

}  // namespace plumb::checker
