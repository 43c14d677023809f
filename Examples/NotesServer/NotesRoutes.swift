#if Macros && Server && Telemetry
import Hummingbird
import Quarry

/// The requests about notes.
struct NotesRoutes: Sendable {
  let database: Database

  struct NewNote: Decodable {
    var title: String
    var text: String
  }

  struct NoteChange: Decodable {
    var version: Int
    var title: String?
    var text: String?
  }

  struct Page: ResponseEncodable {
    var notes: [Note]
    /// For `after` of the next request; `nil` on the last page.
    var next: String?
  }

  func add(to router: Router<BasicRequestContext>) {
    router.group("notes")
      .get(use: list)
      .post(use: create)
      .get(":id", use: find)
      .patch(":id", use: change)
      .delete(":id", use: remove)
    router.get("health") { _, _ in
      _ = try await database.fetchCount(Note.all)
      return HTTPResponse.Status.ok
    }
  }

  @Sendable private func list(_ request: Request, _ context: BasicRequestContext) async throws -> Page {
    let parameters = request.uri.queryParameters
    let size = try parameters.get("size").map { try number($0, of: "size", in: 1...100) } ?? 20
    let after = try parameters.get("after").map { text in
      guard let cursor = PageCursor(text) else { throw HTTPError(.badRequest, message: "after is not a cursor.") }
      return cursor
    }
    var query = Note.order { $0.changed.descending }
    if let search = parameters.get("search") {
      query = query.where { $0.text.contains(search) || $0.title.contains(search) }
    }
    let page = try await database.page(query, size: size, after: after)
    return Page(notes: page.rows, next: page.next?.description)
  }

  @Sendable private func create(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> EditedResponse<Note> {
    let new = try await request.decode(as: NewNote.self, context: context)
    let note = try await database.insert(Note.Draft(title: new.title, text: new.text))
    return EditedResponse(status: .created, headers: [.location: "/notes/\(note.id)"], response: note)
  }

  @Sendable private func find(_ request: Request, _ context: BasicRequestContext) async throws -> Note {
    try await database.require(Note.find(id(context)))
  }

  @Sendable private func change(_ request: Request, _ context: BasicRequestContext) async throws -> Note {
    let id = try id(context)
    let change = try await request.decode(as: NoteChange.self, context: context)
    return try await database.write { transaction in
      let old = try await transaction.require(Note.find(id))
      guard old.version == change.version else {
        throw HTTPError(.conflict, message: "The note was changed by somebody else. Its version is \(old.version).")
      }
      var note = old
      note.title = change.title ?? note.title
      note.text = change.text ?? note.text
      note.version += 1
      try await transaction.update(note, onlyChangedFrom: old)
      return try await transaction.refresh(note)
    }
  }

  @Sendable private func remove(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> HTTPResponse.Status {
    let id = try id(context)
    let result = try await database.delete(Note.where { $0.id == id })
    return result.affectedRows == 0 ? .notFound : .noContent
  }

  private func id(_ context: BasicRequestContext) throws -> Int64 {
    guard let id = context.parameters.get("id", as: Int64.self) else { throw HTTPError(.notFound) }
    return id
  }

  private func number(_ text: String, of name: String, in range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw HTTPError(.badRequest, message: "\(name) is a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
#endif
