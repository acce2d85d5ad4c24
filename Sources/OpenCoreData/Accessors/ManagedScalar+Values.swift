import DocumentStore
public import Foundation

// Each looks at the object's own value first; what is not there, or of another type, comes by the longer way.

extension String: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: String { "" }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> String? {
    if let place = unsafe object.place(of: key), case .string(let text) = unsafe place.pointee {
      return text
    }
    return String(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: String?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .string, .string(value), value)
  }
}

extension Date: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: Date { Date(timeIntervalSinceReferenceDate: 0) }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Date? {
    if let place = unsafe object.place(of: key), case .date(let seconds) = unsafe place.pointee {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    return Date(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Date?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .date, .date(value.timeIntervalSinceReferenceDate), value)
  }
}

extension Data: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: Data { Data() }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Data? {
    if let place = unsafe object.place(of: key), case .data(let data) = unsafe place.pointee {
      return data
    }
    return Data(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Data?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .data, .data(value), value)
  }
}

extension UUID: ManagedScalar {
  /// What stands for no value.
  public static var managedAbsence: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> UUID? {
    if let place = unsafe object.place(of: key), case .uuid(let uuid) = unsafe place.pointee {
      return uuid
    }
    return UUID(managed: object.value(of: key))
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: UUID?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    guard let value else { return object.setProgram(nil, key) }
    object.set(key, .uuid, .uuid(value), value)
  }
}

extension URL: ManagedScalar {
  /// There is no empty URL, so one that leads nowhere.
  public static var managedAbsence: URL { URL(fileURLWithPath: "/dev/null") }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> URL? {
    guard case .uri(let text) = object.value(of: key) else { return nil }
    return URL(string: text)
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: URL?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    object.setProgram(value, key)
  }
}
