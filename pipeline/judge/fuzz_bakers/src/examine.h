// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with what a baker makes of one scene.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adapter.h"
#include "plumb/pipeline/fuzz_bakers.h"
#include "plumb/pipeline/plain_scene.h"
#include "plumb/pipeline/true_floor.h"
#include "symptom.h"

namespace plumb::pipeline {

/// A second bake of the same scene that is compared with the first, besides that of the faces in reversed order.
enum class Relation { none, motion, shorter, climber, steeper };
constexpr std::array<Word<Relation>, 5> words_of(Relation) {
  return {{{"none", Relation::none},
           {"motion", Relation::motion},
           {"shorter", Relation::shorter},
           {"climber", Relation::climber},
           {"steeper", Relation::steeper}}};
}

/// A scene to give to a baker.
struct FuzzCase {
  std::string family;
  std::uint64_t seed = 0;
  std::string variant;  ///< which of the family's forms it has
  mpq_class nudge;
  PlainScene scene;  ///< in the axes of its file
  FuzzAgent agent;
  Relation relation = Relation::none;
  std::optional<ExpectedVoxels> voxel;  ///< what the rules of voxels give, if they decide
};
/// The case of a run, by its number.
Result<FuzzCase> make_case(const FuzzSettings& settings, std::uint64_t number);

struct Examined {
  BakeOutcome outcome;
  std::vector<Symptom> symptoms;
  std::map<std::string, std::uint64_t> explained;  ///< by cause, differences that rules of voxels explain
  std::unique_ptr<TrueFloor> floor;                ///< if there was a navmesh to judge
  std::optional<AuditFacts> facts;
};

/// Runs the adapters of a job. One thread at a time may use it.
class Examiner {
 public:
  /// `folder`: for files of adapters.
  Examiner(const FuzzSettings& settings, const std::string& folder);

  /// `only`: what else there may be is not looked for, as far as that saves time. Errors: those of Adapter::bake().
  Result<Examined> examine(const FuzzCase& given, std::optional<FuzzKind> only = std::nullopt);
  /// Finds the true floor of what was just examined, and judges its navmesh by it; an empty one where there is none.
  std::optional<Error> judge_outcome(const FuzzCase& given, Examined& out);
  std::uint64_t bakes() const;

 private:
  std::optional<Error> compare_bakes(const FuzzCase& given, std::optional<FuzzKind> only, Examined& out);

  Adapter baker_;
  std::optional<Adapter> against_;
};

// The parts of examine(). Each adds what it finds.

/// What the end of a bake tells, and the structure of its polygons.
void check_end(const FuzzCase& given, const BakeOutcome& outcome, std::vector<Symptom>& symptoms);
void check_structure(const BakeOutcome& outcome, std::vector<Symptom>& symptoms);
/// What an audit tells, and the documented rules of voxels.
void check_audit(const FuzzCase& given, Examined& out);
void check_voxels(const FuzzCase& given, const ExpectedVoxels& expected, const AuditFacts& facts,
                  std::vector<Symptom>& symptoms);
/// The cause of most of what is missing, or in excess; empty if nothing is.
std::string main_cause(const AuditFacts& facts, bool excess);
/// Two bakes that should be of one area, or of one floor.
void check_same_area(const FuzzCase& given, FuzzKind kind, const BakeOutcome& a, const BakeOutcome& b,
                     std::vector<Symptom>& symptoms);
void check_same_floor(const FuzzCase& given, const BakeOutcome& a, const BakeOutcome& b,
                      std::vector<Symptom>& symptoms);
/// The second agent is more able.
void check_monotone(const FuzzCase& given, const BakeOutcome& less, const BakeOutcome& more,
                    std::vector<Symptom>& symptoms);

/// Of a baker without cells, how far apart the numbers are that its file has at the scene's greatest coordinate: those
/// of binary32, unless the file is exact or has decimals. Else 0.
double number_step(const FuzzCase& given, const ForeignMesh& mesh);
/// What is narrower does not count: a cell or, of a baker without cells, a 256th of the climb, since a step that is a
/// polygon may take a strip half as wide of the floor (docs/reference/exports.md).
mpq_class least_width(const FuzzAgent& agent);
/// A length for people, and an area: in cells where there are any.
std::string length_text(double length, const FuzzAgent& agent);
std::string area_text(const mpq_class& area, const FuzzAgent& agent);
/// Whether a floor has a piece that nothing covers and that is no narrower than a length; 0: any.
bool has_left(const FloorFaces& floor, const std::vector<CoveredFace>& covered, const mpq_class& width);

}  // namespace plumb::pipeline
