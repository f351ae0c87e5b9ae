// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {

const char* version() { return PLUMB_VERSION; }

}  // namespace plumb::pipeline
