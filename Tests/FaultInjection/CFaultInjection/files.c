// A VFS in front of the library's own: every call may fail, and what changes files is recorded.

#include "files.h"
#include "quarry_constants.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN_DELETEONCLOSE = 0x8, OPEN_MAIN_JOURNAL = 0x800, OPEN_SUPER_JOURNAL = 0x4000, OPEN_WAL = 0x80000 };
enum { SHARED_UNLOCK = 1, FILE_HEADER = 64 };

typedef struct fault_file {
  sqlite3_file base;
  sqlite3_io_methods methods;
  char *path;
  // Names the file in the record; 0 for temporary files.
  int number;
  // Whether the next synchronization makes the name of a new journal lasting, as the library's own VFS does.
  int syncs_folder;
  // The library's own file follows.
} fault_file;

static sqlite3_vfs *own;
static sqlite3_vfs counting;
static atomic_llong calls, first_failure, failures, open_count;
static atomic_int persistent, failing_kind;

// Whether a call that can fail in the ways of the mask has to fail now.
static int must_fail(unsigned ways) {
  long long first = atomic_load(&first_failure);
  if (!(ways >> atomic_load(&failing_kind) & 1u)) return 0;
  long long number = atomic_fetch_add(&calls, 1) + 1;
  if (first == 0 || !(number == first || (atomic_load(&persistent) && number > first))) return 0;
  atomic_fetch_add(&failures, 1);
  return 1;
}

#define WAY(kind) (1u << (kind))

static sqlite3_file *inner(sqlite3_file *file) {
  return (sqlite3_file *)((char *)file + ((sizeof(fault_file) + 15) & ~(size_t)15));
}
static fault_file *outer(sqlite3_file *file) { return (fault_file *)file; }

static int file_close(sqlite3_file *file) {
  fault_file *own_file = outer(file);
  int code = inner(file)->methods->close(inner(file));
  if (own_file->number) record_closed(own_file->number);
  free(own_file->path);
  atomic_fetch_sub(&open_count, 1);
  return code;
}

static int file_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
  if (must_fail(WAY(FAULT_INPUT_OUTPUT) | WAY(FAULT_SHORT_READ))) {
    if (atomic_load(&failing_kind) == FAULT_INPUT_OUTPUT) return SQLITE_IOERR_READ;
    inner(file)->methods->read(inner(file), bytes, length, offset);
    memset((char *)bytes + length / 2, 0, (size_t)(length - length / 2));
    return SQLITE_IOERR_SHORT_READ;
  }
  return inner(file)->methods->read(inner(file), bytes, length, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
  fault_file *own_file = outer(file);
  int fails = must_fail(WAY(FAULT_INPUT_OUTPUT) | WAY(FAULT_FULL) | WAY(FAULT_TORN_WRITE));
  int kind = atomic_load(&failing_kind);
  if (fails && kind != FAULT_TORN_WRITE) return kind == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  int written = fails ? length / 2 : length;
  if (own_file->number) record_written(own_file->number, bytes, written, offset);
  int code = inner(file)->methods->write(inner(file), bytes, written, offset);
  return fails ? SQLITE_IOERR_WRITE : code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (must_fail(WAY(FAULT_INPUT_OUTPUT))) return SQLITE_IOERR_TRUNCATE;
  if (outer(file)->number) record_truncated(outer(file)->number, size);
  return inner(file)->methods->truncate(inner(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
  fault_file *own_file = outer(file);
  if (must_fail(WAY(FAULT_INPUT_OUTPUT))) return SQLITE_IOERR_FSYNC;
  int code = inner(file)->methods->sync(inner(file), flags);
  if (code == SQLITE_OK && own_file->number) {
    record_synced(own_file->number);
    if (own_file->syncs_folder) record_folder_synced(own_file->path);
    own_file->syncs_folder = 0;
  }
  return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (must_fail(WAY(FAULT_INPUT_OUTPUT))) return SQLITE_IOERR_FSTAT;
  return inner(file)->methods->size(inner(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  if (must_fail(WAY(FAULT_INPUT_OUTPUT) | WAY(FAULT_BUSY))) {
    return atomic_load(&failing_kind) == FAULT_BUSY ? SQLITE_BUSY : SQLITE_IOERR_LOCK;
  }
  return inner(file)->methods->lock(inner(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
  int fails = must_fail(WAY(FAULT_INPUT_OUTPUT));
  int code = inner(file)->methods->unlock(inner(file), level);
  return fails ? SQLITE_IOERR_UNLOCK : code;
}

static int file_check_reserved_lock(sqlite3_file *file, int *result) {
  if (must_fail(WAY(FAULT_INPUT_OUTPUT))) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  return inner(file)->methods->check_reserved_lock(inner(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return inner(file)->methods->control(inner(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return inner(file)->methods->sector_size(inner(file)); }
static int file_characteristics(sqlite3_file *file) { return inner(file)->methods->characteristics(inner(file)); }

static int file_shared_map(sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
  if (must_fail(WAY(FAULT_INPUT_OUTPUT))) {
    *memory = NULL;
    return SQLITE_IOERR_SHMMAP;
  }
  return inner(file)->methods->shared_map(inner(file), page, size, extends, memory);
}

static int file_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
  // Giving a lock back does not fail: the engine does not look at what it returns.
  if (!(flags & SHARED_UNLOCK) && must_fail(WAY(FAULT_INPUT_OUTPUT) | WAY(FAULT_BUSY))) {
    return atomic_load(&failing_kind) == FAULT_BUSY ? SQLITE_BUSY : SQLITE_IOERR_SHMLOCK;
  }
  return inner(file)->methods->shared_lock(inner(file), offset, count, flags);
}

static void file_shared_barrier(sqlite3_file *file) { inner(file)->methods->shared_barrier(inner(file)); }
static int file_shared_unmap(sqlite3_file *file, int removes) {
  return inner(file)->methods->shared_unmap(inner(file), removes);
}
static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int length, void **memory) {
  if (must_fail(WAY(FAULT_INPUT_OUTPUT))) {
    *memory = NULL;
    return SQLITE_IOERR_MMAP;
  }
  return inner(file)->methods->fetch(inner(file), offset, length, memory);
}
static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *memory) {
  return inner(file)->methods->unfetch(inner(file), offset, memory);
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *flags_out) {
  (void)vfs;
  fault_file *own_file = outer(file);
  memset(own_file, 0, sizeof *own_file);
  if (must_fail(WAY(FAULT_INPUT_OUTPUT) | WAY(FAULT_CANNOT_OPEN))) return SQLITE_CANTOPEN;
  // The library's own VFS keeps the pointer to the name, so it must get the one that it would have got.
  int code = own->open(own, path, inner(file), flags, flags_out);
  if (code != SQLITE_OK || !inner(file)->methods) return code == SQLITE_OK ? SQLITE_CANTOPEN : code;
  atomic_fetch_add(&open_count, 1);
  const sqlite3_io_methods *methods = inner(file)->methods;
  own_file->methods = (sqlite3_io_methods){
      methods->version < 3 ? methods->version : 3, file_close, file_read, file_write, file_truncate, file_sync,
      file_size, file_lock, file_unlock, file_check_reserved_lock, file_control, file_sector_size,
      file_characteristics, file_shared_map, file_shared_lock, file_shared_barrier, file_shared_unmap,
      file_fetch, file_unfetch};
  own_file->base.methods = &own_file->methods;
  if (path && !(flags & OPEN_DELETEONCLOSE)) {
    own_file->path = strdup(path);
    own_file->number = own_file->path ? record_opened(path) : 0;
    own_file->syncs_folder = (flags & SQLITE_OPEN_CREATE) &&
                             (flags & (OPEN_MAIN_JOURNAL | OPEN_SUPER_JOURNAL | OPEN_WAL));
  }
  return SQLITE_OK;
}

static int vfs_remove(sqlite3_vfs *vfs, const char *path, int syncs_folder) {
  (void)vfs;
  if (must_fail(WAY(FAULT_INPUT_OUTPUT))) return SQLITE_IOERR_DELETE;
  int code = own->remove(own, path, syncs_folder);
  if (code == SQLITE_OK) {
    record_deleted(path);
    if (syncs_folder) record_folder_synced(path);
  }
  return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)vfs;
  if (must_fail(WAY(FAULT_INPUT_OUTPUT))) return SQLITE_IOERR_ACCESS;
  return own->access(own, path, flags, result);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int capacity, char *result) {
  (void)vfs;
  if (must_fail(WAY(FAULT_INPUT_OUTPUT) | WAY(FAULT_CANNOT_OPEN))) return SQLITE_CANTOPEN_FULLPATH;
  return own->full_path(own, path, capacity, result);
}

static void *vfs_open_library(sqlite3_vfs *vfs, const char *path) {
  (void)vfs;
  return own->open_library(own, path);
}
static void vfs_library_error(sqlite3_vfs *vfs, int capacity, char *text) {
  (void)vfs;
  own->library_error(own, capacity, text);
}
static void (*vfs_find_symbol(sqlite3_vfs *vfs, void *library, const char *name))(void) {
  (void)vfs;
  return own->find_symbol(own, library, name);
}
static void vfs_close_library(sqlite3_vfs *vfs, void *library) {
  (void)vfs;
  own->close_library(own, library);
}
static int vfs_randomness(sqlite3_vfs *vfs, int length, char *bytes) {
  (void)vfs;
  return own->randomness(own, length, bytes);
}
static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  // While everything fails for good, waiting for it to end takes long and changes nothing.
  if (atomic_load(&first_failure) && atomic_load(&persistent)) return microseconds;
  return own->sleep(own, microseconds);
}
static int vfs_current_time(sqlite3_vfs *vfs, double *time) {
  (void)vfs;
  return own->current_time(own, time);
}
static int vfs_last_error(sqlite3_vfs *vfs, int capacity, char *text) {
  (void)vfs;
  return own->last_error ? own->last_error(own, capacity, text) : 0;
}
static int vfs_current_time_64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  (void)vfs;
  return own->current_time_64(own, time);
}

int fault_files_install(const quarry_sqlite_api *api) {
  if (!api->vfs_find || !api->vfs_register) return SQLITE_NOTFOUND;
  own = api->vfs_find(NULL);
  if (!own) return SQLITE_NOTFOUND;
  counting = (sqlite3_vfs){
      own->version < 2 ? own->version : 2, (int)((sizeof(fault_file) + 15) & ~(size_t)15) + own->file_size,
      own->longest_path, NULL, "quarry-faults", NULL, vfs_open, vfs_remove, vfs_access, vfs_full_path,
      vfs_open_library, vfs_library_error, vfs_find_symbol, vfs_close_library, vfs_randomness, vfs_sleep,
      vfs_current_time, vfs_last_error, vfs_current_time_64, NULL, NULL, NULL};
  return api->vfs_register(&counting, 1);
}

void fault_files_arm(int kind, int64_t number, int persists) {
  atomic_store(&failing_kind, kind);
  atomic_store(&calls, 0);
  atomic_store(&failures, 0);
  atomic_store(&persistent, persists);
  atomic_store(&first_failure, number);
}

int64_t fault_files_disarm(void) {
  atomic_store(&first_failure, 0);
  return atomic_load(&calls);
}

int64_t fault_files_failures(void) { return atomic_load(&failures); }
int64_t fault_files_open(void) { return atomic_load(&open_count); }
