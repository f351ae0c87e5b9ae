// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/svg_layout.h"

namespace plumb::pipeline {

std::string audit_junit(const AuditFacts& f) {
  const auto failures = std::ranges::count_if(f.verdicts, [](const Verdict& v) { return v.exceeded; });
  const auto attribute = [](const std::string& text) {
    std::string out;
    for (const char c : svg::escaped(text)) out += c == '"' ? std::string("&quot;") : std::string(1, c);
    return out;
  };
  const std::string name = attribute(f.mesh.file);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"plumb audit " + name +
                    "\" tests=\"" + std::to_string(f.verdicts.size()) + "\" failures=\"" + std::to_string(failures) +
                    "\">\n";
  for (const Verdict& v : f.verdicts) {
    const std::string text = attribute(v.threshold.text), value = attribute(v.value);
    out += "<testcase classname=\"" + name + "\" name=\"" + text + "\"";
    if (v.exceeded) out += ">\n<failure message=\"" + text + ": " + value + "\"/>\n</testcase>\n";
    else out += "/>\n";
  }
  return out + "</testsuite>\n</testsuites>\n";
}

}  // namespace plumb::pipeline
