// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/nav_mesh_json.h"

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
      const ExactPoint p = to_input_frame(mesh_.points[point], mesh_.info.up);
      for (std::size_t k = 0; k < 3; ++k) {
        texts_ += k == 0 ? "[\"" : "\",\"";
        texts_ += p[k].get_str();
      }
      texts_ += "\"]";
      length = texts_.size() - first;
    }
    line_.append(texts_, first, length);
  }

  Output& file_;
  const NavMesh& mesh_;
  std::string line_, texts_;
  struct Part {
    std::size_t first = 0, length = 0;
  };
  std::vector<Part> text_of_;  // by point: of texts_
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
  writer.end();
}

}  // namespace plumb::pipeline
