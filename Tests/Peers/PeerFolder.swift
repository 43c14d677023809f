internal import Foundation
internal import TestSupport

/// Where the scripts beside this file keep what they obtain.
enum PeerFolder {
  /// The path.
  static let path =
    Surroundings.variable("QUARRY_PEERS") ?? (Surroundings.variable("HOME") ?? "") + "/.cache/quarry/peers"

  /// Why a peer could not be obtained, where its script has said so.
  static func reason(for peer: String) -> String? {
    FileManager.default.contents(atPath: path + "/\(peer).absent").map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}
