// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "check_store.h"
#include "files/navmesh.h"
#include "files/proven.h"
#include "files/report.h"

namespace plumb::checker {

/// Other files of a bake are held against its certificate: to be given to check() as the listener. At the first that
/// says something else, or that cannot be judged, it throws InFile.
class Files : public Collector {
 public:
  /// Their paths, and the certificate's, for what is said. updates: none, or those of a navmesh, of a list of updates,
  /// and of the navmesh that these make of it.
  Files(std::string certificate, std::vector<std::string> paths, std::vector<std::string> updates = {})
      : certificate_(std::move(certificate)), paths_(std::move(paths)), updates_(std::move(updates)) {}

  /// A line for each file that says what the certificate says.
  const std::string& text() const { return text_; }
  /// The last exact navmesh among those that say what the certificate says; null if there is none.
  const NavMesh* navmesh() const { return navmesh_ ? &*navmesh_ : nullptr; }

 private:
  void found(Proven& proven) override;
  void check_file(Proven& proven, const std::string& path);
  void check_rounded_file(const std::string& path, std::istream& in);
  void check_as_report(Proven& proven, const std::string& path);
  void check_updates(Proven& proven);

  std::string certificate_;
  std::vector<std::string> paths_, updates_;
  std::string text_, json_;
  std::optional<NavMesh> navmesh_;                           // the last one, which others are held against
  ReportedMeshes reported_;                                  // what the last report says of meshes
  std::map<std::string, RoundedFacts, std::less<>> meshes_;  // of the navmesh, by extension
};

/// Holds the navmesh of each tile of a store, tiles/I_J.json, against its certificate.
TileListener navmeshes_of_tiles();

}  // namespace plumb::checker
