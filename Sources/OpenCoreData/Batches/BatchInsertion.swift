import DocumentStore
import Foundation
import ManagedModel

/// Turns what a batch insertion is given into records.
struct BatchInsertion {
  private let request: NSBatchInsertRequest
  private let layout: ObjectLayout
  private let table: Int
  /// The store that gets the records: the first that can have them.
  let store: NSPersistentStore

  init(_ request: NSBatchInsertRequest, _ coordinator: NSPersistentStoreCoordinator) throws {
    self.request = request
    let core = FetchRequestCore()
    core.entityName = request.entityName
    let entity = try core.entity(in: coordinator.managedObjectModel)
    guard let layout = coordinator.layouts?.layout(of: entity) else {
      throw CocoaError(
        .coreData,
        saying:
          "entity '\(request.entityName)' is abstract; insert records of one of its subentities")
    }
    let stores = request.affectedStores ?? coordinator.persistentStores
    let able = stores.filter { $0.table(of: layout) != nil && $0.coordinator === coordinator }
    guard let store = able.first(where: { !$0.isReadOnly }) ?? able.first,
      let table = store.table(of: layout)
    else {
      throw CocoaError(
        .persistentStoreSave,
        saying: "no store of the coordinator can hold records of '\(layout.name)'",
        [NSAffectedStoresErrorKey: stores])
    }
    self.layout = layout
    self.store = store
    self.table = table
  }

  /// Adds the records.
  func run(_ edits: RecordEdits) throws -> [RecordReference] {
    let values = try self.values()
    let records = try edits.insert(layout, table: table, count: values.count)
    for (record, columns) in zip(records, values) {
      for (column, value) in columns {
        if let relationship = layout.relationships[column] {
          try edits.setMembers(value.members, of: relationship, record)
        } else {
          edits.write(value, to: column, of: record)
        }
      }
    }
    return records
  }

  /// The given values of each record.
  private func values() throws -> [[(column: Int, value: Value)]] {
    var all: [[(column: Int, value: Value)]] = []
    switch request.source {
    case .dictionaries(let dictionaries):
      for dictionary in dictionaries { all.append(try values(of: dictionary)) }
    case .dictionaryHandler(let handler):
      while true {
        let dictionary = NSMutableDictionary()
        if handler(dictionary) { return all }
        all.append(try values(of: dictionary as? [String: Any] ?? [:]))
      }
    case .objectHandler(let handler):
      while true {
        let object = layout.objectClass.init(entity: layout.entity, insertInto: nil)
        if handler(object) { return all }
        all.append(try values(of: object))
      }
    }
    return all
  }

  private func values(of dictionary: [String: Any]) throws -> [(column: Int, value: Value)] {
    try dictionary.map { key, value in
      let column = try layout.column(key)
      return (column, try store.value(value, layout, column))
    }
  }

  private func values(of object: NSManagedObject) throws -> [(column: Int, value: Value)] {
    try layout.columns.indices.compactMap { column in
      let value = object.slotValue(column)
      guard layout.relationships[column] != nil else { return (column, value) }
      if value.members.isEmpty { return nil }
      throw CocoaError(
        .coreData,
        saying:
          """
          '\(layout.columns[column].name)' of '\(layout.name)' cannot be set in an object that is in no \
          context; insert dictionaries, which may hold the ids of other objects
          """)
    }
  }
}

extension ObjectLayout {
  /// The column of a property that a batch request names.
  func column(_ key: String) throws -> Int {
    guard let column = keys.slot(of: key) else {
      throw CocoaError(.coreData, saying: unknownKey(key), [NSValidationKeyErrorKey: key])
    }
    guard !columns[column].isTransient else {
      throw CocoaError(
        .coreData,
        saying: "'\(key)' of '\(name)' is transient, so a store does not have it; leave it out")
    }
    return column
  }
}

extension NSPersistentStore {
  /// The form of a value in a column of the store; records in place of objects and ids.
  func value(_ any: Any, _ layout: ObjectLayout, _ column: Int) throws -> Value {
    let schema = layout.columns[column]
    if any is NSNull { return .null }
    if let relationship = layout.relationships[column] {
      return .references(try members(any, relationship, layout))
    }
    if schema.type == .composite, let entries = any as? [String: Any],
      let wrong = entries.keys.first(where: { key in !schema.elements.contains { $0.name == key } })
    {
      let hint = NearMiss.hint(wrong, among: schema.elements.map(\.name))
      throw CocoaError(
        .coreData, saying: "composite '\(schema.name)' has no element '\(wrong)'\(hint)",
        [NSValidationKeyErrorKey: schema.name])
    }
    guard let value = Value(stored: any, as: schema) else {
      throw CocoaError(
        .managedObjectValidation,
        saying:
          "'\(schema.name)' of '\(layout.name)' takes \(schema.type.displayName) values, not \(Swift.type(of: any))",
        [NSValidationKeyErrorKey: schema.name, NSValidationValueErrorKey: any])
    }
    return value
  }

  private func members(
    _ any: Any, _ relationship: RelationshipLayout, _ layout: ObjectLayout
  ) throws -> [RecordReference] {
    let given = RecordConstants.elements(of: any) ?? [any]
    guard relationship.isToMany || given.count <= 1 else {
      throw CocoaError(
        .coreData,
        saying: "'\(relationship.name)' of '\(layout.name)' takes one object, not \(given.count)")
    }
    var seen: Set<RecordReference> = []
    return try given.map { member in
      guard let record = RecordConstants(store: self).record(member),
        let destination = self.layout(ofTable: record.table), relationship.accepts(destination),
        records.current.contains(record)
      else {
        throw CocoaError(
          .coreData,
          saying:
            """
            '\(relationship.name)' of '\(layout.name)' takes saved objects of \
            '\(relationship.destinationName)' in \(place), or their ids
            """)
      }
      return record
    }.filter { seen.insert($0).inserted }
  }
}
