#ifndef QUARRY_WIRE_H
#define QUARRY_WIRE_H

#include <stddef.h>
#include <stdint.h>

// The loops over every byte of a JSON text and of base64, which must be fast in builds without optimisation too.
// Every function reads exactly `count` bytes and keeps no pointer.

/// How many of the first bytes may stand in a JSON string as they are: none is a control character, `"` or `\`. Sets the
/// highest bit of `seen` if one of them is not ASCII.
size_t quarry_wire_plain_count(const uint8_t *bytes, size_t count, uint8_t *seen);

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
