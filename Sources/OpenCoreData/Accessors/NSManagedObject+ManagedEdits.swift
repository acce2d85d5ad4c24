import DocumentStore
public import Foundation

/// What `addToCast(_:)` and its kin in generated classes do. Not in Apple's framework.
extension NSManagedObject {
  // MARK: Adding and removing

  /// Adds a member to a to-many relationship, at the end where it is ordered.
  public final func managedAdd(_ value: NSManagedObject, _ key: ManagedKey) {
    guard let relationship = relationship(of: key) else { return }
    check(value, for: relationship)
    connect(relationship, value)
  }

  /// Adds members to a to-many relationship.
  public final func managedAdd(_ values: NSSet, _ key: ManagedKey) { add(values, key) }

  /// Adds members to an ordered to-many relationship, at the end.
  public final func managedAdd(_ values: NSOrderedSet, _ key: ManagedKey) { add(values, key) }

  /// Adds members to a to-many relationship.
  public final func managedAdd<Member: NSManagedObject>(_ values: Set<Member>, _ key: ManagedKey) {
    for value in values { managedAdd(value, key) }
  }

  /// Adds members to a to-many relationship, in their order.
  public final func managedAdd<Member: NSManagedObject>(_ values: [Member], _ key: ManagedKey) {
    for value in values { managedAdd(value, key) }
  }

  /// Removes a member from a to-many relationship.
  public final func managedRemove(_ value: NSManagedObject, _ key: ManagedKey) {
    guard let relationship = relationship(of: key), names(value, in: relationship.slot) else {
      return
    }
    disconnect(relationship, value)
  }

  /// Removes members from a to-many relationship.
  public final func managedRemove(_ values: NSSet, _ key: ManagedKey) { remove(values, key) }

  /// Removes members from an ordered to-many relationship.
  public final func managedRemove(_ values: NSOrderedSet, _ key: ManagedKey) { remove(values, key) }

  /// Removes members from a to-many relationship.
  public final func managedRemove<Member: NSManagedObject>(
    _ values: Set<Member>, _ key: ManagedKey
  ) {
    for value in values { managedRemove(value, key) }
  }

  /// Removes members from a to-many relationship.
  public final func managedRemove<Member: NSManagedObject>(_ values: [Member], _ key: ManagedKey) {
    for value in values { managedRemove(value, key) }
  }

  private func add(_ values: Any, _ key: ManagedKey) {
    guard let relationship = relationship(of: key) else { return }
    for value in members(from: values, of: relationship) { connect(relationship, value) }
  }

  private func remove(_ values: Any, _ key: ManagedKey) {
    guard let relationship = relationship(of: key) else { return }
    for value in members(from: values, of: relationship) { managedRemove(value, key) }
  }

  // MARK: Positions of ordered relationships

  /// Inserts a member at a position of an ordered relationship.
  public final func managedInsert(_ value: NSManagedObject, at position: Int, _ key: ManagedKey) {
    mutableOrderedSetValue(forKey: key.name).insert(value, at: position)
  }

  /// Inserts members, each where it is to stand afterwards, the lowest position first.
  public final func managedInsert<Member: NSManagedObject>(
    _ values: [Member], at positions: IndexSet, _ key: ManagedKey
  ) {
    let list = mutableOrderedSetValue(forKey: key.name)
    for (value, position) in zip(values, positions) { list.insert(value, at: position) }
  }

  /// Inserts members, each where it is to stand afterwards, the lowest position first.
  public final func managedInsert<Member: NSManagedObject>(
    _ values: [Member], at positions: NSIndexSet, _ key: ManagedKey
  ) {
    managedInsert(values, at: IndexSet(positions), key)
  }

  /// Inserts members, each where it is to stand afterwards, the lowest position first.
  public final func managedInsert(_ values: NSArray, at positions: IndexSet, _ key: ManagedKey) {
    managedInsert(Self.objects(in: values), at: positions, key)
  }

  /// Inserts members, each where it is to stand afterwards, the lowest position first.
  public final func managedInsert(_ values: NSArray, at positions: NSIndexSet, _ key: ManagedKey) {
    managedInsert(Self.objects(in: values), at: IndexSet(positions), key)
  }

  /// Removes the member at a position of an ordered relationship.
  public final func managedRemove(at position: Int, _ key: ManagedKey) {
    mutableOrderedSetValue(forKey: key.name).removeObject(at: position)
  }

  /// Removes the members at some positions of an ordered relationship.
  public final func managedRemove(at positions: IndexSet, _ key: ManagedKey) {
    let list = mutableOrderedSetValue(forKey: key.name)
    for position in positions.reversed() { list.removeObject(at: position) }
  }

  /// Removes the members at some positions of an ordered relationship.
  public final func managedRemove(at positions: NSIndexSet, _ key: ManagedKey) {
    managedRemove(at: IndexSet(positions), key)
  }

  /// Puts a member in the place of another of an ordered relationship.
  public final func managedReplace(
    at position: Int, with value: NSManagedObject, _ key: ManagedKey
  ) {
    mutableOrderedSetValue(forKey: key.name).replaceObject(at: position, with: value)
  }

  /// Puts members in the places of others of an ordered relationship.
  public final func managedReplace<Member: NSManagedObject>(
    at positions: IndexSet, with values: [Member], _ key: ManagedKey
  ) {
    let list = mutableOrderedSetValue(forKey: key.name)
    for (value, position) in zip(values, positions) {
      list.replaceObject(at: position, with: value)
    }
  }

  /// Puts members in the places of others of an ordered relationship.
  public final func managedReplace<Member: NSManagedObject>(
    at positions: NSIndexSet, with values: [Member], _ key: ManagedKey
  ) {
    managedReplace(at: IndexSet(positions), with: values, key)
  }

  /// Puts members in the places of others of an ordered relationship.
  public final func managedReplace(
    at positions: IndexSet, with values: NSArray, _ key: ManagedKey
  ) {
    managedReplace(at: positions, with: Self.objects(in: values), key)
  }

  /// Puts members in the places of others of an ordered relationship.
  public final func managedReplace(
    at positions: NSIndexSet, with values: NSArray, _ key: ManagedKey
  ) {
    managedReplace(at: IndexSet(positions), with: Self.objects(in: values), key)
  }

  private static func objects(in list: NSArray) -> [NSManagedObject] {
    list.map { member in
      guard let object = member as? NSManagedObject else {
        preconditionFailure(
          "a relationship has managed objects as members, not '\(type(of: member))'")
      }
      return object
    }
  }
}

extension IndexSet {
  /// The indexes of Foundation's older class, whose bridging Swift does not do here.
  fileprivate init(_ indexes: NSIndexSet) {
    self.init()
    var index = indexes.firstIndex
    while index != NSNotFound {
      insert(index)
      index = indexes.indexGreaterThanIndex(index)
    }
  }
}
