// Files that only the user of this process can have written, in the user's folder for caches.

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // secure_getenv in glibc and musl
#endif

#include "quarry_cache.h"

#if defined(_WIN32)

// Who can write a file is told by lists there, which nothing here reads: nothing is kept.
size_t quarry_cache_home(char *path, size_t capacity) {
  (void)path;
  (void)capacity;
  return 0;
}

long quarry_cache_read(const char *home, const char *name, void *bytes, size_t capacity) {
  (void)home;
  (void)name;
  (void)bytes;
  (void)capacity;
  return -1;
}

int quarry_cache_write(const char *home, const char *name, const void *bytes, size_t count, unsigned long long random) {
  (void)home;
  (void)name;
  (void)bytes;
  (void)count;
  (void)random;
  return 0;
}

#else

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// One user has a handful of libraries; each of them has some files while programs of several versions use it.
enum { MOST_FILES = 64 };

static const char *variable(const char *name) {
  // The environment of such a process belongs to somebody else.
  if (getuid() != geteuid() || getgid() != getegid()) return NULL;
#if defined(__GLIBC__)
  const char *value = secure_getenv(name);
#else
  const char *value = getenv(name);
#endif
  // A relative path would depend on where the process runs, and counts as none.
  // https://specifications.freedesktop.org/basedir-spec/latest/
  return value && value[0] == '/' ? value : NULL;
}

size_t quarry_cache_home(char *path, size_t capacity) {
  const char *home = variable("XDG_CACHE_HOME");
  const char *rest = "";
  if (!home) {
    home = variable("HOME");
#if defined(__APPLE__)
    rest = "/Library/Caches";
#else
    rest = "/.cache";
#endif
  }
  if (!home) return 0;
  int length = snprintf(path, capacity, "%s%s", home, rest);
  return length > 0 && (size_t)length < capacity ? (size_t)length : 0;
}

// Makes the folder for caches itself, only where the user's own folder lacks it.
static void make_home(const char *home) {
  char parent[4096];
  const char *slash = strrchr(home, '/');
  size_t length = slash ? (size_t)(slash - home) : 0;
  if (length == 0 || length >= sizeof parent) return;
  memcpy(parent, home, length);
  parent[length] = 0;
  struct stat found;
  if (stat(parent, &found) == 0 && found.st_uid == geteuid()) mkdir(home, 0700);
}

// Opens a folder in another one, or returns -1. A parent of -1 stands for an absolute path.
static int open_folder(int parent, const char *name, int creates, int is_private) {
  int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (is_private ? O_NOFOLLOW : 0);
  int start = parent < 0 ? AT_FDCWD : parent;
  int folder = openat(start, name, flags);
  if (folder < 0 && errno == ENOENT && creates) {
    if (parent < 0) make_home(name);
    else mkdirat(start, name, 0700);
    // Another process may have made it at the same moment.
    folder = openat(start, name, flags);
  }
  if (folder < 0) return -1;
  struct stat found;
  // A folder of somebody else gets no files: a superuser who borrows a home would leave some that its owner can't write.
  int is_ours = fstat(folder, &found) == 0 && found.st_uid == geteuid();
  // Earlier files in it are judged by themselves.
  if (is_ours && is_private && creates && (found.st_mode & 077) != 0) {
    is_ours = fchmod(folder, 0700) == 0;
  } else if (is_private && (found.st_mode & 077) != 0) {
    is_ours = 0;
  }
  if (is_ours) return folder;
  close(folder);
  return -1;
}

// The folder of the files, or -1.
static int open_files(const char *home, int creates) {
  int outer = open_folder(-1, home, creates, 0);
  if (outer < 0) return -1;
  int middle = open_folder(outer, "quarry", creates, 0);
  close(outer);
  if (middle < 0) return -1;
  int inner = open_folder(middle, "features", creates, 1);
  close(middle);
  return inner;
}

long quarry_cache_read(const char *home, const char *name, void *bytes, size_t capacity) {
  int folder = open_files(home, 0);
  if (folder < 0) return -1;
  // Nothing is waited for if the name belongs to a pipe.
  int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  close(folder);
  if (file < 0) return -1;
  struct stat found;
  long count = -1;
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == geteuid() &&
      (found.st_mode & 077) == 0 && found.st_nlink == 1 && found.st_size >= 0 && (size_t)found.st_size <= capacity) {
    count = 0;
    while (count < found.st_size) {
      ssize_t got = read(file, (char *)bytes + count, (size_t)(found.st_size - count));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      count += got;
    }
  }
  close(file);
  return count;
}

// Removes every file if there are too many: those of libraries and of versions that are gone, and half written ones.
static void tidy(int folder) {
  // A descriptor of its own, which closing the list closes.
  int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *list = copy < 0 ? NULL : fdopendir(copy);
  if (!list) {
    if (copy >= 0) close(copy);
    return;
  }
  int count = 0;
  while (readdir(list)) count++;
  if (count > MOST_FILES) {
    rewinddir(list);
    struct dirent *entry;
    // A folder stays, and so do the names of this one and of its parent.
    while ((entry = readdir(list))) unlinkat(folder, entry->d_name, 0);
  }
  closedir(list);
}

static int write_all(int file, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    bytes += written;
    count -= (size_t)written;
  }
  return 1;
}

int quarry_cache_write(const char *home, const char *name, const void *bytes, size_t count, unsigned long long random) {
  char temporary[256];
  int length = snprintf(temporary, sizeof temporary, "%s.%016llx", name, random);
  if (length <= 0 || (size_t)length >= sizeof temporary) return 0;
  int folder = open_files(home, 1);
  if (folder < 0) return 0;
  tidy(folder);
  int file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  int is_written = 0;
  if (file >= 0) {
    is_written = write_all(file, bytes, count);
    is_written = close(file) == 0 && is_written;
    // A sum in the file tells whether all of it reached the disk, which is not worth waiting for.
    is_written = is_written && renameat(folder, temporary, folder, name) == 0;
    if (!is_written) unlinkat(folder, temporary, 0);
  }
  close(folder);
  return is_written;
}

#endif
