#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "multi.h"
#include "poller.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// What is known of a descriptor.
typedef struct interest {
  uint8_t wanted;   // what libcurl waits for
  uint8_t watched;  // what the poller was told to watch
  uint8_t is_ours;  // opened and closed by the functions below, so that what is watched cannot be mistaken
  int32_t index;    // among those that are waited for
} interest;

struct quarry_curl_multi {
  CURLM *curl;
  int poller;
  int bell[2];       // for the thread that waits in the poller
  int here_bell[2];  // for the one that waits with the handle
  interest *interests;
  int32_t interest_count;
  int32_t *waited;
  int32_t waited_count, waited_room;
  int64_t due;  // when libcurl wants to be called; -1 for never
  int is_out_of_memory;
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// MARK: Descriptors

static interest *interest_of(quarry_curl_multi *multi, int descriptor) {
  if (descriptor < 0) return NULL;
  if (descriptor >= multi->interest_count) {
    int32_t count = descriptor < 32 ? 64 : descriptor * 2;
    interest *larger = realloc(multi->interests, (size_t)count * sizeof(interest));
    if (!larger) return NULL;
    memset(larger + multi->interest_count, 0, (size_t)(count - multi->interest_count) * sizeof(interest));
    multi->interests = larger;
    multi->interest_count = count;
  }
  return &multi->interests[descriptor];
}

static void watch(quarry_curl_multi *multi, int descriptor, interest *one, uint8_t what) {
  if (one->watched == what) return;
  quarry_poller_set(multi->poller, descriptor, one->watched, what);
  one->watched = what;
}

static int want(quarry_curl_multi *multi, int descriptor, interest *one, uint8_t what) {
  if (what && !one->wanted) {
    if (multi->waited_count == multi->waited_room) {
      int32_t room = multi->waited_room ? multi->waited_room * 2 : 16;
      int32_t *larger = realloc(multi->waited, (size_t)room * sizeof(int32_t));
      if (!larger) return 0;
      multi->waited = larger;
      multi->waited_room = room;
    }
    one->index = multi->waited_count;
    multi->waited[multi->waited_count++] = descriptor;
  } else if (!what && one->wanted) {
    int32_t last = multi->waited[--multi->waited_count];
    multi->waited[one->index] = last;
    multi->interests[last].index = one->index;
  }
  one->wanted = what;
  return 1;
}

// libcurl tells what it waits for. The poller learns it only when a thread is about to wait in it: between two calls
// over one connection nothing changes then. A descriptor that is watched without being wanted tells so by an event.
static int changed(CURL *easy, curl_socket_t descriptor, int what, void *context, void *unused) {
  (void)easy;
  (void)unused;
  quarry_curl_multi *multi = context;
  interest *one = interest_of(multi, descriptor);
  uint8_t wanted = 0;
  if (what == CURL_POLL_IN || what == CURL_POLL_INOUT) wanted |= QUARRY_READABLE;
  if (what == CURL_POLL_OUT || what == CURL_POLL_INOUT) wanted |= QUARRY_WRITABLE;
  if (!one || !want(multi, descriptor, one, wanted)) {
    multi->is_out_of_memory = 1;
    return 0;
  }
  // Somebody else closes it, perhaps at once.
  if (!wanted && !one->is_ours) watch(multi, descriptor, one, 0);
  return 0;
}

static int timed(CURLM *curl, long milliseconds, void *context) {
  (void)curl;
  quarry_curl_multi *multi = context;
  multi->due = milliseconds < 0 ? -1 : milliseconds == 0 ? 0 : now() + (int64_t)milliseconds * 1000000;
  return 0;
}

// A process that the program starts must not inherit a connection: it would stay open there.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
#ifdef SOCK_CLOEXEC
  curl_socket_t opened = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  curl_socket_t opened = socket(address->family, address->socktype, address->protocol);
  if (opened != CURL_SOCKET_BAD) fcntl(opened, F_SETFD, FD_CLOEXEC);
#endif
#ifdef SO_NOSIGPIPE
  int yes = 1;
  if (opened != CURL_SOCKET_BAD) setsockopt(opened, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  interest *one = opened == CURL_SOCKET_BAD ? NULL : interest_of(context, opened);
  if (one) {
    want(context, opened, one, 0);
    one->watched = 0;
    one->is_ours = 1;
  }
  return opened;
}

static int close_socket(void *context, curl_socket_t descriptor) {
  interest *one = interest_of(context, descriptor);
  if (one) {
    want(context, descriptor, one, 0);
    watch(context, descriptor, one, 0);
    one->is_ours = 0;
  }
  return close(descriptor);
}

int quarry_curl_multi_adopt(quarry_curl_multi *multi, quarry_curl_easy *handle) {
  CURL *easy = handle->curl;
  CURLcode result = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, multi);
  if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
  if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, multi);
  return (int)result;
}

// MARK: Life

quarry_curl_multi *quarry_curl_multi_create(long connections_per_host, long connections_kept) {
  quarry_curl_multi *multi = calloc(1, sizeof(*multi));
  if (!multi) return NULL;
  multi->due = -1;
  multi->bell[0] = multi->bell[1] = multi->here_bell[0] = multi->here_bell[1] = -1;
  multi->poller = quarry_poller_create();
  multi->curl = curl_multi_init();
  if (!multi->curl || multi->poller < 0 || quarry_bell_create(multi->bell) || quarry_bell_create(multi->here_bell)
      || quarry_poller_set(multi->poller, multi->bell[0], 0, QUARRY_READABLE)) {
    quarry_curl_multi_destroy(multi);
    return NULL;
  }
  CURLM *curl = multi->curl;
  curl_multi_setopt(curl, CURLMOPT_SOCKETFUNCTION, changed);
  curl_multi_setopt(curl, CURLMOPT_SOCKETDATA, multi);
  curl_multi_setopt(curl, CURLMOPT_TIMERFUNCTION, timed);
  curl_multi_setopt(curl, CURLMOPT_TIMERDATA, multi);
  curl_multi_setopt(curl, CURLMOPT_MAX_HOST_CONNECTIONS, connections_per_host);
  // Without a bound the library keeps four connections for each running transfer.
  curl_multi_setopt(curl, CURLMOPT_MAXCONNECTS, connections_kept);
  curl_multi_setopt(curl, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
  return multi;
}

void quarry_curl_multi_destroy(quarry_curl_multi *multi) {
  if (multi->curl) curl_multi_cleanup(multi->curl);
  quarry_bell_destroy(multi->bell);
  quarry_bell_destroy(multi->here_bell);
  if (multi->poller >= 0) close(multi->poller);
  free(multi->interests);
  free(multi->waited);
  free(multi);
}

CURLM *quarry_curl_multi_handle(quarry_curl_multi *multi) { return multi->curl; }

int quarry_curl_multi_add(quarry_curl_multi *multi, quarry_curl_easy *easy) {
  return curl_multi_add_handle(multi->curl, easy->curl);
}

int quarry_curl_multi_remove(quarry_curl_multi *multi, quarry_curl_easy *easy) {
  return curl_multi_remove_handle(multi->curl, easy->curl);
}

// MARK: Moving

int quarry_curl_multi_advance(quarry_curl_multi *multi) {
  int running = 0;
  // One thing may make another one due; what goes on longer waits for its turn.
  for (int round = 0; round < 32 && multi->due >= 0 && (multi->due == 0 || multi->due <= now()); round++) {
    multi->due = -1;
    curl_multi_socket_action(multi->curl, CURL_SOCKET_TIMEOUT, 0, &running);
  }
  if (multi->is_out_of_memory) {
    multi->is_out_of_memory = 0;
    return 1;
  }
  return 0;
}

static void act(quarry_curl_multi *multi, int descriptor, int events) {
  int running = 0;
  int bits = (events & QUARRY_READABLE ? CURL_CSELECT_IN : 0) | (events & QUARRY_WRITABLE ? CURL_CSELECT_OUT : 0);
  curl_multi_socket_action(multi->curl, descriptor, bits, &running);
}

void quarry_curl_multi_take(quarry_curl_multi *multi, const quarry_curl_event *events, int count) {
  for (int i = 0; i < count; i++) {
    int descriptor = events[i].descriptor;
    if (descriptor == multi->bell[0]) {
      quarry_bell_hush(multi->bell);
      continue;
    }
    interest *one = interest_of(multi, descriptor);
    if (!one || !one->watched) continue;
    // What nobody waits for would be told again and again.
    if (!one->wanted || (events[i].events & ~one->wanted)) watch(multi, descriptor, one, one->wanted);
    if (one->wanted) act(multi, descriptor, events[i].events);
  }
}

int64_t quarry_curl_multi_due(quarry_curl_multi *multi) {
  if (multi->due < 0) return -1;
  int64_t left = multi->due - now();
  return left < 0 ? 0 : left;
}

// MARK: Waiting

int quarry_curl_multi_wait(
    quarry_curl_multi *multi, int milliseconds, int64_t gathering, quarry_curl_event *events, int room) {
  int count = quarry_poller_wait(multi->poller, milliseconds, events, room);
  if (count <= 0 || gathering <= 0) return count;
  struct timespec time = {0, gathering < 999999999 ? gathering : 999999999};
  nanosleep(&time, NULL);
  // What was ready still is, and is told again.
  return quarry_poller_wait(multi->poller, 0, events, room);
}

void quarry_curl_multi_wake(quarry_curl_multi *multi) { quarry_bell_ring(multi->bell); }

void quarry_curl_multi_share(quarry_curl_multi *multi) {
  for (int32_t i = 0; i < multi->waited_count; i++) {
    int32_t descriptor = multi->waited[i];
    interest *one = &multi->interests[descriptor];
    if ((one->wanted & ~one->watched) || (one->watched & ~one->wanted & QUARRY_WRITABLE))
      watch(multi, descriptor, one, one->wanted);
  }
}

int quarry_curl_multi_wait_here(quarry_curl_multi *multi, int64_t nanoseconds) {
  struct pollfd polled[8];
  int count = multi->waited_count;
  if (count > 7 || nanoseconds <= 0) return 0;
  for (int i = 0; i < count; i++) {
    interest *one = &multi->interests[multi->waited[i]];
    // The other thread is not to be woken by it.
    watch(multi, multi->waited[i], one, 0);
    polled[i].fd = multi->waited[i];
    polled[i].events = (short)((one->wanted & QUARRY_READABLE ? POLLIN : 0) | (one->wanted & QUARRY_WRITABLE ? POLLOUT : 0));
  }
  polled[count].fd = multi->here_bell[0];
  polled[count].events = POLLIN;
  int64_t due = quarry_curl_multi_due(multi);
  if (due >= 0 && due < nanoseconds) nanoseconds = due;
#if defined(__linux__)
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  int found = ppoll(polled, (nfds_t)count + 1, &time, NULL);
#else
  int found = poll(polled, (nfds_t)count + 1, (int)((nanoseconds + 999999) / 1000000));
#endif
  if (found <= 0) return found == 0 && due == nanoseconds;
  int is_woken = polled[count].revents != 0;
  if (is_woken) quarry_bell_hush(multi->here_bell);
  for (int i = 0; i < count; i++) {
    if (!polled[i].revents) continue;
    act(multi, polled[i].fd,
        (polled[i].revents & POLLIN ? QUARRY_READABLE : 0) | (polled[i].revents & POLLOUT ? QUARRY_WRITABLE : 0));
  }
  return is_woken ? 2 : 1;
}

int quarry_curl_multi_run_alone(
    quarry_curl_multi *multi, quarry_curl_easy *easy, int64_t nanoseconds, quarry_curl_outcome *outcome) {
  int64_t started = now();
  CURLMcode refusal = curl_multi_add_handle(multi->curl, easy->curl);
  if (refusal != CURLM_OK) return refusal > 0 ? -(int)refusal : (int)refusal;
  for (int may_wait = 1;; ) {
    if (quarry_curl_multi_advance(multi)) {
      // Whoever advances it next is told again.
      multi->is_out_of_memory = 1;
      return 0;
    }
    if (quarry_curl_multi_ended(multi, &outcome->end, &outcome->code)) break;
    if (!may_wait) return 0;
    may_wait = quarry_curl_multi_wait_here(multi, started + nanoseconds - now()) == 1;
  }
  outcome->nanoseconds = now() - started;
  outcome->new_connections = quarry_curl_easy_new_connections(easy);
  curl_multi_remove_handle(multi->curl, easy->curl);
  return 1;
}

void quarry_curl_multi_wake_here(quarry_curl_multi *multi) { quarry_bell_ring(multi->here_bell); }
