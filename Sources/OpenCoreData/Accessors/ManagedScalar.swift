/// A type of Swift that attributes of generated classes have.
///
/// For generated code, and for the raw values of enumerations; other types need not conform. Not in Apple's framework.
public protocol ManagedScalar {
  /// What a getter that is not optional gives where there is no value.
  static var managedAbsence: Self { get }
  /// The value of a property; nil for none, and where it has no meaning as this type.
  static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Self?
  /// Sets a property.
  static func setManagedValue(_ value: Self?, of object: NSManagedObject, _ key: ManagedKey)
}
