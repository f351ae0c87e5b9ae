// SPDX-License-Identifier: GPL-3.0-or-later
#include "route_command.h"

#include <unistd.h>

#include "messages.h"
#include "terminal_progress.h"

namespace plumb::app {

Command add_route_command(Commands& commands, pipeline::RouteArguments& a) {
  Command route = commands.add(
      "route", "Find a way between two points of a navmesh",
      "NAVMESH is what plumb bake -o FILE.json wrote; points have the axes of its scene, and stand for the first "
      "floor\n"
      "at or below them. The way is for an agent without width; bake with --radius for one that has some.\n"
      "Exit status 1: a point is over no floor, or there is no way.\n"
      "Example: plumb route level.json --from 0,0,0 --to 12.5,0,-7/3 --svg way.svg");
  route.required("NAVMESH", a.navmesh, "a navmesh (.json)", "");
  route.required("--from", a.from, "where it begins", "x,y,z");
  route.required("--to", a.to, "where it ends", "x,y,z");
  route.one("--stance", a.stance, "who goes there (default: the lowest)", "NAME");
  route.flag("--json", a.json, "print JSON");
  route.file("--svg", a.svg, "write a plan with the way", "FILE.svg");
  route.flag("--quiet", a.quiet, "no progress");
  return route;
}

int run_route(const pipeline::RouteArguments& a) {
  const auto options = pipeline::make_route_options(a);
  if (!options) return fail(options.error().text());
  TerminalProgress terminal;
  pipeline::Progress silent;
  const bool shown = !a.quiet && ::isatty(STDERR_FILENO) == 1;
  const auto answer = [&](const pipeline::FoundRoute& found) -> std::optional<pipeline::Error> {
    terminal.clear();
    if (print(a.json ? pipeline::route_json(found) : pipeline::route_text(found))) return std::nullopt;
    return pipeline::Error{pipeline::ErrorCode::cannot_write,
                           "the way cannot be written to standard output; see where it is sent", "", 0};
  };
  const auto found = pipeline::find_route(*options, shown ? terminal : silent, answer);
  terminal.clear();
  if (found) return exit_done;
  fail(found.error().text());
  const auto code = found.error().code;
  return code == pipeline::ErrorCode::no_floor || code == pipeline::ErrorCode::unreachable ? exit_no : exit_refused;
}

}  // namespace plumb::app
