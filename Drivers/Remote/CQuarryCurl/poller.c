#include "poller.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#else
#include <sys/types.h>

#include <sys/event.h>
#include <sys/time.h>
#endif

enum { LARGEST = 64 };

#if defined(__linux__)

int quarry_poller_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int quarry_poller_set(int poller, int descriptor, int from, int to) {
  struct epoll_event event = {0};
  event.events = (to & QUARRY_READABLE ? EPOLLIN : 0u) | (to & QUARRY_WRITABLE ? EPOLLOUT : 0u);
  event.data.fd = descriptor;
  if (!to) return epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &event);
  if (epoll_ctl(poller, from ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event) == 0) return 0;
  // The descriptor was closed, or came anew, without a word.
  if (errno == ENOENT) return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
  if (errno == EEXIST) return epoll_ctl(poller, EPOLL_CTL_MOD, descriptor, &event);
  return -1;
}

int quarry_poller_wait(int poller, int milliseconds, quarry_curl_event *events, int room) {
  struct epoll_event found[LARGEST];
  int count = epoll_wait(poller, found, room < LARGEST ? room : LARGEST, milliseconds);
  for (int i = 0; i < count; i++) {
    events[i].descriptor = found[i].data.fd;
    events[i].events =
        (found[i].events & EPOLLIN ? QUARRY_READABLE : 0) | (found[i].events & EPOLLOUT ? QUARRY_WRITABLE : 0);
  }
  return count < 0 ? 0 : count;
}

int quarry_bell_create(int ends[2]) {
  ends[0] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  ends[1] = ends[0];
  return ends[0] < 0 ? -1 : 0;
}

void quarry_bell_ring(const int ends[2]) {
  uint64_t one = 1;
  // A counter that is full rings already.
  ssize_t written = write(ends[1], &one, sizeof one);
  (void)written;
}

void quarry_bell_hush(const int ends[2]) {
  uint64_t count;
  ssize_t taken = read(ends[0], &count, sizeof count);
  (void)taken;
}

void quarry_bell_destroy(int ends[2]) {
  if (ends[0] >= 0) close(ends[0]);
  ends[0] = ends[1] = -1;
}

#else

int quarry_poller_create(void) {
  int poller = kqueue();
  if (poller >= 0) fcntl(poller, F_SETFD, FD_CLOEXEC);
  return poller;
}

static int change(int poller, int descriptor, short filter, int was, int is) {
  if (was == is) return 0;
  struct kevent event;
  EV_SET(&event, (uintptr_t)descriptor, filter, is ? EV_ADD : EV_DELETE, 0, 0, 0);
  return kevent(poller, &event, 1, 0, 0, 0);
}

int quarry_poller_set(int poller, int descriptor, int from, int to) {
  int reading = change(poller, descriptor, EVFILT_READ, from & QUARRY_READABLE, to & QUARRY_READABLE);
  int writing = change(poller, descriptor, EVFILT_WRITE, from & QUARRY_WRITABLE, to & QUARRY_WRITABLE);
  return reading || writing ? -1 : 0;
}

int quarry_poller_wait(int poller, int milliseconds, quarry_curl_event *events, int room) {
  struct kevent found[LARGEST];
  struct timespec time = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
  int count = kevent(poller, 0, 0, found, room < LARGEST ? room : LARGEST, &time);
  for (int i = 0; i < count; i++) {
    events[i].descriptor = (int32_t)found[i].ident;
    events[i].events = found[i].filter == EVFILT_READ ? QUARRY_READABLE : QUARRY_WRITABLE;
  }
  return count < 0 ? 0 : count;
}

int quarry_bell_create(int ends[2]) {
  if (pipe(ends) != 0) {
    ends[0] = ends[1] = -1;
    return -1;
  }
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return 0;
}

void quarry_bell_ring(const int ends[2]) {
  // A pipe that is full rings already.
  ssize_t written = write(ends[1], "", 1);
  (void)written;
}

void quarry_bell_hush(const int ends[2]) {
  char bytes[64];
  while (read(ends[0], bytes, sizeof bytes) > 0) {
  }
}

void quarry_bell_destroy(int ends[2]) {
  for (int i = 0; i < 2; i++) {
    if (ends[i] >= 0) close(ends[i]);
    ends[i] = -1;
  }
}

#endif
