// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/certificate.h"

int main(int argc, char** argv) { return plumb::checker::run(argc, argv, "plumb-check"); }
