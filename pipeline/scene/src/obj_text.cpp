// SPDX-License-Identifier: GPL-3.0-or-later
#include "obj_text.h"

#include <algorithm>

namespace plumb::pipeline::obj {

const char* next_record(const char* p, const char* end) {
  while (true) {
    const char* next = next_line(p, end);
    if (next == p || next[-1] != '\n') return next;
    const char* tail = next - 1;
    if (tail != p && tail[-1] == '\r') --tail;
    const bool joined = tail != p && tail[-1] == '\\';
    if (!joined || std::memchr(p, '#', static_cast<std::size_t>(tail - p))) return next;
    p = next;
  }
}

Record read_record(const char* p, const char* end) {
  while (true) {
    p = skip_blanks(p, end);
    if (p == end) return {{}, end};
    if (class_of(*p) == other) break;
    p = next_line(p, end);
  }
  const char* stop = token_end(p, end);
  return {{p, static_cast<std::size_t>(stop - p)}, next_record(p, end)};
}

std::string quote(std::string_view token) {
  constexpr std::size_t most = 48;
  std::string out = "\"";
  for (const char c : token.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      constexpr char hex[] = "0123456789abcdef";
      out += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
    }
  }
  return out + (token.size() > most ? "...\"" : "\"");
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

}  // namespace plumb::pipeline::obj
