import Foundation

/// The value that a validation looks at and may replace.
///
/// Saving validates every property of every changed object; most validations never look at the value, so it is
/// made an object only when they do.
final class ValidationCell {
  /// Whose value it is, and of which slot, as long as it has not been made an object.
  private var owner: NSManagedObject?
  private var slot = 0
  private var value: AnyObject?
  /// Whether the value was replaced.
  private(set) var isReplaced = false
  /// Whether the rules of the model have been checked for the value as it is.
  private(set) var isChecked = false
  /// Whether a validation has it: one may ask for another.
  private(set) var isInUse = false

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

  /// Begins with a value that breaks no rule of the model.
  func begin(_ slot: Int, of owner: NSManagedObject) {
    self.owner = owner
    self.slot = slot
    isChecked = true
    isReplaced = false
    isInUse = true
  }

  /// Begins with a value of which nothing is known.
  func begin(_ value: AnyObject?) {
    self.value = value
    isInUse = true
  }

  /// Lets go of the value.
  func end() {
    owner = nil
    value = nil
    isInUse = false
  }

  var object: AnyObject? {
    get {
      if let owner {
        value = owner.value(at: slot).map { $0 as AnyObject }
        self.owner = nil
      }
      return value
    }
    set {
      owner = nil
      value = newValue
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
