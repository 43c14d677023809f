#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "quarry_curl.h"

#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>

#ifdef SO_NOSIGPIPE  // then each socket says it for itself

int quarry_curl_mute(void) { return 0; }
void quarry_curl_unmute(int muted) { (void)muted; }

#else

static sigset_t broken_pipe(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  return set;
}

int quarry_curl_mute(void) {
  sigset_t set = broken_pipe(), before, pending;
  if (pthread_sigmask(SIG_BLOCK, &set, &before) || sigismember(&before, SIGPIPE)) return 0;
  // One that waits already is not ours to take.
  sigpending(&pending);
  return sigismember(&pending, SIGPIPE) ? 1 : 2;
}

void quarry_curl_unmute(int muted) {
  if (!muted) return;
  sigset_t set = broken_pipe();
  struct timespec none = {0, 0};
  if (muted == 2) sigtimedwait(&set, NULL, &none);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

#endif

