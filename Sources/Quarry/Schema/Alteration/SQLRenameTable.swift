/// Renames a table.
///
/// Engines before 3.25 don't rewrite views and triggers that name the table. They rewrite foreign keys of other
/// tables only while foreign keys are enforced. If something would keep the old name, the command throws
/// `.unsupportedFeature`.
///
/// Source: <https://sqlite.org/lang_altertable.html>, section 2.
public struct SQLRenameTable: SQLCommand {
  private let oldName: String
  private let newName: String
  private let schema: String?

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - oldName: The name of the table.
  ///   - newName: The new name.
  ///   - schema: The table's schema. If `nil`, `main`.
  public init(_ oldName: String, to newName: String, schema: String? = nil) {
    self.oldName = oldName
    self.newName = newName
    self.schema = schema
  }

  /// Renders the statements.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    let purpose = "renaming the table \"\(oldName)\""
    let target = SQLSchema.qualified(oldName, schema ?? "main")
    let rename = SQLFragment(raw: "ALTER TABLE \(target) RENAME TO \(SQLIdentifier.quote(newName))")
    if try context.isNative(.renameTableUpdatesReferences, for: purpose) { return .single(rename) }
    let facts = SQLAlterationFacts(name: oldName, schema: schema)
    return .sequence(
      facts.steps { (state) throws(DatabaseError) in
        func refusal(_ why: String) -> DatabaseError {
          context.unsupported(.renameTableUpdatesReferences, for: purpose, because: why)
        }
        for dependent in facts.dependents {
          // Of a trigger of the table itself the engine rewrites ON, and nothing else.
          let isOwn = dependent.object.kind == .trigger && SQLIdentifier.areEqual(dependent.object.table, oldName)
          if isOwn, dependent.text.rest.filter({ $0.isName(oldName) }).count == 1 { continue }
          throw refusal("the \(dependent.object.kind.rawValue) \"\(dependent.object.name)\" would keep the old name")
        }
        if !facts.enforcesForeignKeys, let child = facts.children.first {
          throw refusal(
            "a foreign key of \"\(child.object.name)\" would keep the old name while foreign keys aren't enforced")
        }
        state.add(SQLStep(rename))
      }, isAtomicGroup: true)
  }
}
