import DocumentStore
public import Foundation
public import ManagedModel
import Synchronization

/// The identity of an object: a record of a store, or a temporary one for an object that was never saved.
///
/// Ids are equal when they name the same record of the same open store; between stores and programs compare
/// ``uriRepresentation()``. A temporary id and the lasting one of the same object differ.
public final class NSManagedObjectID: NSObject, NSFetchRequestResult, Sendable {
  let layout: ObjectLayout
  let store: NSPersistentStore?
  let reference: RecordReference
  private let temporary: TemporaryNumber?

  init(layout: ObjectLayout, store: NSPersistentStore, reference: RecordReference) {
    self.layout = layout
    self.store = store
    self.reference = reference
    temporary = nil
  }

  init(layout: ObjectLayout, temporary reference: RecordReference) {
    self.layout = layout
    self.reference = reference
    store = nil
    temporary = TemporaryNumber()
  }

  /// The kind of the object.
  public var entity: NSEntityDescription { layout.entity }

  /// The store that has the object; nil for a temporary id.
  public var persistentStore: NSPersistentStore? { store }

  /// Whether the object was not saved when the id was made.
  public var isTemporaryID: Bool { temporary != nil }

  /// The id of the same object now: the lasting one, where this one is temporary and the object has got one, and that
  /// of a record that was made after this one was.
  var newest: NSManagedObjectID {
    if let successor = temporary?.successor.withLock({ $0 }) { return successor }
    guard AbsentRecords.mayHave(reference), let store, let id = store.absent.id(of: reference)
    else {
      return self
    }
    return store.objectID(entityName: layout.name, recordID: id) ?? self
  }

  /// Notes the lasting id of the object that has this temporary one.
  func noteSuccessor(_ id: NSManagedObjectID) {
    temporary?.successor.withLock { $0 = id }
  }

  /// The id as a URL: `x-coredata://STORE/Entity/p12` for the record `Entity-12`; a record with another id
  /// has that, percent-encoded, in place of `p12`.
  public func uriRepresentation() -> URL {
    var parts = URLComponents()
    parts.scheme = "x-coredata"
    parts.host = store?.identifier ?? ""
    parts.percentEncodedPath = "/\(layout.name.percentEncoded)/\(lastPart)"
    // Every part has been encoded, so there is nothing that could make it invalid.
    return parts.url ?? URL(fileURLWithPath: "/")
  }

  /// The name of the record in its store.
  ///
  /// It is `Movie-12`, or what a person chose in a document; of a temporary id, the last part of its
  /// URL. Not in Apple's framework.
  public var text: String {
    guard let store else { return lastPart }
    if let absent = store.absent.id(of: reference) { return absent }
    do throws(StoreError) {
      return try store.records.id(of: reference).text(in: layout.name)
    } catch {
      return ""
    }
  }

  private var lastPart: String {
    if let temporary { return "t\(temporary.number.uuidString)" }
    switch RecordID(text, in: layout.name) {
    case .number(let number): return "p\(number)"
    // An id that looks like ours would be taken for it.
    case .text(let text):
      return text.isLikeNumber ? "%\(text.percentEncodedFirst)" : text.percentEncoded
    }
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectID else { return false }
    return reference == other.reference && store === other.store
  }

  public override var hash: Int { Int(truncatingIfNeeded: reference.bits) }

  /// The URL's text.
  public override var description: String { "<\(uriRepresentation().absoluteString)>" }
}

/// What only temporary ids have.
private final class TemporaryNumber: Sendable {
  let number = UUID()
  /// The lasting id of the object, once it has one.
  let successor = Mutex<NSManagedObjectID?>(nil)
}

extension String {
  /// The text with everything escaped that has a meaning in URLs.
  fileprivate var percentEncoded: String {
    addingPercentEncoding(withAllowedCharacters: .urlIDAllowed) ?? self
  }

  /// Whether the text could be read as `p12`.
  fileprivate var isLikeNumber: Bool {
    first == "p" && count > 1 && utf8.dropFirst().allSatisfy { 48...57 ~= $0 }
  }

  /// The text with its first letter, `p`, as an escape, without the percent sign.
  fileprivate var percentEncodedFirst: String { "70" + dropFirst() }
}

extension CharacterSet {
  fileprivate static let urlIDAllowed = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension NSPersistentStore {
  /// The id that a URL's last two parts name, whether there is such a record or not; nil where the store has no such
  /// entity.
  func objectID(entityName: String, lastPart: String) -> NSManagedObjectID? {
    let text = lastPart.removingPercentEncoding ?? lastPart
    let isNumber = lastPart.first == "p" && text.isLikeNumber
    return objectID(
      entityName: entityName, recordID: isNumber ? "\(entityName)-\(text.dropFirst())" : text)
  }

  /// The id of a record, or one that no record has.
  fileprivate func objectID(entityName: String, recordID id: String) -> NSManagedObjectID? {
    let found: RecordReference?
    do throws(StoreError) { found = try records.reference(forID: id) } catch { return nil }
    if let found, let layout = layout(ofTable: found.table), layout.name == entityName {
      return NSManagedObjectID(layout: layout, store: self, reference: found)
    }
    guard found == nil, let table = records.schema.tableIndex(named: entityName),
      let layout = layout(ofTable: table),
      let reference = absent.reference(forID: id, table: table)
    else { return nil }
    return NSManagedObjectID(layout: layout, store: self, reference: reference)
  }
}
