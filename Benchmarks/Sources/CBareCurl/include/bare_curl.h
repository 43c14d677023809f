#ifndef BARE_CURL_H
#define BARE_CURL_H

#include <stddef.h>
#include <stdint.h>

// The same POST again and again, over libcurl as a C programmer would use it. Every body is compared with `expected`
// when that is not null, else only its status is looked at.

// Sends `count` requests, `at_once` of them at a time, over that many connections. Writes how long each took to
// `nanoseconds`, which has room for `count`. Returns 0, or the number of a failed request from 1.
int bare_curl_run(const char *url, const void *body, size_t body_count, const void *expected, size_t expected_count,
                  int count, int at_once, int64_t *nanoseconds);

// Sends one request and gives the size of its body, or -1.
int64_t bare_curl_download(const char *url, const void *body, size_t body_count);

// Whether the bytes hold `expected`.
int bare_curl_contains(const void *bytes, size_t count, const void *expected, size_t expected_count);

#endif
