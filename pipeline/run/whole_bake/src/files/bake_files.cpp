// SPDX-License-Identifier: GPL-3.0-or-later
// The whole of `plumb bake`: files in, files out.
//
// 1. bake() refuses what no format holds (cannot_hold) and files that cannot be created before any work, and reads the
//    scene.
// 2. bake_level() bakes it, once refuse_files() has looked whether files can hold the level.
// 3. write_files() writes the outputs. The report comes last, as writing adds to it. OutputFiles::commit() renames all.
//
// Cost: that of the stages (bake_stages has their weights). Source: ours; docs/reference/bake.md.
#include "bake_level.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/write_baked.h"
#include "warnings.h"

namespace plumb::pipeline {
namespace {

// Why there is nothing to show for the work: it was cancelled while a file was written, or there was no room for any.
// Where no format holds the navmesh there is the summary.
std::optional<Error> nothing_written(const OutputFiles& files) {
  for (const Error& error : files.errors())
    if (error.code == ErrorCode::cancelled || (error.code == ErrorCode::cannot_write && files.paths().empty()))
      return error;
  return std::nullopt;
}

// Refuses the files that cannot hold the level. An error if nothing else was wanted.
std::optional<Error> refuse_files(const SceneSurfaces& level, const BakeOptions& o, OutputFiles& files) {
  for (const std::string& path : o.outputs)
    if (auto error = cannot_hold(level, o, format_of(path).value())) files.refuse(path, std::move(*error));
  const bool nothing_else = o.quiet && o.report.empty() && files.errors().size() == o.outputs.size();
  if (nothing_else && !files.errors().empty()) return files.errors().back();
  return std::nullopt;
}

}  // namespace

std::vector<Stage> bake_stages(const BakeOptions& o) {
  return read_stage + level_stages(o) + std::vector<Stage>{{"write", write_weight(o)}};
}

Result<BakeReport> bake(const BakeOptions& given, Progress& progress,
                        const std::function<std::optional<Error>(const BakeReport&)>& announce,
                        const std::function<void(const Error&)>& refused) {
  const Stopwatch total;
  const auto checked = checked_options(given);
  if (!checked) return checked.error();
  const BakeOptions& o = *checked;
  if (auto error = cannot_hold(o)) return *error;
  if (auto error = OutputFiles::check(written_files(o))) return *error;
  return unless_cancelled(progress, [&]() -> Result<BakeReport> {
    Stages stage(progress, bake_stages(o));
    auto scene = read_scene(o, stage);
    if (!scene) return scene.error();
    OutputFiles files(refused);
    auto baked = bake_level(std::move(*scene), o, stage,
                            [&](const SceneSurfaces& level) { return refuse_files(level, o, files); });
    if (!baked) return baked.error();
    stage("write", [&] { write_files(*baked, files, progress); });
    BakeReport& report = baked->report;
    if (baked->derived) note_file_warnings(baked->mesh(), report);
    finish_report(report, stage, total);
    report.not_written = files.errors();
    if (!o.report.empty())
      files.add(o.report, [&](Output& file) { return write(*baked, Format::report, file, {}, progress); });
    if (auto error = nothing_written(files)) return *error;
    report.files = files.paths();
    report.not_written = files.errors();  // perhaps the report, too
    if (auto error = files.commit(report, announce)) return *error;
    return std::move(report);
  });
}

Result<Baked> bake_to_ask(const BakeOptions& given, Progress& progress, std::optional<Scene> scene) {
  const Stopwatch total;
  const auto checked = checked_options(given);
  if (!checked) return checked.error();
  const BakeOptions& o = *checked;
  return unless_cancelled(progress, [&]() -> Result<Baked> {
    Stages stage(progress, (scene ? std::vector<Stage>{} : read_stage) + level_stages(o));
    if (!scene) {
      ImportOptions reading = import_options(o);
      reading.digest = true;
      auto read = stage("read", [&] { return import_scene(o.scene, reading); });
      if (!read) return read.error();
      scene = std::move(*read);
    }
    auto baked = bake_level(std::move(*scene), o, stage);
    if (baked) finish_report(baked->report, stage, total);
    return baked;
  });
}

}  // namespace plumb::pipeline
