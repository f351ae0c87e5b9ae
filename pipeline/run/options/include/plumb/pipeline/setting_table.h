// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a bake in one table: their names, their text, their values, and what they may be. Reading options,
// checking them, writing them into JSON, reading them back and the keywords of Python go by this table.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// Where the text of a setting is kept: one that has a default, one that may not be given, several, or a flag.
using SettingText = std::variant<std::string BakeArguments::*, std::optional<std::string> BakeArguments::*,
                                 std::vector<std::string> BakeArguments::*, bool BakeArguments::*>;

/// Which numbers are allowed, and what a message says of others, such as "is negative; give a width, 0 or more".
struct SettingRange {
  bool (*holds)(const mpq_class& value) = nullptr;  ///< null: all are
  const char* otherwise = "";
};

/// Which calls of Python have a setting as a keyword.
enum class Keyword { none, bake, tiles };

/// A setting. A function that is null: the setting is read, written or checked together with others.
struct Setting {
  const char* option;  ///< on the command line
  const char* key;     ///< in JSON and in Python
  SettingText text;
  std::optional<Error> (*read)(const Setting& setting, const std::string& text, BakeOptions& out) = nullptr;
  Json (*json)(const BakeOptions& options) = nullptr;
  bool (*in_json)(const BakeOptions& options) = nullptr;   ///< whether JSON has it; null: always
  mpq_class* (*number)(BakeSettings& settings) = nullptr;  ///< its value; null if there is none
  SettingRange range = {};
  bool is_length = false;           ///< whether its text may have a unit
  std::uint64_t low = 0, high = 0;  ///< of a whole number
  bool of_wedge = false;            ///< of Method::wedge alone
  Keyword keyword = Keyword::bake;
  int plan = 0;                   ///< its place in the plan of a store of tiles, from 1; 0: a plan has it not
  const char* in_plan = nullptr;  ///< what a plan has where it is not given
};

/// All, in the order that they have in JSON.
std::span<const Setting> setting_table();
/// Those that a plan of tiles has, in the order that they have there.
std::span<const Setting* const> plan_settings();

/// Reads a number as it is written; of a length, `unit` is given (number_option()). The error, in one line, names the
/// option.
std::optional<Error> read_rational(const std::string& option, const std::string& text, mpq_class& value,
                                   const LevelUnit* unit = nullptr);
/// The error of a whole number out of the setting's range.
Error out_of_range(const Setting& setting, const std::string& text);
/// That of the setting with this key.
const Setting& setting_of(const char* key);

/// Replaces the stances, and the settings of these keys, by those of the bake that made a navmesh, as far as its JSON
/// has them. Throws JsonError.
void read_back(const NavMeshInfo& info, std::span<const char* const> keys, BakeArguments& out);

}  // namespace plumb::pipeline
