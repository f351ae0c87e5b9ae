// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit_marks.h"

#include <map>

namespace plumb::pipeline {
namespace {

constexpr Colour lost_colour{0x8a, 0x1c, 0x1c}, spurious_colour{0x1a, 0x3a, 0x8a}, split_colour{0xb8, 0x5c, 0x00},
    merged_colour{0x00, 0x6e, 0x5a}, false_colour{0xe0, 0x00, 0x20}, missing_colour{0x00, 0x30, 0xd0};

}  // namespace

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
    out.push_back({j.is_false ? "false_join" : "missing_join", parts, j.is_false ? false_colour : missing_colour,
                   kernel::point_along(j.from, j.to, mpq_class(1, 2)), std::array{j.from, j.to}});
  }
  return out;
}

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
    if (m.gap && (*m.gap)[0] != (*m.gap)[1]) add(lines, (*m.gap)[0], (*m.gap)[1]);
  }
}

}  // namespace plumb::pipeline
