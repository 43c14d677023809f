import Quarry

/// What takes the cells of a row.
protocol HranaRow {
  mutating func appendNull()
  mutating func append(_ integer: Int64)
  mutating func append(_ real: Double)
  /// - Parameter place: The position of the text in the response, if it has no escapes.
  mutating func append(text: UnsafeBufferPointer<UInt8>, at place: Range<Int>?)
  mutating func append(_ blob: [UInt8])
}

extension RowStore: HranaRow {
  mutating func append(text: UnsafeBufferPointer<UInt8>, at place: Range<Int>?) {
    if let place { append(textAt: place) } else { append(text) }
  }
}

/// A row of a batch. Its cells are copied from the response and nowhere else.
struct HranaBatchRow: HranaRow {
  let batch: SQLRowBatch
  /// The number of cells so far.
  private(set) var count = 0

  init(of batch: SQLRowBatch) { self.batch = batch }

  mutating func appendNull() {
    batch.appendNull()
    count += 1
  }

  mutating func append(_ integer: Int64) {
    batch.append(integer: integer)
    count += 1
  }

  mutating func append(_ real: Double) {
    batch.append(real: real)
    count += 1
  }

  mutating func append(text: UnsafeBufferPointer<UInt8>, at place: Range<Int>?) {
    batch.append(text: text)
    count += 1
  }

  mutating func append(_ blob: [UInt8]) {
    blob.withUnsafeBufferPointer { batch.append(blob: $0) }
    count += 1
  }
}

/// A row that nobody wants.
struct HranaUnwantedRow: HranaRow {
  mutating func appendNull() {}
  mutating func append(_ integer: Int64) {}
  mutating func append(_ real: Double) {}
  mutating func append(text: UnsafeBufferPointer<UInt8>, at place: Range<Int>?) {}
  mutating func append(_ blob: [UInt8]) {}
}
