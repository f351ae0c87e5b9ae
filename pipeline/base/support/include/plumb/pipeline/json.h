// SPDX-License-Identifier: LGPL-3.0-or-later
// JSON, written and read. The library behind it is slow to compile: json.cpp alone includes it.
#pragma once
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::pipeline {

/// A value to be written. Members of an object keep their order.
class Json {
 public:
  Json();  ///< null
  Json(bool value);
  Json(double value);
  Json(const char* text);
  Json(std::string text);
  template <std::signed_integral T>
  Json(T value) : Json(Integer{value}) {}
  template <std::unsigned_integral T>
  Json(T value) : Json(Whole{value}) {}
  template <class T>
  Json(const std::vector<T>& entries) : Json(array()) {
    for (const T& entry : entries) push_back(entry);
  }
  /// An object if every entry is an array of two whose first is a text, else an array.
  Json(std::initializer_list<Json> entries);
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(Json other) noexcept;
  ~Json();

  static Json array();
  void push_back(Json entry);
  void set(const char* key, Json value);

 private:
  friend std::string json_text(const Json& json, int indent);
  struct Value;
  struct Integer {
    std::int64_t value;
  };
  struct Whole {
    std::uint64_t value;
  };
  Json(Integer number);
  Json(Whole number);

  std::unique_ptr<Value> value_;
};

/// JSON text, on several lines if `indent` is not negative. Bytes that are no UTF-8 are replaced.
std::string json_text(const Json& json, int indent = -1);
class JsonView;
std::string json_text(JsonView json);

/// A text is no JSON, or a value is not of the kind that was asked for.
struct JsonError : std::runtime_error {
  enum class Kind { syntax, number_range, content, key_twice };
  JsonError(Kind k, std::size_t b, const std::string& what) : std::runtime_error(what), kind(k), byte(b) {}
  Kind kind;
  std::size_t byte;  ///< of a syntax error, from 1; 0: not known
};

/// A value of a document that was read; copies refer to the same value. A function that returns a content throws
/// JsonError if the value is of another kind.
class JsonView {
 public:
  class Iterator;

  bool is_null() const;
  bool is_array() const;
  bool is_object() const;
  bool is_text() const;
  bool is_boolean() const;
  bool is_number() const;
  bool is_integer() const;  ///< written without a fraction or an exponent, and of at most 64 bits
  bool is_whole() const;    ///< an integer, not negative

  bool boolean() const;
  double number() const;
  std::int64_t integer() const;
  std::uint64_t whole() const;
  const std::string& text() const;
  /// A number as it is written: "0.10". Requires a document of parse_numerals().
  std::string numeral() const;

  /// A member. Requires an object.
  std::optional<JsonView> find(const char* key) const;
  JsonView at(const char* key) const;
  /// The names of an object's members, in the order of values().
  std::vector<std::string> keys() const;
  /// The values of an object's members: in the order of their keys or, in an ordered document, in the document's order.
  std::vector<JsonView> values() const;
  /// The number of an array's entries or an object's members; 0 for null, 1 for any other value.
  std::size_t size() const;
  JsonView operator[](std::size_t i) const;

  Iterator begin() const;
  Iterator end() const;

 private:
  friend class JsonDocument;
  friend std::string json_text(JsonView json);
  JsonView(const void* value, bool ordered) : value_(value), ordered_(ordered) {}
  template <class Use>
  auto use(Use&& use) const;

  const void* value_;  // the library's, of one of its two types
  bool ordered_;
};

/// Over an array.
class JsonView::Iterator {
 public:
  Iterator(JsonView list, std::size_t at) : list_(list), at_(at) {}
  JsonView operator*() const { return list_[at_]; }
  Iterator& operator++() { return ++at_, *this; }
  bool operator!=(const Iterator& other) const { return at_ != other.at_; }

 private:
  JsonView list_;
  std::size_t at_;
};

inline JsonView::Iterator JsonView::begin() const { return {*this, 0}; }
inline JsonView::Iterator JsonView::end() const { return {*this, size()}; }

/// A document that was read.
class JsonDocument {
 public:
  enum class Event { object_start, object_end, array_start, array_end, key, value };
  /// Is called for every event of the reading, with the depth of nesting and the value as far as it is read. If it
  /// returns false, the value is left out of the document.
  using Watch = std::function<bool(int depth, Event event, JsonView value)>;

  /// Reads a text. Throws JsonError; if an object has a key twice, its message is that key. n log n; members are found
  /// by binary search.
  static JsonDocument parse(std::string_view text);
  /// The same, with numbers that keep all their digits: is_number() and numeral() are what there is of them.
  static JsonDocument parse_numerals(std::string_view text);
  /// Reads a stream; members keep their order. Throws JsonError, and what `watch` throws. An array takes time in the
  /// square of the entries that `watch` keeps. Objects should have few members.
  static JsonDocument parse_ordered(std::istream& in, const Watch& watch);

  JsonDocument();  ///< null
  JsonDocument(JsonDocument&& other) noexcept;
  JsonDocument& operator=(JsonDocument&& other) noexcept;
  ~JsonDocument();

  JsonView root() const;

 private:
  struct Value;

  std::unique_ptr<Value> value_;
};

}  // namespace plumb::pipeline
