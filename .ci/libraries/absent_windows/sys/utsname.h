/* SPDX-License-Identifier: GPL-3.0-or-later
   What QSopt_ex wants of this header, which Windows lacks, to say where it runs. */
#pragma once

struct utsname {
  char sysname[8], nodename[1], release[1], version[1], machine[8];
};
static inline int uname(struct utsname* names) {
  const struct utsname here = {"Windows", "", "", "", "x86-64"};
  *names = here;
  return 0;
}
