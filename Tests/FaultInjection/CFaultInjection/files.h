#ifndef FAULT_FILES_H
#define FAULT_FILES_H

// SQLite's interface to files, as its documentation lays it out: https://www.sqlite.org/c3ref/vfs.html,
// https://www.sqlite.org/c3ref/io_methods.html

#include "fault_injection.h"

typedef struct sqlite3_io_methods sqlite3_io_methods;
typedef struct sqlite3_file { const sqlite3_io_methods *methods; } sqlite3_file;

struct sqlite3_io_methods {
  int version;
  int (*close)(sqlite3_file *);
  int (*read)(sqlite3_file *, void *, int, sqlite3_int64);
  int (*write)(sqlite3_file *, const void *, int, sqlite3_int64);
  int (*truncate)(sqlite3_file *, sqlite3_int64);
  int (*sync)(sqlite3_file *, int);
  int (*size)(sqlite3_file *, sqlite3_int64 *);
  int (*lock)(sqlite3_file *, int);
  int (*unlock)(sqlite3_file *, int);
  int (*check_reserved_lock)(sqlite3_file *, int *);
  int (*control)(sqlite3_file *, int, void *);
  int (*sector_size)(sqlite3_file *);
  int (*characteristics)(sqlite3_file *);
  // version 2
  int (*shared_map)(sqlite3_file *, int, int, int, void volatile **);
  int (*shared_lock)(sqlite3_file *, int, int, int);
  void (*shared_barrier)(sqlite3_file *);
  int (*shared_unmap)(sqlite3_file *, int);
  // version 3
  int (*fetch)(sqlite3_file *, sqlite3_int64, int, void **);
  int (*unfetch)(sqlite3_file *, sqlite3_int64, void *);
};

struct sqlite3_vfs {
  int version;
  int file_size;
  int longest_path;
  sqlite3_vfs *next;
  const char *name;
  void *context;
  int (*open)(sqlite3_vfs *, const char *, sqlite3_file *, int, int *);
  int (*remove)(sqlite3_vfs *, const char *, int);
  int (*access)(sqlite3_vfs *, const char *, int, int *);
  int (*full_path)(sqlite3_vfs *, const char *, int, char *);
  void *(*open_library)(sqlite3_vfs *, const char *);
  void (*library_error)(sqlite3_vfs *, int, char *);
  void (*(*find_symbol)(sqlite3_vfs *, void *, const char *))(void);
  void (*close_library)(sqlite3_vfs *, void *);
  int (*randomness)(sqlite3_vfs *, int, char *);
  int (*sleep)(sqlite3_vfs *, int);
  int (*current_time)(sqlite3_vfs *, double *);
  int (*last_error)(sqlite3_vfs *, int, char *);
  // version 2
  int (*current_time_64)(sqlite3_vfs *, sqlite3_int64 *);
  // version 3
  int (*set_system_call)(sqlite3_vfs *, const char *, void (*)(void));
  void (*(*get_system_call)(sqlite3_vfs *, const char *))(void);
  const char *(*next_system_call)(sqlite3_vfs *, const char *);
};

// What files.c tells record.c. `file` numbers open files from 1.
int record_opened(const char *path);
void record_written(int file, const void *bytes, int64_t length, int64_t offset);
void record_truncated(int file, int64_t size);
void record_synced(int file);
void record_closed(int file);
void record_deleted(const char *path);
void record_folder_synced(const char *path_of_file);

#endif
