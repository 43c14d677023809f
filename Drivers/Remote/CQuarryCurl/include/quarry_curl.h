#ifndef QUARRY_CURL_H
#define QUARRY_CURL_H

#include <stddef.h>
#include <stdint.h>

// libcurl behind functions of fixed shape: the library's own setters take variable arguments, which Swift cannot
// call. No header of libcurl is included here, so that importers need none.

typedef struct quarry_curl_multi quarry_curl_multi;
typedef struct quarry_curl_easy quarry_curl_easy;    // a CURL, with what it sends and a small response
typedef struct quarry_curl_list quarry_curl_list;    // a struct curl_slist
typedef struct quarry_curl_url quarry_curl_url;      // a CURLU

// What a transfer calls, always from within a call of the multi handle; the last argument is the transfer's own.
// Where a response is kept, only what doesn't fit reaches the first two, after all that came before it.
typedef struct quarry_curl_callbacks {
  // A header line of `size * count` bytes. Returns that number, or 0 to end the transfer.
  size_t (*header)(char *bytes, size_t size, size_t count, void *context);
  // A piece of the body. Returns its size, 0 to end the transfer, or `quarry_curl_pause`: the piece comes again.
  size_t (*body)(char *bytes, size_t size, size_t count, void *context);
  // The connection stands and the request is about to be sent. Returns 0, or 1 to end the transfer.
  int (*ready)(void *context, char *remote, char *local, int remote_port, int local_port);
} quarry_curl_callbacks;

extern const size_t quarry_curl_pause;

// How a finished transfer ended, independent of the numbers of the library.
typedef enum quarry_curl_end {
  QUARRY_CURL_DONE = 0,
  QUARRY_CURL_UNRESOLVED,
  QUARRY_CURL_REFUSED,
  QUARRY_CURL_TLS,
  QUARRY_CURL_TIMEOUT,
  QUARRY_CURL_CUT,
  QUARRY_CURL_MALFORMED,
  QUARRY_CURL_STOPPED,  // by a callback
  QUARRY_CURL_TOO_LARGE,
  QUARRY_CURL_OTHER
} quarry_curl_end;

// The settings that every transfer has.
typedef struct quarry_curl_settings {
  quarry_curl_multi *multi;  // where it is added
  const char *url;
  quarry_curl_url *parsed_url;  // the same; null to parse it for every call. Stays with the caller like the headers
  const char *method;
  const void *body;  // copied
  int64_t body_count;
  int has_body;
  int is_head;
  quarry_curl_list *headers;  // stays with the caller while the handle is in use
  long connect_timeout_milliseconds;
  long timeout_milliseconds;
  const char *ca_file;  // null: the system's
  const char *proxy;    // null: from the environment; "": none
  int offers_http2;
  int keeps;  // whether a small response is kept, instead of passing it on piece by piece
  quarry_curl_callbacks callbacks;
  void *context;
} quarry_curl_settings;

// A small response that was kept, until the handle is used again.
typedef struct quarry_curl_kept {
  int is_kept;
  int status;       // of the last head
  int is_complete;  // whether the empty line after the final head has come
  const char *head;  // its lines with their ends, without status line and empty line
  size_t head_count;
  const char *body;
  size_t body_count;
} quarry_curl_kept;

// How a transfer ended that was alone.
typedef struct quarry_curl_outcome {
  quarry_curl_end end;
  int code;  // the library's own number
  long new_connections;
  int64_t nanoseconds;  // that it took
} quarry_curl_outcome;

// The library's version as 0xMMmmpp, once it is ready for use from any thread; 0 when it cannot be used.
uint32_t quarry_curl_start(void);
// "libcurl/… OpenSSL/… …"
const char *quarry_curl_version_text(void);

// A multi handle and what it waits for. All but the functions marked so are for one thread at a time; which one that is
// may change.
quarry_curl_multi *quarry_curl_multi_create(long connections_per_host, long connections_kept);
void quarry_curl_multi_destroy(quarry_curl_multi *multi);
int quarry_curl_multi_add(quarry_curl_multi *multi, quarry_curl_easy *easy);
int quarry_curl_multi_remove(quarry_curl_multi *multi, quarry_curl_easy *easy);
// Does what is due. Returns 0, or 1 when there was no memory to note what a transfer waits for: it must be ended.
int quarry_curl_multi_advance(quarry_curl_multi *multi);
// Nanoseconds until something is due, 0 for now, -1 for never.
int64_t quarry_curl_multi_due(quarry_curl_multi *multi);

// What a descriptor is ready for.
typedef struct quarry_curl_event {
  int32_t descriptor;
  // 1 for reading, 2 for writing; 0 where only an error or a hang-up is known
  int32_t events;
} quarry_curl_event;

// From a thread without the handle, one at a time: waits for what has been shared, for at most so many milliseconds, and
// once something has come or somebody has woken it, so many nanoseconds for more. Returns the number of events, at most
// 64, for `quarry_curl_multi_take`.
int quarry_curl_multi_wait(
    quarry_curl_multi *multi, int milliseconds, int64_t gathering, quarry_curl_event *events, int room);
// From any thread: ends the current or the next wait.
void quarry_curl_multi_wake(quarry_curl_multi *multi);
// Lets that thread wait for everything that is under way, also while it waits already.
void quarry_curl_multi_share(quarry_curl_multi *multi);
void quarry_curl_multi_take(quarry_curl_multi *multi, const quarry_curl_event *events, int count);
// Waits with the handle, takes what is ready, and keeps the other thread from seeing it; share afterwards. Returns 0
// when the time is over or there is too much to wait for here, and 2 when somebody woke it.
int quarry_curl_multi_wait_here(quarry_curl_multi *multi, int64_t nanoseconds);
// Adds a transfer while no other one is added, and waits with the handle until it has ended, for at most so many
// nanoseconds. Returns 1 when it has ended and is removed, 0 when it goes on, or the negative number of the library's
// refusal to add it.
int quarry_curl_multi_run_alone(
    quarry_curl_multi *multi, quarry_curl_easy *easy, int64_t nanoseconds, quarry_curl_outcome *outcome);
// From any thread: ends the current or the next wait of these kinds.
void quarry_curl_multi_wake_here(quarry_curl_multi *multi);

// Keeps a connection that the other side has closed from ending the process by a signal, on a thread that takes
// signals. What the first returns goes to the second, on the same thread.
int quarry_curl_mute(void);
void quarry_curl_unmute(int muted);

// The next transfer that has ended, or null. `code` is the library's own number.
quarry_curl_easy *quarry_curl_multi_ended(quarry_curl_multi *multi, quarry_curl_end *end, int *code);

quarry_curl_easy *quarry_curl_easy_create(void);
void quarry_curl_easy_destroy(quarry_curl_easy *easy);
// Forgets the settings and keeps nothing of the last transfer.
void quarry_curl_easy_reset(quarry_curl_easy *easy);
// Returns 0, or the library's number of the first setting that it refused.
int quarry_curl_easy_configure(quarry_curl_easy *easy, const quarry_curl_settings *settings);
// Sets no more than what differs between two calls that are the same but for their times, body and context. A time of 0
// is the one of the call before.
int quarry_curl_easy_renew(quarry_curl_easy *easy, const quarry_curl_settings *settings);
int quarry_curl_easy_resume(quarry_curl_easy *easy);
// The context of the settings.
void *quarry_curl_easy_context(quarry_curl_easy *easy);
// The largest body that is kept.
extern const int64_t quarry_curl_body_room;
// The response of a transfer that has ended, as far as it was kept.
quarry_curl_kept quarry_curl_easy_kept(const quarry_curl_easy *easy);
// The new connections that the transfer made: 0 when it used one that stood already.
long quarry_curl_easy_new_connections(quarry_curl_easy *easy);
// The library's sentence for one of its numbers.
const char *quarry_curl_describe(int code);

// Appends a copy of `line`; returns the new list, or null when there is no memory (the old one is then unchanged).
quarry_curl_list *quarry_curl_list_append(quarry_curl_list *list, const char *line);
void quarry_curl_list_destroy(quarry_curl_list *list);

// An address that is parsed once for many calls. Returns null where the library refuses it, or has no memory.
quarry_curl_url *quarry_curl_url_create(const char *url);
void quarry_curl_url_destroy(quarry_curl_url *url);

// Runs `body` on a thread of its own, which takes no signals and which nobody joins. Returns 0, or an errno.
int quarry_curl_thread_start(void (*body)(void *context), void *context);

#endif
