#ifndef QUARRY_CURL_MULTI_H
#define QUARRY_CURL_MULTI_H

#include "quarry_curl.h"

#include <curl/curl.h>

enum { QUARRY_HEAD_ROOM = 2048, QUARRY_LINE_ROOM = 32, QUARRY_BODY_ROOM = 8192, QUARRY_SENT_ROOM = 4096 };

struct quarry_curl_easy {
  CURL *curl;
  quarry_curl_callbacks callbacks;
  void *context;
  int keeps;      // whether what comes is kept below
  int is_sent;    // whether the library knows of `sent`
  int64_t sent_count;  // the size of the body that it knows of, -1 for none
  int status;
  int is_complete;
  uint16_t fields_begin, fields_end;  // of the last head
  int32_t line_count;
  uint16_t line_ends[QUARRY_LINE_ROOM];
  size_t body_count;
  char head[QUARRY_HEAD_ROOM];
  char body[QUARRY_BODY_ROOM];
  char sent[QUARRY_SENT_ROOM];
};

// Makes a handle keep a response, or pass it on; see reply.c. Returns 0, or the library's number of a refusal.
int quarry_curl_reply_configure(quarry_curl_easy *easy);
void quarry_curl_reply_begin(quarry_curl_easy *easy, int keeps);

// libcurl's own handle.
CURLM *quarry_curl_multi_handle(quarry_curl_multi *multi);
// Sets what binds the sockets of a transfer to its multi handle. Returns 0, or the library's number of a refusal.
int quarry_curl_multi_adopt(quarry_curl_multi *multi, quarry_curl_easy *easy);

#endif
