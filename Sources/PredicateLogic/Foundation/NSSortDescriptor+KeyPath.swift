public import Foundation

extension NSSortDescriptor {
  /// Orders by the property that a key path names.
  ///
  /// The names must be known; see ``KeyPathNaming``. A key path without known names is a mistake of the programmer.
  public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self.init(
      path: Self.key(of: keyPath), ascending: ascending, comparison: .compare, keyPath: keyPath)
  }

  /// Orders by the property that a key path names, compared as one of the methods of texts does.
  public convenience init<Root, Value>(
    keyPath: KeyPath<Root, Value>, ascending: Bool, selector: Selector?
  ) {
    self.init(
      path: Self.key(of: keyPath), ascending: ascending, comparison: SortComparison(selector),
      keyPath: keyPath)
  }

  /// Orders by the property that a key path names, compared by a block.
  public convenience init<Root, Value>(
    keyPath: KeyPath<Root, Value>, ascending: Bool,
    comparator: @escaping @Sendable (Any, Any) -> ComparisonResult
  ) {
    self.init(
      path: Self.key(of: keyPath), ascending: ascending, comparison: .block, block: comparator,
      keyPath: keyPath)
  }

  /// Orders as one of Foundation's sort descriptors does, such as `SortDescriptor(\Movie.title)`.
  ///
  /// A key path without known names is a mistake of the programmer; ``init(converting:)`` throws instead.
  public convenience init<Compared>(_ descriptor: SortDescriptor<Compared>) {
    do {
      try self.init(converting: descriptor)
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// Orders as one of Foundation's sort descriptors does, or throws a ``PredicateConversionError``.
  ///
  /// Not in Apple's framework, so `descriptors.map(NSSortDescriptor.init)` means the other.
  @_disfavoredOverload
  public convenience init<Compared>(
    converting descriptor: SortDescriptor<Compared>
  ) throws(PredicateConversionError) {
    guard let keyPath = descriptor.keyPath else {
      throw PredicateConversionError(
        node: "SortDescriptor", "a SortDescriptor without a key path names no property to order by")
    }
    let keys = try PropertyPath.keys(of: keyPath)
    self.init(
      path: keys.isEmpty ? nil : PropertyPath(keys).text,
      ascending: descriptor.order == .forward,
      comparison: try SortComparison(descriptor.stringComparator), keyPath: keyPath)
  }

  private static func key(of keyPath: AnyKeyPath) -> String? {
    let keys = PropertyPath.knownKeys(of: keyPath)
    return keys.isEmpty ? nil : PropertyPath(keys).text
  }
}

extension SortComparison {
  /// The way in which a sort descriptor of Foundation compares texts, by value where it does not say.
  ///
  /// Foundation on Linux has only the lexical one. Those of other platforms arrive in encoded descriptors, and are
  /// told by their codes.
  fileprivate init(
    _ comparator: String.StandardComparator?
  ) throws(PredicateConversionError) {
    guard let comparator, comparator != .lexical, comparator != .reversedLexical else {
      self = .compare
      return
    }
    let code = (try? JSONEncoder().encode(comparator)).flatMap {
      try? JSONDecoder().decode(ComparatorCode.self, from: $0)
    }
    guard let code, code.isLocalized else {
      throw PredicateConversionError(
        node: "StandardComparator", "'\(comparator)' compares texts in a way that has no name here")
    }
    let options = String.CompareOptions(rawValue: UInt(code.options))
    self =
      switch (options.contains(.numeric), options.contains(.caseInsensitive)) {
      case (true, _): .localizedStandard
      case (false, true): .localizedCaseInsensitive
      case (false, false): .localized
      }
  }
}

/// What an encoded comparator of texts says.
private struct ComparatorCode: Decodable {
  var options: Int
  var isLocalized: Bool
}

extension String.StandardComparator {
  fileprivate static var reversedLexical: String.StandardComparator {
    String.StandardComparator(.lexical, order: .reverse)
  }
}
