// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files/files.h"

#include "command.h"
#include "files/navmesh_check.h"
#include "read/text_file.h"

namespace plumb::checker {

void Files::found(Proven& proven) {
  for (const std::string& path : paths_) {
    try {
      check_file(proven, path);
    } catch (const Unequal& e) {
      status_ = 1;
      message_ = place(path, e.line) + e.what();
    } catch (const Refused& e) {
      status_ = 2;
      message_ = place(path, e.line) + e.what();
    }
    if (status_ != 0) return;
  }
}

// Its content tells what it is.
void Files::check_file(Proven& proven, const std::string& path) {
  FileStream in(path);
  const int first = in.peek();
  if (first != '{') throw Refused("this program does not know what this file is; give a .json of the bake");
  Json json(in);
  navmesh_ = NavMeshReader(json).read();
  if (!navmesh_) throw Refused("this JSON is no navmesh; give the .json of the bake");
  NavMeshCheck(proven, *navmesh_).check();
  text_ += path + " says what " + certificate_ + " says: " + std::to_string(navmesh_->cells.size()) + " cells of " +
           std::to_string(navmesh_->facets.size()) + " facets, " + std::to_string(navmesh_->portals.size()) +
           " portals, " + std::to_string(navmesh_->obstructions.size()) + " obstructions.\n";
}

}  // namespace plumb::checker
