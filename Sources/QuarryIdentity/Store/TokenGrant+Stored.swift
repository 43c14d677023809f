#if Identity
internal import Quarry
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension TokenGrant {
  /// The version of the stored form; a newer one isn't read.
  private static let storedVersion: Int64 = 1

  /// The tokens as JSON, for stores.
  var stored: [UInt8] {
    JSONWriter.object { writer in
      writer.member("version", Self.storedVersion)
      writer.member("access_token", accessToken.text)
      writer.member("refresh_token", refreshToken?.text)
      writer.member("id_token", idToken?.text)
      // Milliseconds, so that no digit is lost.
      if let expiry {
        let milliseconds = (expiry.timeIntervalSince1970 * 1000).rounded()
        writer.member("expires_at", Int64(exactly: milliseconds) ?? .max)
      }
      writer.member("scope", scope)
      writer.member("database", database)
      writer.member("service_address", serviceAddress)
    }
  }

  /// Reads what ``stored`` has written.
  ///
  /// - Throws: ``IdentityError`` with code `.store`.
  init(stored bytes: [UInt8]) throws(IdentityError) {
    guard let json = try? JSONValue(untrusted: bytes), json["version"]?.integer == Self.storedVersion,
      let token = json["access_token"]?.string
    else {
      throw IdentityError(
        .store, "The stored tokens can't be read: they were written by another version, or damaged. Sign in again")
    }
    self.init(
      accessToken: DriverSecret(token), refreshToken: json["refresh_token"]?.string.map { DriverSecret($0) },
      idToken: json["id_token"]?.string.map { DriverSecret($0) },
      expiry: json["expires_at"]?.integer.map { Date(timeIntervalSince1970: Double($0) / 1000) },
      scope: json["scope"]?.string, database: json["database"]?.string,
      serviceAddress: json["service_address"]?.string)
  }
}
#endif
