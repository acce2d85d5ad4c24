import OpenCoreData

/// A property, how a model declares it, and what shows that its accessors work.
struct Trial<Root: NSManagedObject> {
  let property: NSPropertyDescription
  /// Sets the property and reads it, or adds and removes members; false where what is read is not what was set.
  let run: (Root) -> Bool

  /// An attribute that gets values one after the other.
  init<Value>(
    _ path: ReferenceWritableKeyPath<Root, Value>, _ name: String, _ type: NSAttributeType,
    _ values: [Value], by same: @escaping (Value, Value) -> Bool
  ) {
    property = attribute(name, type)
    run = { object in
      // To set by a key path reads first, and what no value stands for cannot be read before it was set.
      if let last = values.last as? any RawRepresentable {
        object.setValue(last.rawValue, forKey: name)
      } else if type == .transformableAttributeType, let last = values.last {
        object.setValue(last, forKey: name)
      }
      return values.allSatisfy { value in
        object[keyPath: path] = value
        return same(object[keyPath: path], value)
      }
    }
  }

  /// An attribute that gets values one after the other.
  init<Value: Equatable>(
    _ path: ReferenceWritableKeyPath<Root, Value>, _ name: String, _ type: NSAttributeType,
    _ values: Value...
  ) {
    self.init(path, name, type, values, by: ==)
  }

  /// A transformable attribute whose values are told apart by their descriptions.
  init<Value>(
    described path: ReferenceWritableKeyPath<Root, Value>, _ name: String, _ values: Value...
  ) {
    self.init(path, name, .transformableAttributeType, values) {
      String(reflecting: $0) == String(reflecting: $1)
    }
  }

  /// A relationship, and what is to be true once it was used.
  init(
    _ name: String, to entity: NSEntityDescription, isToMany: Bool = false, isOrdered: Bool = false,
    _ run: @escaping (Root) -> Bool
  ) {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = entity
    relationship.isOptional = true
    relationship.maxCount = isToMany ? 0 : 1
    relationship.isOrdered = isOrdered
    property = relationship
    self.run = run
  }

  /// What can be called and belongs to a property that is declared already.
  init(_ property: NSPropertyDescription, _ run: @escaping (Root) -> Bool) {
    self.property = property
    self.run = run
  }
}

/// An attribute that may be nil.
func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
  let attribute = NSAttributeDescription()
  attribute.name = name
  attribute.isOptional = true
  attribute.attributeType = type
  // What is never stored may be anything.
  attribute.isTransient = type == .transformableAttributeType
  return attribute
}

extension NSManagedObject {
  /// A new object of the same entity.
  func another() -> Self {
    Self(entity: entity, insertInto: managedObjectContext)
  }
}

/// Runs trials on an object; tells which failed.
struct Trials {
  private(set) var count = 0
  private(set) var failures: [String] = []

  mutating func run<Root>(_ trials: [Trial<Root>], on object: Root) {
    for trial in trials {
      count += 1
      if !trial.run(object) { failures.append("\(Root.self).\(trial.property.name)") }
    }
  }

  mutating func check(_ name: String, _ holds: Bool) {
    count += 1
    if !holds { failures.append(name) }
  }
}

extension NSEntityDescription {
  /// An entity without properties.
  static func named(_ name: String, under parent: NSEntityDescription? = nil) -> NSEntityDescription
  {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "Symbols.\(name)"
    parent?.subentities.append(entity)
    return entity
  }

  /// Adds the properties that trials are about.
  func add<Root>(_ trials: [Trial<Root>]) {
    properties += trials.map(\.property)
  }
}
