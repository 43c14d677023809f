// The engine's own handle of a database file.

#include "quarry_constants.h"
#include "quarry_sqlite.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The beginning of what a file of the engine is made of. https://www.sqlite.org/c3ref/file.html
typedef struct quarry_file quarry_file;

// The members before those that are called count only for their place. https://www.sqlite.org/c3ref/io_methods.html
typedef struct quarry_file_methods {
  int version;
  int (*close)(quarry_file *file);
  int (*read)(quarry_file *file, void *bytes, int count, sqlite3_int64 offset);
  void (*others[10])(void);
  // Since version 2.
  int (*map_shared)(quarry_file *file, int region, int size, int extends, volatile void **start);
  int (*lock_shared)(quarry_file *file, int first, int count, int flags);
} quarry_file_methods;

struct quarry_file {
  const quarry_file_methods *methods;
};

// https://www.sqlite.org/rescode.html#ioerr_short_read
#define QUARRY_SHORT_READ (SQLITE_IOERR | (2 << 8))

// The file of a database; NULL if it can't be found, and for a database in memory, which has no methods.
static quarry_file *quarry_file_of(const quarry_sqlite_api *api, sqlite3 *database, int *code) {
  quarry_file *file = NULL;
  *code = api->file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return *code == SQLITE_OK && file != NULL && file->methods != NULL ? file : NULL;
}

int quarry_read_file(const quarry_sqlite_api *api, sqlite3 *database, void *bytes, int count) {
  memset(bytes, 0, (size_t)count);
  int code;
  quarry_file *file = quarry_file_of(api, database, &code);
  if (file == NULL) return code;
  code = file->methods->read(file, bytes, count, 0);
  return code == QUARRY_SHORT_READ ? SQLITE_OK : code;
}

// The index of a write-ahead log, and its locks. https://www.sqlite.org/walformat.html#the_wal_index_file_format
enum {
  QUARRY_INDEX_SIZE = 32768,
  QUARRY_INDEX_INITIALIZED = 12,
  QUARRY_INDEX_LAST_FRAME = 16,
  QUARRY_INDEX_COPIED_FRAMES = 96,
  QUARRY_INDEX_READ_MARKS = 100,
  // The first mark says that the log isn't read. The others are the ones of readers and writers.
  QUARRY_FIRST_MARK = 1,
  QUARRY_MARK_COUNT = 5,
  QUARRY_FIRST_MARK_LOCK = 3,
};

// https://www.sqlite.org/c3ref/c_shm_exclusive.html
enum { QUARRY_UNLOCK_SHARED = 1 | 4, QUARRY_LOCK_SHARED = 2 | 4 };

static uint32_t quarry_index_number(const volatile uint8_t *index, int offset) {
  return __atomic_load_n((const volatile uint32_t *)(const volatile void *)(index + offset), __ATOMIC_ACQUIRE);
}

// Whether the log is short, and not copied into the database completely: a log that is long, or copied, is to start over.
// And whether a connection that can change no mark finds one that it can use: one at the last frame or before it.
static int quarry_can_hold(const volatile uint8_t *index, uint32_t longest_log) {
  if (index[QUARRY_INDEX_INITIALIZED] == 0) return 0;
  const uint32_t last_frame = quarry_index_number(index, QUARRY_INDEX_LAST_FRAME);
  if (last_frame == 0 || last_frame >= longest_log) return 0;
  if (quarry_index_number(index, QUARRY_INDEX_COPIED_FRAMES) == last_frame) return 0;
  for (int mark = QUARRY_FIRST_MARK; mark < QUARRY_MARK_COUNT; mark++) {
    if (quarry_index_number(index, QUARRY_INDEX_READ_MARKS + 4 * mark) <= last_frame) return 1;
  }
  return 0;
}

static void quarry_unlock_marks(quarry_file *file, int end) {
  for (int mark = QUARRY_FIRST_MARK; mark < end; mark++) {
    (void)file->methods->lock_shared(file, QUARRY_FIRST_MARK_LOCK + mark, 1, QUARRY_UNLOCK_SHARED);
  }
}

int quarry_hold_read_marks(const quarry_sqlite_api *api, sqlite3 *database, int longest_log) {
  int code;
  quarry_file *file = quarry_file_of(api, database, &code);
  if (file == NULL || file->methods->version < 2) return 0;
  if (file->methods->map_shared == NULL || file->methods->lock_shared == NULL) return 0;
  volatile void *index = NULL;
  if (file->methods->map_shared(file, 0, QUARRY_INDEX_SIZE, 0, &index) != SQLITE_OK || index == NULL) return 0;
  int mark = QUARRY_FIRST_MARK;
  while (mark < QUARRY_MARK_COUNT &&
         file->methods->lock_shared(file, QUARRY_FIRST_MARK_LOCK + mark, 1, QUARRY_LOCK_SHARED) == SQLITE_OK) {
    mark++;
  }
  if (mark == QUARRY_MARK_COUNT && quarry_can_hold(index, (uint32_t)longest_log)) return 1;
  quarry_unlock_marks(file, mark);
  return 0;
}

void quarry_release_read_marks(const quarry_sqlite_api *api, sqlite3 *database) {
  int code;
  quarry_file *file = quarry_file_of(api, database, &code);
  if (file != NULL) quarry_unlock_marks(file, QUARRY_MARK_COUNT);
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
