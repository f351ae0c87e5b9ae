// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plumb::app {

/// Which options a program has. A study repeats experiments of the documents that Plumb follows, and has options for
/// them that no bake and no route needs (docs/theory/sources.md).
enum class Offer { common, studies };

/// Runs the program that `argv` calls, named `name` in its help; the exit status.
int run_program(const char* name, Offer offer, int argc, char** argv);

}  // namespace plumb::app
