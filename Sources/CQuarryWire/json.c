#include "quarry_wire.h"

#include <string.h>

static int is_space(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

static int is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

static size_t digits(const uint8_t *bytes, size_t index, size_t count) {
  while (index < count && is_digit(bytes[index])) index++;
  return index;
}

// The end of the number that begins at `index`; 0 if it is none, or if nothing after it shows that it has ended.
static size_t number_end(const uint8_t *bytes, size_t index, size_t count) {
  if (bytes[index] == '-') index++;
  size_t first = index;
  index = digits(bytes, index, count);
  if (index == first || (bytes[first] == '0' && index > first + 1)) return 0;
  if (index < count && bytes[index] == '.') {
    first = index + 1;
    index = digits(bytes, first, count);
    if (index == first) return 0;
  }
  if (index < count && (bytes[index] | 0x20) == 'e') {
    first = index + 1;
    if (first < count && (bytes[first] == '+' || bytes[first] == '-')) first++;
    index = digits(bytes, first, count);
    if (index == first) return 0;
  }
  if (index == count) return 0;
  uint8_t next = bytes[index];
  return is_digit(next) || next == '.' || next == '-' || next == '+' || (next | 0x20) == 'e' ? 0 : index;
}

static int word(const uint8_t *bytes, size_t count, const char *text, size_t length) {
  return count >= length && memcmp(bytes, text, length) == 0;
}

static int open_level(quarry_wire_json *at, size_t position, uint64_t is_object) {
  if (at->depth >= QUARRY_WIRE_JSON_DEPTH) return 0;
  at->levels = at->levels << 1 | is_object;
  at->depth++;
  at->token = position;
  at->position = position + 1;
  at->place = is_object ? QUARRY_WIRE_JSON_KEY_OR_END : QUARRY_WIRE_JSON_VALUE_OR_END;
  return is_object ? QUARRY_WIRE_JSON_BEGIN_OBJECT : QUARRY_WIRE_JSON_BEGIN_ARRAY;
}

static int close_level(quarry_wire_json *at, size_t position, uint8_t byte) {
  uint64_t is_object = at->levels & 1;
  if (at->depth == 0 || byte != (is_object ? '}' : ']')) return 0;
  at->levels >>= 1;
  at->depth--;
  at->position = position + 1;
  at->place = at->depth == 0 ? QUARRY_WIRE_JSON_END : QUARRY_WIRE_JSON_COMMA_OR_END;
  return is_object ? QUARRY_WIRE_JSON_END_OBJECT : QUARRY_WIRE_JSON_END_ARRAY;
}

static int string(const uint8_t *bytes, size_t count, quarry_wire_json *at, size_t position) {
  uint8_t seen = 0;
  size_t start = position + 1;
  size_t end = start + quarry_wire_plain_count(bytes + start, count - start, &seen);
  if (end == count || bytes[end] != '"') return 0;
  at->is_wide = seen & 0x80;
  at->token = position;
  at->text_start = start;
  at->text_end = end;
  at->position = end + 1;
  return 1;
}

static int scalar(quarry_wire_json *at, size_t position, size_t end, int event) {
  at->token = position;
  at->position = end;
  at->place = at->depth == 0 ? QUARRY_WIRE_JSON_END : QUARRY_WIRE_JSON_COMMA_OR_END;
  return event;
}

static int value(const uint8_t *bytes, size_t count, quarry_wire_json *at, size_t position) {
  const uint8_t *rest = bytes + position;
  switch (*rest) {
  case '{': return open_level(at, position, 1);
  case '[': return open_level(at, position, 0);
  case '"':
    return string(bytes, count, at, position) ? scalar(at, position, at->position, QUARRY_WIRE_JSON_STRING) : 0;
  case 't':
    return word(rest, count - position, "true", 4) ? scalar(at, position, position + 4, QUARRY_WIRE_JSON_TRUE) : 0;
  case 'f':
    return word(rest, count - position, "false", 5) ? scalar(at, position, position + 5, QUARRY_WIRE_JSON_FALSE) : 0;
  case 'n':
    return word(rest, count - position, "null", 4) ? scalar(at, position, position + 4, QUARRY_WIRE_JSON_NULL) : 0;
  default: break;
  }
  if (*rest != '-' && !is_digit(*rest)) return 0;
  size_t end = number_end(bytes, position, count);
  if (!end) return 0;
  at->text_start = position;
  at->text_end = end;
  return scalar(at, position, end, QUARRY_WIRE_JSON_NUMBER);
}

static int key(const uint8_t *bytes, size_t count, quarry_wire_json *at, size_t position) {
  if (bytes[position] != '"' || !string(bytes, count, at, position)) return 0;
  at->place = QUARRY_WIRE_JSON_COLON;
  return QUARRY_WIRE_JSON_NAME;
}

int quarry_wire_json_next(const uint8_t *bytes, size_t count, quarry_wire_json *at) {
  size_t position = at->position;
  int place = at->place;
  while (1) {
    while (position < count && is_space(bytes[position])) position++;
    if (position >= count) return 0;
    uint8_t byte = bytes[position];
    switch (place) {
    case QUARRY_WIRE_JSON_COLON:
      if (byte != ':') return 0;
      place = QUARRY_WIRE_JSON_VALUE;
      break;
    case QUARRY_WIRE_JSON_COMMA_OR_END:
      if (byte != ',') return close_level(at, position, byte);
      place = at->levels & 1 ? QUARRY_WIRE_JSON_KEY : QUARRY_WIRE_JSON_VALUE;
      break;
    case QUARRY_WIRE_JSON_KEY_OR_END:
      if (byte == '}') return close_level(at, position, byte);
      return key(bytes, count, at, position);
    case QUARRY_WIRE_JSON_KEY: return key(bytes, count, at, position);
    case QUARRY_WIRE_JSON_VALUE_OR_END:
      if (byte == ']') return close_level(at, position, byte);
      return value(bytes, count, at, position);
    case QUARRY_WIRE_JSON_VALUE: return value(bytes, count, at, position);
    default: return 0;
    }
    position++;
  }
}
