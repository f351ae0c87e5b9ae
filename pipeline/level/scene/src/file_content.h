// SPDX-License-Identifier: GPL-3.0-or-later
// What the content of scene files is made of: words on the lines of a text, and numbers that are stored as bytes.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "scene_builder.h"

namespace plumb::pipeline {

/// The words of a text, line by line. Lines end in LF or CRLF, or all in CR; blanks are space, tab, vertical tab and
/// form feed. A zero byte or another line end within a line is refused (unsupported_format).
class TextLines {
 public:
  /// With `comments`, # and what follows it on a line is not read. A UTF-8 byte order mark is skipped. `end`: what
  /// lines end in, LF or CR.
  TextLines(std::string_view text, bool comments, char end = '\n')
      : text_(text.substr(text.starts_with("\xef\xbb\xbf") ? 3 : 0)), comments_(comments), end_(end) {}

  /// Goes to the next line that is not blank; false at the end of the text.
  bool next();
  /// 1-based; that of the last line after the end.
  std::uint64_t number() const { return number_; }
  /// The next word of the line; empty at its end.
  std::string_view word();
  /// The rest of the line, without blanks at its ends.
  std::string_view rest();
  /// The same, but only up to the first word of it for which is_end(the rest from that word on) holds.
  std::string_view rest_before(bool (*is_end)(std::string_view rest));
  bool at_line_end();
  /// What follows the line.
  std::string_view remaining() const { return text_; }

 private:
  std::string_view text_, line_;
  std::uint64_t number_ = 0;
  bool comments_;
  char end_;
};

/// The first word of a line or of a part of one; empty if there is none. What follows it, from the next word on.
std::string_view first_word(std::string_view line);
std::string_view behind_word(std::string_view line);
inline std::string_view second_word(std::string_view line) { return first_word(behind_word(line)); }

/// A word that must be a whole number, or Refused (`code`): at most `largest`. `what` names it in messages.
std::uint64_t whole_number(std::string_view word, std::uint64_t largest, const char* what,
                           ErrorCode code = ErrorCode::syntax);

/// Refused (bad_number) unless the word is a numeral.
void check_numeral(std::string_view word, const char* what);

/// A vertex number of a face, from 0, as PLY and OFF count. Refused (bad_index).
std::uint32_t vertex_index(std::string_view word, std::uint64_t vertices);
std::uint32_t vertex_index(std::int64_t index, std::uint64_t vertices);

/// Runs read(); a Refused without a line gets that of `lines`.
template <class Read>
auto with_line(const TextLines& lines, const Read& read) {
  try {
    return read();
  } catch (Refused& refused) {
    if (refused.line == 0) refused.line = lines.number();
    throw;
  }
}

/// A number stored at `bytes` (sizeof(T) of them), of whatever alignment, in the given byte order.
template <class T>
T stored(const char* bytes, std::endian order = std::endian::little) {
  std::array<char, sizeof(T)> copy;
  std::memcpy(copy.data(), bytes, sizeof(T));
  if (order != std::endian::native) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<T>(copy);
}

/// A token for a message: in quotes, cut to a readable length, without control characters.
std::string in_quotes(std::string_view token);

/// The 1-based number of the line that holds the byte at `offset`.
std::size_t line_of(std::string_view text, std::size_t offset);

}  // namespace plumb::pipeline
