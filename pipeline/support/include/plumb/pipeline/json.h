// SPDX-License-Identifier: GPL-3.0-or-later
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
  /// An object if every entry is an array of two that begins with a text, else an array.
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

/// JSON text, in lines if `indent` is not negative; bytes that are no UTF-8 are replaced.
std::string json_text(const Json& json, int indent = -1);
class JsonView;
std::string json_text(JsonView json);

/// What is read is no JSON, or is not what was asked for.
struct JsonError : std::runtime_error {
  enum class Kind { syntax, number_range, content, key_twice };
  JsonError(Kind k, std::size_t b, const std::string& what) : std::runtime_error(what), kind(k), byte(b) {}
  Kind kind;
  std::size_t byte;  ///< of a syntax error, from 1; 0: not known
};

/// A value of a document that was read. Copies see the same one. What asks for a content throws JsonError if it is of
/// another kind.
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

  /// A member. Requires an object.
  std::optional<JsonView> find(const char* key) const;
  JsonView at(const char* key) const;
  /// Values of an object's members, in the order of their keys or, of a document that is ordered, in its own.
  std::vector<JsonView> values() const;
  /// An array's entries; of other values, how many parts they have.
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
  /// Hears of everything as it is read: how deep it lies, and what there is of it. What it does not want (false) is
  /// left out.
  using Watch = std::function<bool(int depth, Event event, JsonView value)>;

  /// Throws JsonError; where an object has a key twice, that key is what it says. Members of objects are found by
  /// search. Linear.
  static JsonDocument parse(std::string_view text);
  /// Throws JsonError, and what `watch` throws. An array takes as long as the square of the entries that are wanted of
  /// it. Members keep their order, and there must be few of them in each object.
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
