import Foundation

/// Lines are read by Foundation's decoder: of members that stand there twice the first counts, and those that are
/// not known are passed over.
extension HistoryLine {
  /// What the first line says.
  struct Header: Hashable {
    var store: String?
    /// The point from which on the history is in the file.
    var after: HistoryPoint
  }

  /// The beginning of a transaction's line, which tells where it belongs without the rest being read.
  struct Head: Hashable {
    var point: HistoryPoint
    var time: Double
  }

  /// Reads the first line, its end left out.
  static func header(_ line: [UInt8]) throws(LineFault) -> Header { try decode(line[...]) }

  /// Reads the beginning of a transaction's line: its number, id and time.
  static func head(_ line: [UInt8]) throws(LineFault) -> Head {
    // None of the three has a comma in it.
    let commas = line.indices.lazy.filter { line[$0] == UInt8(ascii: ",") }
    if let end = commas.dropFirst(2).first,
      let head = try? JSONDecoder().decode(
        Head.self, from: Data(line[..<end] + [UInt8(ascii: "}")]))
    {
      return head
    }
    return try decode(line[...])
  }

  /// Reads a transaction's line.
  static func transaction(_ line: [UInt8]) throws(LineFault) -> HistoryTransaction {
    try decode(line[...])
  }

  private static func decode<Contents: Decodable>(
    _ line: ArraySlice<UInt8>
  ) throws(LineFault) -> Contents {
    let line = Data(line)
    do {
      return try JSONDecoder().decode(Contents.self, from: line)
    } catch {
      throw LineFault(error, in: line)
    }
  }
}

extension HistoryLine.Header: Decodable {
  private enum Key: String, CodingKey {
    case format, version, store, after
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    let name = HistoryLine.format
    guard try members.decodeIfPresent(String.self, forKey: .format) == name,
      let version = try members.decodeIfPresent(Int64.self, forKey: .version)
    else { throw LineFault("the first line does not say that the file is an \(name)") }
    guard version == HistoryLine.version else { throw LineFault.version(version) }
    store = try members.decodeIfPresent(String.self, forKey: .store)
    after = .beginning
    if members.contains(.after) {
      let point = try members.nestedContainer(keyedBy: HistoryLine.PointKey.self, forKey: .after)
      after.number = try point.number(from: 0)
      after.id = point.contains(.id) ? try point.transactionID : nil
    }
  }
}

extension HistoryLine.Head: Decodable {
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: HistoryLine.PointKey.self)
    point = HistoryPoint(number: try members.number(from: 1), id: try members.transactionID)
    time = try members.time
  }
}

extension HistoryLine {
  fileprivate enum PointKey: String, CodingKey {
    case number, id, time
  }
}

extension KeyedDecodingContainer<HistoryLine.PointKey> {
  fileprivate func number(from least: Int64) throws -> Int64 {
    let number = try decode(Int64.self, forKey: .number)
    guard (least...HistoryPoint.largestNumber).contains(number) else {
      throw LineFault("there is no transaction \(number)")
    }
    return number
  }

  fileprivate var transactionID: UUID {
    get throws {
      let text = try decode(String.self, forKey: .id)
      guard let id = UUID(uuidString: text) else {
        throw LineFault("'\(text)' is not the id of a transaction, which is a UUID")
      }
      return id
    }
  }

  fileprivate var time: Double {
    get throws {
      guard let text = try? decode(String.self, forKey: .time) else {
        return try decode(Double.self, forKey: .time)
      }
      guard let seconds = PlainText.seconds(ofDate: text) else {
        throw LineFault(
          "'\(text)' is no time; a form such as 2026-01-31T12:00:00Z was expected")
      }
      return seconds
    }
  }
}
