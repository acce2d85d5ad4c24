import DocumentStore
import Observation

/// A slot and what it held.
struct SlotValue {
  var slot: Int
  var value: Value
  /// The decoded form of a value that is never turned into bytes.
  var kept: Any?
  /// Where it is a long list: what takes it from what it was to what it is, in place of the value.
  var edits: ListEdits?
}

/// What only some objects have: made when it is first needed, so that the many clean ones stay small.
final class ObjectExtras {
  /// What the changed slots of a saved object held when it was read or last saved.
  var committed: [SlotValue] = []
  /// What the slots changed in this event held when it began.
  var eventStart: [SlotValue] = []
  /// What the slots changed in the last event held when it began, while observers are told of it.
  var announced: [SlotValue] = []
  /// Where a new object was before this event, where it is in another store or gone since.
  var formerShelf: Shelf?
  /// Decoded values of transformable slots, and values of slots without a type.
  var decoded: [Int: Any] = [:]
  /// Why required relationships are empty, by slot.
  var losses: [Int: Loss] = [:]
  /// Who observes the object, once somebody has.
  var registrar: ObservationRegistrar?
  /// The live lists of ordered relationships that programs have, by slot.
  var liveLists: [Int: LiveList] = [:]
  /// Who wants to know what a key path reads; see ``KeyPathRecorder``.
  var recorder: KeyPathRecorder?
  /// What fetched properties found.
  var fetched: [String: [Any]] = [:]
  /// Positions of the members of long relationships that have been edited.
  var memberIndices: [Int: MemberIndex] = [:]
  /// The object's id, once it was asked for.
  var objectID: NSManagedObjectID?
  /// The record that is kept for a new object that needed a lasting id before it is saved.
  var reserved: RecordReference?

  /// The value before the changes since the last save; nil where the slot is unchanged.
  func committedValue(of slot: Int) -> Value? {
    committed.position(of: slot).map { committed[$0].value }
  }
}

extension [SlotValue] {
  /// Where a slot stands.
  ///
  /// Looks at the numbers alone: to lend the elements to a closure would count references for each.
  func position(of slot: Int) -> Int? {
    for position in indices where self[position].slot == slot { return position }
    return nil
  }
}

/// A live list, as long as a program has it.
struct LiveList {
  weak var list: RelationshipMutableOrderedSet?
}
