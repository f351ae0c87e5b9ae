// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "files/navmesh.h"
#include "files/proven.h"

namespace plumb::checker {

/// What other files of a bake say, against its certificate: to be given to check() as the listener.
class Files : public Collector {
 public:
  /// Their paths, and the certificate's, for what is said.
  Files(std::string certificate, std::vector<std::string> paths)
      : certificate_(std::move(certificate)), paths_(std::move(paths)) {}

  /// A line for each file that says what the certificate says, up to the first that does not.
  const std::string& text() const { return text_; }
  /// Of that one: 1 if it says something else, 2 if it cannot be read or judged; else 0.
  int status() const { return status_; }
  const std::string& message() const { return message_; }
  /// The last exact navmesh among those that say what the certificate says; null if there is none.
  const NavMesh* navmesh() const { return navmesh_ ? &*navmesh_ : nullptr; }

 private:
  void found(Proven& proven) override;
  void check_file(Proven& proven, const std::string& path);

  std::string certificate_;
  std::vector<std::string> paths_;
  std::string text_, message_;
  int status_ = 0;
  std::optional<NavMesh> navmesh_;  // the last one, which others are held against
};

}  // namespace plumb::checker
