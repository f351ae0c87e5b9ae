// SPDX-License-Identifier: GPL-3.0-or-later
// What people look at: the plan as .svg, and the page.
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/export_view.h"
#include "plumb/pipeline/split_storeys.h"
#include "plumb/pipeline/write_baked.h"

namespace plumb::pipeline {

std::optional<Error> writers::write_svg(Baked& b, Output& out, const WriteSettings&, Progress& progress) {
  export_svg(out, *b.derived, split_storeys(*b.derived), progress);
  return std::nullopt;
}

std::optional<Error> writers::write_html(Baked& b, Output& out, const WriteSettings& settings, Progress&) {
  b.mesh().points.make_exact(b.options.threads);
  return export_view(out, {b.derived.get(), b.level.get(), b.level ? &b.options : nullptr},
                     {.title = {}, .max_bytes = settings.max_bytes}, b.options.threads);
}

}  // namespace plumb::pipeline
