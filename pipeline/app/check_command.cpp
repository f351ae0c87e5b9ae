// SPDX-License-Identifier: GPL-3.0-or-later
#include "check_command.h"

#include "check.h"

namespace plumb::app {

CLI::App* add_check_command(CLI::App& app, CheckArguments& a) {
  CLI::App* check = app.add_subcommand("check", "Verify a certificate of a bake, record by record");
  check->footer(
      "The checker shares no code with the baker; it is also installed alone, as plumb-check SCENE CERTIFICATE.\n"
      "Exit status 1: a record does not hold; it is named on standard error.");
  check->add_option("SCENE", a.scene, "the level that was baked")->required()->type_name("");
  check->add_option("CERTIFICATE", a.certificate, "what 'plumb bake --certificate' wrote")->required()->type_name("");
  return check;
}

int run_check(const CheckArguments& a) { return checker::run(a.scene, a.certificate, "plumb"); }

}  // namespace plumb::app
