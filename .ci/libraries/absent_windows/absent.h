/* SPDX-License-Identifier: GPL-3.0-or-later
   What QSopt_ex wants of POSIX besides. It may make a pool of memory for GMP of aligned slabs; Plumb has its own, and
   lets it make none. */
#pragma once
#include <errno.h>
#include <string.h>

#define index strchr
static inline int posix_memalign(void** memory, size_t alignment, size_t size) {
  (void)alignment, (void)size;
  *memory = 0;
  return ENOMEM;
}
