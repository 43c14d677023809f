#include "quarry_wire.h"

#include <string.h>

static int is_plain(uint8_t byte) { return byte >= 0x20 && byte != '"' && byte != '\\'; }

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

#define EACH 0x0101010101010101ull

// Eight bytes at a time: the lowest of the high bits tells the first byte that is not plain.
static uint64_t stops(uint64_t word) {
  uint64_t quote = word ^ (EACH * '"'), backslash = word ^ (EACH * '\\');
  return (((word - EACH * 0x20) & ~word) | ((quote - EACH) & ~quote) | ((backslash - EACH) & ~backslash)) & (EACH * 0x80);
}

size_t quarry_wire_plain_count(const uint8_t *bytes, size_t count, uint8_t *seen) {
  uint64_t words = 0;
  size_t index = 0;
  for (; count - index >= 8; index += 8) {
    uint64_t word;
    memcpy(&word, bytes + index, 8);
    uint64_t stop = stops(word);
    if (stop) {
      unsigned int bits = (unsigned int)__builtin_ctzll(stop) & ~7u;
      words |= word & (((uint64_t)1 << bits) - 1);
      *seen |= words & (EACH * 0x80) ? 0x80 : 0;
      return index + bits / 8;
    }
    words |= word;
  }
  uint8_t all = words & (EACH * 0x80) ? 0x80 : 0;
  for (; index < count && is_plain(bytes[index]); index++) all |= bytes[index];
  *seen |= all;
  return index;
}

#else

size_t quarry_wire_plain_count(const uint8_t *bytes, size_t count, uint8_t *seen) {
  size_t index = 0;
  for (; index < count && is_plain(bytes[index]); index++) *seen |= bytes[index];
  return index;
}

#endif

int quarry_wire_is_same(const uint8_t *left, const uint8_t *right, size_t count) {
  return memcmp(left, right, count) == 0;
}

size_t quarry_wire_find(const uint8_t *bytes, size_t count, uint8_t byte) {
  if (count == 0) return 0;
  const uint8_t *found = memchr(bytes, byte, count);
  return found ? (size_t)(found - bytes) : count;
}

void quarry_wire_base64_encode(const uint8_t *bytes, size_t count, const uint8_t alphabet[64], uint8_t *text) {
  size_t index = 0;
  for (; count - index >= 3; index += 3) {
    uint32_t group = (uint32_t)bytes[index] << 16 | (uint32_t)bytes[index + 1] << 8 | bytes[index + 2];
    *text++ = alphabet[group >> 18];
    *text++ = alphabet[group >> 12 & 63];
    *text++ = alphabet[group >> 6 & 63];
    *text++ = alphabet[group & 63];
  }
  if (count - index == 0) return;
  uint32_t group = (uint32_t)bytes[index] << 16 | (count - index == 2 ? (uint32_t)bytes[index + 1] << 8 : 0);
  *text++ = alphabet[group >> 18];
  *text++ = alphabet[group >> 12 & 63];
  if (count - index == 2) *text++ = alphabet[group >> 6 & 63];
}

int quarry_wire_base64_decode(const uint8_t *text, size_t count, const uint8_t values[256], uint8_t *bytes) {
  if (count % 4 == 1) return 0;
  uint32_t group = 0;
  for (size_t index = 0; index < count; index++) {
    uint8_t value = values[text[index]];
    if (value > 63) return 0;
    group = group << 6 | value;
    if (index % 4 != 3) continue;
    *bytes++ = (uint8_t)(group >> 16);
    *bytes++ = (uint8_t)(group >> 8);
    *bytes++ = (uint8_t)group;
  }
  if (count % 4 == 2) {
    if (group & 15) return 0;
    *bytes++ = (uint8_t)(group >> 4);
  } else if (count % 4 == 3) {
    if (group & 3) return 0;
    *bytes++ = (uint8_t)(group >> 10);
    *bytes++ = (uint8_t)(group >> 2);
  }
  return 1;
}
