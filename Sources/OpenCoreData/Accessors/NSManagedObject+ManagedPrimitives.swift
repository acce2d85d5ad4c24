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

  /// The primitive value of a property of another type.
  ///
  /// Ends the program where there is none and the type is not optional.
  @_disfavoredOverload
  public final func managedPrimitive<Property>(_ key: ManagedKey) -> Property {
    if let value = primitiveValue(forKey: key.name) as? Property ?? Any?.none as? Property {
      return value
    }
    missingValue(key, Property.self)
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
