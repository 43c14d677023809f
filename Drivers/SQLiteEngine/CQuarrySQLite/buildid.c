// Which build of a library is in memory: its file may be another one by now.

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // dl_iterate_phdr in glibc
#endif

#include "quarry_sqlite.h"

#include <string.h>

#if defined(__linux__)

#include <link.h>

typedef struct quarry_search {
  uintptr_t address;
  unsigned char *bytes;
  size_t capacity;
  size_t length;
} quarry_search;

enum { BUILD_ID = 3 };  // NT_GNU_BUILD_ID

static void read_notes(const char *notes, size_t size, size_t alignment, quarry_search *search) {
  size_t offset = 0;
  while (size - offset >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    memcpy(&note, notes + offset, sizeof note);
    size_t name = offset + sizeof note;
    size_t content = (name + note.n_namesz + alignment - 1) & ~(alignment - 1);
    if (content < name || content > size || note.n_descsz > size - content) return;
    if (note.n_type == BUILD_ID && note.n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0 &&
        note.n_descsz <= search->capacity) {
      memcpy(search->bytes, notes + content, note.n_descsz);
      search->length = note.n_descsz;
      return;
    }
    size_t next = (content + note.n_descsz + alignment - 1) & ~(alignment - 1);
    if (next <= offset || next > size) return;
    offset = next;
  }
}

static int visit(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  quarry_search *search = context;
  int is_found = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t start = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && search->address >= start && search->address - start < part->p_memsz) is_found = 1;
  }
  for (int i = 0; is_found && search->length == 0 && i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_NOTE) continue;
    read_notes((const char *)(object->dlpi_addr + part->p_vaddr), part->p_memsz, part->p_align == 8 ? 8 : 4, search);
  }
  return is_found;
}

size_t quarry_sqlite_build_id(const quarry_sqlite_api *api, unsigned char *bytes, size_t capacity) {
  quarry_search search = {quarry_sqlite_code_address(api), bytes, capacity, 0};
  if (search.address != 0) dl_iterate_phdr(visit, &search);
  return search.length;
}

#else

size_t quarry_sqlite_build_id(const quarry_sqlite_api *api, unsigned char *bytes, size_t capacity) {
  (void)api;
  (void)bytes;
  (void)capacity;
  return 0;
}

#endif
