import DocumentStore
public import Predicates

/// What an object and its id have in common: the record and its store, or the number of an unsaved object.
struct ObjectIdentity: Hashable {
  let store: ObjectIdentifier?
  let bits: UInt64

  init(_ store: NSPersistentStore?, _ reference: RecordReference) {
    self.store = store.map(ObjectIdentifier.init)
    bits = reference.bits
  }
}

extension NSManagedObject: KeyValueCoding, IdentifiedValue {
  /// The object's record, or its number until it has one.
  package final var identity: AnyHashable { ownIdentity }

  final var ownIdentity: ObjectIdentity {
    if let shelf {
      guard let record = lastingReference else { return ObjectIdentity(nil, reference) }
      return ObjectIdentity(shelf.store, record)
    }
    // An object that has left its context is still the one that its id names.
    return extras?.objectID?.ownIdentity ?? ObjectIdentity(nil, reference)
  }
}

extension NSManagedObjectID: IdentifiedValue {
  /// The same as that of the object that has the id.
  package var identity: AnyHashable { ownIdentity }

  var ownIdentity: ObjectIdentity {
    let newest = newest
    return ObjectIdentity(newest.store, newest.reference)
  }
}
