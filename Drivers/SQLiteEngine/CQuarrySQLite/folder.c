// Looks at folders without making anything of each name, for what happens whenever a database is opened.

#include "quarry_folder.h"

#if defined(_WIN32)

int quarry_folder_has(const char *folder, const char *prefix) {
  (void)folder;
  (void)prefix;
  return 1;
}

int quarry_is_link(const char *path) {
  (void)path;
  return 1;
}

#else

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

int quarry_folder_has(const char *folder, const char *prefix) {
  DIR *list = opendir(folder);
  if (!list) return 0;
  size_t length = strlen(prefix);
  int found = 0;
  struct dirent *entry;
  while (!found && (entry = readdir(list))) found = strncmp(entry->d_name, prefix, length) == 0;
  closedir(list);
  return found;
}

int quarry_is_link(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 && S_ISLNK(found.st_mode);
}

#endif
