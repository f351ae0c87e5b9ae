// SPDX-License-Identifier: LGPL-3.0-or-later
// This is the independent checker of certificates (docs/reference/certificate.md), for programs that link
// plumb::checker. It uses GMP and none of Plumb's other libraries. `write` of plumb/write.h makes certificates.
#pragma once
#include <string>
#include <vector>

namespace plumb::checker {

/// Checks the certificate in a file against the level in another file. It returns 0 if every record holds, 1 if one
/// does not, and 2 if a file cannot be used. It says so on standard output, or in one line on standard error that
/// begins with `name`. Where memory runs out, it ends the process, with status 2. `threads` is a number from 1 to 1024,
/// or empty for as many threads as the machine runs at once; for any other text it returns 2.
int run(const std::string& scene, const std::string& certificate, const std::string& threads, const char* name);

/// The same of a store of tiles, against the files of its level in their order (docs/reference/certificate.md, Tiles).
/// `only`: the two numbers of the one tile that is to be checked, or nothing for all tiles and what they come to.
int run_store(const std::string& store, const std::vector<std::string>& levels, const std::string& threads,
              const char* name, const std::vector<std::string>& only = {});

/// Runs the command `NAME [--threads N] SCENE CERTIFICATE`, or that with --store. It returns 2 also if the arguments
/// are wrong.
int run(int argc, const char* const* argv, const char* name);

}  // namespace plumb::checker
