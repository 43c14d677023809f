#if Command
import Foundation
import Quarry
import QuarryServer
import TestSupport
import Testing

/// Hrana over WebSocket, and the calls of version 1.
@Suite struct SocketTests {
  private func open(_ client: SocketClient, _ id: Int = 1) async throws {
    let answer = try await client.request("{\"type\":\"open_stream\",\"stream_id\":\(id)}")
    #expect(answer["response"]["type"].string == "open_stream")
  }

  private func run(_ client: SocketClient, _ sql: String, _ id: Int = 1) async throws -> JSON {
    try await client.request("{\"type\":\"execute\",\"stream_id\":\(id),\"stmt\":{\"sql\":\"\(sql)\"}}")
  }

  @Test(arguments: [1, 2, 3], [false, true]) func everyVersionIsSpoken(version: Int, isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      let client = try await SocketClient(served, version: version)
      #expect(client.head.hasPrefix("HTTP/1.1 101"))
      #expect(client.head.lowercased().contains("sec-websocket-protocol: hrana\(version)"))
      #expect(client.head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
      try await open(client)
      for sql in ["CREATE TABLE t(n)", "BEGIN", "INSERT INTO t VALUES (1)", "COMMIT"] {
        #expect(try await run(client, sql)["type"].string == "response_ok")
      }
      let rows = try await run(client, "SELECT n, 'é', x'00', 1.5, NULL FROM t")["response"]["result"]["rows"]
      #expect(rows[0][0]["value"].string == "1" && rows[0][1]["value"].string == "é" && rows[0].count == 5)
      let error = try await run(client, "SELECT * FROM nowhere")
      #expect(error["type"].string == "response_error" && error["error"]["code"].string == "SQLITE_UNKNOWN")
      let batch = try await client.request(
        """
        {"type":"batch","stream_id":1,"batch":{"steps":[{"stmt":{"sql":"SELECT 1"}},\
        {"condition":{"type":"error","step":0},"stmt":{"sql":"SELECT 2"}}]}}
        """)
      #expect(batch["response"]["result"]["step_results"].count == 2)
      let sequence = #"{"type":"sequence","stream_id":1,"sql":"INSERT INTO t VALUES (2); INSERT INTO t VALUES (3)"}"#
      let autocommit = #"{"type":"get_autocommit","stream_id":1}"#
      if version >= 2 { #expect(try await client.request(sequence)["type"].string == "response_ok") }
      if version >= 3 { #expect(try await client.request(autocommit)["response"]["is_autocommit"].bool == true) }
      if version < 3 {
        await #expect { try await client.request(version == 1 ? sequence : autocommit) } throws: { error in
          (error as? SocketClient.Closed)?.code == 1002
        }
      } else {
        try await client.request(#"{"type":"close_stream","stream_id":1}"#)
        #expect(await served.server.openStreams == 0)
        #expect(try await run(client, "SELECT 1")["error"]["code"].string == "STREAM_NOT_OPEN")
      }
    }
  }

  @Test func storedTextsBelongToTheConnection() async throws {
    try await withServer(isFile: true) { (served) async throws in
      let client = try await SocketClient(served)
      try await open(client, 1)
      try await open(client, 2)
      try await client.request(#"{"type":"store_sql","sql_id":4,"sql":"SELECT 5"}"#)
      for id in 1...2 {
        let answer = try await client.request("{\"type\":\"execute\",\"stream_id\":\(id),\"stmt\":{\"sql_id\":4}}")
        #expect(answer["response"]["result"]["rows"][0][0]["value"].string == "5")
      }
      try await client.request(#"{"type":"close_sql","sql_id":4}"#)
      let answer = try await client.request(#"{"type":"describe","stream_id":1,"sql_id":4}"#)
      #expect(answer["error"]["code"].string == "SQL_STORE_UNKNOWN")
      #expect(try await run(client, "SELECT 1")["type"].string == "response_ok")
    }
  }

  @Test(arguments: [false, true]) func cursorsAreReadInPieces(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      let client = try await SocketClient(served)
      try await open(client)
      let rows = "WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 2500) SELECT n FROM c"
      let batch = "{\"steps\":[{\"stmt\":{\"sql\":\"\(rows)\"}},{\"stmt\":{\"sql\":\"SELECT * FROM nowhere\"}}]}"
      let opened = try await client.request(
        "{\"type\":\"open_cursor\",\"stream_id\":1,\"cursor_id\":7,\"batch\":\(batch)}")
      #expect(opened["type"].string == "response_ok")
      var entries: [JSON] = []
      var isDone = false
      while !isDone {
        let answer = try await client.request(#"{"type":"fetch_cursor","cursor_id":7,"max_count":1000}"#)["response"]
        #expect(answer["entries"].count <= 1000)
        entries += (0..<answer["entries"].count).map { answer["entries"][$0] }
        isDone = answer["done"].bool ?? true
      }
      #expect(entries.first?["type"].string == "step_begin")
      #expect(
        entries.filter { $0["type"].string == "row" }.map { $0["row"][0]["value"].string } == (1...2500).map { "\($0)" }
      )
      #expect(entries.last?["type"].string == "step_error")
      // The stream is free again, and a cursor may be closed before its end.
      #expect(try await run(client, "SELECT 1")["type"].string == "response_ok")
      let endless = rows.replacing("WHERE n < 2500", with: "")
      try await client.request(
        "{\"type\":\"open_cursor\",\"stream_id\":1,\"cursor_id\":8,\"batch\":{\"steps\":[{\"stmt\":{\"sql\":\"\(endless)\"}}]}}"
      )
      try await client.request(#"{"type":"fetch_cursor","cursor_id":8,"max_count":10}"#)
      try await client.request(#"{"type":"close_cursor","cursor_id":8}"#)
      #expect(try await run(client, "SELECT 1")["type"].string == "response_ok")
      let unknown = try await client.request(#"{"type":"fetch_cursor","cursor_id":8,"max_count":10}"#)
      #expect(unknown["error"]["code"].string == "CURSOR_NOT_OPEN")
    }
  }

  /// A client that sends many requests before it reads the first answer, and one that goes in the middle of them.
  @Test func requestsMayBeSentAhead() async throws {
    try await withServer(isFile: true) { (served) async throws in
      let client = try await SocketClient(served)
      try await open(client)
      for number in 100..<400 {
        let sql = number == 100 ? "CREATE TABLE t(n)" : "INSERT INTO t VALUES (\(number))"
        client.send(
          "{\"type\":\"request\",\"request_id\":\(number),\"request\":{\"type\":\"execute\",\"stream_id\":1,\"stmt\":{\"sql\":\"\(sql)\"}}}"
        )
      }
      for number in 100..<400 { #expect(try await client.receive()["request_id"].int == number) }
      let endless = "WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c"
      do {
        let leaving = try await SocketClient(served)
        try await open(leaving)
        for sql in ["BEGIN IMMEDIATE", "INSERT INTO t VALUES (0)", endless] {
          leaving.send(
            "{\"type\":\"request\",\"request_id\":1,\"request\":{\"type\":\"execute\",\"stream_id\":1,\"stmt\":{\"sql\":\"\(sql)\"}}}"
          )
        }
        _ = try await leaving.receive()
      }
      #expect(try await eventually { await served.server.openStreams == 1 })
      let count = try await run(client, "SELECT count(*) FROM t WHERE n = 0")["response"]["result"]["rows"][0][0]
      #expect(count["value"].string == "0")
    }
  }

  @Test func tokensAreAskedForInTheGreeting() async throws {
    let access = ServerAccess(tokens: [
      ServerToken("alpha"), ServerToken("beta", role: .read), ServerToken("gamma", namespace: "elsewhere"),
    ])
    try await withServer(isFile: true, access: access) { (served) async throws in
      for token in [nil, "alph", "gamma"] {
        await #expect(throws: SocketClient.Closed.self) { _ = try await SocketClient(served, token: token) }
      }
      let reader = try await SocketClient(served, token: "beta")
      try await open(reader)
      #expect(try await run(reader, "SELECT 1")["type"].string == "response_ok")
      #expect(try await run(reader, "CREATE TABLE t(n)")["error"]["code"].string == "BLOCKED")
      let writer = try await SocketClient(served, token: "alpha")
      try await open(writer)
      #expect(try await run(writer, "CREATE TABLE t(n)")["type"].string == "response_ok")
      let rude = try await SocketClient(served, greets: false)
      rude.send(#"{"type":"request","request_id":1,"request":{"type":"open_stream","stream_id":1}}"#)
      await #expect { try await rude.receive() } throws: { ($0 as? SocketClient.Closed)?.code == 1002 }
    }
  }

  @Test(arguments: [
    "{", "[]", #"{"type":"hello","type":"hello"}"#, #"{"type":"unheard"}"#, #"{"type":"request"}"#,
    #"{"type":"request","request_id":1,"request":{"type":"open_stream"}}"#,
    #"{"type":"request","request_id":9999999999,"request":{"type":"open_stream","stream_id":1}}"#,
    #"{"type":"request","request_id":1,"request":{"type":"close","stream_id":1}}"#,
  ]) func messagesThatMakeNoSenseEndTheConnection(message: String) async throws {
    try await withServer { (served) async throws in
      let client = try await SocketClient(served)
      client.send(message)
      await #expect { try await client.receive() } throws: { ($0 as? SocketClient.Closed)?.code == 1002 }
      #expect(try await eventually { served.server.openConnections == 0 })
    }
  }

  @Test func framesAreThoseOfTheProtocol() async throws {
    var limits = ServerLimits.patient
    limits.requestBytes = 10_000
    limits.connectionIdleTime = .milliseconds(900)
    limits.requestTime = .milliseconds(900)
    try await withServer(limits: limits) { (served) async throws in
      let client = try await SocketClient(served)
      // Asked now and then whether it is still there, it says so, and is not closed.
      client.send(opcode: 9, [1, 2])
      let request = Array(#"{"type":"request","request_id":1,"request":{"type":"open_stream","stream_id":1}}"#.utf8)
      client.send(opcode: 1, Array(request[..<20]), isLast: false)
      client.send(opcode: 0, Array(request[20...]))
      #expect(try await client.receive()["type"].string == "response_ok")
      client.send(opcode: 2, [1])
      await #expect { try await client.receive() } throws: { ($0 as? SocketClient.Closed)?.code == 1002 }
      let large = try await SocketClient(served)
      large.send(opcode: 1, [UInt8](repeating: 0x20, count: 20_000))
      await #expect(throws: SocketClient.Closed.self) { try await large.receive() }
      // One that is silent is asked, and closed when it does not answer.
      let silent = try await SocketClient(served)
      #expect(try await eventually { served.server.openConnections == 0 })
      withExtendedLifetime(silent) {}
    }
  }

  /// What asks for a protocol that is not spoken here is answered over HTTP, and others go on.
  @Test(arguments: [
    ("/", ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: chat"], 400),
    ("/", ["Upgrade: websocket", "Sec-WebSocket-Version: 12", "Sec-WebSocket-Protocol: hrana3"], 400),
    ("/elsewhere", ["Upgrade: websocket", "Sec-WebSocket-Version: 13"], 404),
    ("/health", ["Upgrade: websocket", "Sec-WebSocket-Version: 13"], 200),
    ("/health", ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"], 200),
  ]) func protocolsThatAreNotSpoken(path: String, headers: [String], status: Int) async throws {
    try await withServer(isFile: false) { (served) async throws in
      let key = ["Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
      for keys in [key, Array(key.prefix(1))] {
        #expect(try await served.client.call("GET", path, headers: keys + headers).status == status)
      }
      #expect(try await served.client.call("GET", "/health", headers: []).status == 200)
    }
  }

  // MARK: Version 1 over HTTP

  @Test(arguments: [false, true]) func callsOfVersionOne(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      func execute(_ statement: String) async throws -> RawClient.Answer {
        try await served.client.call("POST", "/v1/execute", body: "{\"stmt\":\(statement)}")
      }
      let made = try await execute(#"{"sql":"CREATE TABLE t(n UNIQUE)"}"#)
      #expect(made.status == 200)
      let inserted = try await execute(#"{"sql":"INSERT INTO t VALUES (?)","args":[{"type":"integer","value":"5"}]}"#)
      #expect(try inserted.json()["result"]["affected_row_count"].int == 1)
      let read = try await execute(
        #"{"sql":"SELECT n FROM t WHERE n = :n","named_args":[{"name":"n","value":{"type":"integer","value":"5"}}]}"#)
      #expect(try read.json()["result"]["rows"][0][0]["value"].string == "5")
      // As sqld answers: what the engine reports is 500, what is wrong with the call 400.
      let statuses = [
        (#"{"sql":"INSERT INTO t VALUES (5)"}"#, 500, "SQLITE_CONSTRAINT"),
        (#"{"sql":"SELECT * FROM nowhere"}"#, 500, "SQLITE_UNKNOWN"),
        (#"{"sql":"SELECT ?"}"#, 400, "ARGS_INVALID"), (#"{"sql":"SELECT 1; SELECT 2"}"#, 400, "SQL_MANY_STATEMENTS"),
        (#"{"sql":"ATTACH 'x' AS y"}"#, 400, "SQL_PARSE_ERROR"), (#"{"sql":"SELEC 1"}"#, 400, "SQL_INPUT_ERROR"),
      ]
      for (statement, status, code) in statuses {
        let answer = try await execute(statement)
        #expect(answer.status == status, "\(statement)")
        #expect(try answer.json()["code"].string == code)
      }
      for body in ["{}", "{", #"{"stmt":{"sql_id":1}}"#, #"{"stmt":{}}"#] {
        #expect(try await served.client.call("POST", "/v1/execute", body: body).status == 400)
        #expect(try await served.client.call("POST", "/v1/batch", body: body).status == 400)
      }
      let steps = """
        {"stmt":{"sql":"BEGIN"}},{"stmt":{"sql":"INSERT INTO t VALUES (6)"}},{"stmt":{"sql":"INSERT INTO t VALUES (6)"}},\
        {"condition":{"type":"ok","step":2},"stmt":{"sql":"COMMIT"}}
        """
      let batch = try await served.client.call("POST", "/v1/batch", body: "{\"batch\":{\"steps\":[\(steps)]}}").json()
      #expect(batch["result"]["step_errors"][2]["code"].string == "SQLITE_CONSTRAINT")
      #expect(batch["result"]["step_results"].count == 4)
      // What a call leaves open is rolled back.
      let count = try await execute(#"{"sql":"SELECT count(*) FROM t"}"#).json()["result"]["rows"][0][0]["value"]
      #expect(count.string == "1")
      #expect(await served.server.openStreams == 0)
      #expect(try await served.client.call("GET", "/v1").status == 200)
      #expect(try await served.client.call("GET", "/v1/execute").status == 405)
    }
  }

  /// A text that was not stored refuses the whole call, as with real servers.
  @Test(arguments: [
    #"{"type":"execute","stmt":{"sql_id":4}}"#, #"{"type":"sequence","sql_id":4}"#, #"{"type":"describe","sql_id":4}"#,
    #"{"type":"batch","batch":{"steps":[{"stmt":{"sql":"CREATE TABLE u(n)"}},{"stmt":{"sql_id":4}}]}}"#,
  ]) func unknownStoredTextsRefuseTheCall(request: String) async throws {
    try await withServer { (served) async throws in
      let answer = try await served.pipeline(request, "{\"type\":\"close\"}")
      #expect(answer.status == 400)
      #expect(answer.text == "SQL text 4 not found")
      let cursor = try await served.client.call(
        "POST", "/v3/cursor", body: #"{"batch":{"steps":[{"stmt":{"sql_id":4}}]}}"#)
      #expect(cursor.status == 400)
      #expect(await served.server.openStreams == 0)
      #expect(try await served.query("SELECT * FROM u").status == 400)
    }
  }
}
#endif
