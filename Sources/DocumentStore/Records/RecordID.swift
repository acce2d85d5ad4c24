/// The id of a record as it is given: `Entity-n`, or anything else.
///
/// Ids are compared by their bytes.
package enum RecordID: Sendable {
  /// The n of `Entity-n`.
  case number(Int64)
  /// The whole id.
  case text(String)

  /// Larger numbers are taken as text, and are never given out.
  package static let largestNumber: Int64 = 1 << 62

  /// Reads an id: one that we could have made ourselves is a number.
  package init(_ text: String, in entityName: String) {
    guard text.utf8.starts(with: entityName.utf8),
      text.utf8.dropFirst(entityName.utf8.count).first == UInt8(ascii: "-")
    else {
      self = .text(text)
      return
    }
    let digits = text.utf8.dropFirst(entityName.utf8.count + 1)
    if digits.first != UInt8(ascii: "0"), digits.allSatisfy({ 48...57 ~= $0 }),
      let number = Int64(Substring(digits)), number <= Self.largestNumber
    {
      self = .number(number)
    } else {
      self = .text(text)
    }
  }

  /// The n of `Entity-n`, nil for other ids.
  package var number: Int64? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The whole id.
  package func text(in entityName: String) -> String {
    switch self {
    case .number(let number): "\(entityName)-\(number)"
    case .text(let text): text
    }
  }
}

extension RecordID: Hashable {
  package static func == (one: RecordID, other: RecordID) -> Bool {
    switch (one, other) {
    case (.number(let a), .number(let b)): a == b
    case (.text(let a), .text(let b)): a.hasSameBytes(as: b)
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let number): hasher.combine(number)
    case .text(let text): text.hashBytes(into: &hasher)
    }
  }
}
