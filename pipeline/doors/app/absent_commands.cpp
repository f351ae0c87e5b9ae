// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of wings that are left out of the build (pipeline/wings.cmake): each says so, whatever its arguments
// are; and so does the one that WebAssembly lacks. With all wings this source is empty elsewhere.
#include "commands.h"
#include "terminal.h"
#include "tile_jobs.h"

namespace plumb::app {
namespace {

[[maybe_unused]] int say_absent(const std::string& what, const std::string& wing) {
  return fail(what + " is not in this build, which was made without the wing '" + wing +
              "'; build with an empty PLUMB_WITHOUT");
}

[[maybe_unused]] RunnableCommand absent(Commands& commands, const char* name, const char* wing) {
  Command command = commands.add(name, "Not in this build", "");
  command.anything();
  return {command, [=] { return say_absent(std::string("plumb ") + name, wing); }};
}

}  // namespace

#ifdef PLUMB_WITHOUT_ASK
RunnableCommand add_explain_command(Commands& commands) { return absent(commands, "explain", "ask"); }
RunnableCommand add_route_command(Commands& commands) { return absent(commands, "route", "ask"); }
#endif

#ifdef PLUMB_WITHOUT_TILES
RunnableCommand add_tiles_command(Commands& commands) { return absent(commands, "tiles", "tiles"); }
int bake_in_tiles(const pipeline::BakeArguments&, const TileArguments&) { return say_absent("--tiles", "tiles"); }
int view_store(const ViewArguments&, bool) { return say_absent("a store of tiles", "tiles"); }
int audit_by_store(const std::string&, const pipeline::AuditArguments&) { return say_absent("--store", "tiles"); }
#endif

#ifdef __wasi__
RunnableCommand add_fuzz_command(Commands& commands) {
  Command command = commands.add("fuzz", "Not in this build", "");
  command.anything();
  return {command, [] {
            return fail(
                "plumb fuzz starts other bakers, and programs cannot be started here; use plumb for Linux or Windows");
          }};
}
#endif

#ifdef PLUMB_WITHOUT_JUDGE
pipeline::NavMeshReader navmesh_reader(const std::optional<std::string>&) { return {}; }
RunnableCommand add_audit_command(Commands& commands) { return absent(commands, "audit", "judge"); }
RunnableCommand add_diff_command(Commands& commands) { return absent(commands, "diff", "judge"); }
RunnableCommand add_generate_command(Commands& commands) { return absent(commands, "generate", "judge"); }
RunnableCommand add_minimise_command(Commands& commands) { return absent(commands, "minimise", "judge"); }
RunnableCommand add_fuzz_command(Commands& commands) { return absent(commands, "fuzz", "judge"); }
#endif

}  // namespace plumb::app
