#ifndef QUARRY_THREAD_H
#define QUARRY_THREAD_H

/// Names the calling thread for debuggers and profilers. The platform may shorten it (15 bytes on Linux).
void quarry_thread_set_name(const char *name);

#endif
