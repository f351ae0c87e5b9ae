// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <stdexcept>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/report.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// A check of our own failed: a bug, whatever the input.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

/// The stages of a bake, in their order. `radius`: the agent has one.
std::vector<Stage> bake_stages(Solids solids, bool radius);

/// What a certificate says of these options.
CertificateSettings certificate_settings(const BakeOptions& options);

/// The whole of `plumb bake`: from the scene to the files. All outputs appear or, on an error, none (but for a
/// failing rename, which leaves those named before it). `announce` is told of the result when all files are complete
/// and none has its name; if it returns an error, that is the answer and no file appears. Throws InternalError if the
/// areas of a polygon do not add up; nothing is written then. std::bad_alloc passes.
Result<BakeReport> bake(const BakeOptions& options, Progress& progress,
                        const std::function<std::optional<Error>(const BakeReport&)>& announce = {});

}  // namespace plumb::pipeline
