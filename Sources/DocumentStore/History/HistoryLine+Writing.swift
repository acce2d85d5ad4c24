import Foundation

/// What the lines of a history file are; see docs/Formats.md, "History".
enum HistoryLine {
  /// What the first line names.
  static let format = "OpenCoreData history"
  /// The version of the format.
  static let version: Int64 = 1
  /// More bytes than a line may have.
  static let sizeLimit = 1 << 30

  /// The first line of a file: the store, and the point from which on its history is there.
  static func header(after point: HistoryPoint, store: String?) -> [UInt8] {
    var output = RawBuffer()
    output.append("{\"format\":")
    output.append(json: format)
    output.append(",\"version\":")
    output.append(json: version)
    if let store {
      output.append(",\"store\":")
      output.append(json: store)
    }
    output.append(",\"after\":{")
    append(point, to: &output)
    output.append("}}\n")
    return output.array
  }

  /// The line of a transaction.
  static func bytes(of transaction: HistoryTransaction) throws(StoreError) -> [UInt8] {
    var output = RawBuffer()
    output.append("{")
    append(transaction.point, to: &output)
    output.append(",\"time\":")
    append(date: transaction.time, to: &output)
    let signature = transaction.signature
    for (name, value) in [
      ("author", signature.author), ("context", signature.context),
      ("process", signature.process), ("bundle", signature.bundle),
    ] {
      guard let value else { continue }
      output.append(text: ",\"\(name)\":")
      output.append(json: value)
    }
    output.append(",\"changes\":[")
    output.append(json: transaction.changes, append)
    output.append("]}\n")
    guard output.count <= sizeLimit else {
      throw StoreError(
        .limit,
        "a history has lines of at most \(sizeLimit >> 20) MiB, and this save's would have "
          + "\(output.count >> 20); save in parts")
    }
    return output.array
  }

  private static func append(_ point: HistoryPoint, to output: inout RawBuffer) {
    output.append("\"number\":")
    output.append(json: point.number)
    guard let id = point.id else { return }
    output.append(",\"id\":")
    output.append(json: id.uuidString)
  }

  private static func append(date: Double, to output: inout RawBuffer) {
    if DateText.hasCalendarForm(date) {
      output.append(json: PlainText.date(date))
    } else {
      output.append(json: date)
    }
  }

  private static func append(_ change: HistoryChange, to output: inout RawBuffer) {
    output.append(text: "{\"\(change.kind.rawValue)\":")
    output.append(json: change.entity)
    output.append(",\"id\":")
    output.append(json: change.id)
    if !change.properties.isEmpty {
      output.append(",\"properties\":[")
      output.append(json: change.properties) { $1.append(json: $0) }
      output.append("]")
    }
    if !change.tombstone.isEmpty {
      output.append(",\"tombstone\":")
      append(.composite(change.tombstone), to: &output)
    }
    output.append("}")
  }

  private static func append(_ value: TombstoneValue, to output: inout RawBuffer) {
    switch value {
    case .text(let text): output.append(json: text)
    case .seconds(let seconds): output.append(json: seconds)
    case .composite(let entries):
      output.append("{")
      output.append(json: entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        $1.append(json: $0.key)
        $1.append(":")
        append($0.value, to: &$1)
      }
      output.append("}")
    }
  }
}
