#ifndef QUARRY_ROWS_H
#define QUARRY_ROWS_H

/// Rows in batches: the way values travel between SQLite and Swift, one call for many rows.

#include "quarry_sqlite.h"

/// The storage classes, numbered as in https://www.sqlite.org/c3ref/c_blob.html
enum {
  QUARRY_CELL_INTEGER = 1,
  QUARRY_CELL_REAL = 2,
  QUARRY_CELL_TEXT = 3,
  QUARRY_CELL_BLOB = 4,
  QUARRY_CELL_NULL = 5
};

/// One value of a row: 16 bytes, no pointer. The bytes of text and blobs lie in an arena beside the cells.
typedef struct quarry_cell {
  /// Integer: its 64 bits. Real: the bits of the double. Text and blob: where the bytes begin in the arena.
  uint64_t payload;
  /// Text (UTF-8, without a final zero byte) and blob: how many bytes. Otherwise 0.
  uint32_t length;
  /// One of QUARRY_CELL_…
  uint32_t type;
} quarry_cell;

/// Memory of the caller that `quarry_step_rows` appends rows to.
typedef struct quarry_row_buffer {
  /// `column_count` cells for each row, one row after the other.
  quarry_cell *cells;
  /// How many cells there is room for: at least `column_count`.
  size_t cell_capacity;
  /// The arena for text and blobs. May be NULL when `byte_capacity` is 0.
  uint8_t *bytes;
  size_t byte_capacity;
  /// How much of the arena is in use.
  size_t byte_count;
  /// The number of columns the caller expects.
  int column_count;
  /// How many rows to hold at most: at least 1.
  int row_limit;
  /// How many complete rows there are.
  int row_count;
  /// After QUARRY_ROWS_FULL: how many free bytes the pending row needs.
  size_t bytes_needed;
  /// How many bytes of text and blobs one row may have. A larger row is refused with 18 (SQLITE_TOOBIG).
  size_t bytes_limit;
  /// 1 when SQLite stands on a row that is not in the buffer yet. Set it to 0 after a reset of the statement.
  int row_pending;
  /// How many bytes the values of two neighbouring columns are apart; 0 before the statement's first row, -1 when each
  /// value must be asked for. Keep it with the statement.
  int value_stride;
  /// How to tell whether the first step has prepared the statement anew: one of QUARRY_PREPARATION_…
  int preparation_source;
  /// What `quarry_preparation` returned when the columns were read.
  uint64_t preparation;
} quarry_row_buffer;

enum {
  /// It can't have done so, for it's not the first step of an execution, or it doesn't matter.
  QUARRY_PREPARATION_KNOWN = 0,
  /// By SQLite's counter, which exists since 3.20.
  QUARRY_PREPARATION_COUNTED = 1,
  /// By the address of the first column's name: the new names exist before the old ones are freed.
  QUARRY_PREPARATION_NAMED = 2
};

/// Returns a number that is another one after SQLite has prepared a statement anew, by one of the two latter ways.
uint64_t quarry_preparation(const quarry_sqlite_api *api, sqlite3_stmt *statement, int source);

enum {
  /// The next row does not fit. It stays pending: make room (empty the buffer, or grow the arena so that `bytes_needed`
  /// bytes are free) and call again.
  QUARRY_ROWS_FULL = -1,
  /// The row that was reached has another number of columns than expected, or perhaps others, because the schema changed
  /// since the statement was prepared. `column_count` holds the new number, no row was added, the row stays pending: read
  /// the columns' names and `preparation` again, provide cells, and call again.
  QUARRY_ROWS_RESHAPED = -2
};

/// Steps the statement and appends rows until the row limit, the end, an error or a full buffer.
///
/// Returns 100 (SQLITE_ROW) when the limit (or the room for cells) is reached and there may be more rows, 101
/// (SQLITE_DONE) at the end, one of the codes above, or SQLite's error code: 7 (SQLITE_NOMEM) too when a text or blob
/// could not be converted, 21 (SQLITE_MISUSE) for a buffer that cannot hold a row. `row_count` rows are valid in every
/// case. To go on after 100, set `row_count` and `byte_count` to 0 first.
///
/// One thread at a time may use the connection during the call, whatever its threading mode: the values are read
/// unprotected (https://www.sqlite.org/c3ref/value.html).
int quarry_step_rows(const quarry_sqlite_api *api, sqlite3_stmt *statement, quarry_row_buffer *buffer);

/// Binds `count` cells to the parameters from `first_index` (the first parameter of a statement is 1).
///
/// Text and blobs are not copied: `bytes` must stay alive and unchanged until the statement is reset and its bindings
/// are cleared or replaced. Text may contain zero bytes; a blob of length 0 is an empty blob, not NULL. Returns 0, or
/// the code of the first parameter that failed (21, SQLITE_MISUSE, for an unknown cell type), whose number is then in
/// `failed`, unless that is NULL; those before it are bound.
int quarry_bind_values(const quarry_sqlite_api *api, sqlite3_stmt *statement, const quarry_cell *cells,
                       const uint8_t *bytes, int first_index, int count, int *failed);

#endif
