#ifndef QUARRY_SQLITE_H
#define QUARRY_SQLITE_H

/// SQLite's C interface as a table of function pointers, filled from a library that is named when the program runs.
///
/// Nothing here needs SQLite's own headers, and nothing links SQLite: several builds of it live side by side in one
/// process, each behind a table of its own, although all of them export the same symbols.

#include <stddef.h>
#include <stdint.h>

// A connection, a statement and so on belong to the library that made them: never pass one to another table.
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_value sqlite3_value;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_blob sqlite3_blob;
typedef struct sqlite3_backup sqlite3_backup;
typedef struct sqlite3_snapshot sqlite3_snapshot;
typedef struct sqlite3_vfs sqlite3_vfs;
typedef long long sqlite3_int64;
typedef unsigned long long sqlite3_uint64;

// Only the fields are annotated (what a library may lack is nullable), which clang would remark on for each parameter.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"
#define QUARRY_NONNULL _Nonnull
#define QUARRY_NULLABLE _Nullable
#else
#define QUARRY_NONNULL
#define QUARRY_NULLABLE
#endif

/// One loaded library. Written once while loading, read only afterwards, so any thread may read it.
typedef struct quarry_sqlite_api {
  /// What the platform's loader returned.
  void *handle;
  /// The place among the trampolines for SQL functions, or -1 while none is claimed.
  int slot;
  /// Frees what the library's cryptography keeps for the calling thread, or NULL where nothing does.
  void (*free_thread_state)(void);
#define QUARRY_REQUIRED(result, name, parameters) result(*QUARRY_NONNULL name) parameters;
#define QUARRY_OPTIONAL(result, name, parameters) result(*QUARRY_NULLABLE name) parameters;
#include "quarry_functions.inc"
} quarry_sqlite_api;

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// The flags for `quarry_sqlite_load` that keep several builds of SQLite apart on this platform.
int quarry_sqlite_load_flags(void);

/// Loads the library at `path` (or finds the one already linked into the process when `path` is NULL) and fills `api`.
///
/// `api` may be uninitialised memory. Symbols the library lacks become NULL: ask `quarry_sqlite_missing_symbols` before
/// use. Returns NULL, or why loading failed: a text that is valid until the next call on the same thread, with nothing
/// left loaded.
const char *quarry_sqlite_load(const char *path, int flags, quarry_sqlite_api *api);

/// Gives a library back that was loaded but will not be used. Nothing of it may be called afterwards.
void quarry_sqlite_unload(quarry_sqlite_api *api);

/// Writes the names of the missing symbols (required ones, or optional ones when `required` is 0) to `names`.
///
/// Returns how many are missing, which may exceed `capacity`. The names are constants.
size_t quarry_sqlite_missing_symbols(const quarry_sqlite_api *api, int required, const char **names, size_t capacity);

/// Whether the library exports `symbol`, given in full ("sqlite3_changes64"). Works for names outside the table too.
int quarry_sqlite_has_symbol(const quarry_sqlite_api *api, const char *symbol);

/// The file the library's code was loaded from, as far as the platform tells.
///
/// Writes at most `capacity` bytes with a final zero byte and returns the length, or 0 when it is unknown or too long.
size_t quarry_sqlite_library_path(const quarry_sqlite_api *api, char *buffer, size_t capacity);

/// Enters and leaves the one section of the process in which libraries are loaded and checked.
///
/// A lock of the platform, because loading takes milliseconds: others really wait here, and the thread sanitizer does
/// not see how waiting for a lock of Swift's standard library ends.
void quarry_sqlite_begin_loading(void);
void quarry_sqlite_end_loading(void);

/// Where the library's code is in memory: the same for one library by whatever name it was loaded, different for two.
uintptr_t quarry_sqlite_code_address(const quarry_sqlite_api *api);

/// Writes the number that the linker gave the library's code in memory, and returns its length; 0 if there is none.
///
/// Source: <https://sourceware.org/binutils/docs/ld/Options.html>, --build-id.
size_t quarry_sqlite_build_id(const quarry_sqlite_api *api, unsigned char *bytes, size_t capacity);

/// The name of what opens files unless a connection says otherwise, or NULL if the library doesn't tell.
const char *quarry_default_vfs(const quarry_sqlite_api *api);

enum { QUARRY_FILE_READABLE = 0, QUARRY_FILE_MISSING = 1, QUARRY_FILE_UNREADABLE = 2 };

/// Whether there is a file (or folder) at `path` and this process may read it: one of QUARRY_FILE_…
int quarry_file_state(const char *path);

/// Claims one of the places for SQL functions (see `quarry_create_function`) for this library, for good.
///
/// `api` must stay where it is from now on. Returns 1, or 0 when all places are taken. Safe to call from any thread.
int quarry_sqlite_claim_slot(quarry_sqlite_api *api);

/// How many libraries can be in use in one process.
int quarry_sqlite_slot_count(void);

// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns. (SQLITE_STATIC is NULL.)
static inline void (*quarry_sqlite_transient(void))(void *) { return (void (*)(void *))(intptr_t)-1; }

// The variadic functions, one wrapper for each shape of arguments. https://www.sqlite.org/c3ref/config.html
static inline int quarry_config(const quarry_sqlite_api *api, int option) { return api->config(option); }
static inline int quarry_config_flag(const quarry_sqlite_api *api, int option, int value) {
  return api->config(option, value);
}
static inline int quarry_config_log(const quarry_sqlite_api *api, int option,
                                    void (*log)(void *, int, const char *), void *context) {
  return api->config(option, log, context);
}
static inline int quarry_config_sizes(const quarry_sqlite_api *api, int option, sqlite3_int64 first,
                                      sqlite3_int64 second) {
  return api->config(option, first, second);
}

/// Sets a connection's switch (1 or 0) or asks for it (-1); what holds afterwards is written to `result`.
/// https://www.sqlite.org/c3ref/c_dbconfig_defensive.html
static inline int quarry_db_config_flag(const quarry_sqlite_api *api, sqlite3 *database, int option, int value,
                                        int *result) {
  return api->db_config(database, option, value, result);
}
static inline int quarry_db_config_text(const quarry_sqlite_api *api, sqlite3 *database, int option,
                                        const char *text) {
  return api->db_config(database, option, text);
}
static inline int quarry_db_config_lookaside(const quarry_sqlite_api *api, sqlite3 *database, int option,
                                             void *memory, int size, int count) {
  return api->db_config(database, option, memory, size, count);
}

/// Reads the first bytes of the main database's file as they are on the disk, through the engine's own handle: closing
/// another handle of the process would end the engine's locks. What the file lacks is zero.
/// https://www.sqlite.org/c3ref/io_methods.html
int quarry_read_file(const quarry_sqlite_api *api, sqlite3 *database, void *bytes, int count);

/// Locks all read marks of the main database's write-ahead log, for sharing, as many readers would. The connection must
/// have read from the log and must not read now. Returns 1 if they are held and one of them can be used, and otherwise
/// 0, without a lock: also if the log has as many frames as the given number, or is copied completely, since it is to
/// start over then. https://www.sqlite.org/walformat.html#wal_locks
int quarry_hold_read_marks(const quarry_sqlite_api *api, sqlite3 *database, int longest_log);

/// Unlocks what `quarry_hold_read_marks` has locked.
void quarry_release_read_marks(const quarry_sqlite_api *api, sqlite3 *database);

#endif
