// SPDX-License-Identifier: GPL-3.0-or-later
#include "leave_out.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

// The bytes that follow the first of a character in UTF-8.
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

void drop_character(std::string_view& text) {
  text.remove_prefix(1);
  while (!text.empty() && continues_character(text.front())) text.remove_prefix(1);
}

}  // namespace

// The last '*' takes as few characters as possible; where what follows it does not fit, it takes one more. An earlier
// one need not be tried again, since the last may take whatever that would.
bool matches(std::string_view pattern, std::string_view name) {
  bool any = false;
  std::string_view after_star, from;
  for (;;) {
    if (!pattern.empty() && pattern.front() == '*') {
      pattern.remove_prefix(1);
      any = true;
      after_star = pattern;
      from = name;
    } else if (pattern.empty() && name.empty()) {
      return true;
    } else if (!pattern.empty() && !name.empty() && pattern.front() == '?') {
      pattern.remove_prefix(1);
      drop_character(name);
    } else if (!pattern.empty() && !name.empty() && pattern.front() == name.front()) {
      pattern.remove_prefix(1);
      name.remove_prefix(1);
    } else {
      if (!any || from.empty()) return false;
      drop_character(from);
      name = from;
      pattern = after_star;
    }
  }
}

bool LeaveOut::takes(std::initializer_list<std::string_view> names, std::string_view path) {
  constexpr std::string_view from_root = "./";
  bool out = false;
  for (LeftOut& each : counts_) {
    const std::string_view pattern = each.pattern;
    const bool one =
        std::ranges::any_of(names, [&](std::string_view name) { return !name.empty() && matches(pattern, name); }) ||
        (!path.empty() && pattern.starts_with(from_root) && matches(pattern.substr(from_root.size()), path));
    each.parts += one;
    out = out || one;
  }
  return out;
}

bool LeaveOut::took_any() const {
  return std::ranges::any_of(counts_, [](const LeftOut& each) { return each.parts > 0; });
}

bool is_plain_pattern(std::string_view name) {
  constexpr std::size_t most = 64;
  return !name.empty() && name.size() <= most &&
         std::ranges::all_of(name, [](char c) { return c >= ' ' && c < 0x7f && c != '\'' && c != '*' && c != '?'; });
}

std::string or_leave_out(std::string_view name) {
  return ", or leave it out (--leave-out '" + std::string(name) + "')";
}

}  // namespace plumb::pipeline
