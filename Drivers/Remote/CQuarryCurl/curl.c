#include "multi.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

// The oldest library with everything used here: CURLOPT_PREREQFUNCTION came with 7.80.0.
#define OLDEST 0x075000

static pthread_once_t started = PTHREAD_ONCE_INIT;
static int start_failed = 1;

static void start(void) { start_failed = curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK; }

uint32_t quarry_curl_start(void) {
  pthread_once(&started, start);
  if (start_failed) return 0;
  unsigned int version = curl_version_info(CURLVERSION_NOW)->version_num;
  return version < OLDEST ? 0 : version;
}

const char *quarry_curl_version_text(void) { return curl_version(); }

const char *quarry_curl_describe(int code) { return curl_easy_strerror((CURLcode)code); }

// MARK: Easy

const size_t quarry_curl_pause = CURL_WRITEFUNC_PAUSE;

quarry_curl_easy *quarry_curl_easy_create(void) {
  quarry_curl_easy *easy = calloc(1, sizeof(*easy));
  if (!easy) return NULL;
  easy->sent_count = -1;
  easy->curl = curl_easy_init();
  if (easy->curl) return easy;
  free(easy);
  return NULL;
}

void quarry_curl_easy_destroy(quarry_curl_easy *easy) {
  curl_easy_cleanup(easy->curl);
  free(easy);
}

void quarry_curl_easy_reset(quarry_curl_easy *easy) {
  curl_easy_reset(easy->curl);
  easy->is_sent = 0;
  easy->sent_count = -1;
}

int quarry_curl_easy_resume(quarry_curl_easy *easy) { return curl_easy_pause(easy->curl, CURLPAUSE_CONT); }

void *quarry_curl_easy_context(quarry_curl_easy *easy) { return easy->context; }

long quarry_curl_easy_new_connections(quarry_curl_easy *easy) {
  long count = 0;
  curl_easy_getinfo(easy->curl, CURLINFO_NUM_CONNECTS, &count);
  return count;
}

#define SET(option, value) \
  do { \
    CURLcode result = curl_easy_setopt(easy, option, value); \
    if (result != CURLE_OK) return (int)result; \
  } while (0)

int quarry_curl_easy_configure(quarry_curl_easy *handle, const quarry_curl_settings *settings) {
  CURL *easy = handle->curl;
  SET(CURLOPT_NOSIGNAL, 1L);
  CURLcode sockets = (CURLcode)quarry_curl_multi_adopt(settings->multi, handle);
  if (sockets != CURLE_OK) return (int)sockets;
  SET(CURLOPT_URL, settings->url);
  if (settings->parsed_url) SET(CURLOPT_CURLU, (CURLU *)settings->parsed_url);
#if LIBCURL_VERSION_NUM >= 0x075500
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
  SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  // An answer that points elsewhere goes to the caller as it is: a token must not follow it.
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  if (settings->ca_file) SET(CURLOPT_CAINFO, settings->ca_file);
  if (settings->proxy) SET(CURLOPT_PROXY, settings->proxy);
  // Without a proxy, the library needn't look for exceptions in the environment.
  if (settings->proxy && !*settings->proxy) SET(CURLOPT_NOPROXY, "");
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (settings->offers_http2) {
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    SET(CURLOPT_PIPEWAIT, 1L);
  } else {
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  }
  // What comes compressed is decompressed, whether it was asked for or not.
  SET(CURLOPT_ACCEPT_ENCODING, "");
  if (settings->is_head) SET(CURLOPT_NOBODY, 1L);
  if (!settings->is_head) SET(CURLOPT_CUSTOMREQUEST, settings->method);
  if (settings->headers) SET(CURLOPT_HTTPHEADER, (struct curl_slist *)settings->headers);
  handle->callbacks = settings->callbacks;
  SET(CURLOPT_PRIVATE, handle);
  CURLcode reply = (CURLcode)quarry_curl_reply_configure(handle);
  if (reply != CURLE_OK) return (int)reply;
  return quarry_curl_easy_renew(handle, settings);
}

static CURLcode set_body(quarry_curl_easy *handle, const quarry_curl_settings *settings) {
  CURL *easy = handle->curl;
  if (handle->sent_count != settings->body_count) {
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)settings->body_count);
    handle->sent_count = settings->body_count;
  }
  if (settings->body_count > QUARRY_SENT_ROOM) {
    handle->is_sent = 0;
    SET(CURLOPT_COPYPOSTFIELDS, settings->body);
    return CURLE_OK;
  }
  if (settings->body_count > 0) memcpy(handle->sent, settings->body, (size_t)settings->body_count);
  if (!handle->is_sent) SET(CURLOPT_POSTFIELDS, handle->sent);
  handle->is_sent = 1;
  return CURLE_OK;
}

int quarry_curl_easy_renew(quarry_curl_easy *handle, const quarry_curl_settings *settings) {
  CURL *easy = handle->curl;
  if (settings->connect_timeout_milliseconds)
    SET(CURLOPT_CONNECTTIMEOUT_MS, settings->connect_timeout_milliseconds);
  if (settings->timeout_milliseconds) SET(CURLOPT_TIMEOUT_MS, settings->timeout_milliseconds);
  if (settings->has_body) {
    CURLcode body = set_body(handle, settings);
    if (body != CURLE_OK) return (int)body;
  }
  handle->context = settings->context;
  quarry_curl_reply_begin(handle, settings->keeps);
  return 0;
}

quarry_curl_list *quarry_curl_list_append(quarry_curl_list *list, const char *line) {
  return (quarry_curl_list *)curl_slist_append((struct curl_slist *)list, line);
}

void quarry_curl_list_destroy(quarry_curl_list *list) { curl_slist_free_all((struct curl_slist *)list); }

quarry_curl_url *quarry_curl_url_create(const char *url) {
  CURLU *parsed = curl_url();
  if (parsed && curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK) return (quarry_curl_url *)parsed;
  curl_url_cleanup(parsed);
  return NULL;
}

void quarry_curl_url_destroy(quarry_curl_url *url) { curl_url_cleanup((CURLU *)url); }

// MARK: Thread

typedef struct thread_start {
  void (*body)(void *context);
  void *context;
} thread_start;

static void *thread_main(void *argument) {
  thread_start start = *(thread_start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

int quarry_curl_thread_start(void (*body)(void *context), void *context) {
  thread_start *start = malloc(sizeof(*start));
  if (!start) return 12;  // ENOMEM
  start->body = body;
  start->context = context;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int result = pthread_create(&thread, NULL, thread_main, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (result) {
    free(start);
    return result;
  }
  pthread_detach(thread);
  return 0;
}
