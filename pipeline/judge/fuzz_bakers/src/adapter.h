// SPDX-License-Identifier: GPL-3.0-or-later
// A baker by its adapter (docs/reference/bakers.md): a scene and an agent go in, a navmesh or the baker's words come
// out.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "agent.h"
#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/fuzz_bakers.h"
#include "plumb/pipeline/line_process.h"

namespace plumb::pipeline {

/// What became of one bake.
struct BakeOutcome {
  enum class End {
    baked,       ///< there is a navmesh
    refused,     ///< status 1; `words` are the baker's
    crashed,     ///< another status, or a signal
    hung,        ///< it was killed, as its time was over
    unreadable,  ///< status 0, and no navmesh that can be read; `words` say why
  };
  End end = End::baked;
  int status = 0;       ///< as shells count
  std::string words;    ///< without names of folders
  std::string navmesh;  ///< the name of its file
  StatedSettings settings;
  ForeignMesh mesh;  ///< empty unless it is baked
  mpq_class area;    ///< of its polygons, in plan

  /// No polygon: the baker says so, or there is none in the file.
  bool is_empty() const;
  /// Whether the baker says why it has no navmesh.
  bool is_explained() const;
  /// "baked", "refused" ...
  const char* word() const;
};

/// One adapter, running. One thread at a time may use it.
class Adapter {
 public:
  /// `folder`: for its files; it is made.
  Adapter(const std::vector<std::string>& words, std::string folder, const FuzzSettings& settings);

  /// Bakes a scene, given as OBJ. Errors: bad_option (the baker is not installed), cannot_open, cannot_write.
  Result<BakeOutcome> bake(const std::string& obj, const FuzzAgent& agent);
  std::uint64_t bakes() const { return bakes_; }
  /// The file of the scene, once one was baked.
  std::string scene_file() const { return folder_ + "/scene.obj"; }
  /// The folder with the last bake's files.
  std::string out() const { return folder_ + "/out"; }

 private:
  Result<BakeOutcome> bake_once(const std::string& obj, const FuzzAgent& agent);
  void read_settings(BakeOutcome& outcome) const;
  void read_navmesh(const FuzzAgent& agent, BakeOutcome& outcome) const;
  std::string without_folder(std::string text) const;

  LineProcess process_;
  std::string folder_;
  std::optional<StatedSettings> stated_;  // of its first navmesh, which is that of a large square
  std::uint64_t bakes_ = 0;
};

/// What an adapter says with --version, in a line, within the limits of a bake. Errors: bad_option (it is not
/// installed, or has no answer), cannot_open.
Result<std::string> baker_version(const std::vector<std::string>& words, const FuzzSettings& settings);

/// Writes a file whole. Error: cannot_write.
std::optional<Error> write_file(const std::string& path, const std::string& text);

}  // namespace plumb::pipeline
