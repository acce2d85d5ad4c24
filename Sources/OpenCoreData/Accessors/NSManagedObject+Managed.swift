/// The getters and setters of generated classes: `managed(_:)` by the type that a property is declared with.
///
/// Those of attributes of Swift's own types read the object's value where it lies. Not in Apple's framework.
extension NSManagedObject {
  // MARK: Attributes of Swift's types

  /// The value of an attribute; what stands for none where there is none.
  @inlinable
  public final func managed<Scalar: ManagedScalar>(_ key: ManagedKey) -> Scalar {
    Scalar.managedValue(of: self, key) ?? Scalar.managedAbsence
  }

  /// The value of an attribute, nil for none.
  @inlinable
  public final func managed<Scalar: ManagedScalar>(_ key: ManagedKey) -> Scalar? {
    Scalar.managedValue(of: self, key)
  }

  /// Sets an attribute.
  @inlinable
  public final func setManaged<Scalar: ManagedScalar>(_ value: Scalar, _ key: ManagedKey) {
    Scalar.setManagedValue(value, of: self, key)
  }

  /// Sets an attribute, or takes its value away.
  @inlinable
  public final func setManaged<Scalar: ManagedScalar>(_ value: Scalar?, _ key: ManagedKey) {
    Scalar.setManagedValue(value, of: self, key)
  }

  // MARK: Enumerations

  /// The case whose raw value an attribute has; ends the program where there is none.
  @inlinable
  public final func managed<Choice: RawRepresentable>(_ key: ManagedKey) -> Choice
  where Choice.RawValue: ManagedScalar {
    let raw = Choice.RawValue.managedValue(of: self, key) ?? Choice.RawValue.managedAbsence
    guard let choice = Choice(rawValue: raw) else { missingValue(key, Choice.self) }
    return choice
  }

  /// The case whose raw value an attribute has; nil where there is none.
  @inlinable
  public final func managed<Choice: RawRepresentable>(_ key: ManagedKey) -> Choice?
  where Choice.RawValue: ManagedScalar {
    Choice.RawValue.managedValue(of: self, key).flatMap(Choice.init)
  }

  /// Sets an attribute to the raw value of a case.
  @inlinable
  public final func setManaged<Choice: RawRepresentable>(_ value: Choice, _ key: ManagedKey)
  where Choice.RawValue: ManagedScalar {
    Choice.RawValue.setManagedValue(value.rawValue, of: self, key)
  }

  /// Sets an attribute to the raw value of a case, or takes its value away.
  @inlinable
  public final func setManaged<Choice: RawRepresentable>(_ value: Choice?, _ key: ManagedKey)
  where Choice.RawValue: ManagedScalar {
    Choice.RawValue.setManagedValue(value?.rawValue, of: self, key)
  }

  // MARK: To-one relationships

  /// The object that a relationship leads to, nil for none.
  @inlinable
  public final func managed<Target: NSManagedObject>(_ key: ManagedKey) -> Target? {
    managedTarget(key, Target.self) as? Target
  }

  /// The object that a relationship leads to; ends the program where there is none.
  @inlinable
  public final func managed<Target: NSManagedObject>(_ key: ManagedKey) -> Target {
    guard let target = managedTarget(key, Target.self) as? Target else {
      missingValue(key, Target.self)
    }
    return target
  }

  /// Sets a to-one relationship; the other side is kept right.
  public final func setManaged<Target: NSManagedObject>(_ value: Target, _ key: ManagedKey) {
    setProgram(value, key)
  }

  /// Sets a to-one relationship, or ends it; the other side is kept right.
  public final func setManaged<Target: NSManagedObject>(_ value: Target?, _ key: ManagedKey) {
    setProgram(value, key)
  }

  // MARK: Anything else

  /// The value of a property of another type.
  @_disfavoredOverload
  public final func managed<Property>(_ key: ManagedKey) -> Property { managedAnything(key) }

  /// Sets a property of another type.
  @_disfavoredOverload
  public final func setManaged<Property>(_ value: Property, _ key: ManagedKey) {
    setProgram(value, key)
  }

  /// Sets a property of another type, or takes its value away.
  @_disfavoredOverload
  public final func setManaged<Property>(_ value: Property?, _ key: ManagedKey) {
    setProgram(value, key)
  }

  /// The value of a property of any type: a transformable one, or one whose type is `Any`, `NSObject`, a protocol.
  ///
  /// For an optional type nil where there is none and for a value of another type; otherwise that ends the
  /// program. It has a name of its own because values of all the types above are values of those, too, so that
  /// the compiler could not choose, or would choose the wrong function.
  public final func managedAnything<Property>(_ key: ManagedKey) -> Property {
    if let value = program(key) {
      if let property = value as? Property ?? (value as AnyObject) as? Property { return property }
    }
    guard let absence = Any?.none as? Property else { missingValue(key, Property.self) }
    return absence
  }

  /// Sets a property of any type.
  public final func setManagedAnything<Property>(_ value: Property?, _ key: ManagedKey) {
    setProgram(value, key)
  }
}
