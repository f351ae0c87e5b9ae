// SPDX-License-Identifier: GPL-3.0-or-later
// The oracle's own reading of an OBJ level, and what it says of a vertical line. It shares no code with the libraries.
// 1. read() takes `v` and `f` lines; coordinate() makes exact numbers of their texts.
// 2. judge() makes the pieces of a face. A planar face is itself if its outline is simple, else the triangles of what
//    the outline winds around (wound_triangles, wound_region.h); another face is triangles_of() its corners.
// 3. clearance(), floors_at() and column_at() go through the pieces over or under a point.
// Cost: where the outline of a face is not simple, its pieces take the cube of its corners and more. Levels are small.
// Exact: everything, in fractions.
#include "obj_scene.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "wound_region.h"

namespace oracle {

std::string read_whole_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Refusal(path + ": cannot be opened");
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

mpq_class exact_number(std::string_view text) {
  const auto bad = [&] { return Refusal(std::string(text) + " is no number"); };
  if (const std::size_t slash = text.find('/'); slash != text.npos) {
    const mpq_class below = exact_number(text.substr(slash + 1));
    if (sgn(below) == 0) throw bad();
    return exact_number(text.substr(0, slash)) / below;
  }
  std::string digits;
  long exponent = 0;
  std::size_t i = 0;
  bool negative = false, point = false;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) negative = text[i++] == '-';
  for (; i < text.size() && (std::isdigit(static_cast<unsigned char>(text[i])) || (text[i] == '.' && !point)); ++i) {
    if (text[i] == '.') {
      point = true;
    } else {
      digits += text[i];
      exponent -= point;
    }
  }
  if (digits.empty()) throw bad();
  if (i < text.size()) {
    if (text[i] != 'e' && text[i] != 'E') throw bad();
    const std::string power(text.substr(i + 1));
    char* end = nullptr;
    const long e = std::strtol(power.c_str(), &end, 10);
    if (power.empty() || *end || e > 100000 || e < -100000) throw bad();
    exponent += e;
  }
  mpz_class ten_power;
  mpz_ui_pow_ui(ten_power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(exponent)));
  mpq_class value(mpz_class(digits, 10));
  if (exponent < 0) value /= mpq_class(ten_power);
  else value *= mpq_class(ten_power);
  return negative ? mpq_class(-value) : value;
}

namespace {

/// strtod and strtof round to nearest, whatever the length of the text.
mpq_class coordinate(const std::string& token, Numbers numbers) {
  if (numbers == Numbers::decimal) return exact_number(token);
  char* end = nullptr;
  const double d = numbers == Numbers::binary64 ? std::strtod(token.c_str(), &end) : std::strtof(token.c_str(), &end);
  if (end == token.c_str() || *end || !std::isfinite(d)) throw Refusal(token + " is no finite number");
  return mpq_class(d);
}

/// Whether two closed segments meet; seen along the axis in which their plane is not degenerate.
bool segments_meet(const Point& a, const Point& b, const Point& c, const Point& d) {
  const int s1 = turn(a, b, c), s2 = turn(a, b, d), s3 = turn(c, d, a), s4 = turn(c, d, b);
  if (s1 == 0 && s2 == 0) {
    const auto apart = [](const mpq_class& p, const mpq_class& q, const mpq_class& r, const mpq_class& s) {
      return std::max(p, q) < std::min(r, s) || std::max(r, s) < std::min(p, q);
    };
    return !apart(a.x, b.x, c.x, d.x) && !apart(a.y, b.y, c.y, d.y);
  }
  return s1 * s2 <= 0 && s3 * s4 <= 0;
}

/// Planar polygon whose projection `flat` is not degenerate: no edge meets another but at their common end.
bool is_simple(const Polygon& flat) {
  const std::size_t n = flat.size();
  if (n == 3) return true;
  int lefts = 0, rights = 0, switches = 0, way = 0, first_way = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Point &a = flat[i], &b = flat[(i + 1) % n], &c = flat[(i + 2) % n];
    const int t = turn(a, b, c);
    if (t == 0 && sgn(mpq_class((b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y))) < 0) return false;  // a spike
    (t > 0 ? lefts : rights) += t != 0;
    const int x = cmp(b.x, a.x), now = x ? x : cmp(b.y, a.y);
    switches += way != 0 && now != way;
    if (!first_way) first_way = now;
    way = now;
  }
  switches += way != first_way;
  if ((lefts == 0 || rights == 0) && switches <= 2) return true;  // convex
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 2; j < n; ++j)
      if (!(i == 0 && j == n - 1) && segments_meet(flat[i], flat[i + 1], flat[j], flat[(j + 1) % n])) return false;
  return true;
}

/// The outline as seen along an axis; the other coordinates keep their order.
std::vector<Spot> seen_along(const Polygon& polygon, int axis) {
  std::vector<Spot> out;
  for (const Point& p : polygon) out.push_back({axis == 0 ? p.y : p.x, axis == 2 ? p.y : p.z});
  return out;
}

/// The point of a plane that is seen along an axis at a spot.
Point on_plane(const Spot& spot, const Point& through, const Point& normal, int axis) {
  Point p{axis == 0 ? through.x : spot.x,
          axis == 1   ? through.y
          : axis == 0 ? spot.x
                      : spot.y,
          axis == 2 ? through.z : spot.y};
  const mpq_class above = dot(normal, p - through);
  if (axis == 0) p.x -= above / normal.x;
  else if (axis == 1) p.y -= above / normal.y;
  else p.z -= above / normal.z;
  return p;
}

/// The triangles of what an outline winds around, seen along an axis; none if it winds otherwise than once and one way,
/// or if corners coincide so that do not in space. `normal`: that of its plane; if it has none, edges must not cross in
/// a spot that is no corner.
std::optional<std::vector<Polygon>> wound_triangles(const Polygon& corners, int axis, const Point* normal = nullptr) {
  const std::vector<Spot> ring = seen_along(corners, axis);
  std::map<Spot, const Point*> at;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto [entry, is_new] = at.try_emplace(ring[i], &corners[i]);
    if (!is_new && !(*entry->second == corners[i])) return std::nullopt;
  }
  const auto region = wound_region(ring);
  if (!region || (!normal && !region->crossings.empty())) return std::nullopt;
  Polygon crossings;
  for (const Spot& spot : region->crossings) crossings.push_back(on_plane(spot, corners[0], *normal, axis));
  for (std::size_t i = 0; i < crossings.size(); ++i) at.emplace(region->crossings[i], &crossings[i]);
  std::vector<Polygon> out;
  for (auto t : delaunay_triangles(*region)) {
    if (region->sign < 0) std::swap(t[1], t[2]);
    Polygon& triangle = out.emplace_back();
    for (const std::size_t corner : t) triangle.push_back(*at.at(region->corners[corner]));
  }
  return out;
}

/// A face that is not planar, in triangles.
std::vector<Polygon> triangles_of(const Polygon& corners) {
  std::vector<Polygon> fan;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) fan.push_back({corners[0], corners[i], corners[i + 1]});
  const Point area = area_vector(corners);
  const auto along = [](const Point& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; };
  int axis = 2;
  for (const int other : {1, 0})
    if (abs(along(area, other)) > abs(along(area, axis))) axis = other;
  const int sign = sgn(along(area, axis));
  if (sign == 0 || std::all_of(fan.begin(), fan.end(),
                               [&](const Polygon& t) { return sgn(along(area_vector(t), axis)) * sign >= 0; }))
    return fan;
  auto wound = wound_triangles(corners, axis);
  return wound ? std::move(*wound) : fan;
}

/// Seen along an axis in which the plane with this normal keeps its shape.
Polygon flatten(Polygon polygon, const Point& normal) {
  if (sgn(normal.z) == 0)
    for (Point& p : polygon) std::swap(p.z, sgn(normal.y) != 0 ? p.y : p.x);
  return polygon;
}

}  // namespace

ObjScene::ObjScene(const std::string& path, const SceneOptions& options) : options_(options) {
  read(read_whole_file(path), path);
  std::vector<Box> of_point(points_.size()), boxes(face_count());
  for (std::size_t i = 0; i < points_.size(); ++i) of_point[i].add(points_[i]);
  for (std::size_t f = 0; f < boxes.size(); ++f)
    for (std::uint32_t i = face_begin_[f]; i < face_begin_[f + 1]; ++i) boxes[f].add(of_point[face_points_[i]]);
  tree_ = std::make_unique<BoxTree>(std::move(boxes));
}

void ObjScene::read(const std::string& text, const std::string& path) {
  std::size_t at = 0, line_number = 0;
  std::string line;
  std::vector<std::string> tokens;
  while (at < text.size()) {
    line.clear();
    for (bool more = true; more && at < text.size();) {  // a backslash at its end continues a line
      const std::size_t end = std::min(text.find('\n', at), text.size());
      line.append(text, at, end - at);
      at = end + 1;
      ++line_number;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      more = !line.empty() && line.back() == '\\';
      if (more) line.back() = ' ';
    }
    line.resize(std::min(line.find('#'), line.size()));
    tokens.clear();
    for (std::size_t i = 0; (i = line.find_first_not_of(" \t", i)) != line.npos;) {
      const std::size_t end = std::min(line.find_first_of(" \t", i), line.size());
      tokens.push_back(line.substr(i, end - i));
      i = end;
    }
    if (tokens.empty()) continue;
    const auto fail = [&](const std::string& why) {
      return Refusal(path + ":" + std::to_string(line_number) + ": " + why);
    };
    if (tokens[0] == "v") {
      if (tokens.size() < 4) throw fail("fewer than three coordinates");
      const mpq_class x = coordinate(tokens[1], options_.numbers), y = coordinate(tokens[2], options_.numbers),
                      z = coordinate(tokens[3], options_.numbers);
      points_.push_back(options_.y_up ? Point{x, -z, y} : Point{x, y, z});
    } else if (tokens[0] == "f" || tokens[0] == "fo") {
      if (tokens.size() < 4) throw fail("a face of fewer than three vertices");
      for (std::size_t i = 1; i < tokens.size(); ++i) {
        const long index = std::strtol(tokens[i].c_str(), nullptr, 10);  // stops at '/'
        const long count = static_cast<long>(points_.size());
        const long zero_based = index > 0 ? index - 1 : count + index;  // a positive one may name a later vertex
        if (index == 0 || zero_based < 0) throw fail("no vertex " + tokens[i]);
        face_points_.push_back(static_cast<std::uint32_t>(zero_based));
      }
      face_begin_.push_back(static_cast<std::uint32_t>(face_points_.size()));
    }
  }
  for (const std::uint32_t p : face_points_)
    if (p >= points_.size())
      throw Refusal(path + ": a face names vertex " + std::to_string(p + 1) + ", which does not exist");
  if (face_count() == 0) throw Refusal(path + ": no face");
}

const std::vector<Piece>& ObjScene::pieces(std::uint32_t face) {
  const auto [entry, is_new] = judged_.try_emplace(face);
  if (is_new) entry->second = judge(face);
  return entry->second;
}

void ObjScene::add_piece(std::vector<Piece>& pieces, Polygon corners) const {
  Piece piece{std::move(corners), {}, false};
  piece.normal = area_vector(piece.corners);
  if (is_zero(piece.normal)) return;
  const Point& n = piece.normal;
  piece.traversable = sgn(n.z) != 0 && n.x * n.x + n.y * n.y <= options_.tan_squared * n.z * n.z &&
                      (options_.both_sides || sgn(n.z) > 0);
  pieces.push_back(std::move(piece));
}

std::vector<Piece> ObjScene::judge(std::uint32_t face) const {
  Polygon corners;
  for (std::uint32_t i = face_begin_[face]; i < face_begin_[face + 1]; ++i) {
    const Point& p = points_[face_points_[i]];
    if (corners.empty() || !(corners.back() == p)) corners.push_back(p);
  }
  while (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
  std::vector<Piece> out;
  if (corners.size() < 3) return out;
  Point normal{0, 0, 0};
  for (std::size_t i = 2; i < corners.size() && is_zero(normal); ++i)
    normal = cross(corners[1] - corners[0], corners[i] - corners[0]);
  if (is_zero(normal)) return out;  // all on one line
  bool planar = true;
  for (const Point& p : corners) planar = planar && sgn(dot(normal, p - corners[0])) == 0;
  if (!planar) {
    for (Polygon& t : triangles_of(corners)) add_piece(out, std::move(t));
  } else if (is_simple(flatten(corners, normal))) {
    add_piece(out, std::move(corners));
  } else if (auto wound = wound_triangles(corners, sgn(normal.z) != 0 ? 2 : sgn(normal.y) != 0 ? 1 : 0, &normal)) {
    for (Polygon& t : *wound) add_piece(out, std::move(t));
  }
  return out;
}

double ObjScene::rough_area(std::uint32_t face) const {
  double sum = 0;
  const Point& a = points_[face_points_[face_begin_[face]]];
  const double ax = a.x.get_d(), ay = a.y.get_d();
  for (std::uint32_t i = face_begin_[face] + 1; i + 1 < face_begin_[face + 1]; ++i) {
    const Point &b = points_[face_points_[i]], &c = points_[face_points_[i + 1]];
    sum += (b.x.get_d() - ax) * (c.y.get_d() - ay) - (b.y.get_d() - ay) * (c.x.get_d() - ax);
  }
  return std::isfinite(sum) ? std::fabs(sum) : 0;
}

std::optional<mpq_class> ObjScene::clearance(const Point& p) {
  Box ray;
  ray.add(p);
  ray.high[2] = Box::inf;
  std::optional<mpq_class> nearest;
  tree_->query(ray, [&](std::uint32_t face) {
    for (const Piece& piece : pieces(face)) {
      if (piece.vertical() || locate(piece.corners, p) == Where::outside) continue;
      const mpq_class t = dot(piece.normal, piece.corners[0] - p) / piece.normal.z;
      if (sgn(t) > 0 && (!nearest || t < *nearest)) nearest = t;
    }
  });
  return nearest;
}

ObjScene::Floors ObjScene::floors_at(const Point& p) {
  Box at;
  at.add(p);
  Floors floors;
  tree_->query(at, [&](std::uint32_t face) {
    for (const Piece& piece : pieces(face)) {
      if (!piece.traversable || sgn(dot(piece.normal, p - piece.corners[0])) != 0) continue;
      const Where where = locate(piece.corners, p);
      if (where == Where::inside) ++floors.count[tilt(piece.normal)];
      floors.border = floors.border || where == Where::border;
    }
  });
  return floors;
}

ObjScene::Column ObjScene::column_at(const Point& p, const mpq_class& low, const mpq_class& high) {
  Box line;
  line.add(Point{p.x, p.y, low});
  line.add(2, high);
  Column column;
  tree_->query(line, [&](std::uint32_t face) {
    for (const Piece& piece : pieces(face)) {
      const Polygon& corners = piece.corners;
      if (piece.traversable && locate(corners, p) == Where::inside) column.floors.push_back(&piece);
      const Point& n = piece.normal;
      if (!piece.vertical() || sgn(mpq_class(n.x * (p.x - corners[0].x) + n.y * (p.y - corners[0].y))) != 0) continue;
      // Along the trace, x or y is a coordinate; crossings with the outline pair up (even-odd).
      const auto along = [&](const Point& q) -> const mpq_class& { return sgn(n.y) != 0 ? q.x : q.y; };
      std::vector<mpq_class> crossings;
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const Point &a = corners[i], &b = corners[(i + 1) % corners.size()];
        if (along(a) == along(p)) column.border = true;
        if ((along(a) < along(p)) == (along(b) < along(p))) continue;
        crossings.push_back(a.z + (b.z - a.z) * (along(p) - along(a)) / (along(b) - along(a)));
      }
      std::sort(crossings.begin(), crossings.end());
      for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
        column.walls.push_back({crossings[i], crossings[i + 1]});
    }
  });
  return column;
}

}  // namespace oracle
