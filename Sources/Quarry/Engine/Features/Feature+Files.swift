extension Feature {
  /// URI filenames (SQLITE_OPEN_URI); since SQLite 3.7.7.
  public static var uriFilenames: Feature { Feature(.uriFilenames) }

  /// immutable=1, nolock=1; since SQLite 3.8.5.
  public static var uriImmutable: Feature { Feature(.uriImmutable) }

  /// shared-cache in-memory database; since SQLite 3.7.13 (not OMIT_SHARED_CACHE).
  public static var uriSharedMemory: Feature { Feature(.uriSharedMemory) }

  /// memdb VFS, name starting with '/' shared by connections; since SQLite 3.36.0 (before 3.36.0: never; from 3.36.0:
  /// not OMIT_DESERIALIZE).
  public static var uriSharedMemdb: Feature { Feature(.uriSharedMemdb) }

  /// SQLITE_OPEN_NOFOLLOW; since SQLite 3.31.0.
  public static var openNoFollow: Feature { Feature(.openNoFollow) }

  /// SQLITE_OPEN_EXRESCODE; since SQLite 3.37.0.
  ///
  /// Earlier engines ignore the flag.
  public static var openExtendedResultCodes: Feature { Feature(.openExtendedResultCodes) }
}
