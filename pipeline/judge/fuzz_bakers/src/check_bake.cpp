// SPDX-License-Identifier: GPL-3.0-or-later
// What one bake tells by itself, by the true floor, and by the rules of voxels.
//
// check_end        How it ended. Findings are grouped by the baker's words without their numbers.
// check_structure  Polygons that are not convex, folded or without area. Corners on the lattice of cells are exact.
//                  Others may have been rounded: then a corner counts only if it is further off than two steps of the
//                  file's numbers, and folds and polygons without area only where a step is small beside a cell.
// check_audit      Overlap that is no narrower than the file's grid; no polygon where there is floor; floor far from
//                  all floor; and what is missing or in excess without a cause, no narrower than a cell. Everything
//                  else that differs is counted by its cause.
// check_voxels     Each rectangle of the floor that the rules give has to be covered, but for a margin of the error of
//                  outlines, in whole cells, and one more; and all floor has to be over such rectangles and the margin.
//                  Rectangles smaller than the baker's smallest region are left out.
//
// Cost: that of one cover of two floors each.
// Source: our own.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "examine.h"
#include "plumb/kernel/elementary.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {
namespace {

// The line of an adapter's words that says what happened, without numbers.
std::string cause_of_words(const std::string& words) {
  std::string line;
  for (std::size_t from = 0; from < words.size();) {
    const std::size_t end = std::min(words.find('\n', from), words.size());
    const std::string one = words.substr(from, end - from);
    from = end + 1;
    if (line.empty()) line = one;
    const bool tells = one.find("rror") != std::string::npos || one.find("xception") != std::string::npos;
    if (tells && one.find_first_not_of(' ') != std::string::npos) {
      line = one;
      break;
    }
  }
  std::string out;
  for (const char c : line) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && out.ends_with('#')) continue;
    out += is_digit ? '#' : c;
  }
  constexpr std::size_t longest = 60;
  return out.substr(0, longest);
}

bool speaks_of_memory(std::string words) {
  for (char& c : words) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::array<std::string_view, 6> signs{"out of memory",   "bad_alloc",  "memoryerror",
                                                  "cannot allocate", "heap limit", "allocation failed"};
  return std::ranges::any_of(signs, [&](std::string_view sign) { return words.find(sign) != std::string::npos; });
}

// Whether a grid over the scene has so many cells that a baker may need more time and memory than it has.
bool may_need_much(const FuzzCase& given) {
  if (given.agent.cell <= 0) return false;
  constexpr double most = 1 << 26;
  double cells = 1;
  for (const std::size_t axis : {std::size_t{0}, given.agent.up == UpAxis::z ? std::size_t{1} : std::size_t{2}}) {
    const auto by_place = [&](const ExactPoint& p, const ExactPoint& q) { return p[axis] < q[axis]; };
    const auto [low, high] = std::ranges::minmax_element(given.scene.points, by_place);
    if (low == given.scene.points.end()) return false;
    cells *= mpq_class((*high)[axis] - (*low)[axis]).get_d() / given.agent.cell + 1;
  }
  return cells > most;
}

// How far a corner is inside of the line between its neighbours, at most, of a polygon that is not convex.
double reflex_depth(const ForeignMesh& mesh, const ForeignMesh::Polygon& polygon) {
  kernel::PlanRing ring;
  for (const ForeignMesh::Index c : polygon.corners) ring.push_back({mesh.points[c][0], mesh.points[c][1]});
  const int direction = sgn(kernel::signed_area(ring));
  double deepest = 0;
  for (std::size_t i = 0, n = ring.size(); i < n; ++i) {
    const kernel::PlanPoint &a = ring[(i + n - 1) % n], &c = ring[(i + 1) % n];
    const mpq_class turn = kernel::formulas::orient2d(a, ring[i], c);
    const double length = kernel::hypotenuse(mpq_class(c[0] - a[0]).get_d(), mpq_class(c[1] - a[1]).get_d());
    if (sgn(turn) * direction < 0 && length > 0) deepest = std::max(deepest, std::abs(turn.get_d()) / length);
  }
  return deepest;
}

void add_structure(FuzzKind kind, const std::vector<ForeignMesh::Index>& polygons, const ForeignMesh& mesh,
                   std::vector<Symptom>& symptoms) {
  if (polygons.empty()) return;
  symptoms.push_back({kind, "",
                      std::to_string(polygons.size()) + " of " + std::to_string(mesh.polygons.size()) +
                          " polygons; the first is number " + std::to_string(mesh.polygons[polygons[0]].name)});
}

// Appends a face with points of its own; its owner is its number.
void add_face(FloorFaces& floor, const std::vector<ExactPoint>& ring) {
  FloorFaces::Face face;
  face.owner = static_cast<FloorFaces::Index>(floor.faces.size());
  for (const ExactPoint& p : ring) {
    face.corners.push_back(static_cast<FloorFaces::Index>(floor.points.size()));
    floor.points.push_back(p);
  }
  floor.faces.push_back(std::move(face));
}

// Whether this plane is as steep as the limit of the slope, but for rounding: a voxel baker's normals are rounded, and
// so is the limit's tangent, unless it is that of 45 degrees. What is exactly as steep as 45 degrees is to be walked.
bool ties_with_slope(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const FuzzAgent& agent) {
  if (agent.cell <= 0) return false;
  const auto side = [&](const ExactPoint& p) { return ExactPoint{p[0] - a[0], p[1] - a[1], p[2] - a[2]}; };
  const ExactPoint n = kernel::formulas::cross(side(b), side(c));
  const mpq_class across = n[0] * n[0] + n[1] * n[1], up = n[2] * n[2];
  constexpr int half_right = 45, parts = 65536;  // so much of the limit is rounding of the other baker
  if (sgn(up) == 0 || (agent.slope == half_right && across == up)) return false;
  const double limit = std::tan(agent.slope / 180 * std::numbers::pi),
               tangent = std::sqrt(mpq_class(across / up).get_d());
  return std::abs(tangent - limit) * parts <= limit;
}

// All polygons that can be stood on, whether there is headroom or not, and those that tie with the limit of the slope.
FloorFaces standable_faces(const SceneSurfaces& level, const FuzzAgent& agent) {
  FloorFaces out;
  for (const Surface& s : level.set.surfaces) {
    std::vector<ExactPoint> ring;
    for (const kernel::PointId c : level.set.corners_of(s)) ring.push_back(exact_point(level.scene.points, c));
    std::ranges::reverse(ring);  // counter-clockwise
    const bool ties = s.kind == SurfaceKind::blocker && s.faces_up && ties_with_slope(ring[0], ring[1], ring[2], agent);
    if (s.kind == SurfaceKind::traversable || ties) add_face(out, ring);
  }
  return out;
}

// The pieces of a cause that the file's grid tells, without those that tie with the limit of the slope.
FloorFaces pieces_of(const Differences& differences, Cause cause, const FuzzAgent& agent) {
  FloorFaces out;
  for (const Difference& d : differences.pieces) {
    if (d.below_grid || d.cause != cause) continue;
    std::vector<ExactPoint> ring;
    for (const FloorFaces::Index c : d.corners) ring.push_back(differences.points[c]);
    if (!ties_with_slope(ring[0], ring[1], ring[2], agent)) add_face(out, ring);
  }
  return out;
}

// Heights within which surfaces of cells may be those of floor: they may run straight over a step, and the height of a
// cell on a slope is that of its highest place.
HeightWindow wide_window(const FuzzAgent& a) {
  const double slope = std::tan(a.slope / 180 * std::numbers::pi);
  const mpq_class quarter = mpq_class(a.height) / 4,
                  step = mpq_class(a.climb) + 2 * mpq_class(a.cell_height) + mpq_class(a.cell * slope),
                  high = std::min<mpq_class>(2 * quarter, std::max(quarter, step));
  return {-high, high};
}

mpq_class left_area(const std::vector<CoveredFace>& covered) {
  mpq_class out;
  for (const CoveredFace& f : covered) out += f.left;
  return out;
}

// Floor that is so far from every polygon that can be stood on that no border of cells and no step explains it.
void check_beyond(const FuzzCase& given, const Examined& out, std::vector<Symptom>& symptoms) {
  const AuditFacts& facts = *out.facts;
  const FuzzAgent& a = given.agent;
  const bool may_be = std::ranges::any_of(
      facts.excess_pieces.pieces, [](const Difference& d) { return !d.below_grid && d.cause != Cause::beyond_border; });
  FloorFaces standable = standable_faces(*out.floor->level, a);
  if (!may_be || standable.faces.empty()) return;
  const double outline = facts.baker.cell_size ? facts.baker.max_error.get_d() : 0;
  // Along a slope the height of a cell is that of its highest place. A corner of an outline has the greatest height of
  // the four cells around it, and the one across is up to two climbs away.
  const double slope = std::tan(a.slope / 180 * std::numbers::pi), step = number_step(given, out.outcome.mesh),
               across = a.radius + (std::ceil(outline) + 2) * a.cell + step,
               up = 2 * a.climb + 2 * a.cell_height + a.cell * slope + step;
  const Comparison c = compare(std::move(standable), facts.comparison.found, {}, facts.window, 1);
  const auto farthest = found_from_truth(c, facts.window);
  if (!farthest || farthest->low <= kernel::hypotenuse(across, up)) return;
  symptoms.push_back({FuzzKind::beyond, main_cause(facts, true),
                      "a place of the floor is " + length_text(farthest->low, a) +
                          " from every polygon that can be stood on; no more than " + about(up) +
                          " above or below and " + about(across) + " beside would be explained"});
}

void check_empty(const FuzzCase& given, const Examined& out, std::vector<Symptom>& symptoms) {
  const AuditFacts& facts = *out.facts;
  if (!out.outcome.is_empty()) return;
  const double region = out.outcome.settings.min_region.value_or(0);
  const mpq_class cell = given.agent.cell;
  if (given.voxel) {
    const mpq_class least = region * cell * cell;
    const bool has_floor = std::ranges::any_of(given.voxel->floors, [&](const ExpectedVoxels::Floor& f) {
      return (f.x[1] - f.x[0]) * (f.y[1] - f.y[0]) > least;
    });
    if (has_floor)
      symptoms.push_back(
          {FuzzKind::empty, "voxels",
           "no polygon, where the rules of voxels leave " + std::to_string(given.voxel->cells) + " cells of floor"});
    return;
  }
  constexpr int certain = 4;  // cells
  const mpq_class width = certain * least_width(given.agent) + number_step(given, out.outcome.mesh);
  const FloorFaces pieces = pieces_of(facts.missing_pieces, Cause::empty, given.agent);
  const auto covered = cover_by_first(pieces, {}, wide_window(given.agent), 1);
  if (has_left(pieces, covered, width))
    symptoms.push_back({FuzzKind::empty, text_of(Cause::empty),
                        "no polygon, where " + area_text(left_area(covered), given.agent) +
                            " of floor are missing by no rule of voxels"});
}

}  // namespace

mpq_class least_width(const FuzzAgent& agent) {
  constexpr int part = 256;
  return agent.cell > 0 ? mpq_class(agent.cell) : mpq_class(agent.climb) / part;
}

double number_step(const FuzzCase& given, const ForeignMesh& mesh) {
  const auto kind = file_grid(mesh).kind;
  const bool has_floats = mesh.polygons.empty() || kind == FileGrid::Kind::binary32 || kind == FileGrid::Kind::cells;
  if (given.agent.cell > 0 || !has_floats) return 0;
  mpq_class most = 0;
  for (const ExactPoint& p : given.scene.points)
    for (const mpq_class& x : p) most = std::max<mpq_class>(most, abs(x));
  const auto largest = static_cast<float>(most.get_d());
  return static_cast<double>(kernel::step_up(largest)) - static_cast<double>(largest);  // not a bound
}

std::string length_text(double length, const FuzzAgent& agent) {
  return agent.cell > 0 ? about(length) + " (" + about(length / agent.cell) + " cells)" : about(length);
}

std::string area_text(const mpq_class& area, const FuzzAgent& agent) {
  if (agent.cell <= 0) return "an area of " + about(area.get_d());
  return about(area.get_d() / (agent.cell * agent.cell)) + " cells";
}

bool has_left(const FloorFaces& floor, const std::vector<CoveredFace>& covered, const mpq_class& width) {
  kernel::PlanRing whole;
  for (FloorFaces::Index f = 0; f < covered.size(); ++f)
    for (const CoveredFace::Piece& piece : covered[f].pieces)
      if (piece.by.empty() && sgn(piece.area) > 0 &&
          (sgn(width) == 0 || !is_narrower({&ring_of(piece, floor, f, whole), 1}, width)))
        return true;
  return false;
}

std::string main_cause(const AuditFacts& facts, bool excess) {
  const AuditFacts::CauseTotal* most = nullptr;
  for (const AuditFacts::CauseTotal& c : facts.causes)
    if (is_excess(c.cause) == excess && (!most || c.area.near().high > most->area.near().high)) most = &c;
  return most ? text_of(most->cause) : "";
}

void check_end(const FuzzCase& given, const BakeOutcome& outcome, std::vector<Symptom>& symptoms) {
  using End = BakeOutcome::End;
  std::string words = outcome.words.substr(0, outcome.words.find('\n'));
  std::ranges::replace(words, '`', '\'');
  if (!words.empty()) words = ": `" + words + "`";
  switch (outcome.end) {
    case End::hung:
      if (!may_need_much(given)) symptoms.push_back({FuzzKind::hang, "", "it had to be killed"});
      break;
    case End::unreadable: {
      symptoms.push_back({FuzzKind::unreadable, cause_of_words(outcome.words), outcome.words});
      break;
    }
    case End::crashed: {
      const std::string status = "status " + std::to_string(outcome.status);
      if ((speaks_of_memory(outcome.words) || outcome.status > 128) && may_need_much(given)) break;
      if (speaks_of_memory(outcome.words)) symptoms.push_back({FuzzKind::memory, "", status + words});
      else
        symptoms.push_back({FuzzKind::crash,
                            outcome.words.empty() || outcome.status > 128 ? status : cause_of_words(outcome.words),
                            status + words});
      break;
    }
    case End::refused:
      if (speaks_of_memory(outcome.words) && !may_need_much(given))
        symptoms.push_back({FuzzKind::memory, "", "it is refused" + words});
      break;
    case End::baked: break;
  }
}

void check_structure(const BakeOutcome& outcome, std::vector<Symptom>& symptoms) {
  const ForeignMesh& mesh = outcome.mesh;
  if (mesh.polygons.empty()) return;
  MeshStructure structure = find_structure(mesh, 1);
  const FileGrid grid = file_grid(mesh);
  const bool is_exact = grid.kind == FileGrid::Kind::exact || grid.kind == FileGrid::Kind::cells;
  if (!is_exact) {
    const double step = grid.step.get_d();
    std::erase_if(structure.nonconvex,
                  [&](ForeignMesh::Index p) { return reflex_depth(mesh, mesh.polygons[p]) <= 2 * step; });
    if (outcome.settings.cell > 0 && 4 * step > outcome.settings.cell) {
      structure.folded.clear();
      structure.degenerate.clear();
    }
  }
  add_structure(FuzzKind::nonconvex, structure.nonconvex, mesh, symptoms);
  add_structure(FuzzKind::folded, structure.folded, mesh, symptoms);
  add_structure(FuzzKind::degenerate, structure.degenerate, mesh, symptoms);
}

void check_audit(const FuzzCase& given, Examined& out) {
  const AuditFacts& facts = *out.facts;
  std::vector<Symptom>& symptoms = out.symptoms;
  if (!facts.below_grid.all_overlap) {
    const mpq_class all = facts.repeated.exact(0).value_or(0), found = facts.found.exact(0).value_or(0);
    symptoms.push_back(
        {FuzzKind::overlap, "",
         area_text(all, given.agent) + " of " + area_text(found, given.agent) + " are covered more than once"});
  }
  check_empty(given, out, symptoms);
  check_beyond(given, out, symptoms);
  const auto check_cause = [&](FuzzKind kind, const Differences& differences, Cause cause, const FloorFaces& other) {
    const FloorFaces pieces = pieces_of(differences, cause, given.agent);
    if (pieces.faces.empty()) return;
    const mpq_class step = number_step(given, out.outcome.mesh), width = least_width(given.agent) + step;
    const HeightWindow window = wide_window(given.agent);
    const auto covered = cover_by_first(pieces, other, {window.low - step, window.high + step}, 1);
    if (!has_left(pieces, covered, width)) return;
    symptoms.push_back(
        {kind, text_of(cause), area_text(left_area(covered), given.agent) + ", for no reason that is known"});
  };
  // Where the rules of voxels decide, they say more; where polygons are wrong, missing and excess floor follows from
  // it.
  if (given.voxel) {
    check_voxels(given, *given.voxel, facts, symptoms);
  } else if (symptoms.empty()) {
    check_cause(FuzzKind::missing, facts.missing_pieces, Cause::unexplained, facts.comparison.found);
    check_cause(FuzzKind::excess, facts.excess_pieces, Cause::nothing, standable_faces(*out.floor->level, given.agent));
  }
  for (const AuditFacts::CauseTotal& c : facts.causes)
    if (c.cause != Cause::unexplained && c.cause != Cause::nothing && c.cause != Cause::empty)
      out.explained[std::string(is_excess(c.cause) ? "excess: " : "missing: ") + text_of(c.cause)] += c.findings;
}

namespace {

// Rectangles with this margin within, or around; those that vanish are left out.
FloorFaces rectangles(const ExpectedVoxels& voxels, const mpq_class& margin, const mpq_class& least) {
  FloorFaces out;
  for (const ExpectedVoxels::Floor& f : voxels.floors) {
    if ((f.x[1] - f.x[0]) * (f.y[1] - f.y[0]) <= least) continue;
    const mpq_class x0 = f.x[0] + margin, x1 = f.x[1] - margin, y0 = f.y[0] + margin, y1 = f.y[1] - margin;
    if (x0 >= x1 || y0 >= y1) continue;
    add_face(out, {{x0, y0, f.z}, {x1, y0, f.z}, {x1, y1, f.z}, {x0, y1, f.z}});
  }
  return out;
}

}  // namespace

void check_voxels(const FuzzCase& given, const ExpectedVoxels& expected, const AuditFacts& facts,
                  std::vector<Symptom>& symptoms) {
  const FuzzAgent& a = given.agent;
  const mpq_class cell = mpq_class(a.cell), margin = cell * (std::ceil(facts.baker.max_error.get_d()) + 1),
                  least = cell * cell * facts.baker.min_region;
  const HeightWindow window = wide_window(a);
  const FloorFaces& found = facts.comparison.found;
  const FloorFaces kept = rectangles(expected, margin, least), around = rectangles(expected, -margin, -1);
  const auto cover = [&](const FloorFaces& base, const FloorFaces& by) { return cover_by_first(base, by, window, 1); };
  const std::string rules = std::to_string(expected.cells) + " cells by the rules of voxels";
  if (!kept.faces.empty())
    if (const auto covered = cover(kept, found); has_left(kept, covered, cell))
      symptoms.push_back({FuzzKind::lost, main_cause(facts, false),
                          "at least " + area_text(left_area(covered), a) + " of floor are missing, of " + rules});
  if (found.faces.empty()) return;
  if (const auto covered = cover(found, around); has_left(found, covered, cell))
    symptoms.push_back(
        {FuzzKind::false_floor, main_cause(facts, true),
         "at least " + area_text(left_area(covered), a) + " of floor, where there should be none; there are " + rules});
}

}  // namespace plumb::pipeline
