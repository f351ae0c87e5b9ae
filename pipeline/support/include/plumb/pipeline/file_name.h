// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace plumb::pipeline {

/// ".obj" for "a/b.OBJ": the extension in lower case, empty when there is none.
std::string extension_of(const std::string& file);

}  // namespace plumb::pipeline
