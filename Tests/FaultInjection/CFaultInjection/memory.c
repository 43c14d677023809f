// An allocator that counts, and fails when it was told to. https://www.sqlite.org/c3ref/mem_methods.html

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "fault_injection.h"
#include "quarry_constants.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <string.h>

typedef struct memory_methods {
  void *(*allocate)(int);
  void (*release)(void *);
  void *(*reallocate)(void *, int);
  int (*size)(void *);
  int (*round_up)(int);
  int (*initialize)(void *);
  void (*shut_down)(void *);
  void *context;
} memory_methods;

// Options of sqlite3_config. https://www.sqlite.org/c3ref/c_config_covering_index_scan.html
enum { CONFIG_MALLOC = 4, CONFIG_GETMALLOC = 5, CONFIG_LOOKASIDE = 13 };

static memory_methods own;
static atomic_llong calls, first_failure, outstanding, failures, passed_over;
static atomic_int persistent, spares_cipher;

// Whether the library is in the middle of setting up its encryption.
static int is_in_cipher(void) {
  void *frames[64];
  int count = backtrace(frames, 64);
  for (int index = 0; index < count; index++) {
    Dl_info info;
    if (!dladdr(frames[index], &info) || !info.dli_sname) continue;
    if (strncmp(info.dli_sname, "sqlcipher_", 10) == 0 || strncmp(info.dli_sname, "sqlite3_key", 11) == 0) return 1;
  }
  return 0;
}

static int must_fail(void) {
  long long first = atomic_load(&first_failure);
  long long number = atomic_fetch_add(&calls, 1) + 1;
  if (first == 0 || !(number == first || (atomic_load(&persistent) && number > first))) return 0;
  if (atomic_load(&spares_cipher) && is_in_cipher()) {
    atomic_fetch_add(&passed_over, 1);
    return 0;
  }
  atomic_fetch_add(&failures, 1);
  return 1;
}

static void *allocate(int size) {
  void *block = must_fail() ? NULL : own.allocate(size);
  if (block) atomic_fetch_add(&outstanding, 1);
  return block;
}

static void release(void *block) {
  if (block) atomic_fetch_sub(&outstanding, 1);
  own.release(block);
}

static void *reallocate(void *block, int size) { return must_fail() ? NULL : own.reallocate(block, size); }
static int size_of(void *block) { return own.size(block); }
static int round_up(int size) { return own.round_up(size); }
static int initialize(void *context) { return own.initialize(context); }
static void shut_down(void *context) { own.shut_down(context); }

int fault_memory_install(const quarry_sqlite_api *api, int small_blocks) {
  static memory_methods counting = {allocate, release, reallocate, size_of, round_up, initialize, shut_down, NULL};
  int code = api->config(CONFIG_GETMALLOC, &own);
  if (code != SQLITE_OK) return code;
  counting.context = own.context;
  code = api->config(CONFIG_MALLOC, &counting);
  if (code == SQLITE_OK && small_blocks) code = api->config(CONFIG_LOOKASIDE, 0, 0);
  return code;
}

void fault_memory_arm(int64_t number, int persists) {
  atomic_store(&calls, 0);
  atomic_store(&failures, 0);
  atomic_store(&passed_over, 0);
  atomic_store(&persistent, persists);
  atomic_store(&first_failure, number);
}

int64_t fault_memory_disarm(void) {
  atomic_store(&first_failure, 0);
  return atomic_load(&calls);
}

void fault_memory_spare_cipher(void) { atomic_store(&spares_cipher, 1); }
int64_t fault_memory_passed_over(void) { return atomic_load(&passed_over); }
int64_t fault_memory_failures(void) { return atomic_load(&failures); }
int64_t fault_memory_outstanding(void) { return atomic_load(&outstanding); }
