#ifndef QUARRY_CACHE_H
#define QUARRY_CACHE_H

#include <stddef.h>

/// Writes the path of the folder for caches of this process's user, and returns its length; 0 if there is none.
///
/// XDG_CACHE_HOME says where it is, otherwise Library/Caches in the home on Apple's systems and .cache elsewhere. A
/// process that runs with more rights than who started it has none, because the starter sets its environment.
size_t quarry_cache_home(char *path, size_t capacity);

/// Reads a file in the folder quarry/features of a folder for caches.
///
/// Returns the number of bytes. Returns -1 if there is no such file, if anybody else can have written it, or if it is
/// longer than the buffer.
long quarry_cache_read(const char *home, const char *name, void *bytes, size_t capacity);

/// Writes a file there, which others see whole or not at all. Makes the folders if there are none.
///
/// If there are more files than one user has libraries, all are removed first. The random number is part of the name
/// that the file has while it is written. Returns 1, or 0 if the file can't be written.
int quarry_cache_write(const char *home, const char *name, const void *bytes, size_t count, unsigned long long random);

#endif
