// SPDX-License-Identifier: GPL-3.0-or-later
#include "face_names.h"

#include <algorithm>
#include <map>

#include "plumb/pipeline/text_table.h"

namespace plumb::pipeline {
namespace {

const FaceGroup* group_of(const std::vector<FaceGroup>& groups, std::uint32_t face) {
  const auto next = std::ranges::upper_bound(groups, face, {}, &FaceGroup::first_face);
  if (next == groups.begin()) return nullptr;
  const FaceGroup& group = *std::prev(next);
  return group.object.empty() && group.group.empty() ? nullptr : &group;
}

}  // namespace

std::string face_name(const std::vector<FaceGroup>& groups, std::uint32_t face) {
  const FaceGroup* const g = group_of(groups, face);
  if (!g) return "";
  if (g->group.empty() || g->group == g->object) return g->object;
  return g->object.empty() ? g->group : g->object + "/" + g->group;
}

std::string faces_text(const std::vector<FaceGroup>& groups, const std::vector<std::uint32_t>& faces) {
  constexpr std::size_t most = 4;
  std::string out;
  const std::size_t shown = std::min(most, faces.size());
  for (std::size_t i = 0; i < shown; ++i) {
    out += (i == 0 ? (faces.size() == 1 ? "face " : "faces ") : ", ") + std::to_string(faces[i]);
    const std::string name = face_name(groups, faces[i]);
    if (!name.empty() && (i + 1 == shown || face_name(groups, faces[i + 1]) != name)) out += " (" + name + ")";
  }
  return out + (faces.size() > shown ? " and " + count_text(faces.size() - shown) + " more" : "");
}

Json face_names_json(const std::vector<FaceGroup>& groups, const std::vector<std::uint32_t>& faces) {
  std::vector<std::pair<const FaceGroup*, std::vector<std::uint32_t>>> named;
  std::map<std::pair<std::string, std::string>, std::size_t> place;
  const FaceGroup* last = nullptr;
  std::size_t at_last = 0;
  for (const std::uint32_t face : faces) {
    const FaceGroup* const g = group_of(groups, face);
    if (!g) continue;
    if (g != last) {
      last = g;
      const auto [at, is_new] = place.try_emplace({g->object, g->group}, named.size());
      if (is_new) named.push_back({g, {}});
      at_last = at->second;
    }
    named[at_last].second.push_back(face);
  }
  Json out = Json::array();
  for (const auto& [g, list] : named) out.push_back({{"object", g->object}, {"group", g->group}, {"faces", list}});
  return out;
}

}  // namespace plumb::pipeline
