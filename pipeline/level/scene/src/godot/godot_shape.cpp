// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes that Godot makes of a few numbers: primitive meshes and CSG shapes.
//
// 1. primitive_mesh() and csg_shape() dispatch on the type, and read the numbers with Godot's defaults (Sizes).
// 2. Boxes, planes and prisms have no round parts: add_box(), plane(), prism().
// 3. All round shapes are turned around the y axis: directions() makes the directions of their segments, revolve() the
//    faces between one ring and the next. Rings of a side that is straight are left out, as subdivisions of planes are.
// 4. csg_polygon() draws an outline to a depth, or spins it around the y axis.
//
// Cost: linear in the faces.
// Exact: sizes are taken as they are. Godot computes sines and cosines in binary32 or binary64, by the functions of the
// machine it runs on; here each is the binary32 that is nearest to the true one, and what is made of them is exact. So
// four corners between two rings lie in one plane.
// Source: Godot 4's primitive_meshes.cpp and csg_shape.cpp, for what the numbers mean, and which way diagonals run.
#include "godot/godot_shape.h"

#include <mpfr.h>

#include <algorithm>
#include <charconv>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline::godot {
namespace {

using kernel::ExactPoint;

// The nearest binary32 to the sine or the cosine of so many parts of a turn.
class Angle {
 public:
  // Of 64 bits at most, over a power of two.
  Angle(const mpq_class& parts, std::uint32_t whole) : whole_(whole) {
    mpfr_init2(angle_, 64);
    mpfr_set_q(angle_, parts.get_mpq_t(), MPFR_RNDN);
  }
  ~Angle() { mpfr_clear(angle_); }
  Angle(const Angle&) = delete;
  Angle& operator=(const Angle&) = delete;

  mpq_class sine() const { return rounded(mpfr_sinu); }
  mpq_class cosine() const { return rounded(mpfr_cosu); }

 private:
  mpq_class rounded(decltype(&mpfr_sinu) function) const {
    mpfr_t value;
    mpfr_init2(value, 24);
    function(value, angle_, whole_, MPFR_RNDN);
    const mpq_class out(mpfr_get_d(value, MPFR_RNDN));
    mpfr_clear(value);
    return out;
  }

  mpfr_t angle_;
  std::uint32_t whole_;
};

void add_box(Shape& shape, const std::vector<mpq_class>& size) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const int side : {-1, 1}) {
      const auto corner = [&](int a, int b) {
        ExactPoint p;
        p[axis] = side * size[axis] / 2;
        p[(axis + 1) % 3] = a * size[(axis + 1) % 3] / 2;
        p[(axis + 2) % 3] = side * b * size[(axis + 2) % 3] / 2;
        return p;
      };
      shape.add_fan({corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)});
    }
}

// A rectangle perpendicular to an axis, with its front toward greater values.
Shape plane(const Sizes& sizes, int side, const mpq_class& axis) {
  const auto size = sizes.vector("size", {side, side}), offset = sizes.vector("center_offset", {0, 0, 0});
  const std::size_t up = axis == 0 ? 0 : axis == 1 ? 1 : 2, u = (up + 1) % 3, v = (up + 2) % 3;
  // Godot's width runs along x; in a rectangle perpendicular to x, along z.
  const std::size_t width = up == 0 ? 2 : 0;
  const auto corner = [&](int a, int b) {
    ExactPoint p{offset[0], offset[1], offset[2]};
    p[u] += a * (u == width ? size[0] : size[1]) / 2;
    p[v] += b * (v == width ? size[0] : size[1]) / 2;
    return p;
  };
  Shape out;
  out.add_fan({corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)});
  return out;
}

Shape prism(const Sizes& sizes) {
  const auto size = sizes.vector("size", {1, 1, 1});
  const mpq_class x = size[0] / 2, y = size[1] / 2, z = size[2] / 2,
                  top = size[0] * sizes.number("left_to_right", mpq_class(1, 2)) - x;
  const auto left = [&](const mpq_class& at) { return ExactPoint{-x, -y, at}; };
  const auto right = [&](const mpq_class& at) { return ExactPoint{x, -y, at}; };
  const auto ridge = [&](const mpq_class& at) { return ExactPoint{top, y, at}; };
  const mpq_class back = -z;
  Shape out;
  out.add_fan({left(z), right(z), ridge(z)});
  out.add_fan({right(back), left(back), ridge(back)});
  out.add_fan({left(back), right(back), right(z), left(z)});
  out.add_fan({right(z), right(back), ridge(back), ridge(z)});
  out.add_fan({left(back), left(z), ridge(z), ridge(back)});
  return out;
}

struct Direction {
  mpq_class x, z;
};
// A ring of a shape that is turned around the y axis.
struct Ring {
  mpq_class radius, height;
};

// By how the first direction lies: as Godot's meshes have it (+z), its capsules and tori (-z), and round CSG shapes but
// spheres (+x). They run counter-clockwise seen from above.
enum class From { z, minus_z, x };
std::vector<Direction> directions(std::uint32_t count, From from) {
  std::vector<Direction> out;
  for (std::uint32_t i = 0; i < count; ++i) {
    // Where Godot counts clockwise, the directions are taken from its last to its first.
    const Angle angle(from == From::x ? (count - i) % count : i, count);
    const mpq_class s = angle.sine(), c = angle.cosine();
    out.push_back(from == From::z ? Direction{s, c} : from == From::x ? Direction{c, s} : Direction{-s, -c});
  }
  return out;
}

// Which diagonal divides the four corners between two rings: from the upper one of the next segment to the lower one of
// this, as in meshes, or the other, as in CSG shapes.
enum class Diagonal { mesh, csg };

constexpr std::size_t most_quads = std::size_t{1} << 22;

// The faces between each ring and the next, and between the last and the first where they are `closed`. The rings run
// downward on the outside.
void revolve(Shape& shape, const std::vector<Ring>& rings, const std::vector<Direction>& around, Diagonal diagonal,
             bool closed = false) {
  const auto point = [](const Ring& ring, const Direction& d) {
    return ExactPoint{d.x * ring.radius, ring.height, d.z * ring.radius};
  };
  const auto add = [&](const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
    if (a != b && b != c && c != a) shape.add_fan({a, b, c});
  };
  if (rings.size() * around.size() > most_quads)
    throw Refusal{ErrorCode::too_large, "the shape has more than 2^22 faces around it", {}, 0};
  for (std::size_t j = closed ? 0 : 1; j < rings.size(); ++j) {
    const Ring &above = rings[j == 0 ? rings.size() - 1 : j - 1], &below = rings[j];
    for (std::size_t i = 0; i < around.size(); ++i) {
      const Direction &here = around[i], &next = around[i + 1 == around.size() ? 0 : i + 1];
      const ExactPoint upper = point(above, here), upper_next = point(above, next), lower = point(below, here),
                       lower_next = point(below, next);
      if (diagonal == Diagonal::mesh) {
        add(upper, lower, upper_next);
        add(upper_next, lower, lower_next);
      } else {
        add(upper, lower_next, upper_next);
        add(upper, lower, lower_next);
      }
    }
  }
}

// A disc around the axis, which faces up or down.
void add_cap(Shape& shape, const Ring& rim, const std::vector<Direction>& around, bool up) {
  revolve(shape, up ? std::vector<Ring>{{0, rim.height}, rim} : std::vector<Ring>{rim, {0, rim.height}}, around,
          Diagonal::mesh);
}

// Rings of half an ellipse, from the upper pole to the lower one, of so many parts.
std::vector<Ring> ellipse(const mpq_class& radius, const mpq_class& half_height, std::uint32_t parts) {
  std::vector<Ring> out;
  for (std::uint32_t j = 0; j <= parts; ++j) {
    const Angle angle(j, 2 * parts);
    out.push_back({radius * angle.sine(), half_height * angle.cosine()});
  }
  return out;
}

Shape cylinder_mesh(const Sizes& sizes) {
  const mpq_class half(1, 2), height = sizes.number("height", 2) / 2;
  const Ring top{sizes.number("top_radius", half), height}, bottom{sizes.number("bottom_radius", half), -height};
  const auto around = directions(sizes.count("radial_segments", 64, 4), From::z);
  Shape out;
  revolve(out, {top, bottom}, around, Diagonal::mesh);
  if (sizes.is_true("cap_top", true) && top.radius > 0) add_cap(out, top, around, true);
  if (sizes.is_true("cap_bottom", true) && bottom.radius > 0) add_cap(out, bottom, around, false);
  return out;
}

Shape sphere_mesh(const Sizes& sizes) {
  const bool half = sizes.is_true("is_hemisphere");
  const mpq_class height = sizes.number("height", 1);
  auto rings = ellipse(sizes.number("radius", mpq_class(1, 2)), half ? height : mpq_class(height / 2),
                       sizes.count("rings", 32, 1) + 1);
  if (half)
    for (Ring& ring : rings) ring.height = std::max(ring.height, mpq_class(0));
  Shape out;
  revolve(out, rings, directions(sizes.count("radial_segments", 64, 4), From::z), Diagonal::mesh);
  return out;
}

Shape capsule_mesh(const Sizes& sizes) {
  const mpq_class radius = sizes.number("radius", mpq_class(1, 2)), straight = sizes.number("height", 2) / 2 - radius;
  const std::uint32_t parts = sizes.count("rings", 8, 0) + 1;
  std::vector<Ring> rings;
  for (std::uint32_t j = 0; j <= parts; ++j) {
    const Angle angle(j, 4 * parts);
    rings.push_back({radius * angle.sine(), radius * angle.cosine() + straight});
  }
  for (std::uint32_t j = 0; j <= parts; ++j) {
    const Angle angle(j, 4 * parts);
    rings.push_back({radius * angle.cosine(), -radius * angle.sine() - straight});
  }
  Shape out;
  revolve(out, rings, directions(sizes.count("radial_segments", 64, 4), From::minus_z), Diagonal::mesh);
  return out;
}

// Nothing if both radii are equal, as in Godot.
Shape torus(const Sizes& sizes, const std::vector<Direction>& around, std::uint32_t parts, Diagonal diagonal) {
  mpq_class inner = sizes.number("inner_radius", mpq_class(1, 2)), outer = sizes.number("outer_radius", 1);
  if (inner > outer) std::swap(inner, outer);
  const mpq_class radius = (outer - inner) / 2;
  Shape out;
  if (radius == 0) return out;
  std::vector<Ring> rings;
  for (std::uint32_t j = 0; j < parts; ++j) {
    const Angle angle(j, parts);
    const mpq_class c = angle.cosine(), s = angle.sine();
    // A mesh begins on the inside, upward; a CSG shape on the outside, upward, so that it is taken backward.
    rings.push_back(diagonal == Diagonal::mesh ? Ring{inner + radius - c * radius, s * radius}
                                               : Ring{inner + radius + c * radius, -s * radius});
  }
  revolve(out, rings, around, diagonal, true);
  return out;
}

Shape csg_cylinder(const Sizes& sizes) {
  const mpq_class radius = sizes.number("radius", mpq_class(1, 2)), height = sizes.number("height", 2) / 2;
  const bool cone = sizes.is_true("cone");
  const Ring top{cone ? mpq_class(0) : radius, height}, bottom{radius, -height};
  const auto around = directions(sizes.count("sides", 8, 3), From::x);
  Shape out;
  revolve(out, {top, bottom}, around, Diagonal::csg);
  if (!cone) add_cap(out, top, around, true);
  add_cap(out, bottom, around, false);
  return out;
}

Shape csg_sphere(const Sizes& sizes) {
  const mpq_class radius = sizes.number("radius", mpq_class(1, 2));
  Shape out;
  revolve(out, ellipse(radius, radius, sizes.count("rings", 6, 1)),
          directions(sizes.count("radial_segments", 12, 4), From::z), Diagonal::csg);
  return out;
}

// Where the outline is drawn to: moved back, or turned around the y axis.
struct CapsuleSection {
  mpq_class cosine = 1, sine = 0, z = 0;
  ExactPoint operator()(const std::array<mpq_class, 2>& p) const { return {cosine * p[0], p[1], z - sine * p[0]}; }
};

// The places that an outline is drawn through, the last of which is the first again where it is spun all around.
std::vector<CapsuleSection> sections(const Sizes& sizes, std::uint32_t mode) {
  std::vector<CapsuleSection> out(1);
  if (mode == 0) {
    out.push_back({1, 0, -sizes.number("depth", 1)});
    return out;
  }
  const std::uint32_t count = sizes.count("spin_sides", 8, 3);
  const mpq_class given = sizes.number("spin_degrees", 360);
  // Godot takes no others.
  const bool is_good = given >= mpq_class(1, 100) && given <= 360;
  const mpq_class degrees(is_good ? static_cast<double>(kernel::nearest_float(given)) : 360);
  for (std::uint32_t i = 1; i < count + (degrees < 360 ? 1 : 0); ++i) {
    const Angle angle(i * degrees, 360 * count);  // 16 bits times 24
    out.push_back({angle.cosine(), angle.sine(), 0});
  }
  if (degrees >= 360) out.emplace_back();
  return out;
}

Shape csg_polygon(const Sizes& sizes, std::uint32_t mode) {
  const auto numbers = sizes.list("polygon", {0, 0, 0, 1, 1, 1, 1, 0});
  std::vector<std::array<mpq_class, 2>> outline;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) outline.push_back({numbers[i], numbers[i + 1]});
  Shape out;
  if (outline.size() < 3) return out;
  const auto doubled = kernel::formulas::doubled_area<mpq_class>(
      outline.size(), [&](std::size_t i) -> const auto& { return outline[i]; });
  if (doubled > 0) std::ranges::reverse(outline);  // clockwise seen from +z
  const auto places = sections(sizes, mode);
  const auto add_end = [&](const CapsuleSection& place, bool front) {
    std::vector<std::uint32_t> face;
    for (const auto& p : outline) face.push_back(out.add_point(place(p)));
    if (front) std::ranges::reverse(face);
    out.corners.insert(out.corners.end(), face.begin(), face.end());
    out.end_face();
  };
  const auto add = [&](const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
    if (a != b && b != c && c != a) out.add_fan({a, b, c});
  };
  const CapsuleSection first{}, last = places.back();
  const bool has_ends = mode == 0 || last.sine != 0 || last.cosine != 1;
  if (has_ends) add_end(first, true);
  for (std::size_t k = 1; k < places.size(); ++k)
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const auto &p = outline[i], &q = outline[(i + 1) % outline.size()];
      const ExactPoint before = places[k - 1](p), after = places[k](p), next_before = places[k - 1](q),
                       next_after = places[k](q);
      add(next_after, after, before);
      add(before, next_before, next_after);
    }
  if (has_ends) add_end(last, false);
  return out;
}

}  // namespace

void Shape::add_fan(const std::vector<ExactPoint>& outline) {
  const auto first = static_cast<std::uint32_t>(points.size());
  points.insert(points.end(), outline.begin(), outline.end());
  for (std::uint32_t i = 1; i + 1 < outline.size(); ++i) add_face({first, first + i, first + i + 1});
}

void Shape::flip() {
  for (std::size_t f = 0; f < ends.size(); ++f)
    std::reverse(corners.begin() + static_cast<std::ptrdiff_t>(begin_of(f) + 1), corners.begin() + ends[f]);
}

Sizes::Sizes(const Resource& resource, Numbers numbers) : numbers_(numbers) {
  find_ = [document = resource.document, section = resource.section](std::string_view key) {
    const Value* value = find_value(section->properties, key);
    return value ? std::optional(document->cursor(*value)) : std::nullopt;
  };
}

Sizes::Sizes(const Node& node, Numbers numbers) : numbers_(numbers) {
  find_ = [&node](std::string_view key) {
    const Property* property = node.find(key);
    return property ? std::optional(property->cursor()) : std::nullopt;
  };
}

mpq_class Sizes::number(std::string_view key, const mpq_class& otherwise) const {
  auto cursor = find_(key);
  return cursor ? cursor->number(numbers_) : otherwise;
}

std::vector<mpq_class> Sizes::vector(std::string_view key, std::initializer_list<int> otherwise) const {
  auto cursor = find_(key);
  if (!cursor) return {otherwise.begin(), otherwise.end()};
  return cursor->numbers_of({otherwise.size() == 2 ? "Vector2" : "Vector3"}, otherwise.size(), numbers_);
}

std::vector<mpq_class> Sizes::list(std::string_view key, std::initializer_list<int> otherwise) const {
  auto cursor = find_(key);
  if (!cursor) return {otherwise.begin(), otherwise.end()};
  return cursor->numbers_of({"PackedVector2Array", "PoolVector2Array"}, std::nullopt, numbers_);
}

std::uint32_t Sizes::count(std::string_view key, std::uint32_t otherwise, std::uint32_t least) const {
  constexpr std::uint32_t most = 1u << 16;
  auto cursor = find_(key);
  if (!cursor) return otherwise;
  const std::string_view text = cursor->word();
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument)
    cursor->fail("'" + std::string(key) + "' is no whole number");
  if (error != std::errc() || n > most)
    cursor->fail("'" + std::string(key) + "' is more than 2^16", ErrorCode::too_large);
  return std::max(least, static_cast<std::uint32_t>(std::max<std::int64_t>(n, 0)));
}

bool Sizes::is_true(std::string_view key, bool otherwise) const {
  auto cursor = find_(key);
  return cursor ? cursor->word() == "true" : otherwise;
}

std::optional<Shape> primitive_mesh(const std::string& type, const Sizes& sizes) {
  std::optional<Shape> out;
  if (type == "BoxMesh") add_box(out.emplace(), sizes.vector("size", {1, 1, 1}));
  else if (type == "PlaneMesh") out = plane(sizes, 2, sizes.number("orientation", 1));
  else if (type == "QuadMesh") out = plane(sizes, 1, sizes.number("orientation", 2));
  else if (type == "PrismMesh") out = prism(sizes);
  else if (type == "CylinderMesh") out = cylinder_mesh(sizes);
  else if (type == "SphereMesh") out = sphere_mesh(sizes);
  else if (type == "CapsuleMesh") out = capsule_mesh(sizes);
  else if (type == "TorusMesh")
    out = torus(sizes, directions(sizes.count("rings", 64, 3), From::minus_z), sizes.count("ring_segments", 32, 3),
                Diagonal::mesh);
  else if (type == "PointMesh") out.emplace();
  if (out && sizes.is_true("flip_faces")) out->flip();
  return out;
}

std::optional<Shape> csg_shape(const std::string& type, const Sizes& sizes) {
  std::optional<Shape> out;
  if (type == "CSGBox3D") add_box(out.emplace(), sizes.vector("size", {1, 1, 1}));
  else if (type == "CSGCylinder3D") out = csg_cylinder(sizes);
  else if (type == "CSGSphere3D") out = csg_sphere(sizes);
  else if (type == "CSGTorus3D")
    out = torus(sizes, directions(sizes.count("sides", 8, 3), From::x), sizes.count("ring_sides", 6, 3), Diagonal::csg);
  else if (type == "CSGPolygon3D") {
    if (const std::uint32_t mode = sizes.count("mode", 0, 0); mode < 2) out = csg_polygon(sizes, mode);
  }
  if (out && sizes.is_true("flip_faces")) out->flip();
  return out;
}

}  // namespace plumb::pipeline::godot
