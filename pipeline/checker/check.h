// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <istream>
#include <ostream>
#include <string_view>

#include "records.h"

namespace checker {

/// Checks a certificate of the level with this text and writes what holds. Throws False at the first record that does not,
/// with `records` still there, and Refused if the level cannot be read.
void check(std::string_view scene, Records& records, std::ostream& out);

/// The command `NAME SCENE CERTIFICATE`: 0 if every record holds, 1 if one does not, 2 if the files or the arguments are
/// no good. Says so on standard output or standard error.
int run(int argc, const char* const* argv, const char* name);

}  // namespace checker
