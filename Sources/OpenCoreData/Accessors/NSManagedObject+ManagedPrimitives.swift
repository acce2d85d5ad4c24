/// What `primitiveTitle` and its kin in hand-written classes do: as `managed(_:)` and `setManaged(_:_:)`, but past
/// any accessor, and nobody is told. Not in Apple's framework.
extension NSManagedObject {
  /// The primitive value of an attribute; what stands for none where there is none.
  public final func managedPrimitive<Scalar: ManagedScalar>(_ key: ManagedKey) -> Scalar {
    managedPrimitive(key) ?? Scalar.managedAbsence
  }

  /// The primitive value of an attribute, nil for none.
  public final func managedPrimitive<Scalar: ManagedScalar>(_ key: ManagedKey) -> Scalar? {
    Scalar.managedValue(of: self, key)
  }

  /// The primitive value of a property of another type, nil for none.
  @_disfavoredOverload
  public final func managedPrimitive<Property>(_ key: ManagedKey) -> Property? {
    primitiveValue(forKey: key.name) as? Property
  }

  /// The primitive value of a property of another type; ends the program where there is none.
  @_disfavoredOverload
  public final func managedPrimitive<Property>(_ key: ManagedKey) -> Property {
    guard let value = primitiveValue(forKey: key.name) as? Property else {
      missingValue(key, Property.self)
    }
    return value
  }

  /// Sets the primitive value of a property.
  @_disfavoredOverload
  public final func setManagedPrimitive<Property>(_ value: Property, _ key: ManagedKey) {
    setPrimitiveValue(value, forKey: key.name)
  }

  /// Sets the primitive value of a property, or takes it away.
  public final func setManagedPrimitive<Property>(_ value: Property?, _ key: ManagedKey) {
    setPrimitiveValue(value, forKey: key.name)
  }
}
