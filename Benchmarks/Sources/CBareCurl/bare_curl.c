#define _GNU_SOURCE
#include "bare_curl.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct transfer {
  CURL *easy;
  char *bytes;
  size_t count, room;
  int number;
  int64_t started;
} transfer;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  transfer *one = context;
  size_t added = size * count;
  if (one->count + added > one->room) {
    size_t room = (one->count + added) * 2;
    char *larger = realloc(one->bytes, room);
    if (!larger) return 0;
    one->bytes = larger;
    one->room = room;
  }
  memcpy(one->bytes + one->count, bytes, added);
  one->count += added;
  return added;
}

static int prepare(transfer *one, const char *url, const void *body, size_t body_count, struct curl_slist *headers) {
  one->easy = curl_easy_init();
  if (!one->easy) return 0;
  curl_easy_setopt(one->easy, CURLOPT_URL, url);
  curl_easy_setopt(one->easy, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(one->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body_count);
  curl_easy_setopt(one->easy, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(one->easy, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(one->easy, CURLOPT_WRITEDATA, one);
  curl_easy_setopt(one->easy, CURLOPT_PRIVATE, one);
  curl_easy_setopt(one->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(one->easy, CURLOPT_PROXY, "");
  return 1;
}

static int is_right(transfer *one, const void *expected, size_t expected_count) {
  long status = 0;
  curl_easy_getinfo(one->easy, CURLINFO_RESPONSE_CODE, &status);
  if (status != 200) return 0;
  return !expected || memmem(one->bytes, one->count, expected, expected_count) != NULL;
}

static struct curl_slist *json_headers(void) {
  struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
  return curl_slist_append(headers, "Expect:");
}

int bare_curl_run(const char *url, const void *body, size_t body_count, const void *expected, size_t expected_count,
                  int count, int at_once, int64_t *nanoseconds) {
  struct curl_slist *headers = json_headers();
  transfer *all = calloc((size_t)at_once, sizeof(transfer));
  CURLM *multi = curl_multi_init();
  int started = 0, ended = 0, failed = 0;
  if (at_once < count) curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)at_once);
  for (int i = 0; i < at_once && started < count && !failed; i++) {
    if (!prepare(&all[i], url, body, body_count, headers)) failed = i + 1;
    all[i].number = started++;
    all[i].started = now();
    curl_multi_add_handle(multi, all[i].easy);
  }
  while (ended < count && !failed) {
    int running = 0, queued = 0;
    curl_multi_perform(multi, &running);
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &queued)) && !failed) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL *easy = message->easy_handle;
      CURLcode result = message->data.result;
      transfer *one;
      curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&one);
      nanoseconds[one->number] = now() - one->started;
      ended++;
      if (result != CURLE_OK || !is_right(one, expected, expected_count)) failed = one->number + 1;
      curl_multi_remove_handle(multi, easy);
      one->count = 0;
      if (started < count && !failed) {
        one->number = started++;
        one->started = now();
        curl_multi_add_handle(multi, easy);
        continue;
      }
    }
    if (ended < count && !failed && running) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  for (int i = 0; i < at_once; i++) {
    if (all[i].easy) {
      curl_multi_remove_handle(multi, all[i].easy);
      curl_easy_cleanup(all[i].easy);
    }
    free(all[i].bytes);
  }
  curl_multi_cleanup(multi);
  curl_slist_free_all(headers);
  free(all);
  return failed;
}

int64_t bare_curl_download(const char *url, const void *body, size_t body_count) {
  struct curl_slist *headers = json_headers();
  transfer one = {0};
  int64_t size = -1;
  if (prepare(&one, url, body, body_count, headers) && curl_easy_perform(one.easy) == CURLE_OK
      && is_right(&one, NULL, 0)) {
    size = (int64_t)one.count;
  }
  if (one.easy) curl_easy_cleanup(one.easy);
  free(one.bytes);
  curl_slist_free_all(headers);
  return size;
}

int bare_curl_contains(const void *bytes, size_t count, const void *expected, size_t expected_count) {
  return memmem(bytes, count, expected, expected_count) != NULL;
}
