/// Security: injection, limits, settings, files and what is told to whom.
enum SecurityCases: CaseList {
  static let cases: [ConformanceCase] = injection + settings + limits + files + disclosure

  static let upcoming: [UpcomingCase] = [
    UpcomingCase(
      "SEC-21",
      "TLS certificate not trusted: refused; no downgrade to plain HTTP; redirect to another host does not carry the token"
    ),
    UpcomingCase("SEC-22", "token is never in the URL, never logged"),
    UpcomingCase("SEC-23", "header and SQL injection through database name, token, User-Agent"),
  ]
}
