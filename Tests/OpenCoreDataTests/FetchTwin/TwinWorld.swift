import Foundation
import OpenCoreData

/// A store with random objects in a context that edits them at random.
final class TwinWorld {
  let model: TwinModel
  let stack: Stack
  private(set) var context: NSManagedObjectContext
  var dice: Dice
  /// What was done since the last save, for reports.
  private(set) var edits: [String] = []
  /// Whether an edit set what cannot be saved.
  private var isUnsavable = false
  /// All objects that are not deleted, by their concrete entity.
  private(set) var objects: [String: [NSManagedObject]] = [:]
  /// Objects that are deleted and not saved so.
  private(set) var deleted: [NSManagedObject] = []

  init(_ kind: StoreKind, seed: UInt64, isIndexed: Bool) throws {
    dice = Dice(seed: seed)
    model = TwinModel(isIndexed: isIndexed)
    stack = try Stack(kind, model.model)
    context = stack.context
    for (entity, count) in [
      ("Item", 11), ("Special", 4), ("Person", 5), ("Place", 3), ("Label", 5), ("Page", 7),
    ] {
      for _ in 0..<(dice.chance(90) ? count : 0) { insert(entity) }
    }
    for _ in 0..<30 { link() }
    try save()
  }

  // MARK: Rounds

  /// Some edits that stay pending.
  func edit() {
    for _ in 0..<dice.below(6) { editOnce() }
    context.processPendingChanges()
    forgetDeleted()
  }

  /// Ends a round: what is pending is saved, or thrown away.
  func settle() throws {
    if dice.chance(60), !isUnsavable { try save() } else { rollback() }
    if dice.chance(30) {
      // What has been read from a file is kept in another form than what was added to it.
      context = try stack.reopened()
      fetchObjects()
    } else if dice.chance(50) {
      for object in all(TwinModel.concrete) { context.refresh(object, mergeChanges: false) }
    }
  }

  /// A context that knows nothing of what is pending here.
  func anotherContext() -> NSManagedObjectContext {
    let other = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    return other
  }

  /// Reads every value of every object.
  func readAll() {
    for object in all(TwinModel.concrete) {
      for (key, _) in keys(of: object).attributes { _ = object.value(forKey: key) }
    }
  }

  private func save() throws {
    try context.save()
    edits = []
    deleted = []
  }

  private func rollback() {
    context.rollback()
    edits = ["rolled back"]
    isUnsavable = false
    deleted = []
    fetchObjects()
  }

  private func fetchObjects() {
    objects = [:]
    for entity in TwinModel.concrete {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.includesSubentities = false
      objects[entity] = (try? context.fetch(request)) ?? []
    }
  }

  private func forgetDeleted() {
    for entity in TwinModel.concrete {
      // What was never saved leaves its context when it is deleted, and is no deleted object then.
      let gone = objects[entity]?.filter { $0.isDeleted || $0.managedObjectContext == nil } ?? []
      if gone.isEmpty { continue }
      objects[entity]?.removeAll(where: gone.contains)
      deleted += gone.filter { !deleted.contains($0) && $0.managedObjectContext != nil }
    }
  }

  // MARK: Picking

  /// The live objects that may stand where an entity is wanted.
  func all(_ entity: String) -> [NSManagedObject] {
    all(TwinModel.concrete(entity))
  }

  private func all(_ entities: [String]) -> [NSManagedObject] {
    entities.flatMap { objects[$0] ?? [] }
  }

  /// An object, now and then one that is deleted.
  func anyObject(_ entity: String) -> NSManagedObject? {
    if dice.chance(8), let gone = dice.any(of: deleted) { return gone }
    return dice.any(of: all(entity))
  }

  private func keys(of object: NSManagedObject) -> TwinModel.Keys {
    model.entities[object.entity.name ?? ""] ?? TwinModel.Keys()
  }

  private func anything() -> NSManagedObject? {
    dice.any(of: objects[dice.one(of: ["Item", "Item"] + TwinModel.concrete)] ?? [])
  }

  // MARK: Edits

  private func editOnce() {
    switch dice.below(10) {
    case 0: insert(dice.one(of: TwinModel.concrete))
    case 1: delete()
    case 2, 3, 4: link()
    default: change()
    }
  }

  private func insert(_ entity: String) {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    edits.append("insert \(label(object))")
    objects[entity, default: []].append(object)
    for (key, type) in keys(of: object).attributes where key != "mood" {
      if dice.chance(80) { object.setValue(TwinValues.value(type, &dice), forKey: key) }
    }
  }

  private func delete() {
    guard let object = anything() else { return }
    // Nothing leads back from a hint, so a record that it leads to must stay.
    if object.entity.name == "Label", all("Item").contains(where: { $0.one("hint") === object }) {
      return
    }
    edits.append("delete \(label(object))")
    context.delete(object)
    context.processPendingChanges()
    forgetDeleted()
  }

  private func change() {
    guard let object = anything() else { return }
    let keys = keys(of: object)
    guard let (key, type) = dice.any(of: keys.attributes) else { return }
    if dice.chance(20), !keys.required.contains(key) {
      object.setValue(nil, forKey: key)
    } else if dice.chance(5), type == .doubleAttributeType {
      object.setValue(Double.nan, forKey: key)
      isUnsavable = true
    } else {
      object.setValue(TwinValues.value(type, &dice), forKey: key)
    }
    edits.append("\(label(object)).\(key) = \(object.value(forKey: key).map { "\($0)" } ?? "nil")")
  }

  private func link() {
    guard let object = anything() else { return }
    let keys = keys(of: object)
    let number = dice.below(max(1, keys.ones.count + keys.manys.count))
    if number < keys.ones.count {
      let (key, destination) = keys.ones[number]
      let target = dice.chance(25) ? nil : dice.any(of: all(destination))
      object.setValue(target, forKey: key)
      edits.append("\(label(object)).\(key) = \(target.map(label) ?? "nil")")
    } else if let (key, destination, isOrdered) = dice.any(of: keys.manys) {
      linkMany(object, key, destination, isOrdered)
    }
  }

  private func linkMany(
    _ object: NSManagedObject, _ key: String, _ destination: String, _ isOrdered: Bool
  ) {
    let targets = dice.few(of: all(destination), atMost: 4)
    edits.append("\(label(object)).\(key) ~ \(targets.map(label))")
    if isOrdered {
      object.setValue(NSOrderedSet(array: targets), forKey: key)
      return
    }
    switch dice.below(3) {
    case 0: object.setValue(Set(targets), forKey: key)
    case 1: for target in targets { object.mutableSetValue(forKey: key).add(target) }
    default: for target in targets { object.mutableSetValue(forKey: key).remove(target) }
    }
  }

  // MARK: Reports

  /// A short name for an object.
  func label(_ object: NSManagedObject) -> String { Self.label(object.objectID) }

  static func label(_ id: NSManagedObjectID) -> String {
    let part = id.uriRepresentation().lastPathComponent
    return "\(id.entity.name ?? "")/\(part.prefix(8))"
  }
}
