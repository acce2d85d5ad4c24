import DocumentStore
import Foundation
import Predicates

/// What a fetch sees of one store: its records at one moment and, where unsaved changes count, the changed
/// objects in their place.
final class StoreView {
  let shelf: Shelf
  /// The records; nil for the objects that are in no store yet.
  let generation: Generation?
  /// Whether changed objects are seen as they are now, not as they were saved.
  let showsChanges: Bool
  /// The store's place among those of the fetch.
  let rank: Int
  /// Why a record could not be read: asking for a value cannot throw.
  var failure: StoreError?
  /// Views of stores that related objects have been assigned to.
  private var others: [StoreView] = []

  init(_ shelf: Shelf, _ generation: Generation?, showsChanges: Bool, rank: Int) {
    self.shelf = shelf
    self.generation = generation
    self.showsChanges = showsChanges
    self.rank = rank
  }

  /// A record or an unsaved object; nil for what is neither.
  func view(_ reference: RecordReference) -> RecordView? {
    if showsChanges, let object = shelf.registered(reference),
      object.hasChanges || object.state.contains(.ahead)
    {
      return RecordView(view(of: object), reference, object.layout, object)
    }
    guard !reference.isTemporary, let layout = shelf.layout(of: reference) else { return nil }
    return RecordView(self, reference, layout, nil)
  }

  /// The view of the store that a new object goes to.
  ///
  /// Of two new objects that are related, one may have been assigned to a store since, and lead to its records.
  private func view(of object: NSManagedObject) -> StoreView {
    guard let other = object.shelf, other !== shelf, let store = other.store else { return self }
    if let known = others.first(where: { $0.shelf === other }) { return known }
    let view = StoreView(
      other, other.graph.generation(of: store), showsChanges: showsChanges, rank: rank)
    others.append(view)
    return view
  }

  /// Throws what kept a record from being read.
  func rethrow() throws {
    for other in others { try other.rethrow() }
    guard let failure else { return }
    self.failure = nil
    throw CocoaError(failure, at: shelf.store?.url, doing: .reading)
  }

  fileprivate func value(of column: Int, _ reference: RecordReference) -> Value {
    guard let generation else { return .null }
    do throws(StoreError) {
      let table = generation.tables[reference.table]
      return reference.row < table.rowCount
        ? try table.value(of: column, at: reference.row) : .null
    } catch {
      failure = failure ?? error
      return .null
    }
  }
}

/// A record as predicates, sort descriptors and expressions ask it, without an object being made for it.
///
/// What only objects know, transient values for instance, is asked of its object.
final class RecordView: KeyValueCoding, IdentifiedValue {
  let source: StoreView
  let reference: RecordReference
  let layout: ObjectLayout
  /// The object, where its unsaved changes count.
  let changed: NSManagedObject?

  fileprivate init(
    _ source: StoreView, _ reference: RecordReference, _ layout: ObjectLayout,
    _ changed: NSManagedObject?
  ) {
    self.source = source
    self.reference = reference
    self.layout = layout
    self.changed = changed
  }

  var identity: AnyHashable {
    changed?.ownIdentity ?? ObjectIdentity(source.shelf.store, reference)
  }

  /// The object of the record, made where there is none yet.
  var object: NSManagedObject? { changed ?? source.shelf.object(for: reference) }

  /// The id of the record.
  var objectID: NSManagedObjectID? {
    if let known = changed ?? source.shelf.registered(reference) { return known.objectID }
    return source.shelf.store.map {
      NSManagedObjectID(layout: layout, store: $0, reference: reference)
    }
  }

  func value(forKey key: String) -> Any? {
    guard let slot = layout.keys.slot(of: key) else { return other(key) }
    let column = layout.columns[slot]
    if column.isTransient { return object?.value(forKey: key) }
    if column.type.isRelationship { return members(slot, isToMany: column.type == .toMany) }
    if let changed { return changed.plainValue(at: slot) }
    return source.value(of: slot, reference).decoded(as: column, column.type)
  }

  /// The slot's value as the store has it, or the changed object.
  func rawValue(_ slot: Int) -> Value {
    if let changed { return changed.slotValue(slot) }
    return source.value(of: slot, reference)
  }

  private func members(_ slot: Int, isToMany: Bool) -> Any? {
    let references = changed?.memberReferences(slot) ?? source.value(of: slot, reference).members
    guard isToMany else { return references.first.flatMap { source.view($0) } }
    var members: [Any] = []
    members.reserveCapacity(references.count)
    for reference in references {
      if let member = source.view(reference) { members.append(member) }
    }
    return members
  }

  /// What is no property that the store has; requests are checked before, so nothing here is a mistake.
  private func other(_ key: String) -> Any? {
    switch key {
    case "self", "objectID": self
    case "entity": layout.entity
    default: object?.value(forKey: key)
    }
  }
}
