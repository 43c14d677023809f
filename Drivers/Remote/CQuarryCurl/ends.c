#include "multi.h"

static quarry_curl_end end_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return QUARRY_CURL_DONE;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return QUARRY_CURL_UNRESOLVED;
    case CURLE_COULDNT_CONNECT: return QUARRY_CURL_REFUSED;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_USE_SSL_FAILED: return QUARRY_CURL_TLS;
    case CURLE_OPERATION_TIMEDOUT: return QUARRY_CURL_TIMEOUT;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_FAIL_REWIND:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return QUARRY_CURL_CUT;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING: return QUARRY_CURL_MALFORMED;
    case CURLE_WRITE_ERROR:
    case CURLE_ABORTED_BY_CALLBACK: return QUARRY_CURL_STOPPED;
    case CURLE_FILESIZE_EXCEEDED: return QUARRY_CURL_TOO_LARGE;
    default: return QUARRY_CURL_OTHER;
  }
}

quarry_curl_easy *quarry_curl_multi_ended(quarry_curl_multi *multi, quarry_curl_end *end, int *code) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(quarry_curl_multi_handle(multi), &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *end = end_of(message->data.result);
    *code = (int)message->data.result;
    char *easy = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &easy);
    return (quarry_curl_easy *)easy;
  }
  return NULL;
}
