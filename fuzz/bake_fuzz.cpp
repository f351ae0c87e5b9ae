// SPDX-License-Identifier: GPL-3.0-or-later
// Whole bakes of arbitrary small levels on a lattice, where much coincides. Whatever the level is:
//
// 1. the independent checker accepts the certificate;
// 2. the .obj, .glb, .tres, .bin or .mset, audited as another baker's file, has no floor missing or in excess that the
//    file's numbers could tell, parts and joins nothing, and loses no component but those that the report lists.
//
// Bytes: three for the options (options_of), then faces: a byte for the kind, then the coordinates as multiples of 1/4.
// Cost: a few milliseconds an input.
#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "../tests/support/temporary_folder.h"
#include "base/verdict.h"
#include "check.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/bake.h"
#include "require.h"

namespace {

using namespace plumb::pipeline;

constexpr std::size_t most_faces = 12;
constexpr std::array extensions{".obj", ".glb", ".tres", ".bin", ".mset"};

// Reads bytes one after another; behind the end they are 0.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool at_end() const { return next_ >= size_; }
  int operator()() { return at_end() ? 0 : data_[next_++]; }
  int below(int count) { return (*this)() % count; }

 private:
  const std::uint8_t* data_;
  std::size_t size_, next_ = 0;
};

struct Corner {
  int x, y, z;
};

std::string level_of(Bytes& bytes) {
  std::ostringstream out;
  const auto at = [&] { return bytes.below(25); };  // up to 6 units
  for (std::size_t faces = 0; faces < most_faces && !bytes.at_end(); ++faces) {
    const int kind = bytes.below(4);
    const Corner p{at(), at(), at()};
    std::vector<Corner> face;
    if (kind == 0) {
      face = {p, {at(), at(), at()}, {at(), at(), at()}};
    } else {
      const int width = 1 + at(), depth = 1 + at(), rise = kind == 2 ? bytes.below(9) : 0;
      face = {p, {p.x + width, p.y, p.z + rise}, {p.x + width, p.y + depth, p.z + rise}, {p.x, p.y + depth, p.z}};
      if (kind == 3) face = {p, {p.x + width, p.y, p.z}, {p.x + width, p.y, p.z + depth}, {p.x, p.y, p.z + depth}};
    }
    for (const Corner& c : face) out << "v " << c.x / 4.0 << ' ' << c.y / 4.0 << ' ' << c.z / 4.0 << '\n';
    out << 'f';
    for (std::size_t k = face.size(); k > 0; --k) out << " -" << k;
    out << '\n';
  }
  return out.str();
}

BakeArguments options_of(Bytes& bytes) {
  BakeArguments out;
  out.up = "z";
  out.numbers = "decimal";
  out.bad_faces = "drop";
  out.threads = "1";
  const int agent = bytes();
  out.sides = agent % 2 ? "up" : "both";
  out.solids = agent / 2 % 2 ? "closed" : "none";
  out.stances = agent / 4 % 2 ? std::vector<std::string>{"low=1", "high=2"} : std::vector<std::string>{"stand=1.5"};
  out.step = std::array{"0", "0", "0.25", "0.5"}[static_cast<std::size_t>(agent / 8 % 4)];
  out.weld = std::array{"0", "0.25"}[static_cast<std::size_t>(agent / 32 % 2)];
  out.radius = std::array{"0", "0", "0.25", "0.3"}[static_cast<std::size_t>(agent / 64 % 4)];
  out.slope = std::array{"45", "30"}[static_cast<std::size_t>(bytes.below(2))];
  return out;
}

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
  BakeArguments level = options_of(bytes);
  const std::string scene = level_of(bytes);
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
