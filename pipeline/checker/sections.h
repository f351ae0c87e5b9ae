// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include "records.h"
#include "threads.h"

namespace plumb::checker {

/// Reads the sections that begin with the present record, on all threads. read(i, records) reads the records of section
/// i from its first one on; it may stop at a record that it does not know, or throw.
///
/// Then the sections are passed in the order of the file, so that the outcome is that of one thread: take(i) is called;
/// an exception of read(i) is thrown again, with `records` at its line; and a record at which read(i) has stopped
/// becomes the present one, and false is returned. If no section ends early, `records` continues behind the last one.
bool read_sections(Records& records, const std::vector<Section>& sections, const Threads& threads,
                   const std::function<void(std::size_t, Records&)>& read,
                   const std::function<void(std::size_t)>& take);

}  // namespace plumb::checker
