import Quarry

extension EncryptionCases {
  /// A text that must not be found anywhere.
  package static let secret = "Unlock-4711-Secret"

  static let secrets: [ConformanceCase] = [
    ConformanceCase(
      "ENC-10", "the key is in no error, no trace, no description and no argument of a process",
      .driver(.cipher, .file, .local), "Quarry: SQLCipherKey", "A key MUST NOT be shown anywhere.", usesProcesses: true,
      body: ConformanceCase.inEngineLayer),
    ConformanceCase(
      "ENC-17", "the engine's own log lines do not reach standard error", .driver(.cipher, .file, .local),
      "https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_log",
      "Whatever fails, a library MUST NOT write to the standard error of its program.", usesProcesses: true
    ) { test in
      let right = request(test)
      try await makeDatabase(test, right)
      let errorFile = "\(test.folder)/child-errors.txt"
      let process = try test.childProcess(
        "encryption.wrongKey", request(test, "main", .passphrase(secret)), [:], errorFile: errorFile)
      try await test.require(process, says: "wrongKey 26")
      _ = await process.next()
      test.expectEqual(await process.finish(), .exit(0), "the second process ends by itself")
      let written = bytes(errorFile)
      test.expectEqual(String(decoding: written.prefix(500), as: UTF8.self), "", "what it wrote to standard error")
    },
  ]
}
