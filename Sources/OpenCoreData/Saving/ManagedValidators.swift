import Foundation
import Synchronization

/// The functions of a class that check one property each, such as `validateTitle(_:)`.
///
/// Core Data finds them by name when a program runs. Without the Objective-C runtime nobody can, so the plugin writes
/// a class derived from this one beside each class that has some, and names it after that:
/// `Movie_ManagedValidators`. Not in Apple's framework.
open class ManagedValidators {
  /// What stands behind `validate` in the names of the functions.
  open class var names: Set<String> { [] }

  /// Calls the function of a name.
  open class func validate(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, _ name: String,
    of object: NSManagedObject
  ) throws {}
}

/// Which functions check properties of a class and of those that it inherits from.
enum ClassValidators {
  /// What checks a property, by its key: as the function's name has it, or with a small first letter.
  typealias Table = [String: (type: ManagedValidators.Type, name: String)]

  private static let known = Mutex<[ObjectIdentifier: Table]>([:])

  /// The functions for a class, looked for once.
  static func table(for type: NSManagedObject.Type) -> Table {
    let identifier = ObjectIdentifier(type)
    if let table = known.withLock({ $0[identifier] }) { return table }
    let table = make(for: type)
    known.withLock { $0[identifier] = table }
    return table
  }

  private static func make(for type: NSManagedObject.Type) -> Table {
    // A derived class overrides what it has, too; what it is called by makes no difference.
    let above = _getSuperclass(type) as? NSManagedObject.Type
    var table = above.flatMap { $0 == NSManagedObject.self ? nil : make(for: $0) } ?? [:]
    for found in classes(beside: type) {
      for name in found.names {
        table[name] = (found, name)
        table[name.prefix(1).lowercased() + name.dropFirst()] = (found, name)
      }
    }
    return table
  }

  /// The classes that were written for a class: in its module, or in one that extends it.
  private static func classes(beside type: NSManagedObject.Type) -> [ManagedValidators.Type] {
    let parts = String(reflecting: type).split(separator: ".")
    guard let module = parts.first, parts.count > 1 else { return [] }
    let name = parts.dropFirst().joined(separator: "_") + "_ManagedValidators"
    var modules = [String(module)]
    for other in ClassModules.names where !modules.contains(other) { modules.append(other) }
    return modules.compactMap { NSClassFromString("\($0).\(name)") as? ManagedValidators.Type }
  }
}

extension NSManagedObject {
  /// Calls the function of the class that checks a property, if it has one.
  final func checkByName(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
  ) throws {
    let type = type(of: self)
    if type == NSManagedObject.self { return }
    let table = value.cell?.table(for: type) ?? ClassValidators.table(for: type)
    guard !table.isEmpty, let found = table[key] else { return }
    try found.type.validate(value, found.name, of: self)
  }
}
