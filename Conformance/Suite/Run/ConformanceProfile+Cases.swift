extension ConformanceProfile {
  /// Whether a case belongs to the profile.
  public func contains(_ conformanceCase: ConformanceCase) -> Bool {
    let id = conformanceCase.id
    return switch self {
    case .core: conformanceCase.mark == .core
    case .json: conformanceCase.area == .json
    case .fts5: conformanceCase.area == .fullText
    case .window: (17...22).contains(conformanceCase.number) && conformanceCase.area == .aggregates || id == "ORD-17"
    case .upsert: conformanceCase.area == .upserts && conformanceCase.number <= 9
    case .returning: conformanceCase.area == .upserts && (10...15).contains(conformanceCase.number)
    case .concurrency: conformanceCase.area == .concurrency
    case .encryption: conformanceCase.area == .encryption
    case .remote: conformanceCase.area == .remote
    case .distributed: conformanceCase.area == .distributed
    case .fileDurability: conformanceCase.area == .transactions && (25...30).contains(conformanceCase.number)
    }
  }
}
