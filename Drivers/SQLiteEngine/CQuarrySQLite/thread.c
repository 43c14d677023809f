// Naming a thread, which each platform does in its own way.

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // pthread_setname_np in glibc and musl
#endif

#include "quarry_thread.h"

#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

void quarry_thread_set_name(const char *name) {
  wchar_t wide[64];
  // A longer name does not fit and is left out: it serves debugging only.
  if (MultiByteToWideChar(CP_UTF8, 0, name, -1, wide, (int)(sizeof wide / sizeof wide[0])) > 0) {
    SetThreadDescription(GetCurrentThread(), wide);
  }
}

#elif defined(__APPLE__)
#include <pthread.h>

void quarry_thread_set_name(const char *name) { pthread_setname_np(name); }

#elif defined(__linux__)
#include <pthread.h>

void quarry_thread_set_name(const char *name) {
  // The kernel keeps 15 bytes and refuses more. Do not cut inside a character of UTF-8.
  char shortened[16];
  size_t length = strlen(name);
  if (length > 15) {
    length = 15;
    while (length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80) length--;
  }
  memcpy(shortened, name, length);
  shortened[length] = 0;
  pthread_setname_np(pthread_self(), shortened);
}

#else

void quarry_thread_set_name(const char *name) { (void)name; }

#endif
