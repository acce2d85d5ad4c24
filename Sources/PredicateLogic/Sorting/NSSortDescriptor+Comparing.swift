public import Foundation

extension NSSortDescriptor {
  /// Compares the values of a key.
  public convenience init(key: String?, ascending: Bool) {
    self.init(path: key, ascending: ascending, comparison: .compare)
  }

  /// Compares the values of a key as a method with this name does; nil for `compare:`.
  ///
  /// The methods are those that Core Data's stores know: see the constants of ``Selector``.
  public convenience init(key: String?, ascending: Bool, selector: Selector?) {
    self.init(path: key, ascending: ascending, comparison: SortComparison(selector))
  }

  /// Compares the values of a key by a block, which gets numbers as `NSNumber`; nil values come before it is asked.
  ///
  /// Foundation's `Comparator` need not be `@Sendable`; this one must be, because descriptors are.
  public convenience init(
    key: String?, ascending: Bool,
    comparator: @escaping @Sendable (Any, Any) -> ComparisonResult
  ) {
    self.init(path: key, ascending: ascending, comparison: .block, block: comparator)
  }

  /// The method that compares, nil where a block does.
  public var selector: Selector? {
    block == nil ? Selector(comparison.rawValue) : nil
  }

  /// What compares, as a block.
  public var comparator: @Sendable (Any, Any) -> ComparisonResult {
    if let block { return block }
    let comparison = comparison
    return { ValueOrder.compare($0, $1, comparison) ?? .orderedSame }
  }

  /// The descriptor for the opposite direction.
  public var reversedSortDescriptor: Any {
    NSSortDescriptor(
      path: key, ascending: !ascending, comparison: comparison, block: block, keyPath: keyPath)
  }

  /// The order of two objects.
  public func compare(_ one: Any, to other: Any) -> ComparisonResult {
    order(value(of: one), value(of: other))
  }

  /// The value of an object that is compared.
  ///
  /// A key that the object does not have is a mistake of the programmer.
  package func value(of object: Any) -> Any? {
    let object = Optional(object).flattened
    guard let path else { return object }
    do throws(EvaluationError) {
      return try PathWalk.value(path, of: object)
    } catch {
      // Not a precondition: those have no text in an optimised program.
      fatalError("cannot sort by '\(path.text)': \(error)")
    }
  }

  /// The order of two values of the key.
  package func order(_ one: Any?, _ other: Any?) -> ComparisonResult {
    let order =
      if let block, let one, let other {
        block(NumberObject.boxed(one), NumberObject.boxed(other))
      } else {
        ValueOrder.compare(one, other, comparison) ?? .orderedSame
      }
    return ascending ? order : order.reversed
  }
}

extension SortComparison {
  /// The way that the name of a method stands for, nil for `compare:`; another name is a mistake of the programmer.
  init(_ selector: Selector?) {
    let name = selector?.description ?? SortComparison.compare.rawValue
    guard let comparison = SortComparison(rawValue: name), comparison != .block else {
      let known = SortComparison.allCases.map(\.rawValue).filter { !$0.isEmpty }
      preconditionFailure(
        "'\(name)' is no way to compare\(didYouMean(name, among: known)); use one of "
          + known.joined(separator: ", ") + ", or a comparator")
    }
    self = comparison
  }
}

extension Selector {
  /// By value; texts by the scalars of their composed form.
  public static let compare = Selector(SortComparison.compare.rawValue)
  /// Texts without regard to case.
  public static let caseInsensitiveCompare = Selector(SortComparison.caseInsensitive.rawValue)
  /// Texts as the current locale orders them.
  public static let localizedCompare = Selector(SortComparison.localized.rawValue)
  /// Texts as the current locale orders them, without regard to case.
  public static let localizedCaseInsensitiveCompare = Selector(
    SortComparison.localizedCaseInsensitive.rawValue)
  /// Texts as lists of files are ordered: numbers in them by value.
  public static let localizedStandardCompare = Selector(SortComparison.localizedStandard.rawValue)
}
