/* SPDX-License-Identifier: GPL-3.0-or-later
   What QSopt_ex wants of this header, which Windows lacks: the time that it has taken, which decides nothing, and
   limits, which it sets where it is told to. */
#pragma once
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#define RUSAGE_SELF 0
struct rusage {
  struct timeval ru_utime, ru_stime;
};
static inline int getrusage(int who, struct rusage* used) {
  const clock_t passed = clock();
  (void)who;
  used->ru_stime.tv_sec = used->ru_stime.tv_usec = 0;
  used->ru_utime.tv_sec = passed / CLOCKS_PER_SEC;
  used->ru_utime.tv_usec = (long)((passed % CLOCKS_PER_SEC) * (1000000 / CLOCKS_PER_SEC));
  return 0;
}

#define RLIMIT_CPU 0
#define RLIMIT_DATA 1
#define RLIMIT_AS 2
#define RLIMIT_CORE 3
/* Signals that never come. */
#define SIGXCPU 24
#define SIGTSTP 25
#define SIGALRM 26
typedef unsigned long long rlim_t;
struct rlimit {
  rlim_t rlim_cur, rlim_max;
};
static inline int getrlimit(int what, struct rlimit* limit) {
  (void)what;
  limit->rlim_cur = limit->rlim_max = ~0ULL;
  return 0;
}
static inline int setrlimit(int what, const struct rlimit* limit) { return (void)what, (void)limit, 0; }
