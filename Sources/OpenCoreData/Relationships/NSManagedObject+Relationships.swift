import DocumentStore
public import Foundation

extension NSManagedObject {
  /// The live set of an unordered to-many relationship: what is added and removed there is, here.
  public func mutableSetValue(forKey key: String) -> NSMutableSet {
    shelf?.graph.checkQueue()
    let relationship = layout.relationship(key, toMany: true, ordered: false)
    noteAccess(of: relationship.slot)
    return RelationshipMutableSet(self, relationship)
  }

  /// The live list of an ordered to-many relationship: what is added, moved and removed there is, here.
  public func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    shelf?.graph.checkQueue()
    let relationship = layout.relationship(key, toMany: true, ordered: true)
    noteAccess(of: relationship.slot)
    let list = extras?.liveLists[relationship.slot]?.list ?? makeLiveList(of: relationship)
    // A program that asks for the list anew for each member gets one that is there already.
    shelf?.graph.latestOrderedSet = list
    list.refresh()
    return list
  }

  private func makeLiveList(of relationship: RelationshipLayout) -> RelationshipMutableOrderedSet {
    let list = RelationshipMutableOrderedSet(self, relationship)
    ownExtras.liveLists[relationship.slot] = LiveList(list: list)
    state.insert(.observed)
    return list
  }

  /// The members of a to-many relationship as objects of their class, in their order where they have one.
  ///
  /// Members of another class are left out. Does not go through `NSSet`, as `value(forKey:)` and a cast
  /// would. Not in Apple's framework.
  public func objects<Object: NSManagedObject>(
    forRelationship key: String, as type: Object.Type = Object.self
  ) -> [Object] {
    shelf?.graph.checkQueue()
    let slot = layout.slot(of: key)
    precondition(layout.types[slot].isRelationship, "'\(key)' of '\(layout.name)' is an attribute")
    noteAccess(of: slot)
    return targets(slot).compactMap { $0 as? Object }
  }

  /// How many members a to-many relationship has; makes none of them.
  ///
  /// Not in Apple's framework.
  public func count(ofRelationship key: String) -> Int {
    shelf?.graph.checkQueue()
    let slot = layout.slot(of: key)
    noteAccess(of: slot)
    return memberReferences(slot).count
  }
}
