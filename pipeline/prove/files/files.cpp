// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files/files.h"

#include <charconv>

#include "files/navmesh_check.h"
#include "files/rounded.h"
#include "read/text_file.h"

namespace plumb::checker {
namespace {

// Calls check(stream); what it says of the file is thrown as InFile.
template <class Check>
void check_in(const std::string& path, Check&& check) {
  try {
    FileStream in(path);
    check(in);
  } catch (const Unequal& e) {
    throw InFile{path, e.line, e.what(), 1};
  } catch (const Refused& e) {
    throw InFile{path, e.line, e.what(), 2};
  }
}

NavMesh read_navmesh(std::istream& in) {
  Json json(in);
  auto mesh = NavMeshReader(json).read();
  if (!mesh) throw Refused("this JSON is no navmesh; give the .json of the bake");
  return std::move(*mesh);
}

// The level's numbers of the faces of a piece, which a comment of it lists: "#faces 0-19 24".
std::vector<Index> face_numbers(std::string_view piece) {
  const std::size_t most_faces = piece.size();  // each has its line
  static constexpr std::string_view mark = "#faces ";
  std::vector<Index> faces;
  if (!piece.starts_with(mark)) return faces;
  piece = piece.substr(0, piece.find('\n')).substr(mark.size());
  for (const char *at = piece.data(), *const end = at + piece.size(); at < end; ++at) {
    Index first = 0, last = 0;
    const auto [next, error] = std::from_chars(at, end, first);
    if (error != std::errc()) return {};
    at = next;
    last = first;
    if (at != end && *at == '-') {
      const auto [behind, wrong] = std::from_chars(at + 1, end, last);
      if (wrong != std::errc()) return {};
      at = behind;
    }
    if (last >= none || Index(last - first) > most_faces - faces.size()) return {};
    for (Index f = first; f <= last; ++f) faces.push_back(f);
  }
  return faces;
}

// The options of a navmesh by which it has less than the certificate, or cells of one surface alone.
std::string selection_text(const NavMesh& mesh) {
  std::string out;
  for (const char* name : {"min_area", "simplify"})
    if (option_value(mesh, name) != 0) out += std::string("; ") + name + " " + mesh.options.at(name);
  if (!mesh.seeds.empty()) out += "; " + std::to_string(mesh.seeds.size() / 3) + " seed points";
  if (mesh.options.at("one_surface") == "true") out += "; one surface a cell";
  return out;
}

// Drops and leaps are not judged.
std::string unchecked_text(const NavMesh& mesh) {
  if (mesh.one_way_links == 0) return "";
  return "; its " + std::to_string(mesh.one_way_links) + " one-way links are not checked";
}

class TileFile : public Collector {
 public:
  TileFile(std::string path, std::string_view piece) : path_(std::move(path)), faces_(face_numbers(piece)) {}

 private:
  void found(Proven& proven) override {
    check_in(path_, [&](std::istream& in) {
      if (faces_.size() != proven.world->scene.face_count())
        throw Unequal("its piece does not list the numbers of its faces");
      proven.faces = std::move(faces_);
      const NavMesh mesh = read_navmesh(in);
      if (!mesh.seeds.empty() || option_value(mesh, "min_area") != 0 || option_value(mesh, "simplify") != 0)
        throw Unequal("a tile has all of its floor; seed points, a least area and a tolerance are of other files");
      NavMeshCheck(proven, mesh).check();
    });
  }

  std::string path_;
  std::vector<Index> faces_;
};

}  // namespace

void Files::found(Proven& proven) {
  for (const std::string& path : paths_) check_file(proven, path);
  if (!updates_.empty()) check_updates(proven);
}

void Files::check_updates(Proven& proven) {
  std::optional<NavMesh> before;
  std::optional<NavMeshCheck> base;
  std::vector<Update> updates;
  check_in(updates_[0], [&](std::istream& in) {
    before = read_navmesh(in);
    base.emplace(proven, *before).check();
  });
  check_in(updates_[1], [&](std::istream& in) {
    Json json(in);
    updates = read_updates(json, before->y_up);
  });
  check_in(updates_[2], [&](std::istream& in) {
    const NavMesh now = read_navmesh(in);
    NavMeshCheck(proven, now).check_after(*base, updates);
    text_ += updates_[2] + " says what " + updates_[0] + " says after the updates of " + updates_[1] + ": " +
             std::to_string(updates.size()) + " live updates, " + std::to_string(now.cells.size()) + " cells" +
             unchecked_text(now) + ".\n";
  });
}

// Its content tells what it is.
void Files::check_file(Proven& proven, const std::string& path) {
  check_in(path, [&](std::istream& in) {
    if (in.peek() == 's') {
      check_table(in, proven, navmesh_ ? &*navmesh_ : nullptr);
      text_ += path + " has the areas and numbers of cells of " + certificate_ +
               "; other columns are not checked, components " + std::string(navmesh_ ? "are" : "only behind a .json") +
               ".\n";
      return;
    }
    if (in.peek() != '{') return check_rounded_file(path, in);
    Json json(in);
    auto mesh = NavMeshReader(json).read();
    if (!mesh) return check_as_report(proven, path);
    navmesh_ = std::move(mesh);
    meshes_.clear();
    reported_.clear();
    NavMeshCheck(proven, *navmesh_).check();
    json_ = path;
    text_ += path + " says what " + certificate_ + " says: " + std::to_string(navmesh_->cells.size()) + " cells of " +
             std::to_string(navmesh_->facets.size()) + " facets, " + std::to_string(navmesh_->portals.size()) +
             " portals, " + std::to_string(navmesh_->obstructions.size()) + " obstructions" +
             selection_text(*navmesh_) + unchecked_text(*navmesh_) + ".\n";
  });
}

// It is held against the last navmesh.
void Files::check_rounded_file(const std::string& path, std::istream& in) {
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  const std::string extension(extension_of(bytes));
  if (!navmesh_ && !extension.empty())
    throw Refused("this file has rounded numbers; name the .json of the bake before it");
  const RoundedMesh mesh = read_rounded_mesh(bytes, navmesh_ ? *navmesh_ : NavMesh());
  try {
    const RoundedFacts facts = check_rounded(*navmesh_, mesh);
    const auto reported = reported_.find(extension);
    if (reported != reported_.end()) require_reported(reported->second, facts, 0);
    text_ += path + " is " + json_ + " in rounded numbers: " + checker::text(facts) +
             (reported == reported_.end() ? "" : "; as the report says") + ".\n";
    meshes_.insert_or_assign(extension, facts);
  } catch (const Refutation& e) {
    throw Unequal(e.what());
  }
}

void Files::check_as_report(Proven& proven, const std::string& path) {
  check_in(path, [&](std::istream& in) {
    Json json(in);
    reported_ = check_report(json, proven, navmesh_ ? &*navmesh_ : nullptr);
    std::string meshes;
    for (const auto& [extension, facts] : meshes_) {
      const auto reported = reported_.find(extension);
      if (reported == reported_.end()) continue;
      require_reported(reported->second, facts, reported->second.line);
      meshes += (meshes.empty() ? "" : ", ") + extension;
    }
    text_ += path + " has the areas and numbers of cells and obstructions of " + certificate_ +
             (meshes.empty() ? "" : ", the polygons, islands and lost parts of " + meshes) +
             "; all else is not checked, components " + std::string(navmesh_ ? "are" : "only behind a .json") + ".\n";
  });
}

TileListener navmeshes_of_tiles() {
  return
      [](const std::string& path, std::string_view piece) { return std::make_unique<TileFile>(path + ".json", piece); };
}

}  // namespace plumb::checker
