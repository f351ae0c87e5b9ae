// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "read/obj_records.h"
#include "read/text_file.h"
#include "tiles/grid.h"

namespace plumb::checker {

/// A digest of faces, one after the other, by the coordinates of their corners.
class FaceDigest {
 public:
  void add(std::string_view face) {
    waiting_ += face;
    if (waiting_.size() >= usual_size) close();
  }
  /// Of all faces so far. Equal digests stand for equal faces.
  std::string text() {
    close();
    return digest_;
  }

 private:
  static constexpr std::size_t usual_size = 1024;
  void close();
  std::string waiting_, digest_ = std::string(64, '0');  // always 64 characters, so that no face passes for a digest
};

/// By tile, a digest of the faces that are near it (docs/theory/certificate.md, Tiles).
using TileDigests = std::map<Tile, FaceDigest>;

/// Adds the faces of an OBJ, in their order. Throws Refused for a text that is no level, and Refutation where a
/// face is near a tile that is not among the digests. Memory: eight bytes for each vertex, and the digests.
void add_faces(const TextFile& level, Numbers numbers, bool y_up, const Grid& grid, TileDigests& digests);

/// The digest of all faces of a piece.
std::string piece_digest(std::string_view text, Numbers numbers, bool y_up);

}  // namespace plumb::checker
