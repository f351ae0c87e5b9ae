// SPDX-License-Identifier: LGPL-3.0-or-later
#include "verdict_table.h"

#include <iomanip>

namespace plumb::checker {

void print_areas(std::ostream& out, const std::vector<std::string>& stance_names, const std::vector<Fraction>& heights,
                 const std::vector<AreaSum>& areas, bool with_radius, bool with_solids) {
  const auto row = [&](const std::string& verdict, const std::string& height, const std::string& area,
                       const std::string& exact) {
    out << "  " << std::left << std::setw(12) << verdict << std::right << std::setw(8) << height << "  "
        << std::setw(24) << area << "   " << exact << "\n";
  };
  const auto verdict = [&](const std::string& name, const std::string& height, const AreaSum& area) {
    const auto exact = area.exact();
    const std::string fraction = exact ? exact->get_str() : "";
    row(name, height, area.decimals(), fraction.empty() || fraction.size() > 1000 ? "too long" : fraction);
  };
  row("verdict", "height", "area", "as a fraction");
  const std::size_t count = heights.size();
  for (std::size_t s = count; s > 0; --s) verdict(stance_names[s - 1], heights[s - 1].get_str(), areas[s]);
  verdict("blocked", "", areas.front());
  verdict("covered", "", areas[count + 1]);
  if (with_radius) verdict("too close", "", areas[count + 3]);
  if (with_solids) verdict("inside", "", areas[count + 2]);
}

}  // namespace plumb::checker
