// SPDX-License-Identifier: GPL-3.0-or-later
// A finding: the smallest scene of a group of symptoms, made smaller, in a folder that shows it.
#pragma once
#include "examine.h"
#include "run_log.h"

namespace plumb::pipeline {

/// Writes the folder of a group's finding below options.output, unless one of the same scene is there. Error: those of
/// Examiner::examine(), cannot_write.
std::optional<Error> write_finding(const FuzzOptions& options, const SymptomGroup& group, const std::string& version,
                                   Examiner& examiner);

}  // namespace plumb::pipeline
