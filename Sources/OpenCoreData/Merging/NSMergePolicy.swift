import DocumentStore
public import Foundation

/// What a merge policy does where an object was changed here and by somebody else.
public enum NSMergePolicyType: UInt, Sendable {
  /// Nothing: the save throws.
  case errorMergePolicyType = 0
  /// Of a property that both changed, the store's value is kept.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// Of a property that both changed, the context's value is kept.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// The whole object is saved as it is in the context.
  case overwriteMergePolicyType = 3
  /// The context's changes of the object are dropped.
  case rollbackMergePolicyType = 4
}

/// How a context settles conflicts when it saves: objects that somebody else changed too, and objects that share
/// what must be unique.
///
/// A policy changes the objects of the context, then the save goes on with them; where it fails for whatever reason,
/// they become what they were before. Override one of the three methods and call `super` for a policy of your own.
///
/// Safe because its type never changes; a subclass must see to what it adds.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  /// What the policy does.
  public let mergeType: NSMergePolicyType

  /// Makes a policy of a type.
  public init(merge type: NSMergePolicyType) {
    mergeType = type
    super.init()
  }

  /// Makes saves throw where there are conflicts.
  public class var error: NSMergePolicy { Standard.error }
  /// Keeps the store's value of a property that both changed.
  public class var mergeByPropertyStoreTrump: NSMergePolicy { Standard.storeTrump }
  /// Keeps the context's value of a property that both changed.
  public class var mergeByPropertyObjectTrump: NSMergePolicy { Standard.objectTrump }
  /// Saves the whole object as it is in the context.
  public class var overwrite: NSMergePolicy { Standard.overwrite }
  /// Drops the context's changes of the object.
  public class var rollback: NSMergePolicy { Standard.rollback }

  private enum Standard {
    static let error = NSMergePolicy(merge: .errorMergePolicyType)
    static let storeTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
    static let objectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
  }

  // MARK: Settling

  /// Settles conflicts of either kind, or throws; saving calls it once for all of a kind.
  open func resolve(mergeConflicts list: [Any]) throws {
    let merges = list.compactMap { $0 as? NSMergeConflict }
    if !merges.isEmpty { try resolve(optimisticLockingConflicts: merges) }
    let constraints = list.compactMap { $0 as? NSConstraintConflict }
    if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
  }

  /// Settles what somebody else changed too, or throws.
  ///
  /// Members that each side added to or removed from a set are all added and removed; a list counts as a whole. Of
  /// an object that was deleted on one side, the winner decides whether it is there.
  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    guard let decision = Rebase.Decision(mergeType) else { throw CocoaError.merge(list) }
    let objects = list.map(\.sourceObject)
    var done: Set<ObjectIdentifier> = []
    for shelf in objects.compactMap(\.shelf) where done.insert(ObjectIdentifier(shelf)).inserted {
      try settle(objects.filter { $0.shelf === shelf }, by: decision, shelf)
    }
  }

  /// Rebases objects of one store, in which alone their references mean something.
  private func settle(
    _ objects: [NSManagedObject], by decision: Rebase.Decision, _ shelf: Shelf
  ) throws {
    var decisions: [NSManagedObject: Rebase.Decision] = [:]
    for object in objects { decisions[object] = decision }
    var rebase = Rebase(shelf.graph, decisions, revives: true)
    let result = shelf.graph.whileSettling { () -> Result<Void, StoreError> in
      Result { () throws(StoreError) in try rebase.run() }
    }
    if case .failure(let error) = result {
      throw CocoaError(error, at: shelf.store?.url, doing: .reading)
    }
  }

  /// Settles what must be unique and is not, or throws.
  ///
  /// Where the store wins, new objects go, and changed ones get back the values they had; where the context wins,
  /// the stored object goes. Of several unsaved ones the first wins with the store, the last with the context. By
  /// property, the relationships of the one that goes pass to the one that stays, as far as there is room.
  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    guard mergeType != .errorMergePolicyType else { throw CocoaError.constraints(list) }
    for conflict in list {
      guard let graph = conflict.conflictingObjects.lazy.compactMap({ $0.shelf?.graph }).first
      else {
        continue
      }
      graph.whileSettling { ConstraintMerge(graph, mergeType).run(conflict) }
    }
  }
}

/// Makes saves throw where there are conflicts: what contexts do unless told otherwise.
public var NSErrorMergePolicy: Any { NSMergePolicy.error }
/// Keeps the store's value of a property that both changed.
public var NSMergeByPropertyStoreTrumpMergePolicy: Any { NSMergePolicy.mergeByPropertyStoreTrump }
/// Keeps the context's value of a property that both changed.
public var NSMergeByPropertyObjectTrumpMergePolicy: Any { NSMergePolicy.mergeByPropertyObjectTrump }
/// Saves the whole object as it is in the context.
public var NSOverwriteMergePolicy: Any { NSMergePolicy.overwrite }
/// Drops the context's changes of the object.
public var NSRollbackMergePolicy: Any { NSMergePolicy.rollback }

extension NSManagedObjectContext {
  /// How saving settles conflicts: an `NSMergePolicy`, at first ``NSMergePolicy/error``.
  public var mergePolicy: Any {
    get { graph.mergePolicy }
    set {
      guard let policy = newValue as? NSMergePolicy else {
        preconditionFailure(
          "a context's merge policy is an NSMergePolicy, not \(type(of: newValue)); use "
            + "NSMergePolicy.error or another of the five, or a subclass")
      }
      graph.mergePolicy = policy
    }
  }

  /// Lets the next save treat an object that is not changed here as if it were: that somebody else changed or deleted
  /// it is a conflict.
  public func detectConflicts(for object: NSManagedObject) {
    graph.checkQueue()
    precondition(
      object.shelf?.graph === graph,
      "cannot detect conflicts for an object of another context: \(object.label)")
    if object.isInserted || graph.guarded.contains(where: { $0 === object }) { return }
    object.fireFault()
    graph.guarded.append(object)
  }
}
