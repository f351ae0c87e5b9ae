// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a scene smaller while a function finds it interesting, as `plumb minimise` does with a command. `minimise`
// takes a `PlainScene`, which is points and faces; `read_plain_scene` reads one from a file, and `obj_text` writes it.
#pragma once
#include "plumb/pipeline/minimise.h"  // IWYU pragma: export
