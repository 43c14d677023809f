// The C API of the system's SQLite for the raw candidate,
// and some calls of the C library that differ from system to system.
#ifndef QUARRY_BENCHMARKS_SHIM_H
#define QUARRY_BENCHMARKS_SHIM_H

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

// Tells the allocator to keep freed memory. Otherwise the page faults after the release of one result are paid by
// the next candidate, and dominate the noise.
static inline void benchmarks_keep_heap(void) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 2147483647);
  // Keeps the heaps of threads other than the main one, too, when they become empty.
  mallopt(M_TOP_PAD, 64 << 20);
#endif
}

// CPU time of the process, all threads, system time included, in nanoseconds.
static inline uint64_t benchmarks_cpu_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// The largest resident size that the process has had, in bytes.
static inline int64_t benchmarks_peak_memory(void) {
#if defined(__linux__)
  // Not getrusage: its maximum also counts what the parent was before this process was started.
  char line[256];
  long long kilobytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  if (!status) return 0;
  while (fgets(line, sizeof line, status)) {
    if (sscanf(line, "VmHWM: %lld kB", &kilobytes) == 1) break;
  }
  fclose(status);
  return (int64_t)kilobytes * 1024;
#else
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss : 0;
#endif
}

// The load average of the last minute: what else the machine was doing.
static inline double benchmarks_load_average(void) {
  double values[1] = {0};
  return getloadavg(values, 1) == 1 ? values[0] : 0;
}

#endif
