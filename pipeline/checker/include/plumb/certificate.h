// SPDX-License-Identifier: LGPL-3.0-or-later
// The independent checker of certificates (docs/reference/certificate.md), for programs that link plumb::checker. It
// uses GMP and no other code of Plumb. `write` of plumb/write.h makes certificates.
#pragma once
#include <string>

namespace plumb::checker {

/// Checks a certificate's file against a level's: 0 if every record holds, 1 if one does not, 2 if the files are no
/// good. Says so on standard output, or in one line on standard error that begins with `name`. Where memory runs out,
/// it ends the process, with 2. threads: a number from 1 to 1024, or nothing for as many as the machine runs at once; 2
/// if it is none.
int run(const std::string& scene, const std::string& certificate, const std::string& threads, const char* name);

/// The command `NAME [--threads N] SCENE CERTIFICATE`; 2 also if the arguments are no good.
int run(int argc, const char* const* argv, const char* name);

}  // namespace plumb::checker
