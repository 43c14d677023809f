#include "multi.h"

#include <string.h>

// A response that is small is kept in the handle and read at its end, in one go. What is larger, or looks unusual, is
// passed on from there: first what was kept, then piece by piece.

const int64_t quarry_curl_body_room = QUARRY_BODY_ROOM;

static size_t kept_head(const quarry_curl_easy *easy) {
  return easy->line_count ? easy->line_ends[easy->line_count - 1] : 0;
}

static int pass_on(quarry_curl_easy *easy) {
  easy->keeps = 0;
  size_t begin = 0;
  for (int32_t i = 0; i < easy->line_count; i++) {
    size_t length = easy->line_ends[i] - begin;
    if (easy->callbacks.header(easy->head + begin, 1, length, easy->context) != length) return 0;
    begin = easy->line_ends[i];
  }
  easy->line_count = 0;
  size_t count = easy->body_count;
  easy->body_count = 0;
  return count == 0 || easy->callbacks.body(easy->body, 1, count, easy->context) == count;
}

static int is_digit(char byte) { return byte >= '0' && byte <= '9'; }

// The status of a status line without its end; 0 for one that isn't usual.
static int status_of(const char *line, size_t length) {
  const char *space = memchr(line, ' ', length);
  size_t left = space ? length - (size_t)(space - line) : 0;
  if (left < 4 || (left > 4 && space[4] != ' ')) return 0;
  if (space[1] < '1' || !is_digit(space[1]) || !is_digit(space[2]) || !is_digit(space[3])) return 0;
  return (space[1] - '0') * 100 + (space[2] - '0') * 10 + (space[3] - '0');
}

// Reads a line that begins and ends at these places. Returns 0 if something could be wrong with it: whoever reads it then
// must say so before the response goes on.
static int read_line(quarry_curl_easy *easy, const char *line, size_t begin, size_t end) {
  size_t length = end - begin;
  while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) length--;
  // What comes after the body are trailers.
  if (easy->is_complete) return 1;
  if (length == 0) {
    // A head of the class 1xx announces another one.
    easy->is_complete = easy->status >= 200 || easy->status == 101;
    easy->fields_end = (uint16_t)begin;
    return 1;
  }
  if (length >= 5 && memcmp(line, "HTTP/", 5) == 0) {
    int status = status_of(line, length);
    if (!status) return 0;
    easy->status = status;
    easy->fields_begin = (uint16_t)end;
    return 1;
  }
  return line[0] != ' ' && line[0] != '\t' && memchr(line, ':', length) != NULL;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  quarry_curl_easy *easy = context;
  size_t length = size * count;
  if (easy->keeps) {
    size_t before = kept_head(easy);
    if (easy->line_count < QUARRY_LINE_ROOM && length <= QUARRY_HEAD_ROOM - before
        && read_line(easy, bytes, before, before + length)) {
      memcpy(easy->head + before, bytes, length);
      easy->line_ends[easy->line_count++] = (uint16_t)(before + length);
      return length;
    }
    if (!pass_on(easy)) return 0;
  }
  return easy->callbacks.header(bytes, size, count, easy->context);
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  quarry_curl_easy *easy = context;
  size_t length = size * count;
  if (easy->keeps) {
    if (length <= QUARRY_BODY_ROOM - easy->body_count) {
      memcpy(easy->body + easy->body_count, bytes, length);
      easy->body_count += length;
      return length;
    }
    if (!pass_on(easy)) return 0;
  }
  return easy->callbacks.body(bytes, size, count, easy->context);
}

static int ready(void *context, char *remote, char *local, int remote_port, int local_port) {
  quarry_curl_easy *easy = context;
  return easy->callbacks.ready(easy->context, remote, local, remote_port, local_port);
}

#define SET(option, value) \
  do { \
    CURLcode result = curl_easy_setopt(easy->curl, option, value); \
    if (result != CURLE_OK) return (int)result; \
  } while (0)

int quarry_curl_reply_configure(quarry_curl_easy *easy) {
  SET(CURLOPT_HEADERFUNCTION, take_header);
  SET(CURLOPT_HEADERDATA, easy);
  SET(CURLOPT_WRITEFUNCTION, take_body);
  SET(CURLOPT_WRITEDATA, easy);
  SET(CURLOPT_PREREQFUNCTION, ready);
  SET(CURLOPT_PREREQDATA, easy);
  return 0;
}

void quarry_curl_reply_begin(quarry_curl_easy *easy, int keeps) {
  easy->keeps = keeps;
  easy->line_count = 0;
  easy->body_count = 0;
  easy->status = 0;
  easy->is_complete = 0;
  easy->fields_begin = easy->fields_end = 0;
}

quarry_curl_kept quarry_curl_easy_kept(const quarry_curl_easy *easy) {
  size_t fields = easy->is_complete ? (size_t)(easy->fields_end - easy->fields_begin) : 0;
  quarry_curl_kept kept = {
      easy->keeps && easy->line_count > 0, easy->status, easy->is_complete, easy->head + easy->fields_begin, fields,
      easy->body, easy->body_count};
  return kept;
}
