// SPDX-License-Identifier: LGPL-3.0-or-later
// JSON, written and read, over nlohmann's library: this file alone includes the library, which is slow to compile.
//
// 1. Json builds a document to be written, with members in the order in which they are set; json_text() writes it.
// 2. JsonView looks at a value of a document that was read. Documents are of one of the library's two types, with
//    members sorted or in their order; use() calls a function with the right one, and turns the library's exceptions
//    into JsonError.
// 3. JsonDocument::parse() reads a text twice: KeysOnce looks for keys that an object has twice, of which the library
//    would keep one; then the library builds the document, sorted, so that members are found by search.
// 4. JsonDocument::parse_numerals() builds the document by itself (NumeralReader): a number is a value of the library's
//    kind `binary`, which no JSON has, with the bytes of its text.
// 5. JsonDocument::parse_ordered() reads a stream in its order, and lets a callback see, and erase, each value as it is
//    read, so that the document of a large file stays small.
//
// Cost: linear in the text, log n for finding a member; an ordered object is searched from front to back.
// Exact: integers of at most 64 bits; other numbers are the nearest binary64, but those of parse_numerals().
// Source: nlohmann/json (package nlohmann-json3-dev).
#include "plumb/pipeline/json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

namespace plumb::pipeline {

struct Json::Value {
  nlohmann::ordered_json json;
};

Json::Json() : value_(new Value) {}
Json::Json(bool value) : value_(new Value{value}) {}
Json::Json(double value) : value_(new Value{value}) {}
Json::Json(const char* text) : value_(new Value{text}) {}
Json::Json(std::string text) : value_(new Value{std::move(text)}) {}
Json::Json(Integer number) : value_(new Value{number.value}) {}
Json::Json(Whole number) : value_(new Value{number.value}) {}

Json::Json(std::initializer_list<Json> entries) : Json() {
  const bool members = std::all_of(entries.begin(), entries.end(), [](const Json& e) {
    const auto& json = e.value_->json;
    return json.is_array() && json.size() == 2 && json[0].is_string();
  });
  value_->json = members ? nlohmann::ordered_json::object() : nlohmann::ordered_json::array();
  // The entries of the list are temporaries that nobody else uses, so their values are moved, not copied.
  for (const Json& e : entries) {
    auto& json = e.value_->json;
    if (members) value_->json.emplace(json[0].get<std::string>(), std::move(json[1]));
    else value_->json.push_back(std::move(json));
  }
}

Json::Json(const Json& other) : value_(new Value{*other.value_}) {}
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(Json other) noexcept { return value_.swap(other.value_), *this; }
Json::~Json() = default;

Json Json::array() {
  Json out;
  out.value_->json = nlohmann::ordered_json::array();
  return out;
}

void Json::push_back(Json entry) { value_->json.push_back(std::move(entry.value_->json)); }
void Json::set(const char* key, Json value) { value_->json[key] = std::move(value.value_->json); }

// Calls a function with the library's value, and turns the library's exceptions into JsonError.
template <class Use>
auto JsonView::use(Use&& use) const {
  try {
    return ordered_ ? use(*static_cast<const nlohmann::ordered_json*>(value_))
                    : use(*static_cast<const nlohmann::json*>(value_));
  } catch (const nlohmann::json::exception& e) {
    throw JsonError(JsonError::Kind::content, 0, e.what());
  }
}

namespace {

template <class Value>
std::string dump(const Value& json, int indent) {
  return json.dump(indent, ' ', false, Value::error_handler_t::replace);
}

}  // namespace

std::string json_text(const Json& json, int indent) { return dump(json.value_->json, indent); }
std::string json_text(JsonView json) {
  return json.use([](const auto& value) { return dump(value, -1); });
}

bool JsonView::is_null() const {
  return use([](const auto& json) { return json.is_null(); });
}
bool JsonView::is_array() const {
  return use([](const auto& json) { return json.is_array(); });
}
bool JsonView::is_object() const {
  return use([](const auto& json) { return json.is_object(); });
}
bool JsonView::is_text() const {
  return use([](const auto& json) { return json.is_string(); });
}
bool JsonView::is_boolean() const {
  return use([](const auto& json) { return json.is_boolean(); });
}
bool JsonView::is_number() const {
  return use([](const auto& json) { return json.is_number() || json.is_binary(); });
}
bool JsonView::is_integer() const {
  return use([](const auto& json) { return json.is_number_integer(); });
}
bool JsonView::is_whole() const {
  return use([](const auto& json) { return json.is_number_unsigned(); });
}

bool JsonView::boolean() const {
  return use([](const auto& json) { return json.template get<bool>(); });
}
double JsonView::number() const {
  return use([](const auto& json) { return json.template get<double>(); });
}
std::int64_t JsonView::integer() const {
  return use([](const auto& json) { return json.template get<std::int64_t>(); });
}
std::uint64_t JsonView::whole() const {
  return use([](const auto& json) { return json.template get<std::uint64_t>(); });
}
const std::string& JsonView::text() const {
  return *use([](const auto& json) { return &json.template get_ref<const std::string&>(); });
}

std::string JsonView::numeral() const {
  return use([](const auto& json) {
    const auto& bytes = json.get_binary();
    return std::string(bytes.begin(), bytes.end());
  });
}

std::optional<JsonView> JsonView::find(const char* key) const {
  const void* found = use([&](const auto& json) -> const void* {
    const auto at = json.find(key);
    return at == json.end() ? nullptr : &*at;
  });
  return found ? std::optional(JsonView(found, ordered_)) : std::nullopt;
}

JsonView JsonView::at(const char* key) const {
  return {use([&](const auto& json) -> const void* { return &json.at(key); }), ordered_};
}
std::vector<JsonView> JsonView::values() const {
  return use([&](const auto& json) {
    std::vector<JsonView> out;
    if (!json.is_object()) throw JsonError(JsonError::Kind::content, 0, "no object");
    for (const auto& value : json) out.push_back({&value, ordered_});
    return out;
  });
}
std::vector<std::string> JsonView::keys() const {
  return use([&](const auto& json) {
    std::vector<std::string> out;
    if (!json.is_object()) throw JsonError(JsonError::Kind::content, 0, "no object");
    for (auto member = json.begin(); member != json.end(); ++member) out.push_back(member.key());
    return out;
  });
}
std::size_t JsonView::size() const {
  return use([](const auto& json) { return json.size(); });
}
JsonView JsonView::operator[](std::size_t i) const {
  return {use([&](const auto& json) -> const void* { return &json.at(i); }), ordered_};
}

// One of the two is null.
struct JsonDocument::Value {
  nlohmann::json sorted;
  nlohmann::ordered_json ordered;
};

JsonDocument::JsonDocument() : value_(new Value) {}
JsonDocument::JsonDocument(JsonDocument&& other) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&& other) noexcept = default;
JsonDocument::~JsonDocument() = default;

JsonView JsonDocument::root() const {
  return value_->ordered.is_null() ? JsonView(&value_->sorted, false) : JsonView(&value_->ordered, true);
}

namespace {

JsonDocument::Event event_of(nlohmann::json::parse_event_t event) {
  using Library = nlohmann::json::parse_event_t;
  using Event = JsonDocument::Event;
  switch (event) {
    case Library::object_start: return Event::object_start;
    case Library::object_end: return Event::object_end;
    case Library::array_start: return Event::array_start;
    case Library::array_end: return Event::array_end;
    case Library::key: return Event::key;
    default: return Event::value;
  }
}

// A parser that stops at the first key that an object has twice.
struct KeysOnce : nlohmann::json::json_sax_t {
  using Text = nlohmann::json::string_t;
  std::vector<std::set<Text>> open;  // the keys of each object that is open
  std::optional<Text> twice;

  bool start_object(std::size_t) override { return open.emplace_back(), true; }
  bool end_object() override { return open.pop_back(), true; }
  bool key(Text& name) override {
    if (open.back().insert(name).second) return true;
    twice = name;
    return false;
  }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(nlohmann::json::number_integer_t) override { return true; }
  bool number_unsigned(nlohmann::json::number_unsigned_t) override { return true; }
  bool number_float(nlohmann::json::number_float_t, const Text&) override { return true; }
  bool string(Text&) override { return true; }
  bool binary(nlohmann::json::binary_t&) override { return true; }
  // Errors of syntax are reported by the second reading.
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }
};

// Builds the document, with numbers as their texts.
struct NumeralReader : KeysOnce {
  nlohmann::json root;
  std::vector<nlohmann::json*> whole;  // the values that are open, each in the one before it
  Text name;                           // of the next member

  nlohmann::json* add(nlohmann::json value) {
    if (whole.empty()) return &(root = std::move(value));
    if (whole.back()->is_array()) return &whole.back()->emplace_back(std::move(value));
    return &((*whole.back())[name] = std::move(value));
  }
  bool add_numeral(const std::string& text) {
    return add(nlohmann::json::binary(nlohmann::json::binary_t::container_type(text.begin(), text.end())));
  }
  bool start_object(std::size_t n) override {
    whole.push_back(add(nlohmann::json::object()));
    return KeysOnce::start_object(n);
  }
  bool end_object() override { return whole.pop_back(), KeysOnce::end_object(); }
  bool key(Text& text) override { return name = text, KeysOnce::key(text); }
  bool start_array(std::size_t) override { return whole.push_back(add(nlohmann::json::array())), true; }
  bool end_array() override { return whole.pop_back(), true; }
  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(nlohmann::json::number_integer_t value) override { return add_numeral(std::to_string(value)); }
  bool number_unsigned(nlohmann::json::number_unsigned_t value) override { return add_numeral(std::to_string(value)); }
  bool number_float(nlohmann::json::number_float_t, const Text& text) override { return add_numeral(text); }
  bool string(Text& text) override { return add(text); }
  bool parse_error(std::size_t byte, const std::string&, const nlohmann::json::exception& e) override {
    const bool range = dynamic_cast<const nlohmann::json::out_of_range*>(&e) != nullptr;
    throw JsonError(range ? JsonError::Kind::number_range : JsonError::Kind::syntax, byte, e.what());
  }
};

template <class Value, class Input, class Watch>
Value parse_as(Input&& input, const Watch& watch) {
  try {
    return Value::parse(input, watch);
  } catch (const nlohmann::json::parse_error& e) {
    throw JsonError(JsonError::Kind::syntax, e.byte, e.what());
  } catch (const nlohmann::json::out_of_range& e) {
    throw JsonError(JsonError::Kind::number_range, 0, e.what());
  }
}

}  // namespace

JsonDocument JsonDocument::parse(std::string_view text) {
  // The library keeps one of two equal keys; a callback that looks at each key while it builds takes quadratic time.
  if (KeysOnce keys; !nlohmann::json::sax_parse(text, &keys) && keys.twice)
    throw JsonError(JsonError::Kind::key_twice, 0, *keys.twice);
  JsonDocument out;
  out.value_->sorted = parse_as<nlohmann::json>(text, nullptr);
  return out;
}

JsonDocument JsonDocument::parse_numerals(std::string_view text) {
  NumeralReader reader;
  if (!nlohmann::json::sax_parse(text, &reader)) throw JsonError(JsonError::Kind::key_twice, 0, *reader.twice);
  JsonDocument out;
  out.value_->sorted = std::move(reader.root);
  return out;
}

JsonDocument JsonDocument::parse_ordered(std::istream& in, const Watch& watch) {
  using Library = nlohmann::ordered_json;
  JsonDocument out;
  out.value_->ordered = parse_as<Library>(in, [&](int depth, Library::parse_event_t event, const Library& value) {
    return watch(depth, event_of(event), JsonView(&value, true));
  });
  return out;
}

}  // namespace plumb::pipeline
