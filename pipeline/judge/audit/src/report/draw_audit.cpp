// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings of an audit: covered floor, what is missing and what is in excess, cause by cause, and marks of components
// and joins that differ.
//
// 1. draw_audit() chooses by the extension: .json and .csv are those of audit_json() and audit_csv(); the others have
//    the same groups (groups_of): covered pieces, then the differences of each cause.
// 2. A model (draw_solid: .obj, .glb) has a coloured group of triangles for each of these, and lines for the marks
//    (add_marks), in space.
// 3. A plan (AuditPlan: .svg) has a panel for each storey of the true floor (split_storeys). storey_of() assigns a
//    missing or covered part to the storey of its cell, and storey_at() one in excess to the highest storey whose floor
//    is at most the window above it. legend() lists groups with their areas, panel() draws one storey.
//
// Cost: linear in the corners drawn; a plan looks at all parts again for each storey. Memory: the corners of all
// groups, as fractions.
// Exact: pieces are those of the comparison, exact until they are written, then rounded to the file's numbers. Nothing
// is decided here.
// Source: our own.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/export_stage.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/floor_faces.h"
#include "plumb/pipeline/split_storeys.h"
#include "plumb/pipeline/svg_layout.h"
#include "plumb/pipeline/text.h"
#include "report/figures.h"

namespace plumb::pipeline {

namespace {

constexpr Colour lost_colour{0x8a, 0x1c, 0x1c}, spurious_colour{0x1a, 0x3a, 0x8a}, split_colour{0xb8, 0x5c, 0x00},
    merged_colour{0x00, 0x6e, 0x5a}, false_colour{0xe0, 0x00, 0x20}, missing_colour{0x00, 0x30, 0xd0},
    overlap_colour{0x9b, 0x00, 0xa8}, edges3_colour{0x00, 0x00, 0x00}, new_colour{0xff, 0x00, 0xff};

// Where a component is that is lost, spurious, split or merged, a join that is false or missing, a place where the
// navmesh lies over itself, an edge of three polygons or more, or a place that is new against a baseline.
struct AuditMark {
  std::string group;  // its kind
  std::string name;
  Colour colour;
  ExactPoint at;
  std::vector<std::array<ExactPoint, 2>> lines = {};  // the gap of a join, the outlines of overlap, the edge
};

// All of them, kind after kind: the largest of each kind first, but for edges.
std::vector<AuditMark> marks_of(const AuditFacts& f) {
  const auto colour = [](ComponentPlace::Kind kind) {
    switch (kind) {
      case ComponentPlace::Kind::lost: return lost_colour;
      case ComponentPlace::Kind::spurious: return spurious_colour;
      case ComponentPlace::Kind::split: return split_colour;
      case ComponentPlace::Kind::merged: return merged_colour;
    }
    return Colour{};
  };
  std::vector<AuditMark> out;
  for (const ComponentPlace& p : f.places) {
    const std::string kind = text_of(p.kind);
    out.push_back({kind, kind + " " + std::to_string(p.component), colour(p.kind), p.inside, {}});
  }
  for (const ComponentJoin& j : f.joins) {
    const std::string parts = std::to_string(j.sides[0].component) + " | " + std::to_string(j.sides[1].component);
    out.push_back({j.is_false ? "false_join" : "missing_join",
                   parts,
                   j.is_false ? false_colour : missing_colour,
                   kernel::point_along(j.from, j.to, mpq_class(1, 2)),
                   {{j.from, j.to}}});
  }
  for (const OverlapPlace& p : f.overlaps) {
    if (p.below_grid) continue;
    AuditMark& mark =
        out.emplace_back(AuditMark{"overlap", list_text("polygon", p.polygons), overlap_colour, p.inside, {}});
    for (const std::vector<ExactPoint>& ring : p.rings)
      for (std::size_t i = 0; i < ring.size(); ++i)
        mark.lines.push_back({ring[i], ring[i + 1 == ring.size() ? 0 : i + 1]});
  }
  for (const MeshStructure::Edge& e : f.structure.crowded_edges) {
    const ExactPoint &from = f.mesh.points[e.from], &to = f.mesh.points[e.to];
    out.push_back({"edges3",
                   list_text("polygon", e.polygons),
                   edges3_colour,
                   kernel::point_along(from, to, mpq_class(1, 2)),
                   {{from, to}}});
  }
  if (!f.baseline) return out;
  for (const auto* places : {&f.baseline->findings, &f.baseline->overlaps, &f.baseline->joins, &f.baseline->edges})
    for (const BaselineFacts::Place& p : *places)
      if (p.state == BaselineFacts::State::is_new) out.push_back({"new", "new", new_colour, *p.at, {}});
  return out;
}

// A group of lines for each kind: poles of that height, and the lines of marks. Its points go behind `points`.
void add_marks(const std::vector<AuditMark>& marks, const mpq_class& height, DrawnStage& stage,
               std::vector<ExactPoint>& points) {
  std::map<std::string, std::size_t> group;
  const auto add = [&](DrawnStage::Lines& lines, const ExactPoint& from, const ExactPoint& to) {
    const auto first = static_cast<DrawnStage::Index>(points.size());
    points.push_back(from);
    points.push_back(to);
    lines.list.push_back({first, first + 1});
  };
  for (const AuditMark& m : marks) {
    const auto [at, is_new] = group.try_emplace(m.group, stage.lines.size());
    if (is_new) stage.lines.push_back({m.group, m.colour, {}});
    DrawnStage::Lines& lines = stage.lines[at->second];
    add(lines, m.at, {m.at[0], m.at[1], m.at[2] + height});
    for (const auto& [from, to] : m.lines)
      if (from != to) add(lines, from, to);
  }
}

constexpr Colour covered_colour{0x9c, 0xc9, 0x8b};

Colour colour_of(Cause cause) {
  switch (cause) {
    case Cause::grid_missing: return {0xd9, 0xd2, 0xc4};
    case Cause::drift_missing: return {0xf0, 0x8a, 0x9b};
    case Cause::grid_excess: return {0xc4, 0xce, 0xd9};
    case Cause::drift_excess: return {0xd1, 0x6b, 0x9f};
    case Cause::region: return {0xc7, 0x8c, 0xd6};
    case Cause::height: return {0xe0, 0x7b, 0x39};
    case Cause::eroded: return {0xe8, 0xa8, 0x5c};
    case Cause::filter: return {0xb5, 0x8a, 0x3c};
    case Cause::near_border: return {0xf2, 0xc1, 0x4e};
    case Cause::empty: return {0xa8, 0x32, 0x3e};
    case Cause::unexplained: return {0xd6, 0x28, 0x28};
    case Cause::beyond_border: return {0xa9, 0xc8, 0xe8};
    case Cause::inside: return {0x6b, 0x4f, 0x9e};
    case Cause::blocked: return {0x27, 0x5d, 0xad};
    case Cause::too_close: return {0x4f, 0x9f, 0xc9};
    case Cause::climb: return {0x38, 0xb0, 0xa8};
    case Cause::steep: return {0x1f, 0x7a, 0x8c};
    case Cause::turned_away: return {0x5a, 0x8d, 0x8a};
    case Cause::left_out: return {0x86, 0x78, 0xb8};
    case Cause::nothing: return {0x1b, 0x1b, 0x3a};
  }
  return {};
}

// A convex piece of a floor, to be drawn.
struct DrawnPart {
  std::vector<ExactPoint> corners;
  FloorFaces::Index face;
};
struct DrawnGroup {
  std::string name;
  Colour colour;
  bool excess;
  std::vector<DrawnPart> parts;
};

DrawnPart part_of(const Differences& all, const Difference& d) {
  DrawnPart out{{}, d.face};
  for (const auto p : d.corners) out.corners.push_back(all.points[p]);
  return out;
}

// Of a level in tiles no causes are known.
std::vector<DrawnGroup> groups_of_tiles(const AuditFacts& f) {
  std::vector<DrawnGroup> out{{"covered", covered_colour, false, {}},
                              {"missing", colour_of(Cause::unexplained), false, {}},
                              {"excess", colour_of(Cause::nothing), true, {}}};
  const Differences* const all[] = {&f.covered_pieces, &f.missing_pieces, &f.excess_pieces};
  for (std::size_t i = 0; i < out.size(); ++i)
    for (const Difference& d : all[i]->pieces) out[i].parts.push_back(part_of(*all[i], d));
  return out;
}

std::vector<DrawnGroup> groups_of(const AuditFacts& f) {
  if (!f.tiles.empty()) return groups_of_tiles(f);
  std::vector<DrawnGroup> out;
  DrawnGroup covered{"covered", covered_colour, false, {}};
  FaceLift lift(f.comparison.truth);
  kernel::PlanRing whole;
  for (FloorFaces::Index face = 0; face < f.comparison.of_truth.size(); ++face)
    for (const CoveredFace::Piece& p : f.comparison.of_truth[face].pieces)
      if (!p.by.empty())
        covered.parts.push_back(
            {lift(face, kernel::normal_convex_ring(pipeline::ring_of(p, f.comparison.truth, face, whole))), face});
  out.push_back(std::move(covered));
  const auto add = [&](const auto& causes, const Differences& differences, bool excess) {
    for (const Cause cause : causes) {
      DrawnGroup group{std::string(excess ? "excess_" : "missing_") + text_of(cause), colour_of(cause), excess, {}};
      for (const Difference& d : differences.pieces)
        if (d.cause == cause) group.parts.push_back(part_of(differences, d));
      if (!group.parts.empty()) out.push_back(std::move(group));
    }
  };
  add(missing_causes, f.missing_pieces, false);
  add(excess_causes, f.excess_pieces, true);
  return out;
}

void draw_solid(Output& file, const AuditFacts& f, const std::vector<DrawnGroup>& groups, bool obj) {
  std::vector<ExactPoint> points;
  DrawnStage stage;
  stage.title =
      "plumb " + std::string(version()) + ": " + f.mesh.file + " beside the true floor of " + f.options.level.scene;
  stage.up = f.options.level.up;
  for (const DrawnGroup& group : groups) {
    DrawnStage::Triangles& triangles = stage.triangles.emplace_back(DrawnStage::Triangles{group.name, group.colour});
    for (const DrawnPart& part : group.parts) {
      const auto first = static_cast<DrawnStage::Index>(points.size());
      points.insert(points.end(), part.corners.begin(), part.corners.end());
      for (DrawnStage::Index k = 1; k + 1 < part.corners.size(); ++k)
        triangles.list.push_back({first, first + k, first + k + 1});
    }
  }
  add_marks(marks_of(f), f.stance_height, stage, points);
  stage.points = points;
  obj ? export_stage_obj(file, stage) : export_stage_glb(file, stage);
}

using namespace svg;

constexpr int most_named = 5;  // marks of a group that a panel writes names at

double low_height(const DrawnPart& part) {
  double out = HUGE_VAL;
  for (const ExactPoint& p : part.corners) out = std::min(out, kernel::nearest_double(p[2]));
  return out;
}

// A plan with a panel for each storey of the true floor.
class AuditPlan {
 public:
  AuditPlan(Output& file, const AuditFacts& f, const std::vector<DrawnGroup>& groups, DerivedMesh& truth)
      : file_(file), f_(f), groups_(groups), storeys_(split_storeys(truth)), storey_(truth.mesh().cells.size(), 0) {
    for (std::size_t s = 0; s < storeys_.size(); ++s)
      for (const DrawnCell& c : storeys_[s].cells) storey_[c.cell] = s;
  }

  void draw() {
    View view = view_of(storeys_);
    for (const DrawnGroup& g : groups_)
      for (const DrawnPart& p : g.parts)
        for (const ExactPoint& c : p.corners) {
          const double x = kernel::nearest_double(c[0]), y = kernel::nearest_double(c[1]);
          view.low_x = std::min(view.low_x, x), view.high_x = std::max(view.high_x, x);
          view.low_y = std::min(view.low_y, y), view.high_y = std::max(view.high_y, y);
        }
    if (storeys_.empty()) storeys_.emplace_back();
    layout_ = make_layout(storeys_, view);
    for (const AuditMark& m : marks_) ++counts_[m.group].second, counts_[m.group].first = m.colour;
    layout_.legend_height = 20.0 * static_cast<double>(groups_.size() + counts_.size());
    const std::string w = number(std::ceil(layout_.page_width())), h = number(std::ceil(layout_.page_height()));
    file_.write(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h + "\" viewBox=\"0 0 " + w + " " +
        h + "\">\n<!-- plumb " + escaped(version()) + ": rounded to a tenth of a pixel. -->\n<style>\n" + panel_style +
        "</style>\n<rect width=\"" + w + "\" height=\"" + h + "\" fill=\"#fff\"/>\n<text class=\"h\" x=\"" +
        number(margin) + "\" y=\"" + number(margin + 12) + "\">" +
        escaped(f_.mesh.file.substr(f_.mesh.file.find_last_of('/') + 1) + ": " + share_text(f_.covered, f_.truth) +
                " of the true floor, " + share_text(f_.excess, f_.found) + " in excess") +
        "</text>\n");
    legend();
    const std::vector<std::string> titles = panel_titles(storeys_);
    for (std::size_t s = 0; s < storeys_.size(); ++s) panel(s, titles[s]);
    file_.write("</svg>\n");
  }

 private:
  std::size_t storey_of(const DrawnGroup& group, const DrawnPart& part) const {
    return group.excess ? storey_at(low_height(part)) : storey_[f_.comparison.truth.faces[part.face].owner];
  }
  std::size_t storey_at(double height) const {
    const double z = height + f_.window.below.get_d();
    std::size_t best = 0;
    for (std::size_t s = 0; s < storeys_.size(); ++s)
      if (storeys_[s].floor <= z && (storeys_[best].floor > z || storeys_[s].floor > storeys_[best].floor)) best = s;
    return best;
  }

  void legend() {
    double y = margin + title_height;
    for (const DrawnGroup& g : groups_) {
      AreaTotal area;
      if (g.name == "covered") area = f_.covered;
      for (const AuditFacts::CauseTotal& c : f_.causes)
        if (g.name == std::string(is_excess(c.cause) ? "excess_" : "missing_") + text_of(c.cause)) area = c.area;
      file_.write("<rect x=\"" + number(margin) + "\" y=\"" + number(y) + "\" width=\"14\" height=\"14\" fill=\"" +
                  hex(g.colour) + "\"/>\n<text x=\"" + number(margin + 20) + "\" y=\"" + number(y + 11) + "\">" +
                  escaped(g.name + " " + Figures(f_).area(area)) + "</text>\n");
      y += 20;
    }
    for (const auto& [name, count] : counts_) {
      file_.write("<circle cx=\"" + number(margin + 7) + "\" cy=\"" + number(y + 7) +
                  "\" r=\"5\" fill=\"none\" stroke=\"" + hex(count.first) + "\" stroke-width=\"2\"/>\n<text x=\"" +
                  number(margin + 20) + "\" y=\"" + number(y + 11) + "\">" +
                  escaped(name + " " + std::to_string(count.second)) + "</text>\n");
      y += 20;
    }
  }

  void panel(std::size_t s, const std::string& title) {
    file_.write(panel_head(layout_, static_cast<int>(s), title));
    for (const DrawnGroup& g : groups_) {
      std::string path;
      for (const DrawnPart& p : g.parts) {
        if (storey_of(g, p) != s) continue;
        path += 'M';
        for (const ExactPoint& c : p.corners) {
          const Pixel at = layout_.at(kernel::nearest_double(c[0]), kernel::nearest_double(c[1]));
          path += tenths(at.x) + " " + tenths(at.y) + " ";
        }
        path.back() = 'z';
      }
      if (path.empty()) continue;
      file_.write("<path fill=\"" + hex(g.colour) + "\" stroke=\"" + hex(g.colour) + "\" stroke-width=\".3\" d=\"" +
                  path + "\"/>\n");
    }
    // Marks are sorted by size, so that those with names are the largest.
    std::map<std::string, int> named;
    for (const AuditMark& m : marks_) {
      if (storey_at(kernel::nearest_double(m.at[2])) != s) continue;
      const auto pixel = [&](const ExactPoint& p) {
        return layout_.at(kernel::nearest_double(p[0]), kernel::nearest_double(p[1]));
      };
      const Pixel at = pixel(m.at);
      const std::string colour = hex(m.colour);
      for (const auto& line : m.lines) {
        const Pixel from = pixel(line[0]), to = pixel(line[1]);
        file_.write("<path fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"2.5\" d=\"M" + tenths(from.x) + " " +
                    tenths(from.y) + " " + tenths(to.x) + " " + tenths(to.y) + "\"/>\n");
      }
      file_.write("<circle cx=\"" + tenths(at.x) + "\" cy=\"" + tenths(at.y) + "\" r=\"" +
                  (m.lines.empty() ? "3" : "6") + "\" fill=\"none\" stroke=\"" + colour +
                  "\" stroke-width=\"1.5\"/>\n");
      if (named[m.group]++ < most_named)
        file_.write("<text x=\"" + tenths(at.x + 80) + "\" y=\"" + tenths(at.y + 40) + "\" style=\"fill:" + colour +
                    "\">" + escaped(m.name) + "</text>\n");
    }
    file_.write("</g>\n");
  }

  Output& file_;
  const AuditFacts& f_;
  const std::vector<DrawnGroup>& groups_;
  const std::vector<AuditMark> marks_ = marks_of(f_);
  std::map<std::string, std::pair<Colour, int>> counts_;  // of marks, by group
  std::vector<Storey> storeys_;
  std::vector<std::size_t> storey_;  // by cell
  Layout layout_;
};

}  // namespace

void draw_audit(Output& file, const std::string& name, const AuditFacts& facts, const NavMesh& truth) {
  const std::string extension = extension_of(name);
  if (extension == ".json") return file.write(audit_json(facts));
  if (extension == ".csv") return file.write(audit_csv(facts));
  const std::vector<DrawnGroup> groups = groups_of(facts);
  if (extension != ".svg") return draw_solid(file, facts, groups, extension == ".obj");
  DerivedMesh derived(truth, facts.options.level.threads);
  AuditPlan(file, facts, groups, derived).draw();
}

}  // namespace plumb::pipeline
