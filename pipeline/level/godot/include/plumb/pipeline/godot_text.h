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

/// An error in a file. All functions of this room throw it, and readers make an Error of it.
struct Refusal {
  ErrorCode code;
  std::string what;
  std::string file;
  std::uint64_t line = 0;  ///< 0: the error is not about a line
  /// The path of the node without which the scene can be read; empty if there is none, or it is the root.
  std::string node = {};

  Error error() const { return {code, what, file, line}; }
};

/// A name in quotation marks for a message, without control characters and cut to a readable length.
std::string quote(std::string_view name);

/// A value as it is written, a piece of the document's text.
struct Value {
  std::string_view text;
  std::uint64_t line = 1;  ///< where it begins
};

/// Reads values one after another. It skips blanks and comments (from ';' to the end of a line) before each.
class Cursor {
 public:
  Cursor(const Value& value, const std::string& file) : text_(value.text), file_(file), line_(value.line) {}

  bool at_end();
  char peek();        ///< the next character that is no blank; '\0' at the end
  bool take(char c);  ///< skips c if it is the next character that is no blank; @return whether it was
  void require(char c);
  /// The text up to a blank, a bracket, ',', ':', '=' or '"': a number, a name, true, null. At least one character.
  std::string_view word();
  std::string string();         ///< in quotation marks
  std::string_view line_key();  ///< the text before '=' on this line; the '=' is skipped
  mpq_class number(Numbers numbers);
  /// `count` numbers in parentheses after one of these words; any number of them if `count` is none.
  std::vector<mpq_class> numbers_of(std::initializer_list<std::string_view> words, std::optional<std::size_t> count,
                                    Numbers numbers);
  /// A PackedByteArray, as numbers or, since Godot 4.4, in base64.
  std::string bytes();
  /// Calls use(key) for the entries of a dictionary, with the cursor before the value. `use` must read or skip the
  /// value.
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
  /// Skips a value of any kind, and returns it.
  Value skip_value();
  std::uint64_t line() const { return line_; }
  [[noreturn]] void fail(const std::string& what, ErrorCode code = ErrorCode::syntax) const;

 private:
  void advance() { line_ += text_[at_++] == '\n'; }
  void skip_blanks();
  std::uint32_t code_unit();
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

/// A file taken apart into sections. Values are read only when they are asked for.
class Document {
 public:
  /// Throws Refusal: unsupported_format for a binary resource, syntax. `text` must outlive this object.
  Document(std::string_view text, std::string file);

  const std::string& file() const { return file_; }
  const std::vector<Section>& sections() const { return sections_; }
  /// The type of a gd_scene, a gd_resource or a resource.
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
  std::map<std::pair<std::string, std::string>, std::size_t> by_id_;  // by kind and id: the first section
};

/// The last value of this key; null if there is none.
const Value* find_value(const Fields& fields, std::string_view key);

/// Whether bytes start as a text resource does, and whether they start as a binary one does.
bool is_text_resource(std::string_view bytes);
bool is_binary_resource(std::string_view bytes);

/// The resource that SubResource("id") or ExtResource("id") names; none for null.
struct Reference {
  bool external = false;
  std::string id;
};
std::optional<Reference> reference_of(Cursor cursor);

}  // namespace plumb::pipeline::godot
