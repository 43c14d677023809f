#if Macros
import QuarryMacroKit
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// What the compiler starts to expand the macros of Quarry.
@main struct QuarryPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    TableMacro.self, ColumnsMacro.self, ColumnMacro.self, IgnoredMacro.self, IndexMacro.self, StorableMacro.self,
    UnstorableMacro.self,
  ]
}

// The compiler finds a macro by this module and its name.
struct TableMacro: TableExpansion {}
struct ColumnsMacro: ColumnsExpansion {}
struct ColumnMacro: ColumnExpansion {}
struct IgnoredMacro: IgnoredExpansion {}
struct IndexMacro: IndexExpansion {}
struct StorableMacro: StorableExpansion {}
struct UnstorableMacro: UnstorableExpansion {}
#else
/// Without the trait `Macros` there is nothing to expand.
@main struct QuarryPlugin {
  static func main() {}
}
#endif
