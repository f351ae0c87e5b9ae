// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/pipeline/blame.h"
#include "plumb/pipeline/compare.h"
#include "plumb/pipeline/floor_faces.h"
#include "plumb/pipeline/result.h"

// What an earlier audit of a level has found, and what of a later one is new against it
// (docs/reference/audit.md#baselines has the definitions).
namespace plumb::pipeline {

/// The places that the JSON of an audit lists, as read_baseline() makes it; z up.
struct Baseline {
  /// Kinds of places that have an area.
  enum Kind : std::uint8_t { missing, excess, overlap };
  struct Place {
    std::vector<Cause> causes;  ///< the cause of most of it first; of overlap, Cause::unexplained alone
    ExactPoint inside;          ///< a point in its interior
    double area = 0;
  };
  struct Places {
    FloorFaces faces;  ///< their convex pieces; owners are places
    std::vector<Place> list;
  };
  struct Join {
    bool is_false;
    std::string cause;              ///< of a false one: obstacle, height or gap
    std::array<ExactPoint, 2> box;  ///< least and greatest coordinates
  };

  std::string file;
  std::array<Places, 3> places;  ///< by kind
  std::vector<Join> joins;
  std::vector<std::array<ExactPoint, 2>> edges;  ///< of three polygons or more, the lesser end first
  /// What its findings depend on, besides the two meshes: options of the bake, stance, window and the baker's settings,
  /// as names and JSON text.
  std::vector<std::pair<std::string, std::string>> conditions;
};

/// Reads the JSON that `plumb audit --json` has written. Errors: those of opening a file; syntax (no such JSON, pieces
/// that are not convex); bad_option (it does not list all its places).
Result<Baseline> read_baseline(const std::string& path);
Result<Baseline> read_baseline_text(std::string_view text, const std::string& name);

/// What of an audit is new.
struct BaselineFacts {
  enum class State : std::uint8_t {
    known,
    is_new,     ///< a part of it, at least, is new
    below_grid  ///< all of it is below the file's grid: it counts for nothing
  };
  struct Place {
    State state = State::known;
    AreaTotal area;                ///< of the new part of a place that has an area
    std::optional<ExactPoint> at;  ///< a point in the interior of the new part's largest piece
  };
  struct Gone {
    std::string what;  ///< kind and cause: "missing border"
    ExactPoint at;
    double area = 0;  ///< 0: it has none
  };

  std::string file;
  std::vector<std::string> differs;  ///< conditions that the baseline has otherwise, as text for people
  std::vector<Place> findings, overlaps, joins, edges;  ///< by place of AuditFacts, and of MeshStructure::crowded_edges
  std::vector<Gone> gone;                               ///< in the order of the baseline

  std::uint64_t count(State state) const;
};
const char* text_of(BaselineFacts::State state);

}  // namespace plumb::pipeline
