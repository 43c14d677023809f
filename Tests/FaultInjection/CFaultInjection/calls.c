// Two functions of the C library as the program calls them itself, outside of the engine: renaming a file and
// synchronizing a folder. A definition in the program comes before that of a shared library.

#if defined(__linux__)

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // RTLD_NEXT
#endif

#include "fault_injection.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int rename(const char *old_path, const char *new_path) {
  int (*own)(const char *, const char *);
  void *symbol = dlsym(RTLD_NEXT, "rename");
  if (!symbol) return -1;
  memcpy(&own, &symbol, sizeof own);
  int result = own(old_path, new_path);
  if (result == 0) fault_record_rename(old_path, new_path);
  return result;
}

int fsync(int descriptor) {
  int (*own)(int);
  void *symbol = dlsym(RTLD_NEXT, "fsync");
  if (!symbol) return -1;
  memcpy(&own, &symbol, sizeof own);
  int result = own(descriptor);
  struct stat status;
  if (result == 0 && fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length > 0) {
      path[length] = 0;
      fault_record_sync_folder(path);
    }
  }
  return result;
}

#endif
