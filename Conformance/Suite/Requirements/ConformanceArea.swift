/// An area of the suite.
public enum ConformanceArea: String, Sendable, Hashable, CaseIterable, Codable {
  case life = "LIFE"
  case values = "VAL"
  case parameters = "BIND"
  case statements = "STMT"
  case errors = "ERR"
  case transactions = "TXN"
  case constraints = "CON"
  case predicates = "PRED"
  case joins = "JOIN"
  case ordering = "ORD"
  case aggregates = "AGG"
  case upserts = "UPS"
  case definition = "DDL"
  case json = "JSON"
  case fullText = "FTS"
  case dates = "DATE"
  case concurrency = "CONC"
  case encryption = "ENC"
  case security = "SEC"
  case remote = "REM"
  case distributed = "DIST"
  case suite = "META"
  case gates = "GATE"
  case drift = "DRIFT"
  case codings = "CODE"
  case observation = "OBS"
  case relations = "REL"

  /// The area of an identifier such as `VAL-07`.
  init(ofCase id: String) {
    self = ConformanceArea(rawValue: String(id.prefix { $0 != "-" })) ?? .suite
  }

  /// The subject of the area.
  public var title: String {
    switch self {
    case .life: "Opening, identity, closing"
    case .values: "Values, affinity, NULL, text, numbers, blobs"
    case .parameters: "Parameters"
    case .statements: "Statements, scripts, results"
    case .errors: "Errors"
    case .transactions: "Transactions, savepoints, isolation"
    case .constraints: "Constraints and conflict clauses"
    case .predicates: "Predicates, each with NULL logic"
    case .joins: "Joins"
    case .ordering: "Ordering, LIMIT, collation"
    case .aggregates: "Aggregates, windows, CTEs, compound SELECT"
    case .upserts: "Upsert, RETURNING, UPDATE FROM"
    case .definition: "Definition, alteration, introspection"
    case .json: "JSON"
    case .fullText: "Full-text search"
    case .dates: "Dates and times"
    case .concurrency: "Concurrency, busy, cancellation, pools"
    case .encryption: "Encryption"
    case .security: "Security"
    case .remote: "Remote drivers: faults"
    case .distributed: "Distributed engines"
    case .suite: "The suite tests itself"
    case .gates: "Feature gating"
    case .drift: "Behavior that changes silently"
    case .codings: "Codings in expressions"
    case .observation: "Observation"
    case .relations: "Children and parents"
    }
  }
}
