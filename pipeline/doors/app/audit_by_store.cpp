// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "plumb/pipeline/audit_store.h"
#include "terminal.h"
#include "tile_jobs.h"

namespace plumb::app {

int audit_by_store(const std::string& store, const pipeline::AuditArguments& a) {
  return run_to_verdict<pipeline::AuditFacts>(
      a.level.quiet,
      [&](pipeline::Progress& progress, const auto& announce) {
        return pipeline::audit_store(store, a, progress, announce);
      },
      pipeline::audit_text, pipeline::audit_failures);
}

}  // namespace plumb::app
