// One set of trampolines for each library that can be in use in the process.

#include "quarry_trampolines.h"
#include "quarry_constants.h"

#include <stdatomic.h>
#include <stdlib.h>

// The places, written out: a C function cannot be made while the program runs.
#define QUARRY_SLOTS(EACH) \
  EACH(0) EACH(1) EACH(2) EACH(3) EACH(4) EACH(5) EACH(6) EACH(7) \
  EACH(8) EACH(9) EACH(10) EACH(11) EACH(12) EACH(13) EACH(14) EACH(15) \
  EACH(16) EACH(17) EACH(18) EACH(19) EACH(20) EACH(21) EACH(22) EACH(23)

enum { SLOT_COUNT = 24 };

// Filled from the front, never emptied: a library stays loaded until the process ends.
static const quarry_sqlite_api *_Atomic slots[SLOT_COUNT];

int quarry_sqlite_slot_count(void) { return SLOT_COUNT; }

int quarry_sqlite_claim_slot(quarry_sqlite_api *api) {
  for (int i = 0; i < SLOT_COUNT; i++) {
    const quarry_sqlite_api *empty = NULL;
    // The place is set first, so that whoever finds the table through the slot finds it complete.
    api->slot = i;
    if (atomic_compare_exchange_strong(&slots[i], &empty, api)) return 1;
  }
  api->slot = -1;
  return 0;
}

// What SQLite keeps as the function's user data.
typedef struct quarry_function {
  quarry_function_callbacks callbacks;
  void *box;
} quarry_function;

static void destroy_function(void *pointer) {
  quarry_function *function = pointer;
  if (function->callbacks.destroy) function->callbacks.destroy(function->box);
  free(function);
}

// A trampoline runs only for a library that has claimed its slot, so the table is always there.
#define QUARRY_TRAMPOLINE_WITH_VALUES(slot, callback) \
  static void callback##_##slot(sqlite3_context *context, int count, sqlite3_value **values) { \
    const quarry_sqlite_api *api = atomic_load_explicit(&slots[slot], memory_order_acquire); \
    quarry_function *function = api->user_data(context); \
    function->callbacks.callback(function->box, api, context, count, values); \
  }

#define QUARRY_TRAMPOLINE_FOR_RESULT(slot, callback) \
  static void callback##_##slot(sqlite3_context *context) { \
    const quarry_sqlite_api *api = atomic_load_explicit(&slots[slot], memory_order_acquire); \
    quarry_function *function = api->user_data(context); \
    function->callbacks.callback(function->box, api, context); \
  }

#define QUARRY_TRAMPOLINES(slot) \
  QUARRY_TRAMPOLINE_WITH_VALUES(slot, call) \
  QUARRY_TRAMPOLINE_WITH_VALUES(slot, step) \
  QUARRY_TRAMPOLINE_WITH_VALUES(slot, inverse) \
  QUARRY_TRAMPOLINE_FOR_RESULT(slot, final) \
  QUARRY_TRAMPOLINE_FOR_RESULT(slot, value)

QUARRY_SLOTS(QUARRY_TRAMPOLINES)

typedef struct quarry_trampoline_set {
  void (*call)(sqlite3_context *, int, sqlite3_value **);
  void (*step)(sqlite3_context *, int, sqlite3_value **);
  void (*inverse)(sqlite3_context *, int, sqlite3_value **);
  void (*final)(sqlite3_context *);
  void (*value)(sqlite3_context *);
} quarry_trampoline_set;

#define QUARRY_TRAMPOLINE_SET(slot) {call_##slot, step_##slot, inverse_##slot, final_##slot, value_##slot},

static const quarry_trampoline_set trampolines[] = {QUARRY_SLOTS(QUARRY_TRAMPOLINE_SET)};

_Static_assert(sizeof trampolines / sizeof trampolines[0] == SLOT_COUNT, "one set of trampolines for each slot");

int quarry_create_function(const quarry_sqlite_api *api, sqlite3 *database, const char *name, int parameter_count,
                           int flags, const quarry_function_callbacks *callbacks, void *box) {
  int scalar = callbacks->call != NULL;
  int aggregate = callbacks->step && callbacks->final;
  int window = callbacks->value && callbacks->inverse;
  int partial = !aggregate && (callbacks->step || callbacks->final);
  int half_window = !window && (callbacks->value || callbacks->inverse);
  int code = SQLITE_OK;

  if (scalar == aggregate || (window && !aggregate) || partial || half_window || api->slot < 0) code = SQLITE_MISUSE;
  else if (window && !api->create_window_function) code = SQLITE_ERROR;

  quarry_function *function = code == SQLITE_OK ? malloc(sizeof *function) : NULL;
  if (!function) {
    if (callbacks->destroy) callbacks->destroy(box);
    return code == SQLITE_OK ? SQLITE_NOMEM : code;
  }
  function->callbacks = *callbacks;
  function->box = box;

  // From here on SQLite calls destroy_function, also when it refuses.
  const quarry_trampoline_set *set = &trampolines[api->slot];
  if (window) {
    return api->create_window_function(database, name, parameter_count, flags, function, set->step, set->final,
                                       set->value, set->inverse, destroy_function);
  }
  return api->create_function_v2(database, name, parameter_count, flags, function, scalar ? set->call : NULL,
                                 aggregate ? set->step : NULL, aggregate ? set->final : NULL, destroy_function);
}

int quarry_delete_function(const quarry_sqlite_api *api, sqlite3 *database, const char *name, int parameter_count) {
  return api->create_function_v2(database, name, parameter_count, SQLITE_UTF8, NULL, NULL, NULL, NULL, NULL);
}
