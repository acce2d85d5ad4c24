import Foundation

/// Values that are looked for among many: equal ones are found by hash, as far as their kind has one.
///
/// The few that have none, such as lists, are compared one by one.
struct MemberIndex {
  private enum Key: Hashable {
    case null
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case text(String)
    case bytes([UInt8])
    case data(Data)
    case date(Double)
    case uuid(UUID)
    case identity(AnyHashable)
  }

  private let options: NSComparisonPredicate.Options
  private var keys = Set<Key>()
  /// The decimals that are no whole numbers of 64 bits, by the nearest binary number: one that equals such a decimal
  /// is that number.
  private var decimals: [Double: [Decimal]] = [:]
  private var all: [Operand] = []
  /// The values that have no key.
  private var rest: [Operand] = []
  /// Whether there are texts, which may stand for UUIDs.
  private var hasTexts = false
  private var hasUUIDs = false

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
    case .uuid: hasUUIDs = true
    default: break
    }
    if let key = key(of: operand) {
      keys.insert(key)
    } else if case .number(.decimal(let decimal)) = operand, !decimal.isNaN {
      decimals[Number.decimal(decimal).double, default: []].append(decimal)
    } else {
      rest.append(operand)
    }
  }

  /// Whether a value is among them.
  func contains(_ operand: Operand) -> Bool {
    if case .number(let number) = operand { return contains(number) }
    guard let key = key(of: operand) else { return search(all, operand) }
    if keys.contains(key) { return true }
    switch operand {
    case .text where hasUUIDs, .uuid where hasTexts: return search(all, operand)
    default: return !rest.isEmpty && search(rest, operand)
    }
  }

  private func contains(_ number: Number) -> Bool {
    if let key = key(of: number) {
      if keys.contains(key) { return true }
      guard case .double(let double) = number else { return false }
      return decimals[double]?.contains { Number.compare(number, .decimal($0)) == .orderedSame }
        ?? false
    }
    guard case .decimal(let decimal) = number, !decimal.isNaN else { return false }
    let nearest = number.double
    return decimals[nearest]?.contains(decimal) ?? false
      || keys.contains(.double(nearest))
        && Number.compare(.double(nearest), number) == .orderedSame
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
    case .data(let data): .data(data)
    // That of its text, which equals it. Options make a difference to texts only.
    case .url(let url) where options.isEmpty: key(of: url.absoluteString)
    case .url, .members, .other: nil
    }
  }

  private func key(of number: Number) -> Key? {
    switch number {
    case .integer(let number): return .integer(number)
    case .unsigned(let number): return .unsigned(number)
    case .double(let double):
      if let whole = Number(exactly: double) { return key(of: whole) }
      return double.isNaN ? nil : .double(double)
    case .decimal:
      if let whole = number.whole { return .integer(whole) }
      return number.pattern.map(Key.unsigned)
    }
  }

  private func key(of text: String) -> Key? {
    if options.contains(.localeSensitive) { return nil }
    if options.contains(.normalized) { return .bytes(Array(text.utf8)) }
    return .text(options.folded(text))
  }
}
