#ifndef FAULT_INJECTION_H
#define FAULT_INJECTION_H

/// Lets the n-th allocation or the n-th call to a file fail, and records what is written to files.
///
/// Everything goes through a library's table of function pointers, so that any build of SQLite can be tried. All state
/// is that of the process: one library for each process, installed before the library is used for anything else.

#include "quarry_sqlite.h"

// ---- Memory ---------------------------------------------------------------------------------------------------------

/// Puts a counting allocator in front of the library's own. Must come before the library is initialised.
///
/// With `small_blocks` set the library allocates every object by itself instead of taking small ones out of a reserve.
/// Returns SQLite's code.
int fault_memory_install(const quarry_sqlite_api *api, int small_blocks);

/// Lets the `number`-th allocation from now on fail (from 1), and every later one when `persists` is set.
void fault_memory_arm(int64_t number, int persists);

/// Ends the failing. Returns how many allocations were asked for since it was armed.
int64_t fault_memory_disarm(void);

/// How many allocations have failed since failing was armed last.
int64_t fault_memory_failures(void);

/// How many allocations of the library are not freed.
int64_t fault_memory_outstanding(void);

/// Lets no allocation fail while the library sets up its encryption, for versions that free memory twice there.
void fault_memory_spare_cipher(void);

/// How many allocations did not fail for that reason since arming.
int64_t fault_memory_passed_over(void);

// ---- Files ----------------------------------------------------------------------------------------------------------

/// What a failing call to a file returns.
enum {
  /// Any call: the error of its kind, SQLITE_IOERR_READ and so on; SQLITE_CANTOPEN for opening.
  FAULT_INPUT_OUTPUT = 0,
  /// Writing and growing: SQLITE_FULL.
  FAULT_FULL = 1,
  /// Taking a lock, in the file or in the shared memory of the log: SQLITE_BUSY.
  FAULT_BUSY = 2,
  /// Reading: half of the bytes, the rest zero, and SQLITE_IOERR_SHORT_READ.
  FAULT_SHORT_READ = 3,
  /// Writing: half of the bytes are written, and then SQLITE_IOERR_WRITE.
  FAULT_TORN_WRITE = 4,
  /// Opening: SQLITE_CANTOPEN.
  FAULT_CANNOT_OPEN = 5,
  FAULT_KINDS = 6
};

/// Registers a default VFS that passes every call on to the library's own. Must come after the allocator.
///
/// Returns SQLite's code, or SQLITE_NOTFOUND when the library has no way to register one.
int fault_files_install(const quarry_sqlite_api *api);

/// Lets the `number`-th call from now on that can fail as `kind` says fail, and every later one when `persists` is set.
void fault_files_arm(int kind, int64_t number, int persists);

/// Ends the failing. Returns how many calls could have failed since it was armed.
int64_t fault_files_disarm(void);

/// How many calls have failed since failing was armed last.
int64_t fault_files_failures(void);

/// How many files are open.
int64_t fault_files_open(void);

// ---- Recording ------------------------------------------------------------------------------------------------------

enum {
  FAULT_RECORD_OPEN = 0,      // a file was opened: `file`, `path`
  FAULT_RECORD_WRITE = 1,     // `bytes` at `offset`
  FAULT_RECORD_TRUNCATE = 2,  // to `offset` bytes
  FAULT_RECORD_SYNC = 3,
  FAULT_RECORD_CLOSE = 4,
  FAULT_RECORD_DELETE = 5,       // `path`
  FAULT_RECORD_SYNC_FOLDER = 6,  // `path` is that of the folder
  FAULT_RECORD_RENAME = 7,       // `path` becomes `target`
  FAULT_RECORD_MARK = 8          // `offset` is what the program said
};

/// One thing that happened to a file.
typedef struct fault_record {
  int kind;
  /// Names an open file, from 1.
  int file;
  int64_t offset;
  int64_t length;
  /// `length` bytes, for writes.
  const unsigned char *bytes;
  const char *path;
  const char *target;
} fault_record;

/// Starts recording, with nothing recorded, or stops it. What was recorded stays until recording starts anew.
void fault_record_start(void);
void fault_record_stop(void);

/// Notes a number between what happens to files.
void fault_record_mark(int64_t number);

int64_t fault_record_count(void);
fault_record fault_record_at(int64_t index);

// For the functions of the C library that the program replaces by its own (see calls.c).
void fault_record_rename(const char *old_path, const char *new_path);
void fault_record_sync_folder(const char *path);

#endif
