#ifndef QUARRY_CURL_MULTI_H
#define QUARRY_CURL_MULTI_H

#include "quarry_curl.h"

#include <curl/curl.h>

// libcurl's own handle.
CURLM *quarry_curl_multi_handle(quarry_curl_multi *multi);
// Sets what binds the sockets of a transfer to its multi handle. Returns 0, or the library's number of a refusal.
int quarry_curl_multi_adopt(quarry_curl_multi *multi, quarry_curl_easy *easy);

#endif
