import DocumentStore
import Foundation
public import ManagedModel

extension NSManagedObject {
  /// The kind of the object.
  public var entity: NSEntityDescription { layout.entity }

  /// The context that the object belongs to; nil before it is inserted and after its deletion was saved.
  public var managedObjectContext: NSManagedObjectContext? { shelf?.graph.context }

  /// Whether the object has no record yet.
  public var isInserted: Bool { state.contains(.inserted) }

  /// Whether a property of a saved object was set since it was read or saved.
  public var isUpdated: Bool {
    state.contains(.updated) && !state.contains(.inserted) && !state.contains(.deleted)
  }

  /// Whether saving removes the object's record, or somebody else has removed it and the context knows.
  public var isDeleted: Bool { !state.isDisjoint(with: [.deleted, .missing]) }

  /// Whether there is something to save.
  public var hasChanges: Bool { !state.isDisjoint(with: .unsaved) }

  /// Whether the object's values have not been read yet.
  public var isFault: Bool { unsafe slots == nil && rows == nil }

  /// 0 where the object can be used as it is; another number while its values have not been read.
  public var faultingState: Int { isFault ? 1 : 0 }

  /// The object's id: temporary until it is saved, then lasting.
  public var objectID: NSManagedObjectID {
    if let known = extras?.objectID { return known }
    let id: NSManagedObjectID
    if let store = shelf?.store, let record = lastingReference {
      id = NSManagedObjectID(layout: layout, store: store, reference: record)
    } else {
      id = NSManagedObjectID(layout: layout, temporary: reference)
    }
    ownExtras.objectID = id
    return id
  }

  /// The object's record, saved or reserved.
  final var lastingReference: RecordReference? {
    reference.isTemporary ? extras?.reserved : reference
  }

  /// Reads the values now, and says why where they cannot be read.
  ///
  /// Reading a property cannot throw: of an object whose record is gone it gives nil. Not in Apple's framework.
  public func materialize() throws {
    guard let graph = shelf?.graph else { return }
    graph.checkQueue()
    do throws(StoreError) {
      try graph.readWholly(self)
    } catch {
      throw CocoaError(error, at: shelf?.store?.url, doing: .reading)
    }
  }

  /// Whether a relationship's members have not been read yet.
  public func hasFault(forRelationshipNamed key: String) -> Bool {
    _ = layout.slot(of: key)
    return isFault
  }

  /// The ids of a relationship's members; makes no objects for those that have none yet.
  public func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
    let slot = layout.slot(of: key)
    return memberReferences(slot).compactMap { member in
      if let known = shelf?.registered(member) { return known.objectID }
      guard let store = shelf?.store, let layout = shelf?.layout(of: member) else { return nil }
      return NSManagedObjectID(layout: layout, store: store, reference: member)
    }
  }

  /// What errors call the object; its values are nobody's business there.
  final var label: String { "\(layout.name) '\(objectID.text)'" }

  final var summary: String {
    let data = isFault ? "<fault>" : "[\(valueList)]"
    let id = objectID.uriRepresentation().absoluteString
    return "<\(type(of: self)) (entity: \(layout.name); id: <\(id)>; data: \(data))>"
  }

  /// The values, with relationships by id only: nothing is read for a description.
  private var valueList: String {
    layout.columns.enumerated().map { slot, column in
      let value: String
      if layout.relationships[slot] != nil {
        let ids = objectIDs(forRelationshipNamed: column.name).map { $0.text }
        value = column.type == .toMany ? "(\(ids.joined(separator: ", ")))" : ids.first ?? "nil"
      } else {
        // Foundation on Linux stops the program that prints a date far off, or one that is no number.
        value = plainValue(at: slot).map { ($0 as? Date)?.documentText ?? "\($0)" } ?? "nil"
      }
      return "\(column.name) = \(value)"
    }.joined(separator: "; ")
  }
}
