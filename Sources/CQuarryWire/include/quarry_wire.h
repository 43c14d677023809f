#ifndef QUARRY_WIRE_H
#define QUARRY_WIRE_H

#include <stddef.h>
#include <stdint.h>

// The loops over every byte of a JSON text and of base64, which must be fast in builds without optimisation too.
// Every function reads exactly `count` bytes and keeps no pointer.

/// How many of the first bytes may stand in a JSON string as they are: none is a control character, `"` or `\`. Sets the
/// highest bit of `seen` if one of them is not ASCII.
size_t quarry_wire_plain_count(const uint8_t *bytes, size_t count, uint8_t *seen);

/// How many objects and arrays of a JSON text may be open at once.
enum { QUARRY_WIRE_JSON_DEPTH = 64 };

/// What may stand at the current place of a JSON text.
enum {
  QUARRY_WIRE_JSON_VALUE,
  QUARRY_WIRE_JSON_VALUE_OR_END,
  QUARRY_WIRE_JSON_KEY_OR_END,
  QUARRY_WIRE_JSON_KEY,
  QUARRY_WIRE_JSON_COLON,
  QUARRY_WIRE_JSON_COMMA_OR_END,
  QUARRY_WIRE_JSON_END,
};

/// The parts of a JSON text. 0 is none.
enum {
  QUARRY_WIRE_JSON_BEGIN_OBJECT = 1,
  QUARRY_WIRE_JSON_END_OBJECT,
  QUARRY_WIRE_JSON_BEGIN_ARRAY,
  QUARRY_WIRE_JSON_END_ARRAY,
  QUARRY_WIRE_JSON_NAME,
  QUARRY_WIRE_JSON_STRING,
  QUARRY_WIRE_JSON_NUMBER,
  QUARRY_WIRE_JSON_TRUE,
  QUARRY_WIRE_JSON_FALSE,
  QUARRY_WIRE_JSON_NULL,
};

/// A place in a JSON text, and the part that was read last.
typedef struct quarry_wire_json {
  size_t position;
  size_t token;                 // where the last part begins that ends nothing
  size_t text_start, text_end;  // of the last name, string or number
  uint64_t levels;              // what is open, the innermost in the lowest bit: 1 for an object
  int32_t depth;                // how many are open, at most 64
  uint8_t place;
  uint8_t is_wide;              // whether the last name or string is not ASCII; nobody has looked whether it is UTF-8
} quarry_wire_json;

/// Reads the next part of a JSON text that is whole, right and has no escapes. Answers 0 for every other one, and leaves
/// the place as it was; the caller must look at it more closely.
int quarry_wire_json_next(const uint8_t *bytes, size_t count, quarry_wire_json *at);

/// Whether the bytes are the same.
int quarry_wire_is_same(const uint8_t *left, const uint8_t *right, size_t count);

/// The position of a byte, or `count` when it does not occur.
size_t quarry_wire_find(const uint8_t *bytes, size_t count, uint8_t byte);

/// Writes base64 without padding to `text`, which has room for `(count * 4 + 2) / 3` bytes.
void quarry_wire_base64_encode(const uint8_t *bytes, size_t count, const uint8_t alphabet[64], uint8_t *text);

/// Reads base64 without padding into `bytes`, which has room for `count * 3 / 4` bytes. `values` holds the value of each
/// byte, and 255 for those that are not in the alphabet.
///
/// Answers 0 for a byte that is not in the alphabet, a length that cannot be, and bits behind the last byte that are
/// not zero; otherwise 1.
int quarry_wire_base64_decode(const uint8_t *text, size_t count, const uint8_t values[256], uint8_t *bytes);

#endif
