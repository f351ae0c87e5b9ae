// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "plumb/pipeline/thresholds.h"
#include "text_table.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t most_polygons = 8, most_pieces = 3;

std::string range_text(const ThresholdQuery& q) { return fraction_text(q.low) + " to " + fraction_text(q.high); }

std::string polygons_text(const std::vector<kernel::PolygonId>& polygons) {
  std::string out;
  for (std::size_t i = 0; i < std::min(polygons.size(), most_polygons); ++i) out += (i ? " " : "") + std::to_string(polygons[i]);
  return polygons.size() > most_polygons ? out + " ..." : out;
}

std::string changes_text(const HeightThreshold& t) {
  std::string out;
  for (std::size_t i = 0; i < t.pieces.size(); ++i)
    if (i == 0 || t.pieces[i].change != t.pieces[i - 1].change) out += (i ? ", " : "") + std::string(text_of(t.pieces[i].change));
  return out;
}

std::string pieces_text(const HeightThreshold& t) {
  std::string out;
  for (std::size_t i = 0; i < std::min(t.pieces.size(), most_pieces); ++i)
    out += (i ? "; " : "") + std::to_string(t.pieces[i].floor) + " under " + std::to_string(t.pieces[i].ceiling);
  return t.pieces.size() > most_pieces ? out + "; ... (" + count_text(t.pieces.size()) + ")" : out;
}

}  // namespace

std::string thresholds_text(const SlopeThresholds& t) {
  std::string out = t.options.scene + ": " + counted_text(t.values.size(), "slope") + " from " + range_text(t.query) +
                    " degrees; the limit is " +
                    (t.options.slope ? t.options.slope->get_str() + " degrees" : "tan = " + t.options.slope_ratio->get_str()) + ".\n";
  TextTable table("lllrrl");
  if (!t.values.empty()) table.add({"degrees", "tan^2", "limit", "polygons", "area", "which"});
  for (const SlopeThreshold& v : t.values)
    table.add({degrees_text(v.degrees), fraction_text(v.tan_squared), v.within ? "within" : "beyond", count_text(v.polygons.size()),
               fraction_text(v.area), polygons_text(v.polygons)});
  out += table.text();
  if (t.turned_away > 0) out += counted_text(t.turned_away, "polygon") + " left out: facing down, under --sides up.\n";
  if (t.vertical > 0) out += counted_text(t.vertical, "polygon") + " left out: vertical.\n";
  return out;
}

std::string thresholds_text(const HeightThresholds& t) {
  std::string out = t.options.scene + ": " + counted_text(t.values.size(), "height") + " from " + range_text(t.query) +
                    " at which the area with that much headroom changes its form.\n";
  TextTable table("lrll");
  if (!t.values.empty()) table.add({"height", "area lost", "pieces", "polygons"});
  for (const HeightThreshold& v : t.values) table.add({fraction_text(v.height), fraction_text(v.lost), changes_text(v), pieces_text(v)});
  return out + table.text();
}

}  // namespace plumb::pipeline
