import DocumentStore
import Foundation
import ManagedModel

/// The one place where what went wrong inside becomes the errors that Core Data's callers know.
extension CocoaError {
  /// What was being done with a store.
  enum Activity {
    case opening
    case reading
    case writing
    /// Reading what others wrote to a store that is open.
    case taking
  }

  /// An error with a text for people.
  init(_ code: CocoaError.Code, saying text: String, _ more: [String: Any] = [:]) {
    var info = more
    info[NSLocalizedDescriptionKey] = text
    self.init(code, userInfo: info)
  }

  /// What a store's own error is to a caller; it stays the underlying error.
  init(_ error: StoreError, at url: URL?, doing activity: Activity) {
    var info: [String: Any] = [NSUnderlyingErrorKey: error]
    if let url {
      info[NSURLErrorKey] = url
      info[NSFilePathErrorKey] = url.path
    }
    let place = url.map { "'\($0.path)'" } ?? "the store"
    let text =
      switch activity {
      case .opening: "cannot open \(place): "
      case .reading: "cannot read \(place): "
      case .writing: "cannot save to \(place): "
      case .taking: "cannot read what was changed in \(place): "
      }
    let code = Self.code(of: error, activity)
    let advice =
      switch code {
      case .fileNoSuchFile: "; make its folder first"
      case .persistentStoreSaveConflicts: "; open the store again and repeat the changes"
      default: ""
      }
    self.init(code, saying: text + error.message(inFile: url?.path) + advice, info)
  }

  private static func code(of error: StoreError, _ activity: Activity) -> CocoaError.Code {
    switch error.reason {
    case .missing:
      switch activity {
      case .opening, .taking: .fileReadNoSuchFile
      case .reading: .managedObjectReferentialIntegrity
      case .writing: .fileNoSuchFile
      }
    case .system(let number): code(ofSystemError: number, activity)
    case .unknownFormat: .persistentStoreTypeMismatch
    case .malformed, .limit: .persistentStoreOpen
    case .corrupt: .fileReadCorruptFile
    case .incompatibleModel: .persistentStoreIncompatibleSchema
    case .unstorable, .readOnly: .persistentStoreSave
    case .changedByOther: .persistentStoreSaveConflicts
    case .historyExpired: .persistentHistoryTokenExpired
    }
  }

  private static func code(ofSystemError number: Int32, _ activity: Activity) -> CocoaError.Code {
    let isWriting = if case .writing = activity { true } else { false }
    return switch number {
    case ENOENT: isWriting ? .fileNoSuchFile : .fileReadNoSuchFile
    case EACCES, EPERM: isWriting ? .fileWriteNoPermission : .fileReadNoPermission
    case ENOSPC, EDQUOT: .fileWriteOutOfSpace
    case EROFS: .fileWriteVolumeReadOnly
    default: isWriting ? .fileWriteUnknown : .fileReadUnknown
    }
  }
}

extension StoreError {
  /// The findings without the words that a compiler's list would need: `error:` and so on, and without the path
  /// of a file that has been named already.
  fileprivate func message(inFile path: String?) -> String {
    diagnostics.map { finding in
      let place = finding.location.description
      return place.isEmpty || place == path ? finding.message : "\(place): \(finding.message)"
    }.joined(separator: "\n")
  }
}

// MARK: - Several errors

extension CocoaError {
  /// One error that stands for some: nil for none, a single one as it is, more inside one of several.
  static func combined(_ errors: [any Error]) -> (any Error)? {
    guard errors.count > 1 else { return errors.first }
    let texts = errors.map { $0.localizedDescription }
    return CocoaError(
      .validationMultipleErrors,
      saying: "there are \(errors.count) problems:\n" + texts.joined(separator: "\n"),
      [NSDetailedErrorsKey: errors])
  }

  /// The errors that one stands for.
  static func parts(of error: any Error) -> [any Error] {
    guard let several = error as? CocoaError, several.code == .validationMultipleErrors else {
      return [error]
    }
    return several.detailedErrors
  }
}

// MARK: - Objects

extension CocoaError {
  static func noObject(_ id: NSManagedObjectID) -> CocoaError {
    CocoaError(
      .managedObjectReferentialIntegrity,
      saying: "there is no object with the id \(id.uriRepresentation().absoluteString)")
  }

  static func wrongResult(_ result: Any, expected: Any.Type) -> CocoaError {
    let found = type(of: result)
    if let object = result as? NSManagedObject, object.layout.objectClass != found {
      return CocoaError(
        .coreData,
        saying:
          """
          the request found a '\(found)' where its results are '\(expected)'; \
          '\(found)(entity:insertInto:)' makes an object of exactly that class, so make it by \
          '\(object.layout.objectClass)(context:)' or 'NSEntityDescription.insertNewObject(forEntityName:into:)'
          """)
    }
    return CocoaError(
      .coreData,
      saying:
        """
        the request found a '\(found)' where its results are '\(expected)'; is the class \
        named in the model, and its module known (see NSManagedObjectModel.bind(_:))?
        """)
  }

  static func neverSettled(
    _ objects: [NSManagedObject], _ method: String, passes: Int
  ) -> CocoaError {
    let subject = objects.first.map { object in
      let key = object.extras?.eventStart.last.map { object.layout.columns[$0.slot].name }
      let property = key.map { "'\($0)' of " } ?? ""
      return "\(property)\(object.label)"
    }
    return CocoaError(
      .coreData,
      saying:
        """
        failed to process pending changes before save: after \(passes) passes \(method) still changes \
        \(subject ?? "an object"); change a property only where its value differs
        """, [NSAffectedObjectsErrorKey: objects])
  }
}

// MARK: - Stores

extension CocoaError {
  static func noStore(
    for object: NSManagedObject, _ stores: [NSPersistentStore]
  ) -> CocoaError {
    CocoaError(
      .persistentStoreSave,
      saying:
        """
        no store of the coordinator can hold objects of '\(object.layout.name)': add one whose \
        configuration has the entity
        """, [NSAffectedObjectsErrorKey: [object], NSAffectedStoresErrorKey: stores])
  }

  /// Related objects that no store can have together.
  static func tornApart(
    _ one: NSManagedObject, _ other: NSManagedObject, _ stores: [NSPersistentStore]
  ) -> CocoaError {
    CocoaError(
      .persistentStoreSave,
      saying:
        """
        no store of the coordinator can hold both \(one.label) and \(other.label), which are related, directly or \
        through others: relationships do not lead from one store into another; put both entities into one \
        configuration, or use a fetched property
        """, [NSAffectedObjectsErrorKey: [one, other], NSAffectedStoresErrorKey: stores])
  }

  static func readOnly(_ store: NSPersistentStore) -> CocoaError {
    CocoaError(
      .persistentStoreSave,
      saying:
        """
        cannot save to \(store.place): it was opened for reading only; open it without \
        NSReadOnlyPersistentStoreOption
        """,
      [NSAffectedStoresErrorKey: [store]])
  }

  static func closed(_ store: NSPersistentStore) -> CocoaError {
    CocoaError(
      .persistentStoreSave,
      saying:
        """
        cannot save to \(store.place): its coordinator has closed it; reset the context and fetch the \
        objects from a store that is open
        """, [NSAffectedStoresErrorKey: [store]])
  }

  static func incomplete(
    _ failure: any Error, _ failed: [NSPersistentStore], _ saved: [NSPersistentStore]
  ) -> CocoaError {
    let names = { (stores: [NSPersistentStore]) in stores.map(\.place).joined(separator: ", ") }
    return CocoaError(
      .persistentStoreIncompleteSave,
      saying:
        """
        \(names(saved)) was saved and \(names(failed)) was not: \(failure.localizedDescription); what \
        was not saved is still pending
        """,
      [NSUnderlyingErrorKey: failure, NSAffectedStoresErrorKey: failed])
  }

  static func neverSettled(_ policy: NSMergePolicy, passes: Int) -> CocoaError {
    CocoaError(
      .managedObjectMerge,
      saying:
        """
        after \(passes) passes the merge policy \(type(of: policy)) has not settled all conflicts: a subclass \
        of NSMergePolicy must call super or throw
        """)
  }

  static func merge(_ conflicts: [NSMergeConflict]) -> CocoaError {
    CocoaError(
      .managedObjectMerge,
      saying: conflicts.map(\.description).joined(separator: "\n")
        + "\nrefresh what was changed by others, or set a merge policy, then save again",
      [
        NSPersistentStoreSaveConflictsErrorKey: conflicts,
        NSAffectedObjectsErrorKey: conflicts.map(\.sourceObject),
      ])
  }

  static func constraints(_ conflicts: [NSConstraintConflict]) -> CocoaError {
    CocoaError(
      .managedObjectConstraintMerge,
      saying: conflicts.map(\.description).joined(separator: "\n"),
      [NSPersistentStoreSaveConflictsErrorKey: conflicts])
  }
}
