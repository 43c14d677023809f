#ifndef QUARRY_TRAMPOLINES_H
#define QUARRY_TRAMPOLINES_H

/// SQL functions that know their library.
///
/// SQLite calls a function with a context and nothing else; the way from the context to one's own data is a call into
/// *the library that made the context*. A function in C cannot carry that along, so there is one set of trampolines
/// for each loaded library (its slot), and each passes its library's table on.

#include "quarry_sqlite.h"

/// Called with the values of one row. `box` is what was given to `quarry_create_function`.
typedef void (*quarry_function_call)(void *box, const quarry_sqlite_api *api, sqlite3_context *context, int count,
                                     sqlite3_value **values);

/// Called without values, to give a result.
typedef void (*quarry_function_result)(void *box, const quarry_sqlite_api *api, sqlite3_context *context);

/// What a function consists of: `call` alone for a scalar function, `step` and `final` for an aggregate, and
/// `value` and `inverse` as well for a window function.
///
/// SQLite calls `final` exactly once for each group that was begun, also when the statement is abandoned.
typedef struct quarry_function_callbacks {
  quarry_function_call call;
  quarry_function_call step;
  quarry_function_result final;
  quarry_function_result value;
  quarry_function_call inverse;
  /// Releases `box`. Called exactly once, when the function is replaced, the connection closes, or creating it fails.
  void (*destroy)(void *box);
} quarry_function_callbacks;

/// Creates or replaces a function on a connection. `flags` are the text encoding and SQLITE_DETERMINISTIC and so on.
///
/// Returns SQLite's code; 21 (SQLITE_MISUSE) also for a wrong combination of callbacks or a library without slot, and 1
/// (SQLITE_ERROR) when window functions are asked of a library that has none (before 3.25).
int quarry_create_function(const quarry_sqlite_api *api, sqlite3 *database, const char *name, int parameter_count,
                           int flags, const quarry_function_callbacks *callbacks, void *box);

/// Removes the function of that name and number of parameters from a connection.
int quarry_delete_function(const quarry_sqlite_api *api, sqlite3 *database, const char *name, int parameter_count);

#endif
