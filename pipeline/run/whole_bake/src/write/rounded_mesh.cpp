// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/rounded_mesh.h"

#include <algorithm>
#include <utility>

#include "plumb/kernel/error_bound.h"
#include "plumb/pipeline/export.h"
#include "warnings.h"

namespace plumb::pipeline {
namespace {

// The greatest magnitude of a coordinate where somebody can stand. Each point is looked at once.
double greatest_coordinate(const NavMesh& mesh) {
  std::vector<std::uint8_t> seen(mesh.points.size());
  double most = 0;
  for (const NavMesh::Cell& cell : mesh.cells)
    if (cell.stance > kernel::blocked)
      for (const NavMesh::Facet& facet : cell.facets)
        for (const NavMesh::PointIndex p : facet.corners)
          if (!std::exchange(seen[p], 1))
            for (const kernel::Interval& at : bounds(mesh.points, p)) most = std::max({most, -at.low, at.high});
  return most;
}

}  // namespace

const LinkCells* links_of(Baked& b, Format format, const WriteSettings& settings) {
  if (!settings.link_polygons.value_or(format == Format::tres)) return nullptr;
  const auto joins_apart = [](const NavMesh::Portal& p) { return p.kind != PortalKind::flush; };
  if (std::ranges::none_of(b.mesh().portals, joins_apart)) {
    b.report.links = LinkFacts{};
    return nullptr;
  }
  if (!b.links) {
    b.mesh().points.make_exact(b.options.threads);
    b.links = std::make_unique<LinkCells>(link_cells(b.mesh()));
    b.report.links = LinkFacts{b.links->linked, b.links->left_out, b.links->lost};
  }
  return b.links.get();
}

ConformingMesh conforming(Baked& b, Format format, std::size_t most_corners, const LinkCells* links,
                          const NumberGrid& grid) {
  const WorkRange range(0, rounding_share);
  const WantedCells all{.highest = static_cast<kernel::Label>(b.options.stances.size())};
  ConformingMesh made = with_polygons(b, links, [&](DerivedMesh& derived) {
    return conform(derived, {.wanted = all, .most_corners = most_corners, .threads = b.options.threads, .grid = grid});
  });
  b.report.conforming.insert_or_assign(text_of(format), made.facts);
  return made;
}

double binary32_spacing(const NavMesh& mesh) {
  const auto rounded = static_cast<float>(greatest_coordinate(mesh));
  return static_cast<double>(kernel::step_up(rounded)) - static_cast<double>(rounded);  // not a bound
}

void warn_of_numbers(Baked& b, Format format, double spacing, const ConformingFacts& facts) {
  const bool glb_finer = glb_origin(*b.derived) != std::array<double, 3>{};
  auto warning = coarse_numbers({format, spacing, facts.moved, glb_finer}, b.options);
  auto& all = b.report.warnings;
  const auto same = [&](const Warning& w) { return w.text == warning->text; };
  if (warning && std::ranges::none_of(all, same)) all.push_back(std::move(*warning));
}

}  // namespace plumb::pipeline
