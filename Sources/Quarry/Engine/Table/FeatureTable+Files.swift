extension FeatureTableBuilder {
  /// The rows of the group "Files, URIs, VFS".
  mutating func addFiles() {
    group = .files

    row(
      .uriFilenames, "uri.filename", since: "3.7.7", .openFlag(0x40), absent: .silent,
      "URI filenames (SQLITE_OPEN_URI)",
      probe: .opensURI("file:{DIR}/u.db?mode=rwc"))
    row(
      .uriImmutable, "uri.immutable", since: "3.8.5", .version, absent: .silent,
      "immutable=1, nolock=1",
      probe: .opensURI("file:{DIR}/u2.db?immutable=1"))
    row(
      .uriSharedMemory, "uri.shared_memory", since: "3.7.13", options: "-OMIT_SHARED_CACHE", .run, absent: .silent,
      "shared-cache in-memory database",
      probe: .sharesContent("file:m1?mode=memory&cache=shared"),
      expect: .equals("7"))
    row(
      .uriSharedMemdb, "uri.memdb_shared", since: "3.36.0", options: "<3.36.0:never,>=3.36.0:-OMIT_DESERIALIZE",
      .run, absent: .prepareError,
      "memdb VFS, name starting with '/' shared by connections",
      probe: .sharesContent("file:/m2?vfs=memdb"),
      expect: .equals("7"))
    row(
      .openNoFollow, "open.nofollow", since: "3.31.0", .openFlag(0x0100_0000), absent: .silent,
      "SQLITE_OPEN_NOFOLLOW",
      probe: .refusesSymbolicLink)
    row(
      .openExtendedResultCodes, "open.exrescode", since: "3.37.0", .openFlag(0x0200_0000), absent: .silent,
      "SQLITE_OPEN_EXRESCODE",
      note: "earlier engines ignore the flag",
      probe: .answersExtendedCodes)
  }
}
