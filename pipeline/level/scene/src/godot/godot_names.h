// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/godot_scene.h"

namespace plumb::pipeline::godot {

/// What --leave-out can call the node at `path`, below the root: its path; of a node right below the root its name, or
/// "./Name" where the scene, or a file that the scene names, has that name elsewhere, too. Characters that have a
/// meaning in a pattern or in a shell are '?' in it. It is for messages: files that cannot be read count as empty.
std::string pattern_of_node(Files& files, const std::string& path);

}  // namespace plumb::pipeline::godot
