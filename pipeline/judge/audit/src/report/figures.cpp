// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, places and faces as reports show them.
// Figures has as many decimals as the level's size needs. Nothing but 0 is shown as 0 (digits), and a number that no
// double holds is shown with an exponent (scientific). faces_text() and face_names_json() tell faces with the names of
// their objects and groups, a name once.
#include "report/figures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "plumb/kernel/elementary.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

double middle(const AreaTotal& area) { return area.near().low / 2 + area.near().high / 2; }

std::string rounded(double value, int decimals) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  const std::string out = text;
  return out[0] == '-' && out.find_first_of("123456789") == std::string::npos ? out.substr(1) : out;
}
// Nothing but 0 is shown as 0.
std::string digits(double value, bool is_nothing, int decimals = 4) {
  const double least = kernel::power_of_ten(-decimals);
  return !is_nothing && std::abs(value) < least / 2 ? (value < 0 ? ">-" : "<") + rounded(least, decimals)
                                                    : rounded(value, decimals);
}

// Of a number that no double holds: "1.2346e+321".
std::string scientific(const mpf_class& value) {
  constexpr std::size_t shown = 5;
  mp_exp_t exponent = 0;  // of a point before the first digit
  std::string out = value.get_str(exponent, 10, shown);
  const bool negative = out.starts_with('-');
  if (negative) out.erase(0, 1);
  if (out.size() > 1) out.insert(1, ".");
  return (negative ? "-" : "") + out + (exponent > 0 ? "e+" : "e") + std::to_string(exponent - 1);
}
mpf_class floating(const mpq_class& value) {
  mpf_class out(0, 64);
  mpf_set_q(out.get_mpf_t(), value.get_mpq_t());
  return out;
}

const FaceGroup* group_of(const std::vector<FaceGroup>& groups, std::uint32_t face) {
  const auto next = std::ranges::upper_bound(groups, face, {}, &FaceGroup::first_face);
  if (next == groups.begin()) return nullptr;
  const FaceGroup& group = *std::prev(next);
  return group.object.empty() && group.group.empty() ? nullptr : &group;
}

}  // namespace

Figures::Figures(const AuditFacts& facts) : up_(facts.options.level.up) {
  constexpr int behind_first = 3, most = 15;
  const double size = facts.size.get_d();
  decimals_ =
      size > 0 && std::isfinite(size) ? std::clamp(behind_first - kernel::floor_log10(size), 0, most) : behind_first;
}

std::string Figures::number(double value) const { return digits(value, value == 0, decimals_); }

std::string Figures::area(const AreaTotal& area) const {
  const double about = middle(area);
  return std::isfinite(about) ? digits(about, area.terms() == 0, decimals_) : scientific(floating(*area.exact(0)));
}

std::string Figures::width(const mpq_class& squared) const {
  char text[40];
  const double about = std::sqrt(squared.get_d());
  if (std::isfinite(about) && (about > 0 || squared == 0)) {
    std::snprintf(text, sizeof text, "%.3g", about);
    return text;
  }
  // The square is beyond doubles; its root may be none.
  const mpf_class root = sqrt(floating(squared));
  if (!std::isfinite(root.get_d())) return scientific(root);
  std::snprintf(text, sizeof text, "%.3g", root.get_d());
  return text;
}

std::string Figures::point(const ExactPoint& p) const {
  const ExactPoint at = to_input_frame(p, up_);
  std::string out;
  for (const mpq_class& v : at) out += (out.empty() ? "(" : ", ") + rounded(v.get_d(), decimals_);
  return out + ")";
}

std::array<ExactPoint, 2> input_box(const std::array<ExactPoint, 2>& box, UpAxis up) {
  std::array<ExactPoint, 2> out{to_input_frame(box[0], up), to_input_frame(box[1], up)};
  for (std::size_t k = 0; k < 3; ++k)
    if (out[1][k] < out[0][k]) std::swap(out[0][k], out[1][k]);
  return out;
}

std::string Figures::box(const std::array<ExactPoint, 2>& box) const {
  const auto [low, high] = input_box(box, up_);
  return point(from_input_frame(low, up_)) + " to " + point(from_input_frame(high, up_));
}

std::string list_text(const std::string& noun, const std::vector<std::uint32_t>& list) {
  constexpr std::size_t most = 4;
  std::string out = noun + (list.size() == 1 ? " " : "s ");
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) out += (i == 0 ? "" : ", ") + std::to_string(list[i]);
  return out + (list.size() > most ? " and " + count_text(list.size() - most) + " more" : "");
}

std::string area_text(const AreaTotal& area) { return digits(middle(area), area.terms() == 0); }

std::string share_text(const AreaTotal& part, const AreaTotal& whole) {
  const double all = middle(whole);
  if (all == 0) return "-";
  double share = middle(part) / all;
  if (!std::isfinite(all)) share = mpq_class(*part.exact(0) / *whole.exact(0)).get_d();
  return digits(100 * share, part.terms() == 0) + " %";
}

const char* join_cause(const ComponentJoin& join, const mpq_class& step) {
  if (!join.is_false) return "";
  if (!join.standing.empty()) return "obstacle";
  return abs(join.to[2] - join.from[2]) > step ? "height" : "gap";
}

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
