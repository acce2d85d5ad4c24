import DocumentStore
public import Foundation

/// To-many relationships in generated classes. Not in Apple's framework.
extension NSManagedObject {
  // MARK: Sets of Swift

  /// The members of a relationship.
  ///
  /// Made anew each time, in time proportional to their number.
  @inlinable
  public final func managed<Member: NSManagedObject>(_ key: ManagedKey) -> Set<Member> {
    let targets = managedTargets(key)
    var members = Set<Member>(minimumCapacity: targets.count)
    for target in targets {
      if let member = target as? Member { members.insert(member) }
    }
    return members
  }

  /// The members of a relationship; never nil, whatever the class declares.
  @inlinable
  public final func managed<Member: NSManagedObject>(_ key: ManagedKey) -> Set<Member>? {
    let members: Set<Member> = managed(key)
    return members
  }

  /// The members of a relationship in their order, or what a fetched property finds.
  @inlinable
  public final func managed<Member: NSManagedObject>(_ key: ManagedKey) -> [Member] {
    managedTargets(key).compactMap { $0 as? Member }
  }

  /// The members of a relationship in their order, or what a fetched property finds; never nil.
  @inlinable
  public final func managed<Member: NSManagedObject>(_ key: ManagedKey) -> [Member]? {
    let members: [Member] = managed(key)
    return members
  }

  /// Sets the members of a relationship; the other sides are kept right.
  public final func setManaged<Member: NSManagedObject>(_ value: Set<Member>?, _ key: ManagedKey) {
    setProgram(value.map { Array($0) as [NSManagedObject] }, key)
  }

  /// Sets the members of a relationship and their order; the other sides are kept right.
  public final func setManaged<Member: NSManagedObject>(_ value: [Member]?, _ key: ManagedKey) {
    setProgram(value.map { $0 as [NSManagedObject] }, key)
  }

  // MARK: Foundation's sets

  /// Sets the members of a relationship.
  public final func setManaged(_ value: NSSet?, _ key: ManagedKey) { setProgram(value, key) }

  /// Sets the members of a relationship and their order.
  public final func setManaged(_ value: NSOrderedSet?, _ key: ManagedKey) { setProgram(value, key) }

  // MARK: What the above are made of

  /// The object that a to-one relationship leads to; for generated getters.
  public final func managedTarget(
    _ key: ManagedKey, _ type: NSManagedObject.Type
  ) -> NSManagedObject? {
    if let place = unsafe place(of: key), case .reference(let reference) = unsafe place.pointee {
      return shelf?.object(for: reference)
    }
    if let recorder = extras?.recorder { return recorder.follow(key.name, of: self, to: type) }
    guard case .reference(let reference) = value(of: key) else { return nil }
    return shelf?.object(for: reference)
  }

  /// The objects that a to-many relationship leads to, or a fetched property finds; for generated getters.
  public final func managedTargets(_ key: ManagedKey) -> [NSManagedObject] {
    // An attribute may hold objects too, if it is never stored.
    guard let slot = key.slot(in: layout), layout.relationships[slot] != nil else {
      return program(key) as? [NSManagedObject] ?? []
    }
    guard let relationship = relationship(of: key) else { return [] }
    noteAccess(of: relationship.slot)
    return targets(relationship.slot)
  }
}
