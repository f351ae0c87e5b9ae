// SPDX-License-Identifier: GPL-3.0-or-later
// Comes before each source of Detour, whose calls of qsort() go to stable_qsort.cpp.
#pragma once
#include <stdlib.h>
#include <cstddef>

extern "C" void detour_qsort(void* items, std::size_t count, std::size_t size,
                             int (*compare)(const void*, const void*));
#define qsort detour_qsort
