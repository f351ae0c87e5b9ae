// SPDX-License-Identifier: GPL-3.0-or-later
// Godot's text resources (.tres, .tscn) taken apart, without a tree of values.
//
// 1. The constructor of Document reads the text once: sections in brackets, their attributes, and their properties. It
//    skips values (Cursor::skip_value, which matches brackets and quotation marks) and keeps them as pieces of the
//    text.
// 2. A Cursor reads a value when something asks for it: word(), string(), number(), numbers_of(), bytes(),
//    for_entries(). skip_blanks() skips blanks and comments before each of them.
// 3. reference_of() reads what names another resource; Document::find() finds that by kind and id.
// So a value that nobody asks for costs a look at each character, and no memory.
//
// Cost: linear in the text, and log n for finding a section; nested values at most 64 deep.
// Exact: numbers are rounded at most once, as `numbers` says (text_number.h).
// Source: Godot's documentation, "TSCN file format", and its VariantParser.
#include "plumb/pipeline/godot_text.h"

#include <algorithm>
#include <charconv>

#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline::godot {
namespace {

constexpr int most_nested = 64;

bool is_one_of(char c, std::string_view list) { return list.find(c) != std::string_view::npos; }

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else {
    if (code >= 0x10000) {
      put(0xf0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3f));
    } else {
      put(0xe0 | code >> 12);
    }
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

}  // namespace

std::string quote(std::string_view name) {
  constexpr std::size_t most = 60;
  std::string out = "'";
  for (const char c : name.substr(0, most)) out += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? '_' : c;
  return out + (name.size() > most ? "..." : "") + "'";
}

void Cursor::fail(const std::string& what, ErrorCode code) const { throw Refusal{code, what, file_, line_}; }

void Cursor::skip_blanks() {
  for (; at_ < text_.size(); advance()) {
    if (text_[at_] == ';')
      while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') advance();
    else if (!is_one_of(text_[at_], " \t\r\n")) return;
  }
}
bool Cursor::at_end() {
  skip_blanks();
  return at_ == text_.size();
}
char Cursor::peek() {
  skip_blanks();
  return at_ < text_.size() ? text_[at_] : '\0';
}
bool Cursor::take(char c) {
  if (peek() != c || at_ == text_.size()) return false;
  advance();
  return true;
}
void Cursor::require(char c) {
  if (!take(c)) fail(std::string("'") + c + "' is missing");
}

std::string_view Cursor::word() {
  skip_blanks();
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_one_of(text_[at_], " \t\r\n()[]{},:=\";")) advance();
  if (at_ == begin) fail("something else stands where a word should");
  return text_.substr(begin, at_ - begin);
}

// Up to four hexadecimal digits.
std::uint32_t Cursor::code_unit() {
  std::uint32_t code = 0;
  for (int digit = 0; digit < 4 && at_ < text_.size(); ++digit, advance()) {
    const std::size_t value = std::string_view("0123456789abcdefABCDEF").find(text_[at_]);
    if (value == std::string_view::npos) break;
    code = 16 * code + static_cast<std::uint32_t>(value < 16 ? value : value - 6);
  }
  return code;
}

std::string Cursor::string() {
  require('"');
  std::string out;
  for (;;) {
    if (at_ == text_.size()) fail("a text has no end");
    const char c = text_[at_];
    advance();
    if (c == '"') return out;
    if (c != '\\') {
      out += c;
      continue;
    }
    if (at_ == text_.size()) fail("a text has no end");
    const char escaped = text_[at_];
    advance();
    if (escaped == 'n') out += '\n';
    else if (escaped == 't') out += '\t';
    else if (escaped == 'u') {
      // A character beyond 16 bits is two surrogates, one after the other. One alone is no character.
      std::uint32_t code = code_unit();
      if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_, 2) == "\\u") {
        advance();
        advance();
        const std::uint32_t low = code_unit();
        code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
      } else if (code >= 0xd800 && code < 0xe000) {
        code = 0xfffd;
      }
      append_utf8(out, code);
    } else {
      out += escaped;
    }
  }
}

std::string_view Cursor::line_key() {
  skip_blanks();
  const std::size_t begin = at_;
  while (at_ < text_.size() && text_[at_] != '=' && text_[at_] != '\n') advance();
  std::string_view key = text_.substr(begin, at_ - begin);
  while (!key.empty() && is_one_of(key.back(), " \t\r")) key.remove_suffix(1);
  if (key.size() > 1 && key.front() == '"' && key.back() == '"') key = key.substr(1, key.size() - 2);
  if (key.empty()) fail("something else stands where a word should");
  require('=');
  return key;
}

mpq_class Cursor::number(Numbers numbers) {
  const std::string_view text = word();
  auto value = text_number(text, numbers);
  if (!value) fail(quote(text) + " is no number", ErrorCode::bad_number);
  return std::move(*value);
}

std::vector<mpq_class> Cursor::numbers_of(std::initializer_list<std::string_view> words,
                                          std::optional<std::size_t> count, Numbers numbers) {
  const std::string_view name = word();
  if (std::ranges::find(words, name) == words.end())
    fail(quote(name) + " stands where " + std::string(*words.begin()) + " should");
  require('(');
  std::vector<mpq_class> out;
  while (!take(')')) {
    out.push_back(number(numbers));
    take(',');
  }
  if (count && out.size() != *count)
    fail(std::string(name) + " has " + std::to_string(out.size()) + " numbers, not " + std::to_string(*count),
         ErrorCode::missing_coordinate);
  return out;
}

std::string Cursor::bytes() {
  if (word() != "PackedByteArray") fail("something else stands where a PackedByteArray should");
  require('(');
  std::string out;
  if (peek() == '"') {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : string()) {
      if (c == '=') break;
      const std::size_t digit = digits.find(c);
      if (digit == std::string_view::npos) fail("the bytes are no base64");
      bits = bits << 6 | static_cast<std::uint32_t>(digit);
      count += 6;
      if (count < 8) continue;
      count -= 8;
      out += static_cast<char>(bits >> count & 0xff);
    }
    require(')');
    return out;
  }
  while (!take(')')) {
    const std::string_view text = word();
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value > 255) fail(quote(text) + " is no byte");
    out += static_cast<char>(value);
    take(',');
  }
  return out;
}

Value Cursor::skip_value() {
  skip_blanks();
  Value out{{}, line_};
  const std::size_t begin = at_;
  skip(0);
  out.text = text_.substr(begin, at_ - begin);
  return out;
}

void Cursor::skip(int nested) {
  if (nested > most_nested) fail("values are nested too deeply");
  const char c = peek();
  if (c == '"') {
    string();
  } else if (c == '&' || c == '^') {
    advance();
    string();
  } else if (c == '[') {
    advance();
    skip_list(']', nested);
  } else if (c == '{') {
    advance();
    skip_list('}', nested);
  } else {
    word();
    // The arguments of a type or of a constructor follow the word without a blank: a bracket after a blank would start
    // the next section.
    if (at_ < text_.size() && text_[at_] == '[') {
      advance();
      skip_list(']', nested);
    }
    if (at_ < text_.size() && text_[at_] == '(') {
      advance();
      skip_list(')', nested);
    }
  }
}

void Cursor::skip_list(char end, int nested) {
  while (!take(end)) {
    skip(nested + 1);
    take(':');
    take(',');
  }
}

Document::Document(std::string_view text, std::string file) : file_(std::move(file)) {
  if (is_binary_resource(text))
    throw Refusal{ErrorCode::unsupported_format,
                  "this is a binary resource of Godot; save it as .tres (a scene as .tscn)", file_, 0};
  if (!is_text_resource(text))
    throw Refusal{ErrorCode::syntax, "this is no text resource of Godot; name a .tres or .tscn as Godot saves it",
                  file_, 0};
  Cursor cursor({text, 1}, file_);
  while (!cursor.at_end()) {
    if (!cursor.take('[')) {
      if (sections_.empty()) cursor.fail("a section is missing");
      std::string key(cursor.line_key());
      sections_.back().properties.push_back({std::move(key), cursor.skip_value()});
      continue;
    }
    Section& section = sections_.emplace_back();
    section.line = cursor.line();
    section.kind = cursor.word();
    while (!cursor.take(']')) {
      std::string key(cursor.word());
      cursor.require('=');
      section.attributes.push_back({std::move(key), cursor.skip_value()});
    }
  }
  for (std::size_t i = 0; i < sections_.size(); ++i)
    if (const std::string id = id_of(sections_[i]); !id.empty()) by_id_.try_emplace({sections_[i].kind, id}, i);
}

std::string Document::attribute(const Section& section, std::string_view key) const {
  const Value* value = find_value(section.attributes, key);
  if (!value) return {};
  Cursor cursor = this->cursor(*value);
  return cursor.peek() == '"' ? cursor.string() : std::string(value->text);
}

const Section* Document::find(std::string_view kind, std::string_view id) const {
  const auto at = by_id_.find({std::string(kind), std::string(id)});
  return at == by_id_.end() ? nullptr : &sections_[at->second];
}

const Value* find_value(const Fields& fields, std::string_view key) {
  const Value* out = nullptr;
  for (const auto& [name, value] : fields)
    if (name == key) out = &value;
  return out;
}

bool is_binary_resource(std::string_view bytes) { return bytes.starts_with("RSRC") || bytes.starts_with("RSCC"); }
bool is_text_resource(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  const std::string_view rest = bytes.substr(first);
  return rest.starts_with("[gd_resource") || rest.starts_with("[gd_scene");
}

std::optional<Reference> reference_of(Cursor cursor) {
  const std::string_view word = cursor.word();
  if (word == "null") return std::nullopt;
  if (word != "SubResource" && word != "ExtResource") cursor.fail(quote(word) + " stands where a resource should");
  Reference out{word == "ExtResource", {}};
  cursor.require('(');
  out.id = cursor.peek() == '"' ? cursor.string() : std::string(cursor.word());
  return out;
}

}  // namespace plumb::pipeline::godot
