import Foundation

/// The live set of an unordered to-many relationship.
final class RelationshipMutableSet: NSMutableSet {
  private let owner: NSManagedObject
  private let relationship: RelationshipLayout

  init(_ owner: NSManagedObject, _ relationship: RelationshipLayout) {
    self.owner = owner
    self.relationship = relationship
    super.init(capacity: 0)
  }

  required init?(coder: NSCoder) {
    preconditionFailure("the live set of a relationship cannot be archived; archive a copy")
  }

  // Archives and literals make plain sets; only a managed object makes one of these.
  @available(*, unavailable)
  required init(capacity: Int) { preconditionFailure() }

  override var count: Int { owner.memberReferences(relationship.slot).count }

  override func member(_ object: Any) -> Any? {
    guard let object = object as? NSManagedObject, owner.names(object, in: relationship.slot) else {
      return nil
    }
    return object
  }

  override func objectEnumerator() -> NSEnumerator {
    MemberEnumerator(owner.targets(relationship.slot))
  }

  override func add(_ object: Any) {
    let member = relationship.member(object, of: owner)
    owner.check(member, for: relationship)
    owner.connect(relationship, member)
  }

  override func remove(_ object: Any) {
    guard let member = object as? NSManagedObject else { return }
    owner.disconnect(relationship, member)
  }

  override func copy(with zone: NSZone? = nil) -> Any {
    NSSet(array: owner.targets(relationship.slot))
  }

  override func mutableCopy(with zone: NSZone? = nil) -> Any {
    NSMutableSet(array: owner.targets(relationship.slot))
  }
}

extension RelationshipLayout {
  /// An object that is to become a member, or the end of the program where it is none.
  func member(_ object: Any, of owner: NSManagedObject) -> NSManagedObject {
    if let member = object as? NSManagedObject { return member }
    preconditionFailure(
      "'\(name)' of '\(owner.layout.name)' takes objects of '\(destinationName)', not \(type(of: object))"
    )
  }
}

/// Goes through the members that a relationship had when it was asked.
final class MemberEnumerator: NSEnumerator {
  private var members: IndexingIterator<[NSManagedObject]>

  init(_ members: [NSManagedObject]) {
    self.members = members.makeIterator()
  }

  override func nextObject() -> Any? { members.next() }
}
