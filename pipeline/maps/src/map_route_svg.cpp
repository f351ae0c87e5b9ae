// SPDX-License-Identifier: GPL-3.0-or-later
#include "map_route_svg.h"

#include <algorithm>

#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {
namespace {

std::string number(double value) {
  std::string out;
  kernel::append_decimal(out, static_cast<double>(static_cast<float>(value)));
  return out;
}

// Drawn with y down: upward is negative.
std::string pair(const DoublePoint& p) { return number(p[0]) + "," + number(-p[1]); }
std::string pair(const kernel::PlanPoint& p) { return pair(to_doubles(p)); }

struct Frame {
  DoublePoint low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
  double size() const { return std::max(high[0] - low[0], high[1] - low[1]); }
};
Frame frame_of(const PlanMap& map) {
  Frame out;
  for (const kernel::FilteredPoint& p : map.points) {
    const DoublePoint at = to_doubles(p.at);
    for (std::size_t k = 0; k < 2; ++k)
      out.low[k] = std::min(out.low[k], at[k]), out.high[k] = std::max(out.high[k], at[k]);
  }
  return out;
}

class Drawing {
 public:
  Drawing(Output& out, const PlanMap& map, RoutePlanner& planner, const FoundMapRoute& found)
      : out_(out), map_(map), planner_(planner), found_(found), frame_(frame_of(map)), line_(frame_.size() / 600) {}

  void write() {
    const double margin = frame_.size() / 40, width = frame_.high[0] - frame_.low[0] + 2 * margin,
                 height = frame_.high[1] - frame_.low[1] + 2 * margin, scale = 900 / std::max(width, height);
    out_.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width * scale) + "\" height=\"" +
               number(height * scale) + "\" viewBox=\"" + number(frame_.low[0] - margin) + " " +
               number(-frame_.high[1] - margin) + " " + number(width) + " " + number(height) + "\">\n" +
               "<title>A route of a disc, planned by Plumb</title>\n");
    regions();
    channel();
    lines("borders", SegmentKind::border, "#8a8f98", 0.5);
    lines("obstacles", SegmentKind::obstacle, "#23262b", 1.5);
    barriers();
    points();
    route();
    out_.write("</svg>\n");
  }

 private:
  void open(const char* name, const std::string& style) {
    out_.write("<g id=\"" + std::string(name) + "\" " + style + ">\n");
  }
  void close() { out_.write("</g>\n"); }
  std::string stroke(const char* colour, double width) const {
    return "fill=\"none\" stroke=\"" + std::string(colour) + "\" stroke-width=\"" + number(width * line_) + "\"";
  }

  // The heavier, the darker.
  void regions() {
    const PlanTriangulation& t = planner_.triangulation();
    const auto [least, most] = std::ranges::minmax(map_.weights);
    open("regions", "stroke-width=\"" + number(line_ / 2) + "\"");
    for (PlanTriangulation::Index i = 0; i < t.triangle_count(); ++i) {
      const double share = least == most ? 0 : mpq_class((t.weight(i) - least) / (most - least)).get_d();
      const auto shade = [&](int light, int dark) {
        return std::to_string(light + static_cast<int>(share * (dark - light)));
      };
      const std::string colour = "rgb(" + shade(236, 178) + "," + shade(241, 132) + "," + shade(232, 84) + ")";
      std::string corners;
      for (PlanTriangulation::Index h = 3 * i; h < 3 * i + 3; ++h)
        corners += (h > 3 * i ? " " : "") + pair(t.points[t.from(h)].at);
      out_.write("<polygon points=\"" + corners + "\" fill=\"" + colour + "\" stroke=\"" + colour + "\"/>\n");
    }
    close();
  }

  void channel() {
    const std::vector<PlanTriangulation::Index> triangles = planner_.channel();
    if (triangles.empty()) return;
    open("channel",
         "fill=\"#f7d154\" fill-opacity=\"0.45\" stroke=\"#b8961a\" stroke-width=\"" + number(line_ / 2) + "\"");
    for (const PlanTriangulation::Index i : triangles) out_.write("<polygon points=\"" + corners(i) + "\"/>\n");
    close();
  }
  std::string corners(PlanTriangulation::Index triangle) const {
    const PlanTriangulation& t = planner_.triangulation();
    std::string out;
    for (PlanTriangulation::Index h = 3 * triangle; h < 3 * triangle + 3; ++h)
      out += (out.empty() ? "" : " ") + pair(t.points[t.from(h)].at);
    return out;
  }

  void lines(const char* name, SegmentKind kind, const char* colour, double width) {
    open(name, stroke(colour, width));
    for (const PlanMap::Segment& s : map_.segments)
      if (s.kind == kind) line(map_.points[s.from].at, map_.points[s.to].at);
    close();
  }
  void line(const kernel::PlanPoint& p, const kernel::PlanPoint& q) {
    out_.write("<path d=\"M" + pair(p) + " L" + pair(q) + "\"/>\n");
  }

  void barriers() {
    if (planner_.barriers().empty()) return;
    open("barriers", stroke("#c0392b", 1) + " stroke-dasharray=\"" + number(4 * line_) + "\"");
    for (const Passage& p : planner_.barriers()) line(p.from, p.to);
    close();
  }

  void points() {
    const std::vector<DoublePoint> all = planner_.steiner_points();
    // More would be a blot.
    if (all.empty() || all.size() > 20'000) return;
    open("steiner-points", "fill=\"#4a6fa5\"");
    for (const DoublePoint& p : all)
      out_.write("<circle cx=\"" + number(p[0]) + "\" cy=\"" + number(-p[1]) + "\" r=\"" + number(line_ * 0.6) +
                 "\"/>\n");
    close();
  }

  void route() {
    std::string points;
    for (const kernel::PlanPoint& p : found_.route.points) points += (points.empty() ? "" : " ") + pair(p);
    const double radius = found_.options.settings.radius.get_d();
    if (radius > 0)
      out_.write("<polyline id=\"swept\" points=\"" + points +
                 "\" fill=\"none\" stroke=\"#1f77b4\" stroke-opacity=\"0.3\" " +
                 "stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-width=\"" + number(2 * radius) + "\"/>\n");
    out_.write("<polyline id=\"route\" points=\"" + points + "\" " + stroke("#0b3d91", 2.5) +
               " stroke-linejoin=\"round\"/>\n");
    for (const auto& [p, colour] :
         {std::pair(&found_.options.from, "#2e8b57"), std::pair(&found_.options.to, "#b22222")})
      out_.write("<circle cx=\"" + number(to_doubles(*p)[0]) + "\" cy=\"" + number(-to_doubles(*p)[1]) + "\" r=\"" +
                 number(4 * line_) + "\" fill=\"" + colour + "\"/>\n");
  }

  Output& out_;
  const PlanMap& map_;
  RoutePlanner& planner_;
  const FoundMapRoute& found_;
  Frame frame_;
  double line_;
};

}  // namespace

void write_map_route_svg(Output& out, const PlanMap& map, RoutePlanner& planner, const FoundMapRoute& found) {
  Drawing(out, map, planner, found).write();
}

}  // namespace plumb::pipeline
