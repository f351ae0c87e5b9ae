// SPDX-License-Identifier: GPL-3.0-or-later
#include "json_cells.h"

#include <charconv>

#include "obj_scene.h"

namespace oracle {
namespace {

/// Just enough JSON to walk a file of known shape without building it in memory.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  char peek() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
    if (at_ == text_.size()) throw Refusal("JSON: ends too early");
    return text_[at_];
  }
  void expect(char c) {
    if (peek() != c) throw Refusal(std::string("JSON: expected '") + c + "' at byte " + std::to_string(at_));
    ++at_;
  }
  std::string_view string() {
    expect('"');
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) throw Refusal("JSON: ends within a string");
    return text_.substr(begin, at_++ - begin);
  }
  /// A number, true, false, null, or what stands between the quotes of a string.
  std::string_view scalar() {
    if (peek() == '"') return string();
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
    if (at_ == begin) throw Refusal("JSON: expected a value at byte " + std::to_string(at_));
    return text_.substr(begin, at_ - begin);
  }
  /// each(key) must read the value.
  template <class Each>
  void object(Each&& each) {
    expect('{');
    if (peek() == '}') return void(++at_);
    for (;;) {
      const std::string_view key = string();
      expect(':');
      each(key);
      if (peek() == '}') return void(++at_);
      expect(',');
    }
  }
  template <class Each>
  void array(Each&& each) {
    expect('[');
    if (peek() == ']') return void(++at_);
    for (;;) {
      each();
      if (peek() == ']') return void(++at_);
      expect(',');
    }
  }
  /// Passes over one value and returns its text.
  std::string_view value() {
    const char c = peek();
    const std::size_t begin = at_;
    if (c == '{') object([&](std::string_view) { value(); });
    else if (c == '[') array([&] { value(); });
    else scalar();
    return text_.substr(begin, at_ - begin);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

long integer(std::string_view text) {
  long out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size()) throw Refusal("JSON: no integer: " + std::string(text));
  return out;
}

long integer_or_none(std::string_view text) { return text == "null" ? -1 : integer(text); }

using Tokens = std::string_view[3];

void read_tokens(Reader& in, Tokens& tokens) {
  int axis = 0;
  in.array([&] {
    const std::string_view token = in.scalar();
    if (axis < 3) tokens[axis] = token;
    ++axis;
  });
  if (axis != 3) throw Refusal("JSON: a point without three coordinates");
}

/// each(tokens) for every vertex.
template <class Each>
void for_each_vertex(std::string_view vertices, Each&& each) {
  Reader in(vertices);
  in.array([&] {
    Tokens tokens;
    read_tokens(in, tokens);
    each(tokens);
  });
}

double rough(std::string_view text) {
  double d = Box::inf - Box::inf;
  std::from_chars(text.data(), text.data() + text.size(), d);
  return d;
}

}  // namespace

JsonCells::JsonCells(const std::string& path, bool y_up) : y_up_(y_up), text_(read_whole_file(path)) {
  Reader in(text_);
  const auto read_facet = [&] {
    Facet facet{0, -1, -1, 0, {}};
    in.object([&](std::string_view key) {
      if (key == "surface") facet.surface = integer(in.scalar());
      else if (key == "witness") facet.witness = integer_or_none(in.scalar());
      else if (key == "face") facet.face = static_cast<std::uint32_t>(integer(in.scalar()));
      else if (key == "vertices") facet.vertices = in.value();
      else in.value();
    });
    facets_.push_back(facet);
  };
  const auto read_cell = [&] {
    const std::size_t first = facets_.size();
    long label = inside - 1;
    in.object([&](std::string_view key) {
      if (key == "stance") label = integer(in.scalar());
      else if (key == "facets") in.array(read_facet);
      else in.value();
    });
    if (label < inside) throw Refusal("JSON: a cell without a stance");
    for (std::size_t i = first; i < facets_.size(); ++i) facets_[i].label = static_cast<Label>(label);
  };
  const auto read_obstruction = [&] {
    Obstruction o{-1, -1, 0, {}, {}};
    Tokens tokens;
    in.object([&](std::string_view key) {
      if (key == "surface") o.surface = integer(in.scalar());
      else if (key == "wall") o.wall = integer(in.scalar());
      else if (key == "may_cross") o.may_cross = static_cast<Label>(integer(in.scalar()));
      else if (key == "from") read_tokens(in, tokens), o.from = read_point(tokens);
      else if (key == "to") read_tokens(in, tokens), o.to = read_point(tokens);
      else in.value();
    });
    obstructions_.push_back(std::move(o));
  };
  in.object([&](std::string_view key) {
    if (key == "cells") in.array(read_cell);
    else if (key == "obstructions") in.array(read_obstruction);
    else in.value();
  });
  std::vector<Box> boxes, obstruction_boxes;
  boxes.reserve(facets_.size());
  for (const Facet& facet : facets_) boxes.push_back(rough_box(facet));
  for (const Obstruction& o : obstructions_) {
    Box& box = obstruction_boxes.emplace_back();
    box.add(o.from);
    box.add(o.to);
  }
  tree_ = std::make_unique<BoxTree>(std::move(boxes));
  obstruction_tree_ = std::make_unique<BoxTree>(std::move(obstruction_boxes));
}

Point JsonCells::read_point(const Tokens& tokens) const {
  const mpq_class x = exact_number(tokens[0]), y = exact_number(tokens[1]), z = exact_number(tokens[2]);
  return y_up_ ? Point{x, -z, y} : Point{x, y, z};
}

Box JsonCells::rough_box(const Facet& facet) const {
  Box box;
  for_each_vertex(facet.vertices, [&](const Tokens& tokens) {
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t slash = tokens[axis].find('/');
      double d = rough(tokens[axis].substr(0, slash));
      if (slash != std::string_view::npos) d /= rough(tokens[axis].substr(slash + 1));
      // Two roundings and a division, each within half an ulp; beyond the range of doubles the exact value decides.
      double error = std::fabs(d) * 1e-15;
      if (!std::isfinite(d) || std::fabs(d) < 1e-290) {
        d = exact_number(tokens[axis]).get_d();
        error = std::nextafter(std::fabs(d), Box::inf) - std::fabs(d);
      }
      if (y_up_ && axis == 2) d = -d;
      box.add(y_up_ && axis ? 3 - axis : axis, d - error, d + error);
    }
  });
  return box;
}

const Polygon& JsonCells::corners(std::uint32_t facet) {
  const auto [entry, is_new] = exact_.try_emplace(facet);
  Polygon& polygon = entry->second;
  if (is_new) for_each_vertex(facets_[facet].vertices, [&](const Tokens& t) { polygon.push_back(read_point(t)); });
  return polygon;
}

}  // namespace oracle
