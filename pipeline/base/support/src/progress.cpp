// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

void throw_cancelled() { throw Cancelled(); }

}  // namespace plumb::pipeline
