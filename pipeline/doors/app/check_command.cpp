// SPDX-License-Identifier: GPL-3.0-or-later
// The command `plumb check`: the independent checker of certificates, plumb-check, in the program plumb.
#include <memory>
#include <optional>
#include <string>

#include "commands.h"
#include "plumb/certificate.h"
#include "terminal.h"

namespace plumb::app {
namespace {

struct CheckArguments {
  std::string scene, store;
  std::vector<std::string> rest;       ///< a certificate, and files of its bake; with a store, more files of its level
  std::vector<std::string> only;       ///< with a store, the numbers of the one tile to be checked, or none
  std::vector<std::string> audit;      ///< an audit and the navmesh that it judged, or none
  std::vector<std::string> outer;      ///< certificate and navmesh of the outer bound, or none
  std::vector<std::string> updates;    ///< a navmesh, a list of updates, and what they make of it; or none
  std::optional<std::string> threads;  ///< default: all cores
};

int run_check(const CheckArguments& a) {
  const std::string threads = a.threads.value_or("");
  if (a.store.empty()) {
    if (!a.only.empty()) return fail("--only is of a store; name its folder with --store");
    if (a.rest.empty()) return fail("check needs a level and a certificate; give: plumb check LEVEL.obj FILE.cert");
    if (!a.outer.empty() && a.audit.empty()) return fail("--outer is of an audit; give it with --audit");
    return checker::run(a.scene, a.rest[0], threads, "plumb",
                        {{a.rest.begin() + 1, a.rest.end()}, a.audit, a.outer, a.updates});
  }
  std::vector<std::string> levels{a.scene};
  levels.insert(levels.end(), a.rest.begin(), a.rest.end());
  return checker::run_store(a.store, levels, threads, "plumb", a.only);
}

}  // namespace

RunnableCommand add_check_command(Commands& commands) {
  const auto arguments = std::make_shared<CheckArguments>();
  CheckArguments& a = *arguments;
  Command check = commands.add(
      "check", "Verify a certificate of a bake, record by record",
      "The checker shares no code with the baker, except for SHA-256 and the allocation of GMP's memory; it is also\n"
      "installed alone, as plumb-check SCENE CERTIFICATE. With --store all tiles of a folder of plumb tiles are "
      "checked.\n"
      "Exit status 1: a record does not hold; it is named on standard error.");
  check.required("SCENE", a.scene, "the level that was baked", "");
  check.list(
      "CERTIFICATE", a.rest,
      "what 'plumb bake -o FILE.cert' wrote, then other files of the bake; with --store, more files of the level", "");
  check.one("--store", a.store, "the certificates are those of this folder, cut with --certificates", "STORE");
  check.several("--only", a.only, 2, "with --store: check this tile alone", "I J");
  check.several("--updates", a.updates, 3, "what a list of updates makes of a navmesh", "BASE LIST NOW");
  check.several("--audit", a.audit, 2, "also this audit of a navmesh, by the exact navmesh among the files",
                "AUDIT NAVMESH");
  check.several("--outer", a.outer, 2, "for an audit with a radius: certificate and navmesh of the outer bound",
                "CERT JSON");
  check.one("--threads", a.threads, "what is said does not depend on it (default: all cores)", "N");
  return {check, [=] { return run_check(*arguments); }};
}

}  // namespace plumb::app
