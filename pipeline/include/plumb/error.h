// SPDX-License-Identifier: GPL-3.0-or-later
// What a call answers where it cannot do what it was asked: `Result<T>` is a value or an `Error`, which has a code and
// one line of text that says what is wrong and what to do. Bad input is never an exception. Two exceptions can leave a
// call: std::bad_alloc, and InternalError, which is a bug of Plumb.
#pragma once
#include "plumb/pipeline/result.h"  // IWYU pragma: export
