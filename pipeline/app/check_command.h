// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <CLI/CLI.hpp>

#include <string>

namespace plumb::app {

struct CheckArguments {
  std::string scene, certificate;
};

CLI::App* add_check_command(CLI::App& app, CheckArguments& arguments);

/// Hands the files to the independent checker, as the program plumb-check does.
int run_check(const CheckArguments& arguments);

}  // namespace plumb::app
