/// A property of a class as it is to be written.
package struct PropertyAccessor: Hashable, Sendable {
  /// What the property holds.
  package enum Kind: Hashable, Sendable {
    /// A value.
    case attribute
    /// A value of a type that a transformer knows, be it `NSObject`.
    case transformable
    /// Seconds since the reference date, for an attribute of dates.
    case timeInterval
    /// An object.
    case toOne(destination: SwiftType)
    /// Objects of a class, with or without an order.
    case toMany(destination: SwiftType, isOrdered: Bool)
    /// The objects that a request finds.
    case fetched
  }

  /// The name.
  package var name: String
  /// What it holds.
  package var kind: Kind
  /// The type as clients see it.
  package var type: SwiftType
  /// The type of the value in a snapshot; nil where it cannot be sent to another thread.
  package var snapshotType: SwiftType?
  /// The module that the type comes from, where that must be imported.
  package var module: String?

  /// The name quoted where it is a keyword.
  var quotedName: String { SwiftName.quoted(name) }
}
