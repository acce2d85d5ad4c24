import DocumentStore
import Foundation
import Predicates

extension NSManagedObject {
  /// The value of a slot in the form that programs get.
  final func value(at slot: Int) -> Any? {
    checkQueue()
    noteAccess(of: slot)
    if let slots = unsafe slots { return unsafe program(slots[slot], at: slot) }
    if isFault { fireFault() }
    return program(readValue(slot), at: slot)
  }

  /// The value of a slot of an object that has no slots yet: read from the store's rows.
  ///
  /// Whoever looks at everything once, as a report does, needs no copies of the values. An object that is asked
  /// more often gets its slots, which are faster and keep texts.
  final func readValue(_ slot: Int) -> Value {
    guard let rows = unsafe rows, readCount < layout.slotCount else { return slotValue(slot) }
    readCount += 1
    let row = reference.row
    let known = unsafe rows._withUnsafeGuaranteedRef { $0.knownValue(of: slot, at: row) }
    return known ?? firstValue(slot)
  }

  /// As ``readValue(_:)``, of a column that nobody has read from before.
  @inline(never)
  private func firstValue(_ slot: Int) -> Value {
    do throws(StoreError) {
      return try unsafe rows?.takeUnretainedValue().value(of: slot, at: reference.row) ?? .null
    } catch {
      unsafe adopt(newSlots())
      shelf?.graph.noteUnreadable(self, error)
      return .null
    }
  }

  /// The value of an attribute's slot as a Swift value, for evaluation, which need not make objects of numbers; of
  /// another slot as ``value(at:)``.
  final func plainValue(at slot: Int) -> Any? {
    let type = layout.types[slot]
    guard type != .transformable, !type.isRelationship else { return value(at: slot) }
    checkQueue()
    noteAccess(of: slot)
    if unsafe slots == nil, isFault { fireFault() }
    let value = unsafe slots.map { unsafe $0[slot] } ?? readValue(slot)
    return value.decoded(as: layout.columns[slot], type)
  }

  /// The value of a slot in the form that programs get, given what the slot holds.
  @inline(__always)
  private func program(_ value: Value, at slot: Int) -> Any? {
    // The most frequent ones first, each with what it needs and no more.
    switch value {
    case .string(let text): return text
    case .integer(let number): return integer(number, at: slot)
    case .double(let number): return NumberObject.of(number)
    case .boolean(let flag): return NumberObject.of(flag)
    case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let data): return data
    case .reference(let reference): return shelf?.object(for: reference)
    case .null: return layout.types[slot] == .toMany ? manyValue(at: slot) : nil
    case .references: return manyValue(at: slot)
    case .transformed: return decodedValue(at: slot)
    case let value: return value.program(as: layout.columns[slot], layout.types[slot])
    }
  }

  @inline(__always)
  final func checkQueue() {
    #if DEBUG
      shelf?.graph.checkQueue("a property of one of its objects")
    #endif
  }

  private func integer(_ number: Int64, at slot: Int) -> Any? {
    layout.types[slot] == .transformable ? decodedValue(at: slot) : NumberObject.of(number)
  }

  private func manyValue(at slot: Int) -> Any {
    layout.relationships[slot]?.isOrdered == true
      ? NSOrderedSet(array: targets(slot)) : Set(targets(slot))
  }

  /// The value of a transformable slot, decoded once, or of a slot without a type, kept as it is.
  private func decodedValue(at slot: Int) -> Any? {
    let value = slotValue(slot)
    if let known = extras?.decoded[slot] { return known }
    if layout.columns[slot].isTransient { return nil }
    guard let decoded = value.decoded(as: layout.columns[slot], .transformable) else { return nil }
    ownExtras.decoded[slot] = decoded
    return decoded
  }

  /// Sets a slot to a value in any form, or ends the program where that is of another type.
  final func set(_ value: Any?, at slot: Int) {
    checkQueue()
    let type = layout.types[slot]
    switch type {
    case .toOne, .toMany: setRelationship(value, at: slot)
    case .transformable, .composite:
      change(slot, to: encode(value, at: slot))
      keep(value, at: slot)
    default:
      guard let value else { return change(slot, to: .null) }
      change(slot, to: Value(value, as: type) ?? encode(value, at: slot))
    }
  }

  /// As ``set(_:at:)``, but nobody is told.
  final func setPrimitively(_ value: Any?, at slot: Int) {
    checkQueue()
    if let relationship = layout.relationships[slot] {
      let members = members(from: value, of: relationship)
      extras?.liveLists[slot]?.list?.isStale = true
      forgetIndex(of: slot)
      write(
        relationship.isToMany
          ? .references(members.map(\.reference))
          : members.first.map { .reference($0.reference) } ?? .null, to: slot)
      if !members.isEmpty { shelf?.graph.notePrimitiveLinks(self) }
      return
    }
    write(encode(value, at: slot), to: slot)
    keep(value, at: slot)
  }

  /// The slot's form of a value.
  private func encode(_ value: Any?, at slot: Int) -> Value {
    guard let value else { return .null }
    let column = layout.columns[slot]
    if column.type == .transformable, column.isTransient {
      // Never stored, so never turned into bytes: the value is kept beside the slot, which has a number that
      // tells one value from the next.
      return .integer(Int64(RecordReference.temporary().bits & ~(1 << 63)))
    }
    if let encoded = Value(stored: value, as: column) {
      return column.type == .transformable ? unlessEqual(encoded, value, at: slot) : encoded
    }
    preconditionFailure(
      """
      unacceptable type of value for '\(column.name)' of '\(layout.name)': expected \
      \(column.type.expectation), got \(type(of: value))
      """)
  }

  /// The bytes that are there already, where they stand for an equal value: dictionaries have no order.
  private func unlessEqual(_ encoded: Value, _ value: Any, at slot: Int) -> Value {
    let current = slotValue(slot)
    // Decoded anew, for the object that programs have got may have been changed in place.
    guard current != encoded,
      let old = current.decoded(as: layout.columns[slot], .transformable) as? NSObject,
      let new = value as? NSObject, old.isEqual(new)
    else { return encoded }
    return current
  }

  /// Keeps the decoded form of what was set beside the slot, for slots that have one.
  private func keep(_ value: Any?, at slot: Int) {
    guard layout.types[slot] == .transformable else { return }
    if let value {
      ownExtras.decoded[slot] = value
    } else {
      extras?.decoded[slot] = nil
    }
  }

  /// Sets an attribute's slot and notes the change.
  final func change(_ slot: Int, to value: Value) {
    noteChange(of: slot)
    write(value, to: slot)
  }

  /// What an object knows of itself, for keys that are no properties.
  final func builtInValue(forKey key: String) -> Any? {
    if layout.fetchedProperties[key] != nil {
      // A getter cannot throw; see objects(forFetchedProperty:).
      return (try? objects(forFetchedProperty: key)) ?? []
    }
    return switch key {
    case "objectID": objectID
    case "entity": entity
    case "managedObjectContext": managedObjectContext
    case "isInserted": NumberObject.of(isInserted)
    case "isUpdated": NumberObject.of(isUpdated)
    case "isDeleted": NumberObject.of(isDeleted)
    case "isFault": NumberObject.of(isFault)
    case "hasChanges": NumberObject.of(hasChanges)
    case "self": self
    default: nil
    }
  }
}

extension NSManagedObject {
  /// The value of a stored property that a subclass has beside those of the model.
  final func mirroredValue(forKey key: String) -> (isKnown: Bool, value: Any?) {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror, level.subjectType != NSManagedObject.self {
      for child in level.children where child.label == key {
        let isOptional = Mirror(reflecting: child.value).displayStyle == .optional
        guard isOptional else { return (true, NumberObject.boxed(child.value)) }
        return (true, NumberObject.boxed(Mirror(reflecting: child.value).children.first?.value))
      }
      mirror = level.superclassMirror
    }
    return (false, nil)
  }
}

extension NSManagedObject {
  /// The values of several properties; `NSNull` stands for nil.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(
      keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { value, _ in value })
  }

  /// Sets several properties; `NSNull` stands for nil.
  public func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
  }
}

extension ColumnType {
  /// What a program may set, in words.
  fileprivate var expectation: String {
    switch self {
    case .int16, .int32, .int64: "a whole number"
    case .boolean: "a Bool"
    case .float, .double, .decimal: "a number"
    case .string: "a String"
    case .date: "a Date"
    case .data: "Data"
    case .uuid: "a UUID"
    case .uri: "a URL"
    case .transformable: "a value that the attribute's transformer turns into data"
    case .composite: "a dictionary of the composite's elements"
    case .toOne, .toMany: "managed objects"
    }
  }
}
