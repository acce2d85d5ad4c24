import Foundation

/// Values that are looked for among many: equal ones are found by hash, as far as their kind has one.
///
/// The few that have none, such as fractions among decimals and lists, are compared one by one.
struct MemberIndex {
  private enum Key: Hashable {
    case null
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case text(String)
    case bytes([UInt8])
    case date(Double)
    case uuid(UUID)
    case identity(AnyHashable)
  }

  private let options: NSComparisonPredicate.Options
  private var keys = Set<Key>()
  private var all: [Operand] = []
  /// The values that have no key.
  private var rest: [Operand] = []
  /// Whether there are values that equal values of other kinds, which hashes do not say.
  private var hasDecimals = false
  private var hasTexts = false
  private var hasIdentifiers = false

  /// Makes an index of values that are compared under options.
  init(_ members: some Sequence<Any?>, _ options: NSComparisonPredicate.Options = []) {
    self.options = options
    for member in members { insert(Operand(member)) }
  }

  /// Adds a value, whether or not one that equals it is there.
  mutating func insert(_ operand: Operand) {
    all.append(operand)
    switch operand {
    case .text: hasTexts = true
    case .uuid, .url: hasIdentifiers = true
    case .number(.decimal): hasDecimals = true
    default: break
    }
    if let key = key(of: operand) { keys.insert(key) } else { rest.append(operand) }
  }

  /// Whether a value is among them.
  func contains(_ operand: Operand) -> Bool {
    guard let key = key(of: operand) else { return search(all, operand) }
    if keys.contains(key) { return true }
    switch operand {
    case .text where hasIdentifiers, .uuid where hasTexts, .number(.double) where hasDecimals:
      return search(all, operand)
    default: return !rest.isEmpty && search(rest, operand)
    }
  }

  private func search(_ values: [Operand], _ operand: Operand) -> Bool {
    values.contains { ValueEquality.equal($0, operand, options) }
  }

  private func key(of operand: Operand) -> Key? {
    switch operand {
    case .null: .null
    case .number(let number): key(of: number)
    case .text(let text): key(of: text)
    case .date(let seconds): .date(seconds)
    case .uuid(let uuid): .uuid(uuid)
    case .identity(let identity): .identity(identity)
    case .data, .url, .members, .other: nil
    }
  }

  private func key(of number: Number) -> Key? {
    switch number {
    case .integer(let number): return .integer(number)
    case .unsigned(let number): return .unsigned(number)
    case .double(let double):
      if let whole = Number(exactly: double) { return key(of: whole) }
      return double.isNaN ? nil : .double(double)
    case .decimal: return number.whole.map(Key.integer)
    }
  }

  private func key(of text: String) -> Key? {
    if options.contains(.localeSensitive) { return nil }
    if options.contains(.normalized) { return .bytes(Array(text.utf8)) }
    return .text(options.folded(text))
  }
}
