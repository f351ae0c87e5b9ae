// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/write_baked.h"
#include "warnings.h"

namespace plumb::pipeline {

std::optional<Error> writers::write_report(Baked& b, Output& out, const WriteSettings&, Progress&) {
  if (b.report.graph.borders.empty())
    for (std::size_t s = 1; s <= b.options.stances.size(); ++s)
      b.report.graph.borders.push_back(b.derived->border(static_cast<kernel::Label>(s)).size());
  if (b.derived) note_file_warnings(b.mesh(), b.report);
  out.write(report_json(b.report));
  return std::nullopt;
}

std::optional<Error> writers::write_csv(Baked& b, Output& out, const WriteSettings&, Progress&) {
  out.write(report_csv(b.report));
  return std::nullopt;
}

}  // namespace plumb::pipeline
