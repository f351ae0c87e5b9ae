// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"

/// Godot's text resources (.tres, .tscn) of version 3 and 4: sections in brackets, each with lines "key = value".
/// Source: Godot's documentation, "TSCN file format", and how its VariantParser takes values.
namespace plumb::pipeline::godot {

/// What is wrong with a file. Everything of this room throws it; readers make an Error of it.
struct Refusal {
  ErrorCode code;
  std::string what;
  std::string file;
  std::uint64_t line = 0;  ///< 0: about none

  Error error() const { return {code, what, file, line}; }
};

/// A name in quotation marks for a message: no more than one line of it, and not a long one.
std::string quote(std::string_view name);

/// A value as it is written. It refers to the document's text.
struct Value {
  std::string_view text;
  std::uint64_t line = 1;  ///< where it begins
};

/// Reads values from where it stands. Blanks and comments (from ';' to the end of a line) are passed over.
class Cursor {
 public:
  Cursor(const Value& value, const std::string& file) : text_(value.text), file_(file), line_(value.line) {}

  bool at_end();
  char peek();        ///< the next character that is no blank; '\0' at the end
  bool take(char c);  ///< passes over it, if it is the next one
  void require(char c);
  /// What goes on to a blank, a bracket, ',', ':', '=' or '"': a number, a name, true, null. At least one character.
  std::string_view word();
  std::string string();         ///< in quotation marks
  std::string_view line_key();  ///< what stands before '=' on this line, which is passed over
  mpq_class number(Numbers numbers);
  /// So many numbers in parentheses behind one of these words; any number of them if `count` is none.
  std::vector<mpq_class> numbers_of(std::initializer_list<std::string_view> words, std::optional<std::size_t> count,
                                    Numbers numbers);
  /// A PackedByteArray, as numbers or, since Godot 4.4, in base64.
  std::string bytes();
  /// Calls use(key) for the entries of a dictionary, with the cursor before the value, which it has to pass over.
  template <class Use>
  void for_entries(Use&& use) {
    require('{');
    while (!take('}')) {
      const std::string key = string();
      require(':');
      use(key);
      take(',');
    }
  }
  /// Any value; what is passed over.
  Value skip_value();
  std::uint64_t line() const { return line_; }
  [[noreturn]] void fail(const std::string& what, ErrorCode code = ErrorCode::syntax) const;

 private:
  void advance() { line_ += text_[at_++] == '\n'; }
  void skip_blanks();
  void skip(int nested);
  void skip_list(char end, int nested);

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::uint64_t line_;
};

using Fields = std::vector<std::pair<std::string, Value>>;

/// [kind key=value ...] and the lines below it.
struct Section {
  std::string kind;
  std::uint64_t line = 0;
  Fields attributes, properties;
};

/// A file taken apart; values are looked at when they are asked for.
class Document {
 public:
  /// Throws Refusal: unsupported_format for a binary resource, syntax. `text` has to live as long as this.
  Document(std::string_view text, std::string file);

  const std::string& file() const { return file_; }
  const std::vector<Section>& sections() const { return sections_; }
  /// What gd_scene, gd_resource and resources are of.
  std::string type_of(const Section& section) const { return attribute(section, "type"); }
  std::string id_of(const Section& section) const { return attribute(section, "id"); }
  /// An attribute's text, with or without quotation marks; empty if there is none.
  std::string attribute(const Section& section, std::string_view key) const;
  /// The section of this kind and id; null if there is none.
  const Section* find(std::string_view kind, std::string_view id) const;
  Cursor cursor(const Value& value) const { return {value, file_}; }

 private:
  std::string file_;
  std::vector<Section> sections_;
  std::map<std::pair<std::string, std::string>, std::size_t> by_id_;  // of a kind and an id, the first
};

/// The last value of this key; null if there is none.
const Value* find_value(const Fields& fields, std::string_view key);

/// Whether bytes begin as a text resource does, or as a binary one.
bool is_text_resource(std::string_view bytes);
bool is_binary_resource(std::string_view bytes);

/// What SubResource("id") and ExtResource("id") name; none for null.
struct Reference {
  bool external = false;
  std::string id;
};
std::optional<Reference> reference_of(Cursor cursor);

}  // namespace plumb::pipeline::godot
