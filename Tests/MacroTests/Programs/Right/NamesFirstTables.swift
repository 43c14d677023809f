#if Macros
import Quarry

@Table struct NamedBeforeMapped { var id: Int64; var name: String }
@Table struct NamedBeforeWritten { var id: Int64; var name: String }
@Table struct NamedBeforeRead { var id: Int64; var name: String }
@Table struct NamedBeforeStored { var id: Int64; var name: String }
@Table(kind: .view) struct NamedView { var id: Int64; var name: String }
@Table struct NamedWithExtension { var id: Int64; var name: String }
extension NamedWithExtension { static let limit = 3 }
@Table struct NamedWithConformance: SQLCodable { var id: Int64; var name: String }
#endif
