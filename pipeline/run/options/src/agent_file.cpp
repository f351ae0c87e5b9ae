// SPDX-License-Identifier: GPL-3.0-or-later
// The file of an agent, as texts of options, and what options over a file over a preset are.
//
// Problem. People write these files, so nothing in them may be passed over, and a number has to be what is written.
// 1. read_agent_file() reads the JSON with numbers as their digits (parse_numerals).
// 2. FileReader goes through the members, by their names in setting_table.h, and puts their texts where those of
//    options are. It collects what is wrong: members that there are not, kinds of values, names. Values are read later,
//    with those of options (read_settings).
// 3. put_below() joins two layers of texts. Three members set the limit of slope, so that one replaces all. Lengths of
//    the lower layer are multiplied where its unit is not that of the upper one.
//
// Cost: linear in the file, which has at most most_bytes.
// Exact: numbers are the rational numbers that they are written as.
#include "agent_file.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/agent.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/setting_table.h"
#include "plumb/pipeline/text.h"
#include "preset_texts.h"

namespace plumb::pipeline {
namespace {

constexpr std::array numbers{"radius", "step", "weld", "window", "slope", "slope_ratio", "slope_cos", "disc"};
constexpr std::array words{"unit", "up", "sides", "solids", "clearance", "preset"};
constexpr std::array others{"name", "stances", "$schema", "$comment"};
constexpr std::array slopes{"slope", "slope_ratio", "slope_cos"};
constexpr std::size_t most_bytes = 1u << 20, most_characters = 1000;

bool is_among(std::string_view key, const auto& keys) { return std::ranges::find(keys, key) != keys.end(); }

std::optional<std::string>& text_at(BakeArguments& a, const char* key) {
  return a.*std::get<std::optional<std::string> BakeArguments::*>(setting_of(key).text);
}

class FileReader {
 public:
  FileReader(const std::string& file, AgentFile& out) : file_(file), out_(out) {}

  void read(JsonView root) {
    if (!root.is_object()) return wrong("this is no agent; write an object, such as {\"radius\": \"0.4\"}");
    const auto keys = root.keys();
    const auto values = root.values();
    for (std::size_t i = 0; i < keys.size(); ++i) read_member(keys[i], values[i]);
  }

  void wrong(const std::string& message, ErrorCode code = ErrorCode::syntax) {
    out_.errors.push_back({code, shown(message, 300), file_, 0});
  }

 private:
  void read_member(const std::string& key, JsonView value) {
    if (key == "stances") return read_stances(value);
    const bool number = is_among(key, numbers), word = is_among(key, words);
    if (!number && !word && !is_among(key, others)) return unknown(key, "an agent", numbers, words, others);
    const auto text = text_of_member(key, value, number);
    if (!text) return;
    if (number || word) text_at(out_.texts, setting_of(key.c_str()).key) = *text;
    if (key == "name") read_name(*text);
  }

  template <class... Lists>
  void unknown(const std::string& key, const char* what, const Lists&... lists) {
    std::vector<std::string> known;
    (known.insert(known.end(), lists.begin(), lists.end()), ...);
    wrong("'" + shown(key) + "' is no member of " + what + did_you_mean(key, known));
  }

  // The text of a value of the right kind.
  std::optional<std::string> text_of_member(const std::string& key, JsonView value, bool number) {
    std::string text;
    if (value.is_text()) text = value.text();
    else if (number && value.is_number()) text = value.numeral();
    else {
      wrong(key + (number ? " is neither a number nor a text; write such as 0.4, \"2/5\" or \"40cm\"" : " is no text"));
      return std::nullopt;
    }
    if (text.size() <= most_characters) return text;
    wrong(key + " has " + count_text(text.size()) + " characters; write at most " + count_text(most_characters));
    return std::nullopt;
  }

  void read_name(const std::string& name) {
    if (!is_stance_name(name)) wrong("name '" + shown(name) + "' is bad; use 1 to 64 letters, digits, '_' and '-'");
    out_.texts.agent_name = name;
  }

  void read_stances(JsonView list) {
    if (!list.is_array() || list.size() == 0)
      return wrong("stances is no list of stances; write such as [{\"name\": \"stand\", \"height\": \"1.8\"}]");
    for (const JsonView stance : list) {
      const auto name = stance.is_object() ? stance.find("name") : std::nullopt;
      const auto height = stance.is_object() ? stance.find("height") : std::nullopt;
      if (!name || !height) {
        wrong("an entry of stances lacks its name or its height; write {\"name\": \"stand\", \"height\": \"1.8\"}");
        continue;
      }
      for (const std::string& key : stance.keys())
        if (key != "name" && key != "height") unknown(key, "a stance", std::array{"name", "height"});
      const auto text = text_of_member("name", *name, false), number = text_of_member("height", *height, true);
      if (text && text->find('=') != std::string::npos) wrong("stance name '" + *text + "' has a '='; use letters");
      else if (text && number) out_.texts.stances.push_back(*text + "=" + *number);
    }
  }

  // A text that is not longer, of whole characters of UTF-8.
  static std::string shown(const std::string& text, std::size_t most = 64) {
    if (text.size() <= most) return text;
    while (most > 0 && (text[most] & 0xC0) == 0x80) --most;
    return text.substr(0, most) + "...";
  }

  const std::string& file_;
  AgentFile& out_;
};

const char* text_of_preset(const std::optional<std::string>& name) {
  for (const PresetText& preset : preset_texts())
    if (name == preset.name) return preset.text;
  return nullptr;
}

std::optional<mpq_class> metres_of(const std::optional<std::string>& unit) {
  try {
    return unit ? unit_option("--unit", *unit).metres : std::nullopt;
  } catch (const RefusedOption&) {
    return std::nullopt;  // read_settings() refuses it
  }
}

// A plain length in another unit; what is none stays as it is.
void scale(std::string& text, const mpq_class& by) {
  const std::size_t begin = text.find('=') + 1;
  if (const auto value = kernel::parse_rational(std::string_view(text).substr(begin)))
    text.replace(begin, text.npos, mpq_class(*value * by).get_str());
}

}  // namespace

AgentFile read_agent_file(const std::string& agent) {
  AgentFile out;
  const bool is_text = agent.starts_with('{');
  const std::string file = is_text ? "agent" : agent;
  FileReader reader(file, out);
  std::optional<Result<MappedFile>> mapped;
  if (!is_text) {
    mapped.emplace(MappedFile::open(agent));
    if (!*mapped) return out.errors.push_back(mapped->error()), out;
  }
  const std::string_view text = is_text ? std::string_view(agent) : (*mapped)->text();
  if (text.size() > most_bytes) return reader.wrong("this is too large for an agent", ErrorCode::too_large), out;
  try {
    reader.read(JsonDocument::parse_numerals(text).root());
  } catch (const JsonError& error) {
    reader.wrong(error.kind == JsonError::Kind::key_twice ? std::string("has a member twice: ") + error.what()
                                                          : std::string("this is no JSON: ") + error.what());
  }
  try {
    if (out.texts.unit) unit_option("--unit", *out.texts.unit);
  } catch (const RefusedOption& refused) {
    out.errors.push_back(in_file(bad_option(refused.what), agent));
    out.texts.unit = "m";  // so that lengths with a unit are not refused, too
  }
  if (const char* preset = text_of_preset(out.texts.preset); preset && !out.texts.unit)
    out.texts.unit = read_agent_file(preset).texts.unit;
  return out;
}

void put_below(BakeArguments& above, BakeArguments below) {
  if (const auto here = metres_of(above.unit), there = metres_of(below.unit); here && there && *here != *there) {
    const mpq_class by = *there / *here;
    for (std::string& stance : below.stances) scale(stance, by);
    for (const char* key : numbers)
      if (auto& text = text_at(below, key); text && setting_of(key).is_length) scale(*text, by);
  }
  const bool has_slope = above.slope || above.slope_ratio || above.slope_cos;
  const auto put = [&](const char* key) {
    if (auto& text = text_at(above, key); !text && !(has_slope && is_among(key, slopes))) text = text_at(below, key);
  };
  for (const char* key : numbers) put(key);
  for (const char* key : words) put(key);
  if (above.stances.empty()) above.stances = std::move(below.stances);
  if (above.agent_name.empty()) above.agent_name = std::move(below.agent_name);
}

Error in_file(const Error& error, const std::string& agent) {
  return {error.code, program_words(error.message), agent.starts_with('{') ? "agent" : agent, error.line};
}

Result<BakeArguments> with_preset(const BakeArguments& a) {
  BakeArguments out = a;
  if (!a.preset) return out;
  if (const char* text = text_of_preset(a.preset)) {
    put_below(out, read_agent_file(text).texts);
    out.agent_name = a.agent_name;  // a preset has its own member
    return out;
  }
  std::string known;
  for (const PresetText& preset : preset_texts()) known.append(known.empty() ? "" : " or ").append(preset.name);
  return bad_option("--preset '" + *a.preset + "' is unknown; give " + known);
}

}  // namespace plumb::pipeline
