// SPDX-License-Identifier: GPL-3.0-or-later
#include "options_json.h"
#include "plumb/pipeline/bake_json.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {
namespace {

void append(std::string& out, const ExactPoint& p) {
  out += "[\"" + p[0].get_str() + "\",\"" + p[1].get_str() + "\",\"" + p[2].get_str() + "\"]";
}

void append(std::string& out, const BakeFile::Facet& f) {
  out += "{\"surface\":" + std::to_string(f.surface) + ",\"face\":" + std::to_string(f.face) + ",\"witness\":";
  out += f.witness == kernel::no_polygon ? "null" : std::to_string(f.witness);
  out += ",\"vertices\":[";
  for (std::size_t i = 0; i < f.vertices.size(); ++i) {
    if (i > 0) out += ',';
    append(out, f.vertices[i]);
  }
  out += "]}";
}

void append(std::string& out, const BakeFile::Cell& c) {
  out += "{\"stance\":" + std::to_string(c.stance) + ",\"facets\":[";
  for (std::size_t i = 0; i < c.facets.size(); ++i) {
    if (i > 0) out += ',';
    append(out, c.facets[i]);
  }
  out += "]}";
}

void append(std::string& out, const BakeFile::Obstruction& o) {
  out += "{\"surface\":" + std::to_string(o.surface) + ",\"wall\":" + std::to_string(o.wall) + ",\"from\":";
  append(out, o.from);
  out += ",\"to\":";
  append(out, o.to);
  out += ",\"may_cross\":" + std::to_string(o.may_cross) + "}";
}

// Writes the records of the file in their order; one line a record, so that nothing large is ever held.
class Writer {
 public:
  Writer(AtomicFile& file, const std::string& version, const BakeOptions& options, const mpz_class& denominator)
      : file_(file) {
    using Json = nlohmann::ordered_json;
    file_.write("{\"plumb\":" + json_text(Json(version)) + ",\n\"scene\":{\"file\":" + json_text(Json(options.scene)) +
                "},\n\"options\":" + json_text(options_json(options)) + ",\n\"denominator\":\"" +
                denominator.get_str() + "\",\n\"cells\":[");
  }
  template <class Record>
  void add(const Record& record) {
    line_ = first_ ? "\n" : ",\n";
    first_ = false;
    append(line_, record);
    file_.write(line_);
  }
  void end_cells() {
    file_.write("\n],\n\"obstructions\":[");
    first_ = true;
  }
  void end() { file_.write("\n]}\n"); }

 private:
  AtomicFile& file_;
  std::string line_;
  bool first_ = true;
};

}  // namespace

void export_json(AtomicFile& file, const Baked& b, Progress& progress) {
  CellGeometry geometry(b.scene.points, b.set, b.map);
  Writer writer(file, version(), b.options, b.scene.points.denominator());
  const auto& cells = b.map.table.cells;
  BakeFile::Cell out;
  out.facets.resize(1);
  BakeFile::Facet& facet = out.facets.front();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const kernel::Cell& c = cells[i];
    out.stance = c.label;
    facet.surface = c.surface;
    facet.face = b.set.surfaces[c.surface].face;
    facet.witness = c.witness;
    const auto clockwise = geometry.vertices(c);
    facet.vertices.clear();
    for (auto p = clockwise.rbegin(); p != clockwise.rend(); ++p)
      facet.vertices.push_back(to_input_frame(*p, b.options.up));
    writer.add(out);
    if (i % 1024 == 0) progress.advance(static_cast<double>(i) / static_cast<double>(cells.size()));
  }
  writer.end_cells();
  for (const kernel::Obstruction& o : b.map.table.obstructions) {
    const auto [from, to] = geometry.ends(o);
    writer.add(BakeFile::Obstruction{o.surface, o.wall, to_input_frame(from, b.options.up),
                                     to_input_frame(to, b.options.up), o.may_cross});
  }
  writer.end();
}

void write_bake_json(AtomicFile& file, const BakeFile& bake) {
  Writer writer(file, bake.version, bake.options, bake.denominator);
  for (const BakeFile::Cell& c : bake.cells) writer.add(c);
  writer.end_cells();
  for (const BakeFile::Obstruction& o : bake.obstructions) writer.add(o);
  writer.end();
}

}  // namespace plumb::pipeline
