// Rows from SQLite into cells, and cells into parameters.

#include "quarry_rows.h"
#include "quarry_constants.h"

#include <stddef.h>
#include <string.h>

// What hardly ever holds: the compiler moves what follows from it out of the way.
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

// Where the bytes of a text or blob are, and how many. Returns 0 when SQLite ran out of memory.
//
// The order of the calls matters: the text first, which converts from UTF-16 where needed, then the number of bytes.
static inline int read_bytes(const quarry_sqlite_api *api, sqlite3_value *value, int type, const void **bytes,
                             size_t *length) {
  const void *found = type == QUARRY_CELL_TEXT ? (const void *)api->value_text(value) : api->value_blob(value);
  // Never negative.
  const unsigned int count = (unsigned int)api->value_bytes(value);
  *bytes = found;
  *length = count;
  // An empty blob has no address; an empty text has one.
  return !UNLIKELY(found == NULL) || (type == QUARRY_CELL_BLOB && count == 0);
}

// How far the values of the current row are apart, or -1 when they are not equally far apart, or too few to gain by it.
//
// SQLite documents no such thing, but it keeps the values of a row in neighbouring registers, and asking for each one is a
// fifth of the work of a short row. Every value of a statement's first row is looked at before this is relied on, and again
// when the statement was prepared anew.
static __attribute__((noinline)) int measure_stride(const quarry_sqlite_api *api, sqlite3_stmt *statement,
                                                    int column_count) {
  if (column_count < 3) return -1;
  const char *first = (const char *)api->column_value(statement, 0);
  const ptrdiff_t stride = (const char *)api->column_value(statement, 1) - first;
  if (stride <= 0 || stride > 4096) return -1;
  for (int column = 2; column < column_count; column++) {
    if ((const char *)api->column_value(statement, column) != first + column * stride) return -1;
  }
  return (int)stride;
}

// Whether the statement was prepared anew since its columns were read, so that the current row may have others.
static int has_other_columns(const quarry_sqlite_api *api, sqlite3_stmt *statement, const quarry_row_buffer *buffer) {
  if (api->data_count(statement) != buffer->column_count) return 1;
  return buffer->preparation_source != QUARRY_PREPARATION_KNOWN &&
         quarry_preparation(api, statement, buffer->preparation_source) != buffer->preparation;
}

// How many bytes the text and blobs of the current row have together, which the row before it did not fit with.
static __attribute__((noinline)) int measure_row(const quarry_sqlite_api *api, sqlite3_stmt *statement,
                                                 quarry_row_buffer *buffer) {
  uint64_t total = 0;
  for (int column = 0; column < buffer->column_count; column++) {
    sqlite3_value *value = api->column_value(statement, column);
    int type = api->value_type(value);
    if (type != QUARRY_CELL_TEXT && type != QUARRY_CELL_BLOB) continue;
    const void *bytes;
    size_t length;
    if (!read_bytes(api, value, type, &bytes, &length)) return SQLITE_NOMEM;
    total += length;
    // Before the next value: reading it may make the engine write out its zeros.
    if (total > SIZE_MAX / 2 || total > buffer->bytes_limit) return SQLITE_TOOBIG;
  }
  buffer->bytes_needed = (size_t)total;
  return QUARRY_ROWS_FULL;
}

// What append_value returns, besides SQLite's codes, for a text or blob that there is no room for.
enum { NO_ROOM = -3 };

// Copies bytes; few of them, as most texts have, without a call.
static inline void copy_bytes(uint8_t *target, const uint8_t *source, size_t count) {
  if (count > 16) {
    memcpy(target, source, count);
  } else if (count >= 8) {
    // The first and the last eight bytes have some in common.
    uint64_t first, last;
    memcpy(&first, source, 8);
    memcpy(&last, source + count - 8, 8);
    memcpy(target, &first, 8);
    memcpy(target + count - 8, &last, 8);
  } else if (count >= 4) {
    uint32_t first, last;
    memcpy(&first, source, 4);
    memcpy(&last, source + count - 4, 4);
    memcpy(target, &first, 4);
    memcpy(target + count - 4, &last, 4);
  } else if (count > 0) {
    target[0] = source[0];
    target[count / 2] = source[count / 2];
    target[count - 1] = source[count - 1];
  }
}

// Writes one value to a cell, and its bytes to the target, which moves on. Returns 0, a code, or NO_ROOM.
static inline int append_value(const quarry_sqlite_api *api, sqlite3_value *value, quarry_cell *cell,
                               const uint8_t *start, uint8_t **target, const uint8_t *end) {
  int type = api->value_type(value);
  uint64_t payload = 0;
  uint32_t length = 0;
  // Compared by size first: the compiler would make a table of jumps of a switch.
  if (type >= QUARRY_CELL_TEXT) {
    if (type <= QUARRY_CELL_BLOB) {
      const void *bytes;
      size_t count;
      if (UNLIKELY(!read_bytes(api, value, type, &bytes, &count))) return SQLITE_NOMEM;
      if (UNLIKELY(count > (size_t)(end - *target))) return NO_ROOM;
      payload = (uint64_t)(*target - start);
      length = (uint32_t)count;
      copy_bytes(*target, bytes, count);
      *target += count;
    } else {
      type = QUARRY_CELL_NULL;
    }
  } else if (type == QUARRY_CELL_INTEGER) {
    payload = (uint64_t)api->value_int64(value);
  } else if (type == QUARRY_CELL_REAL) {
    double real = api->value_double(value);
    memcpy(&payload, &real, sizeof real);
  } else {
    type = QUARRY_CELL_NULL;
  }
  cell->payload = payload;
  cell->length = length;
  cell->type = (uint32_t)type;
  return SQLITE_OK;
}

// Appends the row SQLite stands on. Returns 0, or a code with the buffer as it was.
//
// Little is kept in mind from one value to the next, so that it all stays in registers.
static int append_row(const quarry_sqlite_api *api, sqlite3_stmt *statement, quarry_row_buffer *buffer, int stride) {
  const int column_count = buffer->column_count;
  quarry_cell *cell = buffer->cells + (size_t)buffer->row_count * (size_t)column_count;
  // Without an arena there is no room in it either, and its address is never used.
  uint8_t *const start = buffer->bytes != NULL ? buffer->bytes : (uint8_t *)buffer;
  uint8_t *target = start + buffer->byte_count;
  size_t room = buffer->byte_capacity - buffer->byte_count;
  if (room > buffer->bytes_limit) room = buffer->bytes_limit;
  const uint8_t *const end = target + room;

  int code = SQLITE_OK;
  if (stride > 0) {
    // The next row's can be in other registers.
    char *next = (char *)api->column_value(statement, 0);
    for (char *const last = next + (ptrdiff_t)column_count * stride; next != last; next += stride) {
      code = append_value(api, (sqlite3_value *)next, cell, start, &target, end);
      if (UNLIKELY(code != SQLITE_OK)) break;
      cell++;
    }
  } else {
    for (int column = 0; column < column_count; column++) {
      code = append_value(api, api->column_value(statement, column), cell, start, &target, end);
      if (UNLIKELY(code != SQLITE_OK)) break;
      cell++;
    }
  }
  if (UNLIKELY(code != SQLITE_OK)) return code == NO_ROOM ? measure_row(api, statement, buffer) : code;
  buffer->byte_count = (size_t)(target - start);
  buffer->row_count += 1;
  return SQLITE_OK;
}

int quarry_step_rows(const quarry_sqlite_api *api, sqlite3_stmt *statement, quarry_row_buffer *buffer) {
  if (UNLIKELY(buffer->row_limit < 1 || buffer->row_count < 0 || buffer->column_count < 0)) return SQLITE_MISUSE;
  if (UNLIKELY(buffer->byte_count > buffer->byte_capacity)) return SQLITE_MISUSE;

  int limit = buffer->row_limit;
  // Multiplied first: a division takes as long as reading a value.
  if (UNLIKELY((uint64_t)limit * (uint64_t)buffer->column_count > buffer->cell_capacity)) {
    size_t room = buffer->cell_capacity / (size_t)buffer->column_count;
    if (room == 0) return SQLITE_MISUSE;
    limit = (int)room;
  }

  // A statement is prepared anew by its first step when the schema has changed: check the first row of each call.
  int checked = 0;
  for (;;) {
    if (buffer->row_count >= limit) return SQLITE_ROW;
    if (!buffer->row_pending) {
      int code = api->step(statement);
      if (code != SQLITE_ROW) return code;
      buffer->row_pending = 1;
    }
    if (!checked) {
      if (UNLIKELY(has_other_columns(api, statement, buffer))) {
        buffer->column_count = api->data_count(statement);
        buffer->value_stride = 0;
        return QUARRY_ROWS_RESHAPED;
      }
      if (UNLIKELY(buffer->value_stride == 0)) buffer->value_stride = measure_stride(api, statement, buffer->column_count);
      checked = 1;
    }
    int code = append_row(api, statement, buffer, buffer->value_stride);
    if (UNLIKELY(code != SQLITE_OK)) return code;
    buffer->row_pending = 0;
  }
}

uint64_t quarry_preparation(const quarry_sqlite_api *api, sqlite3_stmt *statement, int source) {
  if (source == QUARRY_PREPARATION_COUNTED) return (uint32_t)api->stmt_status(statement, SQLITE_STMTSTATUS_REPREPARE, 0);
  return (uint64_t)(uintptr_t)api->column_name(statement, 0);
}

int quarry_bind_values(const quarry_sqlite_api *api, sqlite3_stmt *statement, const quarry_cell *cells,
                       const uint8_t *bytes, int first_index, int count, int *failed) {
  for (int i = 0; i < count; i++) {
    const quarry_cell *cell = &cells[i];
    const int index = first_index + i;
    int code;
    switch (cell->type) {
      case QUARRY_CELL_INTEGER: {
        code = api->bind_int64(statement, index, (sqlite3_int64)cell->payload);
        break;
      }
      case QUARRY_CELL_REAL: {
        double real;
        memcpy(&real, &cell->payload, sizeof real);
        code = api->bind_double(statement, index, real);
        break;
      }
      case QUARRY_CELL_TEXT: {
        // No address means NULL to SQLite, and an empty arena may have none.
        const char *text = cell->length > 0 ? (const char *)bytes + cell->payload : "";
        code = api->bind_text64(statement, index, text, cell->length, NULL, SQLITE_UTF8);
        break;
      }
      case QUARRY_CELL_BLOB: {
        code = cell->length > 0 ? api->bind_blob64(statement, index, bytes + cell->payload, cell->length, NULL)
                                : api->bind_zeroblob(statement, index, 0);
        break;
      }
      case QUARRY_CELL_NULL: {
        code = api->bind_null(statement, index);
        break;
      }
      default: {
        code = SQLITE_MISUSE;
        break;
      }
    }
    if (code != SQLITE_OK) {
      if (failed != NULL) *failed = index;
      return code;
    }
  }
  return SQLITE_OK;
}
