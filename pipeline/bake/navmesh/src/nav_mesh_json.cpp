// SPDX-License-Identifier: LGPL-3.0-or-later
// Writes a navmesh as JSON, and reads it back, such that writing it again gives the same bytes. The file may be large,
// so it is written record by record (Writer), each point's text made once, and no document of the whole is built to
// read it.
//
// 1. Reader::read() lets the parser call keep() for every key, value, start and end of the document. keep() follows the
//    three lists of records: it converts each record as soon as it is parsed, and erases it from the document.
// 2. header() reads version, denominator, scene and options (read_options), which must come before the records.
// 3. cell(), portal() and obstruction() convert a record and check it: numbers in lowest terms, stances of the options,
//    cells that exist, portals in order. PointNumbering numbers the points by first appearance.
// 4. What breaks the contract throws Malformed; read_nav_mesh_json() turns it, and errors of JSON, into an Error.
//
// Cost: linear in the file, expected (points are found by hashing); memory: the navmesh and one record.
// Exact: coordinates are fractions, read as text and never rounded.
// Geometry is not examined: that facets are convex, and that portals lie on the boundaries of their cells, is taken for
// granted, as in is_valid().
#include "plumb/pipeline/nav_mesh_json.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ios>

#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"

namespace plumb::pipeline {
namespace {

// One line a record, so that nothing large is ever held.
class Writer {
 public:
  Writer(Output& file, const NavMesh& mesh) : file_(file), mesh_(mesh), text_of_(mesh.points.size()) {}

  void header() {
    const std::string& sha256 = mesh_.info.sha256;
    file_.write("{\"plumb\":" + json_text(Json(mesh_.info.version)) + ",\n\"scene\":{\"file\":" +
                json_text(Json(mesh_.info.scene)) + ",\"sha256\":" + json_text(sha256.empty() ? Json() : Json(sha256)) +
                "},\n\"options\":" + mesh_.info.options + ",\n\"denominator\":\"" + mesh_.denominator.get_str() +
                "\",\n\"cells\":[");
  }

  template <class Records, class Each>
  void list(const Records& records, Each&& each) {
    for (std::size_t i = 0; i < records.size(); ++i) {
      line_ = i == 0 ? "\n" : ",\n";
      add(records[i]);
      file_.write(line_);
      each(i);
    }
  }

  void next_list(const char* name) { file_.write("\n],\n\"" + std::string(name) + "\":["); }
  void end() { file_.write("\n]}\n"); }

 private:
  void add(const NavMesh::Cell& c) {
    line_ += "{\"stance\":" + std::to_string(c.stance);
    if (c.state) add(*c.state);
    line_ += ",\"facets\":[";
    for (std::size_t i = 0; i < c.facets.size(); ++i) {
      if (i > 0) line_ += ',';
      add(c.facets[i]);
    }
    line_ += "]}";
  }

  // What differs from no update.
  void add(const CellState& s) {
    if (s.blocked_by != 0) line_ += ",\"blocked_by\":" + std::to_string(s.blocked_by);
    if (s.cost != 1) line_ += ",\"cost\":\"" + s.cost.get_str() + "\"";
    if (s.tags.empty()) return;
    line_ += ",\"tags\":[";
    for (std::size_t i = 0; i < s.tags.size(); ++i) line_ += (i > 0 ? "," : "") + json_text(Json(s.tags[i]));
    line_ += ']';
  }

  void add(const NavMesh::Facet& f) {
    const bool moved = f.surface == kernel::no_polygon;
    line_ += "{\"surface\":" + (moved ? "null" : std::to_string(f.surface));
    line_ += ",\"face\":" + (moved ? "null" : std::to_string(f.face)) + ",\"witness\":";
    line_ += f.witness == kernel::no_polygon ? "null" : std::to_string(f.witness);
    line_ += ",\"vertices\":[";
    for (std::size_t i = 0; i < f.corners.size(); ++i) {
      if (i > 0) line_ += ',';
      add(f.corners[i]);
    }
    line_ += "]}";
  }

  void add(const NavMesh::Portal& p) {
    line_ += "{\"a\":" + std::to_string(p.a) + ",\"b\":" + std::to_string(p.b) + ",\"kind\":\"" + text_of(p.kind) +
             "\",\"stance\":" + std::to_string(p.stance);
    add_segment(p.on_a);
    if (p.kind != PortalKind::flush) {
      line_ += ",\"on_b\":[";
      add(p.on_b[0]);
      line_ += ',';
      add(p.on_b[1]);
      line_ += ']';
    }
    line_ += '}';
  }

  void add(const NavMesh::Obstruction& o) {
    line_ += "{\"surface\":" + std::to_string(o.surface) + ",\"wall\":" + std::to_string(o.wall);
    add_segment({o.from, o.to});
    line_ += ",\"may_cross\":" + std::to_string(o.may_cross) + "}";
  }

  void add(const NavMesh::OneWayLink& l) {
    line_ += "{\"a\":" + std::to_string(l.a) + ",\"b\":" + std::to_string(l.b) + ",\"kind\":\"" + text_of(l.kind) +
             "\",\"stance\":" + std::to_string(l.stance) + ",\"both_ways\":" + (l.both_ways ? "true" : "false") +
             ",\"from\":" + text(l.on_a[0]) + ",\"to\":" + text(l.on_a[1]) + ",\"on_b\":[" + text(l.on_b[0]) + ',' +
             text(l.on_b[1]) + "]}";
  }

  void add_segment(const std::array<NavMesh::PointIndex, 2>& ends) {
    line_ += ",\"from\":";
    add(ends[0]);
    line_ += ",\"to\":";
    add(ends[1]);
  }

  // The text of a point is made once.
  void add(NavMesh::PointIndex point) {
    auto& [first, length] = text_of_[point];
    if (length == 0) {
      first = texts_.size();
      texts_ += text(mesh_.points[point]);
      length = texts_.size() - first;
    }
    line_.append(texts_, first, length);
  }

  std::string text(const ExactPoint& point) const {
    const ExactPoint p = to_input_frame(point, mesh_.info.up);
    return "[\"" + p[0].get_str() + "\",\"" + p[1].get_str() + "\",\"" + p[2].get_str() + "\"]";
  }

  Output& file_;
  const NavMesh& mesh_;
  std::string line_, texts_;
  struct TextPart {
    std::size_t first = 0, length = 0;
  };
  std::vector<TextPart> text_of_;  // by point: of texts_
};

// A content that breaks the contract of the file.
struct Malformed {
  std::string what;
};

mpq_class number(JsonView json) {
  const std::string& text = json.text();
  mpq_class value;
  // Only the text that writing gives is accepted: lowest terms, no plus sign, no blanks.
  if (value.set_str(text, 10) != 0 || sgn(value.get_den()) <= 0) throw Malformed{"'" + text + "' is not a number"};
  value.canonicalize();
  if (value.get_str() != text) throw Malformed{"'" + text + "' is not in lowest terms"};
  return value;
}

ExactPoint point(JsonView json) {
  if (!json.is_array() || json.size() != 3) throw Malformed{"a point has not three coordinates"};
  return {number(json[0]), number(json[1]), number(json[2])};
}

std::uint32_t polygon_number(JsonView json) {
  const auto value = json.is_whole() ? json.whole() : kernel::no_polygon;
  if (value >= kernel::no_polygon) throw Malformed{"a polygon or face number is out of range"};
  return static_cast<std::uint32_t>(value);
}

kernel::Label label(JsonView json, int lowest, std::size_t stances) {
  const std::int64_t value = json.is_integer() ? json.integer() : lowest - 1;
  if (value < lowest || value > static_cast<std::int64_t>(stances)) throw Malformed{"a stance is none of the options'"};
  return static_cast<kernel::Label>(value);
}

template <class Value>
Value word(JsonView json, const char* what) {
  const std::string& text = json.text();
  if (const auto value = value_of<Value>(text)) return *value;
  throw Malformed{"'" + text + "' is no " + what};
}

std::vector<Stance> read_stances(JsonView json) {
  std::vector<Stance> out;
  for (const JsonView s : json) {
    Stance stance{s.at("name").text(), number(s.at("height"))};
    if (!is_stance_name(stance.name)) throw Malformed{"'" + stance.name + "' is no name of a stance"};
    if (std::ranges::find(out, stance.name, &Stance::name) != out.end())
      throw Malformed{"there are two stances '" + stance.name + "'"};
    if (stance.height <= (out.empty() ? mpq_class(0) : out.back().height))
      throw Malformed{"the heights of the stances do not ascend from above 0"};
    out.push_back(std::move(stance));
  }
  if (out.empty() || out.size() > max_stances) throw Malformed{"there are " + std::to_string(out.size()) + " stances"};
  return out;
}

// Reads the options of the bake that a navmesh needs. Checks that the others are as a bake writes them, and keeps the
// text of all.
void read_options(JsonView json, NavMeshInfo& info) {
  info.stances = read_stances(json.at("stances"));
  info.up = word<UpAxis>(json.at("up"), "axis");
  info.step = number(json.at("step"));
  if (sgn(info.step) < 0 || info.step >= info.stances.front().height)
    throw Malformed{"the step height is not below the lowest stance"};
  word<Sides>(json.at("sides"), "choice of sides");
  word<Numbers>(json.at("numbers"), "kind of numbers");
  word<Solids>(json.at("solids"), "choice of solids");
  word<Optimise>(json.at("optimise"), "goal");
  word<BadFaces>(json.at("bad_faces"), "way with bad faces");
  word<kernel::Decomposition>(json.at("decomposition"), "decomposition");
  for (const char* key : {"weld", "radius", "window", "min_area"})
    if (sgn(number(json.at(key))) < 0) throw Malformed{std::string(key) + " is negative"};
  info.radius = number(json.at("radius"));
  for (const char* key : {"slope", "slope_ratio"})
    if (!json.at(key).is_null()) number(json.at(key));
  if (const auto cosine = json.find("slope_cos")) number(*cosine);
  json.at("method").text();
  json.at("one_surface").boolean();
  json.at("exact_digits").whole();
  for (const JsonView p : json.at("seed_points")) p.text();
  info.options = json_text(json);
}

// Converts records while the document is parsed.
class Reader {
 public:
  NavMesh read(std::istream& in) {
    const JsonDocument head = JsonDocument::parse_ordered(
        in, [this](int depth, Event event, JsonView value) { return keep(depth, event, value); });
    if (!head.root().is_object() || lists_ < names.size() - 1)
      throw Malformed{"the cells, the portals or the obstructions are missing"};
    mesh_.points = MeshPoints(std::move(points_));
    return std::move(mesh_);
  }

 private:
  using Event = JsonDocument::Event;
  static constexpr std::array<const char*, 4> names{"cells", "portals", "obstructions", "one_way_links"};

  bool keep(int depth, Event event, JsonView value) {
    if (depth == 1 && event == Event::key) {
      key_ = value.text();
      const auto list = static_cast<std::size_t>(std::find(names.begin(), names.end(), key_) - names.begin());
      is_record_ = list < names.size();
      if (is_record_) {
        if (list != lists_ || !options_) throw Malformed{"'" + key_ + "' comes out of order"};
        ++lists_;
      }
    }
    if (depth == 1 && event != Event::key) header(event, value);
    if (is_record_ &&
        ((depth == 2 && (event == Event::value || event == Event::array_start)) || (depth == 1 && !is_array(event))))
      throw Malformed{"'" + key_ + "' is no list of objects"};
    if (is_record_ && depth == 2 && event == Event::object_end) {
      if (lists_ == 1) mesh_.cells.push_back(cell(value));
      else if (lists_ == 2) mesh_.portals.push_back(portal(value));
      else if (lists_ == 3) mesh_.obstructions.push_back(obstruction(value));
      else mesh_.one_way_links.push_back(one_way_link(value));
      return false;
    }
    return true;
  }

  // Whether an event at the depth of a list belongs to a list: its key, its start or its end.
  static bool is_array(Event event) {
    return event == Event::key || event == Event::array_start || event == Event::array_end;
  }

  void header(Event event, JsonView value) {
    if (event == Event::value && key_ == "plumb") mesh_.info.version = value.text();
    if (event == Event::value && key_ == "denominator") {
      const mpq_class d = number(value);
      if (d.get_den() != 1 || d <= 0) throw Malformed{"the denominator is no positive whole number"};
      mesh_.denominator = d.get_num();
    }
    if (event == Event::object_end && key_ == "scene") {
      mesh_.info.scene = value.at("file").text();
      if (!value.at("sha256").is_null()) mesh_.info.sha256 = value.at("sha256").text();
    }
    if (event == Event::object_end && key_ == "options") {
      if (lists_ > 0) throw Malformed{"the options come after the cells"};
      read_options(value, mesh_.info);
      options_ = true;
    }
  }

  NavMesh::PointIndex corner(JsonView json) { return number_(from_input_frame(point(json), mesh_.info.up)); }

  NavMesh::Cell cell(JsonView json) {
    NavMesh::Cell c;
    c.stance = label(json.at("stance"), sgn(mesh_.info.radius) > 0 ? kernel::too_close : kernel::inside, stances());
    c.state = cell_state(json);
    if (c.state && c.stance < 1) throw Malformed{"an update has changed a cell that nobody walks on"};
    for (const JsonView f : json.at("facets")) {
      NavMesh::Facet& facet = c.facets.emplace_back();
      if (!f.at("surface").is_null()) {
        facet.surface = polygon_number(f.at("surface"));
        facet.face = polygon_number(f.at("face"));
      } else if (!f.at("face").is_null()) {
        throw Malformed{"a facet of no polygon has a face"};
      }
      if (!f.at("witness").is_null()) facet.witness = polygon_number(f.at("witness"));
      std::vector<ExactPoint> corners;
      for (const JsonView v : f.at("vertices")) corners.push_back(from_input_frame(point(v), mesh_.info.up));
      if (corners.size() < 3) throw Malformed{"a facet has fewer than three vertices"};
      if (std::ranges::all_of(corners,
                              [&](const ExactPoint& p) { return kernel::orient2d(corners[0], corners[1], p) == 0; }))
        throw Malformed{"a facet has two vertices at one place, or no area"};
      for (const ExactPoint& p : corners) facet.corners.push_back(number_(p));
    }
    if (c.facets.empty()) throw Malformed{"a cell has no facet"};
    return c;
  }

  static std::shared_ptr<const CellState> cell_state(JsonView json) {
    CellState s;
    if (const auto by = json.find("blocked_by")) {
      if (!by->is_whole() || by->whole() == 0 || by->whole() > 0xffffffffu)
        throw Malformed{"what blocks a cell is no number of an update"};
      s.blocked_by = static_cast<std::uint32_t>(by->whole());
    }
    // A cell without a change of cost or tags has no such field.
    if (const auto cost = json.find("cost")) {
      s.cost = number(*cost);
      if (s.cost < 0 || s.cost == 1) throw Malformed{"a cost is negative, or 1"};
    }
    if (const auto tags = json.find("tags")) {
      for (const JsonView t : *tags) s.tags.push_back(t.text());
      if (s.tags.empty() || s.tags.front().empty()) throw Malformed{"a cell's tags are none, or one is empty"};
    }
    if (!std::ranges::is_sorted(s.tags, std::ranges::less_equal())) throw Malformed{"tags are not in order"};
    return s == CellState{} ? nullptr : std::make_shared<const CellState>(std::move(s));
  }

  NavMesh::Portal portal(JsonView json) {
    NavMesh::Portal p;
    p.a = cell_number(json.at("a"));
    p.b = cell_number(json.at("b"));
    p.kind = word<PortalKind>(json.at("kind"), "kind of portal");
    p.stance = label(json.at("stance"), 1, stances());
    p.on_a = {corner(json.at("from")), corner(json.at("to"))};
    if (p.kind == PortalKind::flush) {
      if (json.find("on_b")) throw Malformed{"a flush portal has two segments"};
      p.on_b = p.on_a;
    } else {
      const JsonView ends = two_ends(json.at("on_b"));
      p.on_b[0] = corner(ends[0]);
      p.on_b[1] = corner(ends[1]);
    }
    if (p.a == p.b || (p.kind != PortalKind::weld && p.a > p.b)) throw Malformed{"a portal's cells are not in order"};
    if (!mesh_.portals.empty() && std::pair(p.a, p.b) < std::pair(mesh_.portals.back().a, mesh_.portals.back().b))
      throw Malformed{"the portals are not in order"};
    if (std::min(mesh_.cells[p.a].open_to(), mesh_.cells[p.b].open_to()) < p.stance)
      throw Malformed{"a portal admits a stance that its cells do not"};
    return p;
  }

  static JsonView two_ends(JsonView ends) {
    if (!ends.is_array() || ends.size() != 2) throw Malformed{"a segment has not two ends"};
    return ends;
  }

  NavMesh::OneWayLink one_way_link(JsonView json) {
    const auto place = [&](JsonView p) { return from_input_frame(point(p), mesh_.info.up); };
    const JsonView ends = two_ends(json.at("on_b"));
    NavMesh::OneWayLink l{cell_number(json.at("a")),
                          cell_number(json.at("b")),
                          word<OneWayKind>(json.at("kind"), "kind of one-way link"),
                          label(json.at("stance"), 1, stances()),
                          json.at("both_ways").boolean(),
                          {place(json.at("from")), place(json.at("to"))},
                          {place(ends[0]), place(ends[1])}};
    if (l.a == l.b || std::min(mesh_.cells[l.a].open_to(), mesh_.cells[l.b].open_to()) < l.stance)
      throw Malformed{"a one-way link leads to its own cell, or admits a stance that its cells do not"};
    if (!mesh_.one_way_links.empty() &&
        std::pair(l.a, l.b) < std::pair(mesh_.one_way_links.back().a, mesh_.one_way_links.back().b))
      throw Malformed{"the one-way links are not in order"};
    return l;
  }

  NavMesh::Obstruction obstruction(JsonView json) {
    const auto surface = polygon_number(json.at("surface")), wall = polygon_number(json.at("wall"));
    const auto from = corner(json.at("from")), to = corner(json.at("to"));
    return {surface, wall, from, to, label(json.at("may_cross"), kernel::blocked, stances())};
  }

  NavMesh::CellIndex cell_number(JsonView json) const {
    if (!json.is_whole() || json.whole() >= mesh_.cells.size())
      throw Malformed{"a portal names a cell that is not there"};
    return static_cast<NavMesh::CellIndex>(json.whole());
  }

  std::size_t stances() const { return mesh_.info.stances.size(); }

  NavMesh mesh_;
  std::vector<ExactPoint> points_;
  kernel::PointNumbering number_{points_};
  std::string key_;
  std::size_t lists_ = 0;  // begun so far
  bool options_ = false, is_record_ = false;
};

}  // namespace

void export_json(Output& file, const NavMesh& mesh, Progress& progress) {
  Writer writer(file, mesh);
  writer.header();
  const auto advance = [&](std::size_t i) {
    if (i % 1024 == 0) progress.advance(static_cast<double>(i) / static_cast<double>(mesh.cells.size()));
  };
  const auto silent = [](std::size_t) {};
  writer.list(mesh.cells, advance);
  writer.next_list("portals");
  writer.list(mesh.portals, silent);
  writer.next_list("obstructions");
  writer.list(mesh.obstructions, silent);
  if (!mesh.one_way_links.empty()) {
    writer.next_list("one_way_links");
    writer.list(mesh.one_way_links, silent);
  }
  writer.end();
}

Result<NavMesh> read_nav_mesh_json(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  struct Bytes : std::streambuf {
    explicit Bytes(std::string_view text) {
      char* const begin = const_cast<char*>(text.data());  // which is only read
      setg(begin, begin, begin + text.size());
    }
  } bytes(file->text());
  std::istream in(&bytes);
  return read_nav_mesh_json(in, path);
}

std::optional<Error> no_nav_mesh(const std::string& path, const NavMeshReader& reader) {
  if (reader || extension_of(path) == ".json") return std::nullopt;
  return Error{ErrorCode::unsupported_format, "this is no navmesh; name a .json that `plumb bake -o FILE.json` wrote",
               path, 0};
}

Result<NavMesh> read_nav_mesh(const std::string& path, const NavMeshReader& reader) {
  return reader ? reader(path) : read_nav_mesh_json(path);
}

Result<NavMesh> read_nav_mesh_json(std::istream& in, const std::string& path) {
  const auto malformed = [&](const std::string& what) {
    return Error{ErrorCode::syntax, what + "; name a file that `plumb bake -o FILE.json` wrote", path, 0};
  };
  try {
    return Reader().read(in);
  } catch (const Malformed& m) {
    return malformed(m.what);
  } catch (const JsonError& e) {
    // The library's messages name its own parts, not those of the file.
    if (e.kind == JsonError::Kind::syntax) return malformed("this is no JSON (at byte " + std::to_string(e.byte) + ")");
    if (e.kind == JsonError::Kind::number_range) return malformed("a number is beyond the range of double");
    return malformed("a field is missing, or holds something else than it should");
  } catch (const std::ios_base::failure&) {  // a folder opens, and cannot be read
    return Error{ErrorCode::cannot_open, "cannot be read; name a file that `plumb bake -o FILE.json` wrote", path, 0};
  }
}

}  // namespace plumb::pipeline
