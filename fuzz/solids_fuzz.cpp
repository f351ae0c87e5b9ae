// SPDX-License-Identifier: GPL-3.0-or-later
// Closed bodies through floors on a lattice: the cells inside of bodies are those above which the winding number of the
// faces that count is positive, asked at points of each cell (tests/support/winding.h).
//
// 1. Where all bodies look outward, have all their faces and no floor shares a vertex with them, they are solids, and
//    the faces that count are theirs. Two floors in one place that face each other's way are closed too, but flat.
// 2. A cell that is not covered is inside exactly where the winding number is positive.
// 3. Outside, the verdict is what the definitions say of the point (tests/support/pointwise.h).
// 4. Solids change no area but that of what is blocked or stood on.
//
// Bytes: one for the options, then bodies and floors: a byte for the kind, the coordinates as whole numbers (floors:
// and a half, or not), and which faces a box lacks. Cost: a few milliseconds.
#include <cstdint>
#include <random>

#include "../tests/support/bodies.h"
#include "bytes.h"
#include "require.h"
#include "support/bake_text.h"
#include "support/pointwise.h"
#include "support/winding.h"

namespace {

using namespace plumb;
using namespace plumb::tests;

struct Drawn {
  BodyLevel level;
  std::vector<bool> is_of_body;  // by face
  bool are_solids = true;        // 1.

  void add_faces(std::size_t count, bool of_body) { is_of_body.insert(is_of_body.end(), count, of_body); }
};

void add_body(Drawn& drawn, int kind, Bytes& bytes) {
  const auto corner = [&] { return BodyPoint{1.0 * bytes.below(6), 1.0 * bytes.below(6), 1.0 * bytes.below(5)}; };
  const BodyPoint a = corner();
  if (kind % 2 == 0) {
    const BodyPoint b{a[0] + 1 + bytes.below(3), a[1] + 1 + bytes.below(3), a[2] + 1 + bytes.below(3)};
    const bool is_inward = kind == 4, is_open = kind == 6;
    drawn.level.box(a, b, is_inward, is_open ? 5 : 6);
    drawn.add_faces(is_open ? 5 : 6, true);
    drawn.are_solids = drawn.are_solids && !is_inward && !is_open;
    return;
  }
  const BodyPoint b = corner(), c = corner(), d = corner();
  double u[3], v[3], w[3];
  for (std::size_t k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k], w[k] = d[k] - a[k];
  const double volume =
      u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  if (volume == 0) return;
  drawn.level.tetrahedron(a, b, c, d);
  drawn.add_faces(4, true);
}

void add_floor(Drawn& drawn, bool is_aligned, Bytes& bytes) {
  const double off = is_aligned ? 0 : 0.5, x = bytes.below(6) - 1 + off, y = bytes.below(6) - 1 + off,
               z = bytes.below(5), rise = bytes.below(2), w = 1 + bytes.below(5), h = 1 + bytes.below(5);
  drawn.level.face({{x, y, z}, {x + w, y, z + rise}, {x + w, y + h, z + rise}, {x, y + h, z}}, bytes.below(2) == 1);
  drawn.add_faces(1, false);
  // A face along an edge of a body opens it.
  drawn.are_solids = drawn.are_solids && !is_aligned;
}

Drawn drawn_level(Bytes& bytes) {
  Drawn out;
  while (!bytes.at_end() && out.is_of_body.size() < 32) {
    const int kind = bytes.below(12);
    if (kind < 8) add_body(out, kind, bytes);
    else add_floor(out, kind == 11, bytes);
  }
  return out;
}

// In a cell, nearer to some corners than to others.
pipeline::ExactPoint point_in(const std::vector<pipeline::ExactPoint>& corners, std::minstd_rand& random) {
  pipeline::ExactPoint p;
  mpq_class weights;
  for (const pipeline::ExactPoint& c : corners) {
    const mpq_class w(1 + random() % 997);
    weights += w;
    for (std::size_t k = 0; k < 3; ++k) p[k] += w * c[k];
  }
  for (mpq_class& v : p) v /= weights;
  return p;
}

void check_cell(const BakedText& baked, const vcd::Cell& cell, const pipeline::ExactPoint& p,
                const std::vector<FaceCorners>& faces, const Pointwise& definitions) {
  const auto around = winding(
      faces, [&](std::size_t face) { return baked.solids.counts_face(static_cast<std::uint32_t>(face)); }, p);
  if (!around) return;
  const bool is_inside = *around > 0;
  require((cell.label == kernel::inside) == is_inside, "a cell is inside where the winding number is positive");
  if (is_inside) return;
  const Pointwise::Truth truth = definitions.at(p);
  require(truth.height == p[2], "a cell is at the height of its polygon");
  kernel::Label label = 0;
  const auto& stances = baked.map.stances;
  while (static_cast<std::size_t>(label) < stances.size() &&
         (!truth.clearance || stances[static_cast<std::size_t>(label)].height <= *truth.clearance))
    ++label;
  require(cell.label == label, "a cell outside has the verdict of its clearance");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 6 || size > 200) return 0;
  Bytes bytes(data, size);
  const int form = bytes();
  const Drawn drawn = drawn_level(bytes);
  if (drawn.is_of_body.empty()) return 0;
  BakeTextOptions options;
  options.solids = pipeline::Solids::closed;
  options.sides = form % 2 ? pipeline::Sides::both : pipeline::Sides::up;
  options.step = mpq_class(form / 2 % 2, 1 + form / 2 % 2);
  options.decomposition = form / 4 % 2 ? kernel::Decomposition::seed : kernel::Decomposition::bounded;
  options.numbers = form / 8 % 2 ? pipeline::Numbers::binary32 : pipeline::Numbers::decimal;
  if (form / 16 % 2) options.stances = {{"low", mpq_class(1)}, {"high", mpq_class(5, 2)}};
  const BakedText baked = bake_text(drawn.level.obj, options);
  require(baked.measures.held == baked.measures.polygons, "areas add up");
  if (drawn.are_solids) {
    for (const auto& c : baked.solids.components)
      require(
          c.kind == (drawn.is_of_body[c.first_face] ? pipeline::ComponentKind::solid : pipeline::ComponentKind::flat),
          "a closed body that looks outward is a solid, closed floors are flat");
    for (std::size_t face = 0; face < drawn.is_of_body.size(); ++face)
      require(baked.solids.counts_face(static_cast<std::uint32_t>(face)) == drawn.is_of_body[face],
              "the faces of bodies count, floors do not");
  }
  const auto faces = faces_of(baked.scene);
  const Pointwise definitions(baked.scene.points, baked.set);
  pipeline::CellGeometry geometry(baked.scene.points, baked.set, baked.map);
  std::minstd_rand random(static_cast<unsigned>(size));
  const auto& cells = baked.map.table.cells;
  const std::size_t stride = cells.size() / 40 + 1;
  for (std::size_t i = 0; i < cells.size(); i += stride) {
    if (cells[i].label == kernel::covered) continue;
    const auto corners = geometry.vertices(cells[i]);
    for (int k = 0; k < 2; ++k) check_cell(baked, cells[i], point_in(corners, random), faces, definitions);
  }
  BakeTextOptions without = options;
  without.solids = pipeline::Solids::none;
  AreaByLabel with_solids = areas(baked), none = areas(bake_text(drawn.level.obj, without));
  require(none[kernel::inside] == 0, "without solids nothing is inside");
  mpq_class all = 0, all_without = 0;
  for (const auto& [label, area] : with_solids) all += area;
  for (const auto& [label, area] : none) {
    all_without += area;
    if (label != kernel::inside) require(with_solids[label] <= area, "what is inside is taken from the other verdicts");
  }
  require(all == all_without, "solids change no area of all verdicts together");
  return 0;
}
