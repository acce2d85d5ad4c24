import Foundation
import OpenCoreData

/// What a save would change, object by object, for people.
///
///     + Movie 'Movie-8'
///         title: "Thief"
///     ~ Director 'mann'
///         movies: + Movie-8
///     - Tag 'night'
///     3 objects would change (1 inserted, 1 updated, 1 deleted); nothing was saved
struct ChangeReport {
  private let inserted: [NSManagedObject]
  private let updated: [NSManagedObject]
  private let deleted: [NSManagedObject]

  init(_ context: NSManagedObjectContext) {
    inserted = Self.sorted(context.insertedObjects)
    updated = Self.sorted(context.updatedObjects.filter(\.hasPersistentChangedValues))
    deleted = Self.sorted(context.deletedObjects)
  }

  /// Calls with each line.
  func forEachLine(_ body: (String) -> Void) {
    for object in inserted { show(object, "+", Self.values(of: object), body) }
    for object in updated { show(object, "~", Self.changes(of: object), body) }
    for object in deleted { show(object, "-", [], body) }
    body(summary)
  }

  private func show(
    _ object: NSManagedObject, _ sign: String, _ lines: [String], _ body: (String) -> Void
  ) {
    body("\(sign) \(object.entity.name ?? "") '\(object.objectID.text.printable)'")
    for line in lines { body("    \(line)") }
  }

  private var summary: String {
    let counts = [("inserted", inserted), ("updated", updated), ("deleted", deleted)]
      .filter { !$0.1.isEmpty }
    let total = counts.reduce(0) { $0 + $1.1.count }
    if total == 0 { return "nothing would change" }
    let parts = counts.map { "\($1.count) \($0)" }.joined(separator: ", ")
    return "\(counted(total, "object")) would change (\(parts)); nothing was saved"
  }

  /// The values of a new object that has them.
  private static func values(of object: NSManagedObject) -> [String] {
    stored(object).compactMap { property in
      let value = object.value(forKey: property.name)
      if (value as? NSSet)?.count == 0 || (value as? NSOrderedSet)?.count == 0 { return nil }
      return value.map { "\(property.name): \(text($0))" }
    }
  }

  /// What changed in an object: of attributes both values, of to-many relationships what comes and goes.
  private static func changes(of object: NSManagedObject) -> [String] {
    let new = object.changedValues()
    let old = object.committedValues(forKeys: Array(new.keys))
    return stored(object).flatMap { property -> [String] in
      guard let after = new[property.name] else { return [] }
      let before = old[property.name]
      if let members = members(before, after) { return ["\(property.name): \(members)"] }
      if property is NSCompositeAttributeDescription {
        return differences(before, after, at: property.name)
      }
      return ["\(property.name): \(text(before)) → \(text(after))"]
    }
  }

  /// What differs in a value, of composites only the elements that do.
  private static func differences(_ before: Any?, _ after: Any?, at path: String) -> [String] {
    guard let old = before as? [String: Any], let new = after as? [String: Any] else {
      let (was, has) = (text(before), text(after))
      return was == has ? [] : ["\(path): \(was) → \(has)"]
    }
    return Set(old.keys).union(new.keys).sorted().flatMap {
      differences(old[$0], new[$0], at: "\(path).\($0)")
    }
  }

  private static func members(_ before: Any?, _ after: Any?) -> String? {
    guard let old = ids(before), let new = ids(after) else { return nil }
    let (was, has) = (Set(old), Set(new))
    let changes =
      old.filter { !has.contains($0) }.map { "- \($0)" }
      + new.filter { !was.contains($0) }.map { "+ \($0)" }
    return changes.isEmpty
      ? "now in the order \(new.joined(separator: " "))" : changes.joined(separator: "  ")
  }

  /// The ids of a to-many relationship's members; nil for any other value.
  private static func ids(_ value: Any?) -> [String]? {
    let objects: [Any]
    switch value {
    case let list as NSOrderedSet: objects = list.array
    case let set as NSSet: objects = set.allObjects
    case let set as Set<NSManagedObject>: objects = Array(set)
    default: return nil
    }
    let ids = objects.map { CellValue($0).cell.printable }
    return value is NSOrderedSet ? ids : ids.sorted(by: precedes)
  }

  private static func text(_ value: Any?) -> String {
    guard let value, !(value is NSNull) else { return "nil" }
    if let data = value as? Data { return counted(data.count, "byte") }
    let isMember = value is NSManagedObject || value is NSSet || value is NSOrderedSet
    let cell = CellValue(value)
    return (isMember ? cell.cell : cell.json.text).shortened(to: 80).printable
  }

  private static func stored(_ object: NSManagedObject) -> [NSPropertyDescription] {
    object.entity.properties.filter { !$0.isTransient && !($0 is NSFetchedPropertyDescription) }
  }

  private static func sorted(_ objects: Set<NSManagedObject>) -> [NSManagedObject] {
    objects.map { (object: $0, key: "\($0.entity.name ?? "") \($0.objectID.text)") }
      .sorted { precedes($0.key, $1.key) }.map(\.object)
  }

  /// The order of ids: their numbers by value.
  private static func precedes(_ one: String, _ other: String) -> Bool {
    one.compare(other, options: [.numeric]) == .orderedAscending
  }
}

/// `1 object`, `2 objects`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
