// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a navmesh, or a stage of its making, as binary glTF 2.0: coloured parts, triangles or lines, over one list of
// rounded positions. tinygltf is not used: it holds the whole file three times in memory before it writes.
//
// 1. PartList collects the parts one by one: of a navmesh one for each group of polygons and of lines
//    (polygon_groups.h), of a stage those that it shows. use() numbers a part's positions in the order of their first
//    use; end() resets these numbers and erases a part without indices.
// 2. Box::origin() chooses the place from which positions are seen, so that binary32 resolves a level that is far from
//    the origin.
// 3. Document makes the JSON: for each part a node, a mesh and three accessors (positions with their box, colours,
//    indices), each with a bufferView of its own; all parts share one material.
// 4. write() writes the header, the JSON chunk and the binary chunk in the order of the bufferViews, turning z up into
//    y up.
//
// Cost: linear in positions used and indices. Memory: the parts' indices and the JSON; the bytes are written in blocks
// (write_each).
// Exact: no coordinate is rounded here, as positions are binary32 when they arrive. A colour is rounded to 16 bits of
// linear light.
// Source: the glTF 2.0 specification; KHR_materials_unlit; the transfer function of sRGB (IEC 61966-2-1).
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/export_stage.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/verdict_style.h"
#include "polygon_groups.h"

namespace plumb::pipeline::glb {
namespace {

using Position = std::array<float, 3>;  // z up
using Index = std::uint32_t;
enum class Mode : std::uint8_t { lines = 1, triangles = 4 };  // glTF's numbers for them

// One node, with one mesh of one primitive.
struct ComponentPart {
  std::string name;
  Mode mode;
  Colour colour;
  double lift = 0;
  std::vector<Index> points = {};   // positions, in the order of their first use
  std::vector<Index> indices = {};  // into points
};

// The box around what a file holds, z up.
class Box {
 public:
  void add(const std::array<double, 3>& point);
  // The place from which binary32 resolves the box best (export.h, glb_origin()).
  std::array<double, 3> origin() const;

 private:
  std::array<double, 3> low_{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high_{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
};

// Collects parts over one list of positions, one part at a time.
class PartList {
 public:
  explicit PartList(std::size_t positions) : number_(positions, none) {}

  void begin(ComponentPart part) { parts_.push_back(std::move(part)); }
  void use(Index position) {
    ComponentPart& part = parts_.back();
    Index& number = number_[position];
    if (number == none) {
      number = static_cast<Index>(part.points.size());
      part.points.push_back(position);
    }
    part.indices.push_back(number);
  }
  // Ends the part. One without indices is erased, as glTF allows no empty lists.
  void end();

  const std::vector<ComponentPart>& parts() const { return parts_; }

 private:
  static constexpr Index none = 0xffffffffu;
  std::vector<Index> number_;
  std::vector<ComponentPart> parts_;
};

void PartList::end() {
  ComponentPart& part = parts_.back();
  for (const Index p : part.points) number_[p] = none;
  part.points.shrink_to_fit();
  part.indices.shrink_to_fit();
  if (part.indices.empty()) parts_.pop_back();
}

void Box::add(const std::array<double, 3>& point) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    low_[axis] = std::min(low_[axis], point[axis]);
    high_[axis] = std::max(high_[axis], point[axis]);
  }
}

std::array<double, 3> Box::origin() const {
  constexpr int known_bits = 24;  // of binary32: a reader may keep the origin in one
  std::array<double, 3> middle;
  double widest = 0, farthest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    middle[axis] = low_[axis] / 2 + high_[axis] / 2;
    widest = std::max(widest, high_[axis] - low_[axis]);
    farthest = std::max(farthest, std::fabs(middle[axis]));
  }
  if (!std::isfinite(farthest) || !std::isfinite(widest)) return {};
  const auto power_above = [](double v) { return v > 0 ? std::ilogb(v) + 1 : -1000; };
  const double unit = std::ldexp(1, std::max(power_above(widest), power_above(farthest) - known_bits));
  if (farthest < 4 * unit) return {};
  for (double& m : middle) m = std::round(m / unit) * unit;
  return middle;
}

using LinearColour = std::array<std::uint16_t, 4>;

// The numbers of component types and of uses of bytes in glTF.
constexpr int float_component = 5126, short_component = 5123, int_component = 5125;
constexpr int vertex_data = 34962, index_data = 34963;

// A colour at vertices as glTF defines it: linear, opaque, 16 bits for each channel.
LinearColour linear(const Colour& colour) {
  LinearColour out{0, 0, 0, 65535};
  for (std::size_t c = 0; c < 3; ++c) {
    const double v = colour[c] / 255.0;
    out[c] = static_cast<std::uint16_t>(
        std::lround(65535 * (v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4))));
  }
  return out;
}

// A position with y up.
Position position(const Position& v) { return {v[0], v[2], 0.0f - v[1]}; }

// The JSON that describes the bytes behind it: of each part its positions, colours and indices.
class Document {
 public:
  Document(std::span<const ComponentPart> parts, const std::vector<Position>& positions,
           const std::array<double, 3>& origin)
      : origin_{origin[0], origin[2], 0.0 - origin[1]} {
    for (const ComponentPart& part : parts) add(part, positions);
  }

  std::uint64_t bytes() const { return bytes_; }
  std::string text() {
    const Json asset = {{"generator", std::string("plumb ") + version()}, {"version", "2.0"}};
    if (nodes_.empty()) return json_text({{"asset", asset}});  // empty lists are not allowed
    const Json none(std::initializer_list<Json>{});
    const Json material = {{"doubleSided", true},
                           {"extensions", {{"KHR_materials_unlit", none}}},
                           {"name", "navmesh"},
                           {"pbrMetallicRoughness", {{"metallicFactor", 0.0}}}};  // for viewers without the extension
    std::vector<std::size_t> all(nodes_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return json_text({{"accessors", accessors_},
                      {"asset", asset},
                      {"bufferViews", views_},
                      {"buffers", std::vector<Json>{{{"byteLength", bytes_}}}},
                      {"extensionsUsed", std::vector<const char*>{"KHR_materials_unlit"}},
                      {"materials", std::vector<Json>{material}},
                      {"meshes", meshes_},
                      {"nodes", nodes_},
                      {"scene", 0},
                      {"scenes", std::vector<Json>{{{"nodes", all}}}}});
  }

 private:
  void add(const ComponentPart& part, const std::vector<Position>& positions) {
    const std::size_t first = accessors_.size(), count = part.points.size();
    Position low, high;
    low.fill(HUGE_VALF);
    high.fill(-HUGE_VALF);
    for (const Index p : part.points) {
      const Position at = position(positions[p]);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], at[axis]);
        high[axis] = std::max(high[axis], at[axis]);
      }
    }
    const auto box = [](const Position& p) { return std::vector<double>(p.begin(), p.end()); };
    accessors_.push_back({{"bufferView", first},
                          {"componentType", float_component},
                          {"count", count},
                          {"max", box(high)},
                          {"min", box(low)},
                          {"type", "VEC3"}});
    view(count * sizeof(Position), vertex_data);
    accessors_.push_back({{"bufferView", first + 1},
                          {"componentType", short_component},
                          {"count", count},
                          {"normalized", true},
                          {"type", "VEC4"}});
    view(count * sizeof(LinearColour), vertex_data);
    accessors_.push_back({{"bufferView", first + 2},
                          {"componentType", int_component},
                          {"count", part.indices.size()},
                          {"type", "SCALAR"}});
    view(part.indices.size() * sizeof(Index), index_data);

    Json node = {{"mesh", meshes_.size()}, {"name", part.name}};
    const auto& [x, y, z] = origin_;
    if (part.lift > 0 || x != 0 || y != 0 || z != 0) node.set("translation", std::vector<double>{x, y + part.lift, z});
    nodes_.push_back(std::move(node));
    const Json primitive = {{"attributes", {{"COLOR_0", first + 1}, {"POSITION", first}}},
                            {"indices", first + 2},
                            {"material", 0},
                            {"mode", static_cast<int>(part.mode)}};
    meshes_.push_back({{"name", part.name}, {"primitives", std::vector<Json>{primitive}}});
  }

  void view(std::size_t bytes, int target) {
    Json view = {{"buffer", 0}, {"byteLength", bytes}};
    if (bytes_ > 0) view.set("byteOffset", bytes_);
    view.set("target", target);
    views_.push_back(std::move(view));
    bytes_ += bytes;
  }

  std::array<double, 3> origin_;  // y up
  std::vector<Json> accessors_, views_, meshes_, nodes_;
  std::uint64_t bytes_ = 0;
};

template <class Element>
void write_all(Output& file, std::span<const Element> elements) {
  file.write({reinterpret_cast<const char*>(elements.data()), elements.size_bytes()});
}

// Writes element(0), element(1) and so on in blocks, as a call of Output for each would take longer than its bytes.
template <class Make>
void write_each(Output& file, std::size_t count, Make&& element) {
  constexpr std::size_t most = 1024;
  std::vector<std::decay_t<decltype(element(0))>> block;
  for (std::size_t i = 0; i < count; ++i) {
    block.push_back(element(i));
    if (block.size() < most && i + 1 < count) continue;
    write_all(file, std::as_bytes(std::span(block)));
    block.clear();
  }
}

void write_words(Output& file, std::initializer_list<std::uint32_t> words) {
  write_all(file, std::span<const std::uint32_t>(words));
}

// Writes the file: coloured at its vertices, unlit and double-sided, y up. Positions are relative to `origin` (z up),
// where every node is.
void write(Output& file, std::span<const ComponentPart> parts, const std::vector<Position>& positions,
           const std::array<double, 3>& origin) {
  static_assert(std::endian::native == std::endian::little, "as glTF has it");
  Document document(parts, positions, origin);
  std::string text = document.text();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  constexpr std::uint32_t gltf = 0x46546c67, json_chunk = 0x4e4f534a, binary_chunk = 0x004e4942;
  const auto json_bytes = static_cast<std::uint32_t>(text.size()), bytes = static_cast<std::uint32_t>(document.bytes());
  write_words(file, {gltf, 2, 20 + json_bytes + (bytes > 0 ? 8 + bytes : 0), json_bytes, json_chunk});
  file.write(text);
  if (bytes == 0) return;
  write_words(file, {bytes, binary_chunk});
  for (const ComponentPart& part : parts) {
    write_each(file, part.points.size(), [&](std::size_t i) { return position(positions[part.points[i]]); });
    write_each(file, part.points.size(), [colour = linear(part.colour)](std::size_t) { return colour; });
    write_all<Index>(file, part.indices);
  }
}

}  // namespace
}  // namespace plumb::pipeline::glb

namespace plumb::pipeline {
namespace {

glb::PartList make_parts(DerivedMesh& derived, const ConformingMesh& triangles, const LinkCells* links) {
  const NavMesh& mesh = derived.mesh();
  const auto& stances = mesh.info.stances;
  glb::PartList parts(triangles.vertices.size());
  for (const PolygonGroup& group : polygon_groups(mesh, triangles, links)) {
    parts.begin({group.name, glb::Mode::triangles, group.colour});
    for (const std::size_t t : group.polygons)
      for (const glb::Index v : triangles.ring(t)) parts.use(v);
    parts.end();
  }
  const double lift = kernel::nearest_double(stances.front().height / 50);
  for (LineGroup& group : mesh_lines(derived)) {
    parts.begin({group.name, glb::Mode::lines, group.colour, lift});
    for (const auto& [from, to] : group.segments) parts.use(from), parts.use(to);
    std::exchange(group.segments, {});
    parts.end();
  }
  return parts;
}

}  // namespace

void export_glb(Output& file, DerivedMesh& derived, const ConformingMesh& triangles, Progress& progress,
                const LinkCells* links) {
  const glb::PartList parts = make_parts(derived, triangles, links);
  progress.advance(0.5);
  glb::write(file, parts.parts(), triangles.vertices, triangles.origin);
}

std::array<double, 3> glb_origin(DerivedMesh& derived) {
  if (derived.mesh().points.empty()) return glb::Box().origin();
  const auto& [x, y, z] = derived.extent();
  return glb_origin({x.low, y.low, z.low}, {x.highest_low, y.highest_low, z.highest_low});
}
std::array<double, 3> glb_origin(const std::array<double, 3>& low, const std::array<double, 3>& high) {
  glb::Box box;
  box.add(low);
  box.add(high);
  return box.origin();
}

void export_stage_glb(Output& file, const DrawnStage& stage) {
  glb::Box box;
  for (const kernel::ExactPoint& p : stage.points) box.add({p[0].get_d(), p[1].get_d(), p[2].get_d()});
  const std::array<double, 3> origin = box.origin();
  std::vector<glb::Position> positions(stage.points.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
    for (std::size_t axis = 0; axis < 3; ++axis)
      positions[i][axis] = kernel::nearest_float(stage.points[i][axis] - origin[axis]);
  glb::PartList parts(positions.size());
  const auto add = [&](const auto& groups, glb::Mode mode, double lift) {
    for (const auto& group : groups) {
      parts.begin({group.name, mode, group.colour, lift});
      for (const auto& corners : group.list)
        for (const DrawnStage::Index p : corners) parts.use(p);
      parts.end();
    }
  };
  add(stage.triangles, glb::Mode::triangles, 0);
  add(stage.lines, glb::Mode::lines, stage.lift);
  glb::write(file, parts.parts(), positions, origin);
}

}  // namespace plumb::pipeline
