// SPDX-License-Identifier: GPL-3.0-or-later
// The text that `plumb audit` prints for people: how much of the true floor the navmesh covers, what is missing and
// what is in excess, and where.
//
// AuditText::text() joins these sections:
// 1. mesh_line() describes the file. baker_lines() compares the agent that it stores with the one of the options; they
//    are equal if they are so in binary32. elsewhere_lines() says where both floors lie if nearly nothing is covered.
// 2. areas() is the table of areas and shares. distances() says how far found and true floor lie from each other.
// 3. components() counts what is lost, spurious, split and merged; structure() counts malformed polygons.
// 4. causes() is the table of areas by cause. grid_line() reports what the file's rounding may have made; cells_line()
//    names options by which more causes would be found.
// 5. component_places(), joins(), overlaps() and findings() list places, the largest first, each with its box, polygons
//    of the navmesh and faces of the level with their names; crowded_edges() lists edges of three polygons or more.
//    findings() groups its places by component; the component with the greatest sum of areas is first.
// 6. mends() lists settings that would mend causes, and proof() what is left of the causes with them. baseline() counts
//    what is new, known and gone, and lists the new places.
// 7. options_text() repeats the options; verdicts() reports the thresholds that are exceeded.
//
// Cost: f log f for f findings, as they are grouped by component. At most most_places lines, or most_groups groups of
// most_of_group lines, are printed of each kind, however large the level is.
// Exact: nothing is decided here. Numbers are rounded for the text; audit_json() has the facts for programs.
// Source: our own.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/text.h"
#include "report/audit_options.h"
#include "report/figures.h"
#include "report/verdicts.h"

namespace plumb::pipeline {
namespace {

// How many places of a kind, groups of findings, and findings of a group are printed.
constexpr std::size_t most_places = 10, most_groups = 5, most_of_group = 3;

class AuditText {
 public:
  explicit AuditText(const AuditFacts& facts) : f_(facts), figures_(facts) {}

  std::string text() const {
    return mesh_line() + baker_lines() + window_line() + elsewhere_lines() + areas() + distances() + components() +
           structure() + tiles() + causes() + grid_line() + cells_line() + mends() + proof() + component_places() +
           joins() + overlaps() + crowded_edges() + findings() + baseline() + options_text(f_.options.level, false) +
           verdicts();
  }

 private:
  static std::string by_edges(const ForeignMesh& mesh) {
    if (mesh.has_links) return "";
    return mesh.edge_rule == EdgeRule::whole ? " by whole edges" : " by shared edges";
  }
  std::string mesh_line() const {
    std::string out =
        file_prefix(f_.mesh.file) + f_.mesh.format + ", " + counted_text(f_.mesh.polygons.size(), "polygon");
    if (!f_.mesh.detail.empty()) out += ", " + counted_text(f_.mesh.detail.size(), "detail triangle");
    out += ", " + counted_text(f_.mesh.links.size(), "link") + by_edges(f_.mesh);
    if (f_.mesh.off_mesh > 0) out += ", of these " + count_text(f_.mesh.off_mesh) + " off the mesh";
    return out + ", " + counted_text(f_.islands, "component") + ".\n";
  }

  std::string baker_lines() const {
    std::string out = f_.baker_text.empty() ? "" : "Its baker: " + f_.baker_text + ".\n";
    std::string differs, advice;
    const auto compare = [&](const std::string& what, const std::optional<mpq_class>& own, const mpq_class& told,
                             const std::string& option) {
      // A file that stores binary32 has rounded the number that its baker was given.
      if (!own || static_cast<float>(own->get_d()) == static_cast<float>(told.get_d())) return;
      differs += (differs.empty() ? "" : ", ") + what + " " + six_digits(*own) + ", not " + six_digits(told);
      advice += " " + option + six_digits(*own);
    };
    const BakeOptions& level = f_.options.level;
    compare("height", f_.mesh.settings.height, f_.stance_height, "--stance " + f_.stance + "=");
    compare("radius", f_.mesh.settings.radius, level.radius, "--radius ");
    if (!is_step_of_own_detour_file()) compare("climb", f_.mesh.settings.climb, level.step, "--step ");
    if (!differs.empty()) out += "The file's agent is another one: " + differs + " (" + advice.substr(1) + ").\n";
    return out;
  }
  // Whether the climb is what a Detour file of Plumb's states for the step: with several tiles it is 15/32 of the
  // agent's height at most, and it is two cells of the grid of heights at least (exports.md). These are no wider than a
  // 2^15th of the mesh and a 2^19th of its greatest height together, which no baker's voxels are.
  bool is_step_of_own_detour_file() const {
    const auto& [climb, height] = std::tie(f_.mesh.settings.climb, f_.mesh.settings.height);
    const mpq_class& step = f_.options.level.step;
    if (!climb || !f_.mesh.format.starts_with("Detour") || f_.mesh.points.empty()) return false;
    if (height && step > *climb)
      return static_cast<float>(climb->get_d()) == static_cast<float>(mpq_class(*height * mpq_class(15, 32)).get_d());
    mpq_class longest = 0, highest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto [low, high] =
          std::ranges::minmax(f_.mesh.points, {}, [&](const ExactPoint& p) -> const mpq_class& { return p[axis]; });
      longest = std::max<mpq_class>(longest, high[axis] - low[axis]);
      if (axis == 2) highest = std::max<mpq_class>(abs(low[axis]), abs(high[axis]));
    }
    return *climb > step && *climb <= longest / (1 << 14) + highest / (1 << 18);
  }
  // Voxel bakers may put floor a step and two cells away, on stairs: beyond the window that is missing and in excess.
  std::string window_line() const {
    if (!f_.baker.cell_height) return "";
    const mpq_class wanted = f_.options.level.step + 2 * *f_.baker.cell_height;
    if (f_.window.below >= wanted && f_.window.above >= wanted) return "";
    const std::string text = six_digits(wanted);
    return "The window, from " + six_digits(f_.window.below) + " below to " + six_digits(f_.window.above) +
           " above, is narrower than a step and two cells' heights, by which cells may move floor: --below " + text +
           " --above " + text + " takes that floor for true.\n";
  }
  // Where a hundredth of the true floor is covered at most, the file is rather of another level, in other units or with
  // another axis up than such a bad navmesh.
  std::string elsewhere_lines() const {
    constexpr double much_longer = 10;
    const std::array<ExactPoint, 2> truth = box_of_all(f_.comparison.truth), found = box_of_all(f_.comparison.found);
    if (f_.comparison.found.faces.empty() || compare_share(f_.covered, mpq_class(1, 100), f_.truth) > 0) return "";
    if (f_.comparison.truth.faces.empty()) return "The level has no floor for " + f_.stance + "; is --up right?\n";
    std::string out = "Nearly nothing is covered. The true floor lies in " + figures_.box(truth) +
                      ", and the navmesh in " + figures_.box(found) + ".\n";
    const double ratio = mpq_class(length(found) / length(truth)).get_d();
    if (ratio >= much_longer || ratio * much_longer <= 1)
      out += "The navmesh is " + six_digits(mpq_class(ratio)) + " times as long: are both in the same units?\n";
    return out +
           "Is it a navmesh of this level? --up says how the level lies, --navmesh-up and --navmesh-transform how it "
           "does.\n";
  }
  // A floor's faces have areas, so its box is long.
  static std::array<ExactPoint, 2> box_of_all(const FloorFaces& floor) {
    std::optional<std::array<ExactPoint, 2>> box;
    for (const FloorFaces::Face& face : floor.faces)
      for (const FloorFaces::Index corner : face.corners) {
        const ExactPoint& p = floor.points[corner];
        if (!box) box = {p, p};
        for (std::size_t axis = 0; axis < 3; ++axis) {
          if (p[axis] < (*box)[0][axis]) (*box)[0][axis] = p[axis];
          if (p[axis] > (*box)[1][axis]) (*box)[1][axis] = p[axis];
        }
      }
    return box.value_or(std::array<ExactPoint, 2>{});
  }
  static mpq_class length(const std::array<ExactPoint, 2>& box) {
    return std::max<mpq_class>(box[1][0] - box[0][0], box[1][1] - box[0][1]);
  }

  std::string areas() const {
    const bool radius = f_.has_outer();
    TextTable table("lrrl");
    table.add({"true floor", figures_.area(f_.truth), "", radius ? "at least, with the radius" : ""});
    if (radius) table.add({"", figures_.area(f_.outer), "", "at most"});
    table.add({"covered", figures_.area(f_.covered), share_text(f_.covered, f_.truth), "of it"});
    table.add({"missing", figures_.area(f_.missing), share_text(f_.missing, f_.truth),
               radius ? "of it, certainly" : "of it"});
    table.add(
        {"found floor", figures_.area(f_.found), "", f_.surface == MeshSurface::detail ? "by its detail mesh" : ""});
    table.add(
        {"excess", figures_.area(f_.excess), share_text(f_.excess, f_.found), radius ? "of it, certainly" : "of it"});
    table.add({"overlap", figures_.area(f_.repeated), share_text(f_.repeated, f_.found), "of it, over itself"});
    return table.text();
  }

  std::string range_text(const MatchedHeights& h) const {
    return "from " + figures_.length(h.low) + " to " + figures_.length(h.high);
  }
  std::string distance_text(const kernel::Interval& distance) const {
    if (!(distance.high < HUGE_VAL)) return "farther than doubles tell";
    return (distance.low == 0 && distance.high > 0 ? "less than " : "") + figures_.number(distance.high);
  }
  std::string distances() const {
    std::string out;
    if (f_.heights) out += "Found over true floor: " + range_text(*f_.heights) + ".\n";
    if (f_.found_from_truth)
      out += "Farthest found floor from the true one: " + distance_text(*f_.found_from_truth) +
             "; true from found: " + distance_text(*f_.truth_from_found) + ".\n";
    return out;
  }

  static std::string share(const MatchedComponents::Disagreement& d) {
    const double percent = 50 * (d.near.low + d.near.high);
    char text[40];
    std::snprintf(text, sizeof text, "%.4f %%", percent);
    return percent > 0 && text == std::string_view("0.0000 %") ? std::string("<0.0001 %") : text;
  }
  static std::string component_line(const MatchedComponents& m) {
    std::string out = count_text(m.truth) + " true, " + count_text(m.found) + " found; " + count_text(m.lost.size()) +
                      " lost, " + count_text(m.spurious.size()) + " spurious, " + count_text(m.split.size()) +
                      " split, " + count_text(m.merged.size()) + " merged.\n";
    if (m.only_truth_joins)
      out += "Of pairs of matched points " + share(*m.only_truth_joins) + " are joined in truth alone, " +
             share(*m.only_found_joins) + " in the navmesh alone.\n";
    return out;
  }
  std::string components() const {
    std::string out = "Components: " + component_line(f_.components);
    if (!f_.welded) return out;
    const BakeOptions& level = f_.options.level;
    return out + gap_line(f_.welded->weld, level.stances.front().name, level.radius != 0) +
           "With it: " + component_line(f_.welded->components);
  }

  std::string structure() const {
    const MeshStructure& s = f_.structure;
    std::string out;
    const auto add = [&](std::size_t count, const std::string& what) {
      if (count > 0) out += (out.empty() ? "" : ", ") + count_text(count) + " " + what;
    };
    add(s.degenerate.size(), "polygons without area");
    add(s.nonconvex.size(), "not convex");
    add(s.folded.size(), "folded");
    add(s.clockwise.size(), "clockwise");
    add(s.crowded_edges.size(), "edges of three polygons or more");
    add(s.t_junctions.size(), "T-junctions");
    return out.empty() ? "" : "Structure: " + out + ".\n";
  }

  // Those where most is missing or in excess.
  std::string tiles() const {
    std::vector<const TileFigures*> order;
    for (const TileFigures& t : f_.tiles) order.push_back(&t);
    const auto wrong = [](const TileFigures* t) { return t->missing.approx + t->excess.approx; };
    std::ranges::stable_sort(order, std::ranges::greater(), wrong);
    if (order.empty() || !(wrong(order[0]) > 0)) return "";
    TextTable table("lrrrrl");
    table.add({"tile", "true floor", "missing", "found floor", "excess", "most at one place"});
    for (std::size_t i = 0; i < std::min(most_places, order.size()) && wrong(order[i]) > 0; ++i) {
      const TileFigures& t = *order[i];
      const auto area = [&](const kernel::Area& a) { return figures_.number(a.approx); };
      table.add({std::to_string(t.tile[0]) + " " + std::to_string(t.tile[1]), area(t.truth), area(t.missing),
                 area(t.found), area(t.excess), largest(t)});
    }
    return "Of " + counted_text(f_.tiles.size(), "tile") + ", those where most is missing or in excess:\n" +
           table.text();
  }

  std::string largest(const TileFigures& t) const {
    const auto &missing = t.largest_missing, &excess = t.largest_excess;
    const bool is_missing = missing && (!excess || missing->area.approx >= excess->area.approx);
    const auto& place = is_missing ? missing : excess;
    return figures_.number(place->area.approx) + (is_missing ? " missing at " : " in excess at ") +
           figures_.point(place->inside);
  }

  static const char* side(Cause cause) { return is_excess(cause) ? "excess" : "missing"; }
  std::string causes() const {
    if (f_.causes.empty()) return "";
    TextTable table("llrrl");
    for (const AuditFacts::CauseTotal& c : f_.causes) {
      const bool is_first = &c == &f_.causes.front() || is_excess(c.cause) != is_excess((&c - 1)->cause);
      std::string more;
      if (c.drift) more = "found over true floor: " + range_text(*c.drift);
      if (const auto reach = f_.baker.border_reach();
          reach && (c.cause == Cause::near_border || c.cause == Cause::beyond_border))
        more = "no farther than " + six_digits(*reach) + " from it: (" + six_digits(f_.baker.max_error) + " + 3) cells";
      table.add({is_first ? side(c.cause) : "", text_of(c.cause), figures_.area(c.area),
                 counted_text(c.findings, "place"), more});
    }
    return "Causes:\n" + table.text();
  }

  // The differences that rounding to the file's numbers may have made.
  std::string grid_line() const {
    const BelowGrid& b = f_.below_grid;
    std::string out;
    const auto add = [&](const char* what, const AreaTotal& area) {
      if (area.terms() > 0) out += (out.empty() ? " " : ", ") + figures_.area(area) + " " + what;
    };
    add("missing", b.missing);
    add("in excess", b.excess);
    add("over itself", b.overlap);
    if (b.lost > 0) out += (out.empty() ? " " : ", ") + count_text(b.lost) + " lost";
    if (b.spurious > 0) out += (out.empty() ? " " : ", ") + count_text(b.spurious) + " spurious";
    return out.empty() ? ""
                       : std::string("Below the file's grid (") + text_of(f_.grid.kind) + ", " +
                             six_digits(f_.grid.step) + "):" + out + ".\n";
  }

  // The options by which causes could be found that are unknown without them.
  std::string cells_line() const {
    const auto has = [&](const auto& causes) {
      return std::ranges::any_of(f_.causes,
                                 [&](const auto& c) { return std::ranges::find(causes, c.cause) != causes.end(); });
    };
    const BakerSettings& b = f_.baker;
    const bool cells = !b.cell_size || !b.cell_height, of_cells = has(std::array{Cause::unexplained, Cause::nothing}),
               of_climb = !b.climb && has(std::array{Cause::steep, Cause::turned_away});
    if (!(cells && of_cells) && !of_climb) return "";
    std::string options;
    if (cells) options += std::string("--cell ") + (b.cell_size ? six_digits(*b.cell_size) : "CS") + ",CH";
    if (!b.climb) options += std::string(options.empty() ? "" : " ") + "--climb C";
    return options + ", the baker's " + (cells ? "cells" : "") + (cells && !b.climb ? " and " : "") +
           (b.climb ? "" : "climb") + ", would tell more causes.\n";
  }

  std::string component_places() const {
    if (f_.places.empty()) return "";
    TextTable table("lrlll");
    for (std::size_t i = 0; i < std::min(most_places, f_.places.size()); ++i) {
      const ComponentPlace& p = f_.places[i];
      const bool of_truth = p.kind == ComponentPlace::Kind::lost || p.kind == ComponentPlace::Kind::split;
      std::string what;
      if (!p.parts.empty()) {
        what = (of_truth ? "in " : "of ") + std::to_string(p.parts.size()) + ":";
        for (std::size_t k = 0; k < std::min<std::size_t>(3, p.parts.size()); ++k)
          what += (k == 0 ? " " : ", ") + std::to_string(p.parts[k].component) + " (" + figures_.area(p.parts[k].area) +
                  ")";
        if (p.parts.size() > 3) what += ", ...";
      } else if (p.kind == ComponentPlace::Kind::spurious) {
        what = list_text("polygon", p.owners);
      }
      const std::string faces = p.parts.empty() ? faces_text(f_.groups, p.faces) : "";
      if (!faces.empty()) what += (what.empty() ? "" : "; ") + faces;
      for (std::size_t k = 0; k < std::min<std::size_t>(3, p.causes.size()); ++k)
        what += (k == 0 ? "; by " : ", ") + std::string(text_of(p.causes[k].first)) + " " +
                figures_.area(p.causes[k].second);
      table.add({text_of(p.kind), figures_.area(p.area), (of_truth ? "true " : "found ") + std::to_string(p.component),
                 figures_.box(p.box), what});
    }
    return "Largest of " + counted_text(f_.places.size(), "component") + " lost, spurious, split or merged:\n" +
           table.text();
  }

  std::string joins() const {
    if (f_.joins.empty()) return "";
    TextTable table("lrlll");
    for (std::size_t i = 0; i < std::min(most_places, f_.joins.size()); ++i) {
      const ComponentJoin& j = f_.joins[i];
      const std::string own = j.is_false ? "found " : "true ", other = j.is_false ? "true " : "found ";
      std::array<std::string, 2> on;
      for (std::size_t side = 0; side < 2; ++side) on[side] = faces_text(f_.groups, j.sides[side].faces);
      std::vector<std::uint32_t> polygons = j.sides[0].polygons;
      polygons.insert(polygons.end(), j.sides[1].polygons.begin(), j.sides[1].polygons.end());
      if (j.is_false) polygons.insert(polygons.end(), j.through.begin(), j.through.end());
      sort_unique(polygons);
      std::string what = list_text("polygon", polygons) + "; " + on[0] + (on[1] == on[0] ? "" : " | " + on[1]);
      if (!j.is_false && !j.links.empty()) what += std::string("; ") + text_of(*j.links[0].kind) + width_text(j);
      table.add({j.is_false ? "false join" : "missing join", figures_.area(j.area),
                 own + std::to_string(j.component) + ": " + other + std::to_string(j.sides[0].component) + " | " +
                     std::to_string(j.sides[1].component),
                 gap_text(j), what});
    }
    return "Largest of " + counted_text(f_.joins.size(), "place") +
           " where the navmesh joins what the truth parts, or parts what it joins:\n" + table.text();
  }
  // How wide the way is that the truth has there: its widest portal.
  std::string width_text(const ComponentJoin& j) const {
    mpq_class widest = 0;
    for (const ComponentJoin::Link& link : j.links)
      if (link.segment) {
        const auto& [from, to] = *link.segment;
        const mpq_class x = to[0] - from[0], y = to[1] - from[1];
        widest = std::max<mpq_class>(widest, kernel::formulas::dot2d(x, y, x, y));
      }
    return widest == 0 ? "" : " " + figures_.width(widest) + cells_text(widest) + " wide";
  }
  std::string height_text(const ComponentJoin& j) const {
    const mpq_class rise = abs(j.to[2] - j.from[2]);
    return rise == 0 ? "" : ", " + six_digits(rise) + in_cells(rise, f_.baker.cell_height) + " in height";
  }
  // A length in the baker's cells, if their size is known.
  static std::string in_cells(const mpq_class& length, const std::optional<mpq_class>& cell) {
    return cell ? " (" + six_digits(length / *cell) + " cells)" : "";
  }
  std::string gap_text(const ComponentJoin& j) const {
    return "gap of " + figures_.width(j.squared_width) + cells_text(j.squared_width) + " at " + figures_.point(j.from) +
           height_text(j) +
           (j.standing.empty()
                ? ""
                : ", where " + faces_text(f_.groups, j.standing) + " stand" + (j.standing.size() == 1 ? "s" : ""));
  }
  // A length in plan in the baker's cells, if their size is known.
  std::string cells_text(const mpq_class& squared) const {
    if (!f_.baker.cell_size || sgn(squared) == 0) return "";
    return " (" + six_digits(mpq_class(std::sqrt(squared.get_d()) / f_.baker.cell_size->get_d())) + " cells)";
  }

  // Those that rounding may have made are among what grid_line() tells.
  std::string overlaps() const {
    TextTable table("lrll");
    std::size_t count = 0;
    for (const OverlapPlace& p : f_.overlaps)
      if (!p.below_grid && count++ < most_places)
        table.add({"overlap", figures_.area(p.area), figures_.box(p.box), list_text("polygon", p.polygons)});
    if (count == 0) return "";
    return "Largest of " + counted_text(count, "place") + " where the navmesh lies over itself:\n" + table.text();
  }
  std::string crowded_edges() const {
    const auto& edges = f_.structure.crowded_edges;
    if (edges.empty()) return "";
    TextTable table("lll");
    for (std::size_t i = 0; i < std::min(most_places, edges.size()); ++i)
      table.add({"edge",
                 figures_.point(f_.mesh.points[edges[i].from]) + " to " + figures_.point(f_.mesh.points[edges[i].to]),
                 list_text("polygon", edges[i].polygons)});
    return (edges.size() > most_places ? "First of " + count_text(edges.size()) + " edges" : std::string("Edges")) +
           " of three polygons or more:\n" + table.text();
  }

  std::string findings() const {
    if (f_.findings.empty()) return "";
    // By component, the greatest sum of areas first. A drift in height is both missing and in excess: it is listed
    // once, as missing.
    struct Group {
      std::vector<const Finding*> findings;
      double area = 0;
    };
    std::map<std::pair<bool, std::uint32_t>, Group> by_component;
    for (const Finding& finding : f_.findings) {
      if (finding.excess && finding.main_cause() == Cause::drift_excess) continue;
      Group& group = by_component[{finding.excess, finding.component}];
      group.findings.push_back(&finding);
      group.area += finding.area.near().high;
    }
    std::vector<std::pair<std::pair<bool, std::uint32_t>, const Group*>> order;
    for (const auto& [key, group] : by_component) order.push_back({key, &group});
    std::ranges::stable_sort(order, std::ranges::greater(), [](const auto& g) { return g.second->area; });
    TextTable table("lrlll");
    for (std::size_t g = 0; g < std::min(most_groups, order.size()); ++g) {
      const auto& [key, group] = order[g];
      AreaTotal exactly;  // if no double holds it
      if (!std::isfinite(group->area))
        for (const Finding* finding : group->findings) exactly.add(finding->area);
      table.add({key.first ? "excess" : "missing",
                 std::isfinite(group->area) ? figures_.number(group->area) : figures_.area(exactly),
                 (key.first ? "found " : "true ") + std::to_string(key.second),
                 counted_text(group->findings.size(), "place"), ""});
      for (std::size_t i = 0; i < std::min(most_of_group, group->findings.size()); ++i) {
        const Finding& finding = *group->findings[i];
        std::string what = finding.excess ? list_text("polygon", finding.owners) : faces_text(f_.groups, finding.on);
        if (!finding.witnesses.empty())
          what += (finding.excess ? "; on " : "; under ") + faces_text(f_.groups, finding.witnesses);
        std::string cause = text_of(finding.main_cause());
        if (finding.drift) cause += " " + range_text(*finding.drift);
        if (finding.headroom)
          cause += " " + six_digits(*finding.headroom) + in_cells(*finding.headroom, f_.baker.cell_height);
        table.add({"", figures_.area(finding.area), cause, figures_.box(finding.box), what});
      }
    }
    return "Largest of " + counted_text(f_.findings.size(), "place") + ", by component:\n" + table.text();
  }

  std::string mends() const {
    if (f_.mends.empty()) return "";
    TextTable table("lll");
    for (const Mend& m : f_.mends) {
      const bool is_first = &m == &f_.mends.front() || is_excess(m.cause) != is_excess((&m - 1)->cause);
      table.add({is_first ? side(m.cause) : "", text_of(m.cause), m.text.empty() ? "no setting" : m.text});
    }
    return std::string("Settings of ") + text_of(*f_.options.baker) + " that would mend them:\n" + table.text();
  }
  std::string proof() const {
    if (!f_.proof) return "";
    const Proof& p = *f_.proof;
    if (!p.why_not.empty()) return "Not proved: " + p.why_not + ".\n";
    std::string settings;
    for (const std::string& s : p.settings) settings += (settings.empty() ? "" : ", ") + s;
    TextTable table("llrlr");
    for (const Proof::Left& left : p.causes)
      table.add({side(left.cause), text_of(left.cause), figures_.area(left.before), "now", figures_.area(left.after)});
    return "Baked again with " + settings + ": " + figures_.area(p.missing) + " missing, " + figures_.area(p.excess) +
           " in excess.\n" + table.text();
  }

  std::string baseline() const {
    if (!f_.baseline) return "";
    const BaselineFacts& b = *f_.baseline;
    std::string out;
    for (const std::string& differs : b.differs) out += "The baseline has another setting: " + differs + ".\n";
    TextTable table("lrll");
    std::size_t shown = 0;
    const auto add = [&](const std::vector<BaselineFacts::Place>& places, auto&& what) {
      for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i].state == BaselineFacts::State::is_new && shown++ < most_places) {
          const auto& [kind, faces] = what(i);
          table.add({kind, places[i].area.terms() == 0 ? "" : figures_.area(places[i].area),
                     figures_.point(*places[i].at), faces});
        }
    };
    using What = std::pair<std::string, std::string>;
    add(b.findings, [&](std::size_t i) {
      const Finding& f = f_.findings[i];
      return What{std::string(f.excess ? "excess " : "missing ") + text_of(f.main_cause()),
                  f.excess ? list_text("polygon", f.owners) : faces_text(f_.groups, f.on)};
    });
    add(b.overlaps, [&](std::size_t i) { return What{"overlap", list_text("polygon", f_.overlaps[i].polygons)}; });
    add(b.joins, [&](std::size_t i) {
      const ComponentJoin& j = f_.joins[i];
      return What{j.is_false ? std::string("false join ") + join_cause(j, f_.options.level.step) : "missing join",
                  faces_text(f_.groups, j.sides[0].faces)};
    });
    add(b.edges, [&](std::size_t i) {
      return What{"edge of three polygons", list_text("polygon", f_.structure.crowded_edges[i].polygons)};
    });
    out += "Against " + b.file + ": " + count_text(b.count(BaselineFacts::State::is_new)) + " new, " +
           count_text(b.count(BaselineFacts::State::known)) + " known, " + count_text(b.gone.size()) + " gone.\n";
    if (shown > most_places) out += "The first " + count_text(most_places) + " that are new:\n";
    return out + table.text();
  }

  std::string verdicts() const {
    std::string out;
    for (const Verdict& v : f_.verdicts)
      if (v.exceeded) out += "Fails: " + v.threshold.text + " (" + v.value + ").\n";
    for (const Verdict& v : f_.verdicts)
      if (!v.exceeded && v.value.find(below_grid_text) != std::string::npos)
        out += "Does not fail: " + v.threshold.text + " (" + v.value +
               (f_.grid.is_of_numbers ? ")" : "; --fail-if '" + v.threshold.text + "' makes it)") + ".\n";
    return out + (f_.passes() ? "Passes.\n" : "");
  }

  const AuditFacts& f_;
  const Figures figures_;
};

}  // namespace

std::string audit_text(const AuditFacts& facts) {
  const std::string out = AuditText(facts).text();
  return facts.options.level.in_memory ? program_words(out) : out;
}

std::string audit_failures(const AuditFacts& facts) {
  std::string out;
  for (const Verdict& v : facts.verdicts)
    if (v.exceeded)
      out += (out.empty() ? (facts.mesh.file.empty() ? "the navmesh" : facts.mesh.file) + " fails " : ", ") +
             v.threshold.text + " (" + v.value + ")";
  return out;
}

}  // namespace plumb::pipeline
