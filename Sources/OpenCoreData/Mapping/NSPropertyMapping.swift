public import Foundation
public import Predicates

/// How a property of migrated objects gets its value.
///
/// Safe because a mapping is made and changed by one thread before a migration reads it.
public final class NSPropertyMapping: NSObject, @unchecked Sendable {
  /// The property's name in the destination.
  public var name: String?
  /// What computes the value.
  ///
  /// Its variables are `$source`, `$destination`, `$manager`, `$entityMapping`, `$propertyMapping` and `$entityPolicy`.
  public var valueExpression: NSExpression?
  /// What the program keeps beside it.
  public var userInfo: [AnyHashable: Any]?

  /// Makes a mapping of no property.
  public override init() { super.init() }

  /// The name and the expression.
  public override var description: String {
    "<NSPropertyMapping: \(name ?? "") = \(valueExpression.map { "\($0)" } ?? "nil")>"
  }
}
