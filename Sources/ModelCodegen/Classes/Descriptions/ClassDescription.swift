/// A class as it is to be written, or the extension of one.
package struct ClassDescription: Hashable, Sendable {
  /// The name, as Swift knows it.
  package var name: String
  /// The entity whose objects have the class.
  package var entity: String
  /// The class above.
  package var superclass: SwiftType
  /// Whether the class itself is written, not only an extension of it.
  package var definesClass: Bool
  /// Whether a class above is for an entity too, and brings what all such classes have.
  package var isDerived: Bool
  /// The properties that the entity declares itself, in the order of the text.
  package var properties: [PropertyAccessor]
  /// The properties that it inherits.
  package var inherited: [PropertyAccessor]
  /// How it is written.
  package var options: ClassOptions

  /// The modules that types in the text come from.
  var imports: [String] {
    let copied = options.hasSnapshots ? inherited.filter { $0.snapshotType != nil } : []
    return Set((properties + copied).compactMap(\.module)).sorted()
  }
  /// The name quoted where it is a keyword.
  var quotedName: String { SwiftName.quoted(name) }
  /// The enumeration that holds the tokens of the properties, private to the file.
  var tokens: String { "\(name)ManagedKeys" }
  /// The struct that holds an object's values.
  var snapshot: String { "\(name)Snapshot" }
}
