#if Command
internal import QuarryServer

/// A fault as the command line writes it: `cut=120@/v3/pipeline`.
struct ServedFault {
  var fault: Fault
  var path: String?

  init?(_ text: String) {
    let halves = text.split(separator: "@", maxSplits: 1)
    guard let first = halves.first else { return nil }
    path = halves.count == 2 ? String(halves[1]) : nil
    let parts = first.split(separator: "=", maxSplits: 1)
    let number = parts.count == 2 ? Int(parts[1]) : nil
    switch (parts.first.map { String($0) } ?? "", number) {
    case ("delay", let time?) where time >= 0: fault = .delay(.milliseconds(time))
    case ("drop", nil) where parts.count == 1: fault = .dropRequest
    case ("cut", let count?) where count >= 0: fault = .cutAnswer(afterBytes: count)
    case ("status", let code?) where (200...599).contains(code): fault = .status(code)
    case ("retry-after", let seconds?) where seconds >= 0: fault = .status(429, retryAfter: seconds)
    case ("expired", nil) where parts.count == 1: fault = .expiredToken
    case ("truncate", let count?) where count >= 0: fault = .truncatedBody(bytes: count)
    case ("oversize", let count?) where count >= 0: fault = .oversizedBody(bytes: count)
    default: return nil
    }
  }
}
#endif
