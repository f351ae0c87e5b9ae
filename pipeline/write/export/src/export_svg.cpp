// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh as a plan in SVG: a panel for each storey, coloured by verdict, with borders, portals, walls, a legend and
// a scale; and a route, if one is given.
//
// Plan:
// 1. DrawnComponents chooses the part of the level that is shown: the largest component with what is around it
//    (room_for). make_layout() places the panels on the page.
// 2. sort_lines() assigns portals, borders, walls and the route to the storeys of their cells; a portal between storeys
//    is drawn in both.
// 3. legend_text() lists verdicts with their areas, and the kinds of lines that occur. Its height moves the panels.
// 4. head() writes the styles, panel() the cells of a storey over pale ones of up to shown_below storeys beneath, then
//    lines(); foot() writes the scale.
// 5. add() collects outlines of one style, in relative tenths of a pixel, in one path element, which saves most of the
//    text. What is no polygon or segment at this resolution is left out.
//
// Cost: linear in cells, portals, borders and walls: a cell is drawn at most 1 + shown_below times. Above many_cells,
// outlines, flush portals and storeys beneath are left out. Memory: the numbers of lines by storey, and one path of
// text.
// Exact: nothing is decided here. Coordinates are rounded to a tenth of a pixel. Areas are sums of doubles; one beyond
// their range is summed in fractions (area_text).
// Source: our own.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/elementary.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/svg_layout.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/verdict_style.h"

namespace plumb::pipeline {

namespace {

using namespace svg;

// What of a level a drawing shows: the largest component of the lowest stance and what is around it, to half its
// greater side, or around several, if more than a hundredth of the area were farther out. A crumb far out would make
// all else tiny.
class DrawnComponents {
 public:
  DrawnComponents(DerivedMesh& mesh, const std::vector<Storey>& storeys);

  const svg::View& view() const { return view_; }
  // The storeys without cells that lie wholly outside of the view; those that are left without any are left out.
  std::vector<Storey> shown(const std::vector<Storey>& storeys) const;
  // A line about the components that lie wholly outside of the view; empty if there are none.
  std::string not_shown(UpAxis up) const;

 private:
  struct Component {
    double area = 0;
    svg::View box;
  };

  static svg::View room_for(const std::vector<Component>& by_area);

  std::vector<Component> outside_;  // by area, the greatest first
  svg::View view_;
};

void add(svg::View& box, const svg::View& other) {
  box.low_x = std::min(box.low_x, other.low_x), box.high_x = std::max(box.high_x, other.high_x);
  box.low_y = std::min(box.low_y, other.low_y), box.high_y = std::max(box.high_y, other.high_y);
}

bool meet(const svg::View& a, const svg::View& b) {
  return a.low_x <= b.high_x && b.low_x <= a.high_x && a.low_y <= b.high_y && b.low_y <= a.high_y;
}

constexpr double entry_height = 20;
constexpr double text_width = 6.6;            // the mean width of a character in the legend
constexpr int shown_below = 3;                // storeys
constexpr std::uint64_t many_cells = 40'000;  // outlines of more cells would hide their colours

std::string style_class(kernel::Label label) {
  if (label == kernel::too_close) return "t";
  if (label == kernel::inside) return "i";
  return label == kernel::covered ? "c" : label == kernel::blocked ? "b" : "s" + std::to_string(label);
}

const char* style_class(PortalKind kind) {
  return kind == PortalKind::flush ? "pf" : kind == PortalKind::step ? "ps" : "pw";
}

// The style of a line, for its class and for its mark in the legend. dash, gap: their lengths; 0: a solid line.
std::string stroke(const Colour& colour, double width, double dash = 0, double gap = 0) {
  return "fill:none;stroke:" + hex(colour) + ";stroke-width:" + number(width) +
         (dash > 0 ? ";stroke-dasharray:" + number(dash) + " " + number(gap) : "");
}

// What a panel shows besides cells: the indices of borders, portals, walls and parts of the route.
struct StoreyLines {
  std::vector<std::uint32_t> borders, portals, walls, route, route_points;
};

class Plan {
 public:
  Plan(Output& file, DerivedMesh& derived, const std::vector<Storey>& storeys, Progress& progress,
       const RouteDrawing& route)
      : file_(file),
        derived_(derived),
        mesh_(derived.mesh()),
        progress_(progress),
        points_(derived.doubles()),
        route_(route),
        components_(derived, storeys),
        storeys_(components_.shown(storeys)),
        layout_(make_layout(storeys_, components_.view())),
        few_(mesh_.cells.size() <= many_cells) {
    if (storeys_.empty()) return;
    borders_ = derived.border(1);
    titles_ = storeys_.size() > 1 ? panel_titles(storeys_) : std::vector<std::string>(1);
    sort_lines();
  }

  void draw() {
    const std::string legend = legend_text();  // it also sets the height of the legend in the layout
    head();
    file_.write(legend);
    for (std::size_t i = 0; i < storeys_.size(); ++i) panel(static_cast<int>(i));
    if (storeys_.empty())
      file_.write("<text x=\"" + number(margin) + "\" y=\"" + number(layout_.top() + 40) +
                  "\">Nothing is traversable, or the coordinates are too large to draw.</text>\n");
    foot();
  }

 private:
  // A portal between storeys is drawn in both. The last list holds the lines of cells that are not shown.
  void sort_lines() {
    const auto hidden = static_cast<std::uint32_t>(storeys_.size());
    lines_.resize(storeys_.size() + 1);
    std::vector<std::uint32_t> storey_of(mesh_.cells.size(), hidden);
    for (std::uint32_t i = 0; i < storeys_.size(); ++i)
      for (const DrawnCell& c : storeys_[i].cells) storey_of[c.cell] = i;
    for (std::uint32_t i = 0; i < route_.line.size(); ++i) lines_[storey_of[route_.line[i].cell]].route.push_back(i);
    for (std::uint32_t i = 0; i < route_.points.size(); ++i)
      lines_[storey_of[route_.points[i].cell]].route_points.push_back(i);
    for (std::uint32_t i = 0; i < borders_.size(); ++i) lines_[storey_of[borders_[i].cell]].borders.push_back(i);
    for (std::uint32_t i = 0; i < mesh_.portals.size(); ++i) {
      const auto a = storey_of[mesh_.portals[i].a], b = storey_of[mesh_.portals[i].b];
      lines_[a].portals.push_back(i);
      if (b != a) lines_[b].portals.push_back(i);
    }
    // A wall stands where its surface is drawn.
    std::map<kernel::PolygonId, std::uint32_t> storey_of_surface;
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c)
      for (const NavMesh::Facet& f : mesh_.cells[c].facets) storey_of_surface.try_emplace(f.surface, storey_of[c]);
    for (std::uint32_t i = 0; i < mesh_.obstructions.size(); ++i)
      if (const auto at = storey_of_surface.find(mesh_.obstructions[i].surface); at != storey_of_surface.end())
        lines_[at->second].walls.push_back(i);
  }

  void head() {
    const std::string w = number(std::ceil(layout_.page_width())), h = number(std::ceil(layout_.page_height()));
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h +
                       "\" viewBox=\"0 0 " + w + " " + h + "\">\n<!-- plumb " + escaped(mesh_.info.version) +
                       ": rounded to a tenth of a pixel; what vanishes then is left out. -->\n<style>\n" + panel_style;
    const double thin = layout_.thinness;
    const std::size_t stances = mesh_.info.stances.size();
    for (const kernel::Label label : verdicts(stances, sgn(mesh_.info.radius) > 0)) {
      const Colour fill = colour_of(label, stances);
      // Cells where somebody can stand have no outlines: their portals and borders are drawn.
      const bool outlined = few_ && label <= kernel::blocked;
      text += "." + style_class(label) + "{fill:" + hex(fill) + ";stroke:" + hex(outlined ? darker(fill) : fill) +
              ";stroke-width:" + number(thin * (outlined ? 0.3 : 0.2)) + (outlined ? ";stroke-opacity:.55" : "") +
              "}\n";
    }
    const char* round = ";stroke-linecap:round";
    text += ".e{" + stroke(border_colour, 0.7 * thin) + round + "}\n.pf{" +
            stroke(colour_of(PortalKind::flush), 0.5 * thin, 3 * thin, 2 * thin) + "}\n.ps{" +
            stroke(colour_of(PortalKind::step), 1.3 * thin, 4 * thin, 2 * thin) + "}\n.pw{" +
            stroke(colour_of(PortalKind::weld), 1.3 * thin, 2 * thin, 2 * thin) + "}\n.w{" +
            stroke(wall_colour, 1.4 * thin) + round + "}\n.m{" + stroke(wall_colour, thin, 2.4 * thin, 2.4 * thin) +
            (route_.line.empty() ? "" : "}\n.r{" + stroke(way_colour, 3) + round) +
            (route_.radius > 0
                 ? "}\n.q{" + stroke(way_colour, 2 * route_.radius * layout_.scale) + round + ";stroke-opacity:0.25"
                 : "") +
            (route_.points.empty() ? "" : "}\n.sp{fill:#4a6fa5") +
            "}\n.u{fill:#e7e4db;stroke:#e7e4db;stroke-width:" + number(0.2 * thin) + "}\n</style>\n<rect width=\"" + w +
            "\" height=\"" + h + "\" fill=\"#fff\"/>\n<text class=\"h\" x=\"" + number(margin) + "\" y=\"" +
            number(margin + 12) + "\">" + escaped(mesh_.info.scene.substr(mesh_.info.scene.find_last_of('/') + 1)) +
            "</text>\n";
    file_.write(text);
  }

  // Swatches in rows, as many to a row as fit the page.
  std::string legend_text() {
    std::string out;
    double x = margin, y = margin + title_height;
    const auto entry = [&](const std::string& mark, const std::string& name, const std::string& note) {
      const double width = 26 + text_width * static_cast<double>(name.size() + note.size() + 2) + 14;
      if (x > margin && x + width > layout_.page_width() - margin) x = margin, y += entry_height;
      out += "<g transform=\"translate(" + number(x) + "," + number(y) + ")\">" + mark + "<text x=\"22\" y=\"11\">" +
             escaped(name) + " <tspan class=\"n\">" + escaped(note) + "</tspan></text></g>\n";
      x += width;
    };
    const std::size_t stances = mesh_.info.stances.size();
    const std::vector<double> areas = areas_by_verdict();
    double all = 0;
    for (const double area : areas) all += area;
    const auto swatch = [&](kernel::Label label, const std::string& height) {
      const double area = areas[static_cast<std::size_t>(label - kernel::least_label)];
      const Colour fill = colour_of(label, stances);
      char share[16] = "";
      if (all > 0 && std::isfinite(all)) std::snprintf(share, sizeof share, " (%.1f %%)", 100 * area / all);
      if (area > 0 || label >= kernel::blocked)
        entry("<rect width=\"16\" height=\"14\" rx=\"2\" fill=\"" + hex(fill) + "\" stroke=\"" + hex(darker(fill)) +
                  "\"/>",
              verdict_name(label, mesh_.info.stances) + height, area_text(label, area) + share);
    };
    for (std::size_t s = stances; s-- > 0;)
      swatch(static_cast<kernel::Label>(s + 1), " " + number(kernel::nearest_double(mesh_.info.stances[s].height)));
    for (const kernel::Label label : {kernel::blocked, kernel::covered, kernel::inside, kernel::too_close})
      swatch(label, "");
    const auto line = [](const std::string& style) { return "<path d=\"M0 7H18\" style=\"" + style + "\"/>"; };
    if (!borders_.empty()) entry(line(stroke(border_colour, 1.4)), "border", "");
    const double dashes[] = {3, 4, 2};
    const char* names[] = {"flush portal", "step", "weld"};
    for (const PortalKind kind : portal_kinds) {
      const auto k = static_cast<std::size_t>(kind);
      if (kind == PortalKind::flush && !few_) continue;
      if (std::any_of(mesh_.portals.begin(), mesh_.portals.end(), [&](const auto& p) { return p.kind == kind; }))
        entry(line(stroke(colour_of(kind), k == 0 ? 1 : 1.6, dashes[k], 2)), names[k], "");
    }
    bool solid = false, dashed = false;
    for (const NavMesh::Obstruction& o : mesh_.obstructions) (o.may_cross > 0 ? dashed : solid) = true;
    if (solid) entry(line(stroke(wall_colour, 2)), "wall", "");
    if (dashed) entry(line(stroke(wall_colour, 2, 3, 3)), "wall to higher stances only", "");
    if (const std::string rest = components_.not_shown(mesh_.info.up); !rest.empty()) {
      y += entry_height;
      out += "<text class=\"n\" x=\"" + number(margin) + "\" y=\"" + number(y + 11) + "\">" + rest + "</text>\n";
    }
    layout_.legend_height = y - margin - title_height + entry_height + 10;
    return out;
  }

  std::vector<double> areas_by_verdict() const {
    std::vector<double> areas(mesh_.info.stances.size() + 1 - kernel::least_label);
    for (const NavMesh::Cell& cell : mesh_.cells)
      areas[static_cast<std::size_t>(cell.open_to() - kernel::least_label)] +=
          cell_area(cell, [&](NavMesh::PointIndex p) { return points_[p]; });
    return areas;
  }

  // The area of a verdict, summed in fractions where it is beyond the range of doubles.
  std::string area_text(kernel::Label label, double area) const {
    if (std::isfinite(area)) return number(area);
    mpq_class doubled;
    for (const NavMesh::Cell& cell : mesh_.cells)
      for (const NavMesh::Facet& facet : cell.facets)
        if (cell.open_to() == label)
          doubled += kernel::formulas::doubled_area<mpq_class>(facet.corners.size(), [&](std::size_t i) {
            const ExactPoint& p = mesh_.points[facet.corners[i]];
            return std::array{p[0], p[1]};
          });
    return kernel::six_digits(doubled / 2);
  }

  void panel(int i) {
    const Storey& storey = storeys_[static_cast<std::size_t>(i)];
    file_.write(panel_head(layout_, i, titles_[static_cast<std::size_t>(i)]));
    // The storeys beneath, in one pale colour, show where in the building this one is.
    for (int below = std::max(i - shown_below, 0); below < i && few_; ++below)
      for (const DrawnCell& c : storeys_[static_cast<std::size_t>(below)].cells) cell(c.cell, "u");
    for (const DrawnCell& c : storey.cells) {
      if (++drawn_ % 1024 == 0)
        progress_.advance(static_cast<double>(drawn_) / static_cast<double>(mesh_.cells.size()));
      cell(c.cell, style_class(mesh_.cells[c.cell].open_to()));
    }
    lines(lines_[static_cast<std::size_t>(i)]);
    end_path();
    file_.write("</g>\n");
  }

  void lines(const StoreyLines& here) {
    for (const PortalKind kind : portal_kinds)
      for (const std::uint32_t i : here.portals) {
        const NavMesh::Portal& p = mesh_.portals[i];
        if (p.kind != kind || (kind == PortalKind::flush && !few_)) continue;
        segment(points_[p.on_a[0]], points_[p.on_a[1]], style_class(kind));
        if (kind == PortalKind::weld) segment(points_[p.on_b[0]], points_[p.on_b[1]], style_class(kind));
      }
    for (const std::uint32_t i : here.borders) {
      segment(points_[borders_[i].from], points_[borders_[i].to], "e");
    }
    for (const std::uint32_t i : here.walls) {
      const NavMesh::Obstruction& o = mesh_.obstructions[i];
      segment(points_[o.from], points_[o.to], o.may_cross > 0 ? "m" : "w");
    }
    points(here.route_points);
    if (route_.radius > 0)
      for (const std::uint32_t i : here.route) segment(route_.line[i].from, route_.line[i].to, "q");
    for (const std::uint32_t i : here.route) segment(route_.line[i].from, route_.line[i].to, "r");
  }

  void points(const std::vector<std::uint32_t>& here) {
    if (here.empty()) return;
    end_path();
    for (const std::uint32_t i : here) {
      const Pixel p = layout_.at(route_.points[i].from[0], route_.points[i].from[1]);
      file_.write("<circle class=\"sp\" cx=\"" + tenths(p.x) + "\" cy=\"" + tenths(p.y) + "\" r=\"0.7\"/>\n");
    }
  }

  void cell(NavMesh::CellIndex index, const std::string& style) {
    const NavMesh::Cell& c = mesh_.cells[index];
    outline_.clear();
    for (const NavMesh::PointIndex p : c.facets.size() == 1 ? c.facets[0].ring() : derived_.outline(index))
      corner(points_[p]);
    while (outline_.size() > 1 && outline_.back() == outline_.front()) outline_.pop_back();
    if (outline_.size() >= 3) add(style, true);
  }

  void segment(const std::array<double, 3>& from, const std::array<double, 3>& to, const char* style) {
    outline_.clear();
    corner(from);
    corner(to);
    if (outline_.size() == 2) add(style, false);
  }

  void corner(const std::array<double, 3>& point) {
    const Pixel p = layout_.at(point[0], point[1]);
    if (outline_.empty() || !(outline_.back() == p)) outline_.push_back(p);
  }

  // Adds the outline to the path. Outlines of one style that follow one another share a path.
  void add(const std::string& style, bool closed) {
    if (style != style_ || path_.size() > 60'000) {
      end_path();
      style_ = style;
      path_ = "<path class=\"" + style + "\" d=\"";
    }
    path_ += "M" + tenths(outline_[0].x) + " " + tenths(outline_[0].y) + "l";
    for (std::size_t i = 1; i < outline_.size(); ++i) {
      const std::int64_t dx = outline_[i].x - outline_[i - 1].x, dy = outline_[i].y - outline_[i - 1].y;
      if (i > 1 && dx >= 0) path_ += ' ';
      path_ += tenths(dx) + (dy >= 0 ? " " : "") + tenths(dy);
    }
    if (closed) path_ += 'z';
  }

  void end_path() {
    if (!path_.empty()) file_.write(path_ + "\"/>\n");
    path_.clear();
    style_.clear();
  }

  void foot() {
    const double y = layout_.page_height() - margin;
    std::string text;
    if (!storeys_.empty()) {
      // The longest of 1, 2 or 5 times a power of ten that fits a third of a panel.
      const double room = layout_.width / 3 / layout_.scale, power = kernel::power_of_ten(kernel::floor_log10(room));
      const double units = power * (room >= 5 * power ? 5 : room >= 2 * power ? 2 : 1), length = units * layout_.scale;
      text = "<path d=\"M" + number(margin) + " " + number(y - 5) + "v5h" + number(length) +
             "v-5\" fill=\"none\" stroke=\"#333\" stroke-width=\"1.5\"/><text x=\"" + number(margin + length + 8) +
             "\" y=\"" + number(y) + "\">" + number(units) + (units == 1 ? " unit" : " units") + "</text>\n";
    }
    file_.write(text + "<text class=\"n\" text-anchor=\"end\" x=\"" + number(layout_.page_width() - margin) +
                "\" y=\"" + number(y) + "\">plumb " + escaped(mesh_.info.version) + ", cut exactly</text>\n</svg>\n");
  }

  static constexpr Colour border_colour{0x3a, 0x4a, 0x3c}, way_colour{0x7a, 0x1f, 0xa2};

  Output& file_;
  DerivedMesh& derived_;
  const NavMesh& mesh_;
  Progress& progress_;
  const std::vector<std::array<double, 3>>& points_;
  const RouteDrawing& route_;
  DrawnComponents components_;
  std::vector<Storey> storeys_;
  Layout layout_;
  std::vector<std::string> titles_;  // by storey
  bool few_;
  std::vector<BorderInterval> borders_;  // of the lowest stance
  std::vector<StoreyLines> lines_;
  std::vector<Pixel> outline_;
  std::string style_, path_;
  std::uint64_t drawn_ = 0;
};

}  // namespace

DrawnComponents::DrawnComponents(DerivedMesh& derived, const std::vector<Storey>& storeys)
    : view_(svg::view_of(storeys)) {
  const NavMesh& mesh = derived.mesh();
  const std::vector<std::uint32_t> component = components(mesh, 1);
  const auto at = [&](NavMesh::PointIndex p) { return derived.doubles()[p]; };
  std::vector<Component> all;
  for (const Storey& storey : storeys)
    for (const DrawnCell& c : storey.cells) {
      if (component[c.cell] == no_component) continue;
      all.resize(std::max<std::size_t>(all.size(), component[c.cell] + 1));
      all[component[c.cell]].area += cell_area(mesh.cells[c.cell], at);
      all[component[c.cell]].box.add(c);
    }
  if (all.empty()) return;
  std::ranges::stable_sort(all, std::greater(), &Component::area);
  const svg::View room = room_for(all);
  view_ = {};
  for (const Storey& storey : storeys)
    for (const DrawnCell& c : storey.cells)
      if (room.meets(c)) view_.add(c);
  view_ = {std::max(view_.low_x, room.low_x), std::min(view_.high_x, room.high_x), std::max(view_.low_y, room.low_y),
           std::min(view_.high_y, room.high_y)};
  std::ranges::copy_if(all, std::back_inserter(outside_), [&](const Component& c) { return !meet(c.box, view_); });
}

// Around the largest components, as few as it takes that what is farther out is a hundredth of the area at most.
svg::View DrawnComponents::room_for(const std::vector<Component>& all) {
  constexpr std::size_t most_rounds = 50;
  double sum = 0;
  for (const Component& c : all) sum += c.area;
  svg::View box;
  for (std::size_t i = 0; i < std::min(most_rounds, all.size()); ++i) {
    add(box, all[i].box);
    const double around = std::max(box.high_x - box.low_x, box.high_y - box.low_y) / 2;
    const svg::View room{box.low_x - around, box.high_x + around, box.low_y - around, box.high_y + around};
    double outside = 0;
    for (const Component& c : all)
      if (!meet(c.box, room)) outside += c.area;
    if (outside <= sum / 100) return room;
  }
  for (const Component& c : all) add(box, c.box);
  return box;
}

std::vector<Storey> DrawnComponents::shown(const std::vector<Storey>& storeys) const {
  std::vector<Storey> out;
  for (const Storey& storey : storeys) {
    Storey kept{storey.floor, {}};
    std::ranges::copy_if(storey.cells, std::back_inserter(kept.cells),
                         [&](const DrawnCell& c) { return view_.meets(c); });
    if (!kept.cells.empty()) out.push_back(std::move(kept));
  }
  return out;
}

std::string DrawnComponents::not_shown(UpAxis up) const {
  constexpr std::size_t most_listed = 3;
  if (outside_.empty()) return "";
  double sum = 0;
  for (const Component& c : outside_) sum += c.area;
  std::string out = "Far out, not shown: " + counted_text(outside_.size(), "component") + " of area " +
                    svg::number(sum) + (outside_.size() > 1 ? " in all;" : ";");
  for (std::size_t i = 0; i < std::min(most_listed, outside_.size()); ++i) {
    const svg::View& box = outside_[i].box;
    const double x = box.low_x / 2 + box.high_x / 2, y = box.low_y / 2 + box.high_y / 2;
    out += std::string(i > 0 ? "," : "") + " around x " + svg::rounded(x) +
           (up == UpAxis::y ? ", z " + svg::rounded(0 - y) : ", y " + svg::rounded(y));
  }
  return out + (outside_.size() > most_listed ? ", ..." : "");
}

void export_svg(Output& file, DerivedMesh& mesh, const std::vector<Storey>& storeys, Progress& progress,
                const RouteDrawing& route) {
  Plan(file, mesh, storeys, progress, route).draw();
}

}  // namespace plumb::pipeline
