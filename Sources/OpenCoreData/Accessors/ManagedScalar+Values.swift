import DocumentStore
public import Foundation

// Values that are no numbers; as `ManagedScalar+Numbers`.

extension String: ManagedScalar, StoredScalar {
  /// What stands for no value.
  public static var managedAbsence: String { "" }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> String? {
    object.scalar(key) {
      if case .string(let text) = $0 { text } else { nil }
    }
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: String?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    object.setScalar(value, key) { $1 == .string ? .string($0) : nil }
  }
}

extension Date: ManagedScalar, StoredScalar {
  /// What stands for no value.
  public static var managedAbsence: Date { Date(timeIntervalSinceReferenceDate: 0) }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Date? {
    object.scalar(key) {
      if case .date(let seconds) = $0 { Date(timeIntervalSinceReferenceDate: seconds) } else { nil }
    }
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Date?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    object.setScalar(value, key) { $1 == .date ? .date($0.timeIntervalSinceReferenceDate) : nil }
  }
}

extension Data: ManagedScalar, StoredScalar {
  /// What stands for no value.
  public static var managedAbsence: Data { Data() }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> Data? {
    object.scalar(key) {
      if case .data(let data) = $0 { data } else { nil }
    }
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: Data?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    object.setScalar(value, key) { $1 == .data ? .data($0) : nil }
  }
}

extension UUID: ManagedScalar, StoredScalar {
  /// What stands for no value.
  public static var managedAbsence: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  /// The value of a property; see ``ManagedScalar``.
  public static func managedValue(of object: NSManagedObject, _ key: ManagedKey) -> UUID? {
    object.scalar(key) {
      if case .uuid(let uuid) = $0 { uuid } else { nil }
    }
  }

  /// Sets a property; see ``ManagedScalar``.
  public static func setManagedValue(
    _ value: UUID?, of object: NSManagedObject, _ key: ManagedKey
  ) {
    object.setScalar(value, key) { $1 == .uuid ? .uuid($0) : nil }
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
