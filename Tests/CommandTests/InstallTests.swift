#if Command
#if !os(Windows)
import Foundation
import QuarryConformance
import TestSupport
import Testing

/// `make install` and `make uninstall`, and what the shells make of the scripts.
@Suite struct InstallTests {
  private static let hasTools = ["/usr/bin/make", "/bin/bash"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  @Test(.enabled(if: hasTools, "make and bash are not installed")) func everythingIsInstalledAndRemoved() async throws {
    let program = try #require(ProcessLauncher(product: "quarry")?.executable)
    let folder = try TestSupport.TemporaryFolder()
    let made = try await Self.run(
      "/usr/bin/make",
      ["-C", Self.root, "install", "PROGRAM=\(program)", "DESTDIR=\(folder.path)a place", "PREFIX=/usr"])
    #expect(made.code == 0, "\(made.text)")
    let files = [
      "bin/quarry", "share/bash-completion/completions/quarry", "share/zsh/site-functions/_quarry",
      "share/fish/vendor_completions.d/quarry.fish",
    ]
    for file in files { #expect(folder.has("a place/usr/" + file), "\(file)") }
    let version = try await Self.run(folder.path + "a place/usr/bin/quarry", ["--version"])
    #expect(version.text.hasPrefix("quarry "))

    // Each shell that is installed reads its script without complaints.
    let readers = [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")]
    for ((shell, option), file) in zip(readers, files.dropFirst()) {
      guard let program = Self.installed(shell) else { continue }
      let read = try await Self.run(program, [option, folder.path + "a place/usr/" + file])
      #expect(read.code == 0 && read.text.isEmpty, "\(shell): \(read.text)")
    }

    // bash completes commands, and the values of options.
    let script = folder.path + "a place/usr/share/bash-completion/completions/quarry"
    for (words, expected) in [
      (["she"], "shell"), (["sql", "memory:", "--format", "js"], "json"), (["sche"], "schema"),
      (["schema", "di"], "diff"), (["shell", "memory:", "--for"], "--format"),
    ] {
      let line = (["quarry"] + words).joined(separator: " ")
      let found = try await Self.run(
        "/bin/bash",
        [
          "-c",
          """
          source "$1"; COMP_LINE="$2"; COMP_POINT=${#COMP_LINE}; COMP_WORDS=($2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
          _quarry quarry "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; echo "${COMPREPLY[@]}"
          """, "bash", script, line,
        ])
      #expect(found.text.split(whereSeparator: \.isWhitespace).contains(Substring(expected)), "\(line): \(found.text)")
    }
    let zsh = String(decoding: folder.bytes(of: "a place/usr/share/zsh/site-functions/_quarry"), as: UTF8.self)
    #expect(zsh.hasPrefix("#compdef quarry"))
    #expect(zsh.contains("shell:"))
    let fish = String(
      decoding: folder.bytes(of: "a place/usr/share/fish/vendor_completions.d/quarry.fish"), as: UTF8.self)
    #expect(fish.contains("shell"))

    let removed = try await Self.run(
      "/usr/bin/make", ["-C", Self.root, "uninstall", "DESTDIR=\(folder.path)a place", "PREFIX=/usr"])
    #expect(removed.code == 0, "\(removed.text)")
    for file in files { #expect(!folder.has("a place/usr/" + file), "\(file)") }
  }

  /// The path of a program that a user could start.
  private static func installed(_ program: String) -> String? {
    let folders = (Surroundings.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { $0 + "/" + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func run(_ program: String, _ arguments: [String]) async throws -> (code: Int32, text: String) {
    try await onThread {
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
  }
}
#endif
#endif
