// Finding a library and filling its table: the only file that knows the platform's loader.

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // dladdr and RTLD_DEEPBIND in glibc
#endif

#include "quarry_sqlite.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <io.h>
#include <stdio.h>
#else
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>
#endif

// The sanitizers replace malloc and others for the whole process and refuse libraries that bind to their own first.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define QUARRY_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define QUARRY_SANITIZED 1
#endif
#endif

typedef struct quarry_entry {
  const char *symbol;
  size_t offset;
  int required;
} quarry_entry;

static const quarry_entry entries[] = {
#define QUARRY_REQUIRED(result, name, parameters) {"sqlite3_" #name, offsetof(quarry_sqlite_api, name), 1},
#define QUARRY_OPTIONAL(result, name, parameters) {"sqlite3_" #name, offsetof(quarry_sqlite_api, name), 0},
#include "quarry_functions.inc"
};

static const size_t entry_count = sizeof entries / sizeof entries[0];

// Pointers to functions and to data have one size wherever dlsym or GetProcAddress exists.
_Static_assert(sizeof(void *) == sizeof(void (*)(void)), "function pointers differ from data pointers");

#if defined(_WIN32)

// One text per thread, as dlerror has it.
static _Thread_local char load_error[512];

static const char *describe_last_error(void) {
  DWORD code = GetLastError();
  DWORD length = FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code, 0, load_error,
                                (DWORD)sizeof load_error, NULL);
  if (length == 0) snprintf(load_error, sizeof load_error, "Windows error %lu", (unsigned long)code);
  return load_error;
}

// Windows names files in UTF-16. The result is released with free.
static wchar_t *wide_copy(const char *text) {
  int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
  wchar_t *wide = length > 0 ? malloc((size_t)length * sizeof(wchar_t)) : NULL;
  if (wide) MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, length);
  return wide;
}

static SRWLOCK loading = SRWLOCK_INIT;

void quarry_sqlite_begin_loading(void) { AcquireSRWLockExclusive(&loading); }
void quarry_sqlite_end_loading(void) { ReleaseSRWLockExclusive(&loading); }

// A library binds to its own symbols on Windows whatever else is loaded: there is nothing to choose.
int quarry_sqlite_load_flags(void) { return 0; }

static void *open_library(const char *path, int flags, const char **error) {
  (void)flags;
  HMODULE module = NULL;
  if (!path) {
    if (!GetModuleHandleExW(0, NULL, &module)) module = NULL;
  } else {
    wchar_t *wide = wide_copy(path);
    if (!wide) {
      *error = "the name is not valid UTF-8";
      return NULL;
    }
    module = LoadLibraryW(wide);
    free(wide);
  }
  if (!module) *error = describe_last_error();
  return module;
}

static void close_library(void *handle) { FreeLibrary((HMODULE)handle); }

static void *find_symbol(void *handle, const char *symbol) {
  return (void *)(intptr_t)GetProcAddress((HMODULE)handle, symbol);
}

size_t quarry_sqlite_library_path(const quarry_sqlite_api *api, char *buffer, size_t capacity) {
  HMODULE module = NULL;
  wchar_t wide[32768];
  void *symbol = find_symbol(api->handle, "sqlite3_libversion");
  if (!symbol || capacity == 0 || capacity > INT_MAX) return 0;
  if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                          (LPCWSTR)symbol, &module)) {
    return 0;
  }
  DWORD length = GetModuleFileNameW(module, wide, (DWORD)(sizeof wide / sizeof wide[0]));
  if (length == 0 || length == sizeof wide / sizeof wide[0]) return 0;
  int written = WideCharToMultiByte(CP_UTF8, 0, wide, -1, buffer, (int)capacity, NULL, NULL);
  return written > 0 ? (size_t)written - 1 : 0;
}

static int can_read(const char *path) {
  wchar_t *wide = wide_copy(path);
  if (!wide) return 0;
  int result = _waccess(wide, 4) == 0;
  free(wide);
  return result;
}

#else

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

void quarry_sqlite_begin_loading(void) { pthread_mutex_lock(&loading); }
void quarry_sqlite_end_loading(void) { pthread_mutex_unlock(&loading); }

// RTLD_LOCAL keeps a library's symbols from the rest of the process. That alone does not keep a library from binding
// to the SQLite that something else in the process has linked: with glibc DEEPBIND does, on Darwin the two-level
// namespace. musl has neither; there the process must not link SQLite otherwise.
int quarry_sqlite_load_flags(void) {
#if defined(QUARRY_SANITIZED) || !defined(RTLD_DEEPBIND)
  return RTLD_NOW | RTLD_LOCAL;
#else
  return RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#endif
}

static void *open_library(const char *path, int flags, const char **error) {
  void *handle = dlopen(path, path ? flags : RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    *error = reason ? reason : "the loader gave no reason";
  }
  return handle;
}

static void close_library(void *handle) { dlclose(handle); }

static void *find_symbol(void *handle, const char *symbol) { return dlsym(handle, symbol); }

size_t quarry_sqlite_library_path(const quarry_sqlite_api *api, char *buffer, size_t capacity) {
  Dl_info info;
  void *symbol = find_symbol(api->handle, "sqlite3_libversion");
  if (!symbol || !dladdr(symbol, &info) || !info.dli_fname) return 0;
  // Libraries in Darwin's shared cache have a name but no file: then the name as it is.
  char *resolved = realpath(info.dli_fname, NULL);
  const char *path = resolved ? resolved : info.dli_fname;
  size_t length = strlen(path);
  if (length < capacity) {
    memcpy(buffer, path, length + 1);
  } else {
    length = 0;
  }
  free(resolved);
  return length;
}

static int can_read(const char *path) { return access(path, R_OK) == 0; }

#endif

int quarry_file_state(const char *path) {
  errno = 0;
  if (can_read(path)) return QUARRY_FILE_READABLE;
  return errno == ENOENT || errno == ENOTDIR ? QUARRY_FILE_MISSING : QUARRY_FILE_UNREADABLE;
}

const char *quarry_sqlite_load(const char *path, int flags, quarry_sqlite_api *api) {
  const char *error = NULL;
  memset(api, 0, sizeof *api);
  api->slot = -1;
  api->handle = open_library(path, flags, &error);
  if (!api->handle) return error;
  for (size_t i = 0; i < entry_count; i++) {
    void *symbol = find_symbol(api->handle, entries[i].symbol);
    memcpy((char *)api + entries[i].offset, &symbol, sizeof symbol);
  }
  // Found through the library, which is linked with it if it uses OpenSSL at all.
  void *free_thread_state = api->key ? find_symbol(api->handle, "OPENSSL_thread_stop") : NULL;
  memcpy(&api->free_thread_state, &free_thread_state, sizeof free_thread_state);
  return NULL;
}

void quarry_sqlite_unload(quarry_sqlite_api *api) {
  if (api->handle) close_library(api->handle);
  memset(api, 0, sizeof *api);
  api->slot = -1;
}

size_t quarry_sqlite_missing_symbols(const quarry_sqlite_api *api, int required, const char **names, size_t capacity) {
  size_t count = 0;
  for (size_t i = 0; i < entry_count; i++) {
    void *symbol;
    if (entries[i].required != required) continue;
    memcpy(&symbol, (const char *)api + entries[i].offset, sizeof symbol);
    if (symbol) continue;
    if (count < capacity) names[count] = entries[i].symbol;
    count++;
  }
  return count;
}

int quarry_sqlite_has_symbol(const quarry_sqlite_api *api, const char *symbol) {
  return api->handle && find_symbol(api->handle, symbol) != NULL;
}

uintptr_t quarry_sqlite_code_address(const quarry_sqlite_api *api) {
  return api->handle ? (uintptr_t)find_symbol(api->handle, "sqlite3_libversion") : 0;
}
