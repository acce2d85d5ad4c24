import DocumentStore
public import Foundation

// Numbers. What an object has in another form than the usual one comes by a longer way; see `ManagedScalar+Slots`.

extension Int64: ManagedScalar, StoredScalar {
  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Int64? {
    object.scalar(key) {
      if case .integer(let number) = $0 { number } else { nil }
    }
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Int64?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    object.setScalar(value, key) { $1.holds($0) ? .integer($0) : nil }
  }
}

/// The other whole numbers are that one in another width: bits that do not fit are cut off, as in Core Data.
extension ManagedScalar where Self: FixedWidthInteger {
  /// The value of a property; see ``ManagedScalar``.
  @inlinable
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Self? {
    guard let number = Int64.managedValue(of: object, key) else { return nil }
    return Self(truncatingIfNeeded: number)
  }

  /// Sets a property; see ``ManagedScalar``.
  @inlinable
  public static func setManagedValue(
    _ value: Self?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    Int64.setManagedValue(value.map { Int64(truncatingIfNeeded: $0) }, of: object, key)
  }
}

extension Int: ManagedScalar {}
extension Int32: ManagedScalar {}
extension Int16: ManagedScalar {}
extension Int8: ManagedScalar {}
extension UInt: ManagedScalar {}
extension UInt64: ManagedScalar {}
extension UInt32: ManagedScalar {}
extension UInt16: ManagedScalar {}
extension UInt8: ManagedScalar {}

extension ManagedScalar where Self: ExpressibleByIntegerLiteral {
  /// What stands for no value.
  @inlinable
  public static var managedAbsence: Self { 0 }
}

extension Double: ManagedScalar, StoredScalar {
  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Double? {
    object.scalar(key) {
      if case .double(let number) = $0 { number } else { nil }
    }
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Double?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    object.setScalar(value, key) {
      // Xcode declares a date as `TimeInterval` where the model asks for a scalar.
      $1 == .double ? .double($0) : $1 == .date ? .date($0) : nil
    }
  }
}

extension Float: ManagedScalar, StoredScalar {
  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Float? {
    object.scalar(key) {
      if case .float(let number) = $0 { number } else { nil }
    }
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Float?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    object.setScalar(value, key) { $1 == .float ? .float($0) : nil }
  }
}

extension Bool: ManagedScalar, StoredScalar {
  /// What stands for no value.
  public static var managedAbsence: Bool { false }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Bool? {
    object.scalar(key) {
      if case .boolean(let flag) = $0 { flag } else { nil }
    }
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Bool?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    object.setScalar(value, key) { $1 == .boolean ? .boolean($0) : nil }
  }
}

extension Decimal: ManagedScalar, StoredScalar {
  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Decimal? {
    object.scalar(key) {
      if case .decimal(let number) = $0 { number } else { nil }
    }
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Decimal?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    object.setScalar(value, key) { $1 == .decimal ? .decimal($0) : nil }
  }
}
