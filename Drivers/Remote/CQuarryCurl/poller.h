#ifndef QUARRY_CURL_POLLER_H
#define QUARRY_CURL_POLLER_H

#include "quarry_curl.h"

// What the system tells of descriptors: epoll on Linux, kqueue elsewhere. Of these functions, `quarry_poller_set` may
// be called while another thread is inside `quarry_poller_wait`: what changes counts for that wait.

enum { QUARRY_READABLE = 1, QUARRY_WRITABLE = 2 };

// Returns a descriptor, or -1.
int quarry_poller_create(void);
// Changes what is told about a descriptor, by level. `from` is what was set before, 0 for nothing. Returns 0 or -1.
int quarry_poller_set(int poller, int descriptor, int from, int to);
// Waits for at most so many milliseconds. Returns the number of events.
int quarry_poller_wait(int poller, int milliseconds, quarry_curl_event *events, int room);

// Something that another thread can ring: `ends[0]` becomes readable. Returns 0 or -1.
int quarry_bell_create(int ends[2]);
void quarry_bell_ring(const int ends[2]);
void quarry_bell_hush(const int ends[2]);
void quarry_bell_destroy(int ends[2]);

#endif
