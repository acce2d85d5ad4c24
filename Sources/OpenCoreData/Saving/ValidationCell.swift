import Foundation

/// The value that a validation looks at and may replace.
///
/// Saving validates every property of every changed object; most validations never look at the value, so it is
/// made an object only when they do.
final class ValidationCell {
  private var make: () -> Any? = { nil }
  private var value: AnyObject?
  private var isMade = false
  /// Whether the value was replaced.
  private(set) var isReplaced = false
  /// Whether the rules of the model have been checked for the value as it is.
  var isChecked = false

  private var lastClass: NSManagedObject.Type?
  private var lastTable: ClassValidators.Table = [:]

  /// What checks the properties of a class; objects of one class mostly come after each other.
  func table(for type: NSManagedObject.Type) -> ClassValidators.Table {
    if lastClass != type {
      lastClass = type
      lastTable = ClassValidators.table(for: type)
    }
    return lastTable
  }

  /// Begins with a value that is made when it is asked for.
  func begin(isChecked: Bool, _ make: @escaping () -> Any?) {
    self.make = make
    self.isChecked = isChecked
    value = nil
    isMade = false
    isReplaced = false
  }

  var object: AnyObject? {
    get {
      if !isMade {
        value = make().map { $0 as AnyObject }
        isMade = true
      }
      return value
    }
    set {
      value = newValue
      isMade = true
      isReplaced = true
      isChecked = false
    }
  }
}

/// Where a value lies that a validation may replace, as Apple's platforms have it.
///
/// On this platform the standard library has no such type; this one does what
/// `NSManagedObject.validateValue(_:forKey:)` needs.
public struct AutoreleasingUnsafeMutablePointer<Pointee> {
  private let get: () -> Pointee
  private let set: (Pointee) -> Void
  let cell: ValidationCell?

  /// The value.
  public var pointee: Pointee {
    get { get() }
    nonmutating set { set(newValue) }
  }

  init(get: @escaping () -> Pointee, set: @escaping (Pointee) -> Void, cell: ValidationCell? = nil)
  {
    self.get = get
    self.set = set
    self.cell = cell
  }
}

extension ValidationCell {
  var pointer: AutoreleasingUnsafeMutablePointer<AnyObject?> {
    AutoreleasingUnsafeMutablePointer(
      get: { self.object }, set: { self.object = $0 }, cell: self)
  }
}
