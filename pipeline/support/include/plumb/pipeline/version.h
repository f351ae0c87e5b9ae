// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plumb::pipeline {

/// The version of this library and of the `plumb` command, such as "0.1.0".
const char* version();

}  // namespace plumb::pipeline
