// SPDX-License-Identifier: LGPL-3.0-or-later
// This is the independent checker of certificates (docs/reference/certificate.md), for programs that link
// plumb::checker. It uses GMP and none of Plumb's other libraries. `write` of plumb/write.h makes certificates.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::checker {

/// What a check of a certificate has found.
struct Checked {
  enum class Answer {
    holds,    ///< every record holds; `text` says what the certificate proves, in many lines
    refuted,  ///< a record does not hold: `text` says why
    refused   ///< the level cannot be read, or there is no certificate: `text` says why
  };
  Answer answer = Answer::holds;
  std::string text;
  std::uint64_t line = 0;  ///< of the certificate, or of the level if `of_level`; 0 where no line is meant
  bool of_level = false;
};

/// Checks a certificate against the text of its level, both in memory. `threads` may be 0: as many as the machine runs
/// at once; what is found does not depend on it. std::bad_alloc passes.
Checked check(std::string_view level, std::string_view certificate, unsigned threads = 0);

/// Other files that are held against what a certificate proves.
struct OtherFiles {
  std::vector<std::string> of_the_bake;
  std::vector<std::string> audit;  ///< an audit and the navmesh that it judged, by the exact navmesh above; or nothing
  std::vector<std::string> outer;  ///< with a radius, for an audit: certificate and exact navmesh of the outer bound
  std::vector<std::string>
      updates;  ///< a navmesh, a list of updates, and the navmesh that these make of it; or nothing
};

/// Checks the certificate in a file against the level in another file. It returns 0 if every record holds, 1 if one
/// does not, and 2 if a file cannot be used. It says so on standard output, or in one line on standard error that
/// begins with `name`. Where memory runs out, it ends the process, with status 2. `threads` is a number from 1 to 1024,
/// or empty for as many threads as the machine runs at once; for any other text it returns 2.
///
/// Then it holds other files against what the certificate proves (docs/reference/certificate.md, Files). It says a line
/// for each, and returns 1 at the first that says something else, 2 at the first that cannot be judged.
int run(const std::string& scene, const std::string& certificate, const std::string& threads, const char* name,
        const OtherFiles& others = {});

/// The same of a store of tiles, against the files of its level in their order (docs/reference/certificate.md, Tiles).
/// `only`: the two numbers of the one tile that is to be checked, or nothing for all tiles and what they come to.
int run_store(const std::string& store, const std::vector<std::string>& levels, const std::string& threads,
              const char* name, const std::vector<std::string>& only = {});

/// Runs the command `NAME [--threads N] SCENE CERTIFICATE [FILE]... [--outer CERTIFICATE FILE] [--audit AUDIT
/// NAVMESH]`, or that with --store. It returns 2 also if the arguments are wrong.
int run(int argc, const char* const* argv, const char* name);

}  // namespace plumb::checker
