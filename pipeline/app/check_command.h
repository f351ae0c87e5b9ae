// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>

#include "command.h"

namespace plumb::app {

struct CheckArguments {
  std::string scene, certificate;
  std::optional<std::string> threads;  ///< default: all cores
};

Command add_check_command(Commands& commands, CheckArguments& arguments);

/// Hands the files to the independent checker, as the program plumb-check does.
int run_check(const CheckArguments& arguments);

}  // namespace plumb::app
