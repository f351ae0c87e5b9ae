// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/export_view.h"

namespace plumb::pipeline {

/// What the page's script reads, before compression: see view_data.cpp.
/// Errors: out_of_range for coordinates beyond binary32.
Result<std::string> view_data(const ViewSource& source, const std::string& title);

}  // namespace plumb::pipeline
