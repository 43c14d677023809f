#if Macros
import SwiftSyntax

/// Who sees a declaration, from the fewest to the most.
enum Access: Int, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`

  /// The access that modifiers say; `nil` for none. The access of a setter doesn't count.
  init?(_ modifiers: DeclModifierListSyntax) {
    for modifier in modifiers where modifier.detail == nil {
      switch modifier.name.tokenKind {
      case .keyword(.private): self = .private
      case .keyword(.fileprivate): self = .fileprivate
      case .keyword(.internal): self = .internal
      case .keyword(.package): self = .package
      case .keyword(.public): self = .public
      default: continue
      }
      return
    }
    return nil
  }

  /// The modifier with a blank behind it; nothing for what is internal anyway.
  var text: String {
    switch self {
    case .private: "private "
    case .fileprivate: "fileprivate "
    case .internal: ""
    case .package: "package "
    case .public: "public "
    }
  }

  static func < (a: Access, b: Access) -> Bool { a.rawValue < b.rawValue }
}
#endif
