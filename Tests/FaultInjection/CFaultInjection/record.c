// What happened to files, in order.

#include "files.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static fault_record *records;
static int64_t count, capacity;
static int last_file;
static int is_recording;

static void append(fault_record record) {
  pthread_mutex_lock(&lock);
  if (is_recording) {
    if (count == capacity) {
      int64_t larger = capacity ? capacity * 2 : 1024;
      fault_record *moved = realloc(records, (size_t)larger * sizeof *records);
      if (!moved) abort();  // the test has no memory: nothing can be proved
      records = moved;
      capacity = larger;
    }
    if (record.path) record.path = strdup(record.path);
    if (record.target) record.target = strdup(record.target);
    if (record.bytes) {
      unsigned char *copy = malloc((size_t)record.length + 1);
      if (!copy) abort();
      record.bytes = memcpy(copy, record.bytes, (size_t)record.length);
    }
    records[count++] = record;
  }
  pthread_mutex_unlock(&lock);
}

void fault_record_start(void) {
  pthread_mutex_lock(&lock);
  for (int64_t i = 0; i < count; i++) {
    free((void *)records[i].path);
    free((void *)records[i].target);
    free((void *)records[i].bytes);
  }
  count = 0;
  is_recording = 1;
  pthread_mutex_unlock(&lock);
}

void fault_record_stop(void) {
  pthread_mutex_lock(&lock);
  is_recording = 0;
  pthread_mutex_unlock(&lock);
}

int64_t fault_record_count(void) { return count; }
fault_record fault_record_at(int64_t index) { return records[index]; }

void fault_record_mark(int64_t number) { append((fault_record){.kind = FAULT_RECORD_MARK, .offset = number}); }

int record_opened(const char *path) {
  pthread_mutex_lock(&lock);
  int file = ++last_file;
  pthread_mutex_unlock(&lock);
  append((fault_record){.kind = FAULT_RECORD_OPEN, .file = file, .path = path});
  return file;
}

void record_written(int file, const void *bytes, int64_t length, int64_t offset) {
  append((fault_record){.kind = FAULT_RECORD_WRITE, .file = file, .bytes = bytes, .length = length, .offset = offset});
}

void record_truncated(int file, int64_t size) {
  append((fault_record){.kind = FAULT_RECORD_TRUNCATE, .file = file, .offset = size});
}

void record_synced(int file) { append((fault_record){.kind = FAULT_RECORD_SYNC, .file = file}); }
void record_closed(int file) { append((fault_record){.kind = FAULT_RECORD_CLOSE, .file = file}); }
void record_deleted(const char *path) { append((fault_record){.kind = FAULT_RECORD_DELETE, .path = path}); }

void record_folder_synced(const char *path_of_file) {
  char folder[4096];
  const char *slash = strrchr(path_of_file, '/');
  size_t length = slash ? (size_t)(slash - path_of_file) : 0;
  if (length == 0 || length >= sizeof folder) return;
  memcpy(folder, path_of_file, length);
  folder[length] = 0;
  append((fault_record){.kind = FAULT_RECORD_SYNC_FOLDER, .path = folder});
}

void fault_record_rename(const char *old_path, const char *new_path) {
  append((fault_record){.kind = FAULT_RECORD_RENAME, .path = old_path, .target = new_path});
}

void fault_record_sync_folder(const char *path) {
  append((fault_record){.kind = FAULT_RECORD_SYNC_FOLDER, .path = path});
}
