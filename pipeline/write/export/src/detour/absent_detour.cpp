// SPDX-License-Identifier: GPL-3.0-or-later
// In place of what calls Detour, in a build without it.
#include "plumb/pipeline/export_detour_tile.h"

namespace plumb::pipeline {
std::optional<Error> detour_missing() {
  return Error{ErrorCode::cannot_write,
               "this build of plumb has no Detour, so that it writes neither .bin nor .mset; write another format", "",
               0};
}
Result<DetourFile> make_detour(const NavMesh&, unsigned) { return *detour_missing(); }
Result<DetourFile> make_detour_set(const NavMesh&, const std::optional<mpq_class>&, unsigned) {
  return *detour_missing();
}
Result<DetourFile> make_detour_tile(const NavMesh&, const DetourTileFrame&, std::span<const DetourWay>, unsigned) {
  return *detour_missing();
}
std::uint64_t detour_polygons(std::string_view) { return 0; }  // there is no tile

}  // namespace plumb::pipeline
