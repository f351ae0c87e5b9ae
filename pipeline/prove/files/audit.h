// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <string>

#include "base/threads.h"
#include "files/navmesh.h"

namespace plumb::checker {

/// Whether an audit says what is so (docs/theory/audits.md): computes its figures of the navmesh file again, from the
/// exact navmesh of the level. Returns what to say if they hold. `outer`: with a radius, the navmesh of the outer
/// bound; null: what refers to it is not looked at. Requires navmeshes that certificates prove. Throws Refutation for a
/// figure that is not so, and Refused for files that cannot be read or say that they are of other options.
std::string check_audit(const NavMesh& truth, const NavMesh* outer, const std::string& audit,
                        const std::string& navmesh, const Threads& threads);

}  // namespace plumb::checker
