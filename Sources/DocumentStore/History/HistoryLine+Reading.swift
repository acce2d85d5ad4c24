import Foundation

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
  static func header(_ line: [UInt8]) throws(JSONFault) -> Header {
    try line.withView { view throws(JSONFault) in
      var scanner = JSONScanner(view)
      var format: String?
      var version: Int64?
      var header = Header(store: nil, after: .beginning)
      try scanner.object { name, scanner throws(JSONFault) in
        switch name {
        case "format": format = try scanner.string()
        case "version": version = try scanner.count()
        case "store": header.store = try scanner.string()
        case "after": header.after = try point(&scanner)
        default: try scanner.skip()
        }
      }
      try scanner.end()
      guard format == Self.format, let version else {
        throw scanner.fault("the first line does not say that the file is an \(Self.format)")
      }
      guard version == Self.version else { throw JSONFault.version(version) }
      return header
    }
  }

  /// A point as the members of an object.
  private static func point(_ scanner: inout JSONScanner) throws(JSONFault) -> HistoryPoint {
    var point = HistoryPoint.beginning
    try scanner.object { name, scanner throws(JSONFault) in
      switch name {
      case "number": point.number = try number(&scanner, from: 0)
      case "id": point.id = try id(&scanner)
      default: try scanner.skip()
      }
    }
    return point
  }

  /// Reads the beginning of a transaction's line: its number, id and time, in this order.
  static func head(_ line: [UInt8]) throws(JSONFault) -> Head {
    try line.withView { view throws(JSONFault) in
      var scanner = JSONScanner(view)
      return try head(&scanner)
    }
  }

  private static func head(_ scanner: inout JSONScanner) throws(JSONFault) -> Head {
    try scanner.expect("{")
    try member("number", &scanner)
    let number = try number(&scanner, from: 1)
    try scanner.expect(",")
    try member("id", &scanner)
    let id = try id(&scanner)
    try scanner.expect(",")
    try member("time", &scanner)
    return Head(point: HistoryPoint(number: number, id: id), time: try date(&scanner))
  }

  private static func member(
    _ wanted: String, _ scanner: inout JSONScanner
  ) throws(JSONFault) {
    let name = try scanner.string()
    guard name == wanted else {
      throw scanner.fault(
        "'\(wanted)' was expected, not '\(name)'; a line begins with number, id and time")
    }
    try scanner.expect(":")
  }

  private static func number(
    _ scanner: inout JSONScanner, from least: Int64
  ) throws(JSONFault) -> Int64 {
    let number = try scanner.count()
    guard (least...HistoryPoint.largestNumber).contains(number) else {
      throw scanner.fault("there is no transaction \(number)")
    }
    return number
  }

  private static func id(_ scanner: inout JSONScanner) throws(JSONFault) -> UUID {
    let text = try scanner.string()
    guard let id = UUID(uuidString: text) else {
      throw scanner.fault("'\(text)' is not the id of a transaction, which is a UUID")
    }
    return id
  }

  private static func date(_ scanner: inout JSONScanner) throws(JSONFault) -> Double {
    guard scanner.next() == UInt8(ascii: "\"") else { return try scanner.number() }
    let text = try scanner.string()
    guard let seconds = PlainText.seconds(ofDate: text) else {
      throw scanner.fault("'\(text)' is no time; a form such as 2026-01-31T12:00:00Z was expected")
    }
    return seconds
  }

  // MARK: The whole line

  /// Reads a transaction's line.
  static func transaction(_ line: [UInt8]) throws(JSONFault) -> HistoryTransaction {
    try line.withView { view throws(JSONFault) in
      var scanner = JSONScanner(view)
      let head = try head(&scanner)
      var signature = HistorySignature()
      var changes: [HistoryChange]?
      while scanner.take(",") {
        let name = try scanner.string()
        try scanner.expect(":")
        switch name {
        case "author": signature.author = try scanner.string()
        case "context": signature.context = try scanner.string()
        case "process": signature.process = try scanner.string()
        case "bundle": signature.bundle = try scanner.string()
        case "changes":
          guard changes == nil else { throw scanner.fault("'changes' stands there twice") }
          changes = try self.changes(&scanner)
        default: try scanner.skip()
        }
      }
      try scanner.expect("}")
      try scanner.end()
      guard let changes else { throw scanner.fault("a transaction has 'changes'") }
      return HistoryTransaction(
        point: head.point, time: head.time, signature: signature, changes: changes)
    }
  }

  private static func changes(
    _ scanner: inout JSONScanner
  ) throws(JSONFault) -> [HistoryChange] {
    var changes: [HistoryChange] = []
    try scanner.array { scanner throws(JSONFault) in changes.append(try change(&scanner)) }
    return changes
  }

  private static func change(_ scanner: inout JSONScanner) throws(JSONFault) -> HistoryChange {
    var change = HistoryChange(kind: .insert, entity: "", id: "")
    try scanner.object { name, scanner throws(JSONFault) in
      if let kind = HistoryChange.Kind(rawValue: name) {
        guard change.entity.isEmpty else { throw scanner.fault("a change is of one kind") }
        change.kind = kind
        change.entity = try scanner.string()
        return
      }
      switch name {
      case "id": change.id = try scanner.string()
      case "properties":
        var properties: [String] = []
        try scanner.array { scanner throws(JSONFault) in properties.append(try scanner.string()) }
        change.properties = properties
      case "tombstone":
        guard case .composite(let entries) = try value(&scanner) else {
          throw scanner.fault("a tombstone is an object")
        }
        change.tombstone = entries
      default: try scanner.skip()
      }
    }
    guard !change.entity.isEmpty, !change.id.isEmpty else {
      throw scanner.fault("a change names what it inserts, updates or deletes, and its id")
    }
    return change
  }

  private static func value(_ scanner: inout JSONScanner) throws(JSONFault) -> TombstoneValue {
    switch scanner.next() {
    case UInt8(ascii: "\""): return .text(try scanner.string())
    case UInt8(ascii: "{"):
      var entries: [String: TombstoneValue] = [:]
      try scanner.object { name, scanner throws(JSONFault) in
        entries[name] = try value(&scanner)
      }
      return .composite(entries)
    default: return .seconds(try scanner.number())
    }
  }
}

extension JSONFault {
  /// A file of a version that is not known here.
  static func version(_ version: Int64) -> JSONFault {
    JSONFault(
      column: 0,
      sentence: "the history is of version \(version), which this program does not know; use a "
        + "newer one, or remove the file to begin the history anew")
  }

  /// Whether the file may be sound, for a newer program.
  var isAboutVersion: Bool { column == 0 }
}
