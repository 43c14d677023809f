// What has to be so before the first test of a process runs.

#include "test_surroundings.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char home[1024];

const char *test_cache_home(void) { return home; }

// Tests never write into the user's own folder for caches. Theirs stays, for what compilers keep in it.
__attribute__((constructor)) static void replace_cache_home(void) {
  const char *folder = getenv("TMPDIR");
  if (!folder || folder[0] != '/') folder = "/tmp";
  snprintf(home, sizeof home, "%s/quarry-tests-%lu", folder, (unsigned long)geteuid());
  mkdir(home, 0700);
  setenv("XDG_CACHE_HOME", home, 1);
}
