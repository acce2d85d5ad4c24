import DocumentStore
import Foundation

extension RecordReference {
  /// A number of its own for an object without a record, never given twice in this process.
  static func temporary() -> RecordReference {
    RecordReference(bits: temporaryNumbers.next() | 1 << 63)
  }

  /// Whether this is the number of an object without a record.
  var isTemporary: Bool { bits >> 63 != 0 }
}

private let temporaryNumbers = Counter()

extension NSManagedObject {
  /// Lets go of the values.
  final func releaseSlots() {
    unsafe rows?.release()
    unsafe rows = nil
    guard let slots = unsafe slots else { return }
    // One by one, because most hold nothing that must be let go of, and that is seen at once.
    for slot in 0..<layout.slotCount { unsafe (slots + slot).deinitialize(count: 1) }
    unsafe slots.deallocate()
    unsafe self.slots = nil
  }

  /// Slots without values, for the object to adopt.
  final func newSlots() -> UnsafeMutableBufferPointer<Value> {
    let fresh = UnsafeMutableBufferPointer<Value>.allocate(capacity: layout.slotCount)
    unsafe fresh.initialize(repeating: .null)
    return unsafe fresh
  }

  /// Gives the object slots in place of those that it may have.
  final func adopt(_ fresh: UnsafeMutableBufferPointer<Value>) {
    releaseSlots()
    unsafe slots = fresh.baseAddress
  }

  /// Lets the object read from rows of its store, in place of the values that it may have.
  final func adopt(_ loaded: LoadedRows) {
    releaseSlots()
    unsafe rows = .passRetained(loaded)
    readCount = 0
  }

  /// Whether the object has no slots and reads from some rows.
  final func reads(from loaded: LoadedRows) -> Bool {
    unsafe rows?.toOpaque() == Unmanaged.passUnretained(loaded).toOpaque()
  }

  /// Makes sure that the object has slots; reads the record where that has not happened.
  @inline(never)
  final func fillSlots() {
    fireFault()
    guard unsafe slots == nil, let rows = unsafe rows else { return }
    let fresh = unsafe newSlots()
    do throws(StoreError) {
      try unsafe rows.takeUnretainedValue().copy(reference.row, into: fresh)
    } catch {
      // Part of an object would pass for the whole.
      for slot in fresh.indices { unsafe fresh[slot] = .null }
      shelf?.graph.noteUnreadable(self, error)
    }
    unsafe adopt(fresh)
  }

  /// What a slot holds.
  ///
  /// Reads the record where that has not happened; null where it cannot be read.
  @inline(__always)
  final func slotValue(_ slot: Int) -> Value {
    if unsafe slots == nil { fillSlots() }
    guard let slots = unsafe slots else { return .null }
    return unsafe slots[slot]
  }

  /// Overwrites a slot and nothing else.
  @inline(__always)
  final func write(_ value: Value, to slot: Int) {
    if unsafe slots == nil { fillSlots() }
    guard let slots = unsafe slots else { return }
    unsafe slots[slot] = value
  }

  /// Takes a slot's value out, so that it can be changed in place, and leaves null.
  final func take(_ slot: Int) -> Value {
    if unsafe slots == nil { fillSlots() }
    guard let slots = unsafe slots else { return .null }
    let value = unsafe (slots + slot).move()
    unsafe (slots + slot).initialize(to: .null)
    return value
  }

  /// Reads the record where that has not happened.
  final func fireFault() {
    guard isFault else { return }
    guard let shelf else {
      // Out of any context there is nothing to read from: all values are nil.
      unsafe adopt(newSlots())
      return
    }
    shelf.graph.fire(self)
  }

  /// What only some objects have.
  final var ownExtras: ObjectExtras {
    if let extras { return extras }
    let fresh = ObjectExtras()
    extras = fresh
    return fresh
  }

  /// The context's workings, or the end of the program with what was tried outside any.
  final func requiredGraph(for action: @autoclosure () -> String) -> ObjectGraph {
    guard let graph = shelf?.graph else {
      preconditionFailure(
        "cannot \(action()) of an object of '\(layout.name)' that is in no context; insert it first"
      )
    }
    return graph
  }
}
