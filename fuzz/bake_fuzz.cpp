// SPDX-License-Identifier: GPL-3.0-or-later
// Whole bakes of arbitrary small levels on a lattice, where much coincides. Whatever the level is:
//
// 1. the independent checker accepts the certificate;
// 2. the .obj, .glb, .tres, .bin or .mset, audited as another baker's file, has no floor missing or in excess that the
//    file's numbers could tell, parts and joins nothing, and loses no component but those that the report lists.
//
// Bytes: one for the format, two for the options, then faces (lattice_level.h).
// Cost: a few milliseconds an input.
#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "../tests/support/temporary_folder.h"
#include "base/verdict.h"
#include "check.h"
#include "lattice_level.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/bake.h"
#include "require.h"

namespace {

using namespace plumb::pipeline;

constexpr std::array extensions{".obj", ".glb", ".tres", ".bin", ".mset"};

void check_certificate(const std::string& scene, const std::string& certificate) {
  std::istringstream in(plumb::tests::text_of_file(certificate));
  plumb::checker::Records records(in);
  std::ostringstream out;
  try {
    plumb::checker::check(scene, records, out);
  } catch (const plumb::checker::Refutation& refutation) {
    require(false, ("the certificate holds: line " + std::to_string(records.line())).c_str());
  }
}

// Steps and welds become links, whose strips are not floor, and a file for several stances keeps apart what only the
// lower one passes between (docs/reference/exports.md): such levels are left to the certificate.
void check_file(const BakeArguments& level, const std::string& file, const BakeReport& report) {
  AuditArguments arguments{.level = level, .navmesh = file};
  const auto options = make_audit_options(arguments);
  require(bool(options), "the audit takes the options of the bake");
  Progress silent;
  const auto facts = audit(*options, silent);
  require(bool(facts), "the audit reads the file");
  std::uint64_t lost = 0;
  for (const auto& [extension, conforming] : report.conforming)
    for (const std::uint64_t of_stance : conforming.lost) lost += of_stance;
  for (const Verdict& verdict : facts->verdicts)
    if (verdict.exceeded)
      require(lost > 0 && verdict.threshold.text.starts_with("lost"), (file + ": " + verdict.threshold.text).c_str());
  require(facts->components.lost.size() <= lost, "no component is lost but those that the report lists");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  static const plumb::tests::Folder folder;
  Bytes bytes(data, size);
  const std::string extension = extensions[static_cast<std::size_t>(bytes.below(extensions.size()))];
  BakeArguments level = lattice_options(bytes);
  const std::string scene = lattice_level(bytes);
  level.scene = folder / "level.obj";
  plumb::tests::write_file(level.scene, scene);
  BakeArguments baking = level;
  const std::string file = folder / ("navmesh" + extension);
  baking.certificate = folder / "level.cert";
  const bool is_audited = level.step == "0" && level.weld == "0" && level.stances.size() == 1;
  if (is_audited) baking.outputs = {file};
  const auto options = make_bake_options(baking);
  require(bool(options), "the options are right");
  Progress silent;
  const auto report = bake(*options, silent);
  if (!report) return 0;  // a level without a face, or without floor for a file that needs some
  check_certificate(scene, baking.certificate);
  if (is_audited && report->not_written.empty()) check_file(level, file, *report);
  return 0;
}
