// SPDX-License-Identifier: GPL-3.0-or-later
// Audits of small levels that a test writes.
#pragma once
#include <catch2/catch.hpp>
#include <map>

#include "plumb/pipeline/audit.h"
#include "support/temporary_folder.h"

namespace plumb::tests {

using namespace pipeline;

inline AuditFacts audited(const AuditArguments& arguments) {
  const auto options = make_audit_options(arguments);
  if (!options) FAIL(options.error().command_text());
  Progress silent;
  auto facts = audit(*options, silent);
  if (!facts) FAIL(facts.error().command_text());
  return std::move(*facts);
}
inline std::string refused(const AuditArguments& arguments) {
  const auto options = make_audit_options(arguments);
  if (!options) return options.error().command_text();
  Progress silent;
  const auto facts = audit(*options, silent);
  if (facts) FAIL("it is audited");
  return facts.error().command_text();
}
inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline BakeArguments level_of(const std::string& scene, const std::string& up) {
  BakeArguments out;
  out.scene = scene;
  out.up = up;
  out.sides = "up";
  out.step = "0.4";
  out.weld = "0.1";
  out.threads = "2";
  return out;
}

inline mpq_class exact(const AreaTotal& area) { return *area.exact(0); }

/// Area by cause of missing floor and of excess, as text.
inline std::map<std::string, mpq_class> causes(const AuditFacts& facts) {
  std::map<std::string, mpq_class> out;
  for (const AuditFacts::CauseTotal& c : facts.causes) out[text_of(c.cause)] += exact(c.area);
  return out;
}

inline constexpr const char* empty_mesh = "v 0 0 0\n";

}  // namespace plumb::tests
