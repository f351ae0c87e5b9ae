// SPDX-License-Identifier: GPL-3.0-or-later
#include "check_command.h"

#include "check.h"

namespace plumb::app {

Command add_check_command(Commands& commands, CheckArguments& a) {
  Command check = commands.add(
      "check", "Verify a certificate of a bake, record by record",
      "The checker shares no code with the baker; it is also installed alone, as plumb-check SCENE CERTIFICATE.\n"
      "Exit status 1: a record does not hold; it is named on standard error.");
  check.required("SCENE", a.scene, "the level that was baked", "");
  check.required("CERTIFICATE", a.certificate, "what 'plumb bake --certificate' wrote", "");
  check.one("--threads", a.threads, "what is said does not depend on it (default: all cores)", "N");
  return check;
}

int run_check(const CheckArguments& a) { return checker::run(a.scene, a.certificate, a.threads.value_or(""), "plumb"); }

}  // namespace plumb::app
