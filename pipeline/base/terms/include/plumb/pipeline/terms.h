// SPDX-License-Identifier: LGPL-3.0-or-later
// The terms of options and results that several rooms share: the choices that a bake is given and the kinds that its
// result names, with their words on the command line and in files; stances and verdicts; and the axes of the input.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/kernel/provenance.h"
#include "plumb/pipeline/scene_point.h"

namespace plumb::pipeline {

/// How a coordinate token becomes a number (docs/theory/definitions.md, Numbers).
enum class Numbers { binary64, binary32, decimal };
/// How the rotations of glTF nodes are taken: those that are right angles but for rounding as right angles, or all as
/// they are stored.
enum class NodeRotation { right_angles, exact };
/// What to do with a planar face whose outline winds around some point twice, or both ways.
enum class BadFaces { error, drop };
/// Which sides of a polygon can be stood on: both, or only that which the file's orientation turns up.
enum class Sides { both, up };
/// Whether closed components of a level are solid bodies that nobody stands in.
enum class Solids { none, closed };
/// How cells are merged: to few, to well-shaped ones, or not.
enum class Optimise { count, regular, none };
/// Which bound of the region that is left to an agent with a radius is baked: one inside of the truth, one around it,
/// or the inner one with the outer one's areas.
enum class ClearanceBound { inner, outer, both };
/// How the region is found: Volume Collision Decomposition (Budde & Kausch 2012), or cutting by wedges (Sanchez 2021).
enum class Method { vcd, wedge };
/// The stages of Method::wedge, in their order.
enum class WedgeStage {
  wedge_cut,
  close_gaps,
  decimate,
  add_ramps,
  close_ramps,  ///< close_gaps again
  drop_patches,
  flatten_ramps,
  simplify,
  clear_walls,
  close_cleared,     ///< close_gaps again
  drop_cleared,      ///< drop_patches again
  simplify_cleared,  ///< simplify again
};
inline constexpr WedgeStage last_wedge_stage = WedgeStage::simplify_cleared;
inline constexpr std::array portal_kinds{PortalKind::flush, PortalKind::step, PortalKind::weld};

template <class Value>
struct Word {
  const char* text;
  Value value;
};

constexpr std::array<Word<Numbers>, 3> words_of(Numbers) {
  return {{{"double", Numbers::binary64}, {"float", Numbers::binary32}, {"decimal", Numbers::decimal}}};
}
constexpr std::array<Word<UpAxis>, 2> words_of(UpAxis) { return {{{"y", UpAxis::y}, {"z", UpAxis::z}}}; }
constexpr std::array<Word<NodeRotation>, 2> words_of(NodeRotation) {
  return {{{"right-angles", NodeRotation::right_angles}, {"exact", NodeRotation::exact}}};
}
constexpr std::array<Word<BadFaces>, 2> words_of(BadFaces) {
  return {{{"error", BadFaces::error}, {"drop", BadFaces::drop}}};
}
constexpr std::array<Word<Sides>, 2> words_of(Sides) { return {{{"both", Sides::both}, {"up", Sides::up}}}; }
constexpr std::array<Word<Solids>, 2> words_of(Solids) {
  return {{{"none", Solids::none}, {"closed", Solids::closed}}};
}
constexpr std::array<Word<Optimise>, 3> words_of(Optimise) {
  return {{{"count", Optimise::count}, {"regular", Optimise::regular}, {"none", Optimise::none}}};
}
constexpr std::array<Word<ClearanceBound>, 3> words_of(ClearanceBound) {
  return {{{"inner", ClearanceBound::inner}, {"outer", ClearanceBound::outer}, {"both", ClearanceBound::both}}};
}
constexpr std::array<Word<Method>, 2> words_of(Method) { return {{{"vcd", Method::vcd}, {"wedge", Method::wedge}}}; }
constexpr std::array<Word<WedgeStage>, 12> words_of(WedgeStage) {
  return {{{"wedge_cut", WedgeStage::wedge_cut},
           {"close_gaps", WedgeStage::close_gaps},
           {"decimate", WedgeStage::decimate},
           {"add_ramps", WedgeStage::add_ramps},
           {"close_ramps", WedgeStage::close_ramps},
           {"drop_patches", WedgeStage::drop_patches},
           {"flatten_ramps", WedgeStage::flatten_ramps},
           {"simplify", WedgeStage::simplify},
           {"clear_walls", WedgeStage::clear_walls},
           {"close_cleared", WedgeStage::close_cleared},
           {"drop_cleared", WedgeStage::drop_cleared},
           {"simplify_cleared", WedgeStage::simplify_cleared}}};
}
constexpr std::array<Word<PortalKind>, 3> words_of(PortalKind) {
  return {{{"flush", PortalKind::flush}, {"step", PortalKind::step}, {"weld", PortalKind::weld}}};
}
constexpr std::array<Word<OneWayKind>, 2> words_of(OneWayKind) {
  return {{{"drop", OneWayKind::drop}, {"leap", OneWayKind::leap}}};
}
constexpr std::array<Word<kernel::Decomposition>, 2> words_of(kernel::Decomposition) {
  return {{{"bounded", kernel::Decomposition::bounded}, {"seed", kernel::Decomposition::seed}}};
}

/// The word for a value.
template <class Value>
  requires requires(Value v) { words_of(v); }
constexpr const char* text_of(Value value) {
  const auto words = words_of(value);
  return std::find_if(words.begin(), words.end(), [&](const auto& w) { return w.value == value; })->text;
}

/// The value that a word stands for; none if it is unknown.
template <class Value>
constexpr std::optional<Value> value_of(std::string_view text) {
  for (const auto& w : words_of(Value{}))
    if (text == w.text) return w.value;
  return std::nullopt;
}

/// A way to move and the headroom it needs, in input units.
struct Stance {
  std::string name;
  mpq_class height;
  bool operator==(const Stance&) const = default;
};

/// 1 to 64 letters, digits, '_' and '-': a name goes unescaped into the groups of an OBJ, so it keeps to characters
/// that every reader takes. Not the word for another verdict.
bool is_stance_name(std::string_view text);

/// More than this many stances are refused.
inline constexpr std::size_t max_stances = 64;

/// The heights alone, in the same order.
std::vector<mpq_class> heights_of(const std::vector<Stance>& stances);

/// The verdicts on cells in the order of their labels: too close if an agent has a radius, inside, covered, blocked,
/// the stances.
std::vector<kernel::Label> verdicts(std::size_t stance_count, bool radius);
/// "blocked", "covered", "inside", "too_close" or the stance's name.
std::string verdict_name(kernel::Label label, const std::vector<Stance>& stances);

using kernel::ExactPoint;

/// Converts a point with z up to the axes of the input, of which `up` points up.
ExactPoint to_input_frame(ExactPoint point, UpAxis up);
/// Converts a point in the axes of the input, of which `up` points up, to one with z up.
ExactPoint from_input_frame(ExactPoint point, UpAxis up);

}  // namespace plumb::pipeline
