import Foundation
import ManagedModel
import Synchronization

/// Finds the class that a model names.
///
/// A model says `Movie` or `.Movie`; the runtime knows `App.Movie` only. So the modules of
/// ``ClassModules`` are tried, and the classes that the program has shown us by `Movie(context:)`,
/// `NSFetchRequest<Movie>` or `model.bind(_:)`.
enum ClassRegistry {
  /// Classes by full and by last name.
  private static let introduced = Mutex<[String: NSManagedObject.Type]>([:])
  private static let counter = Counter()

  /// How many classes have been introduced, so that a search in vain is not repeated.
  static var count: UInt64 { counter.current }

  /// Remembers a class.
  static func introduce(_ type: NSManagedObject.Type) {
    guard type != NSManagedObject.self else { return }
    let full = String(reflecting: type)
    introduced.withLock { classes in
      guard classes[full] != type else { return }
      classes[full] = type
      classes[lastPart(of: full)] = type
      _ = counter.next()
    }
  }

  /// Says that classes found before may not be the right ones any more.
  static func noteChange() { _ = counter.next() }

  /// The class of an entity's objects, nil where it is not known (yet).
  static func find(for entity: NSEntityDescription) -> NSManagedObject.Type? {
    guard let name = entity.managedObjectClassName, !name.isEmpty, name != "NSManagedObject" else {
      return NSManagedObject.self
    }
    let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
    if let known = introduced.withLock({ $0[plain] }) { return known }
    for candidate in [plain] + ClassModules.names.map({ "\($0).\(plain)" }) {
      if let found = NSClassFromString(candidate) as? NSManagedObject.Type { return found }
    }
    return nil
  }

  /// Whether the model means this class by an entity's class name.
  static func matches(_ type: NSManagedObject.Type, _ entity: NSEntityDescription) -> Bool {
    guard let name = entity.managedObjectClassName else { return false }
    let full = String(reflecting: type)
    let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
    return plain == full || plain == lastPart(of: full)
  }

  private static func lastPart(of name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}

extension NSManagedObjectModel {
  /// Says which class the objects of an entity have, where the model's own word for it is not enough.
  ///
  /// The entity is the one whose class name is the class's, with or without its module, else the one of the
  /// class's own name. Needed only for classes outside the executable's module that are met first in a
  /// fetch. Not in Apple's framework.
  public func bind(_ classes: NSManagedObject.Type...) {
    for type in classes {
      ClassRegistry.introduce(type)
      guard let entity = entity(of: type) else {
        preconditionFailure("no entity of the model has the class '\(String(reflecting: type))'")
      }
      if !entity.isAbstract { entity.requiredLayout.introduce(type) }
    }
  }

  /// The one entity whose objects have a class; nil where there is none, or more than one.
  func entity(of type: NSManagedObject.Type) -> NSEntityDescription? {
    let named = entities.filter { ClassRegistry.matches(type, $0) }
    if named.count == 1 { return named.first }
    let last = String(describing: type)
    return (named.isEmpty ? entities : named).first { $0.name == last }
  }
}
