// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "records.h"
#include "threads.h"

namespace checker {

/// Reads sections that begin with the present record, on all threads: read(i, records) goes through the records of
/// each, from the first on, until there are no more, or to one that it leaves, or throws. Then, section by section in
/// the order of the file, as if there were one thread: take(i); and if there was something thrown, it is thrown with
/// `records` at its line; if a record was left, that is the present one, and the answer is false. Else `records` goes
/// on behind the sections.
bool read_sections(Records& records, const std::vector<Section>& sections, const Threads& threads,
                   const std::function<void(std::size_t, Records&)>& read,
                   const std::function<void(std::size_t)>& take);

}  // namespace checker
