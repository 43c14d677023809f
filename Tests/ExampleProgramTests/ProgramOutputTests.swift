#if Command && Macros && Telemetry
import Foundation
import TestSupport
import Testing

/// What the examples print, word for word.
@Suite("Output of the examples") struct ProgramOutputTests {
  @Test("QuickStart, the program of the README") func quickStart() async throws {
    let folder = try TemporaryFolder()
    let (status, output, errors) = try await ExampleProcess.run("QuickStart", in: folder)
    #expect(errors == "")
    #expect(status == 0)
    #expect(
      output == """
        ["Nina Simone: Pastel Blues"]
        ["Pastel Blues"]
        ["Baltimore", "Pastel Blues"]

        """)
    #expect(folder.has("music.db"))
    let again = try await ExampleProcess.run("QuickStart", in: folder)
    #expect(again.status == 0, "it runs on its own database again")
  }

  @Test("OneProgram: four drivers, the same answers", .needsSQLCipher) func oneProgram() async throws {
    let (status, output, errors) = try await ExampleProcess.run("OneProgram", in: TemporaryFolder())
    #expect(errors == "")
    #expect(status == 0)
    let answers = """
        Nina Simone: Pastel Blues
        Nina Simone: Sketches
        Norah Jones: no album
        Nina Simone: 3 albums, the last of 1978
        Norah Jones: 0 albums, the last of no year
        refused: name
        1 album dated, 1 artist left
        ["Baltimore", "Sketches"], then ["Pastel Blues"]
      """
    let parts = ["SQLite", "SQLCipher", "memory", "Hrana"].map { "\($0):\n\(answers)\n" }
    #expect(output == parts.joined() + "The same 8 answers on 4 drivers.\n")
  }

  @Test("ToDo: what a view shows after each change") func toDo() async throws {
    let (status, output, errors) = try await ExampleProcess.run("ToDo", in: TemporaryFolder())
    #expect(errors == "")
    #expect(status == 0)
    #expect(output == Self.toDo)
  }

  private static let toDo = """

    Open the app
      no lists

    Add the list Groceries
    > Groceries (0)

    Add milk
    > Groceries (1)
        [ ] Milk #dairy

    Add a cake, due yesterday
    > Groceries (2)
        [ ] Cake, overdue since 2026-02-28 #party #sweet
        [ ] Milk #dairy

    Add the list Work
      Groceries (2)
    > Work (0)

    Add a report
      Groceries (2)
    > Work (1)
        [ ] Report, due 2026-03-02

    Add the list groceries
      Groceries (2)
    > Work (1)
        [ ] Report, due 2026-03-02
      ! There is a list with this name already.

    Choose Groceries
    > Groceries (2)
      Work (1)
        [ ] Cake, overdue since 2026-02-28 #party #sweet
        [ ] Milk #dairy

    Finish the cake
    > Groceries (1)
      Work (1)
        [ ] Milk #dairy
        [x] Cake, due 2026-02-28 #party #sweet

    Somebody else adds bread
    > Groceries (2)
      Work (1)
        [ ] Milk #dairy
        [ ] Bread #Dairy-free
        [x] Cake, due 2026-02-28 #party #sweet

    Remove what is done
    > Groceries (2)
      Work (1)
        [ ] Milk #dairy
        [ ] Bread #Dairy-free

    Remove the list Groceries
      Work (1)

    """
}
#endif
