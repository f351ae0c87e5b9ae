// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <map>

#include "foreign_mesh_readers.h"
#include "mesh_number.h"

namespace plumb::pipeline {
namespace {

// What is wrong with a file, and on which line; read_godot_mesh() returns it.
struct Malformed {
  ErrorCode code;
  std::string what;
  std::uint64_t line;
};

constexpr int most_nested = 64;

// Godot's text resources: sections in brackets, each with "key = value" lines.
class Text {
 public:
  explicit Text(std::string_view text) : text_(text) {}

  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  char peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    advance();
    return true;
  }
  void require(char c) {
    if (!take(c)) fail(std::string("'") + c + "' is missing");
  }

  // Letters, digits and what keys and numbers have besides.
  std::string_view word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  std::string_view("_-+./").find(text_[at_]) != std::string_view::npos))
      advance();
    if (at_ == begin) fail("something else stands where a word should");
    return text_.substr(begin, at_ - begin);
  }
  std::string string() {
    require('"');
    std::string out;
    for (;;) {
      if (at_ == text_.size()) fail("a text has no end");
      const char c = text_[at_];
      advance();
      if (c == '"') return out;
      if (c == '\\') {
        if (at_ == text_.size()) fail("a text has no end");
        out += text_[at_];
        advance();
      } else {
        out += c;
      }
    }
  }
  // Any value.
  void skip_value(int nested = 0) {
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
      if (take('[')) skip_list(']', nested);
      if (take('(')) skip_list(')', nested);
    }
  }
  [[noreturn]] void fail(const std::string& what) const { throw Malformed{ErrorCode::syntax, what, line_}; }
  std::uint64_t line() const { return line_; }

 private:
  void advance() { line_ += text_[at_++] == '\n'; }
  void skip_blanks() {
    for (; at_ < text_.size(); advance()) {
      if (text_[at_] == ';')
        while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') advance();
      else if (std::string_view(" \t\r\n").find(text_[at_]) == std::string_view::npos) return;
    }
  }
  void skip_list(char end, int nested) {
    while (!take(end)) {
      skip_value(nested + 1);
      take(':');
      take(',');
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
};

class GodotReader {
 public:
  GodotReader(std::string_view bytes, const ForeignMeshOptions& options) : text_(bytes), options_(options) {}

  ReadMesh read() {
    out_.up = UpAxis::y;
    out_.mesh.format = "Godot navmesh";
    std::vector<std::string> found;
    bool is_mesh = false, is_taken = false, of_resource = false;
    while (!text_.at_end()) {
      if (text_.take('[')) {
        const Section section = header();
        if (section.kind == "gd_resource") of_resource = section.type == "NavigationMesh";
        is_mesh = (section.kind == "sub_resource" && section.type == "NavigationMesh") ||
                  (section.kind == "resource" && of_resource);
        if (is_mesh) found.push_back(section.id);
        is_taken = is_mesh && (options_.resource.empty() ? found.size() == 1 : section.id == options_.resource);
        continue;
      }
      const std::string_view key = text_.word();
      text_.require('=');
      if (is_taken) property(key);
      else text_.skip_value();
    }
    choose(found);
    // Godot's polygons run clockwise seen from above.
    for (ForeignMesh::Polygon& p : out_.mesh.polygons) std::ranges::reverse(p.corners);
    for (const ForeignMesh::Polygon& p : out_.mesh.polygons)
      for (const ForeignMesh::Index c : p.corners)
        if (c >= out_.mesh.points.size())
          throw Malformed{ErrorCode::bad_index,
                          "polygon " + std::to_string(p.name) + " names vertex " + std::to_string(c) + " of " +
                              std::to_string(out_.mesh.points.size()),
                          0};
    return std::move(out_);
  }

 private:
  struct Section {
    std::string kind, type, id;
  };
  Section header() {
    Section out;
    out.kind = text_.word();
    while (!text_.take(']')) {
      const std::string key(text_.word());
      text_.require('=');
      if (text_.peek() == '"') {
        const std::string value = text_.string();
        if (key == "type") out.type = value;
        if (key == "id") out.id = value;
      } else if (key == "id") {
        out.id = text_.word();
      } else {
        text_.skip_value();
      }
    }
    return out;
  }

  void choose(const std::vector<std::string>& found) const {
    if (found.empty()) throw Malformed{ErrorCode::no_face, "there is no NavigationMesh in it", 0};
    std::string all;
    for (const std::string& id : found) all += (all.empty() ? "" : ", ") + id;
    if (options_.resource.empty() && found.size() > 1)
      throw Malformed{ErrorCode::bad_option, "there are several navmeshes; name one by --resource: " + all, 0};
    if (!options_.resource.empty() && std::ranges::find(found, options_.resource) == found.end())
      throw Malformed{ErrorCode::bad_option, "there is no navmesh '" + options_.resource + "', but " + all, 0};
  }

  mpq_class number() {
    const std::string_view word = text_.word();
    const auto value = mesh_number(word, options_.numbers);
    if (!value) throw Malformed{ErrorCode::bad_number, "'" + std::string(word) + "' is no number", text_.line()};
    return *value;
  }

  void property(std::string_view key) {
    if (key == "vertices") return vertices();
    if (key == "polygons") return polygons();
    BakerSettings& s = out_.mesh.settings;
    const std::map<std::string_view, std::optional<mpq_class>*> lengths{
        {"cell_size", &s.cell_size},     {"cell_height", &s.cell_height}, {"agent_height", &s.height},
        {"agent_radius", &s.radius},     {"agent_max_climb", &s.climb},   {"cell/size", &s.cell_size},
        {"cell/height", &s.cell_height}, {"agent/height", &s.height},     {"agent/radius", &s.radius},
        {"agent/max_climb", &s.climb}};
    if (const auto at = lengths.find(key); at != lengths.end()) *at->second = number();
    else text_.skip_value();
  }

  void vertices() {
    const std::string_view type = text_.word();
    if (type != "PackedVector3Array" && type != "PoolVector3Array")
      text_.fail("'" + std::string(type) + "' stands for the vertices");
    text_.require('(');
    std::vector<mpq_class> numbers;
    while (!text_.take(')')) {
      numbers.push_back(number());
      text_.take(',');
    }
    if (numbers.size() % 3 != 0)
      throw Malformed{ErrorCode::missing_coordinate, "a vertex has not three coordinates", text_.line()};
    out_.mesh.points.clear();
    for (std::size_t i = 0; i < numbers.size(); i += 3)
      out_.mesh.points.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  }

  void polygons() {
    out_.mesh.polygons.clear();
    bool typed = false;
    if (text_.peek() != '[') {
      if (text_.word() != "Array") text_.fail("something else stands for the polygons");
      typed = true;
      text_.require('[');
      text_.word();
      text_.require(']');
      text_.require('(');
    }
    text_.require('[');
    while (!text_.take(']')) {
      polygon();
      text_.take(',');
    }
    if (typed) text_.require(')');
  }

  void polygon() {
    const std::string_view type = text_.word();
    if (type != "PackedInt32Array" && type != "PoolIntArray")
      text_.fail("'" + std::string(type) + "' stands for a polygon");
    text_.require('(');
    ForeignMesh::Polygon& polygon = out_.mesh.polygons.emplace_back();
    polygon.name = out_.mesh.polygons.size() - 1;
    while (!text_.take(')')) {
      const std::string_view word = text_.word();
      ForeignMesh::Index corner = 0;
      for (const char c : word) {
        if (c < '0' || c > '9' || corner > 0xfffffffu)
          throw Malformed{ErrorCode::bad_index, "'" + std::string(word) + "' is no number of a vertex", text_.line()};
        corner = 10 * corner + static_cast<ForeignMesh::Index>(c - '0');
      }
      polygon.corners.push_back(corner);
      text_.take(',');
    }
    if (polygon.corners.size() < 3)
      throw Malformed{
          ErrorCode::too_few_vertices,
          "polygon " + std::to_string(polygon.name) + " has " + std::to_string(polygon.corners.size()) + " corners",
          text_.line()};
  }

  Text text_;
  const ForeignMeshOptions& options_;
  ReadMesh out_;
};

bool is_binary(std::string_view bytes) { return bytes.starts_with("RSRC") || bytes.starts_with("RSCC"); }

}  // namespace

bool is_godot_mesh(std::string_view bytes) {
  if (is_binary(bytes)) return true;
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  const std::string_view rest = bytes.substr(first);
  return rest.starts_with("[gd_resource") || rest.starts_with("[gd_scene");
}

Result<ReadMesh> read_godot_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options) {
  if (is_binary(bytes))
    return Error{ErrorCode::unsupported_format, "this is a binary resource of Godot; save it as .tres", name, 0};
  try {
    return GodotReader(bytes, options).read();
  } catch (const Malformed& m) {
    return Error{m.code, m.what + (m.code == ErrorCode::bad_option ? "" : "; name a .tres or .tscn as Godot saves it"),
                 name, m.line};
  }
}

}  // namespace plumb::pipeline
