#include <dlfcn.h>
#include <sqlite3.h>

// What Swift cannot import: a function with variable arguments, and SQLITE_TRANSIENT, a pointer that is a number.

static inline int linked_configure(sqlite3 *database, int option, int value, int *result) {
  return sqlite3_db_config(database, option, value, result);
}

static inline int linked_has_symbol(const char *name) { return dlsym(dlopen(0, RTLD_LAZY), name) != 0; }

static inline int linked_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int linked_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
