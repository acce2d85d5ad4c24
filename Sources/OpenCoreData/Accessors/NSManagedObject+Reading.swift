import DocumentStore
import Foundation

/// What the getters and setters of generated classes do; the overloads for each type are beside.
extension NSManagedObject {
  /// Where the object has the value of a property, if all that is left to do is to read it; nil also where a longer way
  /// would find it.
  ///
  /// So it is for most readings: the object has values of its own, its layout has been asked for the key before, and
  /// nobody can observe it. This stays in line and calls nothing.
  @inline(__always)
  final func place(of key: ManagedKey) -> UnsafePointer<Value>? {
    checkQueue()
    guard let slots = unsafe slots, let slot = key.knownSlot(in: layout),
      shelf?.graph.probe == nil
    else { return nil }
    return unsafe UnsafePointer(slots + slot)
  }

  /// What a property holds, read from the store where the object has no values of its own.
  @inline(never)
  final func value(of key: ManagedKey) -> Value {
    guard let slot = key.slot(in: layout) else {
      note(unknown: key)
      return .null
    }
    checkQueue()
    noteAccess(of: slot)
    fireFault()
    return readValue(slot)
  }

  /// The value of a property in the form that programs get.
  final func program(_ key: ManagedKey) -> Any? {
    guard let slot = key.slot(in: layout) else {
      if layout.fetchedProperties[key.name] != nil { return builtInValue(forKey: key.name) }
      note(unknown: key)
      return nil
    }
    return value(at: slot)
  }

  /// Sets a property to a value in any form.
  @inline(never)
  final func setProgram(_ value: Any?, _ key: ManagedKey) {
    guard let slot = key.slot(in: layout) else { preconditionFailure(layout.unknownKey(key.name)) }
    set(value, at: slot)
  }

  /// The relationship of a key, or the end of the program; nil for an object that records keys.
  final func relationship(of key: ManagedKey) -> RelationshipLayout? {
    guard let slot = key.slot(in: layout) else {
      note(unknown: key)
      return nil
    }
    checkQueue()
    guard let relationship = layout.relationships[slot] else {
      preconditionFailure(
        "'\(key.name)' of '\(layout.name)' is an attribute; a relationship is needed here")
    }
    return relationship
  }

  /// Whether the object only records which keys are read; then it has noted this one.
  final func isNoted(_ key: String) -> Bool {
    guard let recorder = extras?.recorder else { return false }
    recorder.note(key, self)
    return true
  }

  /// A key that the entity does not have: noted by an object that records keys, a mistake of the program elsewhere.
  private func note(unknown key: ManagedKey) {
    precondition(isNoted(key.name), layout.unknownKey(key.name))
  }

  /// Ends the program where a property that its class calls required has no value.
  public final func missingValue(_ key: ManagedKey, _ type: Any.Type) -> Never {
    preconditionFailure(
      """
      '\(key.name)' of \(label) has no value, but its class declares it as '\(type)'; declare it optional, or use \
      existingObject(with:) or materialize() to find out whether the object still exists
      """)
  }
}
