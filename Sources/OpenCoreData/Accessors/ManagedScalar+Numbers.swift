import DocumentStore
public import Foundation

// Each looks at the object's own value first; what is not there, or of another type, comes by the longer way.

// MARK: Numbers

extension Int64: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: Int64 { 0 }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Int64? {
    if let place = unsafe object.place(of: key), case .integer(let number) = unsafe place.pointee {
      return number
    }
    return Int64(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Int64?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .int64, .integer(value), value)
  }
}

extension Int32: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: Int32 { 0 }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Int32? {
    if let place = unsafe object.place(of: key), case .integer(let number) = unsafe place.pointee {
      return Int32(truncatingIfNeeded: number)
    }
    return Int32(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Int32?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .int32, .integer(Int64(value)), value)
  }
}

extension Int16: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: Int16 { 0 }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Int16? {
    if let place = unsafe object.place(of: key), case .integer(let number) = unsafe place.pointee {
      return Int16(truncatingIfNeeded: number)
    }
    return Int16(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Int16?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .int16, .integer(Int64(value)), value)
  }
}

extension Int: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: Int { 0 }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Int? {
    if let place = unsafe object.place(of: key), case .integer(let number) = unsafe place.pointee {
      return Int(number)
    }
    return Int(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Int?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .int64, .integer(Int64(value)), value)
  }
}

extension Double: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: Double { 0 }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Double? {
    if let place = unsafe object.place(of: key), case .double(let number) = unsafe place.pointee {
      return number
    }
    return Double(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Double?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .double, .double(value), value)
  }
}

extension Float: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: Float { 0 }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Float? {
    if let place = unsafe object.place(of: key), case .float(let number) = unsafe place.pointee {
      return number
    }
    return Float(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Float?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .float, .float(value), value)
  }
}

extension Bool: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: Bool { false }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Bool? {
    if let place = unsafe object.place(of: key), case .boolean(let flag) = unsafe place.pointee {
      return flag
    }
    return Bool(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Bool?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .boolean, .boolean(value), value)
  }
}

extension Decimal: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: Decimal { 0 }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Decimal? {
    if let place = unsafe object.place(of: key), case .decimal(let number) = unsafe place.pointee {
      return number
    }
    return Decimal(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Decimal?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .decimal, .decimal(value), value)
  }
}
