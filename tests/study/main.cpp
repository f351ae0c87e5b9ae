// SPDX-License-Identifier: GPL-3.0-or-later
// plumb-study: the commands of plumb with the options that only repeat experiments of the documents that Plumb follows
// (docs/theory/sources.md).
#include "program.h"

int main(int argc, char** argv) {
  return plumb::app::run_program("plumb-study", plumb::app::Offer::studies, argc, argv);
}
