import Quarry
package import QuarryWire

extension HranaRequest {
  /// The body of a pipeline call.
  package static func body(baton: String?, _ requests: [HranaRequest]) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    try write(baton: baton, requests, to: &writer)
    return writer.bytes
  }

  static func write(baton: String?, _ requests: [HranaRequest], to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    writer.member("baton", baton)
    writer.key("requests")
    writer.beginArray()
    for request in requests { try request.write(to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  /// The body of a cursor call.
  package static func cursorBody(baton: String?, _ steps: [HranaStep]) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writer.member("baton", baton)
    writer.key("batch")
    try HranaStep.write(steps, to: &writer)
    writer.endObject()
    return writer.bytes
  }

  private func write(to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    writer.member("type", literal: type)
    switch self {
    case .execute(let statement):
      writer.key("stmt")
      try statement.write(to: &writer)
    case .batch(let steps):
      writer.key("batch")
      try HranaStep.write(steps, to: &writer)
    case .sequence(let sql), .describe(let sql): writer.member("sql", sql)
    case .storeSQL(let id, let sql):
      writer.member("sql_id", id)
      writer.member("sql", sql)
    case .closeSQL(let id): writer.member("sql_id", id)
    case .getAutocommit, .close: break
    }
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func value(_ value: SQLValue) throws(JSONError) {
    beginObject()
    noteEdge()
    try members(of: value)
    noteEdge()
    endObject()
  }

  mutating func members(of value: SQLValue) throws(JSONError) {
    switch value {
    case .null: member("type", "null")
    case .integer(let integer):
      members(upTo: #""type":"integer","value":"#)
      quoted(integer)
    // The engine itself stores NULL for what is not a number.
    case .real(let real) where real.isNaN: member("type", "null")
    case .real(let real):
      members(upTo: #""type":"float","value":"#)
      try double(real)
    case .text(let text):
      members(upTo: #""type":"text","value":"#)
      string(text)
    case .blob(let blob):
      members(upTo: #""type":"blob","base64":"#)
      blob.withUnsafeBufferPointer { base64($0, pads: true) }
    }
  }
}

extension HranaStatementCall {
  fileprivate func write(to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    switch text {
    case .sql(let sql): writer.member("sql", sql)
    case .stored(let id): writer.member("sql_id", id)
    }
    if !positional.isEmpty {
      writer.key("args")
      writer.beginArray()
      for value in positional { try writer.value(value) }
      writer.endArray()
    }
    if !named.isEmpty {
      writer.key("named_args")
      writer.beginArray()
      for (name, value) in named {
        writer.beginObject()
        writer.member("name", name)
        writer.key("value")
        try writer.value(value)
        writer.endObject()
      }
      writer.endArray()
    }
    writer.member("want_rows", wantsRows)
    if let number { writer.member("replication_index", String(number)) }
    writer.endObject()
  }
}

extension HranaStep {
  fileprivate static func write(_ steps: [HranaStep], to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    writer.key("steps")
    writer.beginArray()
    for step in steps {
      writer.beginObject()
      if let condition = step.condition {
        writer.key("condition")
        condition.write(to: &writer)
      }
      writer.key("stmt")
      try step.statement.write(to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}

extension HranaCondition {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .ok(let step):
      writer.member("type", "ok")
      writer.member("step", step)
    case .error(let step):
      writer.member("type", "error")
      writer.member("step", step)
    case .not(let condition):
      writer.member("type", "not")
      writer.key("cond")
      condition.write(to: &writer)
    case .and(let conditions): HranaCondition.write("and", conditions, to: &writer)
    case .or(let conditions): HranaCondition.write("or", conditions, to: &writer)
    case .isAutocommit: writer.member("type", "is_autocommit")
    }
    writer.endObject()
  }

  private static func write(_ type: String, _ conditions: [HranaCondition], to writer: inout JSONWriter) {
    writer.member("type", type)
    writer.key("conds")
    writer.beginArray()
    for condition in conditions { condition.write(to: &writer) }
    writer.endArray()
  }
}
