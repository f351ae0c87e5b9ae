// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of scene files with an index.txt of what reading each gives.
#pragma once
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"

namespace plumb::tests {

inline const std::map<std::string, pipeline::Numbers> number_modes = {{"double", pipeline::Numbers::binary64},
                                                                      {"float", pipeline::Numbers::binary32},
                                                                      {"decimal", pipeline::Numbers::decimal}};

/// Reads every file by read(path, numbers) and compares; also(path, numbers, result) may check more. Returns how many
/// times a file was read.
template <class Read, class Also>
int check_scene_corpus(const std::filesystem::path& folder, const Read& read, const Also& also) {
  using pipeline::ErrorCode;
  static const std::map<std::string, ErrorCode> codes = {
      {"cannot_open", ErrorCode::cannot_open}, {"unsupported_format", ErrorCode::unsupported_format},
      {"syntax", ErrorCode::syntax},           {"missing_coordinate", ErrorCode::missing_coordinate},
      {"bad_number", ErrorCode::bad_number},   {"out_of_range", ErrorCode::out_of_range},
      {"bad_index", ErrorCode::bad_index},     {"too_few_vertices", ErrorCode::too_few_vertices},
      {"no_face", ErrorCode::no_face},         {"too_large", ErrorCode::too_large},
  };
  std::ifstream index(folder / "index.txt");
  REQUIRE(index);
  std::set<std::string> listed = {"index.txt", ".gitattributes"};
  int checked = 0;
  for (std::string line; std::getline(index, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream in(line);
    std::string file, numbers, outcome;
    REQUIRE(in >> file >> numbers >> outcome);
    listed.insert(file);
    const std::string path = (folder / file).string();
    for (const auto& [name, mode] : number_modes) {
      if (numbers != "all" && numbers != name) continue;
      std::istringstream rest(line.substr(static_cast<std::size_t>(in.tellg())));
      INFO(line << " (" << name << ")");
      const pipeline::Result<pipeline::Scene> scene = read(path, mode);
      if (outcome == "ok") {
        std::size_t vertices, points, faces, corners, groups;
        REQUIRE(rest >> vertices >> points >> faces >> corners >> groups);
        INFO((scene ? "" : scene.error().text()));
        REQUIRE(scene);
        CHECK(is_valid(*scene));
        CHECK(scene->vertex_records == vertices);
        CHECK(scene->points.size() == points);
        CHECK(scene->face_count() == faces);
        CHECK(scene->face_points.size() == corners);
        CHECK(scene->groups.size() == groups);
      } else {
        REQUIRE(outcome == "error");
        std::string code, text;
        std::uint64_t at;
        REQUIRE(rest >> code >> at);
        std::getline(rest >> std::ws, text);
        REQUIRE_FALSE(scene);
        INFO(scene.error().text());
        CHECK(scene.error().code == codes.at(code));
        CHECK(scene.error().line == at);
        CHECK(scene.error().file == path);
        CHECK(scene.error().message.find(text) != std::string::npos);
        CHECK(scene.error().message.find("; ") != std::string::npos);  // what to do
      }
      also(path, mode, scene);
      ++checked;
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    INFO(entry.path());
    CHECK(listed.count(entry.path().filename().string()) == 1);
  }
  return checked;
}

}  // namespace plumb::tests
