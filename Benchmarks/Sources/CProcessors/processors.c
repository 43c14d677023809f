#define _GNU_SOURCE
#include "processors.h"

#ifdef __linux__
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/types.h>

static cpu_set_t allowed;
static int knows_allowed = 0;

// The processors that the process was started with.
static int know_allowed(void) {
  if (!knows_allowed) knows_allowed = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  return knows_allowed;
}

// A thread that starts meanwhile has the processors of the one that starts it.
static void apply(const cpu_set_t *set) {
  DIR *threads = opendir("/proc/self/task");
  if (threads == NULL) return;
  for (struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
    if (entry->d_name[0] == '.') continue;
    // It fails for a thread that has ended meanwhile, which needs no processor.
    sched_setaffinity((pid_t)strtol(entry->d_name, NULL, 10), sizeof *set, set);
  }
  closedir(threads);
}

void benchmarks_use_processor(unsigned number) {
  if (!know_allowed()) return;
  const int count = CPU_COUNT(&allowed);
  if (count < 1) return;
  int wanted = (int)(number % (unsigned)count);
  for (int processor = 0; processor < CPU_SETSIZE; processor++) {
    if (!CPU_ISSET(processor, &allowed) || wanted-- > 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    apply(&one);
    return;
  }
}

void benchmarks_use_all_processors(void) {
  if (know_allowed()) apply(&allowed);
}
#else
void benchmarks_use_processor(unsigned number) { (void)number; }

void benchmarks_use_all_processors(void) {}
#endif
