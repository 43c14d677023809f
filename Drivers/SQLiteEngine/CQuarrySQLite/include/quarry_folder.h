#ifndef QUARRY_FOLDER_H
#define QUARRY_FOLDER_H

/// Whether a folder has an entry whose name begins with some bytes. 1 where the platform isn't asked.
int quarry_folder_has(const char *folder, const char *prefix);

/// Whether a path is a symbolic link. 1 where the platform isn't asked.
int quarry_is_link(const char *path);

#endif
