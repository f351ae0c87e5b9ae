// SPDX-License-Identifier: GPL-3.0-or-later
#include "seams_certificate.h"

#include "plumb/pipeline/bake.h"

namespace plumb::pipeline {
namespace {

std::string text_of(const kernel::Area& area) { return area.exact ? area.exact->get_str() : "-"; }

}  // namespace

void SeamsCertificate::write_head(const TilePlan& plan) {
  out_.write("plumb tiles 1\n");
  for (const TilePlan::Level& l : plan.levels) out_.write("level " + l.sha256 + " " + std::to_string(l.bytes) + "\n");
  out_.write("numbers " + std::string(text_of(options_.numbers)) + "\nup " + text_of(options_.up) + "\ngrid " +
             plan.grid.size.get_str() + " " + plan.grid.origin[0].get_str() + " " + plan.grid.origin[1].get_str() +
             " " + plan.grid.reach.get_str() + "\n");
  for (const auto& [tile, piece] : plan.pieces)
    out_.write("tile " + std::to_string(tile.i) + " " + std::to_string(tile.j) + "\n");
}

void SeamsCertificate::write(std::size_t stance, const WholeComponent& component) {
  if (sgn(options_.radius) == 0)
    out_.write("component " + options_.stances[stance].name + " " + text_of(component.area) + "\n");
}

void SeamsCertificate::end(const JoinedTiles& joined) {
  const auto area = [&](const std::string& verdict) {
    const auto at = joined.areas.find(verdict);
    out_.write("area " + verdict + " " + (at == joined.areas.end() ? "0" : text_of(at->second)) + "\n");
  };
  area("blocked");
  for (const Stance& s : options_.stances) area(s.name);
  for (const char* verdict : {"covered", "inside", "too_close"}) area(verdict);
  out_.write("end " + std::to_string(joined.tiles) + "\n");
}

}  // namespace plumb::pipeline
