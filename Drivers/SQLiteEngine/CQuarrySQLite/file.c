// The engine's own handle of a database file.

#include "quarry_constants.h"
#include "quarry_sqlite.h"

#include <stddef.h>
#include <string.h>

// The beginning of what a file of the engine is made of. https://www.sqlite.org/c3ref/file.html
typedef struct quarry_file quarry_file;

typedef struct quarry_file_methods {
  int version;
  int (*close)(quarry_file *file);
  int (*read)(quarry_file *file, void *bytes, int count, sqlite3_int64 offset);
} quarry_file_methods;

struct quarry_file {
  const quarry_file_methods *methods;
};

// https://www.sqlite.org/rescode.html#ioerr_short_read
#define QUARRY_SHORT_READ (SQLITE_IOERR | (2 << 8))

int quarry_read_file(const quarry_sqlite_api *api, sqlite3 *database, void *bytes, int count) {
  quarry_file *file = NULL;
  memset(bytes, 0, (size_t)count);
  int code = api->file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  // A database in memory has no methods.
  if (file == NULL || file->methods == NULL) return SQLITE_OK;
  code = file->methods->read(file, bytes, count, 0);
  return code == QUARRY_SHORT_READ ? SQLITE_OK : code;
}

// The beginning of what opens files. https://www.sqlite.org/c3ref/vfs.html
typedef struct quarry_vfs {
  int version;
  int file_size;
  int longest_path;
  struct quarry_vfs *next;
  const char *name;
} quarry_vfs;

const char *quarry_default_vfs(const quarry_sqlite_api *api) {
  const quarry_vfs *found = api->vfs_find ? (const quarry_vfs *)api->vfs_find(NULL) : NULL;
  return found ? found->name : NULL;
}
