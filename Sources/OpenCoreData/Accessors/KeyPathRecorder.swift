public import Predicates

/// Key paths of managed objects have the names of their properties, so that `NSSortDescriptor(keyPath: \Movie.title,
/// ascending: true)`, `SortDescriptor` and `#Predicate` need no strings.
///
/// Generated classes have a table of their names. Of any other class an object that belongs to no context is asked
/// for the key path, and tells which property its getter read: so a computed property of one stored property has the
/// name of that one. A key path whose getters read several, or none, has no name. Not in Apple's framework, where
/// Objective-C knows the names.
extension NSManagedObject: KeyPathNaming {
  /// The key that a key path from this class stands for, with dots where it leads over to-one relationships.
  public static func key(for keyPath: AnyKeyPath) -> String? {
    managedName(of: keyPath) ?? KeyPathRecorder.path(of: keyPath, from: self)
  }
}

/// Notes the properties that a key path reads of an object without values.
final class KeyPathRecorder {
  /// The objects that have been made, the first being the one that the key path starts from.
  private var objects: [NSManagedObject] = []
  private var keys: [String] = []
  /// Whether a property was read of another object than the one that was reached last.
  private var isTorn = false

  /// A model of one entity without properties: what is read is not there, whatever it is.
  private static let model: NSManagedObjectModel = {
    let entity = NSEntityDescription()
    entity.name = "NSManagedObject"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }()

  /// The names of the properties that a key path reads one after the other, with dots between them; nil where it is
  /// something else.
  static func path(of keyPath: AnyKeyPath, from root: NSManagedObject.Type) -> String? {
    let recorder = KeyPathRecorder()
    _ = (recorder.makeObject(root) as Any)[keyPath: keyPath]
    return recorder.isTorn || recorder.keys.isEmpty ? nil : recorder.keys.joined(separator: ".")
  }

  private func makeObject(_ type: NSManagedObject.Type) -> NSManagedObject {
    let object = type.init(entity: Self.model.entities[0], insertInto: nil)
    object.ownExtras.recorder = self
    objects.append(object)
    return object
  }

  /// Notes that a property of an object was read.
  func note(_ key: String, _ owner: NSManagedObject) {
    if owner === objects.last, objects.count == keys.count + 1 {
      keys.append(key)
    } else {
      isTorn = true
    }
  }

  /// As ``note(_:_:)``, of a to-one relationship; returns what the key path goes on from.
  func follow(
    _ key: String, of owner: NSManagedObject, to type: NSManagedObject.Type
  ) -> NSManagedObject {
    note(key, owner)
    return makeObject(type)
  }
}
