// SPDX-License-Identifier: GPL-3.0-or-later
// The data of the page: numbers for the picture and exact numbers for the questions.
//
// Problem. A browser draws binary32 and sums them in nanoseconds; the answers have to be exact. So the page gets every
// position twice: rounded, for the picture, and, of the level's polygons, as integers over one denominator, in text
// that BigInt reads.
// Layout. One string of bytes (data.js reads it):
//   1. four bytes: the length of the header, little-endian, as all numbers are;
//   2. the header, JSON: title, options, verdicts with areas and colours, what the sections are, and the documents;
//   3. the sections one behind the other, each an array of numbers of one type, or text.
// Steps. view_data() finds the middle of the box of all points (middle_of), then writes the sections of the navmesh
// (add_cells, add_components, add_portals) and, with a level, those of its polygons (add_level) and, with a radius, of
// its border (add_border). Positions are relative to the middle, z up. header_of() adds up the areas by verdict as
// fractions. Cost. Linear in corners, but for the sums of areas, which are balanced trees of fractions. Memory: the
// bytes. Exact. Areas and the integers of the level; an area longer than 1,000 characters is left out, and about how
// large it is stays. Positions are the nearest binary32. Source: our own.
#include "view_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/verdict_style.h"
#include "sections.h"
#include "view_border.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t longest_area = 1000;  // characters

using Middle = std::array<double, 3>;

class Box {
 public:
  void add(const std::array<double, 3>& p) {
    for (std::size_t k = 0; k < 3; ++k) {
      low_[k] = std::min(low_[k], p[k]);
      high_[k] = std::max(high_[k], p[k]);
    }
  }
  Middle middle() const {
    Middle out{};
    for (std::size_t k = 0; k < 3; ++k)
      if (low_[k] <= high_[k]) out[k] = low_[k] / 2 + high_[k] / 2;
    return out;
  }

 private:
  static constexpr double far = std::numeric_limits<double>::infinity();
  std::array<double, 3> low_{far, far, far}, high_{-far, -far, -far};
};

void add_points(Box& box, const SceneSurfaces& level) {
  for (kernel::PointId p = 0; p < level.scene.points.size(); ++p) {
    const auto at = [&](int axis) { return kernel::nearest_double(level.scene.points, p, axis); };
    box.add({at(0), at(1), at(2)});
  }
}

Middle middle_of(const SceneSurfaces& level) {
  Box box;
  add_points(box, level);
  return box.middle();
}

Middle middle_of(const ViewSource& source) {
  Box box;
  for (const auto& p : source.derived->doubles()) box.add(p);
  if (source.level) add_points(box, *source.level);
  return box.middle();
}

template <class Points>
std::vector<float> flat(const Points& points) {
  std::vector<float> out;
  out.reserve(3 * points.size());
  for (const auto& p : points) out.insert(out.end(), p.begin(), p.end());
  return out;
}

std::optional<Error> beyond_binary32(const std::vector<float>& positions) {
  if (std::ranges::all_of(positions, [](float v) { return std::isfinite(v); })) return std::nullopt;
  return Error{ErrorCode::out_of_range,
               "the level is too large for a page, which draws in binary32; scale it, or cut a part out of it", "", 0};
}

mpq_class exact_area(const NavMesh& mesh, const NavMesh::Cell& cell) {
  mpq_class doubled = 0;
  for (const NavMesh::Facet& facet : cell.facets)
    doubled += kernel::formulas::doubled_area<mpq_class>(
        facet.corners.size(), [&](std::size_t i) -> const ExactPoint& { return mesh.points[facet.corners[i]]; });
  return doubled / 2;
}

// The text of an area; where that is too long, "~" and about how large it is.
std::string area_text(const mpq_class& area) {
  std::string text = area.get_str();
  if (text.size() <= longest_area) return text;
  text = "~";
  kernel::append_decimal(text, kernel::nearest_double(area));
  return text;
}

void add_cells(Sections& sections, const NavMesh& mesh, const std::vector<mpq_class>& areas) {
  std::vector<std::int8_t> stance;
  std::vector<std::uint32_t> facet_begin{0}, ring_begin{0}, corners, surface, face, witness, blocked_by;
  std::string text;
  for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
    const NavMesh::Cell& cell = mesh.cells[c];
    stance.push_back(static_cast<std::int8_t>(cell.stance));
    blocked_by.push_back(cell.updated().blocked_by);
    for (const NavMesh::Facet& facet : cell.facets) {
      surface.push_back(facet.surface);
      face.push_back(facet.face);
      witness.push_back(facet.witness);
      corners.insert(corners.end(), facet.corners.begin(), facet.corners.end());
      ring_begin.push_back(static_cast<std::uint32_t>(corners.size()));
    }
    facet_begin.push_back(static_cast<std::uint32_t>(surface.size()));
    text += area_text(areas[c]) + "\n";
  }
  sections.add("cell_stance", stance);
  sections.add("cell_blocked_by", blocked_by);
  sections.add("facet_begin", facet_begin);
  sections.add("ring_begin", ring_begin);
  sections.add("corners", corners);
  sections.add("facet_surface", surface);
  sections.add("facet_face", face);
  sections.add("facet_witness", witness);
  sections.add_text("cell_area", text);
}

void add_components(Sections& sections, DerivedMesh& derived) {
  const NavMesh& mesh = derived.mesh();
  const CellGraph graph = cell_graph(mesh);
  std::vector<std::uint32_t> component, border, border_begin{0};
  for (std::size_t s = 1; s <= mesh.info.stances.size(); ++s) {
    const auto stance = static_cast<kernel::Label>(s);
    const auto of_stance = components(graph, stance);
    component.insert(component.end(), of_stance.begin(), of_stance.end());
    for (const BorderInterval& b : derived.border(stance)) border.insert(border.end(), {b.cell, b.from, b.to});
    border_begin.push_back(static_cast<std::uint32_t>(border.size() / 3));
  }
  sections.add("component", component);        // by stance, then by cell
  sections.add("border_begin", border_begin);  // by stance, into triples
  sections.add("border", border);              // cell, from, to
}

void add_portals(Sections& sections, const NavMesh& mesh) {
  std::vector<std::uint32_t> portals, walls;
  std::vector<std::int8_t> stance, may_cross;
  std::vector<std::uint8_t> kind;
  for (const NavMesh::Portal& p : mesh.portals) {
    portals.insert(portals.end(), {p.a, p.b, p.on_a[0], p.on_a[1], p.on_b[0], p.on_b[1]});
    stance.push_back(static_cast<std::int8_t>(p.stance));
    kind.push_back(static_cast<std::uint8_t>(p.kind));
  }
  for (const NavMesh::Obstruction& o : mesh.obstructions) {
    walls.insert(walls.end(), {o.surface, o.wall, o.from, o.to});
    may_cross.push_back(static_cast<std::int8_t>(o.may_cross));
  }
  sections.add("portals", portals);  // cells a and b, from and to on a, from and to on b
  sections.add("portal_stance", stance);
  sections.add("portal_kind", kind);
  sections.add("walls", walls);  // surface, wall, from, to
  sections.add("wall_may_cross", may_cross);
}

// Four places of each drop and leap, from and to on a, from and to on b; nothing if there are none.
std::optional<Error> add_one_way_links(Sections& sections, const NavMesh& mesh, const Middle& middle) {
  if (mesh.one_way_links.empty()) return std::nullopt;
  std::vector<float> positions;
  std::vector<std::uint8_t> kind;
  for (const NavMesh::OneWayLink& l : mesh.one_way_links) {
    for (const ExactPoint& p : {l.on_a[0], l.on_a[1], l.on_b[0], l.on_b[1]})
      for (std::size_t k = 0; k < 3; ++k) positions.push_back(kernel::nearest_float(mpq_class(p[k] - middle[k])));
    kind.push_back(static_cast<std::uint8_t>(l.kind));
  }
  sections.add("one_way_points", positions);
  sections.add("one_way_kind", kind);
  return beyond_binary32(positions);
}

// Why nobody stands on a polygon, in the order of the words in explain.js.
enum class PageFooting : std::uint8_t { traversable, too_steep, turned_away, vertical };

std::optional<Error> add_level(Sections& sections, const SceneSurfaces& level, const BakeOptions& options,
                               const Middle& middle) {
  const kernel::PointTable& points = level.scene.points;
  const ExactPoint origin{middle[0], middle[1], middle[2]};
  std::vector<float> positions;
  std::string exact;
  for (kernel::PointId p = 0; p < points.size(); ++p) {
    const ExactPoint at = kernel::exact_point(points, p);
    for (int k = 0; k < 3; ++k) {
      positions.push_back(kernel::nearest_float(mpq_class(at[k] - origin[k])));
      exact += (points.is_whole(p, k) ? points.integer(p, k).get_str() : points.exact(p, k).get_str()) +
               (k < 2 ? " " : "\n");
    }
  }
  if (auto error = beyond_binary32(positions)) return error;
  const kernel::SlopeLimit limit = slope_limit(options);
  std::vector<std::uint32_t> begin{0}, corners, faces, part_begin{0}, part_faces;
  std::vector<std::uint8_t> footing, flags;
  for (std::size_t i = 0; i < level.set.surfaces.size(); ++i) {
    const Surface& s = level.set.surfaces[i];
    const auto ring = level.set.corners_of(s);
    for (const FacePart& part : level.set.parts_of(i)) part_faces.push_back(part.face);
    part_begin.push_back(static_cast<std::uint32_t>(part_faces.size()));
    corners.insert(corners.end(), ring.begin(), ring.end());
    begin.push_back(static_cast<std::uint32_t>(corners.size()));
    faces.push_back(s.face);
    PageFooting why = PageFooting::vertical;
    if (s.kind == SurfaceKind::traversable) why = PageFooting::traversable;
    else if (s.kind == SurfaceKind::blocker)
      why = limit.is_traversable(kernel::polygon_normal<mpz_class>(points, ring)) ? PageFooting::turned_away
                                                                                  : PageFooting::too_steep;
    footing.push_back(static_cast<std::uint8_t>(why));
    flags.push_back(static_cast<std::uint8_t>((s.faces_up ? 1 : 0) | (level.solids.counts_face(s.face) ? 2 : 0)));
  }
  sections.add("scene_points", positions);
  sections.add_text("scene_exact", exact);  // x y z a line, in units of one over the header's denominator
  sections.add("polygon_begin", begin);
  sections.add("polygon_corners", corners);
  sections.add("polygon_face", faces);
  sections.add("part_begin", part_begin);
  sections.add("part_faces", part_faces);  // all faces that a polygon has parts of
  sections.add("polygon_footing", footing);
  sections.add("polygon_flags", flags);  // 1: the file's orientation faces up; 2: counts in windings
  return std::nullopt;
}

// What both palettes have for something, as a list.
template <class Of>
Json both_palettes(Of&& of) {
  Json out = Json::array();
  for (const PagePalette& p : page_palettes) out.push_back(of(p));
  return out;
}

// The colours of other areas than those of verdicts.
Json palettes_of(const NavMesh& mesh) {
  return both_palettes([&](const PagePalette& p) {
    Json causes = Json::array();
    for (const Colour& c : cause_colours(p, mesh.info.stances.size())) causes.push_back(hex(c));
    return Json{{"light_face", hex(p.light_face)},
                {"dark_face", hex(p.dark_face)},
                {"updated", hex(p.updated)},
                {"causes", std::move(causes)}};
  });
}

// The verdicts in the order of the bake's table, each with its colour, cells and area.
Json verdicts_of(const NavMesh& mesh, const std::vector<mpq_class>& areas) {
  Json out = Json::array();
  const auto stances = static_cast<kernel::Label>(mesh.info.stances.size());
  for (kernel::Label label = stances; label >= kernel::too_close; --label) {
    std::vector<const mpq_class*> own;
    for (std::size_t c = 0; c < mesh.cells.size(); ++c)
      if (mesh.cells[c].stance == label) own.push_back(&areas[c]);
    if (own.empty() && label < kernel::blocked) continue;
    const auto sum = kernel::balanced_sum(0, own.size(), 0, [&](std::size_t i) { return std::optional(*own[i]); });
    Json entry = {{"label", label},
                  {"name", verdict_name(label, mesh.info.stances)},
                  {"colours", both_palettes([&](const PagePalette& p) {
                     return Json(hex(page_colour(p, label, mesh.info.stances.size())));
                   })},
                  {"cells", own.size()},
                  {"area", area_text(*sum)}};
    if (label > 0) entry.set("height", mesh.info.stances[static_cast<std::size_t>(label) - 1].height.get_str());
    out.push_back(std::move(entry));
  }
  return out;
}

// The words of the command that explains a point of this level, without the point.
Json explain_command(const BakeOptions& o) {
  std::vector<std::string> words{"plumb", "explain", o.scene};
  const auto add = [&](const char* option, const std::string& value) { words.insert(words.end(), {option, value}); };
  const auto add_number = [&](const char* option, const std::optional<mpq_class>& value) {
    if (value) add(option, value->get_str());
  };
  add("--up", text_of(o.up));
  add("--numbers", text_of(o.numbers));
  add("--sides", text_of(o.sides));
  add_number("--slope", o.slope);
  add_number("--slope-ratio", o.slope_ratio);
  add_number("--slope-cos", o.slope_cos);
  for (const Stance& s : o.stances) add("--stance", s.name + "=" + s.height.get_str());
  if (sgn(o.step) > 0) add_number("--step", o.step);
  if (sgn(o.weld) > 0) add_number("--weld", o.weld);
  if (o.solids != Solids::none) add("--solids", text_of(o.solids));
  if (o.bad_faces != BadFaces::error) add("--bad-faces", text_of(o.bad_faces));
  if (o.node_rotation != NodeRotation::right_angles) add("--node-rotation", text_of(o.node_rotation));
  if (o.gltf_scene) add("--scene", *o.gltf_scene);
  for (const std::string& pattern : o.leave_out) add("--leave-out", pattern);
  if (sgn(o.radius) > 0) {
    add_number("--radius", o.radius);
    add_number("--window", o.window);
  }
  return words;
}

// What the page is told of the level's options and names.
Json level_facts(const SceneSurfaces& level, const BakeOptions& o) {
  Json groups = Json::array();
  for (const FaceGroup& g : level.scene.groups) groups.push_back({g.first_face, g.object, g.group, g.material});
  const auto limit = kernel::tan_squared_of(slope_limit(o));
  return {{"file", o.scene},
          {"denominator", level.scene.points.denominator().get_str()},
          {"options", options_text(o)},
          {"explain", explain_command(o)},
          {"slope_limit", limit ? Json(limit->get_str()) : Json()},
          {"slope", o.slope ? Json(o.slope->get_str()) : Json()},
          {"window", o.window.get_str()},
          {"solids", o.solids == Solids::closed},
          {"groups", std::move(groups)}};
}

Json header_of(const ViewSource& source, const std::string& title, const Middle& middle,
               const std::vector<mpq_class>& areas) {
  const NavMesh& mesh = source.derived->mesh();
  Json stances = Json::array(), exact_middle = Json::array();
  for (const Stance& s : mesh.info.stances) stances.push_back({{"name", s.name}, {"height", s.height.get_str()}});
  for (const double v : middle) exact_middle.push_back(mpq_class(v).get_str());
  const auto colour = [](PortalKind kind) { return Json(hex(colour_of(kind))); };
  Json out = {{"plumb", version()},
              {"title", title},
              {"scene", mesh.info.scene},
              {"up", text_of(mesh.info.up)},
              {"stances", std::move(stances)},
              {"step", mesh.info.step.get_str()},
              {"radius", mesh.info.radius.get_str()},
              {"middle", std::move(exact_middle)},
              {"verdicts", verdicts_of(mesh, areas)},
              {"palettes", palettes_of(mesh)},
              {"portal_colours", {colour(PortalKind::flush), colour(PortalKind::step), colour(PortalKind::weld)}},
              {"wall_colour", hex(wall_colour)}};
  if (!mesh.one_way_links.empty())
    out.set("one_way_colours", {hex(colour_of(OneWayKind::drop)), hex(colour_of(OneWayKind::leap))});
  out.set("level", source.level ? level_facts(*source.level, *source.options) : Json());
  return out;
}

std::string with_documents(std::string header, const std::vector<ViewDocument>& documents) {
  header.pop_back();  // the bracket that closes the object
  header += ",\"documents\":[";
  for (const ViewDocument& d : documents)
    header += (&d == documents.data() ? "" : ",") + std::string("{\"kind\":") + json_text(Json(d.kind)) +
              ",\"file\":" + json_text(Json(d.file)) + ",\"data\":" + d.json + "}";
  return header + "]}";
}

}  // namespace

Result<PageData> view_data(const ViewSource& source, const std::string& title, unsigned threads) {
  const NavMesh& mesh = source.derived->mesh();
  const Middle middle = middle_of(source);
  for (const double v : middle)
    if (!std::isfinite(v)) return *beyond_binary32({std::numeric_limits<float>::infinity()});
  std::vector<mpq_class> areas(mesh.cells.size());
  for_chunks(areas.size(), chunk_count(areas.size(), threads), threads,
             [&](std::size_t, std::size_t begin, std::size_t end) {
               for (std::size_t c = begin; c < end; ++c) areas[c] = exact_area(mesh, mesh.cells[c]);
             });
  Sections sections;
  const std::vector<float> positions = flat(source.derived->floats_from(middle));
  if (auto error = beyond_binary32(positions)) return *error;
  sections.add("points", positions);
  add_cells(sections, mesh, areas);
  add_components(sections, *source.derived);
  add_portals(sections, mesh);
  if (auto error = add_one_way_links(sections, mesh, middle)) return *error;
  PageData out{.bytes = {}, .parts = {sections.bytes().size()}};
  if (source.level) {
    if (auto error = add_level(sections, *source.level, *source.options, middle)) return *error;
    out.parts.push_back(sections.bytes().size());
    if (sgn(source.options->radius) > 0) add_border(sections, *source.level, *source.options);
  }
  Json header = header_of(source, title, middle, areas);
  header.set("sections", sections.list());
  const std::string text = with_documents(json_text(header), source.documents);
  const auto length = static_cast<std::uint32_t>(text.size());
  for (int byte = 0; byte < 4; ++byte) out.bytes += static_cast<char>(length >> 8 * byte & 255);
  out.bytes += text;
  for (std::size_t& part : out.parts) part += out.bytes.size();
  out.parts.insert(out.parts.begin(), 0);
  out.bytes += sections.bytes();
  return out;
}

// The middle is that of a page of the level: cells lie within the polygons that they are cut from.
Result<PageData> level_data(const SceneSurfaces& level, const BakeOptions& options) {
  Sections sections;
  if (auto error = add_level(sections, level, options, middle_of(level))) return *error;
  return PageData{sections.bytes(), {0}};
}

}  // namespace plumb::pipeline
