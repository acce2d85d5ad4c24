public import Foundation

/// Why a predicate, or a key path, of Foundation has no counterpart here.
///
/// Not in Apple's framework, whose initialisers return nil.
public struct PredicateConversionError: Error, LocalizedError, CustomStringConvertible, Hashable {
  /// What has no counterpart: the name of an expression of `PredicateExpressions`, or `KeyPath`.
  public let node: String
  /// What is wrong and what to do.
  public let description: String

  /// Makes an error of its text.
  init(node: String, _ description: String) {
    self.node = node
    self.description = description
  }

  /// The same text, for those who ask an error of Foundation.
  public var errorDescription: String? { description }
}

extension PredicateConversionError {
  /// A kind of expression that a predicate format cannot say.
  static func unsupported(_ node: String, _ why: String) -> PredicateConversionError {
    PredicateConversionError(
      node: node, "'\(node)' of a Foundation predicate has no counterpart in NSPredicate: \(why)")
  }

  /// A key path whose names the compiler does not tell.
  static func unnamed(_ keyPath: AnyKeyPath) -> PredicateConversionError {
    let root = type(of: keyPath).rootType
    return PredicateConversionError(
      node: "KeyPath",
      "the key path '\(keyPath)' does not tell the names of its properties, as only those of stored "
        + "properties of structs and final classes do; let '\(root)' conform to KeyPathNaming, or "
        + "name the property by a text")
  }
}
