/// The name of a method.
///
/// Linux has no selectors. This type takes their place where Apple's API wants one, by name:
/// `NSSortDescriptor(key: "title", ascending: true, selector: .localizedStandardCompare)`.
public struct Selector: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The name as Objective-C spells it, with a colon for each argument.
  public let description: String

  /// Makes a selector of a name such as `compare:`.
  public init(_ name: String) {
    description = name
  }

  /// Makes a selector of a name such as `compare:`.
  public init(stringLiteral name: String) {
    description = name
  }
}

/// The selector of a name; Apple's spelling of `Selector(name)`.
public func NSSelectorFromString(_ name: String) -> Selector {
  Selector(name)
}

/// The name of a selector.
public func NSStringFromSelector(_ selector: Selector) -> String {
  selector.description
}
