// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>

#include "certificate_text.h"
#include "plumb/pipeline/export_certificate.h"

namespace plumb::pipeline {

/// Writes the records of all portals, flush and step ones, then welds (docs/reference/certificate.md), and returns how
/// many there are. Beside welds and steps, no more than those of some thousand cells are held.
std::size_t append_portals(const Certified& certified, CertificateText& out);

}  // namespace plumb::pipeline
