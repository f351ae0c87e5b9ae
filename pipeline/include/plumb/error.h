// SPDX-License-Identifier: LGPL-3.0-or-later
// These types say why a call could not do what it was asked to do. `Result<T>` is a value or an `Error`; calls without
// a value, such as `write`, return `std::optional<Error>`. An `Error` has a code and one line of text that says what is
// wrong and what to do. Bad input never throws an exception. Three exceptions can leave a call: std::bad_alloc;
// `NotThere`, where a program takes what is not there, such as the value of a `Result` that has an error; and
// `InternalError` (declared in plumb/bake.h), which is thrown only where Plumb has a bug.
#pragma once
#include "plumb/pipeline/result.h"  // IWYU pragma: export
